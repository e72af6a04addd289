package textlimits

// findSegments cuts the circumstances out of the clause.
func (c *clause) findSegments() {
	c.seg = make([]int, len(c.toks))
	for i := range c.seg {
		c.seg[i] = mainClause
	}
	s := segmenter{clause: c, cur: mainClause}
	for i := 0; i < len(c.toks); i = s.step(i) {
	}
	s.close(len(c.toks))
}

// segmenter walks over the tokens of a clause.
type segmenter struct {
	*clause
	cur  int    // segment being read
	last *found // the figure of the main clause before
	verb bool   // a verb of the main clause was met
}

// step reads the token at i and returns the next one.
func (s *segmenter) step(i int) int {
	t := &s.toks[i]
	if t.sign("(") {
		if end := s.bracketEnd(i); end > i {
			return s.bracket(i, end)
		}
	}
	if s.cur != mainClause && s.ends(i) {
		s.close(i)
	}
	switch {
	case t.is(markRest) && (i > 0 || s.lead != nil && s.lead.continues) && !s.at(i-1).is(markJoin|markOf):
		return s.rest(i)
	case t.is(markThen) && s.takesUp(i):
		s.close(i)
		s.thens = append(s.thens, then{i, len(s.segs) - 1})
		s.verb = false
	case t.is(markWhen | markUnless):
		s.open(i)
	case t.is(markWeak) && s.opensWeakly(i):
		s.begin(i, WhenRole, true)
	}
	if s.cur != mainClause {
		s.seg[i] = s.cur
		return i + 1
	}
	s.verb = s.verb || s.verbAt(i)
	if f := s.figureAt(i); f != nil {
		s.last = f
		for i+1 < f.to { // "95 cm como mínimo en" stays together
			i++
		}
	}
	return i + 1
}

func (s *segmenter) begin(i int, role Role, weak bool) {
	s.close(i)
	s.segs = append(s.segs, segment{role: role, from: i, leading: s.last == nil && !s.verb, weak: weak})
	s.cur = len(s.segs) - 1
}

func (s *segmenter) close(i int) {
	if s.cur != mainClause {
		s.segs[s.cur].to = i
		s.cur = mainClause
	}
}

// open begins a circumstance at an opener; one joined to the circumstance being read
// ("así como siempre que ...") belongs to it, and one that narrows an exception.
func (s *segmenter) open(i int) {
	role := WhenRole
	if s.toks[i].is(markUnless) {
		role = UnlessRole
	}
	if s.cur != mainClause && (s.at(i-1).is(markAnd) || s.segs[s.cur].role == UnlessRole && role == WhenRole && !s.at(i-1).sign(",")) {
		return
	}
	s.begin(i, role, false)
}

// rest takes "en el resto de los casos".
func (s *segmenter) rest(i int) int {
	s.begin(i, RestRole, false)
	s.seg[i] = s.cur
	end := i + 1
	for s.at(end).is(markOf | markDet) {
		s.seg[end] = s.cur
		end++
	}
	if end > i+1 && s.at(end).kind == wordToken && s.at(end).mark == 0 {
		s.seg[end] = s.cur
		end++
	}
	s.close(end)
	return end
}

// bracketReach is how many tokens a bracket may hold.
const bracketReach = 60

// bracketEnd returns the closing bracket of the one at i, or i.
func (s *segmenter) bracketEnd(i int) int {
	depth := 0
	for j := i; j < min(len(s.toks), i+bracketReach); j++ {
		switch {
		case s.toks[j].sign("("):
			depth++
		case s.toks[j].sign(")"):
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return i
}

// bracket takes what stands in brackets as an aside, or as a circumstance when it
// compares or opens one. Another figure of the same kind makes the clause doubtful.
func (s *segmenter) bracket(i, end int) int {
	role, varies := Role(""), false
	for j := i + 1; j < end; j++ {
		varies = varies || s.toks[j].is(markWeak|markWhen|markUnless|markRest)
		if s.toks[j].is(markWhen|markUnless) || j == i+1 && s.toks[j].is(markWeak) {
			role = WhenRole
		}
		if f := s.figureAt(j); f != nil && f.explicit {
			role = WhenRole
		}
	}
	for j := i + 1; j < end && s.last != nil; j++ {
		if f := s.figureAt(j); f != nil && varies && s.sameDimension(f.fig, s.last.fig) {
			s.doubt = DoubtCase
		}
	}
	into := s.cur
	if into == mainClause {
		s.segs = append(s.segs, segment{role: role, from: i, to: end + 1, leading: s.last == nil})
		into = len(s.segs) - 1
	}
	for j := i; j <= end; j++ {
		s.seg[j] = into
	}
	return end + 1
}

// figureAt returns the figure whose comparator, or else whose number, begins at token j.
func (s *segmenter) figureAt(j int) *found {
	for k := range s.figs {
		if f := &s.figs[k]; f.tok == j {
			return f
		}
	}
	return nil
}

// opensWeakly reports a preposition that opens a circumstance: at the very beginning,
// or right behind a figure.
func (s *segmenter) opensWeakly(i int) bool {
	if s.cur != mainClause {
		return false
	}
	for k := range s.figs {
		if f := &s.figs[k]; f.from <= i && i < f.to {
			return false // "within 3 m", "a más de 2 m"
		}
	}
	if i == 0 || s.last == nil && !s.verb && s.at(i-1).sign(",") {
		return true
	}
	if s.last == nil {
		return false
	}
	near := s.last.to
	for s.at(near).is(markAt) && s.at(near+1).is(markName) { // "a 230 V"
		near += 2
	}
	if s.at(near).sign("(") {
		near = s.bracketEnd(near) + 1
	}
	return i == near || i == near+1 && s.at(i-1).sign(",")
}

// takesUp reports that "en cuyo caso" at i refers to a circumstance: the one being
// read, or one before the comma.
func (s *segmenter) takesUp(i int) bool {
	if len(s.segs) == 0 || s.segs[len(s.segs)-1].role == "" || s.segs[len(s.segs)-1].role == RestRole {
		return false
	}
	return s.at(i-1).sign(",") && s.figureBehind(i) || s.cur != mainClause && s.segs[s.cur].role == UnlessRole && s.verbAhead(i)
}

func (s *segmenter) figureBehind(i int) bool {
	for k := range s.figs {
		if s.figs[k].from > i {
			return true
		}
	}
	return false
}

// verbAhead reports a verb of the main clause behind i, before a comma.
func (s *segmenter) verbAhead(i int) bool {
	for j := i + 1; j <= i+lookAhead && !s.at(j).sign(",") && j < len(s.toks); j++ {
		if s.verbAt(j) {
			return true
		}
	}
	return false
}

// ends reports whether the circumstance being read ends before token i.
func (s *segmenter) ends(i int) bool {
	t, seg := &s.toks[i], &s.segs[s.cur]
	started := i > seg.from+1
	verbs := false // of the circumstance itself
	for j := seg.from; j < i; j++ {
		verbs = verbs || s.toks[j].is(markVerb)
	}
	switch {
	case t.kind == figureToken && t.text != "" && seg.weak && seg.leading && s.lead != nil && s.lead.continues:
		return true // "; en garajes ≥ 2,10 m"
	case t.sign(",") && seg.leading:
		return s.mainFollows(i + 1)
	case t.sign(","):
		return s.elliptic(i+1) || s.nextClause(i+1)
	case t.is(markAnd) && !seg.leading:
		return s.elliptic(i+1) || seg.weak && s.nextBound(i+1)
	case t.is(markDet) && seg.leading && started && (seg.weak || verbs):
		return s.subjectAt(i)
	case s.last == nil && started && (t.is(markMain) || t.is(markNot) && s.at(i+1).is(markMain)):
		return !s.at(i - 1).is(markRelative | markNot)
	case s.verbAt(i) && seg.weak && started && s.at(i-1).kind != punctToken:
		return !s.at(i-1).is(markSkip|markNot|markRelative) && !verbs
	}
	return false
}

// mainFollows reports that the main clause begins behind a comma: a verb stands
// there, with no opener and no further comma before it.
func (s *segmenter) mainFollows(i int) bool {
	for j := i; j < len(s.toks); j++ {
		t := &s.toks[j]
		switch {
		case t.is(markWhen|markUnless) || t.sign(",") || t.is(markAnd) && j == i:
			return j > i && t.sign(",") && s.at(i).is(markDet)
		case s.verbAt(j), s.figureAt(j) != nil:
			return true
		}
	}
	return true
}

// elliptic reports that a further figure for the same thing follows: "y de 1,10 m".
func (s *segmenter) elliptic(i int) bool {
	if s.at(i).is(markAnd) {
		i++
	}
	for j := i; j < len(s.toks); j++ {
		t := &s.toks[j]
		if f := s.figureAt(j); f != nil {
			return s.last != nil && s.sameDimension(f.fig, s.last.fig) && (!f.strict || f.fig.Sign != "")
		}
		if t.kind != wordToken || !t.is(markSkip|markOf|markDet|comparators) {
			return false
		}
	}
	return false
}

// nextClause reports a new clause with a verb of its own behind a comma.
func (s *segmenter) nextClause(i int) bool {
	if s.at(i).is(markAlso|markThen) || s.at(i).is(markDemand) {
		return true
	}
	if s.at(i).is(markAnd) {
		i++
	}
	return s.at(i).is(markDet) && s.verbAhead(i) || s.at(i).is(markMain)
}

// nextBound reports a further limit with its own measure: "y la huella de 22 cm, como
// mínimo".
func (s *segmenter) nextBound(i int) bool {
	for j := i; j < len(s.toks) && j < i+lookAhead; j++ {
		if f := s.figureAt(j); f != nil {
			return f.explicit && !f.strict
		}
	}
	return false
}

// subjectAt reports that a subject begins with the determiner at i: no preposition
// stands before it and a verb follows.
func (s *segmenter) subjectAt(i int) bool {
	p := s.at(i - 1)
	if p.kind == punctToken || p.is(comparators|markOf|markWeak|markSkip|markAnd|markDet|markWhen|markUnless|markVerb) || s.toks[i].is(markWeak|markAnd|markWhen) {
		return false
	}
	return s.verbAhead(i)
}
