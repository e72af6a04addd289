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

// appendFold writes the folded text into the memory of dst, from its beginning.
func appendFold(dst []byte, text string) []byte {
	dst = dst[:0]
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			dst = appendASCII(dst, c, text[i+1:])
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !isCommon(r) {
			return appendFoldAny(dst, text)
		}
		dst = appendCommon(dst, r)
		i += size
	}
	return trimSpace(dst)
}

// appendFoldAny folds text of any script. It gives what appendFold gives for
// the letters that one knows, only more slowly.
func appendFoldAny(dst []byte, text string) []byte {
	dst = dst[:0]
	plain := norm.NFKD.String(strings.ToValidUTF8(text, "\uFFFD"))
	for i := 0; i < len(plain); {
		r, size := utf8.DecodeRuneInString(plain[i:])
		i += size
		switch {
		case r < utf8.RuneSelf:
			dst = appendASCII(dst, byte(r), plain[i:])
		case isCommon(r):
			dst = appendCommon(dst, r)
		default:
			dst = appendAny(dst, r)
		}
	}
	return trimSpace(dst)
}

// appendSpace parts words: it adds nothing in front of the first one or after
// another space.
func appendSpace(dst []byte) []byte {
	if n := len(dst); n > 0 && dst[n-1] != ' ' {
		return append(dst, ' ')
	}
	return dst
}

func trimSpace(dst []byte) []byte {
	if n := len(dst); n > 0 && dst[n-1] == ' ' {
		return dst[:n-1]
	}
	return dst
}

// appendASCII adds one ASCII character; rest is what follows it.
func appendASCII(dst []byte, c byte, rest string) []byte {
	switch folded := asciiFold[c]; {
	case folded != ' ':
		return append(dst, folded)
	case c == '.' && betweenLs(dst, rest):
		return dst // the dot of "col.legi" stands for the middle dot of "col·legi"
	}
	return appendSpace(dst)
}

func betweenLs(before []byte, rest string) bool {
	if n := len(before); n == 0 || before[n-1] != 'l' || rest == "" {
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

// isCommon reports whether r, which is not ASCII, is a character of Latin text
// that appendCommon knows.
func isCommon(r rune) bool {
	return r < rune(len(latinFold)) || isAccent(r) || 0x2010 <= r && r <= 0x201F || r == modifierApostrophe
}

const modifierApostrophe = 0x02BC

// isAccent reports whether r is a combining accent.
func isAccent(r rune) bool { return 0x300 <= r && r <= 0x36F }

func appendCommon(dst []byte, r rune) []byte {
	switch {
	case r < rune(len(latinFold)):
		letters, parts := strings.CutPrefix(latinFold[r], " ")
		if parts {
			dst = appendSpace(dst)
		}
		return append(dst, letters...)
	case isAccent(r):
		return dst
	}
	return appendSpace(dst) // dashes, quotes, apostrophes
}

// appendAny adds one character of decomposed text that is not common.
func appendAny(dst []byte, r rune) []byte {
	small := lower(r)
	switch {
	case unseen(r):
		return dst
	case r == utf8.RuneError || unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsControl(r):
		return appendSpace(dst)
	case small < utf8.RuneSelf:
		return appendASCII(dst, byte(small), "")
	case isCommon(small): // capital sharp s, for one, has a common small letter
		return appendCommon(dst, small)
	}
	return utf8.AppendRune(dst, small)
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
		case part == modifierApostrophe || unicode.IsSpace(part) || unicode.IsPunct(part) || unicode.IsControl(part):
			out = append(out, ' ')
		default:
			out = utf8.AppendRune(out, lower(part))
		}
	}
	return string(out)
}
