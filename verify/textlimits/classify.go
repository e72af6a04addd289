package textlimits

import (
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// classify tells whether figure i limits what the clause is about or compares a
// circumstance. What compares narrows a thing, so that it becomes a circumstance of
// its own: "desniveles con una diferencia de cota mayor que 55 cm".
func (c *clause) classify(i int) {
	f := &c.figs[i]
	if f.condition || !c.isMain(f.tok) {
		f.condition = true
		return
	}
	if f.condition = c.compares(i); f.condition {
		c.narrow(i)
		return
	}
	f.mute = f.fig.Written && !f.explicit && !c.fragment() && !c.stated(f.tok)
}

// compares reports a figure of the main clause that is no limit.
func (c *clause) compares(i int) bool {
	f := &c.figs[i]
	switch {
	case c.exempt:
		return true
	case f.gauge:
		return false
	case c.paced(f):
		return !f.interval
	case c.byUpTo(f):
		return c.upToCase(i)
	case f.from == f.tok && c.at(f.tok-1).is(markPerUnit): // "una unidad por 100 personas"
		return true
	case c.orMore(f):
		return f.fig.Written || len(c.figs) > 1 && c.fragment()
	case f.strict:
		return c.comparesStrictly(f)
	case f.explicit && f.from < f.tok:
		return c.beforeVerb(f)
	}
	return false
}

// paced reports a figure that says how far apart things are, or how often something
// is done. "At least" bounds the time between two acts from above.
func (c *clause) paced(f *found) bool {
	every := c.at(f.tok-1).is(markEvery) || c.at(f.from-1).is(markEvery)
	if !c.timed(f) {
		return every && f.explicit || c.timesBefore(f)
	}
	if every {
		f.interval, f.op, f.explicit = true, rules.AtMost, true
		return true
	}
	for j := max(0, f.tok-lookAhead); j < f.tok; j++ {
		if c.toks[j].is(markOften) {
			return f.op != rules.AtMost
		}
	}
	return false
}

// timesBefore reports how many times within a period: "una vez cada 4 años".
func (c *clause) timesBefore(f *found) bool {
	for j := f.tok + 1; j <= f.tok+2; j++ {
		if c.at(j).is(markEvery) && c.at(j+1).fig != nil {
			return true
		}
	}
	return false
}

// byUpTo reports a figure bound by "up to", which is not denied.
func (c *clause) byUpTo(f *found) bool {
	return f.op == rules.AtMost && f.from < f.tok && c.toks[f.from].is(markUpTo)
}

// upToCase reports "up to 3 m" as the case of what else the clause says: another
// figure stands in it, or a verb only behind it. A verb right before makes it a limit.
func (c *clause) upToCase(i int) bool {
	f := &c.figs[i]
	if i == 0 && c.stated(f.from) {
		return false
	}
	if c.stated(f.from) && (c.at(f.from-1).is(markAnd) || c.at(f.from-1).sign(",")) {
		return false
	}
	return len(c.figs) > 1 || !c.mainVerb(0, f.from) && c.mainVerb(f.to, len(c.toks))
}

// orMore reports "one or more", which bounds nothing, and "3 o más dormitorios" beside
// another figure, which says in which case that holds.
func (c *clause) orMore(f *found) bool {
	if f.from < f.tok || f.to <= f.tok+1 || f.fig.Form != quantity.Single {
		return false
	}
	for j := f.tok + 1; j < f.to; j++ {
		if c.toks[j].is(markLeastBehind|markMostBehind) && !c.toks[j].is(markLeast|markMost) {
			return true
		}
	}
	return false
}

// comparesStrictly reads "más de", "menor que" and the like without a negation of
// their own. They limit when the clause says what must not be ("no tendrá juntas que
// presenten un resalto de más de 4 mm") or says them of its subject ("será menor
// que"); otherwise they tell of which things the clause speaks.
func (c *clause) comparesStrictly(f *found) bool {
	switch {
	case c.deniedBefore(f):
		f.op, f.strict, f.flipped = denied[f.op], false, true
		return false
	case c.stated(f.from):
		return false
	case !c.fragment() || c.at(f.from-1).is(markOf|markWeak|markJoin|markRelative):
		return true // "locales para más de 100 personas"
	}
	return f.fig.Sign == "" && c.lead != nil && c.lead.op == "" && len(c.lead.leads) > 0
}

// deniedBefore reports that the clause denies what stands before a figure: one verb
// and no preposition of place may stand between.
func (c *clause) deniedBefore(f *found) bool {
	verbs := 0
	for j := f.from - 1; j >= 0; j-- {
		t := &c.toks[j]
		switch {
		case t.is(markNot):
			return c.isMain(j) && (verbs == 0 || verbs == 1 && t.is(markDet))
		case !c.isMain(j):
			continue
		case t.kind == figureToken:
			return c.flippedAt(j) && (c.at(j+1).is(markAnd) || c.at(j+2).is(markAnd))
		case t.is(markPlace) && j < f.from-1, t.sign(",") && !c.flippedAt(j-1):
			return false
		case c.verbAt(j) && !c.at(j-1).is(markNot|markModal|markVerb):
			verbs++
		}
	}
	return c.lead != nil && c.lead.denied
}

func (c *clause) flippedAt(tok int) bool {
	for k := range c.figs {
		if c.figs[k].tok == tok {
			return c.figs[k].flipped
		}
	}
	return false
}

// stated reports a verb right before token i that gives what follows to its subject,
// and is not that of a relative clause.
func (c *clause) stated(i int) bool {
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		t := &c.toks[j]
		if t.is(markVerb) {
			return t.is(markMain) || !c.at(j-1).is(markRelative) && !c.related(j)
		}
		if t.kind != wordToken || !t.is(markSkip|markModal|markDet) {
			return false
		}
	}
	return false
}

// related reports that the verb at token i belongs to a relative clause: "salas cuya
// superficie sea".
func (c *clause) related(i int) bool {
	for j := i - 1; j >= 0 && j >= i-lookAhead; j-- {
		switch t := &c.toks[j]; {
		case t.is(markPurpose | markMain):
			return false
		case t.is(markRelative) && c.isMain(j):
			return true
		}
	}
	return false
}

// beforeVerb reports an inclusive comparison of the subject, by which the clause says
// of which things it speaks: "the wall of a building no more than 56 metres in height
// may". A comparison of what is measured limits: "a width of at least 900 mm".
func (c *clause) beforeVerb(f *found) bool {
	if c.mainVerb(0, f.from) || f.from == 0 {
		return false
	}
	verb := false
	for j := f.to; j < len(c.toks) && j < f.to+lookAhead && !verb && !c.toks[j].sign(","); j++ {
		verb = c.isMain(j) && c.verbAt(j)
	}
	if !verb {
		return false
	}
	for j := range f.from {
		if c.isMain(j) && c.toks[j].is(natures) {
			return c.relatedTo(j, f.from)
		}
	}
	return true
}

// relatedTo reports a relative or "with" among tokens [from, to).
func (c *clause) relatedTo(from, to int) bool {
	for j := from; j < to; j++ {
		if c.toks[j].is(markRelative | markJoin) {
			return true
		}
	}
	return false
}

// narrow makes a circumstance of a comparison and the words that lead to it.
func (c *clause) narrow(i int) {
	f := &c.figs[i]
	from := f.from
	for j := f.from - 1; j > 0 && c.isMain(j) && c.toks[j].kind == wordToken && !c.verbAt(j); j-- {
		if c.toks[j].is(markJoin | markRelative | markWeak) {
			from = j
			break
		}
		if c.toks[j].is(markOf) && !c.toks[j].is(markSkip) {
			from = j
		}
	}
	to := f.to
	for to < len(c.toks) && c.isMain(to) && c.toks[to].kind == wordToken && !c.toks[to].is(markVerb|markNot|markAnd|markDemand) {
		to++
	}
	leading := true
	for k := range i {
		leading = leading && !c.figs[k].limits(c)
	}
	c.segs = append(c.segs, segment{role: WhenRole, from: from, to: to, leading: leading})
	for j := from; j < to; j++ {
		c.seg[j] = len(c.segs) - 1
	}
}
