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

// TestEngine_Ask_CalculatorsSpec holds that a model is told what every calculator takes,
// down to the items of lists, and no deeper.
func TestEngine_Ask_CalculatorsSpec(t *testing.T) {
	project := askProject()
	project.Calculators = append([]projects.Calculator{nested{}}, es.All()...)
	e, _ := askEngine(t)
	script := asktest.NewScript(asktest.Say("Not found in the sources."))
	if _, err := e.Ask(t.Context(), ask.Question{Text: "How wide is the ramp?", Project: project}, &regengine.AskOptions{Model: script}); err != nil {
		t.Fatal(err)
	}
	doc := ""
	for _, spec := range script.Seen()[0].Tools {
		if spec.Name == "calculator" {
			doc = spec.Params[1].Doc
		}
	}
	for _, c := range es.All() {
		if !strings.Contains(doc, c.ID()+" ("+c.Title()+"): \"") {
			t.Errorf("nothing is said of what %s takes", c.ID())
		}
	}
	for _, want := range []string{`each an object of ["conductivity" (`, `"a" (array, each an object of ["a" (array, each an object of [any object])])`} {
		if !strings.Contains(doc, want) {
			t.Errorf("want %s in %.600s", want, doc)
		}
	}
}
