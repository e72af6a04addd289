package extractive

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// What stands in a text and is no rule: the mark of an item by itself, a heading
// among the paragraphs, a table of contents, a question of a form.

var (
	loneMark = lazyregexp.New(`^[\s([«]*(?:\p{L}{0,9}\.? ?)?(?:[0-9]{1,3}(?:\.[0-9]{1,3})*|[a-z]|[ivx]{1,4})[.)º]*\s*$`)

	drawn = lazyregexp.New(`^[\s«]*[[(](?:imagen|formula|tabla|image|table)\b[^\])]{0,80}(?:en este texto|in this text)`)

	formAsks = lazyregexp.New(`^(?:what|does|do|are|is|have|has|which|how|who|when|was|were|can)\b`)
)

const (
	longestHeading = 10 // words
	leastContents  = 20 // words of a table of contents
	mostCapitals   = 0.3
)

//go:embed itself.txt
var itselfTXT string

// itselfPhrases are how a sentence begins by which a text speaks of itself.
var itselfPhrases = sync.OnceValue(func() []string {
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(itselfTXT), "\n"), func(l string) bool { return l == "" || l[0] == '#' })
})

// noRule reports whether a statement cannot be a rule, nor say anything by itself.
func noRule(s *statement) bool {
	if s.row >= 0 {
		return false
	}
	folded := retrieval.Fold(s.text)
	if slices.ContainsFunc(itselfPhrases(), func(p string) bool { return strings.HasPrefix(folded, p) }) {
		return true
	}
	if drawn.MatchString(folded) {
		return true // a reader of a file wrote it: the words of a drawing, without the drawing
	}
	return loneMark.MatchString(folded) || formAsks.MatchString(folded) && !strings.HasPrefix(folded, "do not") && !strings.Contains(folded, ", ") || isHeading(s, folded) || isContents(s.text)
}

// isHeading reports whether words end in no stop, have no verb of a rule and no
// figure, and stand under nothing that they could go on from.
func isHeading(s *statement, folded string) bool {
	if s.lead != "" || len(strings.Fields(folded)) > longestHeading || strings.ContainsAny(folded, "0123456789:;") {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(folded))
	return unicode.IsLetter(last) && !normCue.MatchString(folded) && !valueCue.MatchString(folded) && !neededCue.MatchString(folded) && !futureVerb.MatchString(folded)
}

// isContents reports whether words are headings strung together: many, and many of
// them in capitals.
func isContents(text string) bool {
	list := strings.Fields(text)
	if len(list) < leastContents {
		return false
	}
	capitals := 0
	for _, w := range list {
		first, _ := utf8.DecodeRuneInString(w)
		next, _ := utf8.DecodeRuneInString(w[min(len(w), utf8.RuneLen(first)):])
		if unicode.IsUpper(first) && unicode.IsLower(next) {
			capitals++
		}
	}
	return float64(capitals) > mostCapitals*float64(len(list))
}
