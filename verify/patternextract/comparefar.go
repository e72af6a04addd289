package patternextract

// compareFar gives a figure of the main clause the bound its clause names away
// from it: "la altura mínima de la sala será de 2,50 m".
func (c *clause) compareFar(i int) {
	f := &c.figs[i]
	if f.explicit || c.segAt(f.from) != mainClause {
		return
	}
	for j := f.from - 1; j >= c.afterPrevious(i); j-- {
		t := &c.toks[j]
		if c.seg[j] == mainClause && t.kind == wordToken && t.is(markLeast|markMost) && !t.is(markMore|markLess|markMeasureBehind|markWeak) && c.reaches(j, f) {
			f.op, f.explicit, f.far = opOf(t), true, j
			if c.negated(j) {
				f.op = denied(f.op)
			}
			return
		}
		if c.seg[j] == mainClause && t.kind == wordToken && t.is(markMore|markLess) && c.negated(j) {
			f.op, f.explicit, f.far = denied(opOf(t)), true, j // "no será menor que la mitad de ..., ni de 1 m"
			return
		}
	}
}

// reaches reports that a bound at token j may speak of a figure away from it: one
// that needs no object ("mínima"), or whose object is another ("no greater than
// half the width, or than 1 m").
func (c *clause) reaches(j int, f *found) bool {
	if j+2 < len(c.toks) && c.toks[j+1].number != "" && (!c.toks[j+1].is(markOne) || c.toks[j+2].is(markOf)) {
		return false // it has a figure of its own: "al menos uno de sus lados"
	}
	if c.toks[j].is(markHeadLeast | markHeadMost | markLeastBehind | markMostBehind | markVerb) {
		return true
	}
	for k := j + 1; k < f.from; k++ {
		if c.toks[k].sign(",") || c.toks[k].is(markAnd) {
			return true
		}
	}
	return false
}

// afterPrevious returns the token behind the figure before figure i of the same segment.
func (c *clause) afterPrevious(i int) int {
	for k := i - 1; k >= 0; k-- {
		if c.seg[c.figs[k].from] == c.seg[c.figs[i].from] {
			return max(c.figs[k].to, c.figs[k].behind)
		}
	}
	return 0
}

func (c *clause) segAt(tok int) int { return c.seg[tok] }
