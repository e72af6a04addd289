package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/reglookup/regengine/geo"
)

// mostNear is how many names are offered for one that is not known.
const mostNear = 5

// near returns the names that are written nearly as text is, or hold it, the nearest
// first. Case and accents do not matter.
func near(text string, names []string) []string {
	type offer struct {
		name     string
		distance int
	}
	folded := geo.Fold(text)
	var offers []offer
	for _, name := range names {
		distance := distanceWithin(folded, geo.Fold(name))
		if distance <= 1+len(folded)/4 {
			offers = append(offers, offer{name, distance})
		}
	}
	slices.SortStableFunc(offers, func(a, b offer) int { return cmp.Compare(a.distance, b.distance) })
	out := make([]string, 0, mostNear)
	for _, o := range offers {
		if len(out) < mostNear && !slices.Contains(out, o.name) {
			out = append(out, o.name)
		}
	}
	return out
}

// distanceWithin is how many letters a text differs from a name, or from as many words of
// it as the text has. Both are folded.
func distanceWithin(text, name string) int {
	least := levenshtein.ComputeDistance(text, name)
	words, many := strings.Fields(name), len(strings.Fields(text))
	for i := 0; i+many <= len(words) && many < len(words); i++ {
		distance := levenshtein.ComputeDistance(text, strings.Join(words[i:i+many], " "))
		if i+many < len(words) {
			distance++ // the end of a name is as good as the name: "DB-SUA"
		}
		least = min(least, distance)
	}
	return least
}

// holdsWords reports whether the words of part stand in text, one after another. Both
// are folded.
func holdsWords(text, part string) bool {
	return part != "" && strings.Contains(" "+text+" ", " "+part+" ")
}

// didYouMean ends a message with what may have been meant.
func didYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(names, ", ") + "?"
}
