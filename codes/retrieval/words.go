package retrieval

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Word is one word or number of a text, with the terms it is found under.
type Word struct {
	Text       string   // as written
	Fold       string   // lower case, without accents; a number with a point
	Terms      []string // what it is indexed as; empty for a stop word
	Number     bool
	Framing    bool // of a question rather than of what it is about: "explain", "requisitos"
	Figure     bool // asks for a figure: "altura", "how many"
	Start, End int  // byte offsets in the text
}

// Stop reports whether the word says too little to be found by.
func (w *Word) Stop() bool { return len(w.Terms) == 0 }

// maxWord is the longest run of letters taken for a word, in bytes. What is
// longer is no word of any language and is ignored.
const maxWord = 64

// Fold brings text to the form words are compared in: lower case, without
// accents, ligatures taken apart ("Anchura útil" becomes "anchura util").
func Fold(text string) string {
	if isLowerASCII(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range norm.NFKD.String(text) {
		r = unicode.ToLower(r)
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		if r > unicode.MaxASCII {
			if letters := plainLetters(r); letters != "" {
				b.WriteString(letters)
				continue
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}

// plainLetters returns what is written for a letter where its own is not at hand, of
// those that no mark can be taken off; "" for the others. "ø" stays: it is the sign of a
// diameter as well.
func plainLetters(r rune) string {
	switch r {
	case 'œ':
		return "oe"
	case 'æ':
		return "ae"
	case 'ß':
		return "ss"
	case 'ł':
		return "l"
	case 'đ', 'ð':
		return "d"
	case 'þ':
		return "th"
	case 'ı':
		return "i"
	}
	return ""
}

func isLowerASCII(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

// Words analyses text written in lang, a BCP 47 tag. Numbers stay whole and
// read the same with comma or point; references are also found in one piece, so
// that "art. 4.2", "DB-SUA 1" and "REI-120" are more than their parts.
func Words(text, lang string) []Word {
	tokens := known().analyzerOf(lang).tokens(nil, text)
	words := make([]Word, len(tokens))
	for i, t := range tokens {
		words[i] = Word{
			Text: t.text, Fold: t.fold, Number: t.number, Framing: t.framing, Figure: t.figure, Start: t.start, End: t.end,
			Terms: slices.Concat(t.terms, t.joined),
		}
	}
	return words
}

// Announced returns how a reference begins that a word announces in a language, "art"
// for "article"; "" for a word that announces none.
func Announced(word, lang string) string { return known().analyzerOf(lang).announced(Fold(word)) }

// token is a word in its place.
type token struct {
	*lexeme
	joined     []string // terms of the reference it ends
	start, end int
}

// stop reports whether the word says too little to be found by.
func (t *token) stop() bool { return len(t.terms) == 0 && len(t.joined) == 0 }

// tokens appends the words of a text to list.
func (a *analyzer) tokens(list []token, text string) []token {
	first := len(list)
	for pos := 0; pos < len(text); {
		start, end := nextRun(text, pos)
		if start == end {
			break
		}
		pos = end
		if end-start > maxWord {
			continue
		}
		list = append(list, token{lexeme: a.lexeme(text[start:end]), start: start, end: end})
		a.joinReference(list[first:], text)
	}
	return list
}

// nextRun finds the next run of letters and digits at or after pos. A comma or
// point between two digits belongs to the run.
func nextRun(text string, pos int) (start, end int) {
	start = -1
	for i, r := range text[pos:] {
		at := pos + i
		switch {
		case r < utf8.RuneSelf && wordASCII[r] || r >= utf8.RuneSelf && isWordRune(r):
			if start < 0 {
				start = at
			}
		case start >= 0 && !insideNumber(text, start, at):
			return start, at
		}
	}
	if start < 0 {
		return len(text), len(text)
	}
	return start, len(text)
}

// wordASCII tells the letters and digits of ASCII.
var wordASCII = func() (table [utf8.RuneSelf]bool) {
	for r := range table {
		table[r] = isWordRune(rune(r))
	}
	return table
}()

func isWordRune(r rune) bool {
	switch r {
	case 'º', 'ª': // "1.º", "20 ºC": marks, not letters of a word
		return false
	case '²', '³':
		return true
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

// insideNumber reports whether the separator at text[at] stands between digits
// of a run that began as a number.
func insideNumber(text string, start, at int) bool {
	if c := text[at]; c != '.' && c != ',' || at+1 >= len(text) {
		return false
	}
	return isDigit(text[start]) && isDigit(text[at-1]) && isDigit(text[at+1])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
