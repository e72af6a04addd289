package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/verify/rules"
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
	known         []knowledge // what the derived clauses state
	twice         []*word     // numbers that say one circumstance together, or over again
	stated        []string    // wordings of circumstances in all clauses
	strange       []string    // words that keep a clause with a circumstance from being derived
	circumstances []string    // wordings of circumstances in clauses that are not derived
	head          bool        // the clause of the thing itself is derived
	broken        bool        // a word somewhere that nothing explains: nothing that is stated counts
}

// unanswered finds the pair of a schedule whose value nobody filled in: "lift: -".
var unanswered = lazyregexp.New(`[:=][ \t]*[-–—_/.*…]*[ \t]*(?:$|[;,)\]\n|])`)

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
		if strings.ContainsAny(text, "?¿") {
			out.broken, out.strange = true, append(out.strange, "?")
		}
		if blank := unanswered.FindString(text); blank != "" {
			out.broken, out.strange = true, append(out.strange, strings.TrimSpace(blank))
		}
	}
	return out
}

// closedClauses returns how many clauses r has.
func (r *reading) closedClauses() int {
	if len(r.words) == 0 {
		return 0
	}
	return r.words[len(r.words)-1].closed + 1
}

// closedClause returns a clause of r: words and hits keep their places.
func (r *reading) closedClause(n int) *closedClause {
	c := &closedClause{reading: r, start: len(r.words)}
	for i := range r.words {
		if r.words[i].closed == n {
			c.start, c.end = min(c.start, i), i+1
		}
	}
	for _, h := range r.hits {
		if h.start >= c.start && h.end <= c.end {
			c.own = append(c.own, h)
		}
	}
	return c
}

// closedClause is words[start:end] of a reading, and the wordings in it.
type closedClause struct {
	*reading
	start, end int
	own        []hit
}

func (d *decision) deriveClause(out *derivation, c *closedClause, use bool) {
	strange := d.underived(c, use)
	for i := c.start; i < c.end; i++ {
		if slices.Contains(out.twice, &c.words[i]) {
			strange = append(strange, c.words[i].text)
		}
	}
	head := !use && c.reading == &d.element && d.namesSubject(c)
	for _, h := range c.own {
		if slices.ContainsFunc(h.senses, isFact) {
			out.stated = append(out.stated, c.wording(h))
		}
	}
	for _, h := range c.own {
		if slices.ContainsFunc(h.senses, isFact) && (h.doubtful || d.ofCompany(c, h)) { // "con o sin ascensor"
			strange = append(strange, c.wording(h))
		}
	}
	if len(strange) == 0 {
		part := reading{phrase: c.phrase, hits: c.own}
		d.v.collect(part, out.known)
		out.head = out.head || head
		return
	}
	states := false
	for _, h := range c.own {
		if slices.ContainsFunc(h.senses, isFact) {
			states = true
			out.circumstances = append(out.circumstances, c.wording(h))
		}
	}
	if states || head {
		out.strange = append(out.strange, strange...)
	}
	if !use && c.start > 0 && d.onlyQualifies(c) { // "sprinklers: yes, planned"
		out.broken = true
		out.strange = append(out.strange, strange...)
	}
	if unexplained := d.unexplainedIn(c); c.reading != &d.parameter && len(unexplained) > 0 {
		out.broken = true
		out.strange = append(out.strange, unexplained...)
	}
}

// ofCompany reports whether a circumstance stands behind another thing that the measured one
// has: in "con marco resistente al fuego" it is the frame's. "And" begins anew.
func (d *decision) ofCompany(c *closedClause, h hit) bool {
	for i := h.start - 1; i > c.start && !c.words[i].joins(); i-- {
		if c.words[i-1].is(saysCompany) && c.begins(i, func(s sense) bool { return isElement(s) && s.id != d.subject }) {
			return h.value == nil && !c.explains(i, d.isAsked)
		}
	}
	return false
}

// onlyQualifies reports whether a clause names nothing, states nothing and says more than
// what something is made of: it is about what stands before it.
func (d *decision) onlyQualifies(c *closedClause) bool {
	if slices.ContainsFunc(c.own, func(h hit) bool { return !h.is(contextSense) && !h.is(countSense) }) {
		return false
	}
	says := false
	for i := c.start; i < c.end; i++ {
		if c.words[i].number != nil || c.words[i].keyed {
			return false
		}
		says = says || !c.qualifies(c.words[i].stem) && !d.isDerived(c.reading, i)
	}
	return says
}

// namesSubject reports whether r names the element that is measured.
func (d *decision) namesSubject(c *closedClause) bool {
	return slices.ContainsFunc(c.own, func(h hit) bool {
		return slices.ContainsFunc(h.senses, func(s sense) bool {
			return isElement(s) && (s.id == d.subject || slices.Contains(d.element.heads, s.id))
		})
	})
}

// underived returns the words that keep a clause from being derived.
func (d *decision) underived(c *closedClause, use bool) []string {
	var list []string
	for i := c.start; i < c.end; i++ {
		if w := &c.words[i]; !d.isDerived(c.reading, i) && (!use || !w.is(tellsNothing) && !d.tellsBuilt(c.reading, i)) {
			list = append(list, w.text)
		}
	}
	return list
}

// tellsBuilt reports whether words[i] says in which year a building was built: "built in
// 2023".
func (d *decision) tellsBuilt(r *reading, i int) bool {
	w := &r.words[i]
	if !r.dated(w.clause) || w.is(saysBefore) {
		return false
	}
	return w.is(dates) && d.datedBy(r, i) || d.isYear(r, i) || r.does(i, "where") && i+1 < len(r.words) && d.isYear(r, i+1)
}

// isDerived reports whether words[i] is part of a closed form.
func (d *decision) isDerived(r *reading, i int) bool {
	w := &r.words[i]
	switch {
	case w.part:
		return false
	case r.isOrdinal(i):
		return true
	case w.number != nil:
		return r.isClass(i) || d.statesNumber(r, i) || d.namesMeasure(r, i) || !w.unit.IsZero() && !w.placed || d.inStatedSeries(r, i)
	case d.states(r, i), r.granted(i), d.namesMeasure(r, i):
		return true
	case w.placed:
		return false
	case w.is(negates):
		return r.denies(i)
	case w.is(saysCompany), w.joins(), w.isName(), r.reaches(i):
		return true
	}
	return r.isCounted(i) || r.does(i, "wholes") || d.qualifiesThing(r, i) || d.opens(r, i) || d.labelsFact(r, i)
}

// qualifiesThing reports whether words[i] says what the thing itself is made of, its shape,
// or what its names say, with nothing else between it and the name: "barandilla de vidrio",
// "timber stair".
func (d *decision) qualifiesThing(r *reading, i int) bool {
	named := d.v.namedBy[d.subject]
	does := func(i int) bool { return r.qualifies(r.words[i].stem) || named[r.words[i].stem] }
	if !does(i) {
		return false
	}
	first, last := i, i
	for first > 0 && does(first-1) {
		first--
	}
	for last+1 < len(r.words) && does(last+1) {
		last++
	}
	return slices.ContainsFunc(r.hits, func(h hit) bool {
		if r.words[i].opener == preposition && r.words[i].chunk != r.words[h.start].chunk {
			return false // says when or where: "en su día"
		}
		if h.start > i && first > 0 && r.words[first-1].is(saysCompany) {
			return false // what the thing has, not what it is: "con marco"
		}
		beside := h.end >= first && h.end <= i && r.words[first].closed == r.words[h.start].closed || h.start <= last+1 && h.start > i && r.words[i].closed == r.words[h.start].closed
		return beside && slices.ContainsFunc(h.senses, func(s sense) bool {
			return isElement(s) && (s.id == d.subject || slices.Contains(d.element.heads, s.id))
		})
	})
}

// isClass reports whether the number at words[i] goes on with a class: "EI2 60".
func (r *reading) isClass(i int) bool {
	return i > 0 && r.words[i].bare() && r.words[i-1].isName() && len(r.words[i-1].text) > 1 && r.words[i-1].closed == r.words[i].closed
}

// inStatedSeries reports whether the number at words[i] is joined to one behind it that
// states a circumstance: "30 or 40 persons".
func (d *decision) inStatedSeries(r *reading, i int) bool {
	k := r.joined(i)
	return k > 0 && r.alternates(i) && r.words[i].bare() && r.explains(k, d.isAsked)
}

// reaches reports whether words[i] stands between two numbers of a range: "30 to 40".
func (r *reading) reaches(i int) bool {
	return i > 0 && r.words[i].is(reachesUntil) && r.joined(i-1) == i+1
}

// isOrdinal reports whether words[i] is one of two that begin a clause and name one of
// several: "planta 3".
func (r *reading) isOrdinal(i int) bool {
	if r.words[i].number != nil {
		i--
	}
	if i < 0 || i+1 >= len(r.words) || !r.words[i].is(labels) || r.words[i+1].number == nil || !r.words[i+1].bare() || r.words[i+1].closed != r.words[i].closed {
		return false
	}
	return i == 0 || r.words[i-1].closed != r.words[i].closed
}

// states reports whether words[i] are of the name of a thing or the wording of a
// circumstance. A preposition alone is none, whatever it means elsewhere ("junto", which is
// a "junta" too), nor is what stands in the place of a value and is none ("zona: N/A").
func (d *decision) states(r *reading, i int) bool {
	w := &r.words[i]
	return slices.ContainsFunc(r.hits, func(h hit) bool {
		if h.start > i || h.end <= i || h.passesOver(r.words, i) || w.role == preposition && h.end-h.start == 1 {
			return false
		}
		return slices.ContainsFunc(h.senses, func(s sense) bool {
			return isElement(s) || d.isAsked(s) && (h.value != w || d.v.facts[s.fact].mayBe(w))
		})
	})
}

// statesNumber reports whether the number at words[i] is of the wording of a circumstance,
// or a value it can have.
func (d *decision) statesNumber(r *reading, i int) bool {
	return slices.ContainsFunc(r.hits, func(h hit) bool {
		return h.start <= i && i < h.end && slices.ContainsFunc(h.senses, d.isAsked) && d.v.takes(&h, i, r)
	})
}

// mayBe reports whether a word may be the value of a text: what somebody calls something,
// or what the rules or the places have.
func (f *fact) mayBe(w *word) bool {
	has := func(list []string) bool {
		return slices.ContainsFunc(list, func(text string) bool { return fold(text) == w.fold })
	}
	return f.Kind != rules.TextFact || w.isName() || has(f.texts) || has(f.data) || len(f.names(w.text)) > 1 && strings.ContainsAny(w.text, "0123456789")
}

// namesMeasure reports whether words[i] name what is measured: in the parameter, or where
// the element begins with it. Elsewhere the word may be another: "rociadores: pendiente".
func (d *decision) namesMeasure(r *reading, i int) bool {
	return slices.ContainsFunc(r.hits, func(h hit) bool {
		return h.start <= i && i < h.end && (r == &d.parameter || h.start == 0) && slices.ContainsFunc(h.senses, func(s sense) bool {
			return s.kind == parameterSense && (r == &d.parameter || s.id == d.measure.ID)
		})
	})
}

// isAsked reports whether a sense states what the rules about the thing ask for, or what
// the building is used for. What matters elsewhere explains nothing here: "rociadores
// (fase 2)" says no section of a conductor.
func (d *decision) isAsked(s sense) bool {
	return isFact(s) && (d.askedFacts().has(s.fact) || d.v.facts[s.fact].Tells == rules.TellsUse)
}

// isCounted reports whether words[i] is what the number before it counts, or how an area
// is measured: "450 m² construidos".
func (r *reading) isCounted(i int) bool {
	return i > 0 && (r.words[i-1].counted || r.words[i-1].unit.Kind() == "area" && r.does(i, "areas"))
}

// opens reports whether words[i] is a little word that a closed form begins with: one
// that says for how many, between what, or where the thing itself is.
func (d *decision) opens(r *reading, i int) bool {
	if i+1 >= len(r.words) || r.words[i+1].clause != r.words[i].clause {
		return false
	}
	next := &r.words[i+1]
	switch {
	case r.does(i, "for"):
		return next.counted || r.measuresFact(i+1) || next.number != nil && d.statesNumber(r, i+1) || d.inStatedSeries(r, i+1)
	case r.opensRange(&r.words[i]):
		return r.begins(i+1, isFact) || r.begins(i+1, isElement)
	case r.does(i, "where"):
		return d.places(r, i)
	}
	return false
}

// measuresFact reports whether a wording with a number of a circumstance begins at words[i].
func (r *reading) measuresFact(i int) bool {
	return slices.ContainsFunc(r.hits, func(h hit) bool {
		return h.start == i && h.value != nil && h.value.number != nil && slices.ContainsFunc(h.senses, isFact)
	})
}

// does reports whether words[i] is a little word of a kind; see [mergedLanguages.isLittle].
func (r *reading) does(i int, kind string) bool {
	return r.isLittle(kind, r.words[i].fold)
}

// begins reports whether a wording with a sense that ok takes begins at words[i].
func (r *reading) begins(i int, ok func(sense) bool) bool {
	return slices.ContainsFunc(r.hits, func(h hit) bool { return h.start == i && slices.ContainsFunc(h.senses, ok) })
}

// labelsFact reports whether words[i] is what a circumstance is called that the clause
// states: "clase XC3", "zona de radón I".
func (d *decision) labelsFact(r *reading, i int) bool {
	return slices.ContainsFunc(r.hits, func(h hit) bool {
		return h.start > i && r.words[h.start].closed == r.words[i].closed && slices.ContainsFunc(h.senses, func(s sense) bool { return d.isAsked(s) && d.v.facts[s.fact].labelled(r.words[i].stem) })
	})
}

// places reports whether words[i] says where the thing itself is: "escalera en zona de
// uso restringido". Behind a circumstance it says where that holds: "rociadores en garaje".
func (d *decision) places(r *reading, i int) bool {
	has := func(s sense) bool { return isFact(s) && d.v.facts[s.fact].Kind == rules.BooleanFact }
	spoken := func(h hit) bool {
		return h.start < i && r.words[h.start].closed == r.words[i].closed && !d.isOfThing(r, h) &&
			(slices.ContainsFunc(h.senses, has) || h.value != nil && h.value.counted)
	}
	return (r.begins(i+1, isFact) || r.begins(i+1, isElement)) && !slices.ContainsFunc(r.hits, spoken)
}

// isOfThing reports whether h says right beside the name of the thing itself what it is:
// "fire-resisting door".
func (d *decision) isOfThing(r *reading, h hit) bool {
	return slices.ContainsFunc(r.hits, func(e hit) bool {
		return e.start <= h.end && h.start <= e.end && slices.ContainsFunc(e.senses, func(s sense) bool {
			return isElement(s) && s.id == d.subject
		})
	})
}

// denies reports whether the negation at words[i] stands right before what it denies.
func (r *reading) denies(i int) bool {
	return slices.ContainsFunc(r.hits, func(h hit) bool {
		return h.start == i+1 && h.negated && !h.doubtful && slices.ContainsFunc(h.senses, func(s sense) bool { return isFact(s) || isElement(s) })
	})
}

// unexplainedIn returns the words of a clause that nothing explains at all.
func (d *decision) unexplainedIn(c *closedClause) []string {
	var list []string
	for i := c.start; i < c.end; i++ {
		w, r := &c.words[i], c.reading
		if w.number != nil || w.neutral || w.role != plainWord || w.isName() || w.is(negates|tellsNothing|namesDimension) || r.granted(i) {
			continue
		}
		if !r.explains(i, func(s sense) bool { return true }) {
			list = append(list, w.text)
		}
	}
	return list
}

// leaning returns what is known without what is not said in closed form: as if nobody
// knew it, and as if it had not been said, where something is assumed then. Nothing
// where that is not less than what the check says.
func (d *decision) leaning(of *derivation) [][]knowledge {
	open, unsaid, said := d.room(), d.room(), d.room()
	copy(open, d.base)
	copy(unsaid, d.base)
	less, assumed := false, false
	for _, r := range d.texts() {
		d.v.collect(*r, said)
	}
	for i := range open {
		if d.doubts(of, i, &said[i]) {
			open[i], unsaid[i], less = knowledge{}, d.v.facts[i].assumed, true
			assumed = assumed || !unsaid[i].unknown()
		}
	}
	switch {
	case !less:
		return nil
	case !assumed:
		return [][]knowledge{open}
	}
	return [][]knowledge{open, unsaid}
}

// doubts reports whether what the check says of a fact is not said in closed form.
func (d *decision) doubts(of *derivation, index int, said *knowledge) bool {
	switch {
	case d.base[index].origin == byGiven: // as data, which is certain
		return false
	case !said.unknown():
		return of.broken || !of.known[index].says(said)
	}
	return d.base[index].origin == byConcept && (of.broken || !of.head)
}

// says reports whether k is as much as other.
func (k *knowledge) says(other *knowledge) bool {
	if k.unknown() || len(k.texts) != len(other.texts) {
		return false
	}
	for _, text := range other.texts {
		if !slices.Contains(k.texts, text) {
			return false
		}
	}
	return k.span.Same(other.span)
}

// labelled reports whether a stem is one of the fact's label.
func (f *fact) labelled(stem string) bool { return slices.Contains(f.labels, stem) }

// warnLeaning says which words keep a circumstance from being certain, and what to write.
func (d *decision) warnLeaning(out *Result, of *derivation) {
	slices.Sort(of.strange)
	doubted := of.circumstances
	if len(doubted) == 0 { // what is broken is another clause
		doubted = of.stated
	}
	out.Warnings = append(out.Warnings, d.say(msgLeans, strings.Join(slices.Compact(doubted), ", "), strings.Join(slices.Compact(of.strange), ", ")))
}
