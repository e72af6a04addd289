package ask

import (
	"cmp"
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
	cells []string // as they are written
}

type cell struct {
	amounts []amount
	marks   []string // squeezed names of classes: "cs2d0"
}

// mostCells bounds what is read of a table.
const mostCells = 4000

func newGrid(t *retrieval.Table, title string, lang *tongue) *grid {
	g := &grid{lang: lang, labels: lang.labelColumns(t)}
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
			r.cells = append(r.cells, lang.readCell(text, h))
		}
		g.rows = append(g.rows, r)
	}
	g.distinguish(around)
	return g
}

// labelColumns is how many columns at the left name what a row is of: those without an
// amount, and those that say cases in words, or bounds ("hasta 10 m"), before one that does
// not.
func (l *tongue) labelColumns(t *retrieval.Table) int {
	least := LabelColumns(t)
	for c := least; ; c++ {
		var cells []string
		for _, row := range t.Rows {
			cells = append(cells, row[min(c, len(row)):min(c+1, len(row))]...)
		}
		switch {
		case len(cells) == 0: // nothing is left that would be a value
			return least
		case slices.ContainsFunc(cells, func(text string) bool { return !l.saysCase(text) }):
			return c
		}
	}
}

// saysCase reports whether a cell says when a row holds, in words or by bounds, and has no
// value.
func (l *tongue) saysCase(text string) bool {
	return !slices.ContainsFunc(l.amountsIn(text, nil), func(a amount) bool { return a.side() == 0 }) &&
		!slices.ContainsFunc(l.namesIn(text), func(x name) bool { return x.kind == markName })
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
		if b.Bound != quantity.Least && b.Bound != quantity.Most || side != 0 && side != b.Bound.Side() {
			return 0
		}
		side = b.Bound.Side()
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
		for _, b := range one.cases {
			b.cell = c
			all.cases = append(all.cases, b)
		}
		all.all, all.words, all.cells = append(all.all, one.all...), append(all.words, one.words...), append(all.cells, row[c])
		if c == 0 {
			all.zone = one.zone
		}
	}
	return all
}

func (l *tongue) readLabel(text string, units []quantity.Unit) label {
	words := l.wordsOf(text)
	return label{cells: []string{text}, all: words, words: slices.Clone(words), zone: l.bareZone(text), cases: boundsOf(l.amountsIn(text, spansOf(l.namesIn(text))), units)}
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

func (l *tongue) readCell(text string, head headRead) cell {
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
	for _, a := range l.amountsIn(text, spansOf(found)) {
		if a.side() == 0 && head.side != 0 {
			a.low, a.high = head.side < 0, head.side > 0
		}
		c.amounts = append(c.amounts, a)
		if !a.Unit.IsZero() {
			continue
		}
		for _, u := range head.units {
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
	quantity.Interval
	unit quantity.Unit
	lent bool // its unit is the header's: a bare number may mean it
	cell int  // of its label
}

// boundsOf makes ranges of the amounts of a label. A bare one is in the first of the units.
func boundsOf(list []amount, units []quantity.Unit) []bounds {
	out := make([]bounds, len(list))
	for i := range list {
		b := bounds{Interval: list[i].interval(), unit: list[i].Unit}
		if b.unit.IsZero() && len(units) > 0 {
			b.unit, b.lent = units[0], true
		}
		out[i] = b
	}
	return out
}

// interval is the range an amount bounds, or is.
func (a *amount) interval() (s quantity.Interval) {
	if a.side() <= 0 {
		s.Lo, s.LoOpen = &a.Value, a.bound == quantity.Above
	}
	if a.side() >= 0 {
		s.Hi, s.HiOpen = &a.Value, a.bound == quantity.Below
	}
	return s
}

// in converts an amount into the unit of a label; ok is false where it cannot be one of
// its cases. A bare label takes counts and bare numbers.
func (b *bounds) in(a *amount) (v quantity.Number, ok bool) {
	switch noun := b.unit.Noun(); {
	case b.unit.IsZero() && countsOnly(a.Unit), b.lent && a.Unit.IsZero():
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
	return ok && (a.side() >= 0 && b.Hi != nil && b.Hi.Equal(v) || a.side() <= 0 && b.Lo != nil && b.Lo.Equal(v))
}

// holds reports whether an amount lies within the range: what begins above an end that is
// of the range lies outside of it.
func (b *bounds) holds(a *amount) bool {
	v, ok := b.in(a)
	s := b.Interval
	switch {
	case a.side() < 0 && a.bound == quantity.Above:
		s.LoOpen, s.HiOpen = false, true
	case a.side() > 0 && a.bound == quantity.Below:
		s.LoOpen, s.HiOpen = true, false
	}
	return ok && s.Contains(v)
}

// tighter orders ranges by how close they lie around a number.
func (b *bounds) tighter(than *bounds) int {
	end := func(x, y *quantity.Number, side int) int {
		if x == nil || y == nil {
			return flag(x == nil) - flag(y == nil)
		}
		return side * x.Cmp(*y)
	}
	return cmp.Or(end(b.Hi, than.Hi, 1), end(b.Lo, than.Lo, -1))
}

func flag(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// forAmount lists the labels that an amount is a case of, of those that differ in nothing
// but their ranges: those it is an end of, or else those that lie closest around it; nil
// where none, or but one, speaks of such amounts.
func forAmount(labels []label, a *amount) map[int]bool {
	type fit struct {
		label int
		*bounds
		end bool
	}
	fits, speak := map[string][]fit{}, 0
	for i := range labels {
		for k := range labels[i].cases {
			b := &labels[i].cases[k]
			if _, ok := b.in(a); !ok {
				continue
			}
			if speak++; b.holds(a) || b.ends(a) {
				group := labels[i].beside(b.cell)
				fits[group] = append(fits[group], fit{i, b, b.ends(a)})
			}
		}
	}
	if speak < 2 || len(fits) == 0 {
		return nil
	}
	which := map[int]bool{}
	for _, list := range fits {
		order := func(f, g fit) int {
			if f.end || g.end {
				return flag(g.end) - flag(f.end)
			}
			return f.tighter(g.bounds)
		}
		best := slices.MinFunc(list, order)
		for _, f := range list {
			if order(best, f) == 0 {
				which[f.label] = true
			}
		}
	}
	return which
}

// beside is what a label says in other cells.
func (l *label) beside(cell int) string {
	cells := slices.Clone(l.cells)
	if cell < len(cells) {
		cells[cell] = ""
	}
	return strings.Join(cells, "\n")
}
