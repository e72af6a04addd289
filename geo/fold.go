package geo

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold reduces text to what a search compares: lower-case letters without
// accents, digits and symbols, in words parted by one space. "L'Hospitalet de
// Llobregat" becomes "l hospitalet de llobregat", "Coruña, A" "coruna a",
// "Vall·llobrega" and "vall.llobrega" lose the dot. Punctuation parts words, but
// % _ * ? and \ are kept as they are: in a search they stand for themselves and
// for nothing else. Folding twice changes nothing more.
func Fold(text string) string {
	var room [128]byte
	folded := appendFold(room[:0], text)
	if string(folded) == text {
		return text
	}
	return string(folded)
}

// appendFold appends the folded text to dst.
func appendFold(dst []byte, text string) []byte {
	f := folder{dst: dst, start: len(dst)}
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			f.ascii(c, text[i+1:])
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !f.common(r) {
			return appendFoldAny(dst, text)
		}
		i += size
	}
	return f.trimmed()
}

// appendFoldAny folds text of any script. It gives what appendFold gives for
// the letters that one knows, only more slowly.
func appendFoldAny(dst []byte, text string) []byte {
	f := folder{dst: dst, start: len(dst)}
	plain := norm.NFKD.String(strings.ToValidUTF8(text, "\uFFFD"))
	for i := 0; i < len(plain); {
		r, size := utf8.DecodeRuneInString(plain[i:])
		i += size
		switch {
		case r < utf8.RuneSelf:
			f.ascii(byte(r), plain[i:])
		case !f.common(r):
			f.any(r)
		}
	}
	return f.trimmed()
}

// folder writes folded text. A space is written only between words.
type folder struct {
	dst   []byte
	start int
}

func (f *folder) trimmed() []byte {
	if n := len(f.dst); n > f.start && f.dst[n-1] == ' ' {
		return f.dst[:n-1]
	}
	return f.dst
}

func (f *folder) space() {
	if n := len(f.dst); n > f.start && f.dst[n-1] != ' ' {
		f.dst = append(f.dst, ' ')
	}
}

// ascii writes one ASCII character; rest is what follows it.
func (f *folder) ascii(c byte, rest string) {
	switch folded := asciiFold[c]; {
	case folded != ' ':
		f.dst = append(f.dst, folded)
	case c == '.' && f.betweenLs(rest):
		// The dot of "col.legi" stands for the middle dot of "col·legi".
	default:
		f.space()
	}
}

func (f *folder) betweenLs(rest string) bool {
	n := len(f.dst)
	if n == f.start || f.dst[n-1] != 'l' || rest == "" {
		return false
	}
	switch r, _ := utf8.DecodeRuneInString(rest); {
	case r < utf8.RuneSelf:
		return asciiFold[r] == 'l'
	case r < rune(len(latinFold)):
		return strings.HasPrefix(latinFold[r], "l")
	}
	return false
}

// common writes a character that Latin text has. It returns false, having
// written nothing, for one that needs tables.
func (f *folder) common(r rune) bool {
	switch {
	case r >= 0x80 && r < rune(len(latinFold)):
		f.latin(latinFold[r])
	case 0x300 <= r && r <= 0x36F: // combining accents
	case 0x2010 <= r && r <= 0x201F, r == 0x02BC: // dashes, quotes, apostrophes
		f.space()
	default:
		return false
	}
	return true
}

func (f *folder) latin(folded string) {
	letters, parts := strings.CutPrefix(folded, " ")
	if parts {
		f.space()
	}
	f.dst = append(f.dst, letters...)
}

// any writes one character of decomposed text.
func (f *folder) any(r rune) {
	switch small := lower(r); {
	case unseen(r):
	case r == utf8.RuneError || unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsControl(r):
		f.space()
	case !f.common(small): // capital sharp s, for one, has a common small letter
		f.dst = utf8.AppendRune(f.dst, small)
	}
}

// unseen reports whether r is left out: accents, invisible characters, and the
// dot in the middle of a word.
func unseen(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Cf) || strings.ContainsRune(middleDots, r)
}

// lower returns the small letter of r, one and the same for every way to write
// it.
func lower(r rune) rune {
	r = unicode.ToLower(r)
	if r == 'ς' {
		return 'σ'
	}
	return r
}

// middleDots are written inside a word, most often between two l.
const middleDots = "·•‧∙⋅・"

// specialLetters have no decomposition that leads to a letter of ASCII.
var specialLetters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ħ': "h", 'ŧ': "t", 'ı': "i", 'ŋ': "n", 'ĸ': "k",
}

// asciiFold gives the folded form of each ASCII character, ' ' for those that
// part words.
var asciiFold = func() (table [utf8.RuneSelf]byte) {
	for c := range table {
		r := rune(c)
		switch {
		case strings.ContainsRune(`%_*?\`, r):
			table[c] = byte(c)
		case r == '`' || unicode.IsPunct(r) || unicode.IsControl(r) || r == ' ':
			table[c] = ' '
		default:
			table[c] = byte(unicode.ToLower(r))
		}
	}
	return table
}()

// latinFold gives the folded form of each character of Latin-1 and Latin
// Extended-A, " " for those that part words.
var latinFold = func() (table [0x180]string) {
	for c := 0x80; c < len(table); c++ {
		table[c] = foldLatin(rune(c))
	}
	return table
}()

func foldLatin(r rune) string {
	if special, ok := specialLetters[unicode.ToLower(r)]; ok {
		return special
	}
	var out []byte
	for _, part := range norm.NFKD.String(string(r)) {
		switch {
		case unseen(part):
		case part < utf8.RuneSelf:
			out = append(out, asciiFold[part])
		case part == 0x02BC || unicode.IsSpace(part) || unicode.IsPunct(part) || unicode.IsControl(part):
			out = append(out, ' ')
		default:
			out = utf8.AppendRune(out, lower(part))
		}
	}
	return string(out)
}
