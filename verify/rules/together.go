package rules

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// LintTogether returns what the files of one country say of a circumstance that does
// not go together, by the version whose file says it later: in one country an id has
// one kind, one dimension and one meaning, which its label tells. The values of a
// category are those of all files together.
func LintTogether(sets []RuleSet) map[codes.VersionRef][]Problem {
	sets = slices.Clone(sets)
	slices.SortStableFunc(sets, func(a, b RuleSet) int { return cmp.Compare(a.Ref.String(), b.Ref.String()) })
	first := make(map[string]declared)
	out := make(map[codes.VersionRef][]Problem)
	for i := range sets {
		for k := range sets[i].Facts {
			f := &sets[i].Facts[k]
			before, ok := first[f.ID]
			if !ok {
				first[f.ID] = declared{f, sets[i].Ref}
				continue
			}
			if reason := before.fact.clash(f); reason != "" {
				out[sets[i].Ref] = append(out[sets[i].Ref], Problem{f.Line, fmt.Sprintf("fact %s: %s declares it with %s; one id means one thing, so give one of them another", f.ID, before.ref, reason)})
			}
		}
	}
	return out
}

// declared is a fact and the version whose file declares it.
type declared struct {
	fact *Fact
	ref  codes.VersionRef
}

// clash says what of f is another in the fact of the same id; "" for nothing.
func (f *Fact) clash(other *Fact) string {
	switch {
	case f.Kind != other.Kind:
		return "the kind " + string(f.Kind)
	case f.Kind == QuantityFact && f.Unit.Kind() != other.Unit.Kind():
		return fmt.Sprintf("a unit of %s", f.Unit.Kind())
	case f.Own != nil && other.Own != nil && *f.Own != *other.Own:
		return fmt.Sprintf("own: %v", *f.Own)
	}
	if label := f.Label.another(other.Label); label != "" {
		return fmt.Sprintf("the label %q", label)
	}
	for _, v := range f.Values {
		for _, w := range other.Values {
			if label := v.Label.another(w.Label); v.ID == w.ID && label != "" {
				return fmt.Sprintf("the label %q of its value %s", label, v.ID)
			}
		}
	}
	return ""
}

// another returns a text of t that is another one in other, in a language both have.
func (t Text) another(other Text) string {
	for _, lang := range slices.Sorted(maps.Keys(t)) {
		if text, ok := other[lang]; ok && retrieval.Fold(text) != retrieval.Fold(t[lang]) {
			return t[lang]
		}
	}
	return ""
}
