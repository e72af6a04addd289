package verify

import (
	"strings"
	"unicode"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Programs that draw write several words as one: "ItinerarioAccesible",
// "Pilar_HA 40x40:PIL-S1-07", "Railing:Pipe_950:RL-12". What follows takes them apart, and
// leaves out what only numbers a type: codes, sizes and tags that no rule knows.

// wordsInOne are words that are parted by their capitals alone.
var wordsInOne = lazyregexp.New(`[\p{Lu}]?\p{Ll}{2,}(?:\p{Lu}\p{Ll}{2,})+`)

// propertyOfSet is a property of a model with the set it is of: "Pset_DoorCommon.FireRating".
// Names of other kinds say which thing is meant.
var propertyOfSet = lazyregexp.New(`\b(?:Pset|Qto)_\pL+\.(\p{Lu})`)

// sizeOf is the size of a thing, of which nobody says which side is which: "82x203", "0,90 x
// 2,10 m". It is left out, and no length is assumed beside it. "2 x 9 m" is two of them.
var sizeOf = lazyregexp.New(`(^|[\s(])` + side + `(?:\s?[xX×]\s?` + side + `){1,2}(?:\s?[mc]?m)?([\s,;.)\]]|$)`)

const side = `(?:[0-9]{2,}(?:[.,][0-9]+)?|[0-9][.,][0-9]+)`

// hasSize reports whether text holds the size of a thing.
func hasSize(text string) bool { return strings.ContainsAny(text, "xX×") && sizeOf.MatchString(text) }

// exported returns text with the names that programs write taken apart.
func (v *rulebook) exported(text string) string {
	if hasSize(text) {
		text = sizeOf.ReplaceAllString(text, "$1$2")
	}
	text = wordsInOne.ReplaceAllStringFunc(propertyOfSet.ReplaceAllString(text, "$1"), apart)
	var out []string
	for _, field := range strings.Fields(text) {
		if bare := strings.TrimRight(field, ".,;:)]"); v.isTypeName(bare) {
			if field = v.ofType(bare) + field[len(bare):]; strings.Trim(field, ".,;:)]") == "" {
				continue
			}
		} else if long := v.tongues.Unpointed(bare); long != "" && len(v.lexicon.Scan(v.wordsOf(bare, ""))) == 0 {
			field = long + field[len(bare):]
		}
		out = append(out, field)
	}
	if !strings.ContainsFunc(strings.Join(out, ""), unicode.IsLetter) {
		return strings.ReplaceAll(text, "_", " ")
	}
	return strings.ReplaceAll(strings.Join(out, " "), "_", " ")
}

// apart puts a blank before each capital inside a word. The class of a model stays one.
func apart(word string) string {
	if isModelClass(word) {
		return word
	}
	var out strings.Builder
	for i, r := range word {
		if i > 0 && unicode.IsUpper(r) {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
	}
	return out.String()
}

// isTypeName reports whether a word is the name of a type: words or codes joined by "_", or
// by ":" before a tag.
func (v *rulebook) isTypeName(word string) bool {
	if len(word) > maxTypeName || strings.ContainsAny(word, "=()[]<>") {
		return false
	}
	at := strings.LastIndexByte(word, ':')
	return strings.Contains(word, "_") || at > 0 && isTag(word[at+1:]) && v.unknownCode(word[at+1:])
}

// maxTypeName is the most bytes the name of a type has. In what is longer "_" is a blank.
const maxTypeName = 120

// ofType returns the words of the name of a type; what "_" joins is one part, and ":" begins
// another.
func (v *rulebook) ofType(name string) string {
	var parts []string
	for part := range strings.SplitSeq(name, ":") {
		pieces := strings.FieldsFunc(part, func(r rune) bool { return r == '_' || r == '+' })
		var kept []string
		for i, piece := range pieces {
			if !v.onlyNumbers(pieces, i) {
				kept = append(kept, piece)
			}
		}
		if len(kept) > 0 {
			parts = append(parts, strings.Join(kept, " "))
		}
	}
	return strings.Join(parts, ", ")
}

// onlyNumbers reports whether pieces[i] only numbers a type: a code that no rule knows, by
// itself or with the piece before it, or the letter of a tag, "P_07".
func (v *rulebook) onlyNumbers(pieces []string, i int) bool {
	piece := pieces[i]
	switch {
	case !isCode(piece), v.tongues.Abbreviates(piece), v.tongues.Denies(piece), i > 0 && !v.unknownCode(pieces[i-1]+" "+piece):
		return false
	case v.unknownCode(piece):
		return true
	}
	return len(piece) == 1 && i+1 < len(pieces) && isOrdinal(pieces[i+1])
}

// isCode reports whether a word is written as codes are: in capitals, or with digits.
func isCode(word string) bool {
	return isCapitals(word) || strings.ContainsAny(word, "0123456789")
}
