package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
)

// citation is a quote where it stands.
type citation struct {
	block      *retrieval.Block
	excerpt    string // the quote, led in a table by its caption and header
	start, end int    // of the quote in block.Text, in bytes
	sum        string // SHA-256 of block.Text, hexadecimal
	as         string // what an author cites it by; "" leaves it to the heading
}

// findQuote returns where in a section the quote stands word for word; ok is
// false where it does not.
func findQuote(section []*retrieval.Block, quote string) (c citation, ok bool) {
	for _, b := range section {
		start, end := locate(b.Text, quote)
		if start < 0 {
			continue
		}
		sum := sha256.Sum256([]byte(b.Text))
		return citation{block: b, excerpt: excerptOf(b, squeeze(quote)), start: start, end: end, sum: hex.EncodeToString(sum[:])}, true
	}
	return citation{}, false
}

// excerptOf is what to show of a quote.
func excerptOf(b *retrieval.Block, quote string) string {
	if b.Table == nil {
		return quote
	}
	lines := []string{b.Table.Caption, strings.Join(b.Table.Header, " | "), quote}
	lines = slices.DeleteFunc(lines, func(s string) bool { return strings.TrimSpace(s) == "" })
	return strings.Join(slices.Compact(lines), "\n")
}

// locate returns where text holds quote, in bytes, when every run of white space
// counts as one space; -1 where it does not.
func locate(text, quote string) (start, end int) {
	words := strings.Fields(quote)
	if len(words) == 0 {
		return -1, -1
	}
	for from := 0; from <= len(text); {
		i := strings.Index(text[from:], words[0])
		if i < 0 {
			break
		}
		start = from + i
		if end := follow(text, start+len(words[0]), words[1:]); end >= 0 {
			return start, end
		}
		_, size := utf8.DecodeRuneInString(text[start:])
		from = start + size
	}
	return -1, -1
}

// follow returns where the words end that must come next in text, each behind
// white space; -1 when something else does.
func follow(text string, at int, words []string) int {
	for _, word := range words {
		rest := strings.TrimLeftFunc(text[at:], unicode.IsSpace)
		if len(rest) == len(text)-at || !strings.HasPrefix(rest, word) {
			return -1
		}
		at = len(text) - len(rest) + len(word)
	}
	return at
}

// squeeze makes every run of white space one space.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// hashProblem returns how the block differs from what a file says of it, or "".
func (c citation) hashProblem(want string) string {
	if want == "" || want == c.sum {
		return ""
	}
	return "sha256 does not agree: the text of block " + c.block.ID + " has " + c.sum + "; read the text again, then correct the rule"
}
