package peerbench

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/geo/es/official"
	"github.com/reglookup/regengine/geo/geotest"
)

// corpus returns the names to search: those of the file REGENGINE_IGN_FILE
// names (the list of municipalities IGN publishes), or made-up ones.
func corpus(b *testing.B) (schemes []geo.Scheme, places []geo.Place) {
	b.Helper()
	path := os.Getenv("REGENGINE_IGN_FILE")
	if path == "" {
		return []geo.Scheme{geotest.Scheme{}}, geotest.Many(8131)
	}
	file, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	read, err := official.ReadIGN(file, path)
	if err != nil {
		b.Fatal(err)
	}
	return []geo.Scheme{es.Scheme{}}, read.Places
}

// query is what somebody types, and the place meant.
type query struct {
	text string
	want geo.ID
	fits bool // no more names than an engine returns hold the text as it is
}

// spaced writes a space for each mark of punctuation. Every engine gets names
// and queries in this form: some of them miss names with marks otherwise.
func spaced(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return strings.ContainsRune(" ,./-'’()·", r)
	}), " ")
}

// kinds make a query of a name. Those of three letters and fewer count for time,
// not for recall: most have more right answers than the 50 that are returned.
var kinds = []struct {
	name   string
	recall bool
	make   func(r *rand.Rand, name string) string
}{
	{"name", true, func(_ *rand.Rand, name string) string { return name }},
	{"prefix2", false, func(_ *rand.Rand, name string) string { return cut(name, 0, 2) }},
	{"prefix3", false, func(_ *rand.Rand, name string) string { return cut(name, 0, 3) }},
	{"prefix6", true, func(_ *rand.Rand, name string) string { return cut(name, 0, 6) }},
	{"infix6", true, func(r *rand.Rand, name string) string {
		return cut(name, r.IntN(max(1, utf8.RuneCountInString(name)-5)), 6)
	}},
	{"reordered", true, func(r *rand.Rand, name string) string {
		words := strings.Fields(name)
		r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		return strings.Join(words, " ")
	}},
	{"misspelt", true, misspelt},
}

func cut(text string, from, n int) string {
	letters := []rune(text)
	return string(letters[from:min(from+n, len(letters))])
}

// misspelt makes one typing error in the longest word, if it is long.
func misspelt(r *rand.Rand, name string) string {
	longest := slices.MaxFunc(strings.Fields(name), func(a, b string) int { return utf8.RuneCountInString(a) - utf8.RuneCountInString(b) })
	letters := []rune(longest)
	if len(letters) < 5 {
		return name
	}
	at := r.IntN(len(letters) - 1)
	letter := rune('a' + r.IntN(26))
	switch r.IntN(4) {
	case 0:
		letters[at] = letter
	case 1:
		letters = slices.Insert(letters, at, letter)
	case 2:
		letters = slices.Delete(letters, at, at+1)
	default:
		letters[at], letters[at+1] = letters[at+1], letters[at]
	}
	return strings.Replace(name, longest, string(letters), 1)
}

const queriesOfKind = 300

func makeQueries(places []geo.Place, typed func(*rand.Rand, string) string) []query {
	var names []string
	for _, p := range places {
		names = append(names, geo.Fold(p.Name))
	}
	r := rand.New(rand.NewPCG(5, 8131))
	var queries []query
	for len(queries) < queriesOfKind {
		p := places[r.IntN(len(places))]
		if text := typed(r, spaced(p.Name)); strings.TrimSpace(text) != "" {
			queries = append(queries, query{text, p.ID, holding(names, geo.Fold(text)) <= geo.MaxResults})
		}
	}
	return queries
}

// holding returns how many names hold text.
func holding(names []string, text string) (count int) {
	for _, name := range names {
		if strings.Contains(name, text) {
			count++
		}
	}
	return count
}
