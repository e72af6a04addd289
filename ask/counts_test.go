package ask

import "testing"

// A count may be the last words of a text, with "cada" before them.
func TestCountsIn_AtTheEnd(t *testing.T) {
	for text, want := range map[string]int{
		"Los árboles se repondrán a razón de tres por cada uno.": 1,
		"Aparatos que admite cada una":                           1,
		"One bay for every three":                                3,
		"cada dos":                                               2,
	} {
		found := countsIn(parse(text, Language(text)))
		if len(found) == 0 || found[len(found)-1].value != want {
			t.Errorf("%q: want a count of %d, got %+v", text, want, found)
		}
	}
}
