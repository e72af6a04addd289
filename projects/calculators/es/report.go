package es

import (
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/projects/calculators"
)

// bound is what a norm says of one value, and the value it is held against.
type bound struct {
	what      string // with its article: "la contrahuella C"
	value     exact
	low, high exact  // the bounds themselves comply; open where no number
	unit      string // "" where it has none
	clause    string
}

// says tells the bound: "la contrahuella C de 17,5 cm (máximo 18,5 cm)".
func (b *bound) says() string {
	return fmt.Sprintf("%s de %s (%s)", b.what, b.quantity(b.value, b.low, b.high), b.limits())
}

func (b *bound) limits() string {
	switch {
	case !b.low.Known():
		return "máximo " + b.quantity(b.high, b.value)
	case !b.high.Known():
		return "mínimo " + b.quantity(b.low, b.value)
	}
	return fmt.Sprintf("entre %s y %s", strings.TrimSuffix(b.quantity(b.low, b.value), " "+b.unit), b.quantity(b.high, b.value))
}

// quantity shows a number, of a value that does not comply so that it is not taken for
// the bound it breaks. One that complies may be shown as the bound: that complies too.
func (b *bound) quantity(n exact, beside ...exact) string {
	beside = slices.DeleteFunc(beside, func(m exact) bool { return !m.Known() || b.value.Within(b.low, b.high) })
	return strings.TrimSpace(figure(n, beside...) + " " + b.unit)
}

// fewDecimals is how many decimals show a figure worked out, where more say nothing.
const fewDecimals = 4

// report collects what a calculator finds on its way to a verdict.
type report struct {
	steps, sources  []string
	passed          int
	failed, unknown []string
	broken          []exact // the bounds that values break
}

// step adds a line and the clause it rests on, "" for the one before.
func (r *report) step(clause, format string, args ...any) {
	r.steps = append(r.steps, fmt.Sprintf(format, args...))
	if clause != "" && !slices.Contains(r.sources, clause) {
		r.sources = append(r.sources, clause)
	}
}

// check holds a value against its bounds, in a step.
func (r *report) check(b bound) {
	ok := b.value.Within(b.low, b.high)
	for _, limit := range []exact{b.low, b.high} {
		if !ok && limit.Known() {
			r.broken = append(r.broken, limit)
		}
	}
	r.require(ok, b.says(), b.clause)
}

// require adds the verdict on one condition, which says tells with its figures.
func (r *report) require(ok bool, says, clause string) {
	if ok {
		r.passed++
		r.step(clause, "Cumple: %s (%s).", says, clause)
		return
	}
	r.failed = append(r.failed, says)
	r.step(clause, "No cumple: %s (%s).", says, clause)
}

// leave says what cannot be told from the input and why: there is no saying then
// that all of it complies.
func (r *report) leave(clause, what, why string) {
	r.unknown = append(r.unknown, what)
	r.step(clause, "Sin determinar: %s: %s (%s).", what, why, clause)
}

// verdict is false where something fails, and true only where something was checked
// and nothing was left open.
func (r *report) verdict() *bool {
	switch {
	case len(r.failed) > 0:
		return calculators.Verdict(false)
	case len(r.unknown) > 0 || r.passed == 0:
		return nil
	}
	return calculators.Verdict(true)
}

// conclusion tells the verdict: complies is the sentence for where all of it does.
func (r *report) conclusion(complies string) string {
	var sentences []string
	switch {
	case len(r.failed) > 0:
		sentences = append(sentences, "No cumple: "+strings.Join(r.failed, "; ")+".")
	case len(r.unknown) == 0 && r.passed > 0:
		sentences = append(sentences, complies)
	}
	if len(r.unknown) > 0 {
		sentences = append(sentences, "Sin determinar: "+strings.Join(r.unknown, "; ")+".")
	}
	return strings.Join(sentences, " ")
}

// finding puts the report together with a result; lead is the summary without the
// verdict.
func (r *report) finding(result values, lead, complies string) finding {
	return finding{
		Result: result, Summary: strings.TrimSpace(lead + " " + r.conclusion(complies)),
		Compliant: r.verdict(), Steps: r.steps, Sources: r.sources,
	}
}
