package retrieval

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
)

// ErrResting says that an Embedder or Index failed so often that it is left
// alone for a while.
var ErrResting = errors.New("retrieval: vectors rest after failures")

// errBusy says that too many queries wait for vectors. It proves nothing of the
// Embedder.
var errBusy = fmt.Errorf("%w: too many queries wait for vectors", ErrEmbedder)

// vectorSide answers queries from vectors: embeds the text, asks the index, and
// keeps both from being a burden when they fail.
type vectorSide struct {
	embedder Embedder
	index    Index
	opts     HybridOptions

	queries  *queryCache
	inFlight chan struct{}
	breakers [numStages]breaker
}

// stage is a part of answering that can fail on its own.
type stage int32

const (
	embedding stage = iota
	searching
	numStages
)

func newVectorSide(e Embedder, x Index, opts HybridOptions) *vectorSide {
	v := &vectorSide{embedder: e, index: x, opts: opts}
	v.queries = newQueryCache(opts.CachedQueries)
	v.inFlight = make(chan struct{}, opts.InFlight)
	for i := range v.breakers {
		v.breakers[i] = breaker{limit: opts.Failures, rest: opts.Rest, now: opts.Now}
	}
	return v
}

// pending is an answer on its way.
type pending struct {
	side   *vectorSide
	cancel context.CancelFunc
	ctx    context.Context //nolint:containedctx // of this one answer
	at     atomic.Int32    // the stage
	done   chan outcome    // has room for the outcome, so that nobody waits to leave it
}

type outcome struct {
	near []neighbour
	err  error
}

// start begins to look for the neighbours of a query. The caller waits for them
// and cancels.
func (v *vectorSide) start(ctx context.Context, r *Retriever, q Query) *pending {
	p := &pending{side: v, done: make(chan outcome, 1)}
	p.ctx, p.cancel = context.WithTimeout(ctx, v.opts.Timeout)
	select {
	case v.inFlight <- struct{}{}:
	default:
		p.done <- outcome{err: errBusy}
		return p
	}
	go func() {
		defer func() { <-v.inFlight }()
		near, err := p.find(r, q)
		p.done <- outcome{near, err}
	}()
	return p
}

// wait returns the neighbours, or why there are none. An Embedder that does not
// heed its context is waited for no longer than one that does.
func (p *pending) wait(ctx context.Context) ([]neighbour, error) {
	var o outcome
	select {
	case o = <-p.done:
	case <-p.ctx.Done():
		select {
		case o = <-p.done: // it came at the last moment
		default:
			o.err = context.DeadlineExceeded
		}
	}
	if errors.Is(o.err, context.DeadlineExceeded) {
		o.err = fmt.Errorf("%w: no answer within %v", ErrEmbedder, p.side.opts.Timeout)
	}
	p.note(ctx, o.err)
	return o.near, o.err
}

// note tells the breaker of the stage reached. A caller who went away proves
// nothing, nor does an index that is still empty.
func (p *pending) note(ctx context.Context, err error) {
	b := &p.side.breakers[stage(p.at.Load())]
	switch {
	case err == nil, ctx.Err() != nil:
	case errors.Is(err, ErrResting), errors.Is(err, ErrNoVectors), errors.Is(err, errBusy):
	default:
		b.failed()
	}
}

func (p *pending) find(r *Retriever, q Query) ([]neighbour, error) {
	vector, err := p.embed(q.Text)
	if err != nil {
		return nil, err
	}
	if isZero(vector) {
		return nil, nil // nothing to embed: the words decide
	}
	p.at.Store(int32(searching))
	if err := p.side.breakers[searching].allow(); err != nil {
		return nil, err
	}
	near, err := p.side.nearest(p.ctx, r, q, vector)
	if err != nil {
		return nil, err
	}
	p.side.breakers[searching].succeeded()
	if len(near) == 0 {
		return nil, fmt.Errorf("%w: nothing in scope has a vector of %s", ErrNoVectors, p.side.embedder.ID())
	}
	return near, nil
}

func (p *pending) embed(text string) ([]float32, error) {
	key := sha256.Sum256([]byte(text))
	if vector, ok := p.side.queries.get(key); ok {
		return vector, nil
	}
	if err := p.side.breakers[embedding].allow(); err != nil {
		return nil, err
	}
	vectors, err := p.side.embedder.Embed(p.ctx, []string{text}, ForQuery)
	if err != nil {
		return nil, err
	}
	if len(vectors) != 1 || len(vectors[0]) == 0 {
		return nil, fmt.Errorf("%w: %s gave no vector for the query", ErrEmbedder, p.side.embedder.ID())
	}
	p.side.breakers[embedding].succeeded()
	p.side.queries.put(key, vectors[0])
	return vectors[0], nil
}

// maxNearest bounds how many neighbours one query asks the index for.
const maxNearest = 1 << 20

// nearest asks for more neighbours until enough of them are of the kinds asked
// for: a rare kind must not be lost behind a common one.
func (v *vectorSide) nearest(ctx context.Context, r *Retriever, q Query, vector []float32) ([]neighbour, error) {
	for k := q.TopK; ; k *= 4 {
		near, err := v.index.Nearest(ctx, v.embedder.ID(), vector, q.Docs, k)
		if err != nil {
			return nil, err
		}
		kept := r.neighbours(near, &q)
		if len(kept) >= q.TopK || len(near) < k || k >= maxNearest {
			return kept[:min(q.TopK, len(kept))], nil
		}
	}
}

// neighbours are the blocks of r that were found and asked for. The index may
// still hold blocks that are gone.
func (r *Retriever) neighbours(near []Near, q *Query) []neighbour {
	kept := make([]neighbour, 0, len(near))
	for _, n := range near {
		if _, inScope := slices.BinarySearch(q.Docs, n.Doc); !inScope {
			continue
		}
		if b := r.blockOf(n.Doc, n.ID); b != nil && q.mayBe(b.Kind) {
			kept = append(kept, neighbour{b, n.Score})
		}
	}
	return kept
}

// blockOf finds a block by document too, for documents may share ids.
func (r *Retriever) blockOf(doc, id string) *Block {
	if b, ok := r.Block(id); ok && b.Doc == doc {
		return b
	}
	for _, b := range r.Doc(doc) {
		if b.ID == id {
			return b
		}
	}
	return nil
}

func isZero(vector []float32) bool {
	return !slices.ContainsFunc(vector, func(v float32) bool { return v != 0 })
}
