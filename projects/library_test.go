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

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// countingStore tells what text is asked for, and holds up whoever asks while
// gate is closed.
type countingStore struct {
	projects.Store
	asked atomic.Int64 // documents
	gate  chan struct{}
	at    chan struct{} // receives one when somebody waits at the gate
}

func (s *countingStore) GetDocumentBlocks(ctx context.Context, organizationID, projectID string, ids ...string) ([]retrieval.Block, error) {
	s.asked.Add(int64(len(ids)))
	if s.gate != nil {
		s.at <- struct{}{}
		select {
		case <-s.gate:
		case <-ctx.Done():
			s.at <- struct{}{}
			return nil, ctx.Err()
		}
	}
	return s.Store.GetDocumentBlocks(ctx, organizationID, projectID, ids...)
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
	blocks, err := l.Read(t.Context(), a.ID)
	if err != nil || len(blocks) != 2 || blocks[0].Text != "Uno." || blocks[1].Text != "Dos." {
		t.Fatalf("Read: want both in order, got %v, %v", blocks, err)
	}
	if b, ok := l.Block(blocks[1].ID); !ok || b.Text != "Dos." {
		t.Errorf("Block: %v, %v", b, ok)
	}
	theirs, err := o.Store.GetDocumentBlocks(t.Context(), other.OrganizationID, other.ID, foreign.ID)
	if err != nil {
		t.Fatal(err)
	}
	if b, ok := l.Block(theirs[0].ID); ok {
		t.Errorf("Block of another project: %v", b)
	}
	for _, id := range []string{foreign.ID, projects.NewID(), ""} {
		if _, err := l.Read(t.Context(), id); !errors.Is(err, projects.ErrNotFound) {
			t.Errorf("Read(%q): want ErrNotFound, got %v", id, err)
		}
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

// TestService_Library_changes: each opening sees what there is then, and only
// what is new is read.
func TestService_Library_changes(t *testing.T) {
	o, store := newCountingOffice(t)
	p := o.put(t, projects.Project{Name: "A"})
	if got := found(t, o.library(t, p), "muro"); len(got) != 0 || store.asked.Load() != 0 {
		t.Errorf("an empty project: %v, %d documents read", got, store.asked.Load())
	}
	a, b := o.upload(t, p, "a.txt", "Un muro de carga."), o.upload(t, p, "b.txt", "Un muro cortina.")
	first := o.library(t, p)
	if again, err := o.Library(t.Context(), p.OrganizationID, strings.ToUpper(p.ID)); err != nil || again != first || store.asked.Load() != 2 {
		t.Errorf("opened again: want the same one, with nothing read, got %v, %d documents read", err, store.asked.Load())
	}
	c := o.upload(t, p, "c.txt", "Un muro pantalla.")
	all := []string{a.ID, b.ID, c.ID}
	if got := found(t, o.library(t, p), "muro", all...); len(got) != 3 || store.asked.Load() != 3 {
		t.Errorf("one more document: want 3 hits and it alone read, got %v, %d documents read", got, store.asked.Load())
	}
	if got := found(t, first, "muro", all...); len(got) != 2 {
		t.Errorf("the library opened before: want it as it was, got %v", got)
	}
	if err := o.DeleteDocument(t.Context(), p.OrganizationID, p.ID, a.ID); err != nil {
		t.Fatal(err)
	}
	l := o.library(t, p)
	if diff := cmp.Diff([]string{"Un muro cortina.", "Un muro pantalla."}, found(t, l, "muro", all...)); diff != "" || store.asked.Load() != 3 {
		t.Errorf("after a deletion, %d documents read (-want +got):\n%s", store.asked.Load(), diff)
	}
	if _, err := l.Read(t.Context(), a.ID); !errors.Is(err, projects.ErrNotFound) {
		t.Errorf("Read of a deleted document: want ErrNotFound, got %v", err)
	}
	o.upload(t, p, "b.txt", "Un tabique.")
	if got := found(t, o.library(t, p), "cortina", b.ID); len(got) != 0 {
		t.Errorf("a replaced document: %v", got)
	}
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

func (s twin) GetDocumentBlocks(context.Context, string, string, ...string) ([]retrieval.Block, error) {
	return []retrieval.Block{{ID: "b", Doc: s.document, Kind: retrieval.Paragraph, Lang: "es", Text: "Un muro de otros."}}, nil
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
	libraries := make([]*projects.Library, callers)
	waiting := make(chan struct{}, callers)
	for i := range callers {
		wg.Go(func() {
			ctx := announcing{t.Context(), waiting}
			var err error
			if libraries[i], err = o.Library(ctx, p.OrganizationID, p.ID); err != nil {
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
		t.Errorf("the text was read %d times", store.asked.Load())
	}
	for _, l := range libraries {
		if l != libraries[0] {
			t.Error("want one library for all")
		}
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

// failingStore cannot read text.
type failingStore struct{ projects.Store }

var errDown = errors.New("down")

func (failingStore) GetDocumentBlocks(context.Context, string, string, ...string) ([]retrieval.Block, error) {
	return nil, errDown
}

// TestService_Library_failed: an error is not kept.
func TestService_Library_failed(t *testing.T) {
	o := newOffice(t)
	p := o.put(t, projects.Project{Name: "A"})
	o.upload(t, p, "a.txt", "Un muro.")
	whole := o.Store
	o.Store = failingStore{whole}
	if _, err := o.Library(t.Context(), p.OrganizationID, p.ID); !errors.Is(err, errDown) {
		t.Errorf("want the store's error, got %v", err)
	}
	o.Store = whole
	o.library(t, p)
}

// TestService_Library_bounded: what was not used for longest makes room.
func TestService_Library_bounded(t *testing.T) {
	const many = 20
	o, store := newCountingOffice(t)
	o.LibraryBytes = 60_000 // four or so of the following
	var list []projects.Project
	for i := range many {
		p := o.put(t, projects.Project{Name: fmt.Sprint(i)})
		o.upload(t, p, "a.txt", strings.Repeat("Un muro de ladrillo. ", 100))
		list = append(list, p)
	}
	for _, p := range list {
		o.library(t, p)
		o.library(t, list[0]) // used all the time
	}
	if n := store.asked.Load(); n != many {
		t.Errorf("documents read: want each once, %d, got %d", many, n)
	}
	o.library(t, list[many-1])
	if n := store.asked.Load(); n != many {
		t.Error("the newest was not kept")
	}
	o.library(t, list[1])
	if n := store.asked.Load(); n != many+1 {
		t.Error("the one not used for longest was kept beyond the bound")
	}

	none, counted := newCountingOffice(t)
	none.LibraryBytes = -1
	p := none.put(t, projects.Project{Name: "A"})
	none.upload(t, p, "a.txt", "Un muro.")
	none.library(t, p)
	none.library(t, p)
	if n := counted.asked.Load(); n != 2 {
		t.Errorf("with no room nothing is kept: want 2 documents read, got %d", n)
	}
}
