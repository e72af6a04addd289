package verify

import (
	"cmp"
	"maps"
	"slices"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

// Subject is a parameter of an element that the rules of a country say something about,
// by its names: what a person may choose instead of writing it.
type Subject struct {
	ElementID, ParameterID string
	Element, Parameter     rules.Text // their labels
}

// Subjects lists what the rules of a country are about, ordered by element and parameter.
func (v *Verifier) Subjects(country geo.ID) []Subject {
	b := v.book(country)
	label := func(kind, id string) rules.Text {
		if c, ok := b.concepts[kind+" "+id]; ok {
			return c.Label
		}
		return nil
	}
	list := make([]Subject, 0, len(b.rules))
	for of := range maps.Keys(b.rules) {
		list = append(list, Subject{of.Element, of.Parameter, label("element", of.Element), label("parameter", of.Parameter)})
	}
	slices.SortFunc(list, func(a, b Subject) int {
		return cmp.Or(cmp.Compare(a.ElementID, b.ElementID), cmp.Compare(a.ParameterID, b.ParameterID))
	})
	return list
}
