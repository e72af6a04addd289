package askeval

import (
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/retrieval"
)

// plain writes a text as its folded words and numbers, a space around each, so
// that words are found whole and nothing else matters.
func plain(text string) string {
	var b strings.Builder
	b.WriteByte(' ')
	space := true
	for _, r := range retrieval.Fold(text) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '%' {
			b.WriteRune(r)
			space = false
		} else if !space {
			b.WriteByte(' ')
			space = true
		}
	}
	if !space {
		b.WriteByte(' ')
	}
	return b.String()
}

// dense is plain without its spaces, for texts whose words a page cut apart.
func dense(plain string) string { return strings.ReplaceAll(plain, " ", "") }

// pieces are the parts of a quote between what was left out, as plain writes them.
func pieces(quote string) []string {
	var list []string
	for part := range strings.SplitSeq(strings.ReplaceAll(quote, "[...]", "[…]"), "[…]") {
		if part = plain(part); part != " " {
			list = append(list, part)
		}
	}
	return list
}
