package ask

import (
	"slices"
	"strings"
)

var (
	// partings part what belongs to one number from what belongs to the next, the
	// strongest first.
	partings = []*pattern{
		newPattern(`;|\||\. `),
		newPattern(`,? (?:excepto|salvo|except|unless) |, (?:que|pudiendo|which) `),
		newPattern(`,? (?:y|e|ni|o|u|and|or|nor|but|pero|mientras que|while|whereas) `),
		newPattern(`,|:`),
	}

	// predicate stands right before a number that is claimed, not given as a case.
	predicate = newPattern(`\b(?:es|sera|son|seran|tendra[n]?|tiene[n]?|mide[n]?|medira[n]?|fija|exige|establece|debe[n]?|is|are|be|has|have|requires?|sets?|must|shall)\b(?: \S+){0,3} $`)
)

// claim is a sentence of a draft as it is held against its passages.
type claim struct {
	*parsed  // of the sentence without its marks
	numbers  []Quantity
	refs     []refTo
	segments []segment
	parts    []part
	around   string          // what stands over the sentence: heading, lead, header
	full     termPair        // of the sentence and what stands around it
	said     map[string]bool // full.all with what the sentence excepts
	facts    *facts
}

// mostEffort bounds the comparisons for one draft; a usual one takes some
// thousands. What lies beyond was not checked and does not stay.
const mostEffort = 500_000

// beaten reports whether another number of the passage fits the sentence better
// than the one that has the claimed value: the number was taken from the wrong
// row, column or case (CITATIONS N6). Nothing competes with a number that only
// says when another holds.
func (c *claim) beaten(q Quantity, have *figure, s *support) bool {
	if have.isCase {
		return false
	}
	if c.facts.effort += len(s.figures); c.facts.effort > mostEffort {
		return true
	}
	local := c.local(q)
	for i := range s.figures {
		rival := &s.figures[i]
		if rival == have || !c.competes(q, have, rival, s) {
			continue
		}
		if rival.row == nil && have.row != nil {
			if rival.at >= 0 && hits(rival.own, local.own) >= 2 && hits(have.own, local.own) == 0 {
				return true
			}
			continue
		}
		if have.row == nil && rival.row != nil { // of a note under the table
			if n := hits(rival.own, local.own); have.at >= 0 && n >= 2 && n > hits(have.own, local.own) {
				return true
			}
			continue
		}
		if have.row == nil {
			if have.depends && rival.at == have.at && !rival.depends && hits(have.own, c.full.all)+hits(have.own, c.facts.asked) == 0 {
				return true
			}
			if hits(rival.marks, local.own) > 0 && len(have.marks) > 0 && hits(have.marks, local.own) == 0 {
				return true
			}
			rivalOwn, haveOwn := rival.own, have.own
			if rival.at != have.at {
				rivalOwn, haveOwn = both(rival.own, rival.lead), both(have.own, have.lead)
			}
			if rival.at != have.at && c.opensFor(rivalOwn, haveOwn) || c.prefers(local, rivalOwn, haveOwn, rival, s) {
				return true
			}
			continue
		}
		if c.prefers(local, rival.row, have.row, rival, s) || c.prefersColumn(local, rival.col, have.col, rival, s) || exactLabel(c.full.own, rival.row, have.row) {
			return true
		}
	}
	return c.excluded(local.own, have, s) || c.wrongCase(q, have, s)
}

// opensFor reports whether the case the sentence opens with is named beside the
// rival and not beside the other: "within dwelling units, ...".
func (c *claim) opensFor(rival, have map[string]bool) bool {
	end := strings.IndexByte(c.folded, ',')
	if opens := partOpens.find(c.folded); end < 0 || opens == nil || opens[0] > 0 {
		return false
	}
	terms := contentTerms(c.within(0, end))
	n := hits(terms, rival)
	return n > 0 && 2*n >= len(terms) && n > hits(terms, have)
}

// excluded reports whether the sentence speaks of what the number is set without,
// or the other way round: "con rociadores" is not the column "sin rociadores".
func (c *claim) excluded(local map[string]bool, have *figure, s *support) bool {
	polarity := func(term string) int {
		for _, words := range []map[string]bool{local, c.full.own} {
			switch {
			case words[notSaid+term]:
				return -1
			case words[term]:
				return 1
			}
		}
		return 0
	}
	rivals := func(denied bool, term string) bool {
		return slices.ContainsFunc(s.figures, func(f figure) bool {
			return (f.row == nil) == (have.row == nil) && (denied && f.own[notSaid+term] || !denied && f.own[term])
		})
	}
	for term := range have.own {
		term = strings.TrimPrefix(term, notSaid)
		denied := have.own[notSaid+term]
		if p := polarity(term); p != 0 && denied != (p < 0) && (rivals(!denied, term) || have.depends && !denied) {
			return true
		}
	}
	return false
}

// competes reports whether rival could have been meant instead of have.
func (c *claim) competes(q Quantity, have, rival *figure, s *support) bool {
	if rival.isCase || !sameMeasure(rival, have) || opposed(q.Dir, rival.Dir) || !sameSubject(q, rival.Quantity) {
		return false
	}
	return !have.equals(rival.Quantity, rival.units, s.lang, s.lang)
}

// sameMeasure reports whether two numbers measure the same; a bare cell is in one
// of the units of its table.
func sameMeasure(rival, have *figure) bool {
	if rival.unit.dimension == have.unit.dimension {
		return true
	}
	in := func(bare, other *figure) bool {
		return bare.row != nil && bare.unit.dimension == "" && slices.ContainsFunc(bare.units, func(u unit) bool { return u.dimension == other.unit.dimension })
	}
	return in(rival, have) || in(have, rival)
}

// prefers reports whether words speak for the terms only rival has and for none
// that only have has. What the sentence says in the number's own part weighs
// before the rest, its own words before those that mean the same, and a rival
// that is claimed in the same sentence explains its words itself.
func (c *claim) prefers(local termPair, rival, have map[string]bool, r *figure, s *support) bool {
	onlyRival, onlyHave := without(rival, have), without(have, rival)
	for i, words := range []map[string]bool{local.own, local.all, c.full.own, c.full.all} {
		if a, b := hits(onlyRival, words), hits(onlyHave, words); a > 0 || b > 0 {
			return a > 0 && b == 0 && (i < 2 || !c.explains(r, s)) && 2*hits(onlyHave, c.facts.asked) <= len(onlyHave)
		}
	}
	return false
}

// prefersColumn is prefers for columns. Where the sentence names none, the
// project's own zone or class does.
func (c *claim) prefersColumn(local termPair, rival, have map[string]bool, r *figure, s *support) bool {
	onlyRival, onlyHave := without(rival, have), without(have, rival)
	if hits(onlyRival, c.full.all)+hits(onlyHave, c.full.all) > 0 {
		return c.prefers(local, rival, have, r, s)
	}
	return hits(onlyRival, c.facts.zones) > 0 && hits(onlyHave, c.facts.zones) == 0
}

// exactLabel reports whether a sentence names exactly the rival's row, and only
// a part of the other's: "docente" is not "docente con gradas".
func exactLabel(words, rival, have map[string]bool) bool {
	return len(rival) > 0 && len(without(rival, have)) == 0 && hits(rival, words) == len(rival) &&
		len(without(have, rival)) > 0 && hits(without(have, rival), words) == 0
}

// wrongCase reports whether the amounts of the case in the sentence are those of
// another number, or break the condition of this one.
func (c *claim) wrongCase(q Quantity, have *figure, s *support) bool {
	confirmed, broken, other := false, false, false
	for _, x := range c.numbers {
		if x.Start == q.Start || inRef(c.refs, x) {
			continue
		}
		for _, bound := range have.cases {
			if x.unit.dimension != bound.unit.dimension || !sameSubject(x, bound) {
				continue
			}
			same := x.equals(bound, nil, c.lang, s.lang) && !opposed(x.Dir, bound.Dir)
			confirmed = confirmed || same
			turned := opposed(x.Dir, bound.Dir) && x.equals(bound, nil, c.lang, s.lang)
			broken = broken || turned || !same && bound.Dir != Unsaid && x.Dir == Unsaid && !bound.holds(x) && c.given(x)
		}
		other = other || c.caseOfRival(x, q, have, s)
	}
	return !confirmed && (broken || other)
}

// caseOfRival reports whether x says when another number holds, and not when
// have does.
func (c *claim) caseOfRival(x, q Quantity, have *figure, s *support) bool {
	return slices.ContainsFunc(s.figures, func(r figure) bool {
		if r.Start == have.Start && r.at == have.at || !c.competes(q, have, &r, s) || c.claims(&r) {
			return false
		}
		return slices.ContainsFunc(r.cases, func(bound Quantity) bool {
			if x.unit.dimension != bound.unit.dimension || opposed(x.Dir, bound.Dir) {
				return false
			}
			if x.equals(bound, nil, c.lang, s.lang) && (x.Dir != Unsaid || bound.Dir == Unsaid) {
				return true
			}
			return r.row != nil && x.Dir == Unsaid && c.given(x) && bound.Dir != Unsaid && bound.holds(x) && tighter(bound, have.cases)
		})
	})
}

// tighter reports whether a bound lies within those of the other case.
func tighter(bound Quantity, others []Quantity) bool {
	return slices.ContainsFunc(others, func(o Quantity) bool {
		sign, ok := bound.Compare(o)
		return ok && o.Dir == bound.Dir && (bound.Dir == Maximum && sign < 0 || bound.Dir == Minimum && sign > 0)
	}) || len(others) == 0
}

// holds reports whether an amount satisfies a bound.
func (q Quantity) holds(x Quantity) bool {
	sign, ok := x.Compare(q)
	if !ok {
		return true
	}
	if q.Dir == Maximum {
		sign = -sign
	}
	return q.Dir == Unsaid || sign > 0 || sign == 0 && !q.Strict
}

func (c *claim) given(x Quantity) bool { return c.facts.states(x) }

// explains reports whether the sentence claims a rival too, or the other end of
// its range: then the rival's words are there for it.
func (c *claim) explains(r *figure, s *support) bool {
	return slices.ContainsFunc(s.figures, func(f figure) bool {
		return f.at == r.at && len(f.own) == len(r.own) && len(without(f.own, r.own)) == 0 && c.claims(&f)
	})
}

// claims reports whether the sentence names the value of a figure too.
func (c *claim) claims(f *figure) bool {
	return slices.ContainsFunc(c.numbers, func(x Quantity) bool { return x.equals(f.Quantity, f.units, c.lang, c.lang) })
}

// local is the terms of the number's own part of the sentence, with synonyms.
func (c *claim) local(q Quantity) termPair {
	for _, g := range c.segments {
		if c.numbers[g.index].Start == q.Start {
			words := c.within(g.from, g.to)
			pair := c.facts.termsOf(words)
			c.addComparatives(pair.own, words)
			addDenied(pair.own, c.folded[:g.to], words, q.Start)
			addDenied(pair.all, c.folded[:g.to], words, q.Start)
			return pair
		}
	}
	return termPair{}
}
