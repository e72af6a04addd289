package extractive

import (
	"slices"

	"github.com/reglookup/regengine/ask"
)

// verdict holds the amount the question wants judged against the limit of every
// case: it may be within one and beyond another.
func (a *query) verdict(values []value) string {
	w := a.wording()
	var within, beyond []string
	for i := range values {
		v := &values[i]
		ok, known := a.respects(v)
		if !known {
			continue
		}
		text := a.limit(v)
		if label := a.caseOf(v, scoped(values)); label != "" {
			text += " (" + label + ")"
		}
		switch {
		case ok && len(within) < mostCases && !slices.Contains(within, text):
			within = append(within, text)
		case !ok && len(beyond) < mostCases && !slices.Contains(beyond, text):
			beyond = append(beyond, text)
		}
	}
	if len(within)+len(beyond) == 0 || a.unsettled(values) {
		return ""
	}
	text := w.verdict(a.named(), shown(a.text, a.tested[0]), within, beyond)
	if len(within)+len(beyond) > 1 {
		return text + " " + marksOf(values)
	}
	return a.cited(text, values[:1])
}

// limit words what a value demands.
func (a *query) limit(v *value) string {
	if v.upper != nil {
		return a.number(v.shown)
	}
	return a.wording().bound(v.bounds, a.number(v.shown))
}

// respects compares the amounts to be judged with a limit; known is false for
// one that says not how it bounds, or cannot be compared.
func (a *query) respects(v *value) (ok, known bool) {
	if v.upper != nil {
		low, knownLow := within(a.tested, v.Quantity, ask.Minimum)
		high, knownHigh := within(a.tested, *v.upper, ask.Maximum)
		return low && high, knownLow && knownHigh
	}
	return within(a.tested, v.Quantity, v.bounds)
}

// within reports whether all amounts lie on the right side of a limit.
func within(amounts []ask.Quantity, limit ask.Quantity, d ask.Direction) (ok, known bool) {
	ok = true
	for _, f := range amounts {
		sign, known := f.Compare(limit)
		if !known || d == ask.Unsaid {
			return false, false
		}
		ok = ok && (sign == 0 && !limit.Strict || sign < 0 && d == ask.Maximum || sign > 0 && d == ask.Minimum)
	}
	return ok, true
}
