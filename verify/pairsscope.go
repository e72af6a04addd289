package verify

import (
	"cmp"
	"maps"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

// scopeNamed is how much of the name of a regulation a question has to have.
const scopeNamed = 0.9

// Scopes lists, for the regulations a question names, the pairs whose rules say what they
// apply to, those first of whose question more is explained. named are the titles of the
// editions that are known to be named, by a sign such as "486/1997"; others are known by
// the names their rules give them. The name of a regulation, its title and the words for
// that it applies explain themselves; ElementName and ParameterName are left empty.
func (p *Pairs) Scopes(country geo.ID, question string, named map[codes.VersionRef]string) []NamedPair {
	book := p.books[country]
	if book == nil {
		return nil
	}
	q := book.read(question)
	var out []NamedPair
	for _, of := range book.scopes {
		e := q.elements[of.Element]
		title, ok := book.titleOf(of, named)
		if !ok && e.share < scopeNamed {
			continue
		}
		e = namedConcept{"", 1, append(book.stems(book.v.wordsOf(title, "")), book.nameStems(rules.ElementConcept, of.Element)...)}
		m := namedConcept{"", 1, book.nameStems(rules.ParameterConcept, of.Parameter)}
		out = append(out, book.pair(q, of, e, m))
	}
	slices.SortStableFunc(out, func(a, b NamedPair) int { return cmp.Compare(b.Explained, a.Explained) })
	return out
}

// scopesOf lists the subjects that say what a regulation applies to, in order.
func scopesOf(v *rulebook) []rules.Subject {
	list := slices.Collect(maps.Keys(v.rules))
	list = slices.DeleteFunc(list, func(s rules.Subject) bool { return !v.concepts["parameter "+s.Parameter].Scope })
	slices.SortFunc(list, func(a, b rules.Subject) int {
		return cmp.Or(cmp.Compare(a.Element, b.Element), cmp.Compare(a.Parameter, b.Parameter))
	})
	return list
}

// titleOf is the title of the edition, of those named, that says what it applies to.
func (x *pairIndex) titleOf(of rules.Subject, named map[codes.VersionRef]string) (string, bool) {
	for _, r := range x.v.rules[of] {
		if title, ok := named[r.set.Ref]; ok {
			return title, true
		}
	}
	return "", false
}

// nameStems are the stems of all names of a concept.
func (x *pairIndex) nameStems(kind rules.ConceptKind, id string) []string {
	var out []string
	for i := range x.names {
		if x.names[i].kind == kind && x.names[i].id == id {
			out = append(out, x.names[i].stems...)
		}
	}
	return out
}
