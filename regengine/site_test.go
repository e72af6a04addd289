package regengine_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify"
)

func TestEngine_At(t *testing.T) {
	e, _ := askEngine(t)
	guard := verify.Check{Element: "guard", Parameter: "height", Value: "1.0", Unit: "m"}
	for _, tt := range []struct {
		name    string
		site    *regengine.Site
		applies int
		status  verify.Status
		rows    int
		docs    []string
	}{
		{"all that applies", e.At(" xx-1"), 2, verify.NonCompliant, 2, []string{"other/2022", "safety/2022"}},
		{"one code", e.At("XX-1", "safety"), 2, verify.Compliant, 1, []string{"safety/2022"}},
		{"a project by hand", e.Project(&projects.Info{Project: projects.Project{GeoID: "XX-1"}}), 2, verify.NonCompliant, 2, []string{"other/2022", "safety/2022"}},
		{"a project as the service tells it", e.Project(askProject()), 2, verify.Compliant, 1, []string{"safety/2022"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			applicable, err := tt.site.Applicable()
			if err != nil || len(applicable) != tt.applies {
				t.Errorf("applicable: %v, %v", applicable, err)
			}
			result, err := tt.site.Verify(t.Context(), guard)
			if err != nil || result.Status != tt.status {
				t.Errorf("verify: %+v, %v", result, err)
			}
			list, err := tt.site.Requirements(t.Context(), verify.Query{Element: "guard", Parameter: "height"})
			if err != nil || len(list.Rows) != tt.rows {
				t.Errorf("requirements: %+v, %v", list, err)
			}
			hits, err := tt.site.Search(t.Context(), retrieval.Query{Text: "guard"})
			if docs := docsIn(hits); err != nil || !slices.Equal(docs, tt.docs) {
				t.Errorf("search: %v, %v", docs, err)
			}
			answer, err := tt.site.Ask(t.Context(), "How high must a guard be?", nil)
			if err != nil || len(answer.Sources) == 0 || !strings.Contains(answer.Text, "0.95 m") {
				t.Errorf("ask: %+v, %v", answer, err)
			}
		})
	}
}

func docsIn(hits []retrieval.Hit) []string {
	var docs []string
	for _, h := range hits {
		docs = append(docs, h.Block.Doc)
	}
	slices.Sort(docs)
	return slices.Compact(docs)
}

// TestEngine_Project: what the memory of a project holds is applied, in the language of
// its country, whoever made the project.
func TestEngine_Project(t *testing.T) {
	e, _ := askEngine(t)
	site := e.Project(&projects.Info{
		Project:  projects.Project{ID: "p", GeoID: "XX-1", Selected: []string{"safety"}},
		Contents: projects.Contents{Memory: []projects.MemoryItem{{Key: "site_altitude", Label: "altitude of the site", Value: "1200", Unit: "m"}}},
	})
	result, err := site.Verify(t.Context(), verify.Check{Element: "roof", Parameter: "snow load", Value: "1", Unit: "kN/m²"})
	if err != nil || result.Status != verify.NonCompliant || result.Limit != "1.4" {
		t.Errorf("got %+v, %v; want it not to comply at 1200 m", result, err)
	}
	info, err := site.Info()
	if err != nil || info.ID != "p" || info.Language != "en" || info.Place.Name != "One" || len(info.Selected) != 1 || len(info.Unselected) != 1 {
		t.Errorf("got %+v, %v", info, err)
	}
}

func TestEngine_At_Err(t *testing.T) {
	e, _ := askEngine(t)
	for name, tt := range map[string]struct {
		site *regengine.Site
		want error
	}{
		"no such place": {e.At("XX-99"), geo.ErrNotFound},
		"no place":      {e.At(""), geo.ErrNotFound},
		"no project":    {e.Project(nil), geo.ErrNotFound},
		"no such code":  {e.At("XX-1", "nothing"), codes.ErrNotFound},
		"no engine":     {(*regengine.Engine)(nil).At("XX-1"), regengine.ErrNotOpen},
		"not open":      {new(regengine.Engine).At("XX-1"), regengine.ErrNotOpen},
		"no site":       {nil, regengine.ErrNotOpen},
		"zero":          {new(regengine.Site), regengine.ErrNotOpen},
	} {
		t.Run(name, func(t *testing.T) {
			for _, err := range everyCall(t.Context(), tt.site) {
				if !errors.Is(err, tt.want) {
					t.Errorf("got %v, want %v", err, tt.want)
				}
			}
		})
	}
}

// everyCall makes each call of a site with nothing in it, and returns the errors.
func everyCall(ctx context.Context, s *regengine.Site) (errs []error) {
	add := func(err error) { errs = append(errs, err) }
	_, err := s.Info()
	add(err)
	_, err = s.Applicable()
	add(err)
	_, err = s.Requirements(ctx, verify.Query{})
	add(err)
	_, err = s.Verify(ctx, verify.Check{})
	add(err)
	_, err = s.Search(ctx, retrieval.Query{})
	add(err)
	_, err = s.Ask(ctx, "", nil)
	add(err)
	return errs
}

// TestEngine_nil: whatever an embedder leaves out, there is an answer or an error.
func TestEngine_nil(t *testing.T) {
	var never context.Context
	if _, err := regengine.Open(never, nil, nil, nil); !errors.Is(err, regengine.ErrNotOpen) {
		t.Errorf("no source: %v", err)
	}
	if _, err := regengine.Open(never, newStore(country), []geo.Scheme{nil}, nil); err == nil {
		t.Error("a scheme that is nil was taken")
	}
	for name, e := range map[string]*regengine.Engine{"nil": nil, "zero": {}} {
		t.Run(name, func(t *testing.T) {
			if s := e.Snapshot(); s != nil {
				t.Errorf("got a snapshot: %+v", s)
			}
			if err := e.Refresh(never); !errors.Is(err, regengine.ErrNotOpen) {
				t.Errorf("refresh: %v", err)
			}
			if _, err := e.Ask(never, ask.Question{}, nil); !errors.Is(err, regengine.ErrNotOpen) {
				t.Errorf("ask: %v", err)
			}
			if _, err := e.SyncVectors(never, nil); !errors.Is(err, regengine.ErrNoVectors) {
				t.Errorf("vectors: %v", err)
			}
			e.Follow(never)
			e.FollowVectors(never)
			e.Territory()
		})
	}
	t.Run("without ctx and options", func(t *testing.T) {
		s := newStore()
		s.data = askData()
		e, err := regengine.Open(never, s, schemes, nil)
		if err != nil {
			t.Fatal(err)
		}
		everyCall(never, e.At("XX-1"))
		if a, err := e.At("XX-1").Ask(never, "How high must a guard be?", &regengine.AskOptions{}); err != nil || len(a.Sources) == 0 {
			t.Errorf("got %+v, %v", a, err)
		}
		if a, err := e.Ask(never, ask.Question{Text: "How high?"}, nil); err != nil || a.Form != ask.FormNotice {
			t.Errorf("without a project: %+v, %v", a, err)
		}
	})
}

// TestOptions_OnSnapshot: whoever is told of a snapshot finds it served.
func TestOptions_OnSnapshot(t *testing.T) {
	s := newStore(country, one)
	var e *regengine.Engine
	told := make(chan *regengine.Snapshot, 1)
	served := make(chan *regengine.Snapshot, 1)
	e, err := regengine.Open(t.Context(), s, schemes, &regengine.Options{OnSnapshot: func(next *regengine.Snapshot) {
		told <- next
		served <- e.Snapshot()
	}})
	if err != nil {
		t.Fatal(err)
	}
	if len(told) > 0 {
		t.Error("the first snapshot was told of")
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); e.Follow(ctx) }()
	s.publish(country, one, two)
	if next := <-told; next.Revision != 2 || next.Places.Len() != 3 || <-served != next {
		t.Errorf("got revision %d of %d places, or another one is served", next.Revision, next.Places.Len())
	}
	cancel()
	<-done
	if err := e.Refresh(t.Context()); err != nil || len(told) > 0 {
		t.Errorf("told of a snapshot that is no other: %v", err)
	}
}
