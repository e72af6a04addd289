package retrieval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
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
	blocks []Block // by document, then Order
	byID   map[string]int
	index  *index
	langs  []string // languages of the blocks, sorted

	tallies sync.Pool // of *tally, all zero
}

// New indexes blocks. It does no I/O. Of blocks with the same ID only the first
// in order of document and position is found by it. The blocks' contents must
// not be changed afterwards.
func New(blocks []Block) *Retriever {
	r := &Retriever{blocks: slices.Clone(blocks), byID: make(map[string]int, len(blocks))}
	slices.SortStableFunc(r.blocks, func(a, b Block) int {
		return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Order, b.Order))
	})
	fillLeads(r.blocks)
	for i := range r.blocks {
		b := &r.blocks[i]
		if _, taken := r.byID[b.ID]; !taken {
			r.byID[b.ID] = i
		}
		r.langs = appendNew(r.langs, b.Lang)
	}
	slices.Sort(r.langs)
	r.index = newIndex(r.blocks)
	r.tallies.New = func() any { return newTally(len(r.blocks)) }
	return r
}

// Query asks for passages.
type Query struct {
	Text string   // any length; what is not a word is ignored
	Docs []string // only blocks of these documents, filtered inside the index; empty finds nothing
	TopK int      // 1 to MaxTopK; 0 means DefaultTopK
}

// Hit is one passage found.
type Hit struct {
	Block *Block
	Score float64 // comparable within one answer only
	Terms []Term  // what each matching word added, largest first
}

// Term explains a part of a Hit's Score.
type Term struct {
	Text  string // the word as indexed
	Field string // "title", "section" or "body"
	Score float64
}

// Search returns the best blocks first, at most TopK; equal scores in order of
// document and position. A query without a known word finds nothing. Rarity and
// length are measured inside the scope, so no score tells anything of other
// documents. ErrInvalidQuery, or ctx's error.
func (r *Retriever) Search(ctx context.Context, q Query) ([]Hit, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	s := r.index.scope(q.Docs)
	if s.blocks == 0 {
		return nil, ctx.Err()
	}
	asked := s.lookUp(wishes(q.Text, r.langs))
	totals := r.tallies.Get().(*tally)
	defer r.tallies.Put(totals)
	defer totals.reset()
	for _, w := range asked {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		totals.addBest(s, w)
	}
	top := totals.top(cmp.Or(q.TopK, DefaultTopK))
	hits := make([]Hit, len(top))
	for i, scored := range top {
		hits[i] = Hit{
			Block: &r.blocks[scored.block],
			Score: scored.score,
			Terms: s.explain(asked, scored.block),
		}
	}
	return hits, nil
}

func (q Query) check() error {
	if strings.TrimSpace(q.Text) == "" {
		return fmt.Errorf("%w: it has no text", ErrInvalidQuery)
	}
	if q.TopK < 0 || q.TopK > MaxTopK {
		return fmt.Errorf("%w: TopK is %d, it must be 0 to %d", ErrInvalidQuery, q.TopK, MaxTopK)
	}
	return nil
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
	stats, ok := r.index.docs[doc]
	if !ok {
		return nil
	}
	list := make([]*Block, 0, stats.to-stats.from)
	for i := stats.from; i < stats.to; i++ {
		list = append(list, &r.blocks[i])
	}
	return list
}

// Len returns the number of blocks.
func (r *Retriever) Len() int { return len(r.blocks) }
