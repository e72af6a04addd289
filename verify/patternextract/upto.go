package patternextract

import "github.com/reglookup/regengine/verify"

// byUpTo reports a figure bound by "up to", which is not denied.
func (c *clause) byUpTo(f *found) bool {
	return f.explicit && f.op == verify.AtMost && f.compFrom < f.from && c.toks[f.compFrom].speaksOf(topicUpTo)
}

// upToCase reports "up to 3 m" as the case of what else the clause says: another figure
// stands in it, or a verb only behind it. A verb right before it makes it a limit.
func (c *clause) upToCase(i int) bool {
	f := &c.figs[i]
	if !c.byUpTo(f) || c.givesUpTo(i) {
		return false
	}
	for k := range c.figs {
		if k != i && c.seg[c.figs[k].from] == mainClause {
			return true
		}
	}
	return !c.mainVerb(0, f.compFrom) && c.mainVerb(f.to, len(c.toks))
}

// givesUpTo reports a verb right before figure i that gives it to its subject: "podrá ser
// de hasta 3 m". One that follows another figure may belong to that: "12% is allowed up to".
func (c *clause) givesUpTo(i int) bool {
	at := c.figs[i].compFrom
	if !c.statedBefore(at) && (at == 0 || !c.toks[at-1].is(markConcede)) || c.relatedTo(at) {
		return false
	}
	if i == 0 {
		return true
	}
	for j := c.figs[i-1].to; j < at; j++ {
		if c.toks[j].is(markAnd) || c.toks[j].sign(",") {
			return true
		}
	}
	return false
}

// mainVerb reports a verb of the main clause among tokens [from, to).
func (c *clause) mainVerb(from, to int) bool {
	for j := from; j < to; j++ {
		if c.seg[j] == mainClause && c.toks[j].is(markVerb|markConcede) && !c.toks[j].is(markSubordinate|markMeasureBehind) {
			return true
		}
	}
	return false
}

// onlyUpTo reports a clause whose figures are all bound by "up to".
func (c *clause) onlyUpTo() bool {
	for i := range c.figs {
		if !c.byUpTo(&c.figs[i]) {
			return false
		}
	}
	return len(c.figs) > 0
}

// keepsCases reports that each limit has the cases of "up to" beside it among its
// circumstances. One that lost its case would hold for everything.
func (c *clause) keepsCases(list []stated) bool {
	for i := range c.figs {
		if !c.figs[i].upTo || c.seg[c.figs[i].from] != mainClause {
			continue
		}
		start, end := c.toks[c.figs[i].compFrom].start, c.toks[c.figs[i].to-1].end
		for k := range list {
			if !list[k].under(start, end) {
				return false
			}
		}
	}
	return true
}

// under reports a circumstance of the limit that holds the text from start to end.
func (s *stated) under(start, end int) bool {
	for _, p := range s.Phrases {
		if p.Role == verify.WhenRole && p.Block == "" && p.Span.Start <= start && end <= p.Span.End {
			return true
		}
	}
	return false
}

// others reports a figure in another cell of a row than i.
func (r *reader) others(text string, cells [][]token, i int) bool {
	for j, cell := range cells {
		if j != i && len(newClause(r.lang, text, cell, nil).figs) > 0 {
			return true
		}
	}
	return false
}

// mixesCases reports a row with "up to 3 m" among its figures, which may be the case of
// the others.
func (g *grid) mixesCases(row []string) bool {
	cases, others := false, false
	for col, cell := range row {
		if !g.headCol[col] {
			s := g.shape(cell)
			cases, others = cases || s.upTo, others || s.figures > 0 && !s.upTo
		}
	}
	return cases && others
}

// figuresBehind reports figures in the cells behind one of "up to 3 m".
func (g *grid) figuresBehind(cells []string) bool {
	for _, cell := range cells {
		if g.shape(cell).figures > 0 {
			return true
		}
	}
	return false
}
