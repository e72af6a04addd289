package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

// Circumstance is a fact that the rules of a country ask about, as a caller gives it.
type Circumstance struct {
	ID      string
	Kind    rules.FactKind
	Unit    string // of a quantity, that of the rules; "" for one that counts or measures nothing
	Label   rules.Text
	Options []CircumstanceOption // of a boolean and a category
	Default *Value               // what holds when nobody tells; nil for nothing
	Place   string               // the technical datum of a place it is taken from; "" for none
	Codes   []string             // whose rules declare it or ask about it, in order
}

// CircumstanceOption is one value a Circumstance may have.
type CircumstanceOption struct {
	Value Value
	Label rules.Text
}

// Circumstances lists what the rules of a country ask about, ordered by id.
func (v *Verifier) Circumstances(country geo.ID) []Circumstance {
	b := v.book(country)
	asking := b.asking()
	out := make([]Circumstance, 0, len(b.facts))
	for _, f := range b.facts {
		c := Circumstance{ID: f.ID, Kind: f.Kind, Label: f.Label, Place: f.Place, Options: b.choices(f), Codes: asking[f.index]}
		if f.Kind == rules.QuantityFact && !f.bare() {
			c.Unit = f.Unit.String()
		}
		if f.Default != "" && len(f.DefaultWhere) == 0 {
			c.Default = f.value(f.Default)
		}
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b Circumstance) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// asking lists the codes that have to do with each fact.
func (v *rulebook) asking() [][]string {
	out := make([][]string, len(v.facts))
	for i, f := range v.facts {
		out[i] = slices.Clone(f.declared)
	}
	for _, list := range v.rules {
		for _, r := range list {
			for _, index := range r.turns {
				out[index] = append(out[index], r.set.Ref.Code)
			}
		}
	}
	for i := range out {
		slices.Sort(out[i])
		out[i] = slices.Compact(out[i])
	}
	return out
}

// choices lists the values of a boolean or a category in every language there is a word
// for them in.
func (v *rulebook) choices(f *fact) []CircumstanceOption {
	switch f.Kind {
	case rules.BooleanFact:
		yes, no := make(rules.Text), make(rules.Text)
		for _, l := range v.tongues.list {
			if l.messages != nil {
				yes[l.Lang], no[l.Lang] = l.messages[msgYes], l.messages[msgNo]
			}
		}
		return []CircumstanceOption{{BooleanValue(true), yes}, {BooleanValue(false), no}}
	case rules.CategoryFact:
		out := make([]CircumstanceOption, len(f.Values))
		for i, each := range f.Values {
			out[i] = CircumstanceOption{*f.value(each.ID), each.Label}
		}
		return out
	case rules.QuantityFact, rules.TextFact:
	}
	return nil
}
