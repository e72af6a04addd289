package retrieval_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

// counting is an Embedder that notes every text, fails on some, and may change the
// length of its vectors.
type counting struct {
	name      string
	dimension int
	refuses   string               // fails when a text holds it; "" never
	before    func(texts []string) // runs first, if not nil

	mu    sync.Mutex
	texts []string
}

func (c *counting) ID() string { return c.name }

func (c *counting) Embed(ctx context.Context, texts []string, p retrieval.Purpose) ([][]float32, error) {
	if c.before != nil {
		c.before(texts)
	}
	for _, text := range texts {
		if c.refuses != "" && strings.Contains(text, c.refuses) {
			return nil, errAway
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.texts = append(c.texts, texts...)
	return (&retrievaltest.Noise{Dimension: c.dimension}).Embed(ctx, texts, p)
}

// taken returns how many texts were embedded since it was called last.
func (c *counting) taken() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(c.texts)
	c.texts = nil
	return n
}

// world is what a Syncer works on.
type world struct {
	embedder *counting
	index    *retrievaltest.Index
	store    *retrievaltest.VectorStore
	blocks   []retrieval.Block
}

func newWorld(docs ...string) *world {
	w := &world{&counting{name: "e", dimension: 8}, retrievaltest.NewIndex(), retrievaltest.NewVectorStore(), nil}
	for _, doc := range docs {
		w.blocks = append(w.blocks, passages(doc, "one of "+doc, "two of "+doc, "three of "+doc)...)
	}
	return w
}

func (w *world) sync(t *testing.T, opts *retrieval.SyncOptions) (retrieval.SyncReport, error) {
	t.Helper()
	return retrieval.NewSyncer(w.embedder, w.index, w.store, opts).Sync(t.Context(), retrieval.New(w.blocks), nil)
}

// want holds a Sync to its report, and the index to what the blocks need.
func (w *world) want(t *testing.T, want retrieval.SyncReport, embedded int) {
	t.Helper()
	got, err := w.sync(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	if n := w.embedder.taken(); n != embedded {
		t.Errorf("%d texts embedded, want %d", n, embedded)
	}
	w.wantIndex(t)
}

func (w *world) wantIndex(t *testing.T) {
	t.Helper()
	want := map[string]int{}
	for i := range w.blocks {
		if b := &w.blocks[i]; retrieval.PassageText(b) != "" {
			want[b.Doc+" "+b.ID+" "+retrieval.HashText(retrieval.PassageText(b))] = w.embedder.dimension
		}
	}
	got := map[string]int{}
	list, err := w.index.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		vectors, err := w.index.Vectors(t.Context(), c.Doc, w.embedder.name)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range vectors {
			got[c.Doc+" "+v.ID+" "+v.SHA256] = len(v.Values)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("index (-want +got):\n%s", diff)
	}
}

func TestSyncer_Life(t *testing.T) {
	w := newWorld("a", "b")
	w.want(t, retrieval.SyncReport{Docs: 2, Done: 2, Put: 2, Embedded: 6, Dimension: 8}, 6)
	w.want(t, retrieval.SyncReport{Docs: 2, Done: 2, Unchanged: 2, Dimension: 8}, 0)

	// A restart: an index in memory is filled without embedding anything.
	w.index = retrievaltest.NewIndex()
	w.want(t, retrieval.SyncReport{Docs: 2, Done: 2, Put: 2, Reused: 6, Dimension: 8}, 0)

	// One text changed, one gone, one without text, one the same as another.
	w.blocks[0].Text = "one of a, anew"
	w.blocks[1].Text = " "
	w.blocks[3].Text = w.blocks[4].Text
	w.blocks = w.blocks[:5]
	w.want(t, retrieval.SyncReport{Docs: 2, Done: 2, Put: 2, Embedded: 1, Reused: 2, Dimension: 8}, 1)

	// A title above changes what a text means.
	w.blocks[4].Path = []string{"Stairs"}
	w.want(t, retrieval.SyncReport{Docs: 2, Done: 2, Unchanged: 1, Put: 1, Embedded: 1, Reused: 1, Dimension: 8}, 1)

	// A document goes, another loses all its text.
	w.blocks = append(passages("c", "x"), w.blocks[1])
	w.want(t, retrieval.SyncReport{Docs: 2, Done: 2, Removed: 2, Put: 1, Embedded: 1, Dimension: 8}, 1)
}

func TestSyncer_OtherEmbedder(t *testing.T) {
	w := newWorld("a", "b")
	w.want(t, retrieval.SyncReport{Docs: 2, Done: 2, Put: 2, Embedded: 6, Dimension: 8}, 6)
	w.embedder = &counting{name: "other", dimension: 16}
	w.want(t, retrieval.SyncReport{Docs: 2, Done: 2, Put: 2, Embedded: 6, Dimension: 16}, 6)
}

// The same name for a model with longer vectors: what is stored of it is of no use
// once the Embedder itself has shown the new length.
func TestSyncer_OtherDimension(t *testing.T) {
	w := newWorld("a", "b")
	w.want(t, retrieval.SyncReport{Docs: 2, Done: 2, Put: 2, Embedded: 6, Dimension: 8}, 6)
	w.embedder.dimension = 16
	w.blocks = append(w.blocks, passages("c", "one of c")...)
	if _, err := w.sync(t, nil); err != nil {
		t.Fatal(err)
	}
	w.wantIndex(t)
	if n := w.embedder.taken(); n != 7 {
		t.Errorf("%d texts embedded, want all 7", n)
	}
}

// Stored vectors of two lengths: the Embedder says which are right.
func TestSyncer_MixedStore(t *testing.T) {
	w := newWorld("a")
	old := map[string][]float32{retrieval.HashText(w.blocks[0].Text): make([]float32, 5), retrieval.HashText(w.blocks[1].Text): {1, 0, 0, 0, 0, 0, 0, 0}}
	if err := w.store.PutVectors(t.Context(), "e", old); err != nil {
		t.Fatal(err)
	}
	if _, err := w.sync(t, nil); err != nil {
		t.Fatal(err)
	}
	w.wantIndex(t)
}

// A server that fails: what was embedded stays, documents are put whole or not
// at all, and those that need nothing are put all the same.
func TestSyncer_Resumes(t *testing.T) {
	w := newWorld("a", "b", "c")
	w.embedder.refuses = "three of b"
	report, err := w.sync(t, &retrieval.SyncOptions{Batch: 1})
	if !errors.Is(err, retrieval.ErrEmbedder) || !slices.Equal(report.Pending, []string{"b"}) || report.Put != 2 || report.Done != 3 {
		t.Errorf("report %+v, error %v", report, err)
	}
	if n := w.embedder.taken(); n != 8 {
		t.Errorf("%d texts embedded, want 8", n)
	}
	w.embedder.refuses = ""
	w.want(t, retrieval.SyncReport{Docs: 3, Done: 3, Unchanged: 2, Put: 1, Embedded: 1, Reused: 2, Dimension: 8}, 1)
}

func TestSyncer_DeadServer(t *testing.T) {
	w := newWorld("a", "b", "c", "d", "e", "z")
	z := w.blocks[15:]
	if _, err := retrieval.NewSyncer(w.embedder, w.index, w.store, nil).Sync(t.Context(), retrieval.New(z), nil); err != nil {
		t.Fatal(err)
	}
	w.index = retrievaltest.NewIndex()
	var calls atomic.Int32
	w.embedder.refuses, w.embedder.before = "of", func([]string) { calls.Add(1) }
	report, err := w.sync(t, nil)
	if !errors.Is(err, retrieval.ErrEmbedder) || len(report.Pending) != 5 || report.Put != 1 {
		t.Errorf("report %+v, error %v", report, err)
	}
	if n := calls.Load(); n != 3 {
		t.Errorf("a dead server was asked %d times, want 3", n)
	}
}

func TestSyncer_Crash(t *testing.T) {
	w := newWorld("a", "b")
	ctx, crash := context.WithCancel(t.Context())
	calls := 0
	w.embedder.before = func([]string) {
		if calls++; calls == 5 {
			crash()
		}
	}
	_, err := retrieval.NewSyncer(w.embedder, w.index, w.store, &retrieval.SyncOptions{Batch: 1}).Sync(ctx, retrieval.New(w.blocks), nil)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	w.embedder.taken()
	w.embedder.before, w.index = nil, retrievaltest.NewIndex()
	w.want(t, retrieval.SyncReport{Docs: 2, Done: 2, Put: 2, Embedded: 2, Reused: 4, Dimension: 8}, 2)
}

// Several calls work one after the other: nothing is embedded twice.
func TestSyncer_Concurrent(t *testing.T) {
	w := newWorld("a", "b", "c")
	s := retrieval.NewSyncer(w.embedder, w.index, w.store, nil)
	r := retrieval.New(w.blocks)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if _, err := s.Sync(context.Background(), r, nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := w.embedder.taken(); n != 9 {
		t.Errorf("%d texts embedded, want 9", n)
	}
	w.wantIndex(t)
}

// A Sync waits while another works, no longer than its context lets it.
func TestSyncer_WaitsInContext(t *testing.T) {
	w := newWorld("a")
	s := retrieval.NewSyncer(w.embedder, w.index, w.store, nil)
	var sync, prune error
	w.embedder.before = func([]string) {
		w.embedder.before = nil
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		_, sync = s.Sync(ctx, retrieval.New(w.blocks), nil)
		_, prune = s.Prune(ctx, retrieval.New(w.blocks))
	}
	if _, err := s.Sync(t.Context(), retrieval.New(w.blocks), nil); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(sync, context.DeadlineExceeded) || !errors.Is(prune, context.DeadlineExceeded) {
		t.Errorf("while another works Sync gives %v and Prune %v", sync, prune)
	}
}

// An index that keeps its vectors needs no store.
func TestSyncer_NoStore(t *testing.T) {
	w := newWorld("a")
	for _, embedded := range []int{3, 0, 1} {
		if embedded == 1 {
			w.blocks[2].Text = "another"
		}
		if _, err := retrieval.NewSyncer(w.embedder, w.index, nil, nil).Sync(t.Context(), retrieval.New(w.blocks), nil); err != nil {
			t.Fatal(err)
		}
		if n := w.embedder.taken(); n != embedded {
			t.Errorf("%d texts embedded, want %d", n, embedded)
		}
	}
	w.wantIndex(t)
}

func TestSyncer_Owns(t *testing.T) {
	w := newWorld("code/1")
	other := []retrieval.Vector{{ID: "x", SHA256: "x", Values: []float32{1}}}
	for _, doc := range []string{"project", "code/0"} {
		if err := w.index.Put(t.Context(), doc, "e", other); err != nil {
			t.Fatal(err)
		}
	}
	owns := func(doc string) bool { return strings.HasPrefix(doc, "code/") }
	if _, err := w.sync(t, &retrieval.SyncOptions{Owns: owns}); err != nil {
		t.Fatal(err)
	}
	list, _ := w.index.List(t.Context())
	var docs []string
	for _, c := range list {
		docs = append(docs, c.Doc)
	}
	if diff := cmp.Diff([]string{"code/1", "project"}, docs); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
}

func TestSyncer_Progress(t *testing.T) {
	w := newWorld("a", "b")
	var seen []string
	s := retrieval.NewSyncer(w.embedder, w.index, w.store, &retrieval.SyncOptions{Batch: 2})
	if _, err := s.Sync(t.Context(), retrieval.New(w.blocks), func(p retrieval.SyncReport) {
		seen = append(seen, fmt.Sprintf("%d/%d %d", p.Done, p.Docs, p.Embedded))
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"0/2 2", "0/2 3", "1/2 3", "1/2 5", "1/2 6", "2/2 6"}, seen); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}

func TestSyncer_Prune(t *testing.T) {
	w := newWorld("a", "b")
	if _, err := w.sync(t, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.store.PutVectors(t.Context(), "old", map[string][]float32{"x": {1}}); err != nil {
		t.Fatal(err)
	}
	r := retrieval.New(w.blocks[:4])
	if n, err := retrieval.NewSyncer(w.embedder, w.index, w.store, nil).Prune(t.Context(), r); n != 3 || err != nil || w.store.Len() != 4 {
		t.Errorf("%d removed, %d left, %v; want 3 and 4", n, w.store.Len(), err)
	}
}

// broken is a VectorStore that fails.
type broken struct {
	retrievaltest.VectorStore
	get, put error
}

func (b *broken) GetVectors(ctx context.Context, e string, hashes []string) (map[string][]float32, error) {
	if b.get != nil {
		return nil, b.get
	}
	return b.VectorStore.GetVectors(ctx, e, hashes)
}

func (b *broken) PutVectors(ctx context.Context, e string, v map[string][]float32) error {
	if b.put != nil {
		return b.put
	}
	return b.VectorStore.PutVectors(ctx, e, v)
}

// Nothing is embedded for a store that would forget it.
func TestSyncer_BrokenStore(t *testing.T) {
	full := errors.New("the disk is full")
	for name, c := range map[string]struct {
		store *broken
		texts int
	}{"get": {&broken{get: full}, 0}, "put": {&broken{put: full}, 3}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld("a", "b", "c", "d", "e")
			_, err := retrieval.NewSyncer(w.embedder, w.index, c.store, nil).Sync(t.Context(), retrieval.New(w.blocks), nil)
			if n := w.embedder.taken(); !errors.Is(err, full) || n != c.texts {
				t.Errorf("%d texts embedded, want %d; %v", n, c.texts, err)
			}
		})
	}
}

func TestCached_Conformance(t *testing.T) {
	open := func(t *testing.T) retrieval.Embedder {
		return retrieval.Cached(&retrievaltest.Noise{}, retrievaltest.NewVectorStore())
	}
	retrievaltest.TestEmbedder(t, open)
}

func TestCached_Embed(t *testing.T) {
	e, store := &counting{name: "e", dimension: 8}, retrievaltest.NewVectorStore()
	c := retrieval.Cached(e, store)
	for _, step := range []struct {
		purpose  retrieval.Purpose
		texts    []string
		embedded int
	}{
		{retrieval.ForPassage, []string{"a", "b", "a"}, 2},
		{retrieval.ForPassage, []string{"b", "c", "a"}, 1},
		{retrieval.ForQuery, []string{"a", "d"}, 2},
		{retrieval.ForPassage, []string{"d"}, 1},
	} {
		got, err := c.Embed(t.Context(), step.texts, step.purpose)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := (&retrievaltest.Noise{Dimension: 8}).Embed(t.Context(), step.texts, step.purpose)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", step.texts, diff)
		}
		if n := e.taken(); n != step.embedded {
			t.Errorf("%v as %s: %d embedded, want %d", step.texts, step.purpose, n, step.embedded)
		}
	}
	e.dimension = 4 // another model under the same name
	got, err := c.Embed(t.Context(), []string{"a", "new"}, retrieval.ForPassage)
	if err != nil || len(got[0]) != 4 || len(got[1]) != 4 {
		t.Errorf("vectors of %d and %d values, %v; want 4", len(got[0]), len(got[1]), err)
	}
	e.refuses = "bad"
	if got, err := c.Embed(t.Context(), []string{"a", "bad"}, retrieval.ForPassage); !errors.Is(err, retrieval.ErrEmbedder) || got != nil {
		t.Errorf("got %v, %v", got, err)
	}
	full := errors.New("the disk is full")
	if _, err := retrieval.Cached(e, &broken{get: full}).Embed(t.Context(), []string{"a"}, retrieval.ForPassage); !errors.Is(err, full) || !errors.Is(err, retrieval.ErrEmbedder) {
		t.Errorf("a store that fails gives %v", err)
	}
}

func TestPassageText(t *testing.T) {
	for want, b := range map[string]retrieval.Block{
		"": {Title: "Stairs", Path: []string{"1"}, Text: " \n"},
		"1 Safety > 1.1 Stairs\nSize\nSteps have:\n- 28 cm": {Title: "Size", Path: []string{"1 Safety", "1.1 Stairs"}, Lead: "Steps have:", Text: "- 28 cm"},
		"1.1 Stairs\nx": {Title: "1.1 Stairs", Path: []string{"1.1 Stairs"}, Text: "x"},
	} {
		if diff := cmp.Diff(want, retrieval.PassageText(&b)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", b, diff)
		}
	}
}
