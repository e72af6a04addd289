package verify

import "github.com/reglookup/regengine/geo"

// MakeWordIndex makes the index of a country's words anew, as the first check that is read
// by weight does, and returns how many names are in it.
func (v *Verifier) MakeWordIndex(country geo.ID) int {
	return len(newWordIndex(v.books[country], fittedLikeness(), nil).names)
}

// ParseLikeness reads weights as those of the package are read.
func ParseLikeness(text string) ([]float64, error) {
	w, err := parseLikeness(text)
	return w[:], err
}
