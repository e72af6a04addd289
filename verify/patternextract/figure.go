package patternextract

import (
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify"
)

// promoted reports a written number that counts something: one with a
// comparator or a "for every" beside it.
func (c *clause) promoted(i int) bool {
	t := &c.toks[i]
	if t.kind != wordToken || t.number == "" || i+1 < len(c.toks) && c.toks[i+1].kind == figureToken {
		return false
	}
	if t.is(markOne) && i+1 < len(c.toks) && (c.toks[i+1].is(markSkip) && !c.toks[i+1].is(markOf|markRatio) || c.toks[i+1].speaksOf(natures)) {
		return false // "supere un valor"
	}
	if i > 0 {
		p := &c.toks[i-1]
		if p.is(markBetween) {
			return i+2 < len(c.toks) && c.toks[i+1].is(markTo) && (c.toks[i+2].number != "" || c.toks[i+2].kind == figureToken)
		}
		if p.is(markTo) && i > 2 && c.toks[i-3].is(markBetween) {
			return true
		}
		if p.is(markDemand) && !t.is(markOne) && i+1 < len(c.toks) && c.toks[i+1].mark == 0 {
			return true // "dispondrán de dos salidas"
		}
		if p.is(markPer) && !t.is(markOne) || p.is(markMore|markLess|markLeast|markMost) && (!t.is(markOne) || !p.is(markTo)) {
			return true
		}
		if i > 1 && p.is(markOf) && c.toks[i-2].is(markMore|markLess|markLeast|markMost|markPer) {
			return true
		}
	}
	for j := i + 1; j < len(c.toks) && j <= i+3; j++ {
		if c.toks[j].is(markLeastBehind|markMostBehind) && strings.Contains(c.toks[j].text, " ") && !c.figureFollows(j) {
			return true // "tres peldaños como mínimo"
		}
		if c.toks[j].mark != 0 && !c.toks[j].sign(",") || c.toks[j].number != "" || c.toks[j].kind == figureToken {
			break
		}
	}
	return t.is(markOne) && c.perFollows(i)
}

// perReach is how many tokens may stand between what is counted and "for every".
const perReach = 14

// perFollows reports whether "for every" and a number follow what is counted.
func (c *clause) perFollows(i int) bool {
	for j := i + 1; j < len(c.toks) && j < i+perReach; j++ {
		if c.toks[j].kind == figureToken && !c.namedBefore(j) || c.toks[j].is(markVerb) {
			return false
		}
		if c.perAt(j) {
			return true
		}
	}
	return false
}

// perAt reports "for every" with a number behind it at token j.
func (c *clause) perAt(j int) bool {
	return c.toks[j].is(markPer) && j+1 < len(c.toks) && (c.toks[j+1].kind == figureToken || c.toks[j+1].number != "" && !c.toks[j+1].is(markOne))
}

// addPer reads "una plaza por cada 33 plazas o fracción" behind its first
// number and takes the whole of it.
func (c *clause) addPer(f *found) bool {
	j := f.to
	for ; j < len(c.toks) && j < f.to+perReach; j++ {
		if c.toks[j].kind == figureToken && !c.namedBefore(j) || c.toks[j].is(markVerb|markWhen|markUnless) || c.toks[j].sign(";") {
			return false
		}
		if c.perAt(j) {
			break
		}
	}
	if j+1 >= len(c.toks) || j >= f.to+perReach || !c.perAt(j) {
		return false
	}
	each := &c.toks[j+1]
	per := &verify.Per{Count: each.number}
	if each.fig != nil && (each.fig.kind == "time" || each.fig.kind == "years" || each.fig.kind == "months") {
		return false // how often, not how many
	}
	if each.fig != nil {
		per.Count, per.Unit = each.fig.value.String(), each.fig.unit
	}
	end, from := j+2, each.start
	if each.fig == nil || each.fig.unit == "" {
		from = c.toks[min(j+2, len(c.toks)-1)].start
	} else if n := each.end - len(each.fig.unit); n > each.start && c.text[n:each.end] == each.fig.unit {
		from = n
	}
	for end < len(c.toks) && end < j+perReach && !c.toks[end].is(markVerb|markWhen|markUnless) && c.toks[end].kind != figureToken {
		if c.toks[end].is(markFraction) {
			per.Fraction = true
		} else if c.toks[end].kind == punctToken && (!c.toks[end].sign(",") || end+1 >= len(c.toks) || !c.toks[end+1].is(markFraction)) {
			break
		}
		end++
	}
	if last := c.toks[end-1].end; last > from {
		per.Of = c.text[from:last]
	}
	f.per, f.perTok, f.behind = per, j, end
	if f.fig.unit == "" {
		f.fig.unit, f.fig.kind = "ud", "count"
	}
	return true
}

// addClass gives "clase 2" and "EI 60" the word before the number as unit.
func (c *clause) addClass(f *found) {
	if f.from == 0 || f.fig.unit != "" {
		return
	}
	p := &c.toks[f.from-1]
	if p.is(markClass) {
		f.fig.unit = c.text[p.start:p.end]
		if u, err := c.lang.parseUnit(f.fig.unit); err == nil {
			f.fig.kind = u.Kind()
		}
		f.from--
	}
}

// joinRange makes one of "900mm to 1000mm", "23...25", "entre 13 y 17,5 cm",
// "25 ± 1" and "1 in 40".
func (c *clause) joinRange(f *found) {
	j, tolerance := c.rangeSign(f)
	if j >= len(c.toks) || c.toks[j].kind != figureToken && (c.toks[j].number == "" || !c.toks[j-1].is(markRatio) && !c.betweenBefore(f.from)) {
		return
	}
	other := figure{written: true}
	if c.toks[j].fig != nil {
		other = *c.toks[j].fig
	} else {
		other.value = quantity.MustNumber(c.toks[j].number)
	}
	low := c.inUnit(f.fig, other)
	switch {
	case c.toks[j-1].is(markRatio) && f.fig.unit == "" && other.unit == "" && f.fig.value.Equal(quantity.NewNumber(1, 1)):
		if v, ok := f.fig.value.Quo(other.value); ok {
			f.fig, f.to = figure{value: v, unit: "ratio", kind: "ratio"}, j+1
		}
	case tolerance:
		high := low
		high.value, low.value = low.value.Add(other.value), low.value.Sub(other.value)
		f.fig, f.high, f.to = low, &high, j+1
	case (low.unit == other.unit && low.value.Cmp(other.value) < 0) && !c.toks[j-1].is(markRatio):
		f.fig, f.high, f.to = low, &other, j+1
	}
}

// joinParts adds the second part of "un metro y veinte centímetros".
func (c *clause) joinParts(f *found) {
	if f.to+1 >= len(c.toks) || !c.toks[f.to].is(markAnd) || c.toks[f.to+1].fig == nil || f.high != nil {
		return
	}
	other := *c.toks[f.to+1].fig
	if other.unit == f.fig.unit || other.kind != f.fig.kind || other.kind == quantity.Count || other.unit == "" {
		return
	}
	sum := c.inUnit(other, f.fig)
	if sum.unit == f.fig.unit && sum.value.Cmp(quantity.NewNumber(1, 1)) < 0 && f.fig.value.IsInt() {
		f.fig.value, f.to = f.fig.value.Add(sum.value), f.to+2
	}
}

// inUnit writes the lower bound of a range in the unit of the upper.
func (c *clause) inUnit(low, high figure) figure {
	if low.unit == "" || low.kind == quantity.Angle && strings.HasPrefix(high.unit, low.unit) { // "24° y 30 °C"
		low.unit, low.kind = high.unit, high.kind
	}
	if low.unit == high.unit || low.kind != high.kind {
		return low
	}
	from, errFrom := c.lang.parseUnit(low.unit)
	to, errTo := c.lang.parseUnit(high.unit)
	if errFrom != nil || errTo != nil {
		return low
	}
	if v, err := quantity.Convert(low.value, from, to, quantity.SameKind); err == nil {
		low.value, low.unit = v, high.unit
	}
	return low
}

// shareUnit gives the first side of "600 x 600 mm" the unit of the second.
func (c *clause) shareUnit(f *found) {
	if f.fig.unit != "" || f.to+1 >= len(c.toks) || !c.toks[f.to].sign("×") && c.toks[f.to].text != "x" {
		return
	}
	if other := c.toks[f.to+1].fig; other != nil {
		f.fig.unit, f.fig.kind = other.unit, other.kind
	}
}

// repeatUnit gives a further figure the whole unit of the one before: "25 m³ por
// hora, y 45 m³".
func (c *clause) repeatUnit(f *found) {
	if len(c.figs) == 0 || f.fig.unit == "" || f.from == 0 || !c.toks[f.from-1].is(markAnd) {
		return
	}
	if last := c.figs[len(c.figs)-1].fig; strings.HasPrefix(last.unit, f.fig.unit+"/") {
		f.fig.unit, f.fig.kind = last.unit, last.kind
	}
}

// rangeSign returns the token behind the sign that could make a range of the
// figure before it; len(toks) when there is none.
func (c *clause) rangeSign(f *found) (j int, tolerance bool) {
	none := len(c.toks)
	if f.to >= none {
		return none, false
	}
	t := &c.toks[f.to]
	j = f.to + 1
	switch {
	case t.sign("±"):
		return j, true
	case t.sign("-"), t.sign("–"), t.sign("—"), t.sign("…"), t.sign("÷"):
		return j, false
	case t.sign(".") && f.to+2 < none && c.toks[f.to+1].sign(".") && c.toks[f.to+2].sign("."):
		return f.to + 3, false
	case t.is(markRatio):
		return j, false
	case t.sign(".") && j+1 < none && c.toks[j].is(markTo) && c.betweenBefore(f.from):
		return j + 1, false // "entre 80 cm. y 120 cm."
	case t.speaksOf(topicUpTo) && f.fig.unit != "" && !c.betweenBefore(f.from):
		return none, false // "1,20 m hasta 30 m" may be a figure and its case
	case t.is(markTo) && (!t.is(markAnd) || c.betweenBefore(f.from)):
		for j < none && c.toks[j].is(markSkip|markDet|markOf) && c.toks[j].kind == wordToken && j < f.to+3 {
			j++
		}
		return j, false
	}
	return none, false
}

// betweenBefore reports "between" before token i.
func (c *clause) betweenBefore(i int) bool {
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		if c.toks[j].is(markBetween) {
			return true
		}
		if !c.toks[j].is(markSkip | markDet) {
			return false
		}
	}
	return false
}

// nounReach is how many words the noun that is counted may take: "two protected exits".
const nounReach = 4

// countUnit is the unit of a bare number before the noun at token i: that of counts, or
// the word as it is written where nothing tells that it is counted and no unit.
func (c *clause) countUnit(i int) (string, quantity.Kind) {
	for j := i; j < len(c.toks) && j < i+nounReach && c.toks[j].kind == wordToken && c.toks[j].mark == 0; j++ {
		if u, err := c.lang.parseUnit(c.text[c.toks[j].start:c.toks[j].end]); err == nil && u.Kind() == quantity.Count {
			return "ud", quantity.Count
		}
	}
	if c.perFollows(i - 1) {
		return "ud", quantity.Count
	}
	return c.text[c.toks[i].start:c.toks[i].end], ""
}

// isShareOf reports a figure written as "3/4", which a unit behind it may belong to.
func (c *clause) isShareOf(f *found) bool {
	return f.fig.unit == "ratio" && f.high == nil && strings.Contains(c.text[c.toks[f.from].start:c.toks[f.to-1].end], "/")
}

// addCount gives a bare whole number before a noun the unit of counts.
func (c *clause) addCount(f *found) {
	share := c.isShareOf(f)
	if f.fig.unit != "" && !share || !f.fig.value.IsInt() && !share || f.to >= len(c.toks) {
		return
	}
	t := &c.toks[f.to]
	if t.kind != wordToken || t.mark != 0 || t.number != "" || len(t.text) < 3 {
		return
	}
	f.fig.unit, f.fig.kind = c.countUnit(f.to)
	if u, err := c.lang.parseUnit(c.text[t.start:t.end]); err == nil && f.fig.written && !preposition(t.text) && !c.perFollows(f.from) {
		f.fig.unit, f.fig.kind = u.String(), u.Kind()
		f.to++
	}
	if f.high != nil {
		f.high.unit, f.high.kind = f.fig.unit, f.fig.kind
	}
}
