package extractive

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
)

// Explain tells how a question was understood, and how the best statements of what
// was found were weighed.
func Explain(t *ask.Transcript) string {
	var b strings.Builder
	a := analyse(t.Question)
	prop := "-"
	if a.property != nil {
		prop = a.property.EN
	}
	fmt.Fprintf(&b, "kind %d, property %s, want %d, narrow %q, zone %s\n", a.kind, prop, a.want, a.narrow, a.zone)
	for _, term := range a.terms {
		fmt.Fprintf(&b, "  term %q w%.1f", term.text, term.weight)
		for name, on := range map[string]bool{"name": term.name, "head": term.head, "use": term.use, "owner": term.owner, "asked": term.asked, "whole": term.whole} {
			if on {
				b.WriteString(" " + name)
			}
		}
		b.WriteString("\n")
	}
	type weighed struct {
		s          statement
		about, fit float64
		values     int
		rank       int
	}
	var list []weighed
	for at, p := range passagesOf(t.Results) {
		for _, s := range statements(p) {
			values := a.amounts(&s)
			about := a.about(&s, len(values) > 0 || a.kind == howMuch && a.quotable(&s))
			list = append(list, weighed{s, about, a.suits(&s, values), len(values), at})
		}
	}
	slices.SortStableFunc(list, func(x, y weighed) int { return cmp.Compare(y.about*y.fit, x.about*x.fit) })
	for _, w := range list[:min(len(list), 4)] {
		fmt.Fprintf(&b, "  %.2f about %.2f fit %.2f values %d covers %v passage %d score %.2f %.160q\n", w.about*min(w.fit, 1), w.about, w.fit, w.values, a.covers(&w.s), w.rank, w.s.passage.Score, w.s.text)
	}
	near := a.closeness(t.Results)
	type second struct {
		s           statement
		cov, near   float64
		lacks, kind bool
	}
	var seconds []second
	for _, p := range passagesOf(t.Results) {
		for _, s := range statements(p) {
			seconds = append(seconds, second{s, a.coverage(&s), near[p.Handle], a.lacks(p, near[p.Handle]), a.answersKind(&s)})
		}
	}
	total := func(x second) float64 { return coverageShare*x.cov + (1-coverageShare)*x.near }
	slices.SortStableFunc(seconds, func(x, y second) int { return cmp.Compare(total(y), total(x)) })
	for _, w := range seconds[:min(len(seconds), 14)] {
		fmt.Fprintf(&b, "  second %.2f cov %.2f near %.2f lacks %v kind %v %.140q\n", total(w), w.cov, w.near, w.lacks, w.kind, w.s.text)
	}
	return b.String()
}
