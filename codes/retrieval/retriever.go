package retrieval

import (
	"cmp"
	"context"
	"errors"
	"slices"
)

// ErrInvalidQuery says that a query has no text or an impossible TopK.
var ErrInvalidQuery = errors.New("retrieval: invalid query")

// MaxTopK is the most hits one query may ask for; DefaultTopK what it gets when
// it does not say.
const (
	MaxTopK     = 200
	DefaultTopK = 10
)

// Retriever is an immutable index over blocks, safe for concurrent use.
type Retriever struct {
	ranker
	blocks []Block // by document, then Order
	byID   map[string]int
}

// Search returns the best blocks first, at most TopK; equal scores in order of
// document and position. A query without a known word finds nothing. Rarity and
// length are measured inside the scope, so no score tells anything of other
// documents. ErrInvalidQuery, or ctx's error.
func (r *Retriever) Search(ctx context.Context, q Query) ([]Hit, error) {
	return r.rank(ctx, q, func(t *tally) ([]Hit, error) {
		return t.hits(func(number uint32) *Block { return &r.blocks[number] }), nil
	})
}

// ranker finds the best blocks of an index.
type ranker struct {
	index   *index
	tallies tallies
}

func newRanker(x *index, l *lexicon) ranker {
	x.lexicon = l
	return ranker{index: x, tallies: tallies{units: len(x.lengths)}}
}

// rank finds the best blocks for a query and returns what show makes of them.
func (r *ranker) rank(ctx context.Context, q Query, show func(*tally) ([]Hit, error)) ([]Hit, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	t := r.tallies.get()
	defer r.tallies.put(t)
	s := t.within(r.index, q.Docs)
	if s.count == 0 {
		return nil, ctx.Err()
	}
	t.question.ask(s, q.Text)
	defer t.reset(s)
	if err := t.count(ctx); err != nil {
		return nil, err
	}
	t.weigh(s)
	t.foldRows(s)
	t.top(s, cmp.Or(q.TopK, DefaultTopK), t.keep(&q))
	return show(t)
}

// Block returns the block of that id.
func (r *Retriever) Block(id string) (b *Block, ok bool) {
	i, ok := r.byID[id]
	if !ok {
		return nil, false
	}
	return &r.blocks[i], true
}

// Section returns the blocks of one section of one document, in order.
func (r *Retriever) Section(doc, section string) []*Block {
	return slices.DeleteFunc(r.Doc(doc), func(b *Block) bool { return b.Section != section })
}

// Doc returns the blocks of one document, in order.
func (r *Retriever) Doc(doc string) []*Block {
	d, ok := r.index.docs[doc]
	if !ok {
		return nil
	}
	list := make([]*Block, 0, d.blocks.len())
	for i := d.blocks.from; i < d.blocks.to; i++ {
		list = append(list, &r.blocks[i])
	}
	return list
}

// Neighbours returns up to before and after blocks around the one of that id, in
// order and without it. They are of the same document and may be of another
// section: their Section and Path say so. nil when there is no such block.
func (r *Retriever) Neighbours(id string, before, after int) []*Block {
	i, ok := r.byID[id]
	if !ok {
		return nil
	}
	d := r.index.docs[r.blocks[i].Doc]
	first := max(int(d.blocks.from), i-max(before, 0))
	last := min(int(d.blocks.to)-1, i+min(max(after, 0), len(r.blocks)))
	list := make([]*Block, 0, last-first)
	for at := first; at <= last; at++ {
		if at != i {
			list = append(list, &r.blocks[at])
		}
	}
	return list
}

// Len returns the number of blocks.
func (r *Retriever) Len() int { return len(r.blocks) }
