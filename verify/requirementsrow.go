package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// row is a requirement in one case, before it is put into words.
type row struct {
	d     *decision
	rule  *rule
	state RowState
	when  clause // what is still open
	alone bool   // the rule has no other case with this limit
	kind  string // what it is only a rule for, a kind of the element asked for; "" for that one
	cells []*rules.Cell

	op     rules.Op
	limits []amount // one, of a range two
	unit   quantity.Unit
	rank   int // among the rows of an answer; see [sortRows]
	side   rules.Direction
	govern bool

	origin textlimits.Origin
}

// amount is a limit: a number, or a formula where its facts are not known.
type amount struct {
	number  *quantity.Number
	formula string
	free    bool
}

// rows lists the requirements of rules that take part.
func (d *decision) rows(list []*rule) []*row {
	out := make([]*row, 0, len(list))
	for _, r := range list {
		out = append(out, d.rowsOf(r, list)...)
	}
	if d.listing.unusual || !slices.ContainsFunc(askedOf(list), d.isUsual) {
		return out
	}
	return d.withUnusual(out, list)
}

// rowsOf lists the cases of one rule, by each of the limits its tables have.
func (d *decision) rowsOf(r *rule, list []*rule) []*row {
	applies := slices.Concat([]condition{r.holding()}, d.standing(r, list))
	var out []*row
	for _, each := range r.limitsOf() {
		all := condition{all: slices.Concat(applies, each.when)}
		found := d.casesOf(&all)
		if len(found) == 0 {
			out = append(out, d.row(r, each, RowExcluded, nil))
		}
		for _, when := range found {
			state := RowDepends
			if len(when) == 0 {
				state = RowHolds
			}
			one := d.row(r, each, state, when)
			one.alone = len(found) == 1
			out = append(out, one)
		}
	}
	return out
}

// casesOf returns the cases in which a condition holds. What is only assumed leaves no
// case out: there the case says what has to be told against it.
func (d *decision) casesOf(c *condition) []clause {
	found := cases{d.v, d.base, &d.listing.cut}.of(c, false)
	wider := cases{d.v, d.unassumed(nil), &d.listing.cut}
	for _, each := range wider.of(c, false) {
		if each = d.against(each); !d.v.isImpossible(cases{v: d.v, base: d.unassumed(each)}.world(each)) {
			found = append(found, each)
		}
	}
	return wider.tidy(found)
}

// unassumed is what is known without what is assumed: of the facts that a case is about,
// without one of all facts. What whole texts are about stays assumed: rules for streets
// are none for a building that nobody says is one.
func (d *decision) unassumed(of clause) []knowledge {
	base := slices.Clone(d.base)
	for i := range base {
		if base[i].origin == byDefault && !d.v.parting.has(i) && (of == nil && !d.isUsual(i) || len(of.about(i)) > 0) {
			base[i] = knowledge{}
		}
	}
	return base
}

// against leaves out of a case what is assumed anyway.
func (d *decision) against(of clause) clause {
	return slices.DeleteFunc(slices.Clone(of), func(l literal) bool {
		open := func(other literal) bool { return other.eval(d.base) != yes }
		return d.base[l.fact].origin == byDefault && !slices.ContainsFunc(of.about(l.fact), open)
	})
}

// world is what is known where the row's case holds.
func (r *row) world() []knowledge {
	return cases{v: r.d.v, base: r.d.unassumed(append(clause{}, r.when...))}.world(r.when)
}

// holding is the condition that a rule applies.
func (r *rule) holding() condition {
	return condition{all: append(slices.Clone(r.when), condition{not: &condition{any: append([]condition{}, r.unless...)}})}
}

// standing is the conditions that no rule stands in for r; see [question.replaced].
func (d *decision) standing(r *rule, list []*rule) []condition {
	var out []condition
	for _, other := range list {
		if other == r || !slices.Contains(r.overriders, other.Rule) && !r.givesWayTo(other) {
			continue
		}
		ends := other.limitsOf()
		limits := make([]condition, 0, len(ends))
		for _, each := range ends {
			limits = append(limits, condition{all: append([]condition{}, each.when...)})
		}
		out = append(out, condition{not: &condition{all: []condition{other.holding(), {any: limits}}}})
	}
	return out
}

// limited is one of the limits a rule comes to, and where in its tables.
type limited struct {
	bounds []tableValue // of a range two
	when   []condition
	cells  []*rules.Cell
}

// limitsOf lists the limits a rule comes to; a rule without a number has one.
func (r *rule) limitsOf() []limited {
	switch r.Require.Op {
	case rules.NoLimit, rules.MustBeTrue, rules.MustBeAbsent, rules.OneOf:
		return []limited{{}}
	case rules.Between:
		var out []limited
		for _, low := range r.min.tableValues() {
			for _, high := range r.max.tableValues() {
				out = append(out, limited{[]tableValue{low, high}, slices.Concat(low.when, high.when), slices.Concat(low.cells, high.cells)})
			}
		}
		return out
	default:
		values := r.value.tableValues()
		out := make([]limited, 0, len(values))
		for _, each := range values {
			out = append(out, limited{[]tableValue{each}, each.when, each.cells})
		}
		return out
	}
}

func (d *decision) row(r *rule, of limited, state RowState, when clause) *row {
	out := &row{d: d, rule: r, state: state, when: when, cells: of.cells, op: r.Require.Op, unit: r.Require.Unit, origin: textlimits.FromRule}
	world := out.world()
	for _, each := range of.bounds {
		out.limits = append(out.limits, d.amount(r, each, world))
	}
	out.limit()
	return out
}

// limit settles what a row without a limit is, and the unit of the others.
func (r *row) limit() {
	if slices.ContainsFunc(r.limits, func(a amount) bool { return a.free }) {
		r.op, r.limits = rules.NoLimit, nil
	}
	q := &r.d.question
	switch {
	case r.op == rules.NoLimit || r.op == rules.MustBeTrue || r.op == rules.MustBeAbsent:
		r.unit = quantity.Unit{}
	case !q.open && !slices.ContainsFunc(r.limits, func(a amount) bool { return a.number == nil }):
		for i := range r.limits {
			n := q.convert(r.rule, r.limits[i].number)
			r.limits[i].number = &n
		}
		r.unit = q.unit
	}
}

// amount works a limit out as far as the facts it is computed from are known.
func (d *decision) amount(r *rule, of tableValue, world []knowledge) amount {
	switch {
	case of.line != nil:
		if n, ok := world[of.line.fact].span.Exact(); ok {
			n = of.line.at(n)
			return amount{number: &n}
		}
		return amount{formula: of.line.text(d.v)}
	case of.value.unset:
		return amount{formula: d.termLabel(of.value.term, r)}
	case of.value.formula != nil:
		if n, ok := of.value.formula.lookup(world).limit.Exact(); ok {
			return amount{number: &n}
		}
		return amount{formula: of.value.formula.Text}
	case of.value.number == nil:
		return amount{free: true}
	}
	return amount{number: of.value.number}
}

// termLabel names what another text has yet to lay down.
func (d *decision) termLabel(t *rules.Term, r *rule) string {
	if label := t.Label.In(d.lang, r.set.Language); label != "" {
		return label
	}
	return t.Name
}

// isFormula reports whether a limit of the row is computed from what nobody said.
func (r *row) isFormula() bool {
	return slices.ContainsFunc(r.limits, func(a amount) bool { return a.number == nil })
}

// direction is how the row bounds a value; "" of a range, which bounds it twice, and
// where there is no limit.
func (r *row) direction() rules.Direction {
	switch r.op {
	case rules.MustBeTrue, rules.MustBeAbsent:
		return rules.Boolean
	case rules.OneOf:
		return rules.Equality
	case rules.Between, rules.NoLimit:
		return ""
	default:
		return r.op.Direction()
	}
}
