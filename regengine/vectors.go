package regengine

import (
	"context"
	"errors"
	"time"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Vectors let an Engine find passages by their meaning as well as by their words.
// Embedder and Index are required.
type Vectors struct {
	Embedder retrieval.Embedder
	Index    retrieval.Index
	Store    retrieval.VectorStore    // where vectors are kept; nil embeds all texts at every start
	Fusion   *retrieval.HybridOptions // nil is useful
}

// ErrNoVectors says that an Engine was opened without Vectors.
var ErrNoVectors = errors.New("regengine: opened without an embedder")

// meaning is what an Engine needs to search by meaning.
type meaning struct {
	hybrid *retrieval.Hybrid // over no texts; every snapshot has its own over its texts
	syncer *retrieval.Syncer
	fresh  chan struct{} // holds one value when there is a snapshot not yet synced
}

func newMeaning(v *Vectors) *meaning {
	if v == nil {
		return nil
	}
	return &meaning{
		hybrid: retrieval.NewHybrid(retrieval.New(nil), v.Embedder, v.Index, v.Fusion),
		syncer: retrieval.NewSyncer(v.Embedder, v.Index, v.Store, nil),
		fresh:  make(chan struct{}, 1),
	}
}

// join lets a snapshot search by meaning and tells that its texts may be new.
func (m *meaning) join(s *Snapshot) {
	if m == nil {
		return
	}
	s.hybrid = m.hybrid.Over(s.Texts)
	select {
	case m.fresh <- struct{}{}:
	default: // one that waits is enough
	}
}

// Search finds passages by their words, and by their meaning as well where the
// Engine was opened with Vectors. See [retrieval.Hybrid.Search].
func (s *Snapshot) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	if s.hybrid == nil {
		return s.Texts.Search(ctx, q)
	}
	return s.hybrid.Search(ctx, q)
}

// Block returns the block of that id.
func (s *Snapshot) Block(id string) (b *retrieval.Block, ok bool) { return s.Texts.Block(id) }

// Section returns the blocks of a section of a document in order.
func (s *Snapshot) Section(doc, section string) []*retrieval.Block {
	return s.Texts.Section(doc, section)
}

// SyncVectors embeds what has no vector yet and brings the index up to date with
// the newest snapshot. See [retrieval.Syncer.Sync]. ErrNoVectors when the Engine
// has none.
func (e *Engine) SyncVectors(ctx context.Context, progress func(retrieval.SyncReport)) (retrieval.SyncReport, error) {
	if e == nil || e.meaning == nil {
		return retrieval.SyncReport{}, ErrNoVectors
	}
	return e.meaning.syncer.Sync(ctx, e.Snapshot().Texts, progress)
}

// FollowVectors brings the vectors up to date now and after every new snapshot,
// until ctx ends. A failure is logged and tried again; until then searches answer
// from words where vectors are missing. It returns at once when the Engine has no
// Vectors.
func (e *Engine) FollowVectors(ctx context.Context) {
	const retry = 30 * time.Second
	if e == nil || e.meaning == nil {
		return
	}
	var again <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-e.meaning.fresh:
		case <-again:
		}
		again = nil
		report, err := e.SyncVectors(ctx, nil)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			e.log.ErrorContext(ctx, "vectors are not up to date; searches answer from words where they are missing", "pending", len(report.Pending), "error", err)
			again = time.After(retry)
		case report.Put+report.Removed > 0:
			e.log.InfoContext(ctx, "vectors up to date", "documents", report.Docs, "put", report.Put, "embedded", report.Embedded, "reused", report.Reused)
		}
	}
}
