package ask

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
)

// pooled says which number of a sentence stands only in a passage that another
// clause of it cites: marks within a sentence end what they are for.
func (t *turn) pooled(sentence, over string) string {
	groups := markGroups(sentence)
	if len(groups) < 2 {
		return ""
	}
	c := t.newClaim(withoutMarks(sentence), over)
	from := 0
	for _, end := range groups {
		to := len(retrieval.Fold(withoutMarks(sentence[:end])))
		var evidence []*support
		for _, i := range marksIn(sentence[from:end]) {
			evidence = append(evidence, supportOf(t.issued[i]))
		}
		start := len(retrieval.Fold(withoutMarks(sentence[:from])))
		for i, q := range c.numbers {
			if q.Start >= start && q.Start < to && q.unit.dimension != "" && !inRef(c.refs, q) && !c.supported(q, evidence) && !c.quoted(q, evidence) && !c.restates(i) {
				return fmt.Sprintf("the number %q is not in the passage cited behind it", q.Text)
			}
		}
		from = end
	}
	return ""
}

// markGroups returns where each run of marks of a sentence ends.
func markGroups(sentence string) []int {
	var ends []int
	last := -1 // end of the mark before
	for i, r := range sentence {
		if !isMark(r) {
			continue
		}
		if last >= 0 && strings.TrimSpace(sentence[last:i]) == "" {
			ends = ends[:len(ends)-1]
		}
		last = i + utf8.RuneLen(r)
		ends = append(ends, last)
	}
	return ends
}

// wrongNumber returns why an amount of a sentence does not hold; "" when all do
// (CITATIONS N1, N3-N7).
func (c *claim) wrongNumber(evidence []*support) string {
	_, places := designationsIn(c.text)
	for i, q := range c.numbers {
		if inRef(c.refs, q) || designatedAt(c, places, q) || c.quoted(q, evidence) {
			continue
		}
		if !c.supported(q, evidence) && !c.countedSo(q, evidence) && !c.restates(i) {
			return fmt.Sprintf("the number %q, with its unit, direction and subject, is not in the passages cited", q.Text)
		}
	}
	return ""
}

var quotation = newPattern(`«[^«»]{12,}»|“[^“”]{12,}”|„[^„“”]{12,}[“”]|»[^«»]{12,}«|”[^“”]{12,}”`)

// quoted reports whether a number stands in a quotation that is word for word in
// a passage; "(…)" stands for what a quotation leaves out.
func (c *claim) quoted(q Quantity, evidence []*support) bool {
	for _, m := range quotation.all(c.folded) {
		if q.Start < m[0] || q.End > m[1] {
			continue
		}
		pieces := strings.FieldsFunc(strings.ReplaceAll(c.folded[m[0]:m[1]], "...", "…"), func(r rune) bool { return r == '…' || r == ':' })
		return slices.ContainsFunc(evidence, func(s *support) bool {
			return !slices.ContainsFunc(pieces, func(piece string) bool { return !s.holds(piece) })
		})
	}
	return false
}

// holds reports whether a stretch of text, too long to be there by chance, is in
// the passage word for word.
func (s *support) holds(piece string) bool {
	const byChance = 14 // letters
	squeezed := strings.Trim(squeezeName(piece), ".")
	return squeezed == "" || len(squeezed) > byChance && strings.Contains(s.refs.squeezed, squeezed)
}

// designatedAt reports whether a number is the name of a class or zone. Offsets
// are those of the text as written, so lengths have to agree.
func designatedAt(c *claim, places [][2]int, q Quantity) bool {
	if len(c.text) == len(c.folded) {
		return slices.ContainsFunc(places, func(p [2]int) bool { return q.Start >= p[0] && q.Start < p[1] })
	}
	return q.unit.dimension == "" && designationBefore.in(c.folded[max(0, q.Start-40):q.Start])
}

var designationBefore = newPattern(`\b(?:zonas?|zones?|clases?|class(?:es)?|tipos?|types?|grupos?|groups?|categorias?|categor(?:y|ies)|niveles|nivel|levels?|grados?|grades?|fase|phase|sector)(?: (?:climaticas?|sismicas?|eolicas?|de riesgo|de viento|de radon))? (?:[0-9]{1,2}(?:, | y | o | and | or ))*$`)

// supported reports whether a passage sets that amount, of that thing, bounding
// that way, for that case.
func (c *claim) supported(q Quantity, evidence []*support) bool {
	for _, s := range evidence {
		for i := range s.figures {
			f := &s.figures[i]
			if c.sameAmount(q, f, s) && c.sameBound(q, f, s) && sameSubject(q, f.Quantity) && !c.beaten(q, f, s) {
				return true
			}
		}
		for _, have := range s.titles {
			if q.equals(have, nil, c.lang, s.lang) && !opposed(q.Dir, have.Dir) {
				return true
			}
		}
	}
	return false
}

// sameAmount compares values. A claim without a unit takes the unit of a figure
// only where a list or a table gave it elsewhere.
func (c *claim) sameAmount(q Quantity, f *figure, s *support) bool {
	if q.equals(f.Quantity, f.units, c.lang, s.lang) {
		return c.sameCount(q, f, s)
	}
	if q.unit.dimension != "" || f.unit.dimension == "" || !c.elliptical(q, f.unit) {
		return false
	}
	q.unit = f.unit
	return q.equals(f.Quantity, nil, c.lang, s.lang)
}

// elliptical reports whether the unit of a bare number stands with another number
// of the sentence, or over it.
func (c *claim) elliptical(q Quantity, u unit) bool {
	for _, other := range c.numbers {
		if other.Start > q.Start && other.unit.dimension == u.dimension && sameFactor(other.unit, u) {
			return true
		}
	}
	return slices.ContainsFunc(unitsNamed(c.around), func(have unit) bool { return have.dimension == u.dimension && sameFactor(have, u) })
}

// sameCount reports whether two bare numbers count the same: "2 luces" are not
// "2 circuitos". What the next words do not say is left open.
func (c *claim) sameCount(q Quantity, f *figure, s *support) bool {
	if q.unit.dimension != "" || f.unit.dimension != "" || f.at < 0 || f.at >= len(s.statements) {
		return true
	}
	a, b := c.countedBehind(q.End), f.counted
	if a == "" || b == "" {
		return true
	}
	if s.words.folds[a] {
		return a == b || stemOf(a) != "" && stemOf(a) == stemOf(b) || strings.TrimRight(a, "s") == strings.TrimRight(b, "s")
	}
	return strings.TrimRight(a, "s") == strings.TrimRight(b, "s") || stemOf(a) == "" || stemOf(a) == stemOf(b)
}

// sameBound reports whether the directions agree. Where a text sets an amount
// and bounds nothing anywhere, a claim of a minimum adds something.
func (c *claim) sameBound(q Quantity, f *figure, s *support) bool {
	if q.denied != f.denied && !f.isCase {
		return false
	}
	if q.Dir == Unsaid || f.Dir == q.Dir {
		return true
	}
	return f.Dir == Unsaid && (s.bounds[q.Dir] || s.limits && q.Dir == Maximum || f.row != nil && len(s.bounds) == 0)
}

// restates reports whether an amount only repeats what the question or the
// project gave: a case, or in words that say so, never the value a regulation is
// said to set (CITATIONS N4).
func (c *claim) restates(i int) bool {
	q := c.numbers[i]
	if q.Dir != Unsaid || !c.facts.states(q) {
		return false
	}
	return says("project", c.folded) && c.facts.nearFact(c.folded, q) || !predicate.in(c.folded[:q.Start])
}

// sameSubject reports whether two numbers may be of the same thing. Only what
// both clauses say can tell them apart: a cell of a table, or a verb without
// noun, leaves it open (CITATIONS N6).
func sameSubject(claimed, have Quantity) bool {
	if have.Composite {
		return claimed.Composite || claimed.Of == nil
	}
	return claimed.Of == nil || have.Of == nil || claimed.Of.Kin(have.Of)
}

// wrongEnd returns why a sentence that calls something the least or the most does
// not hold: its passages know only the other end.
func (c *claim) wrongEnd(evidence []*support) string {
	for _, cue := range c.cues() {
		if cue.reach != beside {
			continue
		}
		said, other := false, false
		for _, s := range evidence {
			said = said || s.bounds[cue.dir] || s.limits || slices.ContainsFunc(s.figures, func(f figure) bool { return f.Dir == cue.dir })
			other = other || s.bounds[Minimum+Maximum-cue.dir]
		}
		if other && !said {
			return fmt.Sprintf("%q is not the end of the range the passages cited speak of", c.folded[cue.start:cue.end])
		}
	}
	return ""
}

func opposed(a, b Direction) bool { return a != Unsaid && b != Unsaid && a != b }
