package askeval

import (
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
)

// sameKey reports whether two expected keys are one spelled twice.
func sameKey(a, b string) bool {
	x, y := amounts(a), amounts(b)
	if len(x) != 1 || len(y) != 1 || keyAmount(a) == nil || keyAmount(b) == nil {
		return plain(a) == plain(b)
	}
	return x[0].same(y[0]) && y[0].same(x[0])
}

// keyAmount returns the amount a key is, nil for one that is a phrase: a key
// without a number, with several, or one whose number is a part of a name
// ("IDA 3", "clase 2").
func keyAmount(key string) *amount {
	list := amounts(key)
	if len(list) != 1 || list[0].marked || list[0].unit.IsFireClass() || strings.IndexFunc(key[:list[0].start], unicode.IsDigit) >= 0 {
		return nil
	}
	a := list[0]
	named := strings.TrimSpace(key[:a.start]) != ""
	if named && a.unit.IsZero() && a.noun == "" {
		return nil
	}
	if a.start > 0 && strings.ContainsRune("/-", rune(key[a.start-1])) || a.end < len(key) && strings.ContainsRune("/-", rune(key[a.end])) && a.unit.IsZero() {
		return nil
	}
	return &a
}

// holds reports whether an answer holds a key: an amount by value and unit, "sí"
// and "no" by how the answer begins, anything else word for word.
func holds(answer, key string) bool {
	switch retrieval.Fold(key) {
	case "si", "yes":
		return !denies(lead(answer))
	case "no":
		return denies(lead(answer))
	}
	want := keyAmount(key)
	if want == nil {
		return strings.Contains(plain(answer), plain(key))
	}
	for _, sentence := range ask.Sentences(answer) {
		if slices.ContainsFunc(amounts(sentence), func(got amount) bool { return want.same(got.inColumn(sentence)) }) {
			return true
		}
	}
	return false
}

// inColumn gives a number without a unit the one that its sentence names in
// brackets, as the head of a column does: "Anchura (m): 1,20".
func (a amount) inColumn(sentence string) amount {
	if units := bracketUnits(sentence); a.unit.IsZero() && len(units) > 0 {
		a.unit = units[0]
	}
	return a
}

// bracketUnits are the units that stand alone in brackets.
func bracketUnits(text string) []quantity.Unit {
	var list []quantity.Unit
	for _, behind := range strings.Split(text, "(")[1:] {
		inside, _, closed := strings.Cut(behind, ")")
		if unit, err := quantity.ParseUnit(inside); err == nil && closed {
			list = append(list, unit)
		}
	}
	return list
}

// lead is the first sentence of an answer.
func lead(answer string) string {
	for _, s := range ask.Sentences(answer) {
		if plain(s) != " " {
			return s
		}
	}
	return ""
}

// denies reports whether a sentence says no.
func denies(sentence string) bool {
	text := plain(sentence)
	if strings.HasPrefix(text, " si ") && strings.Contains(sentence, "Sí") || strings.HasPrefix(text, " yes ") {
		return false
	}
	return slices.ContainsFunc([]string{" no ", " not ", " nunca ", " never ", " cannot ", " prohibido ", " prohibida ", " prohibited "},
		func(word string) bool { return strings.Contains(text, word) })
}

// abstains reports whether an answer gives none: it cites nothing, or says so at
// once.
func abstains(a *ask.Answer) bool {
	return len(a.Sources) == 0 || anyPhrase(lead(a.Text), words().abstain)
}

func anyPhrase(sentence string, phrases []string) bool {
	text := plain(sentence)
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(text, p) })
}
