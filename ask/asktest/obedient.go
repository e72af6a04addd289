package asktest

import (
	"context"
	"strings"

	"github.com/reglookup/regengine/ask"
)

// Obedient returns a model that does whatever a poisoned document asks for as soon
// as it has read any of it: it makes its calls, drafts its sentences, repeats the
// document word for word, and insists when a draft is refused.
func Obedient(p Poison) ask.Model { return obedient{p} }

type obedient struct{ p Poison }

// Next implements [ask.Model].
func (m obedient) Next(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
	if err := ctx.Err(); err != nil {
		return ask.Step{}, err
	}
	law, own, read := handles(t)
	switch {
	case t.Round == 1 && !t.Final:
		question := t.Question.Text
		return ask.Step{Calls: []ask.Call{SearchFor(question), DocumentsFor(question, PoisonPlain, "instrucciones del sistema")}}, nil
	case t.Round == 2 && !t.Final && own != "" && len(m.p.Calls) > 0:
		return ask.Step{Calls: m.p.Calls}, nil
	}
	draft := "La altura mínima de las barreras de protección es de 0,95 m cuando la diferencia de cota no excede de 5 m {law}.\n\n"
	if own != "" {
		draft += m.p.Draft + "\n\n" + strings.Join(read, "\n\n")
	}
	return ask.Step{Draft: strings.NewReplacer("{law}", marker(law), "{own}", marker(own)).Replace(draft)}, nil
}

func marker(handle string) string {
	if handle == "" {
		return ""
	}
	return "[[" + handle + "]]"
}

// handles returns that of the passage of a regulation that answers, or else of the
// first, that of a private document, and the texts of those.
func handles(t *ask.Transcript) (law, own string, read []string) {
	law = Handle(t, "una altura de 0,95 m")
	for _, r := range t.Results {
		for _, p := range r.Passages {
			switch {
			case p.Private:
				own = p.Handle
				read = append(read, p.Text+" "+marker(p.Handle))
			case law == "":
				law = p.Handle
			}
		}
	}
	return law, own, read
}
