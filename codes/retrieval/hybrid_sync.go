package retrieval

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Syncer brings the vectors of an Index up to date with the blocks there are. It
// is safe for concurrent use; of several calls one works at a time.
type Syncer struct {
	embedder Embedder
	index    Index
	store    VectorStore
	opts     SyncOptions
	turn     chan struct{}
}

// SyncOptions change how a Syncer works. The zero value is useful.
type SyncOptions struct {
	// Batch is how many texts are embedded in one call and then stored: what a
	// crash loses at most. 0 means 128.
	Batch int

	// Failures is how many documents may fail to be embedded before no more are
	// tried; one text a server refuses must not hold up all others. 0 means 3.
	Failures int

	// Owns says which documents of the Index are this Syncer's: others are not
	// removed for being unknown. nil means all.
	Owns func(doc string) bool
}

// NewSyncer keeps index as embedder would have it. store, which may be nil, is
// where vectors are found again: an Index in memory is filled from it without
// embedding anything, and work broken off is taken up where it stopped.
func NewSyncer(embedder Embedder, index Index, store VectorStore, opts *SyncOptions) *Syncer {
	s := &Syncer{embedder: embedder, index: index, store: store, turn: make(chan struct{}, 1)}
	if opts != nil {
		s.opts = *opts
	}
	s.opts.Batch = positive(s.opts.Batch, 128)
	s.opts.Failures = positive(s.opts.Failures, 3)
	return s
}

// SyncReport says what a Sync did. Texts are counted once for each document they
// stand in.
type SyncReport struct {
	Docs      int      // documents
	Done      int      // documents looked at
	Unchanged int      // documents whose vectors were up to date
	Put       int      // documents whose vectors were put
	Removed   int      // documents whose vectors were removed: they are gone, or have no text
	Embedded  int      // texts embedded
	Reused    int      // texts whose vectors the Index or the store had, of documents put
	Dimension int      // of the vectors; 0 when there are none
	Pending   []string // documents left as they were, because their texts could not be embedded
}

// Sync embeds the texts of r's blocks that have no vector yet and puts each
// document's vectors whole; see [PassageText] for what is embedded. Vectors of
// documents that r does not have are removed, and those of other embedders once
// new ones replace them. progress, if not nil, is called from this goroutine as
// the work goes on.
//
// Documents whose texts could not be embedded are left as they were and named in
// the report; the error then joins the causes, and the next Sync takes the work up
// again. Errors of the Index and of the store end the work at once, as ctx does.
func (s *Syncer) Sync(ctx context.Context, r *Retriever, progress func(SyncReport)) (SyncReport, error) {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return SyncReport{}, ctx.Err()
	}
	run := &syncRun{Syncer: s, texts: r, progress: progress}
	err := run.all(ctx)
	return run.report, err
}

// Prune removes from the store what no block of r needs: vectors of other
// embedders, and of texts that are gone. It returns how many.
func (s *Syncer) Prune(ctx context.Context, r *Retriever) (int, error) {
	if s.store == nil {
		return 0, nil
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	var hashes []string
	for _, doc := range r.docNames() {
		for _, p := range passagesOf(r.Doc(doc)) {
			hashes = append(hashes, p.hash)
		}
	}
	slices.Sort(hashes)
	return s.store.PruneVectors(ctx, []string{s.embedder.ID()}, slices.Compact(hashes))
}

// syncRun is one Sync at work.
type syncRun struct {
	*Syncer
	texts    *Retriever
	progress func(SyncReport)
	report   SyncReport

	// dimension is that of the vectors met first. It is sure once the Embedder
	// itself gave it; when that differs, earlier documents are done again.
	dimension int
	sure      bool
	again     bool

	failures []error // of documents
	tired    bool    // nothing more is embedded
}

func (s *syncRun) all(ctx context.Context) error {
	docs := s.texts.docNames()
	s.report.Docs = len(docs)
	if err := s.removeGone(ctx, docs); err != nil {
		return err
	}
	if err := s.pass(ctx, docs); err != nil {
		return err
	}
	if s.again { // the dimension is sure now: once more is enough
		s.report.Done, s.report.Unchanged, s.report.Pending, s.failures = 0, 0, nil, nil
		if err := s.pass(ctx, docs); err != nil {
			return err
		}
	}
	s.report.Dimension = s.dimension
	return errors.Join(s.failures...)
}

func (s *syncRun) pass(ctx context.Context, docs []string) error {
	held, err := s.collections(ctx)
	if err != nil {
		return err
	}
	for _, doc := range docs {
		err := s.doc(ctx, doc, held[doc])
		switch {
		case err == nil:
		case fatal(ctx, err):
			return fmt.Errorf("bring the vectors of %q up to date: %w", doc, err)
		default:
			s.leave(doc, err)
		}
		s.report.Done++
		s.tell()
	}
	return nil
}

// fatal tells what would fail again with every other document from what is wrong
// with one, or with the Embedder.
func fatal(ctx context.Context, err error) bool {
	var stored *storeError
	return ctx.Err() != nil || errors.As(err, &stored) ||
		!errors.Is(err, ErrEmbedder) && !errors.Is(err, ErrVector) && !errors.Is(err, ErrDimension)
}

// leave notes a document as pending. The cause is kept for the first ones only.
func (s *syncRun) leave(doc string, err error) {
	s.report.Pending = append(s.report.Pending, doc)
	if !s.tired {
		s.failures = append(s.failures, fmt.Errorf("vectors of %q: %w", doc, err))
	}
	s.tired = len(s.failures) >= s.opts.Failures
}

func (s *syncRun) tell() {
	if s.progress != nil {
		s.progress(s.report)
	}
}

// collections returns what the index holds by document.
func (s *syncRun) collections(ctx context.Context) (map[string][]Collection, error) {
	list, err := s.index.List(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the vectors there are: %w", err)
	}
	held := map[string][]Collection{}
	for _, c := range list {
		held[c.Doc] = append(held[c.Doc], c)
	}
	return held, nil
}

func (s *syncRun) removeGone(ctx context.Context, docs []string) error {
	held, err := s.collections(ctx)
	if err != nil {
		return err
	}
	for doc := range held {
		if _, there := slices.BinarySearch(docs, doc); there || s.opts.Owns != nil && !s.opts.Owns(doc) {
			continue
		}
		if err := s.index.Delete(ctx, doc); err != nil {
			return fmt.Errorf("remove the vectors of %q: %w", doc, err)
		}
		s.report.Removed++
	}
	return nil
}
