package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/projects/calculators"
)

// The words of the form machinery, shorter.
type (
	exact   = calculators.Exact
	values  = calculators.Values
	form    = calculators.Form
	finding = calculators.Finding
	option  = calculators.Option
)

// open is the bound that is none.
var open exact

func whole(n int64) exact     { return calculators.Int(n) }
func dec(digits string) exact { return calculators.Dec(digits) }

// virgule shows a figure, with as many decimals as it takes to tell it from limits.
func virgule(n exact, limits ...exact) string { return n.Figure(",", limits...) }

// bound is what a text says of one value, and the value it is held against.
type bound struct {
	what      string // with its article: "la hauteur de marche"
	value     exact
	low, high exact // the bounds themselves comply; open where no number
	unit      string
	clause    string
}

// says tells the bound: "la hauteur de marche de 17 cm (maximum 16 cm)".
func (b *bound) says() string {
	return fmt.Sprintf("%s de %s (%s)", b.what, b.figure(b.value, b.low, b.high), b.limits())
}

// figure shows a number, of a value that does not comply so that it is not taken for
// the bound it breaks.
func (b *bound) figure(n exact, beside ...exact) string {
	beside = slices.DeleteFunc(beside, func(m exact) bool { return !m.Known() || b.value.Within(b.low, b.high) })
	return strings.TrimSpace(virgule(n, beside...) + " " + b.unit)
}

func (b *bound) limits() string {
	switch {
	case !b.low.Known():
		return "maximum " + b.figure(b.high, b.value)
	case !b.high.Known():
		return "minimum " + b.figure(b.low, b.value)
	}
	return "entre " + strings.TrimSuffix(b.figure(b.low, b.value), " "+b.unit) + " et " + b.figure(b.high, b.value)
}

// report collects what a calculator finds on its way to a verdict.
type report struct {
	steps, sources  []string
	passed          int
	failed, unknown []string
}

// step adds a line and the clause it rests on.
func (r *report) step(clause, format string, args ...any) {
	r.steps = append(r.steps, fmt.Sprintf(format, args...))
	if clause != "" && !slices.Contains(r.sources, clause) {
		r.sources = append(r.sources, clause)
	}
}

// check holds a value against its bounds, in a step.
func (r *report) check(b bound) {
	if b.value.Within(b.low, b.high) {
		r.passed++
		r.step(b.clause, "Conforme : %s (%s).", b.says(), b.clause)
		return
	}
	r.failed = append(r.failed, b.says())
	r.step(b.clause, "Non conforme : %s (%s).", b.says(), b.clause)
}

// leave says what cannot be told from the input and why: there is no saying then
// that all of it complies.
func (r *report) leave(clause, what, why string) {
	r.unknown = append(r.unknown, what+" ("+why+")")
	r.step(clause, "Indéterminé : %s : %s (%s).", what, why, clause)
}

// finding puts the report together; lead is the summary without the verdict. It
// complies only where something was held against a bound and nothing was left open.
func (r *report) finding(result values, lead string) finding {
	f := finding{Result: result, Summary: lead, Steps: r.steps, Sources: r.sources}
	switch {
	case len(r.failed) > 0:
		f.Summary += " Non conforme : " + strings.Join(r.failed, " ; ") + "."
		f.Compliant = calculators.Verdict(false)
	case len(r.unknown) == 0 && r.passed > 0:
		f.Summary += " Conforme aux conditions vérifiées."
		f.Compliant = calculators.Verdict(true)
	}
	if len(r.unknown) > 0 {
		f.Summary += " Indéterminé : " + strings.Join(r.unknown, " ; ") + "."
	}
	return f
}
