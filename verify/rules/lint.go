package rules

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Lint checks rules against the blocks they quote: the quote stands in a block of
// its section, and the numbers of the limit occur in it. A table speaks through its
// caption as well.
func Lint(set RuleSet, blocks []retrieval.Block) []Problem {
	l := linter{lang: set.Language}
	sections := make(map[string][]*retrieval.Block)
	for i := range blocks {
		sections[blocks[i].Section] = append(sections[blocks[i].Section], &blocks[i])
	}
	for i := range set.Rules {
		l.rule(&set.Rules[i], sections[set.Rules[i].Section])
	}
	return sortProblems(l.problems)
}

type linter struct {
	nodeReader
	lang string
}

func (l *linter) rule(r *Rule, section []*retrieval.Block) {
	if len(section) == 0 {
		l.addLine(r.Line, "rule %s: the text has no section %q", r.ID, r.Section)
		return
	}
	cited, ok := FindQuote(section, r.Quote)
	if !ok {
		l.addLine(r.Line, "rule %s: no block of section %q holds the quote word for word", r.ID, r.Section)
		return
	}
	if reason := cited.HashProblem(r.SHA256); reason != "" {
		l.addLine(r.Line, "rule %s: %s", r.ID, reason)
	}
	l.numbers(r, cited.Excerpt)
}

// numbers holds every number of the limit against those of the quote, in the
// rule's own unit: "0,90 m" and "90 cm" are the same number.
func (l *linter) numbers(r *Rule, excerpt string) {
	found := quoted(excerpt, l.lang)
	for _, n := range limitNumbers(r) {
		if !slices.ContainsFunc(found, func(f quantity.Found) bool { return sameNumber(f, n, r.Require.Unit) }) {
			l.addLine(r.Line, "rule %s: the quote does not hold the number %s", r.ID, n)
		}
	}
}

// quoted returns the numbers of a text, also those in words and the bounds of
// ranges.
func quoted(text, lang string) []quantity.Found {
	found := quantity.Find(text, lang)
	for _, f := range quantity.Figures(text, lang, &quantity.FigureOptions{Words: true}) {
		for _, n := range []quantity.Number{f.Value, f.Low, f.High} {
			found = append(found, quantity.Found{Quantity: quantity.Quantity{Value: n, Unit: f.Unit}})
		}
	}
	return found
}

func sameNumber(f quantity.Found, n quantity.Number, unit quantity.Unit) bool {
	if f.Value.Equal(n) {
		return true
	}
	if f.Unit.IsZero() {
		return false
	}
	converted, err := quantity.Convert(f.Value, f.Unit, unit, quantity.Slope)
	return err == nil && converted.Equal(n)
}

func limitNumbers(r *Rule) []quantity.Number {
	out := slices.Clone(r.Require.Values)
	for _, v := range []Bound{r.Require.Value, r.Require.Min, r.Require.Max} {
		out = append(out, valueNumbers(v)...)
	}
	return out
}

func valueNumbers(v Bound) []quantity.Number {
	if v.Number != nil {
		return []quantity.Number{*v.Number}
	}
	if v.Formula != nil {
		return slices.DeleteFunc(slices.Clone(v.Formula.Constants), isConversion)
	}
	var out []quantity.Number
	if v.Table != nil {
		for _, c := range v.Table.Cells {
			out = append(out, valueNumbers(c.Value)...)
		}
	}
	return out
}

// isConversion reports whether a constant may serve to bring one form of a
// number to another, such as a percentage to a share, and say nothing itself.
func isConversion(n quantity.Number) bool {
	return n.Sign() == 0 || n.Equal(quantity.NewNumber(1, 1)) || n.Equal(quantity.NewNumber(100, 1))
}
