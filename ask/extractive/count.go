package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// countedCue stands before what is counted: "¿cuántos", "how many".
var countedCue = lazyregexp.New(` (?:cuant[oa]s|how many|numero (?:maximo |minimo )?de|(?:maximum |minimum )?number of) ([\p{L}0-9²]+)`)

// costCue asks for money.
var costCue = lazyregexp.New(` (?:cuanto (?:cuestan?|costara|se paga|hay que pagar|tengo que pagar)|how much (?:do|does|would|will) (?:\S+ ){1,6}cost|que cuesta) `)

// sizeCue asks for any dimension.
var sizeCue = lazyregexp.New(` (?:how (?:big|large)|(?:que|cual es el) tamano|de que tamano) `)

// readCount finds what a question counts. What is counted in units is no number of
// things: "¿cuántos metros?" asks for a length or an area, "¿cuántos años?" for a
// time. Everything else is counted, and has to be there.
func (a *query) readCount(folded string) {
	if costCue.MatchString(folded) {
		a.property, a.dims, a.kind = nil, []string{"money"}, howMuch
		return
	}
	if sizeCue.MatchString(folded) && a.property == nil {
		a.property, a.kind = ask.PropertyOf("size"), howMuch
		return
	}
	m := countedCue.FindStringSubmatch(folded)
	if m == nil || lastingCue.MatchString(folded) || ask.PropertyOf(m[1]) != nil && a.property == ask.PropertyOf(m[1]) && !ask.PropertyOf(m[1]).Thing {
		return
	}
	if dims := unitsCounted(m[1]); len(dims) > 0 {
		a.property, a.dims, a.kind = nil, dims, howMuch
		a.dropWord(m[1])
		for i := range a.terms {
			a.terms[i].head, a.terms[i].whole = false, false
		}
		return
	}
	at := slices.IndexFunc(a.terms, func(t term) bool { return retrieval.Fold(t.text) == m[1] })
	if at < 0 {
		return
	}
	for i := range a.terms {
		a.terms[i].head, a.terms[i].whole, a.terms[i].owner, a.terms[i].asked = false, false, false, false
	}
	t := &a.terms[at]
	t.property, t.head, t.weight, t.verb = nil, true, subjectWeight, false
	a.property, a.kind, a.dims = ask.PropertyOf("numero"), howMuch, nil
	a.dropWord("many")
}

// unitsCounted are the dimensions that a word counts in, nil for a word that is no
// unit.
func unitsCounted(folded string) []string {
	if dims := amountWords()[folded]; dims != nil {
		return dims
	}
	q := quantitiesOf("1 " + folded)
	if len(q) != 1 || q[0].Dimension() == "" {
		return nil
	}
	if strings.HasPrefix(folded, "metro") || strings.HasPrefix(folded, "met") {
		return []string{"area", "length"}
	}
	return []string{q[0].Dimension()}
}

// dropWord takes a word out of what the question is about.
func (a *query) dropWord(folded string) {
	a.terms = slices.DeleteFunc(a.terms, func(t term) bool { return retrieval.Fold(t.text) == folded })
}
