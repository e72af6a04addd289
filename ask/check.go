package ask

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
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
	if t.repeats(sentence) {
		return ""
	}
	if t.plain != nil {
		return t.judgePlain(sentence)
	}
	plain := withoutMarks(sentence)
	if saysNothing(plain) && len(marksIn(sentence)) > 0 {
		return "it cites a passage and says nothing of it"
	}
	if cited := marksIn(sentence); len(cited) > 0 && !t.isAbsence(plain) {
		if reason := t.unsupported(plain, over, cited); reason != "" {
			return reason
		}
		for _, one := range inPairs(plain) {
			if c := t.newClaim(one, over); c.wrongNumber(t.evidenceOf(cited)) != "" {
				return "the values are not those of what is named in the same order"
			}
		}
		return t.pooled(sentence, over)
	}
	if t.form != "" || t.free(plain) { // what says of itself what it is quotes, and has words of its own beside
		return ""
	}
	return "it claims something and cites no passage of this turn"
}

// saysNothing reports whether a sentence has no word that counts and no number.
func saysNothing(plain string) bool {
	return !slices.ContainsFunc(retrieval.Words(plain, Language(plain)), func(w retrieval.Word) bool { return w.Number || !w.Stop() })
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

// evidenceOf is what the passages cited can prove.
func (t *turn) evidenceOf(cited []int) []*support {
	list := make([]*support, len(cited))
	for k, i := range cited {
		list[k] = supportOf(t.issued[i])
	}
	return list
}

// unsupported holds a sentence against the passages it cites, from the figures
// down to the words.
func (t *turn) unsupported(plain, around string, cited []int) string {
	passages := make([]*passage, len(cited))
	evidence := t.evidenceOf(cited)
	for k, i := range cited {
		passages[k] = t.issued[i]
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
	if reason := c.strange(evidence); reason != "" {
		return reason
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
	if private == len(passages) && (says("law", folded) || says("ruling", folded)) && !says("attribution", folded) {
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

// strange returns what a sentence does that no check follows: it denies a whole
// sentence, recommends what the passages do not, or writes numbers in other digits.
func (c *claim) strange(evidence []*support) string {
	switch {
	case says("falsity", c.folded):
		return "it says that something is false"
	case says("advice", c.folded) && !slices.ContainsFunc(evidence, func(s *support) bool { return s.advises }):
		return "the passages cited recommend nothing"
	case strings.ContainsFunc(c.text, func(r rune) bool { return r > unicode.MaxASCII && unicode.Is(unicode.Nd, r) }):
		return "its numbers are not in digits that can be checked"
	}
	return ""
}

// wordless reports whether a sentence is a mere yes or no.
func (c *claim) wordless() bool {
	if len(c.numbers) > 0 || len(c.refs) > 0 || !yesOrNo.MatchString(c.folded) {
		return false
	}
	return len(c.terms()) == 0
}

var yesOrNo = lazyregexp.New(`^\s*(si|no|yes)\b`)

// answering makes of "no, according to the text" the claim it is: the question,
// denied.
func (t *turn) answering(c *claim) *claim {
	asked := strings.Trim(strings.TrimSpace(t.question.Text), "¿?¡! ")
	if yesOrNo.FindStringSubmatch(c.folded)[1] == "no" {
		asked = "no " + asked
	}
	return t.newClaim(asked, c.around)
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
