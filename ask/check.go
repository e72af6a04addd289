package ask

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// maxSentence bounds a sentence in bytes; nobody checks a longer one.
const maxSentence = 4000

// valid reports whether a passage may be cited now (CITATIONS M3). One of an
// edition that is not in force may, by a sentence that says so; see standing.
func (t *turn) valid(p *passage) bool { return t.citable(p) }

func (t *turn) inScope(doc string) bool { return slices.Contains(t.scope, doc) }

// judge says why a sentence may not stay; "" when it may. over is what stands
// over it: its heading, the line that leads to a list, the header of a table.
func (t *turn) judge(sentence, over string) (reason string) {
	if len(sentence) > maxSentence {
		return "the sentence is too long to be checked"
	}
	plain := withoutMarks(sentence)
	if cited := marksIn(sentence); len(cited) > 0 && !t.isAbsence(plain) {
		return t.unsupported(plain, over, cited)
	}
	if t.free(plain) {
		return ""
	}
	return "it claims something and cites no passage of this turn"
}

// newClaim reads a sentence for the checks, once for each draft.
func (t *turn) newClaim(plain, around string) *claim {
	key := plain + "\x00" + around
	if c := t.facts.claims[key]; c != nil {
		return c
	}
	c := t.readClaim(plain, around)
	if t.facts.claims != nil {
		t.facts.claims[key] = c
	}
	return c
}

func (t *turn) readClaim(plain, around string) *claim {
	r := parse(plain, Language(plain))
	c := &claim{parsed: r, numbers: r.quantities(), refs: r.refs(), around: around, facts: &t.facts}
	c.parts = partsOf(r)
	c.segments = segmentsOf(r, c.numbers)
	c.full = c.facts.termsOf(c.words)
	c.said = maps.Clone(c.full.all)
	c.addComparatives(c.full.own, c.words)
	addDenied(c.full.own, c.folded, c.words, -1)
	addDenied(c.full.all, c.folded, c.words, -1)
	if around != "" {
		for term := range c.facts.termsOf(retrieval.Words(retrieval.Fold(around), "")).own {
			c.full.all[term], c.full.own[term] = true, true
		}
	}
	return c
}

// unsupported holds a sentence against the passages it cites, from the figures
// down to the words.
func (t *turn) unsupported(plain, around string, cited []int) string {
	passages := make([]*passage, len(cited))
	evidence := make([]*support, len(cited))
	for k, i := range cited {
		passages[k] = t.issued[i]
		evidence[k] = supportOf(t.issued[i])
	}
	c := t.newClaim(plain, around)
	if says("law", c.folded) && !says("attribution", c.folded) {
		evidence = lawOnly(passages, evidence)
	}
	if reason := misplaced(c.folded, passages); reason != "" {
		return reason
	}
	if c.wordless() {
		c = t.answering(c)
	}
	if reason := c.wrongNumber(evidence); reason != "" {
		return reason
	}
	if reason := c.wrongCount(evidence); reason != "" {
		return reason
	}
	if reason := c.wrongName(evidence); reason != "" {
		return reason
	}
	if reason := c.wrongEnd(evidence); reason != "" {
		return reason
	}
	if reason := c.contradicted(evidence); reason != "" {
		return reason
	}
	if c.entailed(evidence) != fullySupported {
		return "the passages cited do not say that, or not all of it"
	}
	return ""
}

// misplaced says what a sentence has to tell of a passage that is not law in
// force: that the edition is repealed or a draft, or that a document of the
// project is not the law (CITATIONS M3).
func misplaced(folded string, passages []*passage) string {
	private := 0
	for _, p := range passages {
		switch {
		case p.document != nil:
			private++
		case p.status == codes.Repealed && !says("repealed", folded):
			return "it cites a repealed edition without saying so"
		case (p.status == codes.Draft || p.status == codes.InProgress) && !says("draft", folded):
			return "it cites a text that is not in force yet without saying so"
		}
	}
	if private == len(passages) && says("law", folded) && !says("attribution", folded) {
		return "it cites a document of the project as if it were the regulation"
	}
	return ""
}

// lawOnly returns the evidence that is law: a document of the project proves
// nothing that a sentence says of the regulation. All of it where there is no other.
func lawOnly(passages []*passage, evidence []*support) []*support {
	var list []*support
	for i, p := range passages {
		if p.document == nil {
			list = append(list, evidence[i])
		}
	}
	if len(list) == 0 {
		return evidence
	}
	return list
}

// wordless reports whether a sentence is a mere yes or no.
func (c *claim) wordless() bool {
	if len(c.numbers) > 0 || len(c.refs) > 0 || !yesOrNo.MatchString(c.folded) {
		return false
	}
	return len(c.terms()) == 0
}

var yesOrNo = regexp.MustCompile(`^\s*(si|no|yes)\b`)

// answering makes of "no, according to the text" the claim it is: the question,
// denied.
func (t *turn) answering(c *claim) *claim {
	asked := strings.Trim(strings.TrimSpace(t.question.Text), "¿?¡! ")
	if yesOrNo.FindStringSubmatch(c.folded)[1] == "no" {
		asked = "no " + asked
	}
	return t.newClaim(asked, c.around)
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

var quotation = newPattern(`«[^«»]{12,}»|“[^“”]{12,}”`)

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

// wrongName returns why a reference, a zone, a class or a name of a sentence does
// not hold (CITATIONS N2).
func (c *claim) wrongName(evidence []*support) string {
	for _, r := range c.refs {
		if !slices.ContainsFunc(evidence, func(s *support) bool { return s.refs.has(r) }) && !c.facts.codes[r.id] {
			return fmt.Sprintf("the reference %q is not in the passages cited", c.folded[r.start:r.end])
		}
	}
	for _, code := range codesOf(c.folded) {
		known := c.facts.codes[code] || slices.ContainsFunc(c.refs, func(r refTo) bool { return strings.Contains(r.id, code) })
		if !known && !slices.ContainsFunc(evidence, func(s *support) bool { return s.codes[code] }) {
			return fmt.Sprintf("%q is not in the passages cited", code)
		}
	}
	if wrong := c.facts.wrongDesignation(c.text, evidence); wrong != "" {
		return fmt.Sprintf("%q is not what the passages cited speak of", wrong)
	}
	if name := c.unknownName(evidence); name != "" {
		return fmt.Sprintf("the name %q is not in the passages cited", name)
	}
	return ""
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
			said = said || s.bounds[cue.dir] || s.limits
			other = other || s.bounds[Minimum+Maximum-cue.dir]
		}
		if other && !said {
			return fmt.Sprintf("%q is not the end of the range the passages cited speak of", c.folded[cue.start:cue.end])
		}
	}
	return ""
}

func opposed(a, b Direction) bool { return a != Unsaid && b != Unsaid && a != b }

// isAbsence reports whether a sentence only says that the sources lack something,
// which no passage can bear out.
func (t *turn) isAbsence(plain string) bool {
	folded := retrieval.Fold(plain)
	return says("absence", folded) && t.free(plain) && len(Quantities(plain)) == 0
}

// free reports whether a sentence needs no marker: it speaks of what the
// sources lack, of the project, or repeats the question (CITATIONS S1, M8).
func (t *turn) free(plain string) bool {
	folded := retrieval.Fold(strings.TrimSpace(plain))
	if !strings.ContainsFunc(folded, isWordRune) {
		return true
	}
	if says("project", folded) && t.facts.verbatim(phrases()["project"].replace(folded, "")) {
		return true
	}
	numbers := Quantities(plain)
	if !t.allGiven(plain, numbers) {
		return false
	}
	switch {
	case says("absence", folded):
		return !says("contrast", folded)
	case says("project", folded):
		rest := phrases()["project"].replace(folded, "")
		return (!says("norm", rest) || t.facts.checked) && covered(rest, t.facts.words) >= 0.5 &&
			!slices.ContainsFunc(numbers, func(q Quantity) bool { return !t.facts.nearFact(rest, q) })
	case strings.HasSuffix(folded, "?"):
		return covered(plain, t.facts.asked) >= 0.8
	}
	return strings.HasSuffix(folded, ":") && len(numbers) == 0 && !says("norm", folded)
}

// allGiven reports whether the question or the project gives every amount and
// designation of a sentence.
func (t *turn) allGiven(plain string, numbers []Quantity) bool {
	for _, q := range numbers {
		if q.Dir != Unsaid && !t.facts.learned || !t.facts.states(q) {
			return false
		}
	}
	for _, code := range codesIn(plain) {
		if !t.facts.codes[code] {
			return false
		}
	}
	list, _ := designationsIn(plain)
	return !slices.ContainsFunc(list, func(d designation) bool { return !d.within(t.facts.designations) && !t.facts.codes[d.value] })
}

// nearFact reports whether an amount stands in the project's data in a line that
// speaks of the same (CITATIONS N6, M8).
func (f *facts) nearFact(folded string, q Quantity) bool {
	terms := termSet(folded)
	return slices.ContainsFunc(f.lines, func(l factLine) bool { return l.states(q) && (len(l.terms) == 0 || hits(l.terms, terms) > 0) })
}

// bareHeading reports whether a heading only names what follows.
func (t *turn) bareHeading(text string) bool {
	return len(text) <= 200 && t.judgeHeadingNumbers(text) && !says("norm", retrieval.Fold(text))
}

func (t *turn) judgeHeadingNumbers(text string) bool {
	for _, q := range Quantities(text) {
		if !q.Reference && (q.Dir != Unsaid || q.Dimension() != "") && !t.facts.states(q) {
			return false
		}
	}
	return true
}
