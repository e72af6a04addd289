package verify

import (
	"cmp"
	"maps"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
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
	x := book.wordIndex()
	q := x.question(question)
	names := x.namesIn(q.all)
	var out []NamedPair
	for _, of := range x.scopes {
		element, measure := x.at["element "+of.Element], x.at["parameter "+of.Parameter]
		title, ok := book.titleOf(of, named)
		if !ok && names[element].share < scopeNamed {
			continue
		}
		pair := book.ruledPair(of)
		pair.ElementShare, pair.ParameterShare = names[element].share, 1
		titled := book.wordsOf(title, "")
		pair.Explained = q.explained(func(w *weighedWord) bool {
			return x.concepts[element].has(w.stem) || x.concepts[measure].has(w.stem) || slices.ContainsFunc(titled, func(t understand.Word) bool { return t.Stem == w.text })
		})
		out = append(out, pair)
	}
	slices.SortStableFunc(out, func(a, b NamedPair) int {
		return cmp.Or(cmp.Compare(b.Explained, a.Explained), cmp.Compare(b.ElementShare, a.ElementShare))
	})
	for i := range out {
		out[i].ElementShare = 1
	}
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
func (v *rulebook) titleOf(of rules.Subject, named map[codes.VersionRef]string) (string, bool) {
	for _, r := range v.rules[of] {
		if title, ok := named[r.set.Ref]; ok {
			return title, true
		}
	}
	return "", false
}
