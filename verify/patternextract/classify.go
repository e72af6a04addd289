package patternextract

// classify tells whether figure i limits what the clause is about or compares a
// circumstance.
func (c *clause) classify(i int) {
	f := &c.figs[i]
	switch {
	case c.seg[f.from] != mainClause:
		f.condition = true
	case f.gauge || !f.explicit:
	case f.strictly:
		c.classifyStrict(f)
	default:
		f.condition = c.beforeVerb(f)
	}
}

// classifyStrict reads "más de", "menor que" and the like without a negation of
// their own. They limit when the clause says what must not be ("no tendrá
// juntas que presenten un resalto de más de 4 mm") or says them of its subject
// ("será menor que"); otherwise they tell of which things the clause speaks.
func (c *clause) classifyStrict(f *found) {
	switch {
	case c.deniedBefore(f.compFrom):
		f.op, f.strictly = denied(f.op), false
	case c.statedBefore(f.compFrom):
	case c.fragment():
	default:
		f.condition = true
	}
}

// deniedBefore reports that the clause denies what stands before token i, with
// no circumstance opened between.
func (c *clause) deniedBefore(i int) bool {
	for j := i - 1; j >= 0; j-- {
		t := &c.toks[j]
		switch {
		case c.seg[j] != mainClause || t.sign(";"):
			if c.seg[j] != mainClause {
				continue
			}
			return false
		case t.is(markLack | markForbid):
			return true
		case t.is(markNot):
			return true
		case t.kind == figureToken || t.is(markPlace) && j < i-1:
			return false
		}
	}
	return c.lead != nil && c.lead.denied
}

// statedBefore reports a verb right before token i.
func (c *clause) statedBefore(i int) bool {
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		t := &c.toks[j]
		if t.is(markVerb) || t.is(markModal) && !t.is(markSkip|markDet) {
			return true
		}
		if t.kind != wordToken || !t.is(markSkip|markModal|markDet|markAdverb) && t.mark != 0 {
			return false
		}
		if t.mark == 0 {
			return false
		}
	}
	return false
}

// fragment reports a clause without a verb: a cell, a note, an item.
func (c *clause) fragment() bool {
	for j := range c.toks {
		if c.toks[j].is(markVerb) && c.seg[j] == mainClause {
			return false
		}
	}
	return true
}

// beforeVerb reports an inclusive comparison of the subject by which the clause
// says of which things it speaks: "the wall of a building no more than 56
// metres in height may". A comparison the clause begins with, or whose noun
// nothing stands before, limits.
func (c *clause) beforeVerb(f *found) bool {
	verb := false
	for j := f.to; j < len(c.toks) && j < f.to+lookAhead && !verb; j++ {
		verb = c.seg[j] == mainClause && c.toks[j].is(markVerb) && !c.toks[j].is(markMeasureBehind|markSubordinate)
		if c.toks[j].sign(",") || c.toks[j].is(markAnd) && verb {
			break
		}
	}
	if !verb || f.far >= 0 {
		return false
	}
	for j := f.compFrom - 1; j >= 0; j-- {
		t := &c.toks[j]
		if t.kind == figureToken {
			return false
		}
		if c.seg[j] == mainClause && t.is(markVerb) && !t.is(markSubordinate) && j < f.compFrom-1 {
			return false
		}
		if t.is(markRelative) || t.is(markOf|markWeak) && t.kind == wordToken && j > 0 {
			return true
		}
	}
	return false
}
