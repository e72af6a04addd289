package textlimits

import (
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// compareReach is how many little words may stand between a comparator and its
// figure, and between a negation and a comparator.
const compareReach = 6

// compareNear finds the comparator that stands at a figure, before or behind.
func (c *clause) compareNear(f *found) {
	switch {
	case c.compareGauge(f):
	case f.fig.Form != quantity.Single:
		f.op, f.explicit = rules.Between, true
		c.takeMeasure(f)
	case f.fig.Sign != "":
		f.op, f.explicit = rules.Op(f.fig.Sign), true
		f.strict = f.op == rules.Less || f.op == rules.Greater
	case c.compareBefore(f):
		c.compareBehind(f)
	default:
		c.compareBehind(f)
		c.compareTurned(f)
	}
	c.readPer(f)
}

// compareTurned reads "54 cm ≤ x": the figure stands first.
func (c *clause) compareTurned(f *found) {
	next := c.at(f.tok + 1)
	if f.explicit || next.kind != signToken || next.text == "=" || c.at(f.tok+2).kind != wordToken {
		return
	}
	f.op, f.explicit, f.to = turned[rules.Op(next.text)], true, f.tok+2
}

var turned = map[rules.Op]rules.Op{rules.Less: rules.Greater, rules.AtMost: rules.AtLeast, rules.AtLeast: rules.AtMost, rules.Greater: rules.Less}

// denied is the opposite of a comparison.
var denied = map[rules.Op]rules.Op{rules.Less: rules.AtLeast, rules.AtMost: rules.Greater, rules.AtLeast: rules.Less, rules.Greater: rules.AtMost, rules.Equal: rules.Equal}

// compareBefore reads the comparator right before a figure.
func (c *clause) compareBefore(f *found) bool {
	for j := f.tok - 1; j >= 0 && j >= f.tok-compareReach; j-- {
		t := &c.toks[j]
		if t.kind != wordToken {
			return false
		}
		if t.is(comparators) {
			f.op, f.explicit, f.from = opOf(t), true, j
			if not := c.negation(j); not != j {
				f.op, f.from = denied[f.op], not
			} else {
				f.strict = t.is(markMore | markLess)
			}
			return true
		}
		if !t.is(markSkip) || t.is(markWeak) && j < f.tok-1 {
			return false
		}
	}
	return false
}

func opOf(t *token) rules.Op {
	switch {
	case t.is(markLeast):
		return rules.AtLeast
	case t.is(markMost):
		return rules.AtMost
	case t.is(markMore):
		return rules.Greater
	case t.is(markLess):
		return rules.Less
	}
	return rules.Equal
}

// negation returns the token of the negation that governs a comparator, or the
// comparator when none does: only verbs and little words may stand between.
func (c *clause) negation(comparator int) int {
	for j := comparator - 1; j >= 0 && j >= comparator-compareReach; j-- {
		t := &c.toks[j]
		if t.is(markNot) {
			return j
		}
		if t.kind != wordToken || !t.is(markVerb|markModal|markSkip) {
			break
		}
	}
	return comparator
}

// behindReach is how far behind a figure ", como máximo" may stand.
const behindReach = 9

// takeMeasure takes "de ancho" and the like behind a figure.
func (c *clause) takeMeasure(f *found) {
	for c.at(f.to).is(markMeasureBehind) && !c.leadsToFigure(f.to) {
		f.to++
	}
}

// compareBehind reads what follows a figure: "de ancho", "o más", "como máximo".
func (c *clause) compareBehind(f *found) {
	c.takeMeasure(f)
	j := f.to
	if c.at(j).sign(",") || c.at(j).sign("(") {
		j++
	}
	for ; j < len(c.toks) && j < f.tok+behindReach; j++ {
		t := &c.toks[j]
		if t.is(markLeastBehind|markMostBehind) && !c.leadsToFigure(j) {
			break
		}
		aside := j > f.to && t.kind == wordToken || t.sign(",")
		if f.explicit || t.kind == figureToken || t.is(markVerb|markWhen|markUnless|markAnd) || !aside && t.mark&^natures != 0 && !t.is(markOf|markDet|markMeasureBehind|markWeak) {
			return
		}
	}
	t := c.at(j)
	if !t.is(markLeastBehind|markMostBehind) || c.leadsToFigure(j) || j > f.to+1 && !c.at(j-1).sign(",") {
		return
	}
	if !f.explicit || f.op == rules.Equal {
		if f.op, f.explicit = rules.AtLeast, true; t.is(markMostBehind) {
			f.op = rules.AtMost
		}
	}
	if j <= f.to+1 {
		f.to = j + 1
		c.takeMeasure(f)
	}
}

// leadsToFigure reports whether what stands at j leads to a figure of its own.
func (c *clause) leadsToFigure(j int) bool {
	for k := j + 1; k <= j+3; k++ {
		switch t := c.at(k); {
		case t.kind == figureToken:
			return true
		case t.kind != wordToken || !t.is(markSkip|markOf) || t.is(markWeak):
			return false
		}
	}
	return false
}

// compareGauge reads "una esfera de 10 cm" that nothing lets pass: openings must be
// smaller.
func (c *clause) compareGauge(f *found) bool {
	near, passes, no := false, false, c.lead != nil && c.lead.denied
	for j := range c.toks {
		near = near || j >= f.tok-4 && j < f.tok+3 && c.toks[j].is(markGauge)
		passes = passes || c.toks[j].is(markPass)
		no = no || c.toks[j].is(markNot)
	}
	if !near || !passes || !no {
		return false
	}
	f.op, f.explicit, f.gauge = rules.Less, true, true
	return true
}

// compareFar gives a figure of the main clause the bound its clause names away from
// it: "la altura mínima de la sala será de 2,50 m".
func (c *clause) compareFar(i int) {
	f := &c.figs[i]
	if f.explicit || !f.limits(c) {
		return
	}
	for j := f.tok - 1; j >= c.afterPrevious(i); j-- {
		t := &c.toks[j]
		if !c.isMain(j) || t.kind != wordToken || c.ownFigure(j) {
			continue
		}
		negated := c.negation(j) != j
		switch {
		case t.is(markLeast|markMost) && !t.is(markMeasureBehind|markWeak|markUpTo) && c.reaches(j, f):
		case t.is(markMore|markLess) && negated: // "no será menor que la mitad de ..., ni de 1 m"
		default:
			continue
		}
		if f.op, f.explicit = opOf(t), true; negated {
			f.op = denied[f.op]
		}
		return
	}
}

// reaches reports that a bound at token j may speak of a figure away from it: one that
// needs no object ("mínima"), or whose object is another ("no greater than half the
// width, or than 1 m").
func (c *clause) reaches(j int, f *found) bool {
	if c.toks[j].is(markHeadLeast | markHeadMost | markLeastBehind | markMostBehind | markVerb) {
		return true
	}
	for k := j + 1; k < f.tok; k++ {
		if c.toks[k].sign(",") || c.toks[k].is(markAnd) {
			return true
		}
	}
	return false
}

// ownFigure reports that the comparator at j has a figure of its own: "al menos uno
// de sus lados".
func (c *clause) ownFigure(j int) bool {
	next := c.at(j + 1)
	return next.is(markOne) && c.at(j+2).is(markOf) || next.kind == figureToken
}

// afterPrevious returns the token behind the limit before figure i.
func (c *clause) afterPrevious(i int) int {
	for k := i - 1; k >= 0; k-- {
		if c.figs[k].limits(c) {
			return c.figs[k].to
		}
	}
	return 0
}

// readPer reads "una plaza por cada 33 plazas o fracción" at its second figure: what
// stands before is for each so many.
func (c *clause) readPer(f *found) {
	if !c.at(f.tok-1).is(markPer) || f.fig.Unit.Kind() == quantity.Time || c.timed(f) || f.fig.Form != quantity.Single || f.fig.Written && f.fig.Value.Equal(quantity.NewNumber(1, 1)) {
		return
	}
	t := &c.toks[f.tok]
	f.per = &Per{Count: f.fig.Value.String()}
	from := f.fig.Start + numberEnd(c.text[f.fig.Start:])
	end := f.tok + 1
	for end < len(c.toks) && (c.toks[end].kind == wordToken && !c.toks[end].is(markVerb|markWhen|markUnless) || c.toks[end].sign(",") && c.at(end+1).is(markFraction)) {
		f.per.Fraction = f.per.Fraction || c.toks[end].is(markFraction)
		end++
	}
	if !f.fig.Unit.IsZero() && f.fig.Unit.Kind() != quantity.Count {
		f.per.Unit, from = f.fig.Unit.String(), t.end
	}
	f.per.Of = strings.TrimSpace(c.text[from:max(from, c.toks[end-1].end)])
	f.condition, f.to = true, end
}

// timed reports a stretch of time.
func (c *clause) timed(f *found) bool {
	kind := f.fig.Unit.Kind()
	return kind == quantity.Time || kind == "months" || kind == "years"
}
