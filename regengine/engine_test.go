package regengine_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/rules"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// scheme is a country of two levels: "XX" and towns "XX-1", "XX-2".
type scheme struct{ geo.UnimplementedScheme }

func (scheme) Country() geo.ID  { return "XX" }
func (scheme) Language() string { return "en" }

func (scheme) ParseID(text string) (geo.ID, geo.Level, error) {
	switch id := geo.ID(strings.ToUpper(text)); {
	case id == "XX":
		return id, geo.Country, nil
	case id.Country() == "XX":
		return id, geo.Municipality, nil
	}
	return "", 0, geo.ErrInvalidID
}

var schemes = []geo.Scheme{scheme{}}

// store is a database in memory, small enough to see through.
type store struct {
	mu       sync.Mutex
	data     regengine.Data
	revision int64
	changes  chan struct{}
	err      error
	meddle   func(*store) // runs inside Apply, once: another writer came first
	loads    int
}

func newStore(places ...geo.Place) *store {
	return &store{data: regengine.Data{Places: places}, revision: 1, changes: make(chan struct{}, 1)}
}

func (s *store) Load(context.Context) (regengine.Data, int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loads++
	return s.data, s.revision, s.err
}

func (s *store) Revision(context.Context) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.revision, s.err
}

func (s *store) Changes(context.Context) <-chan struct{} { return s.changes }

func (s *store) Apply(_ context.Context, base int64, data regengine.Data, _ regengine.Progress) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.meddle != nil {
		meddle := s.meddle
		s.meddle = nil
		meddle(s)
	}
	if base != s.revision {
		return 0, regengine.ErrChanged
	}
	s.set(regengine.Merge(s.data, data))
	return len(data.Places), nil
}

func (s *store) set(data regengine.Data) {
	s.data = data
	s.revision++
}

// fail makes every further read give err.
func (s *store) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

func (s *store) publish(places ...geo.Place) {
	s.mu.Lock()
	s.set(regengine.Data{Places: places})
	s.mu.Unlock()
	s.changes <- struct{}{}
}

var (
	country = geo.Place{ID: "XX", Name: "Country", Level: geo.Country}
	one     = geo.Place{ID: "XX-1", Name: "One", Level: geo.Municipality, Parent: "XX"}
	two     = geo.Place{ID: "XX-2", Name: "Two", Level: geo.Municipality, Parent: "XX"}
	orphan  = geo.Place{ID: "XX-3", Name: "Orphan", Level: geo.Municipality, Parent: "XX-9"}
)

func open(t *testing.T, s *store) *regengine.Engine {
	t.Helper()
	e, err := regengine.Open(t.Context(), s, schemes, nil)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	return e
}

func TestEngine_Open(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		e := open(t, newStore(country, one))
		if got := e.Snapshot().Places.Len(); got != 2 {
			t.Errorf("%d places, want 2", got)
		}
	})
	t.Run("ErrInvalidTree", func(t *testing.T) {
		_, err := regengine.Open(t.Context(), newStore(country, orphan), schemes, nil)
		var tree *geo.TreeError
		if !errors.As(err, &tree) {
			t.Errorf("got %v, want a TreeError", err)
		}
	})
}

func TestEngine_Refresh(t *testing.T) {
	s := newStore(country, one)
	e := open(t, s)
	before := e.Snapshot()
	t.Run("SameRevision", func(t *testing.T) {
		if err := e.Refresh(t.Context()); err != nil || e.Snapshot() != before || s.loads != 1 {
			t.Errorf("error %v, same snapshot: %v, %d loads; want nil, true, 1", err, e.Snapshot() == before, s.loads)
		}
	})
	t.Run("KeptOnError", func(t *testing.T) {
		s.set(regengine.Data{Places: []geo.Place{country, orphan}})
		if err := e.Refresh(t.Context()); err == nil || e.Snapshot() != before {
			t.Errorf("error %v, same snapshot: %v; want an error and the old one", err, e.Snapshot() == before)
		}
	})
	t.Run("NewRevision", func(t *testing.T) {
		s.set(regengine.Data{Places: []geo.Place{country, one, two}})
		if err := e.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := e.Snapshot(); got.Places.Len() != 3 || got.Revision != s.revision || before.Places.Len() != 2 {
			t.Errorf("%d places of revision %d, old snapshot %d; want 3 of %d, 2",
				got.Places.Len(), got.Revision, before.Places.Len(), s.revision)
		}
	})
}

func TestEngine_Follow(t *testing.T) {
	s := newStore(country)
	e := open(t, s)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); e.Follow(ctx) }()
	s.publish(country, one, two)
	s.changes <- struct{}{} // taken up only when the refresh before it is over
	s.changes <- struct{}{}
	if got := e.Snapshot().Places.Len(); got != 3 {
		t.Errorf("%d places after a change, want 3", got)
	}
	stop()
	<-done
}

func TestImport(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		s := newStore(country)
		changed, err := regengine.Import(t.Context(), s, schemes, regengine.Data{Places: []geo.Place{one}}, nil)
		if err != nil || changed != 1 || len(s.data.Places) != 2 {
			t.Errorf("changed %d, error %v, %d places; want 1, nil, 2", changed, err, len(s.data.Places))
		}
	})
	t.Run("MistakeChangesNothing", func(t *testing.T) {
		s := newStore(country)
		_, err := regengine.Import(t.Context(), s, schemes, regengine.Data{Places: []geo.Place{one, orphan}}, nil)
		var tree *geo.TreeError
		if !errors.As(err, &tree) || s.revision != 1 {
			t.Fatalf("got %v at revision %d, want a TreeError at 1", err, s.revision)
		}
		if got := tree.Problems[0].Row; got != 1 {
			t.Errorf("row %d, want 1: a row of what is imported", got)
		}
	})
	t.Run("CheckedAgainAfterAnotherWriter", func(t *testing.T) {
		s := newStore(country, one)
		s.meddle = func(s *store) { s.set(regengine.Data{Places: []geo.Place{country}}) } // the parent is gone
		child := geo.Place{ID: "XX-4", Name: "Child", Level: geo.Municipality, Parent: "XX"}
		if _, err := regengine.Import(t.Context(), s, schemes, regengine.Data{Places: []geo.Place{child}}, nil); err != nil {
			t.Fatal(err)
		}
		if len(s.data.Places) != 2 || s.loads != 2 {
			t.Errorf("%d places after %d loads, want 2 after 2", len(s.data.Places), s.loads)
		}
	})
	t.Run("ErrSource", func(t *testing.T) {
		s := newStore(country)
		gone := errors.New("gone")
		s.fail(gone)
		if _, err := regengine.Import(t.Context(), s, schemes, regengine.Data{}, nil); !errors.Is(err, gone) {
			t.Errorf("got %v, want %v", err, gone)
		}
	})
}

func TestMerge(t *testing.T) {
	version := func(slug, title string) codes.Version { return codes.Version{Slug: slug, Title: title} }
	base := regengine.Data{
		Places: []geo.Place{country, one},
		Codes: []codes.Code{
			{Slug: "a", Title: "A", Versions: []codes.Version{version("1", "old"), version("2", "kept")}},
			{Slug: "b", Title: "B"},
		},
		Blocks: []retrieval.Block{{ID: "x", Doc: "a/1"}, {ID: "y", Doc: "a/2"}},
		Rules: []rules.RuleSet{
			{Ref: codes.VersionRef{Code: "a", Version: "1"}}, {Ref: codes.VersionRef{Code: "a", Version: "2"}},
		},
		Segments: map[string][]byte{"a/1": {1}, "a/2": {2}, "c/1": {3}, "d/1": {4}},
	}
	renamed := one
	renamed.Name = "New name"
	change := regengine.Data{
		Places: []geo.Place{renamed, two},
		Codes:  []codes.Code{{Slug: "a", Title: "A2", Versions: []codes.Version{version("1", "new")}}},
		Blocks: []retrieval.Block{{ID: "z", Doc: "a/1"}, {ID: "v", Doc: "d/1"}},
		// Of the second version nothing is said, and of the first no segment.
		Segments: map[string][]byte{"a/2": {5}, "d/1": {6}},
	}
	want := regengine.Data{
		Places: []geo.Place{renamed, two, country},
		Codes: []codes.Code{
			{Slug: "a", Title: "A2", Versions: []codes.Version{version("1", "new"), version("2", "kept")}},
			{Slug: "b", Title: "B"},
		},
		Blocks:   []retrieval.Block{{ID: "z", Doc: "a/1"}, {ID: "v", Doc: "d/1"}, {ID: "y", Doc: "a/2"}},
		Rules:    []rules.RuleSet{{Ref: codes.VersionRef{Code: "a", Version: "2"}}},
		Segments: map[string][]byte{"a/2": {2}, "c/1": {3}, "d/1": {6}},
	}
	if diff := cmp.Diff(want, regengine.Merge(base, change), cmp.AllowUnexported(codes.Date{})); diff != "" {
		t.Errorf("Merge (-want +got):\n%s", diff)
	}
	if len(change.Codes[0].Versions) != 1 || base.Codes[0].Versions[0].Title != "old" {
		t.Error("Merge changed its arguments")
	}
}

func TestStatic(t *testing.T) {
	source := regengine.Static(regengine.Data{Places: []geo.Place{country, one}})
	e, err := regengine.Open(t.Context(), source, schemes, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	e.Follow(ctx) // returns
	var names []string
	e.Snapshot().Places.All(func(p *geo.Place) bool { names = append(names, p.Name); return true })
	if want := []string{"Country", "One"}; !slices.Equal(names, want) {
		t.Errorf("places %v, want %v", names, want)
	}
}
