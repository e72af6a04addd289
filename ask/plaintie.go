package ask

import (
	"strings"
	"unicode"
)

// Where a draft keeps two words on one line, as some languages do with a number and
// its unit, the answer does so too. While a draft is held against its sources any
// space is like another: only which words are tied is remembered.

// ties are pairs of words with such a space between.
type ties map[[2]string]bool

// mostTies bounds what is remembered of a draft.
const mostTies = 2000

const (
	wideTie   = "\u00a0"
	narrowTie = "\u202f"
)

// read remembers the pairs of a draft.
func (t ties) read(text string) {
	eachGap(text, func(at int, before, after string) {
		if gap := text[at:]; (strings.HasPrefix(gap, wideTie) || strings.HasPrefix(gap, narrowTie)) && len(t) < mostTies {
			t[[2]string{before, after}] = true
		}
	})
}

// bind ties the pairs of a text that were remembered.
func (t ties) bind(text string) string {
	var b strings.Builder
	from := 0
	eachGap(text, func(at int, before, after string) {
		if text[at] == ' ' && t[[2]string{before, after}] {
			b.WriteString(text[from:at])
			b.WriteString(wideTie)
			from = at + 1
		}
	})
	return b.String() + text[from:]
}

// eachGap visits the places of a text where one space parts two words.
func eachGap(text string, visit func(at int, before, after string)) {
	before, start, gap, spaces := "", -1, 0, 0
	for i, r := range text + " " {
		if space := unicode.IsSpace(r); !space && start < 0 {
			start = i
		} else if space && start >= 0 {
			if before != "" && spaces == 1 {
				visit(gap, before, text[start:i])
			}
			before, start, gap, spaces = text[start:i], -1, i, 1
		} else if space {
			spaces++
		}
	}
}
