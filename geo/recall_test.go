package geo_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

// TestGazetteer_Search_MissesNoName looks for every name of a list under every
// beginning and every inner part of three characters or more of its own, and
// with every single typing error: in each word of five letters or more by
// itself, and anywhere in each of its forms of five characters or more, spaces
// too. The name must be among the results, or there must be 50 at least as good.
//
// With REGENGINE_IGN_FILE naming the published list of Spanish municipalities,
// it does so for all of them, which takes some minutes.
func TestGazetteer_Search_MissesNoName(t *testing.T) {
	places := withAliases(geotest.Many(300))
	t.Run("Spanish", func(t *testing.T) { missesNoName(t, withAliases(tree(spanishNames)), someOf(alphabet, "eñx")) })
	t.Run("Synthetic", func(t *testing.T) { missesNoName(t, places[:someOf(len(places), 150)], someOf("aelñx", "e")) })
	t.Run("Official", func(t *testing.T) {
		places, ok := officialPlaces(t)
		if !ok {
			t.Skip("REGENGINE_IGN_FILE names no file")
		}
		missesNoName(t, places, alphabet)
	})
}

const alphabet = "abcdefghijklmnopqrstuvwxyzñç"

// someOf returns part under the race detector, which makes a test some ten
// times as slow, and all otherwise.
func someOf[T any](all, part T) T {
	if geo.RaceDetector {
		return part
	}
	return all
}

// withAliases gives every seventh place a further name.
func withAliases(places []geo.Place) []geo.Place {
	aliases := []string{"Ossa de l'Or", "El Pi/Pin", "Vila Vella, La", "Monte"}
	for i := range places {
		if i%7 == 0 {
			places[i].Aliases = []string{aliases[i/7%len(aliases)]}
		}
	}
	return places
}

func missesNoName(t *testing.T, places []geo.Place, letters string) {
	t.Helper()
	f := &finder{g: mustNew(t, places), all: make(map[string]map[geo.ID]bool)}
	for p := range f.g.All {
		f.findParts(t, p)
		f.findMisspelt(t, p, []rune(letters))
		f.findFormsMisspelt(t, p, []rune(letters+" "))
		if t.Failed() {
			return
		}
	}
	t.Logf("%d names, %d queries", f.g.Len(), f.queries)
}

// finder searches and remembers long results.
type finder struct {
	g       *geo.Gazetteer
	all     map[string]map[geo.ID]bool // by folded query: what a search without a limit finds
	queries int
}

func (f *finder) want(t *testing.T, p *geo.Place, q string) {
	t.Helper()
	if geo.Fold(q) == "" {
		return // no search text, or nothing but punctuation
	}
	f.queries++
	got, err := f.g.Search(q, nil)
	if err != nil {
		t.Errorf("Search(%q): %v", q, err)
		return
	}
	if !slices.Contains(got, p) && (len(got) < geo.MaxResults || !f.unlimited(t, q, got)[p.ID]) {
		t.Errorf("Search(%q) misses %q: %q", q, p.Name, namesOf(got))
	}
}

// unlimited returns all that match q, having checked that got leads them.
func (f *finder) unlimited(t *testing.T, q string, got []*geo.Place) map[geo.ID]bool {
	t.Helper()
	key := geo.Fold(q)
	if known, ok := f.all[key]; ok {
		return known
	}
	places, err := f.g.SearchAll(q)
	if err != nil || len(places) < len(got) || !slices.Equal(places[:len(got)], got) {
		t.Errorf("Search(%q) is not the beginning of the search without a limit: %v", q, err)
	}
	known := make(map[geo.ID]bool)
	for _, p := range places {
		known[p.ID] = true
	}
	f.all[key] = known
	return known
}

func (f *finder) findParts(t *testing.T, p *geo.Place) {
	t.Helper()
	name := []rune(p.Name)
	for from := range name {
		shortest := 3
		if from == 0 {
			shortest = 1
		}
		for to := from + shortest; to <= len(name); to++ {
			f.want(t, p, string(name[from:to]))
		}
	}
}

// findMisspelt makes every single typing error in the longer words.
func (f *finder) findMisspelt(t *testing.T, p *geo.Place, letters []rune) {
	t.Helper()
	for word := range strings.FieldsSeq(geo.Fold(p.Name)) {
		if utf8.RuneCountInString(word) >= 5 {
			eachTypo([]rune(word), letters, func(typo string) { f.want(t, p, typo) })
		}
	}
}

// findFormsMisspelt makes every single typing error in everything the place is
// known under in full.
func (f *finder) findFormsMisspelt(t *testing.T, p *geo.Place, letters []rune) {
	t.Helper()
	for _, form := range geo.Forms(p) {
		if utf8.RuneCountInString(form.Text) >= 5 {
			eachTypo([]rune(form.Text), letters, func(typo string) { f.want(t, p, typo) })
		}
	}
}

// eachTypo yields word with each letter missing, wrong, exchanged with the
// next, and with a letter too many at each position.
func eachTypo(word, letters []rune, yield func(string)) {
	for at := 0; at <= len(word); at++ {
		for _, letter := range letters {
			yield(string(slices.Insert(slices.Clone(word), at, letter)))
			if at < len(word) {
				wrong := slices.Clone(word)
				wrong[at] = letter
				yield(string(wrong))
			}
		}
		if at < len(word) {
			yield(string(slices.Delete(slices.Clone(word), at, at+1)))
		}
		if at+1 < len(word) {
			exchanged := slices.Clone(word)
			exchanged[at], exchanged[at+1] = exchanged[at+1], exchanged[at]
			yield(string(exchanged))
		}
	}
}
