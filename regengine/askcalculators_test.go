package regengine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators/es"
	"github.com/reglookup/regengine/regengine"
)

// nested is a calculator whose schema goes as deep as a plugin may send it.
type nested struct{ room }

func (nested) Schema() (input, result json.RawMessage) {
	const depth = 2000
	open := `{"type":"object","properties":{"a":{"type":"array","items":`
	return json.RawMessage(strings.Repeat(open, depth) + `{}` + strings.Repeat(`}}}`, depth)), json.RawMessage(`{}`)
}

// TestEngine_Ask_CalculatorsSpec holds that a model is told of every calculator at the
// start, and on demand what one takes, down to the items of lists, and no deeper; what it
// is told so counts for nothing.
func TestEngine_Ask_CalculatorsSpec(t *testing.T) {
	project := askProject()
	project.Calculators = append([]projects.Calculator{nested{}}, es.All()...)
	e, _ := askEngine(t)
	var calls []ask.Call
	for _, c := range project.Calculators {
		calls = append(calls, ask.NewCall("calculator", map[string]any{"calculator": c.ID()}))
	}
	calls = append(calls, ask.NewCall("calculator", map[string]any{"calculator": "ramp", "input": map[string]any{}}))
	script := asktest.NewScript(asktest.Make(calls[:8]...), asktest.Make(calls[8:]...), asktest.Say("According to the calculation, the ramp is 2000 m."))
	a, err := e.Ask(t.Context(), ask.Question{Text: "How wide is the ramp?", Project: project}, &regengine.AskOptions{Model: script})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(a.Text, "2000") {
		t.Errorf("a figure of a form counts as a result: %s", a.Text)
	}
	seen := script.Seen()
	for _, spec := range seen[0].Tools {
		for _, c := range es.All() {
			if spec.Name == "calculator" && !strings.Contains(spec.Params[0].Doc, c.ID()+": "+c.Title()) {
				t.Errorf("%s is not offered", c.ID())
			}
		}
	}
	told := ""
	for _, r := range seen[2].Results {
		told += r.Text + "\n"
	}
	for _, c := range es.All() {
		if !strings.Contains(told, c.Title()+" takes: \"") {
			t.Errorf("nothing is said of what %s takes", c.ID())
		}
	}
	for _, want := range []string{`each an object of ["conductivity" (`, `"a" (array, each an object of ["a" (array, each an object of [any object])])`} {
		if !strings.Contains(told, want) {
			t.Errorf("want %s in %.600s", want, told)
		}
	}
}
