package patternextract

import "github.com/reglookup/regengine/verify"

// segmenter walks a clause once and cuts the circumstances out of it.
type segmenter struct {
	*clause
	cur      int   // segment being read, or mainClause
	start    bool  // nothing of the main clause was read yet
	verbs    bool  // the main clause has its verb
	nextFig  int   // figure at or behind the current token
	last     int   // last figure of the main clause, -1 for none
	labelled int   // figures with a bracket behind them
	pairs    []int // of each bracket its partner, -1 for none
	weak     bool  // the current segment was opened by a mere preposition
}

// findSegments fills seg and segs.
func (c *clause) findSegments() {
	c.seg = make([]int, len(c.toks))
	s := &segmenter{clause: c, cur: mainClause, start: true, last: -1, pairs: pairBrackets(c.toks)}
	for k := range c.figs {
		if s.labelAt(&c.figs[k]) >= 0 {
			s.labelled++
		}
	}
	for i := 0; i < len(c.toks); {
		i = s.step(i)
	}
	s.close(len(c.toks))
}

// pairBrackets finds for each bracket the one that closes or opens it.
func pairBrackets(toks []token) []int {
	pairs := make([]int, len(toks))
	var open []int
	for i := range toks {
		pairs[i] = -1
		switch {
		case toks[i].sign("("):
			open = append(open, i)
		case toks[i].sign(")") && len(open) > 0:
			pairs[i], pairs[open[len(open)-1]] = open[len(open)-1], i
			open = open[:len(open)-1]
		}
	}
	return pairs
}

// step takes the token at i and returns the next to take.
func (s *segmenter) step(i int) int {
	t := &s.toks[i]
	for s.nextFig < len(s.figs) && s.figs[s.nextFig].to <= i {
		s.nextFig++
	}
	switch {
	case t.sign("(") && s.pairs[i] > i && s.bracket(i):
		return s.pairs[i] + 1
	case t.sign(")") && s.cur != mainClause && s.pairs[i] >= 0 && s.segs[s.cur].from > s.pairs[i]:
		s.close(i)
	case t.is(markRest) && s.remains(i):
		return s.rest(i)
	case t.is(markRest) && s.cur == mainClause && s.start:
		s.begin(i, verify.WhenRole, true) // the others of what another statement speaks of
	case t.is(markThen) && i > 0 && len(s.segs) > 0 && s.takesUp(i):
		s.close(i)
		s.thenFrom(i)
	case t.is(markWhen | markUnless):
		s.open(i)
	case s.opensWeakly(i):
		s.begin(i, verify.WhenRole, true)
	case s.cur != mainClause && s.ends(i):
		s.close(i)
	}
	s.take(i)
	return i + 1
}

// take gives token i to the segment being read.
func (s *segmenter) take(i int) {
	s.seg[i] = s.cur
	t := &s.toks[i]
	if s.cur != mainClause {
		return
	}
	if t.kind != punctToken && !t.is(markAnd|markAlso|markHowever) {
		s.start = false
	}
	s.verbs = s.verbs || t.is(markVerb) && !t.is(markSubordinate)
	if s.nextFig < len(s.figs) && s.figs[s.nextFig].to == i+1 {
		s.last = s.nextFig
	}
}

// bracket takes what stands in brackets as an aside, or as a circumstance when
// it compares; an alternative limit stays in the clause and it returns false.
func (s *segmenter) bracket(i int) bool {
	end := s.pairs[i]
	role := verify.Role("")
	for k := s.nextFig; k < len(s.figs) && s.figs[k].from < end; k++ {
		if !s.figs[k].explicit {
			continue
		}
		role = verify.WhenRole
		if s.last >= 0 && s.figs[k].fig.kind == s.figs[s.last].fig.kind && s.opener(i, end) {
			return false
		}
	}
	if role == "" && s.varies(i, end) {
		return false
	}
	if role == "" && (s.opener(i, end) || s.labels(i)) {
		role = verify.WhenRole
	}
	if s.cur != mainClause {
		for j := i; j <= end; j++ {
			s.seg[j] = s.cur
		}
		return true
	}
	s.segs = append(s.segs, segment{role: role, from: i, to: end + 1, bracket: true, leading: s.start})
	for j := i; j <= end; j++ {
		s.seg[j] = len(s.segs) - 1
	}
	return true
}

// varies reports that the bracket at i begins with another figure for the same
// thing and says when it holds: "(12 % en obras de reforma)".
func (s *segmenter) varies(i, end int) bool {
	k := s.figureAt(i + 1)
	if k < 0 || s.last < 0 || s.figs[k].fig.kind != s.figs[s.last].fig.kind || s.figs[k].fig.unit == "" {
		return false
	}
	for j := s.figs[k].to; j < end; j++ {
		if s.toks[j].is(markWhen | markUnless | markWeak | markRest) {
			return true
		}
	}
	return false
}

// labels reports that the bracket at i tells a figure from another one that has
// a bracket too: "8 m² (individual) y 10 m² (doble)".
func (s *segmenter) labels(i int) bool {
	for k := max(0, s.nextFig-1); k < len(s.figs) && k <= s.nextFig; k++ {
		if s.labelAt(&s.figs[k]) == i {
			return s.labelled > 1
		}
	}
	return false
}

// labelAt returns the bracket with a word behind a figure, or -1.
func (s *segmenter) labelAt(f *found) int {
	end := max(f.to, f.behind)
	if end+1 < len(s.toks) && s.toks[end].sign("(") && s.toks[end+1].kind == wordToken {
		return end
	}
	return -1
}

func (s *segmenter) opener(from, to int) bool {
	for j := from; j < to; j++ {
		if s.toks[j].is(markWhen | markUnless) {
			return true
		}
	}
	return false
}

// remains reports that what stands at i are the other cases, and not part of a
// noun: "en un edificio con otros usos".
func (s *segmenter) remains(i int) bool {
	if s.start && (s.lead == nil || !s.lead.continues) {
		return false
	}
	return i == 0 || !s.toks[i-1].is(markJoin|markOf)
}

// rest takes "en el resto de los casos".
func (s *segmenter) rest(i int) int {
	s.close(i)
	end := i + 1
	if s.toks[i].end > 0 && end+1 < len(s.toks) && s.toks[end].is(markOf) {
		for end < len(s.toks) && s.toks[end].is(markOf|markDet) {
			end++
		}
		if end < len(s.toks) && s.toks[end].kind == wordToken {
			end++
		}
	}
	s.segs = append(s.segs, segment{role: verify.RestRole, from: i, to: end, leading: s.start})
	for j := i; j < end; j++ {
		s.seg[j] = len(s.segs) - 1
	}
	return end
}

// thenFrom remembers that what follows holds under the circumstance before it.
func (s *segmenter) thenFrom(i int) {
	s.thens = append(s.thens, then{tok: i, seg: len(s.segs) - 1})
	s.start = true
	s.verbs = false
}

// open begins a circumstance at an opener; one joined to the circumstance being
// read ("así como siempre que ...") belongs to it.
func (s *segmenter) open(i int) {
	if s.cur != mainClause && i > 0 && s.toks[i-1].is(markAnd) {
		return
	}
	role := verify.WhenRole
	if s.toks[i].is(markUnless) {
		role = verify.UnlessRole
	}
	if s.cur != mainClause && s.segs[s.cur].role == verify.UnlessRole && role == verify.WhenRole && !s.toks[i-1].sign(",") {
		return // "salvo ... cuando ..." narrows the exception
	}
	s.close(i)
	s.begin(i, role, false)
}

func (s *segmenter) begin(i int, role verify.Role, weak bool) {
	s.close(i)
	s.segs = append(s.segs, segment{role: role, from: i, leading: s.start})
	s.cur, s.weak = len(s.segs)-1, weak
}

func (s *segmenter) close(i int) {
	if s.cur != mainClause {
		s.segs[s.cur].to = i
		s.cur = mainClause
	}
}

// opensWeakly reports a preposition that opens a circumstance: at the very
// beginning, or right behind a figure.
func (s *segmenter) opensWeakly(i int) bool {
	t := &s.toks[i]
	if !t.is(markWeak) || s.cur != mainClause || s.nextFig < len(s.figs) && s.figs[s.nextFig].compFrom <= i && s.figs[s.nextFig].from > i {
		return false
	}
	if s.start {
		return true
	}
	if s.last < 0 {
		return false
	}
	f := &s.figs[s.last]
	if f.strictly && !s.deniedBefore(f.compFrom) && !s.statedBefore(f.compFrom) {
		return false
	}
	near := s.behindState(max(f.to, f.behind))
	return i == near || i == near+1 && s.toks[near].sign(",")
}

// behindState returns the token behind the state something is measured in that
// stands at i, "a 230 V", or behind what is said of it in brackets.
func (s *segmenter) behindState(i int) int {
	if i < len(s.toks) && s.pairs[i] > i {
		return s.pairs[i] + 1 // "(15 kg/cm2)"
	}
	if i+1 < len(s.toks) && s.toks[i].is(markAt) && s.toks[i+1].kind == figureToken && s.toks[i+1].named {
		return i + 2
	}
	return i
}

// ends reports whether the circumstance being read ends before token i.
func (s *segmenter) ends(i int) bool {
	t := &s.toks[i]
	seg := &s.segs[s.cur]
	switch {
	case t.kind == signToken && s.weak && seg.leading && s.lead != nil && s.lead.continues:
		return verify.Op(t.text) == s.lead.op // "; en garajes ≥ 2,10 m"
	case t.sign(",") && s.joined(i+1):
		return false
	case t.is(markMain) && !s.verbs && s.last < 0 && !seg.bracket && i > seg.from+1:
		return !s.toks[i-1].is(markRelative | markNot)
	case t.is(markNot) && !s.verbs && s.last < 0 && i+1 < len(s.toks) && s.toks[i+1].is(markMain) && i > seg.from+1:
		return !s.toks[i-1].is(markRelative)
	case t.sign(",") && seg.leading:
		return s.mainFollows(i + 1)
	case t.sign(","):
		return s.elliptic(i+1) || s.nextClause(i+1)
	case t.is(markAnd) && !seg.leading:
		return s.elliptic(i+1) || s.weak && s.boundFollows(i+1)
	case t.is(markDet) && seg.leading && s.weak:
		return s.subjectAt(i) || s.figureAt(i+1) >= 0 && !s.toks[i-1].is(markWeak|markOf)
	case t.is(markVerb) && !t.is(markSubordinate) && s.weak && (seg.leading || !s.verbs) && i > seg.from+1:
		return s.toks[i-1].kind == wordToken && !s.toks[i-1].is(markSkip|markNot|markRelative)
	}
	return false
}
