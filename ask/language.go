package ask

import (
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Function words that tell the two languages apart, folded. Words that both
// have ("no", "a", "me") are in neither list.
var (
	spanishWords = wordSet(`el la los las un una de del en que cual cuales cuanto cuanta cuantos cuantas como
		donde cuando es son debe deben puede puedo tiene hay para por con sin se mi segun y si al esta este
		minima minimo maxima maximo altura anchura norma`)
	englishWords = wordSet(`the an of in what which how much many high wide is are does do must may can shall
		there for by with without my under and if to this that i when where height width minimum maximum`)
)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// Language tells "es" from "en" by function words, accents and signs that only
// Spanish has. Undecided text counts as Spanish, the language of the texts this
// project began with.
func Language(text string) string {
	score := strings.Count(text, "¿") + strings.Count(text, "¡")
	if strings.ContainsAny(text, "ñáéíóúÑÁÉÍÓÚ") {
		score++
	}
	for _, w := range retrieval.Words(text, "") {
		if spanishWords[w.Fold] {
			score++
		}
		if englishWords[w.Fold] {
			score--
		}
	}
	if score < 0 {
		return "en"
	}
	return "es"
}
