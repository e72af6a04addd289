package asktest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// toolCases are the promises of a Model about tools.
var toolCases = []modelCase{
	{"CallsOnlyOffered", callsOnlyOffered},
	{"NoCallsWhenFinal", noCallsWhenFinal},
	{"SurvivesNotes", survivesNotes},
	{"SurvivesUnknownResults", survivesUnknownResults},
	{"Repairs", repairs},
}

// recorder notes what is wrong with the steps of another Model.
type recorder struct {
	ask.Model
	faults []string
}

func (r *recorder) Next(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
	offered, final := t.Tools, t.Final
	step, err := r.Model.Next(ctx, t)
	for _, call := range step.Calls {
		named := func(s ask.ToolSpec) bool { return s.Name == call.Tool }
		if final || !slices.ContainsFunc(offered, named) {
			r.faults = append(r.faults, fmt.Sprintf("called %q, which was not offered (final: %v)", call.Tool, final))
		}
	}
	return step, err
}

func callsOnlyOffered(ctx context.Context, w *World, m ask.Model) error {
	w.Furnish()
	for _, question := range []string{usualQuestion, "¿Cumple la barandilla de la memoria del proyecto?", "What is the minimum width of a stair?"} {
		r := &recorder{Model: m}
		if _, err := w.Ask(ctx, r, question); err != nil {
			return err
		}
		if len(r.faults) > 0 {
			return fmt.Errorf("%s: %s", question, strings.Join(r.faults, "; "))
		}
	}
	return nil
}

// drafted gives a final transcript with these results to a model, which has to
// draft and cite nothing but their handles.
func drafted(ctx context.Context, w *World, m ask.Model, results ...ask.Result) error {
	step, err := m.Next(ctx, &ask.Transcript{Question: w.Question(usualQuestion), Round: 6, Final: true, Results: results})
	switch {
	case err != nil:
		return err
	case len(step.Calls) > 0 || strings.TrimSpace(step.Draft) == "":
		return fmt.Errorf("final asks for a draft; got %d calls and %q", len(step.Calls), step.Draft)
	}
	for _, cited := range handleMarker.FindAllStringSubmatch(step.Draft, -1) {
		if !slices.ContainsFunc(results, func(r ask.Result) bool {
			return slices.ContainsFunc(r.Passages, func(p ask.Passage) bool { return p.Handle == cited[1] })
		}) {
			return fmt.Errorf("the draft cites %q, which was never issued", cited[1])
		}
	}
	return nil
}

func barrierPassage(handle string) ask.Passage {
	return ask.Passage{
		Handle: handle, Title: "Reglamento de Seguridad de Uso › Barreras", Kind: retrieval.Paragraph, Score: 3,
		Text: "Las barreras de protección tendrán una altura de 0,95 m, como mínimo.", Version: "seguridad/2022", Status: "active",
	}
}

func noCallsWhenFinal(ctx context.Context, w *World, m ask.Model) error {
	return drafted(ctx, w, m, ask.Result{Call: SearchFor("barandilla"), Round: 1, Passages: []ask.Passage{barrierPassage("k3f9a2b4")}})
}

func survivesNotes(ctx context.Context, w *World, m ask.Model) error {
	return drafted(ctx, w, m,
		ask.Result{Call: SearchFor("barandilla"), Round: 1, Note: "not run: the limit of 6 searches is reached"},
		ask.Result{Call: ask.Call{Tool: "no_such_tool"}, Round: 2, Note: "not run: there is no tool of that name"},
		ask.Result{Call: Around("zzzz2222"), Round: 3, Note: "not run: no passage of this turn has that handle"},
	)
}

func survivesUnknownResults(ctx context.Context, w *World, m ask.Model) error {
	private := barrierPassage("m4n5p6q7")
	private.Private, private.Version, private.Status, private.Page = true, "", "", 3
	bare := ask.Passage{Handle: "b2c3d4e5"}
	return drafted(ctx, w, m,
		ask.Result{Call: ask.NewCall("weigh", nil), Round: 1, Text: "It weighs 12 kg."},
		ask.Result{Call: ask.Call{ID: "x", Tool: "odd", Args: []byte(`{"a":[1,{"b":null}]}`)}, Round: 1, Passages: []ask.Passage{private, bare}},
		ask.Result{},
	)
}

func repairs(ctx context.Context, w *World, m ask.Model) error {
	handle := "k3f9a2b4"
	step, err := m.Next(ctx, &ask.Transcript{
		Question: w.Question(usualQuestion), Round: 3, Final: true,
		Results: []ask.Result{{Call: SearchFor("barandilla"), Round: 1, Passages: []ask.Passage{barrierPassage(handle)}}},
		Repair: &ask.Repair{Draft: "La altura mínima es de 0,99 m (" + handle + ").", Problems: []ask.Problem{
			{Sentence: "La altura mínima es de 0,99 m.", Reason: "the number is not in the passages cited"}, {Reason: "the draft is empty"}}},
	})
	if err != nil {
		return err
	}
	if len(step.Calls) > 0 || strings.TrimSpace(step.Draft) == "" {
		return errors.New("a repair asks for a draft without calls")
	}
	if strings.Contains(step.Draft, "0,99") {
		return fmt.Errorf("the repaired draft repeats what was refused: %q", step.Draft)
	}
	return nil
}
