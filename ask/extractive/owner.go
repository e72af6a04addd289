package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

var (
	// conceding opens what the rule prevails over: "although the table allows".
	conceding = lazyregexp.New(`\b(?:aunque|aun cuando|a pesar de|although|even (?:if|though|where)|notwithstanding)\b`)

	// ruling is a verb that makes a comparison the rule itself.
	ruling = lazyregexp.New(`\b(?:deb\w+|ha[n]? de|ser[an]?|sera[n]?|sea[n]?|son|es|be|is|are|shall|must|should)(?: \S+)? (?:mayor|menor|superior|inferior|mas|menos|less|more|greater|lower|larger|higher|smaller|over|above|below|under|>|<)`)
)

// criterion reports whether an amount only tells which things are meant: "los
// tramos de más de 4 m de ancho". A strict comparison is a rule of its own only
// behind a verb.
func criterion(between string, q ask.Quantity) bool {
	return q.Strict && !ruling.MatchString(between)
}

// maxSubject is how far before a number its subject is looked for, in bytes.
const maxSubject = 60

// sets reports whether an amount of a statement is one of the property asked
// for. Where neither its clause nor the headings say what it is of, the
// statement has to name the property.
func (a *query) sets(s *statement, q ask.Quantity, before string) bool {
	if a.property == nil || len(a.dims) > 0 {
		return a.answersAmount(q)
	}
	if q.Composite || !a.property.Measures(q.Dimension()) || a.ofOther(before) || a.ofThing(before) {
		return false
	}
	if a.property.Measures("") && q.Dimension() == "" {
		return a.counts(retrieval.Fold(s.text)[q.End:])
	}
	of := q.Of
	if of != nil && of.Generic() {
		of = nil // "la altura, medida desde el suelo"
	}
	if of == nil {
		of = s.property(q.Dimension())
	}
	if of == nil {
		return a.names(s)
	}
	return a.asksFor(of)
}

// counts reports whether a bare number counts something the question names:
// "3 peldaños".
func (a *query) counts(behind string) bool {
	const near = 3 // words
	for n, w := range retrieval.Words(firstClause(behind), a.lang) {
		if n == near {
			break
		}
		if b := bagOf(w.Text); slices.ContainsFunc(a.terms, func(t term) bool { return t.property == nil && b.match(&t) > 0 }) {
			return true
		}
	}
	return false
}

// names reports whether a statement or what stands above it names the property
// asked for.
func (a *query) names(s *statement) bool {
	if a.property == nil || a.property.Generic() {
		return true
	}
	all := a.read(s.text + "\n" + s.heading())
	return slices.ContainsFunc(a.terms, func(t term) bool { return t.property == a.property && all.match(&t) > 0 })
}

// ofOther reports whether a property is narrowed to one the question does not
// ask for: a transverse slope is not the slope.
func (a *query) ofOther(before string) bool {
	for _, w := range retrieval.Words(before, "") {
		if others[w.Fold] && !slices.ContainsFunc(a.terms, func(t term) bool { return t.text == w.Text || others[retrieval.Fold(t.text)] }) {
			return true
		}
	}
	return false
}

// beside reads the thing an amount stands beside: "un zócalo de al menos ".
var beside = lazyregexp.New(`\b(?:una?|unos|unas|an?) (\p{L}+)(?: (\p{L}+))? (?:de|of)(?: (?:al menos|como minimo|como maximo|at least|at most|mas de|menos de))?(?: [0-9.,]+ \p{L}+ de \p{L}+ (?:a|y|por))? ?$`)

// ofThing reports whether an amount is of another thing than those the question
// names: a handrail's plinth is not the handrail.
func (a *query) ofThing(before string) bool {
	m := beside.FindStringSubmatch(before)
	if m == nil || a.property.Thing || ask.PropertyOf(m[1]) != nil || ask.PropertyOf(m[2]) != nil {
		return false
	}
	thing := bagOf(m[1] + " " + m[2])
	return !slices.ContainsFunc(a.terms, func(t term) bool { return t.property == nil && thing.match(&t) > 0 })
}

// ownSubject begins a clause with what it is about: "y las puertas", "El asiento".
var ownSubject = lazyregexp.New(`(?:^\s*|[.,;:] |\b(?:y|e|and) )(?:el|la|los|las|the) (\p{L}+)((?: \p{L}+)?(?: (?:de|del|of)(?: (?:la|el|los|las|the|una?))? \p{L}+){0,2})`)

// ofOwnSubject reports whether the clause that ends in an amount names a subject
// of its own which the question does not speak of: "los pasillos miden 1 m y las
// puertas 80 cm". before is the sentence up to the amount, folded.
func (a *query) ofOwnSubject(before string) bool {
	found := ownSubject.FindAllStringSubmatchIndex(before, -1)
	if len(found) == 0 {
		return false
	}
	m := found[len(found)-1]
	noun, phrase := before[m[2]:m[3]], bagOf(before[m[2]:m[5]])
	if ask.PropertyOf(noun) != nil || conditionCue.MatchString(before[m[2]:]) || strings.Contains(before[m[2]:], ";") {
		return false
	}
	return !slices.ContainsFunc(a.terms, func(t term) bool { return phrase.match(&t) > 0 })
}

var (
	// absentCue says that something is not there; the amounts then say where.
	absentCue = lazyregexp.New(`\bno (?:hay|habra|tienen?|existen?|llevan?|debe haber)\b`)

	// otherEnd is what a distance is measured to.
	otherEnd = lazyregexp.New(`\b(?:dist|separa)\p{L}*(?: \p{L}+)? (?:del?|from) (?:la |el |los |las |the )?(\p{L}+)`)

	atPlace = lazyregexp.New(`\b(?:a|at) $`)
)

// elsewhereMeasured reports whether an amount says where, or up to what, and not
// how much: "entre 2 m y 3 m de altura no hay repisas", "7 kN a 2 m de altura", or
// a distance to something the question does not name.
func (a *query) elsewhereMeasured(s *statement, q ask.Quantity, before string) bool {
	folded := retrieval.Fold(s.text)
	if absentCue.MatchString(folded) {
		return true
	}
	if m := otherEnd.FindStringSubmatch(folded); m != nil && q.Of == ask.PropertyOf("distancia") && q.Of == a.property {
		end := bagOf(m[1])
		if !slices.ContainsFunc(a.terms, func(t term) bool { return end.match(&t) > 0 }) {
			return true
		}
	}
	return atPlace.MatchString(before) && slices.ContainsFunc(quantitiesOf(s.text), func(o ask.Quantity) bool {
		return o.End <= q.Start && o.Dimension() != "" && o.Dimension() != q.Dimension()
	})
}

// unnarrowed reports whether a statement speaks of the property asked for without
// what narrows it in the question: any height where a free one is asked for.
func (a *query) unnarrowed(s *statement) bool {
	if a.narrow == "" || s.row >= 0 {
		return false
	}
	own := a.read(s.text)
	narrowed := slices.ContainsFunc(a.terms, func(t term) bool {
		word := retrieval.Fold(t.text)
		return t.head && qualifiers[word] && (word != weakQualifier || word == retrieval.Fold(a.narrow)) && own.match(&t) >= asSynonym
	})
	return !narrowed && (own.namesProperty(a.property) || a.setsIt(s))
}

// weakQualifier is also a form of a verb ("pasa de 4 m"), and narrows nothing beside
// another qualifier.
const weakQualifier = "paso"
