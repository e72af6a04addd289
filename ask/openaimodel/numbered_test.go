package openaimodel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask/openaimodel"
	"github.com/reglookup/regengine/ask/openaimodel/openaitest"
)

// numbers writes a draft with the place of a passage, counted from one, in place of
// {…}, plus more.
func numbers(draft string, more int) openaitest.Step {
	return openaitest.Writes(func(c *openaitest.Chat) string {
		before, rest, _ := strings.Cut(draft, "{")
		word, after, _ := strings.Cut(rest, "}")
		for i, p := range c.Passages() {
			if strings.Contains(p.Text, word) {
				return before + fmt.Sprint(i+1+more) + after
			}
		}
		return draft
	})
}

// TestTurn_Numbers: a model that counts its sources instead of naming their handles is
// understood where that says one thing, and where what it states stands there.
func TestTurn_Numbers(t *testing.T) {
	const draft = "Las barreras de protección tendrán una altura de 0,95 m, como mínimo, cuando la diferencia de cota que protegen no exceda de 5 m %s."
	search := openaitest.Searches("altura barreras de protección")
	again := openaitest.Searches("anchura de los tramos de escalera")
	wide := "La anchura de paso será de 1,05 m [{0,95 m, como mínimo}]."
	for name, tt := range map[string]struct {
		steps     []openaitest.Step
		requests  int
		want, not string
	}{
		"Square":     {[]openaitest.Step{search, numbers(fmt.Sprintf(draft, "[{0,95 m, como mínimo}]"), 0)}, 2, "0,95 m", "El texto dice"},
		"Lenticular": {[]openaitest.Step{search, numbers(fmt.Sprintf(draft, "【{0,95 m, como mínimo}†source】"), 0)}, 2, "0,95 m", "El texto dice"},
		"Behind":     {[]openaitest.Step{search, numbers(strings.Replace(fmt.Sprintf(draft, ""), " .", ".", 1)+" [{0,95 m, como mínimo}](https://x.example)", 0)}, 2, "0,95 m", "x.example"},
		"TwoResults": {[]openaitest.Step{again, search, numbers(fmt.Sprintf(draft, "[{0,95 m, como mínimo}]"), 0)}, 3, "0,95 m", "El texto dice"},
		"Beyond":     {[]openaitest.Step{search, numbers(fmt.Sprintf(draft, "[{0,95 m, como mínimo}]"), 90), drafts(right)}, 3, "1,15 m", "[91]"},
		"Elsewhere":  {[]openaitest.Step{search, numbers(wide, 0), drafts(right)}, 3, "1,15 m", "1,05 m"},
	} {
		t.Run(name, func(t *testing.T) {
			answer, s, err := turn(t, barrierQuestion, nil, tt.steps...)
			if err != nil {
				t.Fatal(err)
			}
			if len(s.Requests()) != tt.requests || !strings.Contains(answer.Text, tt.want) || strings.Contains(answer.Text, tt.not) {
				t.Errorf("%d requests: %s", len(s.Requests()), answer.Text)
			}
			if len(answer.Sources) != 1 || !strings.Contains(answer.Sources[0].SectionTitle+answer.Sources[0].BlockTitle, "arrera") {
				t.Errorf("sources: %+v", answer.Sources)
			}
		})
	}
}

// TestTurn_BrokenCalls: whatever a model sends as the arguments of its search, the
// question is searched for and the answer speaks of sources that were searched.
func TestTurn_BrokenCalls(t *testing.T) {
	for name, args := range map[string]any{
		"Empty": "", "Null": "null", "Object": "{}", "List": "[]", "NoQueries": `{"queries":[]}`, "BlankQuery": `{"queries":[" "]}`, "NullQueries": `{"queries":null}`,
		"Cut": `{"queries":["altura de las barre`, "CutName": `{"quer`, "Brace": "{", "Text": `"altura"`, "Words": "altura de barreras",
	} {
		for _, stream := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/%v", name, stream), func(t *testing.T) {
				search := openaitest.Calls(openaitest.Call{Name: "search_regulations", Args: args})
				answer, s, err := turn(t, barrierQuestion, &openaimodel.Options{Stream: stream}, search, drafts(right))
				if err != nil || answer.Searches < 1 || !strings.Contains(answer.Text, "0,95 m") || len(answer.Sources) != 1 {
					t.Fatalf("%+v, %v", answer, err)
				}
				if len(s.Requests()) != 2 {
					t.Errorf("%d requests", len(s.Requests()))
				}
			})
		}
	}
	t.Run("Ever", func(t *testing.T) { // and never anything else
		answer, _, err := turn(t, barrierQuestion, nil, openaitest.Calls(openaitest.Call{Name: "search_regulations", Args: "{"}))
		if err != nil || !strings.Contains(answer.Text, "0,95 m") || len(answer.Sources) == 0 {
			t.Errorf("%+v, %v", answer, err)
		}
	})
	t.Run("OtherTools", func(t *testing.T) { // cut calls of tools that need arguments, and then a claim about the sources
		calls := openaitest.Calls(openaitest.Call{Name: "read_section", Args: ""}, openaitest.Call{Name: "read_article", Args: `{"code":`})
		answer, _, err := turn(t, barrierQuestion, nil, calls, openaitest.Says("Las fuentes no dicen nada de la altura de las barreras."))
		if err != nil || answer.Searches < 1 || !strings.Contains(answer.Text, "0,95 m") {
			t.Errorf("%+v, %v", answer, err)
		}
	})
}
