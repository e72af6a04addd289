package patternextract

import (
	"strings"

	"github.com/reglookup/regengine/verify"
)

// compareNear finds the comparator that stands at a figure, before or behind.
func (c *clause) compareNear(i int) {
	f := &c.figs[i]
	if c.compareGauge(f) || c.compareSign(f) {
		return
	}
	if f.per != nil {
		if !c.compareBefore(f) {
			f.op, f.explicit = verify.AtLeast, true
		}
		return
	}
	if f.high != nil {
		f.op, f.explicit = verify.Between, true
		f.compFrom = c.rangeStart(f.from)
		c.compareBehind(i, false)
		return
	}
	if c.compareBefore(f) {
		c.compareBehind(i, false)
		return
	}
	c.compareBehind(i, true)
}

// rangeStart returns the token a range begins at, with its "between".
func (c *clause) rangeStart(from int) int {
	for j := from - 1; j >= 0 && j >= from-4; j-- {
		if c.toks[j].is(markBetween) {
			return j
		}
		if !c.toks[j].is(markSkip | markDet) {
			break
		}
	}
	return from
}

// compareSign reads "≤ 12 %", and "54 cm ≤ x" with the figure first.
func (c *clause) compareSign(f *found) bool {
	if f.from > 0 && c.toks[f.from-1].kind == signToken {
		f.op, f.explicit, f.compFrom = verify.Op(c.toks[f.from-1].text), true, f.from-1
		f.strictly = f.op == verify.Less || f.op == verify.Greater
		return true
	}
	if f.to < len(c.toks) && c.toks[f.to].kind == signToken && f.to+1 < len(c.toks) && c.toks[f.to].text != "=" && c.toks[f.to+1].kind == wordToken {
		f.op, f.explicit, f.behind = turned(verify.Op(c.toks[f.to].text)), true, f.to+1
		f.open = true
		f.strictly = f.op == verify.Less || f.op == verify.Greater
		return true
	}
	return false
}

// turned reads a comparison from the other side.
func turned(op verify.Op) verify.Op {
	switch op {
	case verify.Less:
		return verify.Greater
	case verify.AtMost:
		return verify.AtLeast
	case verify.AtLeast:
		return verify.AtMost
	case verify.Greater:
		return verify.Less
	default:
		return op
	}
}

// denied is the opposite of a comparison.
func denied(op verify.Op) verify.Op {
	switch op {
	case verify.Less:
		return verify.AtLeast
	case verify.AtMost:
		return verify.Greater
	case verify.AtLeast:
		return verify.Less
	case verify.Greater:
		return verify.AtMost
	default:
		return op
	}
}

// compareReach is how many little words may stand between a comparator and its
// figure, and between a negation and a comparator.
const compareReach = 6

const comparators = markMore | markLess | markLeast | markMost | markEqual

// compareBefore reads the comparator right before a figure.
func (c *clause) compareBefore(f *found) bool {
	for j := f.from - 1; j >= 0 && j >= f.from-compareReach; j-- {
		t := &c.toks[j]
		if c.adjective(j) {
			return false
		}
		if t.is(comparators) && t.kind == wordToken {
			f.op, f.explicit, f.compFrom = opOf(t), true, j
			if c.negated(j) {
				f.op = denied(f.op)
				f.compFrom = c.negation(j)
			} else {
				f.strictly = t.is(markMore | markLess)
			}
			return true
		}
		if !t.is(markSkip) || t.kind != wordToken || t.is(markWeak) && j < f.from-1 {
			return false
		}
	}
	return false
}

// adjective reports "superior" or "inferior" that says which side of a thing:
// "el borde superior de 0,5 m".
func (c *clause) adjective(i int) bool {
	t := &c.toks[i]
	if !t.is(markMore|markLess) || strings.Contains(t.text, " ") || i == 0 || i+1 >= len(c.toks) {
		return false
	}
	p := &c.toks[i-1]
	return p.kind == wordToken && p.mark == 0 && c.toks[i+1].is(markOf)
}

func opOf(t *token) verify.Op {
	switch {
	case t.is(markLeast):
		return verify.AtLeast
	case t.is(markMost):
		return verify.AtMost
	case t.is(markMore):
		return verify.Greater
	case t.is(markLess):
		return verify.Less
	}
	return verify.Equal
}

func (c *clause) negated(comparator int) bool { return c.negation(comparator) != comparator }

// negation returns the token of the negation that governs a comparator, or the
// comparator when none does: only verbs and little words may stand between.
func (c *clause) negation(comparator int) int {
	for j := comparator - 1; j >= 0 && j >= comparator-compareReach; j-- {
		t := &c.toks[j]
		if t.kind != wordToken {
			break
		}
		if t.is(markNot | markLack) {
			return j
		}
		if !t.is(markVerb | markModal | markSkip | markAdverb) {
			break
		}
	}
	return comparator
}

// behindReach is how far behind a figure "como máximo" may stand.
const behindReach = 9

// compareBehind reads what follows a figure: "o más", "de ancho", and, when the
// figure has no comparator yet, "como máximo".
func (c *clause) compareBehind(i int, wanted bool) {
	f := &c.figs[i]
	j := f.to
	for j < len(c.toks) && c.toks[j].is(markMeasureBehind) && !c.figureFollows(j) {
		j++
		f.behind = j
	}
	if j < len(c.toks) && (c.toks[j].sign(",") || c.toks[j].sign("(")) {
		j++
	}
	if j < len(c.toks) && c.behindMark(j) {
		c.takeBehind(f, j, wanted)
		if k := f.behind; k < len(c.toks) && c.toks[k].is(markMeasureBehind) {
			f.behind++
		}
		return
	}
	if !wanted {
		return
	}
	for j = f.to; j < len(c.toks) && j < f.to+behindReach; j++ {
		t := &c.toks[j]
		if t.kind == figureToken || t.is(markVerb) && !t.is(markMeasureBehind) || t.is(markWhen|markUnless) || t.sign(";") {
			return
		}
		if t.is(markLeastBehind|markMostBehind) && t.is(markLeast|markMost) && c.behindMark(j) && c.adverbial(j) {
			c.takeBehind(f, j, true)
			f.behind = f.to
			f.far = j
			return
		}
	}
}

// adverbial reports a bound set off from its clause: "..., como máximo, ...".
func (c *clause) adverbial(j int) bool { return j > 0 && c.toks[j-1].sign(",") }

// behindMark reports a comparator at j that belongs to the figure before it.
func (c *clause) behindMark(j int) bool {
	return c.toks[j].is(markLeastBehind|markMostBehind) && !c.figureFollows(j)
}

// figureFollows reports whether what stands at j leads to a figure of its own.
func (c *clause) figureFollows(j int) bool {
	for k := j + 1; k < len(c.toks) && k <= j+3; k++ {
		if c.toks[k].kind == figureToken {
			return true
		}
		if !c.toks[k].is(markSkip|markOf) || c.toks[k].kind != wordToken || c.toks[k].is(markWeak) {
			return false
		}
	}
	return false
}

func (c *clause) takeBehind(f *found, j int, wanted bool) {
	t := &c.toks[j]
	f.behind = j + 1
	if f.fig.unit == "" && f.behind < len(c.toks) && c.toks[f.behind].kind == wordToken && c.toks[f.behind].mark == 0 {
		c.unitBehind(f)
	}
	if !wanted && f.op != verify.Equal {
		return
	}
	f.op, f.explicit = verify.AtLeast, true
	if t.is(markMostBehind) {
		f.op = verify.AtMost
	}
}

// unitBehind reads the unit of "diez o más años".
func (c *clause) unitBehind(f *found) {
	t := &c.toks[f.behind]
	if u, err := c.lang.parseUnit(c.text[t.start:t.end]); err == nil && !preposition(t.text) {
		f.fig.unit, f.fig.kind = u.String(), u.Kind()
	} else if f.fig.value.IsInt() {
		f.fig.unit, f.fig.kind = c.countUnit(f.behind)
	}
}

// compareGauge reads "una esfera de 10 cm" that nothing lets pass: openings
// must be smaller.
func (c *clause) compareGauge(f *found) bool {
	near := false
	for j := max(0, f.from-4); j < min(len(c.toks), f.to+2); j++ {
		near = near || c.toks[j].is(markGauge)
	}
	if !near {
		return false
	}
	passes, no := false, false
	for j := range c.toks {
		passes = passes || c.toks[j].is(markPass)
		no = no || c.toks[j].is(markNot|markLack)
	}
	if c.lead != nil && c.lead.denied {
		no = true
	}
	if !passes || !no {
		return false
	}
	f.op, f.explicit, f.gauge = verify.Less, true, true
	return true
}
