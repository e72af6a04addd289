package ask

import (
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
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
		if rival == have || rival.row == nil && have.row != nil || !c.competes(q, have, rival, s) {
			continue
		}
		if have.row == nil && rival.row != nil { // of a note under the table
			if n := hits(rival.own, local.own); n >= 2 && n > hits(have.own, local.own) {
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
			if c.prefers(local, rivalOwn, haveOwn, rival, s) {
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
		if p := polarity(term); p != 0 && denied != (p < 0) && rivals(!denied, term) {
			return true
		}
	}
	return false
}

// competes reports whether rival could have been meant instead of have.
func (c *claim) competes(q Quantity, have, rival *figure, s *support) bool {
	if rival.isCase || rival.unit.dimension != have.unit.dimension || opposed(q.Dir, rival.Dir) || !sameSubject(q, rival.Quantity) {
		return false
	}
	return !have.equals(rival.Quantity, rival.units, s.lang, s.lang)
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
			broken = broken || !same && bound.Dir != Unsaid && x.Dir == Unsaid && !bound.holds(x) && c.given(x)
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

// both joins two sets.
func both(a, b map[string]bool) map[string]bool {
	if len(b) == 0 {
		return a
	}
	out := maps.Clone(a)
	if out == nil {
		return b
	}
	maps.Copy(out, b)
	return out
}

func without(a, b map[string]bool) map[string]bool {
	out := map[string]bool{}
	for term := range a {
		if !b[term] {
			out[term] = true
		}
	}
	return out
}

func hits(terms, words map[string]bool) int {
	n := 0
	for term := range terms {
		if words[term] {
			n++
		}
	}
	return n
}

// termPair is the terms of words as they stand, and with those of words that mean
// the same in either language.
type termPair struct{ own, all map[string]bool }

// termsOf collects the terms of words. A zone "D3" is also in zone "D".
func (f *facts) termsOf(words []retrieval.Word) termPair {
	p := termPair{map[string]bool{}, map[string]bool{}}
	for i := range words {
		w := &words[i]
		if isZone(words, i) {
			addZone(p.own, w.Fold)
			addZone(p.all, w.Fold)
			continue
		}
		if labelWords[w.Fold] {
			p.own[w.Fold], p.all[w.Fold] = true, true
		}
		if w.Number || frameWords()[w.Fold] {
			continue
		}
		if kin := kinOf(w.Fold); kin != "" && !w.Stop() {
			p.own[kin], p.all[kin] = true, true
		}
		m := meaningOf(w.Fold)
		for _, term := range m.own {
			p.own[term], p.all[term] = true, true
		}
		for _, phrase := range m.phrases {
			if len(phrase) == 1 {
				p.all[phrase[0]] = true
			}
		}
	}
	return p
}

// isZone reports whether a word names a zone or class by letter and digit, or by
// a letter that is no word, or behind the word for it.
func isZone(words []retrieval.Word, i int) bool {
	w := words[i].Fold
	switch {
	case len(w) == 2 && w[0] >= 'a' && w[0] <= 'z' && w[1] >= '0' && w[1] <= '9':
		return true
	case len(w) != 1 || w[0] < 'a' || w[0] > 'z':
		return false
	}
	return !letterWords[w] || i > 0 && designationKinds[words[i-1].Fold] != ""
}

// letterWords are letters that are words, or a unit.
var letterWords = wordSet("a e o u y m")

func addZone(set map[string]bool, value string) {
	set[value] = true
	if len(value) == 2 {
		set[value[:1]] = true
	}
}

// meaning is the terms of a word and the phrases that mean the same.
type meaning struct {
	own     []string
	phrases [][]string
}

// knownMeanings keeps the meanings of words met: drafts repeat each other.
var knownMeanings = remembered[string, meaning]{most: 1 << 19}

func meaningOf(folded string) meaning {
	const weight = 32              // bytes of a word, about, beside its letters
	folded = strings.Clone(folded) // or else it keeps its whole text
	return knownMeanings.get(folded, weight+len(folded), func() meaning { return newMeaning(folded) })
}

func newMeaning(folded string) meaning {
	var m meaning
	for _, lang := range []string{"es", "en"} {
		for _, w := range retrieval.Words(folded, lang) {
			for _, term := range w.Terms {
				if !slices.Contains(m.own, term) {
					m.own = append(m.own, term)
				}
			}
		}
	}
	m.phrases = retrieval.Synonyms(folded)
	return m
}
