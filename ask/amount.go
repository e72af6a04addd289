package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// amount is one number of a text, with its unit and what bounds it (CITATIONS H2).
type amount struct {
	quantity.Quantity
	bound      quantity.Bound
	written    bool // in words
	inCase     bool // it says when something holds: "cuando pasa de 6 m"
	loose      bool // no duty stands before it in its clause
	denied     bool // its statement says that something is not so, or need not be
	rest       bool // the text says what holds in all other cases
	bare       bool // it is part of a sum, which needs no units
	low, high  bool // it begins or ends a range
	start, end int  // in the text
	also       quantity.Unit
}

// span is a stretch of a text, in bytes.
type span struct{ start, end int }

func overlapping(list []span, start, end int) bool {
	return slices.ContainsFunc(list, func(s span) bool { return start < s.end && s.start < end })
}

var readAll = &quantity.FigureOptions{Words: true, Bounds: true}

// amountsIn reads the numbers of a text in a language, but for those within names:
// articles, laws, dates, zones.
func (l *tongue) amountsIn(text string, names []span) []amount {
	figures := quantity.Figures(text, l.tag, readAll)
	var list []amount
	for i := range figures {
		f := &figures[i]
		one := f.Written && (f.Unit.IsZero() || isCount(f.Unit)) && f.Value.Equal(quantity.NewNumber(1, 1)) // "cada uno", "one door"
		if overlapping(names, f.Start, f.End) || f.Article || one {
			continue
		}
		if isDash(f.Unit) { // a sign, not a unit
			f.Unit, f.End = quantity.Unit{}, f.NumberEnd
		}
		a := amount{bound: f.Bound, written: f.Written, start: f.Start, end: f.End}
		a.inCase, a.loose = l.standsIn(text, f.Lead)
		for k, value := range []quantity.Number{f.Low, f.High} {
			if k > 0 && f.Form == quantity.Single {
				break
			}
			one := a
			one.Quantity = quantity.Quantity{Value: value, Unit: f.Unit}
			if f.Form != quantity.Single {
				one.low, one.high = k == 0, k == 1
			}
			list = append(list, one)
		}
		if f.Form == quantity.Tolerance {
			for _, p := range f.Parts {
				one := a
				one.Quantity = p.Quantity
				list = append(list, one)
			}
		}
	}
	lendUnits(text, list)
	l.readStances(text, list)
	return list
}

// lendUnits gives a bare number the unit of the next one where only a word that joins
// them stands between: "0,80 o 0,90 m", "1,50 × 1,00 m".
func lendUnits(text string, list []amount) {
	const near = 8 // bytes
	for i := len(list) - 2; i >= 0; i-- {
		a, next := &list[i], &list[i+1]
		if a.Unit.IsZero() && next.start >= a.end && next.start-a.end <= near && !strings.ContainsAny(text[a.end:next.start], ".;:\n|") {
			if a.also = next.Unit; next.Unit.IsZero() {
				a.also = next.also
			}
		}
	}
}

// standsIn reads what stands before a number in its clause: whether that opens a case of
// it, as "si" and "where" do, and whether nothing there makes it a duty.
func (l *tongue) standsIn(text string, at int) (inCase, loose bool) {
	from := strings.LastIndexAny(text[:at], ";:|\n") + 1
	for _, sign := range []string{". ", ", "} {
		if stop := strings.LastIndex(text[:at], sign); stop >= from {
			from = stop + len(sign)
		}
	}
	clause := foldWord(text[from:at])
	opened, duty := l.last("case", clause), l.last("duty", clause)
	return opened >= 0 && duty < opened, duty < 0
}

func isDash(u quantity.Unit) bool { return strings.Trim(u.String(), "-−–") == "" && !u.IsZero() }

// same reports whether two amounts are the same, exactly, however written (CITATIONS H2,
// H8). A bare number, and a count of something, may stand for each other.
func (a *amount) same(b *amount) bool {
	if equalIn(a.Quantity, b.Quantity) || (a.bare || b.bare) && a.Value.Equal(b.Value) {
		return true
	}
	lent := func(x *amount) []quantity.Quantity {
		if !x.Unit.IsZero() || x.also.IsZero() {
			return nil
		}
		return []quantity.Quantity{{Value: x.Value, Unit: x.also}}
	}
	return slices.ContainsFunc(lent(a), func(q quantity.Quantity) bool { return equalIn(q, b.Quantity) }) ||
		slices.ContainsFunc(lent(b), func(q quantity.Quantity) bool { return equalIn(a.Quantity, q) })
}

func equalIn(a, b quantity.Quantity) bool {
	switch {
	case a.Unit.IsFireClass() || b.Unit.IsFireClass():
		return a.Value.Equal(b.Value) && a.Unit.Equal(b.Unit)
	case countsOnly(a.Unit) && countsOnly(b.Unit):
		return a.Value.Equal(b.Value)
	case a.Unit.IsZero() || b.Unit.IsZero():
		return sameShare(a, b) || sameShare(b, a)
	}
	return converted(a, b) || samePer(a, b) || samePer(b, a) || a.Value.Equal(b.Value) && (begins(a.Unit, b.Unit) || begins(b.Unit, a.Unit))
}

// countsOnly reports whether a unit measures nothing: none, or what is counted.
func countsOnly(u quantity.Unit) bool { return u.IsZero() || isCount(u) }

// converted reports whether one amount in the unit of the other is the other.
func converted(a, b quantity.Quantity) bool {
	v, err := quantity.Convert(a.Value, a.Unit, b.Unit, quantity.SameKind)
	return err == nil && v.Equal(b.Value)
}

// begins reports whether a unit is written as the beginning of another: "kWh/m²" of a
// table in "kWh/m²·año".
func begins(short, long quantity.Unit) bool {
	rest, ok := strings.CutPrefix(long.String(), short.String())
	return ok && strings.Contains(short.String(), "/") && rest != "" && strings.ContainsAny(rest[:1], "·. */") || ok && strings.HasPrefix(rest, "·")
}

func isCount(u quantity.Unit) bool {
	return !u.IsZero() && (u.Kind() == quantity.Count || u.Kind() == quantity.Class)
}

// sameShare reports whether a bare number below one is what a percentage says: 1/20 and
// 5 %.
func sameShare(bare, percent quantity.Quantity) bool {
	if !bare.Unit.IsZero() || percent.Unit.IsZero() || bare.Value.IsInt() {
		return false
	}
	v, err := quantity.Convert(percent.Value, percent.Unit, quantity.MustUnit("ratio"), quantity.Fraction)
	return err == nil && v.Equal(bare.Value)
}

// samePer reports whether one says of a single thing what the other says per thing: "one
// person for 10 m²", "10 m² per person".
func samePer(whole, per quantity.Quantity) bool {
	above, below, ok := strings.Cut(strings.ReplaceAll(per.Unit.String(), " per ", "/"), "/")
	if of, err := quantity.ParseUnit(below); !ok || err == nil && !isCount(of) { // per metre is another measure
		return false
	}
	unit, err := quantity.ParseUnit(above)
	if err != nil {
		return false
	}
	v, err := quantity.Convert(whole.Value, whole.Unit, unit, quantity.SameKind)
	return err == nil && v.Equal(per.Value)
}
