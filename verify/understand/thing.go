package understand

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Thing returns what the element of a check is, without the measure where it says
// over again what the parameter asks: "altura de la barandilla", altura, is about a
// barandilla, and so is "guardrail height", height, about a guardrail. Only the very
// words of the parameter are taken off, and only where what is left is what they
// measure. Everything else comes back as it is.
func (t *Languages) Thing(element, parameter string) string {
	asked := t.stemsOf(parameter)
	if len(asked) == 0 {
		return element
	}
	words := t.spoken(element)
	if rest := t.measured(element, words, asked); rest != "" {
		return rest
	}
	if rest := t.measuredBefore(element, words, asked); rest != "" {
		return rest
	}
	return element
}

// spoken is a word of a text and where it stands.
type spoken struct {
	start, end int
	fold, stem string
	role       Role
	does       Does
}

// weighty reports whether a word says what is measured: "altura", not "la" or
// "mínima".
func (s *spoken) weighty() bool {
	return s.role != article && s.role != LinkWord && s.does&isNeutral == 0
}

// spoken returns the words of a text with their places; a number is a word.
func (t *Languages) spoken(text string) []spoken {
	var list []spoken
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			at += size
			continue
		}
		size = max(size, t.wordLength(text[at:]))
		s := spoken{start: at, end: at + size, fold: retrieval.Fold(text[at : at+size])}
		s.stem, s.role = t.Stem(s.fold), t.roles[s.fold]
		s.does = t.Does(s.fold, s.stem)
		list = append(list, s)
		at += size
	}
	return list
}

// stemsOf returns the stems of the weighty words of a parameter; none where it
// holds a number, which may be a value.
func (t *Languages) stemsOf(parameter string) []string {
	if strings.ContainsFunc(parameter, unicode.IsDigit) {
		return nil
	}
	var stems []string
	for _, s := range t.spoken(parameter) {
		if s.weighty() {
			stems = append(stems, s.stem)
		}
	}
	return stems
}

// measured returns what stands behind the words asked at the beginning of a text, with
// a link or without: "altura mínima de la barandilla". A link that says where hangs nothing there
// ("anchura al pie"), and a number there is a value ("altura de 80 cm").
func (t *Languages) measured(text string, words []spoken, asked []string) string {
	i := 0
	for k := 0; k < len(asked); i++ {
		switch {
		case i == len(words):
			return ""
		case !words[i].weighty():
		case words[i].stem != asked[k]:
			return ""
		default:
			k++
		}
	}
	for i < len(words) && words[i].does&isNeutral != 0 && words[i].role != LinkWord {
		i++
	}
	if i >= len(words) || words[i].does&saysPosition != 0 || words[i].role == Preposition || parted(text[:words[i].end]) {
		return ""
	}
	rest := text[words[i].start:]
	if words[i].role == LinkWord {
		rest = strings.TrimLeft(text[words[i].end:], " '’")
	}
	if first := t.spoken(t.Digits(rest, "")); len(first) == 0 || unicode.IsDigit(rune(first[0].fold[0])) {
		return ""
	}
	return rest
}

// measuredBefore returns what stands before the words asked at the end of a text, as
// languages have it that put the head last: "guardrail height". A text that another
// language's little words stand in is none of theirs.
func (t *Languages) measuredBefore(text string, words []spoken, asked []string) string {
	lang, sure := t.tell(strings.Fields(retrieval.Fold(text)))
	if sure && t.HeadFirst(lang) || !slices.ContainsFunc(t.languages, func(l *Language) bool { return !l.headFirst }) {
		return ""
	}
	n := len(words) - len(asked)
	if n < 1 || words[n-1].role != PlainWord || parted(text[words[n-1].end:]) {
		return ""
	}
	for k, stem := range asked {
		if words[n+k].stem != stem {
			return ""
		}
	}
	return text[:words[n-1].end]
}

// parted reports whether a sign cuts a text into parts.
func parted(text string) bool { return strings.ContainsAny(text, ",;:()[]\n") }
