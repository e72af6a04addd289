package crossref

import (
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
)

// word is a run of letters, or of letters and digits, of a text.
type word struct {
	start, end int
	fold       string
}

func wordsOf(text string) []word {
	var list []word
	for pos := 0; pos < len(text); {
		w, ok := nextWord(text, pos)
		if !ok {
			break
		}
		list = append(list, w)
		pos = w.end
	}
	return list
}

// nextWord returns the first word at or after pos.
func nextWord(text string, pos int) (w word, ok bool) {
	for pos < len(text) {
		r, size := utf8.DecodeRuneInString(text[pos:])
		if isLetter(r) || unicode.IsDigit(r) {
			break
		}
		pos += size
	}
	w.start = pos
	for pos < len(text) {
		r, size := utf8.DecodeRuneInString(text[pos:])
		if !isLetter(r) && !unicode.IsDigit(r) {
			break
		}
		pos += size
	}
	w.end = pos
	if w.start == w.end {
		return word{}, false
	}
	w.fold = retrieval.Fold(text[w.start:w.end])
	return w, true
}

// isLetter takes the marks of ordinals, "1.ª", for no letters.
func isLetter(r rune) bool { return r != 'º' && r != 'ª' && unicode.IsLetter(r) }
