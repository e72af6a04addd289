package pdf

import (
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// markOnly is a text that is nothing but the number or mark of what stands behind
// it: "3.1.1", "a)", "(ii)", "•".
var markOnly = lazyregexp.New(`^(?:\(?(?:\d{1,3}(?:\.\d{1,3}){0,6}|[A-Z]\d{0,2}(?:\.\d{1,3})*|[a-zñ]{1,2}|[ivxlc]{1,6}|[IVXLC]{1,6})(?:[.)]|\.\)|\.?[ºª°])?|[–—•·▪■●○◦►▶✓◾‣∙*-]|o)$`)

// isMark reports whether a text is only a mark.
func isMark(text string) bool { return len(text) <= 16 && markOnly.MatchString(text) }

// labelled is the caption of a table numbered in a way of its own: "Tabla
// a-Anejo D. Perfiles".
var labelled = lazyregexp.New(`^\pL+\.?\s+(?:[\pL\d]|[\pL\d.]*[-–.\d][-–.\pL\d]*(?:\s\pL)?)(?:[\s.:–-]|$)`)

// captionOf recognises a caption, and says of what.
func captionOf(g *legal.Grammar, text string) (of string, ok bool) {
	if of, ok = g.Caption(text); ok {
		return of, true
	}
	const longest = 240 // bytes
	if len(text) <= longest && importers.IsTableCaption(text) && labelled.MatchString(text) && !strings.HasSuffix(text, ";") {
		return legal.OfTable, true
	}
	return "", false
}

// startsItem reports whether a line begins with a mark, and whether that alone
// makes it a new paragraph: a bullet, or a mark set apart.
func startsItem(s segment) (marked, sure bool) {
	head := firstWord(s.text)
	mark, ok := legal.ParseMark(s.text)
	switch {
	case ok:
		bullet := mark.Text != "" && mark.Text[0] >= utf8.RuneSelf
		return true, bullet || s.gap > 0.6*s.size
	case !isMark(head) || len(head) == len(s.text):
		return false, false
	case head[0] < '0' || head[0] > '9': // a letter alone is more often a word
		apart := s.gap > 1.1*s.size
		return apart, apart
	}
	return true, s.gap > 0.6*s.size
}
