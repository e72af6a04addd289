package ask_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

func TestAgent_Answer_Observe(t *testing.T) {
	w := world(t)
	var events []ask.Event
	var returned atomic.Bool
	opts := &ask.Options{Observe: func(e ask.Event) {
		if returned.Load() {
			t.Error("told after the answer")
		}
		events = append(events, e)
	}}
	script := asktest.NewScript(asktest.Make(asktest.SearchFor("altura de la barandilla", "pasamanos"), ask.NewCall("odd", nil)), asktest.Draft(func(h func(string) string) string {
		return "La altura mínima es de 0,95 m [[" + h("0,95") + "]]. Y esto se suprime."
	}))
	a, err := w.Agent(script, opts).Answer(t.Context(), w.Question(barrierQuestion))
	returned.Store(true)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	var text strings.Builder
	for _, e := range events {
		switch e.Kind {
		case ask.TokenEvent:
			text.WriteString(e.Text)
		case ask.SourceEvent:
			got = append(got, fmt.Sprintf("source %d of %d", e.Source.Index, len(a.Sources)))
		case ask.SearchEvent:
			got = append(got, fmt.Sprintf("search %d %s %q %v", e.Round, e.Tool, e.Text, e.Found > 0))
		case ask.ReadingEvent:
			got = append(got, fmt.Sprintf("reading %d %+v", e.Round, *e.Reading))
		default:
			got = append(got, fmt.Sprintf("%s %d", e.Kind, e.Round))
		}
	}
	want := []string{"round 1", `search 1 search_regulations "altura de la barandilla · pasamanos" true`, `search 1 odd "" false`, "round 2", "reading 2 {Sentences:1 Read:1 Stand:1}", "round 3", "source 1 of 1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if text.String() != a.Text {
		t.Errorf("the pieces are not the answer:\n%q\n%q", text.String(), a.Text)
	}
	if last := events[len(events)-1].Kind; last != ask.TokenEvent {
		t.Errorf("the last event is a %s", last)
	}
}

func TestAgent_Answer_ObserverPanics(t *testing.T) {
	w := world(t)
	opts := &ask.Options{Observe: func(ask.Event) { panic("boom") }}
	a, err := w.Agent(asktest.NewScript(asktest.Search("barandilla"), barrierDraft), opts).Answer(t.Context(), w.Question(barrierQuestion))
	if err != nil || len(a.Sources) != 1 {
		t.Errorf("got %v, %+v", err, a)
	}
}

func TestAgent_Answer_ObservesNothingSelected(t *testing.T) {
	w := world(t)
	w.Project.Selected = nil
	var text strings.Builder
	opts := &ask.Options{Observe: func(e ask.Event) { text.WriteString(e.Text) }}
	a, err := w.Agent(asktest.NewScript(asktest.Say("x")), opts).Answer(t.Context(), w.Question(barrierQuestion))
	if err != nil || text.String() != a.Text || a.Iterations != 0 {
		t.Errorf("got %v, %+v, told %q", err, a, text.String())
	}
}

// Now gives the state in which citations are looked up at the end.
func TestAgent_Answer_Now(t *testing.T) {
	change := func(w *asktest.World, c func(*codes.Code)) *codes.Catalog {
		t.Helper()
		next, err := w.CatalogWith(c)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	for _, tt := range []struct {
		name string
		now  func(w *asktest.World) (ask.Searcher, *codes.Catalog)
		want int
	}{
		{"unchanged", func(w *asktest.World) (ask.Searcher, *codes.Catalog) { return w.Texts, w.Catalog }, 1},
		{"repealed meanwhile", func(w *asktest.World) (ask.Searcher, *codes.Catalog) {
			return w.Texts, change(w, func(c *codes.Code) { c.Versions[0].Status = codes.Repealed })
		}, 0},
		{"block gone meanwhile", func(w *asktest.World) (ask.Searcher, *codes.Catalog) { return gone{w.Texts}, w.Catalog }, 0},
		{"text changed meanwhile", func(w *asktest.World) (ask.Searcher, *codes.Catalog) { return changed{w.Texts}, w.Catalog }, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := world(t)
			opts := &ask.Options{Now: func() (ask.Searcher, *codes.Catalog) { return tt.now(w) }}
			a, err := w.Agent(asktest.NewScript(asktest.Search("barandilla"), barrierDraft), opts).Answer(t.Context(), w.Question(barrierQuestion))
			if err != nil || len(a.Sources) != tt.want || strings.Contains(a.Text, "0,95") != (tt.want > 0) {
				t.Errorf("got %v, %+v", err, a)
			}
		})
	}
}

// A draft that stood a round ago is held against what there is at the end.
func TestAgent_Answer_ChecksTheBestDraftAgain(t *testing.T) {
	w := world(t)
	repealed, err := w.CatalogWith(func(c *codes.Code) { c.Versions[0].Status = codes.Repealed })
	if err != nil {
		t.Fatal(err)
	}
	catalog := w.Catalog
	opts := &ask.Options{Now: func() (ask.Searcher, *codes.Catalog) { return w.Texts, catalog }}
	script := asktest.NewScript(asktest.Search("barandilla"), asktest.Draft(func(h func(string) string) string {
		return "La altura mínima es de 0,95 m [[" + h("0,95") + "]]. Y el vidrio se prohíbe."
	}), func(*ask.Transcript) (ask.Step, error) {
		catalog = repealed
		return ask.Step{}, errors.New("down")
	})
	a, err := w.Agent(script, opts).Answer(t.Context(), w.Question(barrierQuestion))
	if err != nil || len(a.Sources) > 0 || strings.Contains(a.Text, "0,95") {
		t.Errorf("got %v, %+v", err, a)
	}
}

// changed has another figure in every block.
type changed struct{ *retrieval.Retriever }

func (c changed) Block(id string) (*retrieval.Block, bool) {
	b, ok := c.Retriever.Block(id)
	if !ok {
		return nil, false
	}
	next := *b
	next.Text = strings.ReplaceAll(b.Text, "0,95", "0,96")
	return &next, true
}

// Whatever a model calls, and with whatever arguments, the turn keeps its limits,
// its markers hold, and no block out of scope is cited.
func TestAgent_Answer_CallsProperty(t *testing.T) {
	asktest.FewerChecks(t)
	w := furnished(t)
	tools := []string{ask.SearchRegulations, ask.SearchRegulations, ask.ReadSection, ask.SearchDocuments, ask.ReadDocument, ask.ProjectContext, ask.Calculations, "weigh", "", "\x00", "verify"}
	values := []string{`"barandilla"`, `["altura","tuberías","escalera"]`, `"ajena"`, `"antigua"`, `"seguridad"`, `"any"`, `"repealed"`, `7`, `-1`, `1e400`, `null`, `{}`, `[[[]]]`, `"memoria"`, `"HANDLE"`, `"[[HANDLE]]"`, `""`, `"\u0000"`}
	names := []string{ask.ArgQueries, ask.ArgQueries, ask.ArgCode, ask.ArgStatus, ask.ArgTop, ask.ArgHandle, ask.ArgDocument, ask.ArgFrom, "tenant", "project_id"}
	blocks := []string{"nothing"}
	for _, section := range []string{"tuberias", "barreras"} {
		for _, b := range w.Texts.Section("ajena/2022", section) {
			blocks = append(blocks, b.ID)
		}
	}
	opts := &ask.Options{
		Tools: []ask.Tool{named("weigh", func(context.Context, ask.Args) (ask.Output, error) {
			return ask.Output{Text: "12 kg [[a2b3c4d5]]", Blocks: blocks}, nil
		})},
		Follow: func(*retrieval.Block) []*retrieval.Block { return w.Texts.Section("ajena/2022", "tuberias") },
	}
	rapid.Check(t, func(t *rapid.T) {
		model := modelFunc(func(_ context.Context, tr *ask.Transcript) (ask.Step, error) {
			handle := asktest.Handle(tr, rapid.SampledFrom([]string{"", "altura", "0,95", "1,02"}).Draw(t, "word"))
			var step ask.Step
			for range rapid.IntRange(0, 20).Draw(t, "calls") {
				var members []string
				for range rapid.IntRange(0, 4).Draw(t, "arguments") {
					members = append(members, fmt.Sprintf("%q:%s", rapid.SampledFrom(names).Draw(t, "name"), rapid.SampledFrom(values).Draw(t, "value")))
				}
				args := "{" + strings.ReplaceAll(strings.Join(members, ","), "HANDLE", handle) + "}"
				if rapid.IntRange(0, 9).Draw(t, "broken") == 0 {
					args = args[1:]
				}
				step.Calls = append(step.Calls, ask.Call{Tool: rapid.SampledFrom(tools).Draw(t, "tool"), Args: []byte(args)})
			}
			step.Draft = "La altura mínima es 0,95 m [[" + handle + "]]. Mide 0,70 m [[" + handle + "]]."
			return step, nil
		})
		a, err := w.Agent(model, opts).Answer(context.Background(), w.Question(barrierQuestion))
		if err != nil {
			return // a model that never drafts, with nothing found
		}
		if a.Iterations > ask.MaxRounds || a.Searches > ask.MaxSearches {
			t.Fatalf("%d rounds, %d searches", a.Iterations, a.Searches)
		}
		if err := asktest.CheckMarkers(a); err != nil {
			t.Fatalf("%v\n%s", err, a.Text)
		}
		for _, s := range a.Sources {
			if s.Type == ask.CiteUserDocument != (s.Code == "") || s.Code == "ajena" || s.Code == "antigua" {
				t.Fatalf("cited out of scope: %+v", s)
			}
		}
	})
}

type modelFunc func(ctx context.Context, t *ask.Transcript) (ask.Step, error)

func (f modelFunc) Next(ctx context.Context, t *ask.Transcript) (ask.Step, error) { return f(ctx, t) }
