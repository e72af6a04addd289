package verify

import (
	"maps"
	"slices"

	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// wordsOf returns the words of a wording of the rules: read them, do not change them. While
// a rulebook is made they are kept: most names come several times.
func (v *rulebook) wordsOf(name, lang string) []understand.Word {
	key := wordedName{name, lang}
	if v.worded == nil {
		return v.tongues.Phrase(v.tongues.Digits(name, lang), lang).Words
	}
	words, ok := v.worded[key]
	if !ok {
		v.reading = v.tongues.PhraseIn(v.reading[:0], v.tongues.Digits(name, lang), lang).Words
		words = slices.Clone(v.reading)
		v.worded[key] = words
	}
	return words
}

// wordedName is a name in a language.
type wordedName struct{ name, lang string }

// addCounted adds the things that names such as "número de aseos" count.
func (v *rulebook) addCounted(names rules.Names, s understand.Sense) {
	for _, lang := range slices.Sorted(maps.Keys(names)) {
		for _, name := range names[lang] {
			if words := v.wordsOf(name, lang); len(words) > 1 && words[0].Is(understand.CountsThings) {
				v.lexicon.Add(words[1:], lang, s)
			}
		}
	}
}

// addNames adds wordings that mean s.
func (v *rulebook) addNames(names rules.Names, s understand.Sense) {
	for _, lang := range slices.Sorted(maps.Keys(names)) {
		for _, name := range names[lang] {
			v.lexicon.Add(v.wordsOf(name, lang), lang, s)
		}
	}
}
