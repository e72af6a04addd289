package verify

import (
	"slices"
	"time"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
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
	w := &r.words[i]
	if w.number == nil || !w.unit.IsZero() || utf8.RuneCountInString(w.text) != len("1990") || !areYears(*w.number) || d.v.takenAt(r, i) {
		return false
	}
	if r.dated(w.clause) {
		return true
	}
	if k := r.joined(i); k > 0 && !areYears(*r.words[k].number) || d.isValue(w) || r.dimensionOf(i) != "" {
		return false
	}
	if i == 0 || w.link != "" || r.words[i-1].clause != w.clause {
		return true
	}
	return !r.words[i-1].is(labels|brands) && !r.explains(i-1, func(s sense) bool { return s.kind == elementSense })
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
		states := slices.ContainsFunc(h.senses, func(s sense) bool { return s.kind == factSense })
		if states && h.start <= i && i < h.end && v.takes(h, i, r) {
			return true
		}
	}
	return false
}

// dated reports whether a clause holds a word that a year stands with.
func (r *reading) dated(clause int) bool {
	for i := range r.words {
		if r.words[i].clause == clause && r.words[i].is(dates) {
			return true
		}
	}
	return false
}

// datedBy reports whether words[i] only says when: "built", "before", with a year
// in the same clause.
func (d *decision) datedBy(r *reading, i int) bool {
	if !r.words[i].is(dates | saysBefore) {
		return false
	}
	for k := range r.words {
		if r.words[k].clause == r.words[i].clause && d.isYear(r, k) {
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
		for i := range r.words {
			if !d.isYear(r, i) {
				continue
			}
			year := built{*r.words[i].number, r.words[i].text}
			if i > 0 && r.words[i-1].is(saysBefore) || i > 1 && r.words[i-2].is(saysBefore) {
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
