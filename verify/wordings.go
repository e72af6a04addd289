package verify

import (
	"maps"
	"slices"

	"github.com/reglookup/regengine/verify/rules"
)

// wordsOf returns the words of a wording of the rules.
func (v *rulebook) wordsOf(name, lang string) []word {
	return v.tongues.phrase(v.tongues.digits(name, lang), lang).words
}

// addCounted adds the things that names such as "número de aseos" count.
func (v *rulebook) addCounted(names rules.Names, s sense) {
	for _, lang := range slices.Sorted(maps.Keys(names)) {
		for _, name := range names[lang] {
			if words := v.wordsOf(name, lang); len(words) > 1 && words[0].is(counts) {
				v.lexicon.add(words[1:], lang, s)
			}
		}
	}
}

// addNames adds wordings that mean s.
func (v *rulebook) addNames(names rules.Names, s sense) {
	for _, lang := range slices.Sorted(maps.Keys(names)) {
		for _, name := range names[lang] {
			v.lexicon.add(v.wordsOf(name, lang), lang, s)
		}
	}
}
