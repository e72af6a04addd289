package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Quote is a quote where it stands.
type Quote struct {
	Block      *retrieval.Block
	Excerpt    string // the quote, led in a table by its caption and header
	Start, End int    // of the quote in the text of the block, in bytes
	Sum        string // SHA-256 of that text, hexadecimal
}

// FindQuote returns where in a section the quote stands word for word; ok is
// false where it does not.
func FindQuote(section []*retrieval.Block, quote string) (q Quote, ok bool) {
	for _, b := range section {
		if start, end := locate(b.Text, quote); start >= 0 {
			return QuoteBlock(b, start, end), true
		}
	}
	return Quote{}, false
}

// QuoteBlock returns the stretch of a block, its text whole where the block has no such
// stretch or nothing stands there.
func QuoteBlock(b *retrieval.Block, start, end int) Quote {
	quote := b.Text
	if 0 <= start && start < end && end <= len(b.Text) && strings.TrimSpace(b.Text[start:end]) != "" {
		quote = b.Text[start:end]
	}
	return Quote{Block: b, Excerpt: excerptOf(b, strings.Join(strings.Fields(quote), " ")), Start: start, End: end, Sum: retrieval.HashText(b.Text)}
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

// HashProblem returns how the block differs from what a file says of it, or "".
func (q Quote) HashProblem(want string) string {
	if want == "" || want == q.Sum {
		return ""
	}
	return "sha256 does not agree: the text of block " + q.Block.ID + " has " + q.Sum + "; read the text again, then correct the rule"
}
