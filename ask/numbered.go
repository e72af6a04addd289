package ask

import (
	"strconv"
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// numbered is a marker of numbers, as a model writes it that numbers its sources and
// has not taken note of their handles.
var numbered = lazyregexp.New(`[\[【]\s*\^?[0-9]{1,3}(?:\s*[,;]\s*\^?[0-9]{1,3})*\s*(?:†[^\[\]【】\n]{0,40})?[\]】](?:\([^()\n]{0,600}\))?`)

var digitsOnly = lazyregexp.New(`[0-9]{1,3}`)

// mostNumbered is how many sentences with numbers for markers are looked into.
const mostNumbered = 60

// markNumbers puts marks in the place of numbers that count the passages in the order
// the model saw them, where what the sentence states by figures stands there (CITATIONS M2). A draft that names a handle means its numbers
// otherwise.
func (t *turn) markNumbers(text string) string {
	if len(t.issued) == 0 || !numbered.MatchString(text) || t.namesHandle(text) {
		return text
	}
	left := mostNumbered
	var b strings.Builder
	for line := range strings.Lines(text) {
		for _, s := range Sentences(line) {
			before, behind, _ := strings.Cut(line, s)
			if left > 0 && numbered.MatchString(s) {
				left--
				s = t.markSentence(s)
			}
			b.WriteString(before + s)
			line = behind
		}
		b.WriteString(line)
	}
	return b.String()
}

func (t *turn) namesHandle(text string) bool {
	for handle := range t.byHandle {
		if strings.Contains(text, handle) {
			return true
		}
	}
	return false
}

// markSentence resolves the numbers of one sentence, if the passages they count bear it out.
func (t *turn) markSentence(sentence string) string {
	var cited []int
	beyond := false
	marked := numbered.ReplaceAllStringFunc(sentence, func(m string) string {
		marks := ""
		inside, _, _ := strings.Cut(m, "](")
		inside, _, _ = strings.Cut(inside, "†")
		for _, digits := range digitsOnly.Get().FindAllString(inside, -1) {
			n, _ := strconv.Atoi(digits) // at most three digits
			if n < 1 || n > len(t.issued) {
				beyond = true
				return m
			}
			cited, marks = append(cited, n-1), marks+markOf(n-1)
		}
		return marks
	})
	if beyond || !t.bears(numbered.ReplaceAllString(sentence, ""), cited) {
		return sentence
	}
	return marked
}

// bears reports whether passages can be cited for a sentence: they hold it, or its
// figures.
func (t *turn) bears(plain string, cited []int) bool {
	var proof []*evidence
	for _, i := range cited {
		if !t.citable(t.issued[i]) {
			return false
		}
		if t.issued[i].holds(plain) {
			return true
		}
		proof = append(proof, t.evidenceOf(t.issued[i]))
	}
	return t.unproved(t.newClaim(plain), proof) == ""
}
