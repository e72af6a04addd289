package askeval

import (
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// amount is a number of a text with what it is of.
type amount struct {
	start, end int // of the number, in bytes
	written    string
	value      *big.Rat
	unit       scale  // base "" where none is written
	noun       string // folded word behind a number without a unit: "circuitos"
	marked     bool   // stands behind a capital letter that it is a part of: "IDA 3"
}

// mostDigits is the longest number that is read as one.
const mostDigits = 30

var numberForm = lazyregexp.New(`\d{1,3}(?:[ \x{00a0}\x{202f}]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*`)

// amounts finds the numbers of a text, in figures and in words.
func amounts(text string) []amount {
	list := append(inFigures(text), inWords(text)...)
	for i := range list {
		list[i].readUnit(text)
	}
	inherit(text, list)
	return list
}

func inFigures(text string) []amount {
	var list []amount
	for _, at := range numberForm.FindAllStringIndex(text, -1) {
		start, end := at[0], at[1]
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		behind, _ := utf8.DecodeRuneInString(text[end:])
		if unicode.IsLetter(before) || unicode.IsDigit(before) || unicode.IsLetter(behind) && !unitFollows(text[end:]) {
			continue
		}
		value, ok := readNumber(text[start:end])
		if !ok {
			continue
		}
		head := strings.TrimRight(text[:start], " \u00a0-")
		list = append(list, amount{start: start, end: end, written: text[start:end], value: value, marked: lastIsCapital(head)})
	}
	return list
}

// lastIsCapital reports whether a text ends in a word of capitals.
func lastIsCapital(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return unicode.IsUpper(r)
}

// unitFollows tells "5m" from "3bis".
func unitFollows(text string) bool {
	_, size := unitAt(text)
	return size > 0
}

// readNumber reads figures as Spanish and English write them. Of what may be
// thousands or decimals, "1.000" and "1,000" are thousands and "0,125" is not.
// Dotted numbers of parts ("2.3.1") are no amounts.
func readNumber(text string) (*big.Rat, bool) {
	if len(text) > mostDigits {
		return nil, false
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
	groups := strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == ',' })
	seps := strings.Map(func(r rune) rune {
		if r == '.' || r == ',' {
			return r
		}
		return -1
	}, text)
	whole, decimals := strings.Join(groups, ""), ""
	last := len(groups) - 1
	switch {
	case len(seps) == 0:
	case thousands(groups) && uniform(seps):
	case len(seps) == 1 || thousands(groups[:last]) && uniform(seps[:last-1]) && seps[last-1] != seps[0]:
		whole, decimals = strings.Join(groups[:last], ""), groups[last]
	default:
		return nil, false
	}
	return new(big.Rat).SetString(whole + "." + decimals + "0")
}

func uniform(seps string) bool { return strings.Trim(seps, seps[:min(1, len(seps))]) == "" }

// thousands reports whether groups of digits are those of a number of thousands.
func thousands(groups []string) bool {
	if len(groups) < 2 || len(groups[0]) > 3 || strings.HasPrefix(groups[0], "0") {
		return false
	}
	for _, g := range groups[1:] {
		if len(g) != 3 {
			return false
		}
	}
	return true
}

var wordForm = lazyregexp.New(`\pL+(?:(?: y |-)\pL+)?`)

// inWords finds numbers written as words.
func inWords(text string) []amount {
	var list []amount
	for pos := 0; pos < len(text); {
		at := wordForm.FindStringIndex(text[pos:])
		if at == nil {
			return list
		}
		start, end := pos+at[0], pos+at[1]
		value := words().numerals[strings.TrimSpace(plain(text[start:end]))]
		if value == nil { // the first word alone
			if cut := strings.IndexAny(text[start:end], " -"); cut > 0 {
				end = start + cut
				value = words().numerals[retrieval.Fold(text[start:end])]
			}
		}
		if value != nil {
			list = append(list, amount{start: start, end: end, written: text[start:end], value: value})
		}
		pos = end
	}
	return list
}

// readUnit reads what stands behind the number.
func (a *amount) readUnit(text string) {
	unit, size := unitAt(text[a.end:])
	if size > 0 {
		a.unit = unit
		return
	}
	rest := strings.TrimLeft(text[a.end:], " \u00a0")
	if rest == text[a.end:] {
		return
	}
	noun := wordForm.FindString(rest)
	if noun, _, _ = strings.Cut(noun, " "); len(noun) > 2 && strings.HasPrefix(rest, noun) {
		a.noun = retrieval.Fold(noun)
	}
}

// unitAt reads the unit a text begins with, after spaces: the longest of up to
// three words. size is 0 for none.
func unitAt(text string) (unit scale, size int) {
	const mostWords = 3
	end := 0
	for range mostWords {
		rest := strings.TrimLeft(text[end:], " \u00a0\u202f")
		word := unitWord(rest)
		if word == "" {
			break
		}
		end = len(text) - len(rest) + len(word)
		for _, spelling := range []string{text[:end], strings.TrimRight(text[:end], ".)(·")} {
			known, ok := words().units[unitKey(spelling)]
			if ok && strings.TrimSpace(spelling) != "a" { // "de 2 a 5" is no ampere
				unit, size = known, len(spelling)
			}
		}
	}
	return unit, size
}

// unitWord is the run of signs a unit may be made of.
func unitWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.No, r) && !strings.ContainsRune("%‰°º/·().*⋅^", r)
	})
	if end < 0 {
		end = len(text)
	}
	const longest = 40
	if first, _ := utf8.DecodeRuneInString(text); end > longest || unicode.IsDigit(first) {
		return ""
	}
	return text[:end]
}

var joiner = lazyregexp.New(`^\s*(?:y|o|a|e|and|or|to|x|×|-|–|—|/|por)\s*$`)

// inherit gives the first number of "entre 1,4 y 2 m" and of "5,00 × 2,20 m" the
// unit of the second.
func inherit(text string, list []amount) {
	for i := len(list) - 2; i >= 0; i-- {
		a, b := &list[i], &list[i+1]
		if a.unit.base == "" && b.unit.base != "" && a.end <= b.start && joiner.MatchString(text[a.end:b.start]) {
			a.unit, a.noun = b.unit, ""
		}
	}
}

// same reports whether b is the amount a, in the same unit or in another of its
// kind. Where a has no unit any unit of b will do.
func (a amount) same(b amount) bool {
	if a.unit.base == "" {
		return a.value.Cmp(b.value) == 0 && (a.noun == "" || alike(a.noun, b.noun))
	}
	return a.unit.base == b.unit.base && a.inBase().Cmp(b.inBase()) == 0
}

func (a amount) inBase() *big.Rat { return new(big.Rat).Mul(a.value, a.unit.factor) }

// alike reports whether two words begin alike, as singular and plural do.
func alike(a, b string) bool {
	const stem = 5
	cut := func(s string) string { return s[:min(len(s), stem)] }
	return cut(a) == cut(b)
}
