package verify

import (
	"fmt"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

// RowCheck holds every requirement that the rules of a place come to against the
// verdicts that the same rules give.
type RowCheck struct {
	Rows, Values int  // tried
	Cut          bool // a rule has more cases than are listed
	Undecided    int  // cases with more worlds than a check looks at
	Wrong        []string
}

// CheckRows tries all rows of all subjects at a place; blank forgets what is known
// there and assumed, so that no row is excluded by it.
func (v *Verifier) CheckRows(id geo.ID, on codes.Date, blank bool) (*RowCheck, error) {
	place, err := v.place(Check{GeoID: string(id)})
	if err != nil {
		return nil, err
	}
	book := v.books[id.Country()]
	out := &RowCheck{}
	for subject := range book.rules {
		check := &Check{GeoID: string(id)}
		scope, err := book.scope(check, place, on)
		if err != nil {
			return nil, err
		}
		d := &decision{v: book, check: check, place: place, scope: scope, on: on, listing: &listing{}, question: question{open: true}}
		d.understand()
		d.subject, d.measure = subject.Element, book.concepts["parameter "+subject.Parameter]
		d.question.rel = d.measure.Relation
		if list, ok := d.rules(); ok {
			d.learn()
			if blank {
				clear(d.base)
			}
			out.subject(d, list)
			out.Cut = out.Cut || d.listing.cut
		}
		d.leave()
	}
	return out, nil
}

func (c *RowCheck) wrong(r *row, format string, args ...any) {
	c.Wrong = append(c.Wrong, fmt.Sprintf("%s of %s, %s (%s): ", r.d.measure.ID, r.d.subject, r.requirement().ID, r.caseText())+fmt.Sprintf(format, args...))
}

func (c *RowCheck) subject(d *decision, list []*rule) {
	rows := d.rows(list)
	for _, r := range rows {
		c.Rows++
		if r.state != RowExcluded {
			c.row(r, list)
		}
	}
	c.worlds(d, list, rows)
}

// row tries values just inside and just outside in the worlds of the row's case.
func (c *RowCheck) row(r *row, list []*rule) {
	world := r.world()
	limits, ok := r.figures(world)
	if !ok {
		c.wrong(r, "no limit could be worked out")
		return
	}
	c.everywhere(r, list, world, limits)
	for _, value := range r.outside(limits) {
		c.Values++
		t := r.tally(list, world, value)
		if len(t.passing) > 0 || t.silent || len(t.failing) == 0 && len(t.conflicts) == 0 {
			c.wrong(r, "%s is outside and comes to %s", value, t.status())
		}
	}
	for _, value := range r.inClause(limits) {
		c.Values++
		t := r.tally(list, world, value)
		for _, v := range slices.Concat(t.passing, t.failing, t.conflicts, t.open) {
			for _, each := range append(slices.Clone(v.others), v.governing) {
				if each.rule.Rule == r.rule.Rule && !each.pass {
					c.wrong(r, "%s is inside and breaks the rule's limit %s", value, each.limit)
				}
			}
		}
	}
}

// everywhere holds that the rule applies in every world of the row's case.
func (c *RowCheck) everywhere(r *row, list []*rule, world []knowledge, limits []quantity.Number) {
	q := r.asking(quantity.Number{})
	said := false
	complete := r.d.v.worlds(reduce(list, world), world, func(left []*live, w []knowledge) bool {
		holds := slices.ContainsFunc(left, func(l *live) bool {
			_, ok := q.judgeLive(l, w)
			return l.Rule == r.rule.Rule && ok && !q.replaced(l, left, w)
		})
		if !holds && !said {
			said = true
			c.wrong(r, "does not hold everywhere in its case (%v)", limits)
		}
		return !said
	})
	if !complete {
		c.Undecided++ // a check would be, too
	}
}

// worlds holds that whatever rule applies in a world is a row that is not excluded.
func (c *RowCheck) worlds(d *decision, list []*rule, rows []*row) {
	missed := make(map[*rules.Rule]bool)
	d.v.worlds(reduce(list, d.base), d.base, func(left []*live, w []knowledge) bool {
		for _, l := range left {
			ruling, ok := d.question.judgeLive(l, w)
			if !ok || d.question.replaced(l, left, w) || missed[l.Rule] {
				continue
			}
			listed := slices.ContainsFunc(rows, func(r *row) bool {
				open := clause.denies(r.when, w)
				return r.rule.Rule == l.Rule && r.state != RowExcluded && !open && (len(r.cells) == 0 || len(ruling.cells) == 0 || sameCells(r.cells, ruling.cells))
			})
			if !listed {
				missed[l.Rule] = true
				c.Wrong = append(c.Wrong, fmt.Sprintf("%s of %s: %s applies in a world and is not listed", d.measure.ID, d.subject, l.ID))
			}
		}
		return true
	})
}

func (c clause) denies(world []knowledge) bool {
	return slices.ContainsFunc(c, func(l literal) bool { return l.eval(world) == no })
}

// sameCells compares where in tables limits stand; between two points there is no cell.
func sameCells(a, b []*rules.Cell) bool {
	n := min(len(a), len(b))
	return slices.EqualFunc(a[:n], b[:n], func(x, y *rules.Cell) bool { return x == y || y.Key == "" })
}

// figures returns the limits of a row in numbers, with values for what a formula
// computes with.
func (r *row) figures(world []knowledge) ([]quantity.Number, bool) {
	if r.isFormula() {
		for _, index := range r.turnsOn() {
			if f := r.d.v.facts[index]; f.Kind == rules.QuantityFact {
				n, ok := pick(f, world[index].span)
				if !ok {
					return nil, false
				}
				world[index] = knowledge{origin: byText, span: quantity.Exactly(n)}
			}
		}
	}
	if r.op == rules.OneOf {
		return r.rule.Require.Values, true
	}
	var out []quantity.Number
	for _, v := range r.valuesAsked() {
		at, ok := v.lookup(world)
		if !ok {
			return nil, false
		}
		n, exact := at.limit.Exact()
		if !exact {
			return nil, at.term != nil
		}
		out = append(out, n)
	}
	for i, a := range r.limits {
		if a.number != nil && !a.number.Equal(out[i]) {
			return nil, false
		}
	}
	return out, true
}

func (r *row) valuesAsked() []*value {
	switch r.op {
	case rules.NoLimit, rules.MustBeTrue, rules.MustBeAbsent:
		return nil
	case rules.Between:
		return []*value{&r.rule.min, &r.rule.max}
	default:
		return []*value{&r.rule.value}
	}
}

// pick returns a number of a span.
func pick(f *fact, s quantity.Interval) (quantity.Number, bool) {
	one := quantity.NewNumber(1, 1)
	for _, from := range []*quantity.Number{s.Lo, s.Hi} {
		for _, step := range []quantity.Number{{}, quantity.NewNumber(1, 2), one, one.Neg(), quantity.NewNumber(7, 1), quantity.NewNumber(30, 1)} {
			n := step
			if from != nil {
				n = n.Add(*from)
			}
			if s.Contains(n) && f.Domain().Contains(n) && n.Sign() > 0 {
				return n, true
			}
		}
	}
	return quantity.Number{}, false
}

func (r *row) asking(value quantity.Number) question {
	unit := r.rule.Require.Unit
	if r.op == rules.MustBeTrue || r.op == rules.MustBeAbsent {
		unit = quantity.MustUnit("boolean")
	}
	return question{value: value, unit: unit, rel: r.d.question.rel, mixed: true, seen: make(map[boundKey]ruling)}
}

func (r *row) tally(list []*rule, world []knowledge, value quantity.Number) tally {
	q := r.asking(value)
	return r.d.v.tally(q, slices.DeleteFunc(slices.Clone(list), func(o *rule) bool { return !q.fits(o) }), world)
}

// outside returns values that break the row.
func (r *row) outside(limits []quantity.Number) []quantity.Number {
	little, one := quantity.NewNumber(1, 1000000), quantity.NewNumber(1, 1)
	if len(limits) == 0 && r.op != rules.MustBeTrue && r.op != rules.MustBeAbsent {
		return nil
	}
	switch r.op {
	case rules.Less, rules.Greater:
		return limits
	case rules.AtMost:
		return []quantity.Number{limits[0].Add(little)}
	case rules.AtLeast:
		return []quantity.Number{limits[0].Sub(little)}
	case rules.Equal:
		return []quantity.Number{limits[0].Add(little), limits[0].Sub(little)}
	case rules.Between:
		return []quantity.Number{limits[0].Sub(little), limits[1].Add(little)}
	case rules.OneOf:
		return []quantity.Number{limits[0].Add(little)}
	case rules.MustBeTrue:
		return []quantity.Number{{}}
	case rules.MustBeAbsent:
		return []quantity.Number{one}
	case rules.NoLimit:
	}
	return nil
}

// inClause returns values that meet the row.
func (r *row) inClause(limits []quantity.Number) []quantity.Number {
	little, one := quantity.NewNumber(1, 1000000), quantity.NewNumber(1, 1)
	if len(limits) == 0 && r.op != rules.MustBeTrue && r.op != rules.MustBeAbsent {
		return nil
	}
	switch r.op {
	case rules.Less:
		return []quantity.Number{limits[0].Sub(little)}
	case rules.Greater:
		return []quantity.Number{limits[0].Add(little)}
	case rules.MustBeTrue:
		return []quantity.Number{one}
	case rules.MustBeAbsent:
		return []quantity.Number{{}}
	case rules.AtMost, rules.AtLeast, rules.Equal, rules.Between, rules.OneOf:
		return limits
	case rules.NoLimit:
	}
	return nil
}
