package extractive

import (
	"slices"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// What puts a thing at a height: "a 8 m de altura", "8 m above the ground".
var (
	standsAt  = lazyregexp.New(` (?:a|a una altura de|en altura de|situad[oa] a|at|at a height of) $`)
	aboveThat = lazyregexp.New(`^ \S+ (?:above|over|off|sobre el suelo|del suelo) `)
)

// placeTested tells how high a thing stands from how high it is: of two heights, one
// said of the thing and one of where it is, only the first is to be judged, and the
// other is the drop that decides which case holds.
func (a *query) placeTested() {
	drop := ask.PropertyOf("desnivel")
	if len(a.tested) < 2 || a.property != ask.PropertyOf("altura") || drop == nil {
		return
	}
	folded := retrieval.Fold(a.text)
	stands := func(f ask.Quantity) bool {
		return standsAt.MatchString(plain(folded[:f.Start])) || aboveThat.MatchString(plain(folded[f.End:]))
	}
	if !slices.ContainsFunc(a.tested, func(f ask.Quantity) bool { return !stands(f) }) {
		return
	}
	for _, f := range a.tested {
		if stands(f) {
			f.Of, f.Dir, f.Strict, f.Place = drop, ask.Unsaid, false, false
			a.figures = append(a.figures, f)
		}
	}
	a.tested = slices.DeleteFunc(a.tested, stands)
}

// unsettled reports whether nothing says that the case of a limit found is the
// question's: what they say of an amount holds only there.
func (a *query) unsettled(values []value) bool {
	return !slices.ContainsFunc(values, func(v value) bool { return a.settledCase(&v) }) && !coverAll(values)
}

// ofAskedUse reports whether a row names the use of a building that the question names.
func (a *query) ofAskedUse(row string) bool {
	own := a.read(row)
	return slices.ContainsFunc(a.terms, func(t term) bool { return t.use && own.match(&t) > 0 })
}

// coverAll reports whether the cases of values leave none out: one is for all others,
// or one is for amounts up to a bound, and one for those beyond.
func coverAll(values []value) bool {
	below, beyond := false, false
	for i := range values {
		if values[i].row != "" {
			continue // its bounds are those of one row
		}
		if values[i].otherwise {
			return true
		}
		for _, c := range values[i].when {
			below, beyond = below || c.Dir == ask.Maximum, beyond || c.Dir == ask.Minimum
		}
	}
	return below && beyond
}

// settledCase reports whether a value is for all cases, or for one that the question
// says it is of.
func (a *query) settledCase(v *value) bool {
	if met, known := a.meets(v); known {
		return met
	}
	switch {
	case len(v.when) > 0:
		return false
	case v.row != "":
		return a.countStrange(v.row) == 0 || len(v.from.passage.Table.Rows) == 1 || a.ofAskedUse(v.row)
	case v.label != "":
		return a.countStrange(v.label) == 0
	}
	return !a.openProviso(v.from)
}

// unlabelled reports whether several amounts would be told without the cases that
// tell them apart.
func (a *query) unlabelled(values []value) bool {
	_, one := a.only(values)
	return a.brief && !one
}

// withVerdict says that the answer depends where an amount was to be judged and no
// limit judges it.
func (a *query) withVerdict(r reply) reply {
	if r.lead == "" && len(a.tested) > 0 && !a.property.Generic() {
		r.polar = polarDepends
	}
	return r
}
