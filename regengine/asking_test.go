package regengine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/rules"
)

const safetyRules = `
format: 1
language: en
elements: {guard: {label: guard, names: [guard, guardrail]}, roof: {label: roof, names: [roof]}}
parameters: {height: {label: height, names: [height]}, load: {label: snow load, names: [snow load]}}
facts: {altitude: {kind: quantity, unit: m, place: altitude_m, label: altitude, says: {en: ["altitude of {}"], es: ["altitud de {}"]}}}
rules:
  - id: guard
    subjects: [{element: guard, parameter: height}]
    require: {op: ">=", value: 0.95, unit: m}
    section: guards
    quote: A guard shall be at least 0.95 m high
  - id: snow
    subjects: [{element: roof, parameter: load}]
    require: {op: ">=", value: {by: altitude, match: step, cells: {"<= 500": 0.7, "<= 1500": 1.4}}, unit: kN/m²}
    section: roofs
    quote: The snow load of a roof is at least 0.7 kN/m² up to 500 m of altitude and at least 1.4 kN/m² up to 1500 m
`

const otherRules = `
format: 1
language: en
uses: [guard, height]
rules:
  - id: guard
    subjects: [{element: guard, parameter: height}]
    require: {op: ">=", value: 1.20, unit: m}
    section: guards
    quote: A guard shall be at least 1.20 m high
`

func askData() regengine.Data {
	altitude := 300
	town := geo.Place{ID: "XX-1", Name: "One", Level: geo.Municipality, Parent: "XX", Tech: &geo.TechData{AltitudeM: &altitude}}
	code := func(slug, title string) codes.Code {
		return codes.Code{Slug: slug, Title: title, CountryCode: "XX", Scope: codes.National, Territories: []geo.ID{"XX"}, Versions: []codes.Version{{
			Slug: "2022", Title: title, Status: codes.Active, Internal: true,
			Sections: []codes.Section{{Slug: "guards", Title: "Guards", Level: 1}, {Slug: "roofs", Title: "Roofs", Level: 1}},
		}}}
	}
	block := func(n int, doc, section, text string) retrieval.Block {
		return retrieval.Block{ID: fmt.Sprintf("00000000-0000-5000-8000-%012d", n), Doc: doc, Section: section, Path: []string{strings.ToUpper(section[:1]) + section[1:]},
			Kind: retrieval.Paragraph, Lang: "en", Order: n, Text: text}
	}
	return regengine.Data{
		Places: []geo.Place{country, town},
		Codes:  []codes.Code{code("safety", "Safety Code"), code("other", "Other Code")},
		Blocks: []retrieval.Block{
			block(1, "safety/2022", "guards", "A guard shall be at least 0.95 m high."),
			block(2, "safety/2022", "roofs", "The snow load of a roof is at least 0.7 kN/m² up to 500 m of altitude and at least 1.4 kN/m² up to 1500 m."),
			block(3, "other/2022", "guards", "A guard shall be at least 1.20 m high."),
		},
		Rules: []rules.RuleSet{
			{Ref: codes.VersionRef{Code: "safety", Version: "2022"}, Source: []byte(safetyRules)},
			{Ref: codes.VersionRef{Code: "other", Version: "2022"}, Source: []byte(otherRules)},
		},
	}
}

func askEngine(t testing.TB) (*regengine.Engine, *store) {
	t.Helper()
	s := newStore()
	s.data = askData()
	e, err := regengine.Open(t.Context(), s, schemes, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e, s
}

func askProject() *projects.Info {
	return &projects.Info{
		Project: projects.Project{ID: "0b7a7a52-8c1e-4f0e-9a55-2f1f3c1d9e01", OrganizationID: "org", Name: "House", GeoID: "XX-1"},
		Place:   geo.Place{ID: "XX-1", Name: "One", Level: geo.Municipality},
		Selected: []projects.Collection{{Slug: "safety", Title: "Safety Code", Version: "2022",
			Versions: []codes.VersionRef{{Code: "safety", Version: "2022"}}}},
		Unselected: []projects.Collection{{Slug: "other", Title: "Other Code"}},
	}
}

// told runs one call and returns what came back.
func told(t *testing.T, q ask.Question, tool string, args map[string]any) ask.Result {
	t.Helper()
	e, _ := askEngine(t)
	script := asktest.NewScript(asktest.Make(ask.NewCall(tool, args)), asktest.Say("Not found in the sources."))
	if _, err := e.Ask(t.Context(), q, &regengine.AskOptions{Model: script, Now: func() time.Time { return time.Date(2031, 1, 2, 0, 0, 0, 0, time.UTC) }}); err != nil {
		t.Fatal(err)
	}
	return script.Seen()[1].Results[0]
}

func guardAt(value any, more ...string) map[string]any {
	args := map[string]any{"element": "guard", "parameter": "height", "value": value, "unit": "m"}
	for i := 0; i+1 < len(more); i += 2 {
		args[more[i]] = more[i+1]
	}
	return args
}

func TestEngine_Ask_Verify(t *testing.T) {
	const english, spanish = "Is a guard of 0.90 m high enough?", "¿Es suficiente una barandilla de 0,90 m?"
	ask1 := func(text string) ask.Question { return ask.Question{Text: text, Project: askProject()} }
	t.Run("OK", func(t *testing.T) {
		got := told(t, ask1(english), "verify", guardAt(0.9))
		for _, want := range []string{"not compliant", "Limit: at least 0.95 m", "Margin to the limit: -0.05 m", "Source: Safety Code › Guards"} {
			if !strings.Contains(got.Text, want) {
				t.Errorf("want %q in:\n%s", want, got.Text)
			}
		}
		if len(got.Passages) != 1 || !strings.Contains(got.Passages[0].Text, "0.95 m") {
			t.Errorf("got passages %+v", got.Passages)
		}
		if strings.Contains(got.Text, "1.20") || strings.Contains(got.Text, "Other Code") {
			t.Errorf("a code that is not selected was checked:\n%s", got.Text)
		}
		if strings.Contains(got.Text, "0.9 ") {
			t.Errorf("the model's own value counts as found:\n%s", got.Text)
		}
	})
	t.Run("in Spanish", func(t *testing.T) {
		got := told(t, ask1(spanish), "verify", guardAt("0,97"))
		for _, want := range []string{"cumple.", "Límite: 0,95 m como mínimo.", "0,02 m"} {
			if !strings.Contains(got.Text, want) {
				t.Errorf("want %q in:\n%s", want, got.Text)
			}
		}
	})
	t.Run("altitude of the site", func(t *testing.T) {
		snow := map[string]any{"element": "roof", "parameter": "snow load", "value": 1, "unit": "kN/m²"}
		if got := told(t, ask1(english), "verify", snow); !strings.Contains(got.Text, "at least 0.7 kN/m²") {
			t.Errorf("by the municipality's altitude:\n%s", got.Text)
		}
		q := ask1(english)
		q.Project.Memory = []projects.MemoryItem{{Key: "site_altitude", Label: "Altitude of the site", Value: "900", Unit: "m", Source: projects.SourceUser}}
		if got := told(t, q, "verify", snow); !strings.Contains(got.Text, "at least 1.4 kN/m²") {
			t.Errorf("by the site's altitude:\n%s", got.Text)
		}
		if got := told(t, q, "verify", snow); !strings.Contains(got.Text, "Datum of the project: altitude = 900 m.") {
			t.Errorf("it does not say what of the project it applied:\n%s", got.Text)
		}
		if got := told(t, q, "verify", guardAt(0.9)); strings.Contains(got.Text, "900") || strings.Contains(got.Text, "altitude") {
			t.Errorf("a check the altitude means nothing to:\n%s", got.Text)
		}
	})
	t.Run("ErrCode", func(t *testing.T) {
		if got := told(t, ask1(english), "verify", guardAt(0.9, "code", "other")); !strings.Contains(got.Note, "not a regulation selected") {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("ErrMissing", func(t *testing.T) {
		if got := told(t, ask1(english), "verify", map[string]any{"element": "guard"}); !strings.Contains(got.Note, `"parameter" is missing`) {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("undetermined", func(t *testing.T) {
		if got := told(t, ask1(english), "verify", map[string]any{"element": "aquarium", "parameter": "colour", "value": 1, "unit": "m"}); !strings.Contains(got.Text, "cannot be determined") {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("place not known", func(t *testing.T) {
		q := ask1(english)
		q.Project.GeoID = "XX-9"
		if got := told(t, q, "verify", guardAt(0.9)); !strings.Contains(got.Note, "place is not known") {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("not offered without a text to check against", func(t *testing.T) {
		q := ask1(english)
		q.Project.Selected[0].Version = ""
		if got := told(t, q, "verify", guardAt(0.9)); !strings.Contains(got.Note, "no tool of that name") {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("figures may be stated and sources cited", func(t *testing.T) {
		e, _ := askEngine(t)
		script := asktest.NewScript(asktest.Make(ask.NewCall("verify", guardAt(0.9))), asktest.Draft(func(h func(string) string) string {
			return "A guard shall be at least 0.95 m high [[" + h("0.95") + "]]."
		}))
		a, err := e.Ask(t.Context(), ask1(english), &regengine.AskOptions{Model: script})
		if err != nil || len(a.Sources) != 1 || a.Searches != 0 {
			t.Errorf("got %v, %+v", err, a)
		}
	})
}

// room is a calculator of areas.
type room struct {
	projects.UnimplementedCalculator
	err error
}

func (room) ID() string    { return "room-area" }
func (room) Title() string { return "Area of a room" }
func (room) Schema() (input, result json.RawMessage) {
	return json.RawMessage(`{"type":"object","required":["length","width"],"properties":{"length":{"title":"Length","type":"number","x-unit":"m"},"width":{"title":"Width","type":"number","x-unit":"m"}}}`),
		json.RawMessage(`{"type":"object","properties":{"area":{"title":"Area","x-unit":"m²"}}}`)
}

func (r room) Run(_ context.Context, input json.RawMessage) (projects.Outcome, error) {
	var in struct{ Length, Width float64 }
	if err := json.Unmarshal(input, &in); err != nil || in.Width == 0 {
		return projects.Outcome{}, fmt.Errorf("%w: width must be more than 0", projects.ErrInvalid)
	}
	if r.err != nil {
		return projects.Outcome{}, r.err
	}
	ok := new(in.Length*in.Width >= 6)
	if in.Length*in.Width > 100 {
		ok = nil // a hall is no room
	}
	return projects.Outcome{Result: fmt.Appendf(nil, `{"area":%g}`, in.Length*in.Width), Summary: fmt.Sprintf("The room has %g m².", in.Length*in.Width),
		Compliant: ok, Steps: []string{"length times width"}, Sources: []string{"Housing Code, art. 3"}}, nil
}

func TestEngine_Ask_Calculator(t *testing.T) {
	q := func(c ...projects.Calculator) ask.Question {
		project := askProject()
		project.Calculators = c
		return ask.Question{Text: "What is the area of the room?", Project: project}
	}
	call := func(width any) map[string]any {
		return map[string]any{"calculator": "room-area", "input": map[string]any{"length": 3, "width": width}}
	}
	t.Run("OK", func(t *testing.T) {
		want := "Area of a room\nThe room has 7.5 m².\nArea: 7.5 m²\nThe result complies.\nStep: length times width\nSource: Housing Code, art. 3"
		if diff := cmp.Diff(want, told(t, q(room{}), "calculator", call(2.5)).Text); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
	t.Run("Verdicts", func(t *testing.T) {
		for width, want := range map[float64]string{2.5: "The result complies.", 1: "The result does not comply.", 50: "No verdict: the result does not determine compliance."} {
			if got := told(t, q(room{}), "calculator", call(width)).Text; !strings.Contains(got, "\n"+want+"\n") {
				t.Errorf("want %q, got\n%s", want, got)
			}
		}
	})
	t.Run("Spec", func(t *testing.T) {
		e, _ := askEngine(t)
		script := asktest.NewScript(asktest.Say("Not found in the sources."))
		if _, err := e.Ask(t.Context(), q(room{}), &regengine.AskOptions{Model: script}); err != nil {
			t.Fatal(err)
		}
		for _, spec := range script.Seen()[0].Tools {
			if spec.Name != "calculator" {
				continue
			}
			if diff := cmp.Diff([]string{"room-area"}, spec.Params[0].Choices); diff != "" || spec.Params[1].Required {
				t.Errorf("%s, %+v", diff, spec.Params[1])
			}
			return
		}
		t.Error("the calculator is not offered")
	})
	t.Run("Input", func(t *testing.T) {
		if got := told(t, q(room{}), "calculator", map[string]any{"calculator": "room-area"}); !strings.Contains(got.Text, `takes: "length" (Length`) && !strings.Contains(got.Text, `"width" (Width, number, in m, required)`) {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("ErrInvalid", func(t *testing.T) {
		if got := told(t, q(room{}), "calculator", call(0)); !strings.Contains(got.Note, "width must be more than 0") {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("ErrOther", func(t *testing.T) {
		if got := told(t, q(room{err: errors.New("secret.internal")}), "calculator", call(2)); strings.Contains(got.Note, "secret") || !strings.Contains(got.Note, "broke down") {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("ErrChoice", func(t *testing.T) {
		args := call(2)
		args["calculator"] = "roof"
		if got := told(t, q(room{}), "calculator", args); !strings.Contains(got.Note, "one of room-area") {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("none", func(t *testing.T) {
		if got := told(t, q(), "calculator", call(2)); !strings.Contains(got.Note, "no tool of that name") {
			t.Errorf("got %+v", got)
		}
	})
}

// A code repealed while a turn runs is not cited by it.
func TestEngine_Ask_NewestSnapshot(t *testing.T) {
	e, s := askEngine(t)
	script := asktest.NewScript(asktest.Search("guard height"), func(tr *ask.Transcript) (ask.Step, error) {
		s.mu.Lock()
		data := askData()
		data.Codes[0].Versions[0].Status = codes.Repealed
		s.set(data)
		s.mu.Unlock()
		if err := e.Refresh(context.Background()); err != nil {
			return ask.Step{}, err
		}
		return ask.Step{Draft: "A guard shall be at least 0.95 m high [[" + asktest.Handle(tr, "0.95") + "]]."}, nil
	})
	a, err := e.Ask(t.Context(), ask.Question{Text: "How high is a guard?", Project: askProject()}, &regengine.AskOptions{Model: script})
	if err != nil || len(a.Sources) > 0 || strings.Contains(a.Text, "0.95") {
		t.Errorf("got %v, %+v", err, a)
	}
}

func TestEngine_Ask_Library(t *testing.T) {
	e, _ := askEngine(t)
	library := asktest.NewLibrary()
	library.Put("d1", "The guard of the terrace is 1.02 m high.")
	q := ask.Question{Text: "How high is the guard of the terrace?", Project: askProject()}
	q.Project.Documents = []projects.Document{{ID: "d1", Name: "notes.txt"}}
	script := asktest.NewScript(asktest.Make(asktest.DocumentsFor("guard terrace")), asktest.Draft(func(h func(string) string) string {
		return "The guard of the terrace is 1.02 m high [[" + h("1.02") + "]]."
	}))
	var organization, project string
	opts := &regengine.AskOptions{Model: script, Library: func(_ context.Context, o, p string) (ask.Library, error) {
		organization, project = o, p
		return library, nil
	}}
	a, err := e.Ask(t.Context(), q, opts)
	if err != nil || len(a.Sources) != 1 || a.Sources[0].Type != ask.CiteUserDocument || organization != "org" || project != q.Project.ID {
		t.Errorf("got %v, %+v of %s/%s", err, a, organization, project)
	}
	down := errors.New("down")
	opts.Library = func(context.Context, string, string) (ask.Library, error) { return nil, down }
	if _, err := e.Ask(t.Context(), q, opts); !errors.Is(err, down) {
		t.Errorf("want the library's error, got %v", err)
	}
	if a, err := e.Ask(t.Context(), ask.Question{Text: "x"}, opts); err != nil || a.Iterations != 0 {
		t.Errorf("without a project: %v, %+v", err, a)
	}
}
