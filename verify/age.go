package verify

import (
	"slices"
	"time"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// A year says how old a building is: "built in 1990", "permit of 1995", "before
// 1982". Rules judge no building that is older than they are, unless they say that
// they hold whatever the age.

// The years that a number of four digits is taken for.
const (
	firstYear = 1500
	lastYear  = 2100
)

// isYear reports whether the number at words[i] is a year: one of four digits that
// no wording explains, that measures nothing and that names nothing; behind a word
// such as "built" also where it could be a name.
func (d *decision) isYear(r *reading, i int) bool {
	w := &r.Words[i]
	if w.Number == nil || !w.Unit.IsZero() || utf8.RuneCountInString(w.Text) != len("1990") || !areYears(*w.Number) || d.v.takenAt(r, i) {
		return false
	}
	if r.dated(w.Clause) {
		return true
	}
	if k := r.Joined(i); k > 0 && !areYears(*r.Words[k].Number) || d.isValue(w) || r.dimensionOf(i) != "" {
		return false
	}
	if i == 0 || w.Link != "" || r.Words[i-1].Clause != w.Clause {
		return true
	}
	return !r.Words[i-1].Is(understand.LabelsNumber|understand.Brand) && !r.explains(i-1, func(s understand.Sense) bool { return s.Kind == understand.ElementSense })
}

// areYears reports whether the bounds of s are whole numbers that may be years.
func areYears(s quantity.Interval) bool {
	first, last := quantity.NewNumber(firstYear, 1), quantity.NewNumber(lastYear, 1)
	for _, n := range []*quantity.Number{s.Lo, s.Hi} {
		if n != nil && (!n.IsInt() || n.Cmp(first) < 0 || n.Cmp(last) > 0) {
			return false
		}
	}
	return s.Lo != nil || s.Hi != nil
}

// takenAt reports whether a circumstance takes words[i]: for its value, or as part of
// its wording ("in use before 1997").
func (v *rulebook) takenAt(r *reading, i int) bool {
	for k := range r.hits {
		h := &r.hits[k]
		states := slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return s.Kind == understand.FactSense })
		if states && h.Start <= i && i < h.End && v.takes(h, i, r) {
			return true
		}
	}
	return false
}

// dated reports whether a clause holds a word that a year stands with.
func (r *reading) dated(clause int) bool {
	for i := range r.Words {
		if r.Words[i].Clause == clause && r.Words[i].Is(understand.DatesBuilding) {
			return true
		}
	}
	return false
}

// datedBy reports whether words[i] only says when: "built", "before", with a year
// in the same clause.
func (d *decision) datedBy(r *reading, i int) bool {
	if !r.Words[i].Is(understand.DatesBuilding | understand.SaysBefore) {
		return false
	}
	for k := range r.Words {
		if r.Words[k].Clause == r.Words[i].Clause && d.isYear(r, k) {
			return true
		}
	}
	return false
}

// built is a span of years that a check gives, and how it is written.
type built struct {
	quantity.Interval
	text string
}

// years lists the years that the check gives for the building.
func (d *decision) years() []built {
	var list []built
	for _, r := range d.texts() {
		for i := range r.Words {
			if !d.isYear(r, i) {
				continue
			}
			year := built{*r.Words[i].Number, r.Words[i].Text}
			if i > 0 && r.Words[i-1].Is(understand.SaysBefore) || i > 1 && r.Words[i-2].Is(understand.SaysBefore) {
				year.Lo, year.LoOpen = nil, false
			}
			list = append(list, year)
		}
	}
	return list
}

// tooOld returns the year by which a building is, or may be, older than a rule; ""
// where every year given lies behind the day the rule came into force, and where the
// rule holds whatever the age. Of a text of which nobody knows since when it is in
// force, any building may be older.
func tooOld(r *rule, list []built) string {
	if r.Ages == rules.AnyAge || r.set.Ages == rules.AnyAge {
		return ""
	}
	since := r.From
	if since.IsZero() {
		since = r.version.Effective
	}
	return olderThan(list, since)
}

func olderThan(list []built, since codes.Date) string {
	for _, y := range list {
		if since.IsZero() || y.Lo == nil {
			return y.text
		}
		first, ok := codes.NewDate(int(y.Lo.Float()), time.January, 1)
		if !ok || !since.Before(first) {
			return y.text
		}
	}
	return ""
}

// outdated reports whether a verdict stands on a rule that is younger than the
// building, or may be, and says so.
func (d *decision) outdated(t tally) bool {
	list := d.years()
	if len(list) == 0 {
		return false
	}
	for _, v := range slices.Concat(t.passing, t.failing, t.open) {
		if year := tooOld(v.governing.rule, list); year != "" {
			d.warn(msgOlder, year, v.governing.rule.set.Ref.String())
			return true
		}
	}
	return false
}
