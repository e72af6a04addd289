package extractive

import (
	"slices"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// measured names what is given in lengths and is none of the properties: the way to
// an exit is no height.
var pathCue = lazyregexp.New(`\b(?:recorridos?|trayectos?|radio de accion|travel distances?|distancia de recorrido)\b`)

// longestPath is how far before an amount the way it is of may be named, in bytes.
const longestPath = 220

// otherMeasure reports whether every amount of a statement that might answer is of a
// way to go, where a size is asked for.
func (a *query) otherMeasure(s *statement) bool {
	if a.property == nil || s.row >= 0 || !a.property.Measures("length") || pathCue.MatchString(retrieval.Fold(a.text)) || slices.Contains([]*ask.Property{ask.PropertyOf("longitud"), ask.PropertyOf("distancia")}, a.property) {
		return false
	}
	folded, seen := retrieval.Fold(s.text), false
	for _, q := range quantitiesOf(s.text) {
		if q.Dimension() != "length" || q.Reference {
			continue
		}
		if seen = true; !pathCue.MatchString(folded[max(0, q.Start-longestPath):q.Start]) {
			return false
		}
	}
	return seen
}

// spanShape is a span whose unit stands behind its end alone: "desde un mínimo de
// 301 hasta un máximo de 6.000 euros".
var spanShape = lazyregexp.New(`\b(?:desde|de|entre|from|between)(?: \p{L}+){0,4} [0-9][0-9.,]*(?: \p{L}+){0,2} (?:hasta|a|y|to|and)(?: \p{L}+){0,5} [0-9][0-9.,]*`)

// spansIt reports whether a statement gives both ends of what is asked for one end
// of.
func (a *query) spansIt(s *statement, folded string) bool {
	if a.want == ask.Unsaid || len(a.dims) == 0 || !spanShape.MatchString(folded) {
		return false
	}
	return slices.ContainsFunc(quantitiesOf(s.text), func(q ask.Quantity) bool { return slices.Contains(a.dims, q.Dimension()) })
}

// shareShape is a share of things: "el 4 % de las viviendas".
var shareShape = lazyregexp.New(`[0-9][0-9.,]* ?(?:%|por 100|por ciento|per cent) (?:de|del|of)(?: (?:todas?|todos?|all))?(?: (?:las|los|la|el|the))? ((?:\p{L}+ ?){1,2})`)

// shareOf reports whether a statement says how many there are of what the question
// counts as a share of them.
func (a *query) shareOf(folded string) bool {
	for _, m := range shareShape.FindAllStringSubmatch(folded, -1) {
		of := bagOf(m[1])
		if slices.ContainsFunc(a.terms, func(t term) bool { return t.head && of.match(&t) > 0 }) {
			return true
		}
	}
	return false
}
