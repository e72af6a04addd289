package patternextract

import "github.com/reglookup/regengine/verify"

// segmenter walks a clause once and cuts the circumstances out of it.
type segmenter struct {
	*clause
	cur     int   // segment being read, or mainClause
	start   bool  // nothing of the main clause was read yet
	verbs   bool  // the main clause has its verb
	nextFig int   // figure at or behind the current token
	last    int   // last figure of the main clause, -1 for none
	pairs   []int // of each bracket its partner, -1 for none
	weak    bool  // the current segment was opened by a mere preposition
}

// findSegments fills seg and segs.
func (c *clause) findSegments() {
	c.seg = make([]int, len(c.toks))
	s := &segmenter{clause: c, cur: mainClause, start: true, last: -1, pairs: pairBrackets(c.toks)}
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
	case t.is(markRest) && !s.start:
		return s.rest(i)
	case t.is(markRest) && s.lead != nil && s.lead.continues:
		return s.rest(i)
	case t.is(markThen) && i > 0 && s.toks[i-1].sign(",") && len(s.segs) > 0:
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
	s.verbs = s.verbs || t.is(markVerb)
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
	if role == "" && s.opener(i, end) {
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

func (s *segmenter) opener(from, to int) bool {
	for j := from; j < to; j++ {
		if s.toks[j].is(markWhen | markUnless) {
			return true
		}
	}
	return false
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
	s.clause.thens = append(s.clause.thens, then{tok: i, seg: len(s.segs) - 1})
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
	if f.strictly {
		return false
	}
	near := max(f.to, f.behind)
	return i == near || i == near+1 && s.toks[near].sign(",")
}

// ends reports whether the circumstance being read ends before token i.
func (s *segmenter) ends(i int) bool {
	t := &s.toks[i]
	seg := &s.segs[s.cur]
	switch {
	case t.sign(",") && s.joined(i+1):
		return false
	case t.is(markMain) && !s.verbs && s.last < 0 && !seg.bracket && i > seg.from+1:
		return !s.toks[i-1].is(markRelative)
	case t.sign(",") && seg.leading:
		return s.mainFollows(i + 1)
	case t.sign(","):
		return s.elliptic(i+1) || s.nextClause(i+1)
	case t.is(markAnd) && !seg.leading:
		return s.elliptic(i+1) || s.weak && s.boundFollows(i+1)
	case t.is(markDet) && seg.leading && s.weak:
		return s.subjectAt(i)
	case t.is(markVerb) && !t.is(markSubordinate) && seg.leading && s.weak && i > seg.from+1:
		return !s.toks[i-1].is(markSkip | markNot)
	}
	return false
}

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
	if p.kind != wordToken || p.is(markOf|markWeak|markSkip|markAnd|markDet|markWhen|markUnless|markMeasureBehind) || s.toks[i].is(markWeak|markAnd) {
		return false
	}
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
