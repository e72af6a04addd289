package verify

import (
	"cmp"
	"maps"
	"slices"

	"github.com/reglookup/regengine/verify/rules"
)

// takeKinds lists what is required of the kinds of an element of which itself nothing
// is: of a wall what is of a façade and of a basement wall. Each depends on being of that
// kind, which its case says first. list takes in one more.
func (l *lister) takeKinds(first *decision, list func(listing) *decision) {
	warnings := l.out.Warnings
	l.out.Warnings = []string{}
	for _, kind := range first.kinds() {
		list(listing{only: kind.Parameter, kind: kind.Element})
	}
	if len(l.rows) == 0 {
		l.out.Warnings = warnings
		return
	}
	for _, r := range l.rows {
		r.kind = r.d.text(r.d.v.concepts["element "+r.d.subject].Label)
		if r.state == RowHolds {
			r.state = RowDepends
		}
	}
}

// kinds are the subjects of rules about kinds of what a query names, in order.
func (d *decision) kinds() []rules.Subject {
	found := make(map[rules.Subject]bool)
	measures := slices.Concat(d.parameter.parameters()...)
	for id := range d.v.kinship.broader {
		if slices.Contains(d.element.heads, id) || !share(d.v.broader(id), d.element.heads) {
			continue
		}
		for _, measure := range measures {
			if s := (rules.Subject{Element: id, Parameter: measure}); len(d.v.rules[s]) > 0 {
				found[s] = true
			}
		}
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b rules.Subject) int {
		return cmp.Or(cmp.Compare(a.Element, b.Element), cmp.Compare(a.Parameter, b.Parameter))
	})
}
