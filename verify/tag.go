package verify

import (
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/verify/understand"
)

// Drawings and models call their things by tags: "MUR-EXT-02", "P-07", "IfcDoor:", "TAB 03".
// A tag is a name somebody gave, whatever its letters would say elsewhere, so a check is
// read without it. A code that the rules know ("EI 60", "IDA-2") is no tag.

// untagged returns text without its tags.
func (v *rulebook) untagged(text string) string {
	if !strings.ContainsFunc(text, unicode.IsUpper) {
		return text
	}
	shouts := !strings.ContainsFunc(text, unicode.IsLower)
	var kept []string
	fields := strings.Fields(text)
	for i := 0; i < len(fields); i++ {
		fields[i] = v.behindTag(fields[i])
		bare := strings.Trim(fields[i], ".,:;()[]")
		first, last := i == 0, i+1 == len(fields)
		switch {
		case isModelClass(bare):
		case (isTag(bare) || !shouts && isLettersTag(bare)) && v.unknownCode(bare):
		case first && !last && !shouts && isMark(bare) && !v.isDatum(bare) && v.unknownCode(bare):
		case first && !shouts && i+2 < len(fields) && isCapitals(bare) && isOrdinal(fields[i+1]) && v.unknownCode(bare+" "+fields[i+1]):
			i++
		default:
			kept = append(kept, fields[i])
			continue
		}
		kept = keepSign(kept, fields[i])
	}
	if len(kept) == 0 {
		return text
	}
	return strings.Join(kept, " ")
}

// behindTag returns what follows a tag and its colon without a blank: "IfcDoor:puerta".
func (v *rulebook) behindTag(word string) string {
	tag, rest, ok := strings.Cut(word, ":")
	if ok && rest != "" && (isModelClass(tag) || isTag(tag) && v.unknownCode(tag)) {
		return rest
	}
	return word
}

// isDatum reports whether a word is what a place may have, such as the climate zone D3.
func (v *rulebook) isDatum(word string) bool {
	return slices.ContainsFunc(v.facts, func(f *fact) bool { return slices.Contains(f.data, word) })
}

// keepSign keeps the comma or bracket that a tag carries, which parts what stands before
// it from what stands behind.
func keepSign(kept []string, tag string) []string {
	if len(kept) == 0 {
		return kept
	}
	if sign := strings.TrimLeft(tag[len(strings.TrimRight(tag, ",;)]")):], "."); sign != "" {
		kept[len(kept)-1] += sign
	}
	return kept
}

// isModelClass reports whether a word is a class of the Industry Foundation Classes.
func isModelClass(word string) bool {
	rest, ok := strings.CutPrefix(word, "Ifc")
	return ok && rest != "" && unicode.IsUpper(rune(rest[0]))
}

// takeClass makes what a class of a model says the thing is what the element is about where
// the words beside it name nothing but a place: "IfcWindow, living room" is a window. A
// thing that they name says more: "IfcStair, communal stair".
func (d *decision) takeClass() {
	r := &d.element
	class := d.v.tongues.ModelClass(d.check.Element)
	if class == "" {
		return
	}
	kinds := d.v.read(class).heads
	isThing := func(h understand.Hit) bool {
		of := func(s understand.Sense) bool {
			return slices.ContainsFunc(kinds, func(kind string) bool { return isElement(s) && d.v.related(s.ID, kind) })
		}
		place := r.explains(h.Start, func(s understand.Sense) bool { return s.Kind == understand.ContextSense })
		return !h.Negated && names(h, r.heads) && (!place || slices.ContainsFunc(h.Senses, of))
	}
	if !slices.ContainsFunc(r.hits, isThing) {
		r.heads, r.appositions = kinds, union(r.heads, r.appositions)
	}
}

// maxTag is the most bytes a tag has.
const maxTag = 24

// isTag reports whether a word is made as tags are: capitals first, then at least one
// group of digits behind a sign, as in "P-07" and "MUR-EXT-02a".
func isTag(word string) bool {
	groups := strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune("-./", r) })
	if len(word) > maxTag || len(groups) < 2 || !isCapitals(groups[0]) {
		return false
	}
	digits := false
	for _, g := range groups[1:] {
		number := strings.TrimRight(g, "abcdefgh")
		switch {
		case number != "" && strings.Trim(number, "0123456789") == "" && len(g)-len(number) < 2:
			digits = true
		case !isCapitalsOrDigits(g):
			return false
		case strings.ContainsAny(g, "0123456789"):
			digits = true
		}
	}
	return digits
}

// isLettersTag is a tag without a number: "CUB-INV".
func isLettersTag(word string) bool {
	groups := strings.Split(word, "-")
	if len(groups) < 2 {
		return false
	}
	for _, g := range groups {
		if !isCapitals(g) {
			return false
		}
	}
	return true
}

// isMark is a tag in one piece: "W12".
func isMark(word string) bool {
	letters := strings.TrimRight(word, "0123456789")
	return len(letters) <= maxMark && len(word) > len(letters) && len(word)-len(letters) <= maxMark && isCapitals(letters)
}

// maxMark is the most letters, and the most digits, of such a tag.
const maxMark = 3

// maxGroupOfTag is the most letters a group of a tag has.
const maxGroupOfTag = 6

func isCapitals(word string) bool {
	return word != "" && len(word) <= maxGroupOfTag && strings.Trim(word, "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ") == ""
}

func isCapitalsOrDigits(word string) bool {
	return word != "" && len(word) <= maxGroupOfTag && strings.Trim(word, "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ0123456789") == ""
}

// isOrdinal reports whether a word is the number of a thing: digits after a zero. A value
// is not written so.
func isOrdinal(word string) bool {
	return len(word) > 1 && word[0] == '0' && strings.Trim(word, "0123456789") == ""
}

// unknownCode reports whether no wording of the rules is the whole of a code. One that
// takes a number of the code for a value has to be able to, and to say more than one
// letter before it: "P-21" is a tag, whatever P persons are.
func (v *rulebook) unknownCode(code string) bool {
	r := reading{Phrase: understand.Phrase{Languages: v.tongues.Languages, Words: v.wordsOf(code, "")}}
	covered := 0
	for _, h := range v.lexicon.Scan(r.Words) {
		if h.Is(understand.ContextSense) || h.Hints() || h.Value != nil && (len(r.Words[h.Start].Text) == 1 || isOrdinal(h.Value.Text) || !v.takes(&h, h.End-1, &r)) {
			continue
		}
		covered = max(covered, h.End-h.Start)
	}
	return covered < len(r.Words)
}
