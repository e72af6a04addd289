package patternextract

import (
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/quantity"
)

// clause is one statement taken apart: its tokens, the circumstances among
// them, and its figures.
type clause struct {
	text string
	toks []token
	seg  []int // of each token: index in segs, or mainClause
	segs []segment
	figs []found
	lead *frame // what it continues or stands under; nil for nothing

	thens []then
}

// then is a "in which case": from tok on, segment seg is what must hold.
type then struct{ tok, seg int }

// mainClause is the segment of tokens outside every circumstance.
const mainClause = -1

// segment is a run of tokens that states a circumstance.
type segment struct {
	role     verify.Role // When, Unless, Rest, or "" for an aside in brackets
	from, to int         // tokens, to not included
	leading  bool        // before the main clause
	bracket  bool
}

// found is a figure of a clause with the comparator that governs it.
type found struct {
	from, to  int // tokens of the figure, to not included
	fig       figure
	high      *figure // of a range
	op        verify.Op
	explicit  bool // a comparator of its own, in words or signs
	strictly  bool // strict and not denied: most often a circumstance
	behind    int  // end of what belongs to it: comparator and measure behind
	compFrom  int  // first token of the comparator before it, or from
	far       int  // token of a comparator away from it, or -1
	gauge     bool
	open      bool // the sign of comparison stands behind it: "54 cm ≤ x"
	per       *verify.Per
	perTok    int  // token of "for every"
	condition bool // compares a circumstance
}

// newClause analyses the tokens of one statement.
func newClause(text string, toks []token, lead *frame) *clause {
	c := &clause{text: text, toks: toks, lead: lead}
	c.findFigures()
	for i := range c.figs {
		c.compareNear(i)
	}
	c.findSegments()
	for i := range c.figs {
		c.compareFar(i)
	}
	for i := range c.figs {
		c.classify(i)
	}
	return c
}

// findFigures collects the figures that could be limits: no names, dates,
// money, dimensions of tests or examples.
func (c *clause) findFigures() {
	for i := 0; i < len(c.toks); i++ {
		t := &c.toks[i]
		if t.is(markExample) {
			i = c.skipExample(i)
			continue
		}
		if t.kind != figureToken && !c.promoted(i) || c.isName(i) {
			continue
		}
		f := found{from: i, to: i + 1, far: -1}
		if t.fig != nil {
			f.fig = *t.fig
		} else {
			f.fig = figure{value: quantity.MustNumber(t.number), written: true}
		}
		c.addClass(&f)
		c.joinRange(&f)
		c.addCount(&f)
		f.compFrom, f.behind = f.from, f.to
		if c.addPer(&f) {
			c.figs = append(c.figs, f)
			i = f.behind - 1
			continue
		}
		c.figs = append(c.figs, f)
		i = f.to - 1
	}
}

// skipExample returns the last token of an example: up to the bracket or the
// stop behind it.
func (c *clause) skipExample(i int) int {
	for ; i < len(c.toks); i++ {
		if c.toks[i].sign(")") || c.toks[i].sign(";") {
			return i
		}
	}
	return i
}

// promoted reports a written number that counts something: one with a
// comparator or a "for every" beside it.
func (c *clause) promoted(i int) bool {
	t := &c.toks[i]
	if t.kind != wordToken || t.number == "" {
		return false
	}
	if i > 0 {
		p := &c.toks[i-1]
		if p.is(markBetween) {
			return i+2 < len(c.toks) && c.toks[i+1].is(markTo) && (c.toks[i+2].number != "" || c.toks[i+2].kind == figureToken)
		}
		if p.is(markTo) && i > 2 && c.toks[i-3].is(markBetween) {
			return true
		}
		if p.is(markPer) && !t.is(markOne) || p.is(markMore|markLess|markLeast|markMost) && !(t.is(markOne) && p.is(markTo)) {
			return true
		}
		if i > 1 && p.is(markOf) && c.toks[i-2].is(markMore|markLess|markLeast|markMost|markPer) {
			return true
		}
	}
	if i+1 < len(c.toks) && c.toks[i+1].is(markLeastBehind|markMostBehind) {
		return true
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
	return c.toks[j].is(markPer) && j+1 < len(c.toks) && (c.toks[j+1].kind == figureToken || c.toks[j+1].number != "")
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
		} else if c.toks[end].kind == punctToken && !(c.toks[end].sign(",") && end+1 < len(c.toks) && c.toks[end+1].is(markFraction)) {
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
		f.from--
	}
}

// joinRange makes one of "900mm to 1000mm", "23...25", "entre 13 y 17,5 cm",
// "25 ± 1" and "1 in 40".
func (c *clause) joinRange(f *found) {
	j, tolerance := c.rangeSign(f)
	if j >= len(c.toks) || c.toks[j].kind != figureToken && (c.toks[j].number == "" || !c.betweenBefore(f.from)) {
		return
	}
	other := figure{written: true}
	if c.toks[j].fig != nil {
		other = *c.toks[j].fig
	} else {
		other.value = quantity.MustNumber(c.toks[j].number)
	}
	low := f.fig
	if low.unit == "" {
		low.unit, low.kind = other.unit, other.kind
	}
	switch {
	case c.toks[j-1].is(markRatio) && f.fig.unit == "" && other.unit == "" && f.fig.value.Equal(quantity.NewNumber(1, 1)):
		if v, ok := f.fig.value.Quo(other.value); ok {
			f.fig, f.to = figure{value: v, unit: "ratio", kind: "ratio"}, j+1
		}
	case tolerance:
		high := low
		high.value, low.value = low.value.Add(other.value), low.value.Sub(other.value)
		f.fig, f.high, f.to = low, &high, j+1
	case (low.unit == other.unit && low.value.Cmp(other.value) < 0 || low.unit != other.unit && low.kind == other.kind) && !c.toks[j-1].is(markRatio):
		f.fig, f.high, f.to = low, &other, j+1
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

// addCount gives a bare whole number before a noun the unit of counts.
func (c *clause) addCount(f *found) {
	if f.fig.unit != "" || !f.fig.value.IsInt() || f.to >= len(c.toks) {
		return
	}
	t := &c.toks[f.to]
	if t.kind != wordToken || t.mark != 0 || t.number != "" || len(t.text) < 3 {
		return
	}
	f.fig.unit, f.fig.kind = "ud", "count"
	if f.high != nil {
		f.high.unit, f.high.kind = "ud", "count"
	}
}

// isName reports a number that names something or is no limit by what stands
// beside it.
func (c *clause) isName(i int) bool {
	return c.namedBefore(i) || c.isDate(i) || c.isMoney(i) || c.inTrial(i) || c.inFormula(i)
}

func (c *clause) namedBefore(i int) bool {
	j := i - 1
	for j >= 0 && (c.toks[j].sign(".") || c.toks[j].sign("-") || c.toks[j].sign("º") || c.toks[j].sign("°") || c.toks[j].sign("(")) && j > i-3 {
		j--
	}
	if j < 0 {
		return false
	}
	t := &c.toks[j]
	if t.is(markName) && c.toks[i].kind == figureToken && (c.toks[i].fig.unit == "" || c.toks[i].fig.kind == "count") {
		return true
	}
	listed := t.is(markAnd|markTo) || t.sign(",")
	return listed && j > 0 && c.toks[j-1].kind == figureToken && c.toks[i].kind == figureToken && c.toks[i].fig.unit == "" && c.namedBefore(j-1)
}

// isDate knows "5 de mayo", "mayo de 2007" and a bare year.
func (c *clause) isDate(i int) bool {
	for j := i + 1; j < len(c.toks) && j <= i+2; j++ {
		if c.toks[j].is(markMonth) && (j == i+1 || c.toks[j-1].is(markOf)) {
			return true
		}
	}
	for j := i - 1; j >= 0 && j >= i-2; j-- {
		if c.toks[j].is(markMonth) {
			return true
		}
	}
	f := c.toks[i].fig
	if f == nil || f.unit != "" || !f.value.IsInt() || f.value.Cmp(quantity.NewNumber(1900, 1)) < 0 || f.value.Cmp(quantity.NewNumber(2100, 1)) > 0 {
		return false
	}
	return i == 0 || !c.toks[i-1].is(markMore|markLess|markLeast|markMost) && c.toks[i-1].kind != signToken
}

func (c *clause) isMoney(i int) bool {
	if i > 0 && (c.toks[i-1].sign("€") || c.toks[i-1].sign("£") || c.toks[i-1].sign("$")) {
		return true
	}
	return i+1 < len(c.toks) && (c.toks[i+1].is(markMoney) || c.toks[i+1].sign("€"))
}

// trialReach is how many tokens behind the word for a test its dimensions stand.
const trialReach = 6

func (c *clause) inTrial(i int) bool {
	for j := i - 1; j >= 0 && j >= i-trialReach; j-- {
		if c.toks[j].is(markTrial) {
			return true
		}
		if c.toks[j].kind == figureToken || c.toks[j].is(markLeast|markMost|markMore|markLess) || c.toks[j].kind == signToken {
			break
		}
	}
	// "5 750 W a 230 V": the second is the state the first is measured in.
	return i > 1 && c.toks[i-1].is(markAt) && c.toks[i-2].kind == figureToken && c.toks[i].kind == figureToken &&
		c.toks[i].fig.unit != "" && c.toks[i-2].fig.kind != c.toks[i].fig.kind
}

// inFormula knows the operands of a formula: "P / 200".
func (c *clause) inFormula(i int) bool {
	if i == 0 {
		return false
	}
	for _, sign := range []string{"/", "·", "*", "+", "×"} {
		if c.toks[i-1].sign(sign) && (sign != "×" || i < 2 || c.toks[i-2].kind != figureToken) {
			return true
		}
		if i+1 < len(c.toks) && c.toks[i+1].sign(sign) && c.toks[i].kind == figureToken && c.toks[i].fig.unit == "" {
			return true
		}
	}
	return false
}
