package ask

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
)

// grid is a table as evidence: one row and its headers bear a sentence, and other rows
// prove nothing for it and nothing against it (CITATIONS H3).
type grid struct {
	lang   *tongue
	labels int // columns that name a row
	heads  []label
	rows   []gridRow
}

type gridRow struct {
	label label
	cells []cell
}

// label is what names a row or a column.
type label struct {
	all   []string // its words
	words []string // those that tell it from other labels of its kind
	own   []string // of these, those that caption, title and headers do not have
	zone  string   // a bare letter or sign: "d"; "" for none
	cases []bounds // amounts it holds for
}

type cell struct {
	amounts []amount
	marks   []string // squeezed names of classes: "cs2d0"
}

// mostCells bounds what is read of a table.
const mostCells = 4000

func newGrid(t *retrieval.Table, title string, lang *tongue) *grid {
	g := &grid{lang: lang, labels: LabelColumns(t)}
	around := lang.wordsOf(title + "\n" + t.Caption)
	side := lang.sideOf(t.Caption)
	named := lang.unitsIn(t.Caption)
	if len(named) == 0 {
		named = lang.unitsIn(title)
	}
	heads := make([]headRead, len(t.Header))
	for c, h := range t.Header {
		heads[c] = lang.readHead(h, side, named)
		g.heads = append(g.heads, heads[c].label)
	}
	cells := 0
	for _, row := range t.Rows {
		r := gridRow{label: g.rowLabel(row, heads)}
		for c, text := range row {
			if cells++; cells > mostCells {
				break
			}
			var h headRead
			if c < len(heads) {
				h = heads[c]
			} else {
				h.units, h.side = named, side
			}
			r.cells = append(r.cells, lang.readCell(text, h, row[0]))
		}
		g.rows = append(g.rows, r)
	}
	g.distinguish(around)
	return g
}

// headRead is a header with what it lends to the cells under it.
type headRead struct {
	label label
	units []quantity.Unit // that a bare number under it may be in
	own   []quantity.Unit // that the header itself names
	side  int
}

func (l *tongue) readHead(text string, side int, named []quantity.Unit) headRead {
	h := headRead{label: l.readLabel(text, nil), own: l.unitsIn(text), side: side}
	h.units = append(slices.Clone(h.own), named...)
	if own := l.sideOf(text); own != 0 && len(h.label.cases) == 0 {
		h.side = own
	}
	return h
}

// sideOf is the one side that words without a number bound: "Anchura mínima" -1.
func (l *tongue) sideOf(text string) int {
	side := 0
	for _, b := range quantity.Bounds(text, l.tag) {
		if b != quantity.Least && b != quantity.Most || side != 0 && side != b.Side() {
			return 0
		}
		side = b.Side()
	}
	return side
}

// rowLabel reads the columns that name a row; a bare number in one is in the unit its
// header names.
func (g *grid) rowLabel(row []string, heads []headRead) label {
	var all label
	for c := range min(g.labels, len(row)) {
		var units []quantity.Unit
		if c < len(heads) {
			units = heads[c].own
		}
		one := g.lang.readLabel(row[c], units)
		all.all, all.words, all.cases = append(all.all, one.all...), append(all.words, one.words...), append(all.cases, one.cases...)
		if c == 0 {
			all.zone = one.zone
		}
	}
	return all
}

func (l *tongue) readLabel(text string, units []quantity.Unit) label {
	words := l.wordsOf(text)
	return label{all: words, words: slices.Clone(words), zone: l.bareZone(text), cases: boundsOf(l.amountsIn(text, spansOf(l.namesIn(text))), units)}
}

// bareZone is the letter or sign that a label is: "D", "Zona D", "α"; "" for none.
func (l *tongue) bareZone(text string) string {
	text = strings.Trim(strings.TrimSpace(text), "*")
	if n := utf8.RuneCountInString(text); n > 0 && n <= 2 && unicode.IsLetter([]rune(text)[0]) || text != "" && n <= 4 && strings.Trim(text, "IVX") == "" {
		return strings.ToLower(text)
	}
	for _, x := range l.namesIn(text) {
		if x.kind == zoneName {
			return x.id
		}
	}
	return ""
}

func (l *tongue) readCell(text string, head headRead, first string) cell {
	var c cell
	found := l.namesIn(text)
	for _, x := range found {
		if x.kind == markName {
			c.marks = append(c.marks, x.id)
		}
	}
	if plain := strings.TrimSpace(text); len(plain) <= 12 && strings.IndexFunc(plain, unicode.IsSpace) < 0 && strings.ContainsFunc(plain, unicode.IsUpper) {
		c.marks = append(c.marks, squeezed(plain))
	}
	units := head.units
	if len(head.own) == 0 {
		units = append(l.unitsIn(first), units...)
	}
	for _, a := range l.amountsIn(text, spansOf(found)) {
		if a.side() == 0 && head.side != 0 {
			a.low, a.high = head.side < 0, head.side > 0
		}
		c.amounts = append(c.amounts, a)
		if !a.Unit.IsZero() {
			continue
		}
		for _, u := range units {
			with := a
			with.Unit = u
			c.amounts = append(c.amounts, with)
		}
	}
	return c
}

// distinguish leaves each label the words that tell it from others of its kind.
func (g *grid) distinguish(around []string) {
	rows := make([]*label, len(g.rows))
	for i := range g.rows {
		rows[i] = &g.rows[i].label
	}
	heads := make([]*label, len(g.heads))
	for i := range g.heads {
		heads[i] = &g.heads[i]
	}
	for k, list := range [][]*label{heads, rows} {
		if k > 0 {
			for _, h := range heads {
				around = append(around, h.all...)
			}
		}
		in := map[string]int{}
		for _, l := range list {
			for _, w := range l.words {
				in[w]++
			}
		}
		for _, l := range list {
			l.words = slices.DeleteFunc(l.words, func(w string) bool { return len(list) > 1 && in[w] == len(list) })
			l.own = slices.DeleteFunc(slices.Clone(l.words), func(w string) bool { return slices.Contains(around, w) })
		}
	}
}

func (g *grid) zones() []string {
	list := make([]string, 0, len(g.heads)+len(g.rows))
	for _, h := range g.heads {
		list = append(list, h.zone)
	}
	for i := range g.rows {
		list = append(list, g.rows[i].label.zone)
	}
	return slices.DeleteFunc(list, func(z string) bool { return z == "" })
}

// bounds is the range of amounts a label holds for. A missing end is open.
type bounds struct {
	unit              quantity.Unit
	low, high         quantity.Number
	hasLow, hasHigh   bool
	withLow, withHigh bool // the end itself is within
	lent              bool // its unit is the header's: a bare number may mean it
}

// boundsOf makes ranges of the amounts of a label: one of "hasta 25", one of "más de 15 y
// hasta 28". A bare one may be in any of the units.
func boundsOf(list []amount, units []quantity.Unit) []bounds {
	var out []bounds
	for i := range list {
		a := &list[i]
		b := rangeOf(a)
		if n := len(out); n > 0 && a.bound == quantity.Below && list[i-1].bound == "" && out[n-1].unit.IsZero() { // "de 200 a menos de 500"
			out[n-1].hasHigh = false
		}
		if n := len(out); n > 0 && out[n-1].unit.Equal(b.unit) && out[n-1].hasLow && !out[n-1].hasHigh && b.hasHigh && !b.hasLow {
			out[n-1].high, out[n-1].hasHigh, out[n-1].withHigh = b.high, true, b.withHigh
			continue
		}
		out = append(out, b)
	}
	for i := range out {
		if out[i].unit.IsZero() && len(units) > 0 {
			out[i].unit, out[i].lent = units[0], true
		}
	}
	return out
}

func rangeOf(a *amount) bounds {
	b := bounds{unit: a.Unit}
	if side := a.side(); side <= 0 {
		b.low, b.hasLow, b.withLow = a.Value, true, a.bound != quantity.Above
	}
	if side := a.side(); side >= 0 {
		b.high, b.hasHigh, b.withHigh = a.Value, true, a.bound != quantity.Below
	}
	return b
}

// in converts an amount into the unit of a label; ok is false where it cannot be one of
// its cases. A bare label takes counts and bare numbers.
func (b *bounds) in(a *amount) (v quantity.Number, ok bool) {
	switch noun := b.unit.Noun(); {
	case b.unit.IsZero() && (a.Unit.IsZero() || isCount(a.Unit)), b.lent && a.Unit.IsZero():
		return a.Value, true
	case isCount(b.unit) && isCount(a.Unit):
		return a.Value, noun == "" || noun == a.Unit.Noun()
	}
	if a.Unit.IsZero() || b.unit.IsZero() {
		return a.Value, false
	}
	v, err := quantity.Convert(a.Value, a.Unit, b.unit, quantity.SameKind)
	return v, err == nil
}

// ends reports whether an amount is an end of the range, on the side it is bounded on.
func (b *bounds) ends(a *amount) bool {
	v, ok := b.in(a)
	return ok && (a.side() >= 0 && b.hasHigh && b.high.Equal(v) || a.side() <= 0 && b.hasLow && b.low.Equal(v))
}

// holds reports whether an amount lies within the range.
func (b *bounds) holds(a *amount) bool {
	v, ok := b.in(a)
	if !ok {
		return false
	}
	over, under := a.side() < 0 && a.bound == quantity.Above, a.side() > 0 && a.bound == quantity.Below
	return (!b.hasLow || beyondEnd(v.Cmp(b.low), b.withLow || over, under)) &&
		(!b.hasHigh || beyondEnd(b.high.Cmp(v), b.withHigh || under, over))
}

// beyondEnd reports whether what lies so far inside of an end is within it: the end itself
// counts where it is of the range, unless the amount begins outside of it.
func beyondEnd(distance int, with, outside bool) bool {
	return distance > 0 || distance == 0 && with && !outside
}

// tighter reports whether a range lies closer around than another.
func (b *bounds) tighter(than *bounds) bool {
	if b.hasHigh != than.hasHigh {
		return b.hasHigh
	}
	if b.hasHigh && !b.high.Equal(than.high) {
		return b.high.Cmp(than.high) < 0
	}
	return b.hasLow && (!than.hasLow || b.low.Cmp(than.low) > 0)
}

// fit is a label that speaks of amounts like one, by one of its ranges.
type fit struct {
	label int
	*bounds
}

func fitsOf(labels []label, a *amount) []fit {
	var list []fit
	for i := range labels {
		for k := range labels[i].cases {
			if b := &labels[i].cases[k]; b.speaks(a) {
				list = append(list, fit{i, b})
			}
		}
	}
	return list
}

func (b *bounds) speaks(a *amount) bool { _, ok := b.in(a); return ok }

// isEnd reports whether an amount says the range: it is its end, and bounded as that is,
// or the range is nothing else.
func (b *bounds) isEnd(a *amount) bool {
	point := b.hasLow && b.hasHigh && b.low.Equal(b.high)
	return (a.bound != "" || a.low || a.high || point || !b.hasLow && b.withHigh) && b.ends(a)
}

// forAmount lists the labels that an amount is a case of: those it is an end of, or else
// those that lie closest around it; nil where none speaks of such amounts. exact says that
// it is the end, or all, of one.
func forAmount(labels []label, a *amount) (which map[int]bool, exact bool) {
	fits := fitsOf(labels, a)
	if len(fits) < 2 {
		return nil, false
	}
	if ends := labelsOf(fits, func(b *bounds) bool { return b.isEnd(a) }); ends != nil {
		return ends, true
	}
	fits = slices.DeleteFunc(fits, func(f fit) bool { return !f.holds(a) })
	if len(fits) == 0 {
		return nil, false
	}
	best := fits[0].bounds
	for _, f := range fits[1:] {
		if f.tighter(best) {
			best = f.bounds
		}
	}
	return labelsOf(fits, func(b *bounds) bool { return !best.tighter(b) }), false
}

// labelsOf are the labels of those that are wanted; nil for none.
func labelsOf(fits []fit, wanted func(*bounds) bool) map[int]bool {
	var out map[int]bool
	for _, f := range fits {
		if !wanted(f.bounds) {
			continue
		}
		if out == nil {
			out = map[int]bool{}
		}
		out[f.label] = true
	}
	return out
}
