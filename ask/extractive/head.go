package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// findProperty picks what is asked for among the properties the question names:
// what stands behind "qué" or "what", else a thing, else one that no amount of
// the question is of. "The height of the riser" asks for the riser.
func (a *query) findProperty() {
	const given = 1
	best := 0
	if slices.ContainsFunc(a.terms, func(t term) bool { return t.asked && t.property == nil && !t.verb }) {
		return // "qué reacción al fuego necesita el aislamiento"
	}
	for i := range a.terms {
		t := &a.terms[i]
		class := 0
		switch {
		case t.property == nil || t.property.Given:
		case t.asked:
			class = 4
		case !a.given(t.property) && t.property.Thing:
			class = 3
		case !a.given(t.property):
			class = 2
		default:
			class = given
		}
		if class > best {
			best, a.property = class, t.property
		}
	}
	if best == given && !mayCue.MatchString(plain(a.text)) && !complyCue.MatchString(plain(a.text)) {
		a.property = nil // it only describes the case: "con 20 m de altura"
		return
	}
	for i := range a.terms {
		p := a.terms[i].property
		if p != nil && p.Thing && p != a.property && p.Kin(a.property) && !a.property.Generic() && !a.given(p) {
			a.property = p
			return
		}
	}
}

// given reports whether an amount of the question is of that property.
func (a *query) given(p *ask.Property) bool {
	return slices.ContainsFunc(a.figures, func(f ask.Quantity) bool { return f.Of == p })
}

// findHeads marks what the property asked for is a property of: the word behind
// it ("altura de la barandilla", "height of a guard") or, in English, the one
// right before it ("handrail height"), and what narrows it ("altura libre").
// Other property words then matter little.
func (a *query) findHeads() {
	at := slices.IndexFunc(a.terms, func(t term) bool { return a.property != nil && t.property == a.property })
	if at < 0 {
		return
	}
	if a.property.Thing {
		for i := range a.terms {
			if a.terms[i].property != nil && i != at {
				a.terms[i].weight = propertyWeight / 2
			}
		}
		a.terms[at].weight, a.terms[at].head = subjectWeight, true
		for i := range a.terms {
			if steps().match(&a.terms[i]) > 0 && a.terms[i].property == nil {
				a.terms[i].weight = figureWeight
			}
		}
		if next := slices.IndexFunc(a.terms, func(t term) bool {
			return t.at > a.terms[at].at && t.property == nil && !t.name && t.weight >= subjectWeight
		}); next >= 0 {
			a.terms[next].owner = true
		}
		return
	}
	before, behind := a.narrowed(at, -1), a.narrowed(at, +1)
	if a.lang == "en" && a.isHead(before) && a.terms[before].at+at-before == a.terms[at].at {
		a.terms[before].head = true
		return
	}
	for i := behind; i < len(a.terms); i++ {
		if a.isHead(i) {
			a.terms[i].head, a.terms[i].whole = true, a.isOf(&a.terms[i])
			return
		}
	}
}

// articled reports whether a word has an article of its own in the question, and so
// is a thing: "la anchura de un paso".
func (a *query) articled(t *term) bool {
	before, _, _ := strings.Cut(retrieval.Fold(a.text), retrieval.Fold(t.text))
	return ownArticle.MatchString(before)
}

var ownArticle = lazyregexp.New(`\b(?:de|del|of) (?:la|el|los|las|una?|unos|unas|the|an?) $`)

// isOf reports whether the question asks for the property of a thing by that word:
// "ancho de una acera".
func (a *query) isOf(t *term) bool {
	before, _, _ := strings.Cut(retrieval.Fold(a.text), retrieval.Fold(t.text))
	return ofThing.MatchString(before)
}

var ofThing = lazyregexp.New(`\b(?:de|del|of)(?: (?:la|el|los|las|una?|unos|unas|the|an?))? $`)

// narrowed marks the qualifiers beside a property and returns where the words
// beyond them begin.
func (a *query) narrowed(at, step int) int {
	i := at + step
	for ; i >= 0 && i < len(a.terms) && qualifiers[retrieval.Fold(a.terms[i].text)] && !a.articled(&a.terms[i]); i += step {
		a.terms[i].head = true
		a.narrow = strings.TrimSpace(a.narrow + " " + a.terms[i].text)
	}
	return i
}

func (a *query) isHead(i int) bool {
	return i >= 0 && i < len(a.terms) && !a.terms[i].name && a.terms[i].property == nil && a.terms[i].weight >= subjectWeight && !a.terms[i].verb && !a.placed(&a.terms[i]) && !a.spanned(&a.terms[i])
}

// spanned reports whether a word is one end of what the property is measured
// between: "altura de suelo a techo".
func (a *query) spanned(t *term) bool {
	word := retrieval.Fold(t.text)
	return slices.ContainsFunc(betweenEnds.FindAllStringSubmatch(retrieval.Fold(a.text), -1), func(m []string) bool { return m[1] == word || m[2] == word })
}

var betweenEnds = lazyregexp.New(`\b(?:de|del|desde|from)(?: el| la| the)? (\p{L}+) (?:a|al|hasta|to)(?: el| la| the)? (\p{L}+)`)

// placed reports whether a word only says where or for what: "en planta", "bajo
// calzada".
func (a *query) placed(t *term) bool {
	before, _, _ := strings.Cut(retrieval.Fold(a.text), retrieval.Fold(t.text))
	return wherePlaced.MatchString(before)
}

var wherePlaced = lazyregexp.New(`\b(?:en|bajo|sobre|hasta|desde|con|tras|in|on|at|under|with|within|into)(?: (?:la|el|los|las|una?|unos|unas|the|an?|mi|my))? $`)

// findOthers collects the properties that are the one asked for in other words:
// the gap between balusters is an opening.
func (a *query) findOthers() {
	for i := range a.terms {
		t := &a.terms[i]
		if t.property != nil && t.property.Given && a.property != nil && t.property.Kin(a.property) && !a.given(t.property) {
			a.also[t.property] = true
		}
		if !t.head && t.property != a.property {
			continue
		}
		for _, phrase := range t.synonyms {
			for _, s := range phrase {
				if p := ask.PropertyOfTerm(s); p != nil && p.Thing && a.property != nil && a.property.Kin(p) {
					a.also[p] = true
				}
			}
		}
	}
}
