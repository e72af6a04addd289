package projects_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// countingStore tells which indexes are asked for and how much text is read whole, and
// holds up whoever asks while gate is closed.
type countingStore struct {
	projects.Store
	asked atomic.Int64 // times
	whole atomic.Int64 // documents
	gate  chan struct{}
	at    chan struct{} // receives one when somebody waits at the gate
}

func (s *countingStore) GetDocumentBlocks(ctx context.Context, organizationID, projectID string, ids ...string) ([]retrieval.Block, error) {
	s.whole.Add(int64(len(ids)))
	return s.Store.GetDocumentBlocks(ctx, organizationID, projectID, ids...)
}

func (s *countingStore) GetSegments(ctx context.Context, organizationID, projectID string, ids ...string) (map[string][]byte, error) {
	s.asked.Add(1)
	if s.gate != nil {
		s.at <- struct{}{}
		select {
		case <-s.gate:
		case <-ctx.Done():
			s.at <- struct{}{}
			return nil, ctx.Err()
		}
	}
	return s.Store.GetSegments(ctx, organizationID, projectID, ids...)
}

func newCountingOffice(t *testing.T) (*office, *countingStore) {
	o := newOffice(t)
	s := &countingStore{Store: o.Store}
	o.Store = s
	return o, s
}

func (o *office) library(t testing.TB, p projects.Project) *projects.Library {
	t.Helper()
	l, err := o.Library(t.Context(), p.OrganizationID, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// found returns the texts a search finds.
func found(t testing.TB, l *projects.Library, text string, docs ...string) []string {
	t.Helper()
	hits, err := l.Search(t.Context(), retrieval.Query{Text: text, Docs: docs})
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{}
	for _, h := range hits {
		texts = append(texts, h.Block.Text)
	}
	slices.Sort(texts)
	return texts
}

func TestLibrary_Search(t *testing.T) {
	o := newOffice(t)
	p, other := o.put(t, projects.Project{Name: "A"}), o.put(t, projects.Project{Name: "B"})
	foreign := o.put(t, projects.Project{Name: "C", OrganizationID: o.b.OrganizationID})
	a := o.upload(t, p, "a.txt", "La escalera mide 1,10 m.\n\nEl muro es de ladrillo.")
	b := o.upload(t, p, "b.txt", "La escalera es de hormigón.")
	c := o.upload(t, other, "c.txt", "La escalera de la otra obra.")
	d := o.upload(t, foreign, "d.txt", "La escalera ajena.")
	l := o.library(t, p)

	for name, c := range map[string]struct{ docs, want []string }{
		"all":     {[]string{a.ID, b.ID}, []string{"La escalera es de hormigón.", "La escalera mide 1,10 m."}},
		"one":     {[]string{b.ID}, []string{"La escalera es de hormigón."}},
		"foreign": {[]string{c.ID, d.ID, b.ID}, []string{"La escalera es de hormigón."}},
		"others":  {[]string{c.ID, d.ID, projects.NewID(), "stairs/2020"}, []string{}},
		"none":    {nil, []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, found(t, l, "escalera", c.docs...)); diff != "" {
				t.Errorf("found (-want +got):\n%s", diff)
			}
		})
	}
	if _, err := l.Search(t.Context(), retrieval.Query{Docs: []string{a.ID}}); !errors.Is(err, retrieval.ErrInvalidQuery) {
		t.Errorf("a query without text: want ErrInvalidQuery, got %v", err)
	}
	if _, err := o.Library(t.Context(), o.b.OrganizationID, p.ID); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("Library of a foreign project: want ErrNotFound, got %v", err)
	}
}

func TestLibrary_Read(t *testing.T) {
	o := newOffice(t)
	p, other := o.put(t, projects.Project{Name: "A"}), o.put(t, projects.Project{Name: "B"})
	a, foreign := o.upload(t, p, "a.txt", "Uno.\n\nDos."), o.upload(t, other, "b.txt", "Ajeno.")
	l := o.library(t, p)
	blocks, of, err := l.Read(t.Context(), a.ID, 0, 9)
	if err != nil || of != 2 || len(blocks) != 2 || blocks[0].Text != "Uno." || blocks[1].Text != "Dos." {
		t.Fatalf("Read: want both in order, got %v of %d, %v", blocks, of, err)
	}
	if blocks, of, err := l.Read(t.Context(), a.ID, 1, 2); err != nil || of != 2 || len(blocks) != 1 || blocks[0].Text != "Dos." {
		t.Errorf("Read of a part: got %v of %d, %v", blocks, of, err)
	}
	if blocks, of, err := l.Read(t.Context(), a.ID, 2, 9); err != nil || of != 2 || len(blocks) != 0 {
		t.Errorf("Read past the end: got %v of %d, %v", blocks, of, err)
	}
	for _, id := range []string{foreign.ID, projects.NewID(), ""} {
		if _, _, err := l.Read(t.Context(), id, 0, 9); !errors.Is(err, projects.ErrNotFound) {
			t.Errorf("Read(%q): want ErrNotFound, got %v", id, err)
		}
	}
	if err := o.DeleteDocument(t.Context(), p.OrganizationID, p.ID, a.ID); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.Read(t.Context(), a.ID, 0, 9); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("Read of what was deleted since: want ErrNotFound, got %v", err)
	}
	if got := found(t, l, "dos", a.ID); len(got) != 0 {
		t.Errorf("what was deleted since is found: %v", got)
	}
}

func TestLibrary_Existing(t *testing.T) {
	o, ctx := newOffice(t), t.Context()
	p, other := o.put(t, projects.Project{Name: "A"}), o.put(t, projects.Project{Name: "B"})
	a, b := o.upload(t, p, "a.txt", "Uno."), o.upload(t, p, "b.txt", "Dos.")
	foreign := o.upload(t, other, "c.txt", "Tres.")
	l := o.library(t, p)
	later := o.upload(t, p, "d.txt", "Cuatro.")
	if err := o.DeleteDocument(ctx, p.OrganizationID, p.ID, a.ID); err != nil {
		t.Fatal(err)
	}
	asked := []string{later.ID, a.ID, foreign.ID, b.ID, projects.NewID()}
	got, err := l.Existing(ctx, asked)
	if diff := cmp.Diff([]string{later.ID, b.ID}, got); diff != "" || err != nil {
		t.Errorf("Existing (-want +got):\n%s%v", diff, err)
	}
	if asked[1] != a.ID {
		t.Error("Existing changed what it was asked")
	}
	if err := o.Delete(ctx, p.OrganizationID, p.ID); err != nil {
		t.Fatal(err)
	}
	if got, err := l.Existing(ctx, asked); err != nil || len(got) != 0 {
		t.Errorf("of a project that is gone: want none, got %v, %v", got, err)
	}
}

// TestService_Library_changes: each opening sees what there is then, and no text is read
// whole for it.
func TestService_Library_changes(t *testing.T) {
	o, store := newCountingOffice(t)
	p := o.put(t, projects.Project{Name: "A"})
	if got := found(t, o.library(t, p), "muro"); len(got) != 0 {
		t.Errorf("an empty project: %v", got)
	}
	a, b := o.upload(t, p, "a.txt", "Un muro de carga."), o.upload(t, p, "b.txt", "Un muro cortina.")
	first := o.library(t, p)
	before := store.asked.Load()
	if again, err := o.Library(t.Context(), p.OrganizationID, strings.ToUpper(p.ID)); err != nil || len(found(t, again, "muro", a.ID, b.ID)) != 2 {
		t.Errorf("opened again: %v", err)
	}
	if now := store.asked.Load(); now != before {
		t.Error("what is open was read again")
	}
	c := o.upload(t, p, "c.txt", "Un muro pantalla.")
	all := []string{a.ID, b.ID, c.ID}
	if got := found(t, o.library(t, p), "muro", all...); len(got) != 3 {
		t.Errorf("one more document: want 3 hits, got %v", got)
	}
	if got := found(t, first, "muro", all...); len(got) != 2 {
		t.Errorf("the library opened before: want it as it was, got %v", got)
	}
	if err := o.DeleteDocument(t.Context(), p.OrganizationID, p.ID, a.ID); err != nil {
		t.Fatal(err)
	}
	l := o.library(t, p)
	if diff := cmp.Diff([]string{"Un muro cortina.", "Un muro pantalla."}, found(t, l, "muro", all...)); diff != "" {
		t.Errorf("after a deletion (-want +got):\n%s", diff)
	}
	if _, _, err := l.Read(t.Context(), a.ID, 0, 1); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("Read of a deleted document: want ErrNotFound, got %v", err)
	}
	o.upload(t, p, "b.txt", "Un tabique.")
	if got := found(t, o.library(t, p), "cortina", b.ID); len(got) != 0 {
		t.Errorf("a replaced document: %v", got)
	}
	if n := store.whole.Load(); n != 0 {
		t.Errorf("the text of %d documents was read whole", n)
	}
}

// TestService_Library_indexes: a document without an index, or whose index is damaged, of
// another form or another analysis, is indexed once, when it is first searched.
func TestService_Library_indexes(t *testing.T) {
	for name, index := range map[string]projects.Index{
		"none":    {},
		"damaged": {Segment: []byte("RGLX\x02 and so on"), Memory: 100},
		"earlier": {Segment: []byte("RGLX\x01"), Memory: 100},
	} {
		t.Run(name, func(t *testing.T) {
			o, store := newCountingOffice(t)
			p := o.put(t, projects.Project{Name: "A"})
			a, b := o.upload(t, p, "a.txt", "Un muro de carga."), o.upload(t, p, "b.txt", "Un muro cortina.")
			if err := o.Store.PutIndex(t.Context(), p.OrganizationID, p.ID, b.ID, index); err != nil {
				t.Fatal(err)
			}
			if got := found(t, o.library(t, p), "muro", a.ID, b.ID); len(got) != 2 {
				t.Errorf("found %v", got)
			}
			o.Service = o.another()
			if got := found(t, o.library(t, p), "cortina", a.ID, b.ID); len(got) != 1 {
				t.Errorf("the index was not kept: found %v", got)
			}
			if n := store.whole.Load(); n != 1 {
				t.Errorf("want one document read whole once, got %d", n)
			}
		})
	}
}

// another returns a Service over the same Store, which has nothing open.
func (o *office) another() *projects.Service {
	return &projects.Service{Store: o.Store, Territory: o.Territory, Extractor: o.Extractor, Now: o.Now}
}

// TestService_Library_unfit: indexes that stay unfit are an error and no loop.
func TestService_Library_unfit(t *testing.T) {
	o := newOffice(t)
	p := o.put(t, projects.Project{Name: "A"})
	o.upload(t, p, "a.txt", "Un muro.")
	o.Store = spoilt{o.Store}
	if _, err := o.Library(t.Context(), p.OrganizationID, p.ID); err == nil || !strings.Contains(err.Error(), "unfit") {
		t.Errorf("want an error that says so, got %v", err)
	}
}

// spoilt has no index that is fit.
type spoilt struct{ projects.Store }

func (spoilt) GetSegments(_ context.Context, _, _ string, ids ...string) (map[string][]byte, error) {
	return map[string][]byte{ids[0]: []byte("spoilt")}, nil
}

// TestService_Library_sameID: two organizations never meet in the cache, even
// where a Store gives their projects the same ids.
func TestService_Library_sameID(t *testing.T) {
	o, store := newCountingOffice(t)
	p := o.put(t, projects.Project{Name: "A"})
	d := o.upload(t, p, "a.txt", "Un muro.")
	o.library(t, p)
	store.Store = twin{store.Store, p, d.ID}
	l, err := o.Library(t.Context(), o.b.OrganizationID, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got := found(t, l, "muro", d.ID); !cmp.Equal([]string{"Un muro de otros."}, got) {
		t.Errorf("want the other organization's own text, got %v", got)
	}
}

// twin answers every organization with a project of the same ids and other text.
type twin struct {
	projects.Store
	project  projects.Project
	document string
}

func (s twin) ListDocuments(context.Context, string, string) ([]projects.Document, error) {
	return []projects.Document{{ID: s.document, Name: "a.txt"}}, nil
}

func (s twin) blocks() []retrieval.Block {
	return []retrieval.Block{{ID: "b", Doc: s.document, Kind: retrieval.Paragraph, Lang: "es", Text: "Un muro de otros."}}
}

func (s twin) ListIndexes(context.Context, string, string) ([]projects.Indexed, error) {
	return []projects.Indexed{{ID: s.document, Text: 20, Memory: 2000}}, nil
}

func (s twin) GetSegments(context.Context, string, string, ...string) (map[string][]byte, error) {
	return map[string][]byte{s.document: retrieval.BuildSegment(s.blocks())}, nil
}

func (s twin) GetBlocks(context.Context, string, string, []retrieval.Place) ([]retrieval.Block, error) {
	return s.blocks(), nil
}

// TestService_Library_shared: those who open one library at once share the work,
// which goes on when the first of them leaves and ends with the last.
func TestService_Library_shared(t *testing.T) {
	const callers = 8
	o, store := newCountingOffice(t)
	p := o.put(t, projects.Project{Name: "A"})
	o.upload(t, p, "a.txt", "Un muro.")
	store.gate, store.at = make(chan struct{}), make(chan struct{}, callers)

	impatient, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		_, err := o.Library(impatient, p.OrganizationID, p.ID)
		left <- err
	}()
	<-store.at
	var wg sync.WaitGroup
	waiting := make(chan struct{}, callers)
	for range callers {
		wg.Go(func() {
			ctx := announcing{t.Context(), waiting}
			if _, err := o.Library(ctx, p.OrganizationID, p.ID); err != nil {
				t.Error(err)
			}
		})
	}
	for range callers {
		<-waiting
	}
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("who has left: want context.Canceled, got %v", err)
	}
	close(store.gate)
	wg.Wait()
	if store.asked.Load() != 1 {
		t.Errorf("the indexes were read %d times", store.asked.Load())
	}
}

// announcing tells when somebody begins to wait for its end.
type announcing struct {
	context.Context
	waiting chan struct{}
}

func (a announcing) Done() <-chan struct{} {
	select {
	case a.waiting <- struct{}{}:
	default:
	}
	return a.Context.Done()
}

func TestService_Library_abandoned(t *testing.T) {
	o, store := newCountingOffice(t)
	p := o.put(t, projects.Project{Name: "A"})
	o.upload(t, p, "a.txt", "Un muro.")
	store.gate, store.at = make(chan struct{}), make(chan struct{})
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		_, err := o.Library(ctx, p.OrganizationID, p.ID)
		left <- err
	}()
	<-store.at
	leave()
	<-store.at // the work was told to end
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("want context.Canceled, got %v", err)
	}
	store.gate = nil
	o.library(t, p) // and does not stand in the way of the next one
}

// failingStore cannot read indexes.
type failingStore struct{ projects.Store }

var errDown = errors.New("down")

func (failingStore) GetSegments(context.Context, string, string, ...string) (map[string][]byte, error) {
	return nil, errDown
}

// TestService_Library_failed: an error is not kept, and no room is lost by it.
func TestService_Library_failed(t *testing.T) {
	o := newOffice(t)
	o.LibraryBytes = 1 // all the room there is, for whatever is opened
	p := o.put(t, projects.Project{Name: "A"})
	o.upload(t, p, "a.txt", "Un muro.")
	whole := o.Store
	o.Store = failingStore{whole}
	for range 3 {
		if _, err := o.Library(t.Context(), p.OrganizationID, p.ID); !errors.Is(err, errDown) {
			t.Errorf("want the store's error, got %v", err)
		}
	}
	if diff := cmp.Diff(projects.LibraryUse{Bound: 1}, o.LibraryUse()); diff != "" {
		t.Errorf("use (-want +got):\n%s", diff)
	}
	o.Store = whole
	o.library(t, p)
}

// TestService_Library_bounded: what was not used for longest makes room.
func TestService_Library_bounded(t *testing.T) {
	const many = 20
	o, store := newCountingOffice(t)
	o.LibraryBytes = 40_000 // more than the index of any, less than those of all
	var list []projects.Project
	for i := range many {
		p := o.put(t, projects.Project{Name: fmt.Sprint(i)})
		o.upload(t, p, "a.txt", strings.Repeat("Un muro de ladrillo. ", 100)+strings.Repeat("Otro párrafo.\n\n", 100))
		list = append(list, p)
	}
	for _, p := range list {
		o.library(t, p)
		o.library(t, list[0]) // used all the time
		if use := o.LibraryUse(); use.Held <= 0 || use.Held > use.Bound || use.Bound != o.LibraryBytes {
			t.Errorf("use: %+v", use)
		}
	}
	if n := store.asked.Load(); n != many {
		t.Errorf("indexes read: want each once, %d, got %d", many, n)
	}
	o.library(t, list[many-1])
	if n := store.asked.Load(); n != many {
		t.Error("the newest was not kept")
	}
	o.library(t, list[1])
	if n := store.asked.Load(); n != many+1 {
		t.Error("the one not used for longest was kept beyond the bound")
	}
}

// TestService_Library_queue: who finds no room waits for it in order, gives up with its
// own end or after a while, and leaves nothing behind.
func TestService_Library_queue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o, store := newCountingOffice(t)
		o.LibraryBytes = 1 // one at a time
		p, other := o.put(t, projects.Project{Name: "A"}), o.put(t, projects.Project{Name: "B"})
		a, b := o.upload(t, p, "a.txt", "Un muro."), o.upload(t, other, "b.txt", "Otro muro.")
		l, m := o.library(t, p), o.library(t, other)
		release, at := make(chan struct{}), make(chan struct{})
		store.Store = slowTexts{store.Store, release, at}

		finished := make(chan []string, 2)
		go func() { finished <- found(t, l, "muro", a.ID) }()
		<-at // one reads, its index in memory

		ctx, leave := context.WithCancel(t.Context())
		left := make(chan error)
		go func() {
			_, err := m.Search(ctx, retrieval.Query{Text: "muro", Docs: []string{b.ID}})
			left <- err
		}()
		synctest.Wait()
		if diff := cmp.Diff(projects.LibraryUse{Held: 1, Bound: 1, Waiting: 1}, o.LibraryUse()); diff != "" {
			t.Errorf("while one waits for another (-want +got):\n%s", diff)
		}
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("who gives up: want context.Canceled, got %v", err)
		}

		began := time.Now()
		_, err := o.Library(t.Context(), other.OrganizationID, other.ID)
		if waited := time.Since(began); !errors.Is(err, projects.ErrBusy) || waited != projects.DefaultLibraryWait {
			t.Errorf("want ErrBusy after %v, got %v after %v", projects.DefaultLibraryWait, err, waited)
		}
		data := projects.Upload{Name: "c.txt", Data: []byte("Tres.")}
		if _, _, err := o.AddDocument(t.Context(), o.a, other.ID, data); !errors.Is(err, projects.ErrBusy) {
			t.Errorf("a file meanwhile: want ErrBusy, got %v", err)
		}

		go func() { finished <- found(t, m, "muro", b.ID) }()
		synctest.Wait()
		release <- struct{}{}
		<-at
		release <- struct{}{}
		got := append(<-finished, <-finished...)
		if diff := cmp.Diff([]string{"Un muro.", "Otro muro."}, got); diff != "" {
			t.Errorf("found (-want +got):\n%s", diff)
		}
	})
}

// slowTexts waits before it hands out text.
type slowTexts struct {
	projects.Store
	release, at chan struct{}
}

func (s slowTexts) GetBlocks(ctx context.Context, organizationID, projectID string, places []retrieval.Place) ([]retrieval.Block, error) {
	s.at <- struct{}{}
	<-s.release
	return s.Store.GetBlocks(ctx, organizationID, projectID, places)
}
