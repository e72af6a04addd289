package verifyeval

import (
	"context"
	"fmt"

	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// ListFunc lists the requirements of a case, as [verify.Verifier.Requirements] does.
// ok is false where it has no way to take the case's facts.
type ListFunc func(ctx context.Context, c RequirementCase, on codes.Date) (got *verify.Requirements, ok bool, err error)

// RequirementReport is what [MeasureRequirements] finds.
type RequirementReport struct {
	Cases, Tried, Right, Dangerous int
	Expected, Found                int // entries of the cases tried
	Outcomes                       []RequirementOutcome
}

// RequirementOutcome is how one case came out.
type RequirementOutcome struct {
	ID        string
	Text      string // "right", "not tried", or what is wrong
	Right     bool
	Tried     bool
	Dangerous bool     // something is listed, but not the limit that governs
	Missing   []string // entries that are not listed
	Wrong     []string // rows of an expected section with another limit
	Depends   []string // circumstances expected that are not named
}

// MeasureRequirements runs cases and holds the lists against what is expected: complete
// where every entry's operator, value, unit, code and section is there, the governing
// one first, and no other value stands under an expected section. Rows that are excluded
// do not count.
func MeasureRequirements(ctx context.Context, list ListFunc, on codes.Date, cases []RequirementCase, progress func(done int)) RequirementReport {
	out := RequirementReport{Cases: len(cases)}
	for i, c := range cases {
		if ctx.Err() != nil {
			break
		}
		got, ok, err := list(ctx, c, on)
		one := RequirementOutcome{ID: c.ID, Text: "not tried"}
		switch {
		case err != nil:
			one.Text, one.Tried = err.Error(), true
		case ok:
			one = c.outcome(got)
			out.Expected += len(c.Expected)
			out.Found += len(c.Expected) - len(one.Missing)
		}
		out.add(one)
		if progress != nil {
			progress(i + 1)
		}
	}
	return out
}

func (r *RequirementReport) add(one RequirementOutcome) {
	r.Outcomes = append(r.Outcomes, one)
	for _, count := range []struct {
		n  *int
		is bool
	}{{&r.Tried, one.Tried}, {&r.Right, one.Right}, {&r.Dangerous, one.Dangerous}} {
		if count.is {
			*count.n++
		}
	}
}

// outcome holds a list against what is expected.
func (c RequirementCase) outcome(got *verify.Requirements) RequirementOutcome {
	out := RequirementOutcome{ID: c.ID, Tried: true}
	rows := slices.DeleteFunc(slices.Clone(got.Rows), func(r verify.RequirementRow) bool { return r.State == verify.RowExcluded })
	first := -1
	for i, e := range c.Expected {
		at := slices.IndexFunc(rows, e.is)
		if at < 0 {
			out.Missing = append(out.Missing, e.Case+" => "+e.String())
		}
		if i == 0 {
			first = at
		}
	}
	for _, r := range rows {
		under := func(e ExpectedRequirement) bool { return e.under(r) }
		if slices.ContainsFunc(c.Expected, under) && !slices.ContainsFunc(c.Expected, func(e ExpectedRequirement) bool { return e.is(r) }) {
			out.Wrong = append(out.Wrong, fmt.Sprintf("%s (%s)", limitOf(r), r.Case))
		}
	}
	for _, id := range c.DependsOn {
		if !slices.ContainsFunc(got.DependsOn, func(f verify.OpenFact) bool { return f.ID == id }) {
			out.Depends = append(out.Depends, id)
		}
	}
	out.Dangerous = first < 0 && len(rows) > 0
	out.settle(c, rows, first)
	return out
}

// settle says in short how the case came out.
func (o *RequirementOutcome) settle(c RequirementCase, rows []verify.RequirementRow, first int) {
	switch {
	case len(rows) == 0:
		o.Text = "nothing listed"
	case len(o.Missing) > 0:
		o.Text = fmt.Sprintf("%d of %d missing", len(o.Missing), len(c.Expected))
	case len(o.Wrong) > 0:
		o.Text = fmt.Sprintf("%d wrong", len(o.Wrong))
	case !governsFirst(c, rows, first):
		o.Text = "another governs"
	default:
		o.Text, o.Right = "right", true
	}
}

// governsFirst reports whether the first entry is one of those that govern; of a formula,
// and where none can be compared, only that it is there.
func governsFirst(c RequirementCase, rows []verify.RequirementRow, first int) bool {
	some := slices.ContainsFunc(rows, func(r verify.RequirementRow) bool { return r.Governs })
	return c.Expected[0].Formula != "" || rows[first].Governs || !some
}

// under reports whether a row stands under the entry's section.
func (e ExpectedRequirement) under(r verify.RequirementRow) bool {
	return r.Ref.Code == e.Code && r.Block != nil && r.Block.Section == e.Section
}

// is reports whether a row is the requirement expected.
func (e ExpectedRequirement) is(r verify.RequirementRow) bool {
	if !e.under(r) || r.Op != e.Op {
		return false
	}
	switch {
	case e.Formula != "":
		return shape(r.Formula) == shape(e.Formula)
	case len(e.Numbers) == 0:
		return true
	case len(e.Numbers) == 2:
		return e.same(e.Numbers[0], r.Min, r.Unit) && e.same(e.Numbers[1], r.Max, r.Unit)
	case r.Op == rules.OneOf:
		return len(r.Values) == 1 && e.same(e.Numbers[0], r.Values[0], r.Unit)
	}
	return e.same(e.Numbers[0], r.Limit, r.Unit)
}

// same reports whether two numbers are one in the entry's unit.
func (e ExpectedRequirement) same(want, got, unit string) bool {
	a, errA := quantity.ParseNumber(want)
	b, errB := quantity.ParseNumber(got)
	from, errFrom := quantity.ParseUnit(unit)
	to, errTo := quantity.ParseUnit(e.Unit)
	if errA != nil || errB != nil {
		return false
	}
	if errFrom != nil || errTo != nil {
		return unit == e.Unit && a.Equal(b)
	}
	converted, err := quantity.ConvertLimit(b, from, to, quantity.Fraction)
	return err == nil && converted.Equal(a)
}

var (
	factor = lazyregexp.New(`(\d)([a-zA-Z])`)
	name   = lazyregexp.New(`[a-zA-Z][a-zA-Z0-9_]*`)
)

// shape is a formula with one name for all that it computes with.
func shape(formula string) string {
	text := factor.ReplaceAllString(formula, "$1*$2")
	text = name.ReplaceAllStringFunc(text, func(word string) string {
		if slices.Contains([]string{"min", "max", "ceil", "floor", "round"}, word) {
			return word
		}
		return "x"
	})
	return strings.ReplaceAll(text, " ", "")
}

func limitOf(r verify.RequirementRow) string {
	value := r.Formula + r.Limit
	if r.Op == rules.Between {
		value = r.Min + ".." + r.Max
	}
	section := ""
	if r.Block != nil {
		section = r.Block.Section
	}
	return strings.Join(strings.Fields(fmt.Sprintf("%s %s %s [%s %s]", r.Op, value, r.Unit, r.Ref.Code, section)), " ")
}
