package retrieval

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// Hybrid finds passages by their words and by their meaning, and fuses the two
// rankings. Like a Retriever it is immutable and safe for concurrent use.
//
// The words always answer. Where the vectors cannot, because the Embedder or the
// Index fails, is slow or holds nothing yet, the answer is the Retriever's own
// and [Found.Degraded] says why.
type Hybrid struct {
	lexical *Retriever
	vectors *vectorSide // shared by every Hybrid made from this one
}

// HybridOptions change how a Hybrid fuses and how patient it is. The zero value
// is useful.
type HybridOptions struct {
	// K is the constant of reciprocal rank fusion: the larger, the less a first
	// place is worth more than a tenth. 0 means 60, the value of Cormack, Clarke
	// and Büttcher (Reciprocal Rank Fusion, SIGIR 2009).
	K float64

	// LexicalWeight and VectorWeight scale what the two rankings give. 0 means
	// [DefaultLexicalWeight] and [DefaultVectorWeight].
	LexicalWeight, VectorWeight float64

	// Depth is how many of each ranking are fused, at most MaxTopK and never less
	// than the query's TopK. 0 means 50.
	Depth int

	// Timeout is how long an answer waits for its vectors, counted from the start
	// of the search. 0 means 2 s.
	Timeout time.Duration

	// After Failures failures in a row, of the Embedder or of the Index, it is left
	// alone for Rest before one query tries it again. 0 means 3 and 30 s.
	Failures int
	Rest     time.Duration

	// CachedQueries is how many query vectors are remembered. 0 means 512, below 0
	// none.
	CachedQueries int

	// InFlight is how many queries may wait for vectors at once; the others are
	// answered from words alone. 0 means 32.
	InFlight int

	// OnDegraded, if not nil, is told each time an answer is from words alone.
	// It is called from the searching goroutine and must not block.
	OnDegraded func(ctx context.Context, cause error)

	// Now is the clock. nil means time.Now.
	Now func() time.Time
}

// The weights of the two rankings where options name none. Words weigh a little
// more: they cannot be wrong about a figure, a name or a number of an article,
// and with these weights the best hit by words stays first unless the vectors
// speak for another that words found too.
const (
	DefaultLexicalWeight = 1.0
	DefaultVectorWeight  = 0.9
)

func (o *HybridOptions) orDefaults() HybridOptions {
	var d HybridOptions
	if o != nil {
		d = *o
	}
	d.K = positive(d.K, 60)
	d.LexicalWeight = positive(d.LexicalWeight, DefaultLexicalWeight)
	d.VectorWeight = positive(d.VectorWeight, DefaultVectorWeight)
	d.Depth = min(positive(d.Depth, 50), MaxTopK)
	d.Timeout = positive(d.Timeout, 2*time.Second)
	d.Failures = positive(d.Failures, 3)
	d.Rest = positive(d.Rest, 30*time.Second)
	d.InFlight = positive(d.InFlight, 32)
	if d.CachedQueries == 0 {
		d.CachedQueries = 512
	}
	if d.Now == nil {
		d.Now = time.Now
	}
	return d
}

// positive returns n, or fallback where n is not above zero (or not a number).
func positive[T cmp.Ordered](n, fallback T) T {
	var zero T
	if n > zero {
		return n
	}
	return fallback
}

// NewHybrid searches the blocks of lexical, by their words and by the vectors
// index holds of them, made by embedder. It does no I/O; a [Syncer] fills the
// index.
func NewHybrid(lexical *Retriever, embedder Embedder, index Index, opts *HybridOptions) *Hybrid {
	return &Hybrid{lexical: lexical, vectors: newVectorSide(embedder, index, opts.orDefaults())}
}

// Over returns a Hybrid over other blocks which shares all else with h: the
// index, the remembered queries, and what is known of a server that is away. It
// is made when the blocks change, and costs nothing.
func (h *Hybrid) Over(lexical *Retriever) *Hybrid {
	return &Hybrid{lexical: lexical, vectors: h.vectors}
}

// Retriever returns the lexical half.
func (h *Hybrid) Retriever() *Retriever { return h.lexical }

// Found is an answer of a Hybrid.
type Found struct {
	Hits []Hit

	// Degraded says why the answer is from words alone; nil when it is not.
	// ErrEmbedder, ErrNoVectors, ErrResting, or an error of the Index.
	Degraded error
}

// Search is [Hybrid.Find] without word of how the answer came about, with the
// signature of [Retriever.Search].
func (h *Hybrid) Search(ctx context.Context, q Query) ([]Hit, error) {
	found, err := h.Find(ctx, q)
	return found.Hits, err
}

// Find returns the best blocks first, at most TopK. [Hit.Fusion] explains each
// score; it is nil in an answer from words alone, whose hits and scores are those
// of [Retriever.Search]. The query's scope and kinds are kept to by both
// rankings. ErrInvalidQuery, or ctx's error; nothing the vectors do is an error.
func (h *Hybrid) Find(ctx context.Context, q Query) (Found, error) {
	if err := q.check(); err != nil {
		return Found{}, err
	}
	q.Docs = distinctDocs(q.Docs)
	topK := cmp.Or(q.TopK, DefaultTopK)
	if len(q.Docs) == 0 {
		return Found{}, ctx.Err()
	}
	q.TopK = max(topK, h.vectors.opts.Depth)
	answer := h.vectors.start(ctx, h.lexical, q)
	defer answer.cancel()
	words, err := h.lexical.Search(ctx, q)
	if err != nil {
		return Found{}, err
	}
	near, cause := answer.wait(ctx)
	if err := ctx.Err(); err != nil {
		return Found{}, err
	}
	if cause != nil {
		return h.degraded(ctx, words, topK, cause), nil
	}
	hits := h.vectors.opts.fuse(words, near, q.TopK)
	hits = slices.DeleteFunc(hits, func(hit Hit) bool { return !q.fits(hit) })
	return Found{Hits: first(hits, topK)}, nil
}

func (h *Hybrid) degraded(ctx context.Context, words []Hit, topK int, cause error) Found {
	if tell := h.vectors.opts.OnDegraded; tell != nil {
		tell(ctx, cause)
	}
	return Found{Hits: first(words, topK), Degraded: fmt.Errorf("retrieval: answered from words alone: %w", cause)}
}

func first(hits []Hit, n int) []Hit { return hits[:min(n, len(hits))] }

func distinctDocs(docs []string) []string {
	docs = slices.Clone(docs)
	slices.Sort(docs)
	return slices.Compact(docs)
}
