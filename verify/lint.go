package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/quantity"
)

// Lint checks rules against the blocks they quote: the quote stands in a block
// of its section, its words agree with the operator, and the numbers of the
// limit occur in it. A table speaks through its caption as well. When all that
// is in order, the tests kept beside the rules are run.
func Lint(set RuleSet, blocks []retrieval.Block) []Problem {
	sections := make(map[string][]*retrieval.Block)
	for i := range blocks {
		sections[blocks[i].Section] = append(sections[blocks[i].Section], &blocks[i])
	}
	l := linter{lang: set.Language}
	for i := range set.Rules {
		l.rule(&set.Rules[i], sections[set.Rules[i].Section])
	}
	if len(l.problems) == 0 {
		l.problems = runCases(set, blocks)
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
	block, excerpt := findQuote(section, r.Quote)
	if block == nil {
		l.addLine(r.Line, "rule %s: no block of section %q holds the quote word for word", r.ID, r.Section)
		return
	}
	l.direction(r, excerpt)
	l.numbers(r, excerpt)
}

// signals are wordings that bound a value from above or below, or demand
// something, by language. Folded.
type signals struct{ above, below, strict, duty, none []string }

var signalWords = map[string]signals{
	"es": {
		above: []string{"como maximo", "maxim", "no superar", "no exced", "no debe superar", "no puede superar", "no pueden superar", "no podra superar", "hasta", "limite",
			"no mas de", "inferior", "menor", "menos de", "no sobresal", "por debajo", "tope"},
		below: []string{"como minimo", "minim", "al menos", "no baja", "no menos", "no sera inferior", "no puede ser inferior", "no puede ser menor", "superior", "mayor", "mas de",
			"a partir de", "por encima"},
		strict: []string{"menores que", "mayores que", "menor que", "menor de", "menos de", "mayor que", "mayor de", "mas de", "inferior a", "superior a", "estrictamente", "no quepa", "no pueda pasar", "no puede pasar"},
		duty:   []string{"debe", "hay que", "hace falta", "dispon", "oblig", "exig", "llev", "tendra", "necesita", "prohib"},
		none:   []string{"no se limita", "sin limite", "no hay limite", "no es necesari", "no hace falta", "no se exige", "no se aplica", "exent", "quedan fuera", "queda fuera", "no es obligatori"},
	},
	"en": {
		above:  []string{"maximum", "at most", "not exceed", "no more than", "up to", "less than", "below", "limit"},
		below:  []string{"minimum", "at least", "not less than", "no less than", "more than", "above", "greater than"},
		strict: []string{"less than", "more than", "greater than", "below", "above"},
		duty:   []string{"must", "shall", "required", "need"},
		none:   []string{"no limit", "not required", "does not apply", "exempt"},
	},
}

// direction holds the operator against the words of the quote.
func (l *linter) direction(r *Rule, excerpt string) {
	words, ok := signalWords[l.lang]
	if !ok {
		return // no words for that language: the numbers still speak
	}
	text := fold(squeeze(excerpt))
	says := func(list []string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return strings.Contains(text, s) })
	}
	above, below := says(words.above), says(words.below)
	switch r.Require.Op {
	case Less, AtMost:
		l.expect(r, above, "a maximum")
	case AtLeast, Greater:
		l.expect(r, below, "a minimum")
	case Between:
		l.expect(r, above && below || strings.Contains(text, "entre ") || strings.Contains(text, "between "), "a range")
	case MustBeTrue, MustBeAbsent:
		l.expect(r, says(words.duty), "a duty")
	case NoLimit:
		l.expect(r, says(words.none), "that there is no limit")
	case Equal, OneOf: // no words are typical of them; the numbers speak
	}
	if r.Require.Op == Less || r.Require.Op == Greater {
		l.expect(r, says(words.strict), "a strict limit")
	}
}

func (l *linter) expect(r *Rule, ok bool, what string) {
	if !ok {
		l.addLine(r.Line, "rule %s: the words of the quote do not say %s, the operator %s does", r.ID, what, r.Require.Op)
	}
}

// numbers holds every number of the limit against those of the quote, in the
// rule's own unit: "0,90 m" and "90 cm" are the same number.
func (l *linter) numbers(r *Rule, excerpt string) {
	found := quantity.Find(excerpt, l.lang)
	for _, n := range limitNumbers(r) {
		if !slices.ContainsFunc(found, func(f quantity.Found) bool { return sameNumber(f, n, r.Require.Unit) }) {
			l.addLine(r.Line, "rule %s: the quote does not hold the number %s", r.ID, n)
		}
	}
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
	for _, v := range []Value{r.Require.Value, r.Require.Min, r.Require.Max} {
		out = append(out, valueNumbers(v)...)
	}
	return out
}

func valueNumbers(v Value) []quantity.Number {
	if v.Number != nil {
		return []quantity.Number{*v.Number}
	}
	var out []quantity.Number
	if v.Table != nil {
		for _, c := range v.Table.Cells {
			out = append(out, valueNumbers(c.Value)...)
		}
	}
	return out
}
