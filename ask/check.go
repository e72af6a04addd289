package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
)

// maxSentence bounds a sentence in bytes; nobody checks a longer one.
const maxSentence = 4000

func (t *turn) inScope(doc string) bool { return slices.Contains(t.scope, doc) }

// judge says why a sentence may not stay; "" when it may. Only what code can know for
// sure is judged: markers, verbatim text, amounts, rows, references, sums and status
// (CITATIONS M, H). What the words mean is left to the second reading.
func (t *turn) judge(sentence string) (reason string) {
	if len(sentence) > maxSentence {
		return "the sentence is too long to be checked"
	}
	plain, cited := withoutMarks(sentence), marksIn(sentence)
	switch {
	case t.form != "": // it quotes, and restates nothing (CITATIONS A2)
		return ""
	case len(cited) == 0 && t.free(plain):
		return ""
	case len(cited) == 0:
		return noMarker
	case !strings.ContainsFunc(plain, isWordRune):
		return "it cites a passage and says nothing of it"
	case t.isAbsence(plain):
		return ""
	}
	passages := mapSlice(cited, func(i int) *passage { return t.issued[i] })
	if reason := t.misplaced(plain, passages); reason != "" {
		return reason
	}
	if slices.ContainsFunc(passages, func(p *passage) bool { return p.holds(plain) }) {
		return ""
	}
	return t.unproved(t.newClaim(plain), mapSlice(passages, t.evidenceOf))
}

const noMarker = "it claims something and cites no passage of this turn"

// misplaced says what a sentence has to tell of a passage that is not law in force: that
// the edition is repealed or a draft, or that a document of the project is not the law
// (CITATIONS H7).
func (t *turn) misplaced(plain string, passages []*passage) string {
	private := 0
	for _, p := range passages {
		switch {
		case p.document != nil:
			private++
		case p.status == codes.Repealed && !t.says("repealed", plain):
			return "it cites a repealed edition without saying so"
		case (p.status == codes.Draft || p.status == codes.InProgress) && !t.says("draft", plain):
			return "it cites a text that is not in force yet without saying so"
		}
	}
	if private == len(passages) && t.says("law", plain) && !t.says("attribution", plain) {
		return "it cites a document of the project as if it were the regulation"
	}
	return ""
}
