package patternextract

import "github.com/reglookup/regengine/codes/reading/quantity"

// classify tells whether figure i limits what the clause is about or compares a
// circumstance.
func (c *clause) classify(i int) {
	f := &c.figs[i]
	switch {
	case c.seg[f.from] != mainClause || c.exempt || c.lead != nil && c.lead.opens && c.fragment():
		f.condition = true
	case f.gauge:
	case c.period(f):
		f.condition = true
		c.periodic = c.periodic || f.explicit || f.from > 1 && c.toks[f.from-2].is(comparators)
	case c.upToCase(i):
		f.condition, f.upTo = true, true
	case c.some(f):
		f.condition = true
	case !f.explicit:
		f.condition = f.per == nil && f.from > 0 && c.shares(f) // "cada cuatro plantas se instalará"
	case f.strictly:
		c.classifyStrict(f)
	default:
		f.condition = c.beforeVerb(f)
	}
}

// some reports "one or more", which bounds nothing.
func (c *clause) some(f *found) bool {
	if !c.toks[f.from].is(markOne) {
		return false
	}
	for j := f.to; j < f.behind; j++ {
		if c.toks[j].is(markLeastBehind) && !c.toks[j].is(markLeast) {
			return true
		}
	}
	return false
}

// classifyStrict reads "más de", "menor que" and the like without a negation of
// their own. They limit when the clause says what must not be ("no tendrá
// juntas que presenten un resalto de más de 4 mm") or says them of its subject
// ("será menor que"); otherwise they tell of which things the clause speaks.
func (c *clause) classifyStrict(f *found) {
	switch {
	case c.deniedBefore(f.compFrom):
		f.op, f.strictly, f.flipped = denied(f.op), false, true
	case c.denialBefore(f.compFrom):
		f.condition = true // of what kind the thing is that is not demanded
	case c.statedBefore(f.compFrom):
	case c.fragment() && f.compFrom > 1 && c.toks[f.compFrom-1].kind == wordToken && c.toks[f.compFrom-1].is(markOf|markWeak|markJoin):
		f.condition = true // "locales para más de 100 personas"
	case c.fragment() && (c.toks[f.compFrom].kind == signToken || c.lead == nil || c.lead.continues || c.lead.op != "" || len(c.lead.leads) == 0):
	default:
		f.condition = true
	}
}

// deniedBefore reports that the clause denies what stands before token i, with
// no circumstance opened between.
func (c *clause) deniedBefore(i int) bool {
	verb := false // a verb of its own stands between
	for j := i - 1; j >= 0; j-- {
		t := &c.toks[j]
		switch {
		case verb && c.seg[j] == mainClause && !t.is(markDet):
			if t.kind == figureToken {
				return false
			}
			continue // "which is not a dwelling, will have more than": only "no" and "none" reach over it
		case c.seg[j] != mainClause || t.sign(";"):
			if c.seg[j] != mainClause {
				continue
			}
			return false
		case t.is(markLack | markForbid):
			return true
		case t.is(markNot):
			return true
		case t.kind == figureToken:
			return c.deniedWith(j, i)
		case t.is(markPlace) && j < i-1:
			return false
		case t.is(markVerb) && !t.is(markSubordinate|markAct|markNot|markLack) && (j == 0 || !c.toks[j-1].is(markNot|markRelative|markModal)):
			verb = true
		}
	}
	return c.lead != nil && c.lead.denied
}

// denialBefore reports a negation anywhere before token i in the main clause.
func (c *clause) denialBefore(i int) bool {
	for j := i - 1; j >= 0 && j >= i-lookAhead; j-- {
		if c.seg[j] == mainClause && c.toks[j].is(markNot|markLack|markForbid) {
			return true
		}
	}
	return false
}

// deniedWith reports that the figure at token j is denied by the clause and
// joined to what stands before token i: "or a rise of more than".
func (c *clause) deniedWith(j, i int) bool {
	for k := range c.figs {
		if c.figs[k].from > j || c.figs[k].to <= j {
			continue
		}
		for m := c.figs[k].to; m < i && c.figs[k].flipped; m++ {
			if c.toks[m].is(markAnd) {
				return true
			}
		}
		return false
	}
	return false
}

// statedBefore reports a verb right before token i.
func (c *clause) statedBefore(i int) bool {
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		t := &c.toks[j]
		if t.is(markVerb) || t.is(markModal) && !t.is(markSkip|markDet) {
			return !t.is(markSubordinate) || !c.relatedTo(j)
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

// relatedTo reports that the verb at token i belongs to a relative clause, which
// says of which things the sentence speaks: "salas cuya superficie sea".
func (c *clause) relatedTo(i int) bool {
	for j := i - 1; j >= 0 && j >= i-lookAhead; j-- {
		t := &c.toks[j]
		switch {
		case t.speaksOf(topicPurpose), t.is(markMain):
			return false
		case t.is(markRelative) && c.seg[j] == mainClause:
			return true
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

// shares reports a figure that says for how many of a thing another is: "cada cuatro
// plantas", "une unité par 100 personnes". Behind the word of a unit ("m³/h par
// personne") only counts are, with the number that is for each of them left out or not
// read.
func (c *clause) shares(f *found) bool {
	p := &c.toks[f.from-1]
	return p.is(markPer) || p.is(markPerUnit) && f.fig.kind == quantity.Count
}
