package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/understand"
)

// What eases a limit must be said in a closed form. A clause is what stands between
// commas, semicolons, dashes and line ends; a bracket belongs to the clause before it. It
// is derived when every word of it is: names of things, exact wordings of circumstances,
// numbers with units, articles, "of", "with", "without" before what it denies, "and".
// A circumstance of a clause that is not may be planned, elsewhere, broken, asked about:
// no list of words could tell. So a verdict that leans on it is held against the one
// that does without.

// derivation is what of a check is said in closed form.
type derivation struct {
	known         []knowledge        // what the derived clauses state
	twice         []*understand.Word // numbers that say one circumstance together, or over again
	stated        []string           // wordings of circumstances in all clauses
	strange       []string           // words that keep a clause with a circumstance from being derived
	circumstances []string           // wordings of circumstances in clauses that are not derived
	head          bool               // the clause of the thing itself is derived
	broken        bool               // a word somewhere that nothing explains: nothing that is stated counts
}

// derive takes the check's texts apart, clause by clause.
func (d *decision) derive() *derivation {
	out := &derivation{known: d.room(), twice: d.saidTwice()}
	for i, r := range d.texts() {
		d.v.collect(reading{pairs: r.pairs}, out.known)
		for _, p := range r.pairs {
			out.stated = append(out.stated, p.value)
		}
		for n := range r.closedClauses() {
			d.deriveClause(out, r.closedClause(n), r == &d.use)
		}
		text := []string{d.check.Element, d.check.Parameter, d.check.BuildingUse}[i]
		if r != &d.parameter {
			out.breakBy(d.contrasts(r))
		}
		if sign := strangeSign(text); sign != "" {
			out.breakBy([]string{sign})
		}
	}
	return out
}

// closedClauses returns how many clauses r has.
func (r *reading) closedClauses() int {
	if len(r.Words) == 0 {
		return 0
	}
	return r.Words[len(r.Words)-1].Closed + 1
}

// closedClause returns a clause of r: words and hits keep their places.
func (r *reading) closedClause(n int) *closedClause {
	c := &closedClause{reading: r, start: len(r.Words)}
	for i := range r.Words {
		if r.Words[i].Closed == n {
			c.start, c.end = min(c.start, i), i+1
		}
	}
	for _, h := range r.hits {
		if h.Start >= c.start && h.End <= c.end {
			c.own = append(c.own, h)
		}
	}
	return c
}

// closedClause is words[start:end] of a reading, and the wordings in it.
type closedClause struct {
	*reading
	start, end int
	own        []understand.Hit
}

// deriveClause takes a clause into what is said in closed form, or notes what keeps it from it.
func (d *decision) deriveClause(out *derivation, c *closedClause, use bool) {
	head := !use && c.reading == &d.element && d.namesSubject(c)
	strange, circumstances := d.underived(c, use, out.twice), c.circumstances()
	for _, h := range circumstances {
		out.stated = append(out.stated, c.wording(h))
		if d.saidInDoubt(c, h) {
			strange = append(strange, c.wording(h))
		}
	}
	if len(strange) == 0 {
		d.v.collect(reading{Phrase: c.Phrase, hits: c.own}, out.known)
		out.head = out.head || head
		return
	}
	for _, h := range circumstances {
		out.circumstances = append(out.circumstances, c.wording(h))
	}
	if len(circumstances) > 0 || head {
		out.strange = append(out.strange, strange...)
	}
	if !use && c.start > 0 && d.onlyQualifies(c) { // "sprinklers: yes, planned"
		out.breakBy(strange)
	}
	if c.reading != &d.parameter {
		out.breakBy(d.unexplainedIn(c))
	}
}

// saidInDoubt reports whether a circumstance may not be there, as in "con o sin ascensor", or
// may be another thing's.
func (d *decision) saidInDoubt(c *closedClause, h understand.Hit) bool {
	return h.Doubtful || d.ofAnother(c, h) || d.underOtherKey(c, h) || c.ofDenied(h)
}

// ofDenied reports whether a circumstance is of something that is denied: "no sign of a lift".
func (c *closedClause) ofDenied(h understand.Hit) bool {
	return !h.Negated && c.Words[h.Start].Link != "" && slices.ContainsFunc(c.own, func(d understand.Hit) bool { return d.Negated && d.End == h.Start })
}

// breakBy makes everything that is stated doubtful by some words; none break nothing.
func (of *derivation) breakBy(words []string) {
	of.broken = of.broken || len(words) > 0
	of.strange = append(of.strange, words...)
}

// circumstances returns the wordings of a clause that state one.
func (c *closedClause) circumstances() []understand.Hit {
	return slices.DeleteFunc(slices.Clone(c.own), func(h understand.Hit) bool { return !slices.ContainsFunc(h.Senses, isFact) })
}

// ofAnother reports whether a circumstance is said of another thing than the measured one. In
// "puerta con marco resistente al fuego" it is the frame's; a property of the thing itself is
// another's behind whatever sets one apart: "puerta en muro resistente al fuego". "And"
// begins anew.
func (d *decision) ofAnother(c *closedClause, h understand.Hit) bool {
	if d.behindAnother(c, h) {
		return true
	}
	own := slices.ContainsFunc(h.Senses, d.isProperty)
	for i := h.Start - 1; i > c.start && !c.Words[i].Joins(); i-- {
		apart := c.Words[i-1].Is(understand.SaysCompany) || own && c.Words[i-1].Role == understand.Preposition
		if apart && c.begins(i, func(s understand.Sense) bool { return isElement(s) && s.ID != d.subject }) {
			return own || h.Value == nil && !c.explains(i, d.isAsked)
		}
	}
	return false
}

// behindAnother reports whether a circumstance stands behind what its clause begins with and
// places: "a tramos con barandilla".
func (d *decision) behindAnother(c *closedClause, h understand.Hit) bool {
	return c.start > 0 && h.Start > c.start && c.Words[c.start].Placed && !c.explains(c.start, d.isAsked)
}

// underOtherKey reports whether a circumstance is the value of a key that says of which of
// several things, when or where ("en estudio: al aire libre"), or that names another one.
func (d *decision) underOtherKey(c *closedClause, h understand.Hit) bool {
	at := &c.Words[h.Start]
	if at.Key || !at.Keyed || d.keyIsKind(c, at) {
		return false
	}
	places := slices.ContainsFunc(c.Words[c.start:h.Start], func(w understand.Word) bool {
		return w.Key && w.Clause == at.Clause && (w.Role == understand.Preposition || w.Number != nil)
	})
	return places || d.namesOther(c.key(), h)
}

// keyIsKind reports whether the key before a word names the kind of the measured thing, whose
// name its value is: "tap: kitchen sink".
func (d *decision) keyIsKind(c *closedClause, at *understand.Word) bool {
	r := &d.element
	return c.reading == r && at.Clause == r.Words[0].Clause && r.firstValue() > 0 && !slices.Contains(r.heads, d.subject) && slices.Contains(r.appositions, d.subject)
}

// key returns the wordings in the keys of a clause.
func (c *closedClause) key() []understand.Hit {
	return slices.DeleteFunc(slices.Clone(c.own), func(k understand.Hit) bool { return !c.Words[k.Start].Key })
}

// namesOther reports whether wordings name another thing or circumstance than h, and not the
// measured thing.
func (d *decision) namesOther(key []understand.Hit, h understand.Hit) bool {
	says := func(ok func(understand.Sense) bool) bool {
		return slices.ContainsFunc(key, func(k understand.Hit) bool { return slices.ContainsFunc(k.Senses, ok) })
	}
	if says(func(s understand.Sense) bool { return isElement(s) && s.ID == d.subject }) {
		return false
	}
	same := func(fact int) bool {
		return slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return isFact(s) && s.Fact == fact })
	}
	return says(func(s understand.Sense) bool { return isElement(s) || isFact(s) && !same(s.Fact) })
}

// isProperty reports whether a sense states a property of the thing itself.
func (d *decision) isProperty(s understand.Sense) bool {
	if !isFact(s) {
		return false
	}
	own := d.v.facts[s.Fact].Own
	return own != nil && *own
}

// onlyQualifies reports whether a clause names nothing but a measure that is not the checked
// one, states nothing and says more than what something is made of: it is about what stands
// before it ("pendiente", which is pending and a slope).
func (d *decision) onlyQualifies(c *closedClause) bool {
	idle := func(s understand.Sense) bool {
		return isContext(s) || s.Kind == understand.CountSense || s.Kind == understand.ParameterSense && s.ID != d.measure.ID
	}
	if slices.ContainsFunc(c.own, func(h understand.Hit) bool {
		return slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return !idle(s) })
	}) {
		return false
	}
	says := false
	for i := c.start; i < c.end; i++ {
		if c.Words[i].Number != nil || c.Words[i].Keyed {
			return false
		}
		says = says || !c.Qualifies(c.Words, i) && !d.isDerived(c.reading, i)
	}
	return says
}

// namesSubject reports whether r names the element that is measured.
func (d *decision) namesSubject(c *closedClause) bool {
	return slices.ContainsFunc(c.own, func(h understand.Hit) bool {
		return slices.ContainsFunc(h.Senses, func(s understand.Sense) bool {
			return isElement(s) && (s.ID == d.subject || slices.Contains(d.element.heads, s.ID))
		})
	})
}

// underived returns the words that keep a clause from being derived: those of no closed form,
// and numbers that say one circumstance together.
func (d *decision) underived(c *closedClause, use bool, twice []*understand.Word) []string {
	var list []string
	for i := c.start; i < c.end; i++ {
		w := &c.Words[i]
		told := d.isDerived(c.reading, i) || use && (w.Is(understand.TellsNothing) || d.tellsBuilt(c.reading, i))
		if !told || d.isCell(c, i) || slices.Contains(twice, w) {
			list = append(list, w.Text)
		}
	}
	return list
}

// isCell reports whether words[i] is a letter or a bare number that is all a clause says, or
// a zero that counts nothing known, as cells of tables are: "rociadores; N", "rociadores, 0",
// "rociadores | uds.: 0".
func (d *decision) isCell(c *closedClause, i int) bool {
	w := &c.Words[i]
	alone := c.end == c.start+1
	switch {
	case c.start == 0 || c.explains(i, d.isAsked):
		return false
	case w.Number == nil:
		return alone && len(w.Text) == 1
	}
	n, exact := w.Number.Exact()
	return exact && n.Sign() == 0 || alone && w.Bare()
}

// unexplainedIn returns the words of a clause that nothing explains at all.
func (d *decision) unexplainedIn(c *closedClause) []string {
	var list []string
	for i := c.start; i < c.end; i++ {
		w, r := &c.Words[i], c.reading
		says := func(s understand.Sense) bool { return s.Kind != understand.ContextSense }
		if w.Is(understand.Negates) && !r.denies(i) && !r.explains(i, says) || d.isCell(c, i) {
			list = append(list, w.Text)
		}
		if w.Number != nil || w.Neutral || w.Role != understand.PlainWord || w.IsName() || w.Is(understand.Negates|understand.TellsNothing|understand.NamesDimension) || r.granted(i) {
			continue
		}
		if !r.explains(i, func(s understand.Sense) bool { return true }) {
			list = append(list, w.Text)
		}
	}
	return list
}
