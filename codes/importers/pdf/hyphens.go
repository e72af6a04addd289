package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hyphens joins lines. A hyphen that ends a line may be a part of the word, or may
// have come with the line's end: the words of the rest of the file tell.
type hyphens struct {
	known map[string]bool // words, and words with a hyphen, that stand within lines
}

// maxKnown bounds the words remembered of one file.
const maxKnown = 200_000

func newHyphens() *hyphens { return &hyphens{known: make(map[string]bool)} }

// learn takes the words of a line but the last, which may be a part of one.
func (h *hyphens) learn(line string) {
	fields := strings.Fields(line)
	for i, f := range fields {
		if i == len(fields)-1 && strings.HasSuffix(f, "-") || len(h.known) >= maxKnown {
			return
		}
		if w := strings.ToLower(strings.TrimFunc(f, notLetter)); len(w) > 2 {
			h.known[w] = true
		}
	}
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// join puts a line behind a text.
func (h *hyphens) join(text, line string) string {
	line = strings.TrimSpace(line)
	if text == "" || line == "" {
		return dropSoft(text + line)
	}
	if head, ok := strings.CutSuffix(text, string(softHyphen)); ok {
		return dropSoft(head + line)
	}
	head, ok := strings.CutSuffix(text, "-")
	if !ok || head == "" || strings.HasSuffix(head, " ") || strings.HasSuffix(head, "-") {
		return dropSoft(text + " " + line)
	}
	next, _ := utf8.DecodeRuneInString(line)
	last, _ := utf8.DecodeLastRuneInString(head)
	switch {
	case !unicode.IsLetter(next) && !unicode.IsDigit(next) || !unicode.IsLetter(last) && !unicode.IsDigit(last):
		return dropSoft(text + " " + line)
	case !unicode.IsLower(next) || !unicode.IsLetter(last) || h.keeps(head, line):
		return dropSoft(text + line)
	}
	return dropSoft(head + line)
}

// keeps reports whether the hyphen between two parts belongs to the word.
func (h *hyphens) keeps(head, line string) bool {
	first := strings.ToLower(lastWord(head))
	second := strings.ToLower(strings.TrimRightFunc(firstWord(line), notLetter))
	switch {
	case h.known[first+second]:
		return false
	case h.known[first+"-"+second]:
		return true
	}
	return strings.Contains(first, "-") || len(first) > 2 && len(second) > 2 && h.known[first] && h.known[second]
}

func lastWord(s string) string {
	return strings.TrimLeftFunc(s[strings.LastIndexByte(s, ' ')+1:], notLetter)
}

func firstWord(s string) string {
	s, _, _ = strings.Cut(s, " ")
	return s
}

// dropSoft takes out hyphens that are not seen.
func dropSoft(s string) string { return strings.ReplaceAll(s, string(softHyphen), "") }
