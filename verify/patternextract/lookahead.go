package patternextract

import "github.com/reglookup/regengine/verify"

// joined reports an opener coordinated with the circumstance: "así como cuando".
func (s *segmenter) joined(i int) bool {
	return i+1 < len(s.toks) && s.toks[i].is(markAnd) && s.toks[i+1].is(markWhen|markUnless)
}

// lookAhead is how far a decision about the end of a circumstance looks.
const lookAhead = 30

// mainFollows reports whether the main clause begins behind a comma of a
// leading circumstance.
func (s *segmenter) mainFollows(i int) bool {
	if i >= len(s.toks) {
		return false
	}
	t := &s.toks[i]
	if t.is(markVerb|markNot|markLack|markForbid|markDemand|markDet|markLeast|markMost) || t.kind == figureToken || t.number != "" {
		return true
	}
	return s.verbAhead(i)
}

// verbAhead reports a main verb at or behind token i, before a comma and before the
// next circumstance.
func (s *segmenter) verbAhead(i int) bool {
	for j := i; j < len(s.toks) && j < i+lookAhead; j++ {
		switch t := &s.toks[j]; {
		case t.is(markVerb) && !t.is(markSubordinate):
			return true
		case t.sign(","), t.is(markWhen | markUnless):
			return false
		}
	}
	return false
}

// elliptic reports a further limit said in few words: "y de 1,10 m".
func (s *segmenter) elliptic(i int) bool {
	for j := i; j < len(s.toks) && j < i+6; j++ {
		t := &s.toks[j]
		if t.is(markThen) && j == i {
			return true
		}
		if k := s.figureAt(j); k >= 0 {
			return s.last >= 0 && s.sameKind(k) && !s.figs[k].strictly
		}
		if t.kind != wordToken && t.kind != signToken || !t.is(markSkip|markOf|markDet|markAnd|comparators) && t.kind == wordToken {
			return false
		}
	}
	return false
}

// sameKind reports that figure k measures what the last limit does.
func (s *segmenter) sameKind(k int) bool {
	a, b := &s.figs[k].fig, &s.figs[s.last].fig
	return a.unit == b.unit || a.kind != "" && a.kind == b.kind || a.unit == ""
}

// figureAt returns the figure that begins at token j, or -1.
func (s *segmenter) figureAt(j int) int {
	for k := s.nextFig; k < len(s.figs) && s.figs[k].from <= j; k++ {
		if s.figs[k].from == j {
			return k
		}
	}
	return -1
}

// nextClause reports a new clause with a verb of its own behind a comma.
func (s *segmenter) nextClause(i int) bool {
	if i >= len(s.toks) {
		return false
	}
	if s.toks[i].is(markHowever | markAlso | markThen) {
		return true
	}
	if s.toks[i].is(markVerb) && s.toks[i].is(markDemand|markAbility) {
		return true
	}
	if s.toks[i].is(markAnd) {
		i++
	}
	if i >= len(s.toks) || !s.toks[i].is(markDet) {
		return false
	}
	return s.verbAhead(i)
}

// boundFollows reports a further limit with its own measure: "y la huella de 22 cm, como mínimo".
func (s *segmenter) boundFollows(i int) bool {
	for j := i; j < len(s.toks) && j < i+10; j++ {
		if k := s.figureAt(j); k >= 0 {
			return s.figs[k].explicit && !s.figs[k].strictly
		}
		if s.toks[j].is(markLeast|markMost) && s.toks[j].kind == wordToken {
			return true
		}
	}
	return false
}

// subjectAt reports that the subject begins with the determiner at i: no
// preposition stands before it and a verb follows.
func (s *segmenter) subjectAt(i int) bool {
	p := &s.toks[i-1]
	if p.kind != wordToken || p.is(comparators|markOf|markWeak|markSkip|markAnd|markDet|markWhen|markUnless|markMeasureBehind) || s.toks[i].is(markWeak|markAnd) {
		return false
	}
	return s.verbAhead(i)
}

// takesUp reports that "en cuyo caso" at i refers to the circumstance being
// read: behind a comma, or when the exception goes on to state a limit.
func (s *segmenter) takesUp(i int) bool {
	if s.toks[i-1].sign(",") {
		return s.nextFig < len(s.figs) && s.figs[s.nextFig].compFrom > i
	}
	if s.cur == mainClause || s.segs[s.cur].role != verify.UnlessRole {
		return false
	}
	for j := i + 1; j < len(s.toks) && j < i+lookAhead; j++ {
		if s.toks[j].is(markMain) {
			return true
		}
	}
	return false
}
