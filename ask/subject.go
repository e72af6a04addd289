package ask

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Which property an amount is of, is read from its own clause (CITATIONS N6):
// from the words right behind it ("1 m de largo", "900 mm wide"), or else from
// the last noun of a property before it. What is said of a sum or a formula of
// several is said of none of them.

var (
	// composite opens an amount that several subjects make up together,
	composite = newPattern(`\b(?:suma|producto|cociente|relacion(?: siguiente)?(?: entre|:)|siguiente relacion|proporcion entre|doble de|dos veces|sum of|product of|ratio of|twice|plus`+
		// ... or that two differ by
		`|diferencias? entre|variacion|variara[n]?|desviacion|tolerancia|variations?|vary|deviation|tolerance)\b`, formulaShape)

	formula = newPattern(formulaShape)

	// clauseEnd parts what a number can be about from what came before.
	clauseEnd = newPattern(`[;|\n]|[.?!] `)

	// joint is what stands between amounts of one subject.
	joint = lazyregexp.New(`^[\s,]*(?:(?:y|e|o|u|a|and|or|to|hasta|de|del|entre|x|-|–|como|al|menos|minim\w+|maxim\w+|lo|sumo|at|least|most|mas|bien|el|la|los|las|no|mayor|menor|superior|inferior|que|than|not?|less|more)\b[\s,]*)*$`)

	// caseOpens begins a condition: what follows it is the case, not the rule.
	caseOpens = newPattern(`\b(?:cuando|si|siempre que|en caso de|para|cuy[oa]s?|when|where|if|provided|whose|for)\b`)

	placeOpens = newPattern(`\b(?:a|at|hasta|up to)(?: (?:una distancia|un minimo|un maximo|mas|menos|a distance|least|most) (?:de|of|than)?)? ?$`)
	placeFrom  = lazyregexp.New(`^ ?(?:de|del|desde|from|above|below|over|sobre|bajo|por encima|por debajo)\b(?: ?(?:de|del))?((?: \S+){0,3})`)
	ground     = newPattern(`\b(?:suelo|pavimento|terreno|rasante|calle|acera|piso|forjado|nivel|floor|ground|ffl|pavement|pitch|huella)\b`)
)

const formulaShape = `\b[0-9]\s?[a-z]\s?\+\s?[0-9]?[a-z]\b`

// setProperties finds what each quantity is of. A quantity about which its own
// clause says nothing keeps nil.
func setProperties(folded string, words []retrieval.Word, list []Quantity) {
	from := 0            // where the clause of the present quantity may begin
	last, main := -1, -1 // the quantity before, and the one before outside a condition
	for i := range list {
		q := &list[i]
		if q.Reference || q.unit.dimension == "" {
			continue
		}
		to := len(folded)
		if i+1 < len(list) {
			to = list[i+1].Start
		}
		clause := folded[from:q.Start]
		if cuts := clauseEnd.all(clause); len(cuts) > 0 {
			clause = clause[cuts[len(cuts)-1][1]:]
		}
		start := q.Start - len(clause)
		tail, end := tailOf(folded, words, *q, to)
		switch {
		case tail != nil:
			q.Of = tail
			if thing := nounIn(words, start, q.Start, q.unit.dimension); thing != nil && thing.Thing && thing.Kin(tail) {
				q.Of = thing // "a sphere of 10 cm in diameter"
			}
		case last >= 0 && from == start && joint.MatchString(clause):
			if main >= 0 && main != last && !rangeOpens.in(folded[max(0, list[last].Start-16):list[last].Start]) {
				last = main
			}
			if before := list[last]; before.Of == nil || before.Of.Measures(q.unit.dimension) {
				q.Of, q.Composite = before.Of, before.Composite
			}
		case composite.in(lastClause(clause)) || formula.in(firstPart(folded[q.End:])):
			q.Composite = true
		default:
			q.Of = nounIn(words, start, q.Start, q.unit.dimension)
		}
		q.place(clause, folded[end:to])
		if from, last = end, i; !caseOpens.in(clause) {
			main = i
		}
	}
	spreadBack(folded, list)
}

// lastClause is a text behind the last comma that a joining word follows.
func lastClause(s string) string {
	if cuts := clauseJoint.all(s); len(cuts) > 0 {
		return s[cuts[len(cuts)-1][1]:]
	}
	return s
}

var clauseJoint = newPattern(`, (?:y|e|ni|and|nor) `)

// firstPart is a text up to the end of its first clause.
func firstPart(s string) string {
	if end := clauseEnd.find(s); end != nil {
		return s[:end[0]]
	}
	return s
}

// spreadBack gives the first end of a range what stands behind the second:
// "entre 50 cm y 80 cm de altura".
func spreadBack(folded string, list []Quantity) {
	for i := len(list) - 2; i >= 0; i-- {
		a, b := &list[i], list[i+1]
		if b.Of == nil || a.unit.dimension != b.unit.dimension || b.Start < a.End {
			continue
		}
		_, gap, _ := strings.Cut(strings.TrimLeft(folded[a.End:b.Start], " "), " ")
		if rangeGap.MatchString(folded[a.End:b.Start]) || rangeGap.MatchString(gap) {
			a.Of, a.Place = b.Of, b.Place
		}
	}
}

// tailOf reads the property right behind a quantity's unit, and tells where
// unit and property end.
func tailOf(folded string, words []retrieval.Word, q Quantity, to int) (p *Property, end int) {
	const near = 6 // words: unit of two, "como mínimo", "de", property
	end = q.End
	before := q.End
	list := wordsIn(words, q.Start, to) // number, unit, ...; or both in one word: "900mm"
	if len(list) > 0 && list[0].End <= q.End {
		list = list[1:]
	}
	for n, w := range list {
		if n == near || n > 0 && strings.ContainsAny(folded[before:w.Start], ".,;:|\n()") {
			break
		}
		if found := PropertyOf(w.Fold); found != nil && n > 0 && found.Measures(q.unit.dimension) {
			return found, w.End
		}
		switch {
		case n == 0:
			end = w.End
		case boundWords[w.Fold]: // "10 cm como mínimo de fondo"
		case w.Fold != "de" && w.Fold != "of" && w.Fold != "in" && w.Fold != "en":
			return nil, end
		}
		before = w.End
	}
	return nil, end
}

func wordsIn(words []retrieval.Word, from, to int) []retrieval.Word {
	first, _ := slices.BinarySearchFunc(words, from, func(w retrieval.Word, at int) int { return cmp.Compare(w.Start, at) })
	end, _ := slices.BinarySearchFunc(words[first:], to+1, func(w retrieval.Word, at int) int { return cmp.Compare(w.End, at) })
	return words[first : first+end]
}

// nounIn returns the last property of a clause that is measured so.
func nounIn(words []retrieval.Word, from, to int, dimension string) *Property {
	list := wordsIn(words, from, to)
	for i := len(list) - 1; i >= 0; i-- {
		p := propertyBy().nouns[list[i].Fold]
		if t := propertyBy().tails[list[i].Fold]; p == nil && t != nil && i > 0 && articles[list[i-1].Fold] {
			p = t // "el ancho de la puerta"
		}
		if p != nil && p.Measures(dimension) {
			return p
		}
	}
	return nil
}

var boundWords = wordSet("como al menos minimo maximo at least most minimum maximum")

var articles = wordSet("el un del al su the a")

// place marks a length that says where something is: "a 50 cm del borde".
// Measured from the ground it is a height.
func (q *Quantity) place(clause, behind string) {
	if q.unit.dimension != "length" || q.Composite || !placed(clause, behind) {
		return
	}
	q.Place = true
	if ground.in(placeFrom.FindStringSubmatch(behind)[1]) {
		q.Of = PropertyOf("altura")
		return
	}
	q.Of = PropertyOf("distancia")
}

func placed(clause, behind string) bool {
	return strings.HasPrefix(behind, " from ") || placeOpens.in(clause) && placeFrom.MatchString(behind)
}
