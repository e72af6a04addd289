package geo_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
)

func idsOf(places []*geo.Place) []geo.ID {
	var ids []geo.ID
	for _, p := range places {
		ids = append(ids, p.ID)
	}
	return ids
}

func namesOf(places []*geo.Place) []string {
	var names []string
	for _, p := range places {
		names = append(names, p.Name)
	}
	return names
}

// TestGazetteer_Search_SameAsReference compares the index with the plain
// reading of its promises, over queries made of pieces of names.
func TestGazetteer_Search_SameAsReference(t *testing.T) {
	corpora := map[string][]geo.Place{
		"Spanish": withAliases(tree(spanishNames)),
		"Many":    geotest.Many(someOf(700, 350)),
		"Small":   geotest.Places(),
		"TwoCountries": append(geotest.Many(someOf(300, 150)),
			geotest.Scheme{Code: "AA"}.Places()...),
	}
	for name, places := range corpora {
		t.Run(name, func(t *testing.T) {
			g, err := geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}, geotest.Scheme{Code: "AA"}}, places)
			if err != nil {
				t.Fatal(err)
			}
			r := newReference(g)
			rapid.Check(t, func(t *rapid.T) {
				q := drawQuery(t, places)
				o := drawOptions(t, places)
				got, err := g.SearchPlain(q, &o)
				if err != nil {
					if !errors.Is(err, geo.ErrInvalidQuery) {
						t.Fatal(err)
					}
					return
				}
				if diff := cmp.Diff(r.search(q, o), idsOf(got), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("Search(%q, %+v) (-want +got):\n%s", q, o, diff)
				}
			})
		})
	}
}

// drawQuery takes a name and does to it what people do.
func drawQuery(t *rapid.T, places []geo.Place) string {
	p := rapid.SampledFrom(places).Draw(t, "place")
	name := []rune(rapid.SampledFrom(append([]string{p.Name}, p.Aliases...)).Draw(t, "name"))
	from := rapid.IntRange(0, len(name)-1).Draw(t, "from")
	to := rapid.IntRange(from+1, len(name)).Draw(t, "to")
	switch rapid.IntRange(0, 7).Draw(t, "kind") {
	case 0:
		return string(name[from:to])
	case 1:
		return string(name[:to])
	case 2: // one letter wrong, missing, too many or exchanged
		letter := rapid.SampledFrom([]rune("aeiourstlñ-%' ")).Draw(t, "letter")
		edits := singleEdits(name, from, letter)
		return rapid.SampledFrom(edits).Draw(t, "edit")
	case 3: // words in another order, perhaps one misspelt
		words := strings.Fields(geo.Fold(string(name)))
		if len(words) == 0 {
			return "x"
		}
		q := strings.Join(rapid.Permutation(words).Draw(t, "order"), " ")
		if rapid.Bool().Draw(t, "misspelt") {
			return rapid.SampledFrom(singleEdits([]rune(q), rapid.IntRange(0, len([]rune(q))-1).Draw(t, "at"), 'x')).Draw(t, "edit")
		}
		return q
	case 4: // the first words with an error
		n := rapid.IntRange(1, len(name)).Draw(t, "typed")
		letter := rapid.SampledFrom([]rune("aelñ% ")).Draw(t, "letter")
		return rapid.SampledFrom(singleEdits(name[:n], min(from, n-1), letter)).Draw(t, "edit")
	case 5: // begun with an error
		return string(name[:to][:from]) + "e" + string(name[from:to])
	case 6: // an identifier, with its country or without
		id := string(p.ID)
		if rapid.Bool().Draw(t, "lower") {
			id = strings.ToLower(id)
		}
		_, local, ok := strings.Cut(id, "-")
		if ok && rapid.Bool().Draw(t, "local") {
			return local
		}
		return id
	default:
		return rapid.StringN(1, 12, -1).Draw(t, "text")
	}
}

func drawOptions(t *rapid.T, places []geo.Place) geo.SearchOptions {
	var o geo.SearchOptions
	if rapid.Bool().Draw(t, "level?") {
		o.Level = geo.Level(rapid.IntRange(1, 4).Draw(t, "level"))
	}
	if rapid.Bool().Draw(t, "within?") {
		p := rapid.SampledFrom(places).Draw(t, "container")
		if o.Within = p.ID; p.Level == geo.Municipality {
			o.Within = p.Parent
		}
	}
	if rapid.Bool().Draw(t, "country?") {
		o.Country = rapid.SampledFrom([]geo.ID{"XX", "AA", "QQ"}).Draw(t, "country")
	}
	if rapid.Bool().Draw(t, "limit?") {
		o.Limit = rapid.IntRange(1, geo.MaxResults).Draw(t, "limit")
	}
	return o
}

// singleEdits returns name with one typing error at a position.
func singleEdits(name []rune, at int, letter rune) []string {
	head, tail := string(name[:at]), name[at:]
	edits := []string{
		head + string(letter) + string(tail[1:]),
		head + string(letter) + string(tail),
		head + string(tail[1:]),
	}
	if len(tail) > 1 {
		edits = append(edits, head+string(tail[1])+string(tail[0])+string(tail[2:]))
	}
	return edits
}

func TestGazetteer_Search_Finds(t *testing.T) {
	short := []string{"Ossa de Montiel", "Pedro Abad", "Sant Martí Sesgueioles", "Móra la Nova", "Valle Gran Rey", "Cevico de la Torre"}
	g := mustNew(t, tree(append(short, spanishNames...)))
	cases := []struct{ q, want string }{
		{"A Coruña", "Coruña, A"}, {"Coruña", "Coruña, A"}, {"coruna a", "Coruña, A"}, {"acoruña", "Coruña, A"}, {"CORU", "Coruña, A"}, {"La Coruña", "Coruña, A"},
		{"las palmas", "Palmas de Gran Canaria, Las"}, {"gran palmas", "Palmas de Gran Canaria, Las"}, {"laspalmas de gran canaria", "Palmas de Gran Canaria, Las"},
		{"L'Hospitalet", "Hospitalet de Llobregat, L'"}, {"L’Hospitalet", "Hospitalet de Llobregat, L'"}, {"lhospitalet", "Hospitalet de Llobregat, L'"}, {"hospitalet", "Hospitalet de Llobregat, L'"}, {"ospitalet de llob", "Hospitalet de Llobregat, L'"},
		{"alacant", "Alicante/Alacant"}, {"Alicante", "Alicante/Alacant"}, {"alacant alicante", "Alicante/Alacant"}, {"alacnat", "Alicante/Alacant"},
		{"san sebastian", "Donostia/San Sebastián"}, {"sebastian san donostia", "Donostia/San Sebastián"}, {"donostia", "Donostia/San Sebastián"}, {"sansebastian donostia", "Donostia/San Sebastián"},
		{"gasteiz", "Vitoria-Gasteiz"}, {"vitoriagasteiz", "Vitoria-Gasteiz"}, {"alava", "Araba/Álava"},
		{"dalacant", "Sant Joan d'Alacant"}, {"joan alacant", "Sant Joan d'Alacant"}, {"villajoyosa", "Vila Joiosa, la/Villajoyosa"}, {"la vila joiosa", "Vila Joiosa, la/Villajoyosa"},
		{"vall.llobrega", "Vall-llobrega"}, {"vall llobrega", "Vall-llobrega"},
		{"barcelnoa", "Barcelona"}, {"arcelona", "Barcelona"}, {"barcelonna", "Barcelona"}, {"barzelon", "Barcelona"}, {"varcelona", "Barcelona"}, {"barcelona", "Barcelona"},
		{"osa de montiel", "Ossa de Montiel"}, {"osa de mon", "Ossa de Montiel"}, {"pedro abd", "Pedro Abad"}, {"pedroa bad", "Pedro Abad"}, {"sat marti sesgueioles", "Sant Martí Sesgueioles"}, {"sat marti ses", "Sant Martí Sesgueioles"},
		{"moa la nova", "Móra la Nova"}, {"mora a nova", "Móra la Nova"}, {"valle grn rey", "Valle Gran Rey"}, {"valle grn", "Valle Gran Rey"}, {"cevico de a torre", "Cevico de la Torre"}, {"fuen abrada", "Fuenlabrada"}, {"el jido", "Ejido, El"},
		{"fuen labrada", "Fuenlabrada"}, {"fuenlabarda", "Fuenlabrada"}, {"peniscola", "Peñíscola/Peníscola"}, {"elortzibar", "Noáin (Valle de Elorz)/Noain (Elortzibar)"},
		{"o grove", "Grove, O"}, {"grove", "Grove, O"}, {"caramiñal pobra", "Pobra do Caramiñal, A"},
	}
	for _, c := range cases {
		t.Run(c.q, func(t *testing.T) {
			got, err := g.Search(c.q, nil)
			if err != nil || len(got) == 0 || got[0].Name != c.want {
				t.Errorf("Search(%q) = %q, %v, want %q first", c.q, namesOf(got), err, c.want)
			}
		})
	}
}

func TestGazetteer_Search_Order(t *testing.T) {
	names := []string{"Palmar", "Palma", "La Palmada", "Nueva Palma", "Empalmado", "Pamla", "Palma"}
	places := tree(names)
	places[1].Name = "Palma" // the region
	populations := []int{10, 20, 30, 40, 50, 60, 70}
	for i, n := range populations {
		places[3+i].Tech.Population = new(n)
	}
	g := mustNew(t, places)
	got, err := g.Search("palma", nil)
	if err != nil {
		t.Fatal(err)
	}
	// Exact: the region, then the larger town; prefix by population, the article
	// being left out; a word; inside; a typing error.
	want := []geo.ID{"XX-NO", places[9].ID, places[4].ID, places[5].ID, places[3].ID, places[6].ID, places[7].ID, places[8].ID}
	if diff := cmp.Diff(want, idsOf(got)); diff != "" {
		t.Errorf("Search(palma) (-want +got):\n%s", diff)
	}
}

// TestGazetteer_Search_NameBeforeAlias gives the name of towns to a region and
// others as an alias: an official name comes first, or else the wider place would.
func TestGazetteer_Search_NameBeforeAlias(t *testing.T) {
	places := tree([]string{"Madera", "Valle, La/Madera", "Madera, La", "Madera Alta", "Nueva Madera", "Xamadera", "Alta de Peña Madera"})
	places[0].Aliases = []string{"Nueva Madera de Alta Peña"} // the country
	places[1].Aliases = []string{"Madera"}                    // the region
	places[2].Aliases = []string{"Madera Vieja"}              // the province
	names := map[geo.ID]string{"XX": "country", "XX-NO": "region", "XX-01": "province"}
	for i, p := range places[3:] {
		places[3+i].Tech.Population = new(1000 - i)
		names[p.ID] = p.Name
	}
	g := mustNew(t, places)
	cases := []struct {
		kind, q string
		want    []string
	}{
		{"Exact", "madera", []string{
			"Madera", "Valle, La/Madera", "Madera, La", "region", "Madera Alta", "province", // whole name, beginning
			"Nueva Madera", "Alta de Peña Madera", "country", "Xamadera", // word, inside
		}},
		{"Prefix", "mader", []string{
			"Madera", "Valle, La/Madera", "Madera, La", "Madera Alta", "region", "province",
			"Nueva Madera", "Alta de Peña Madera", "country", "Xamadera",
		}},
		{"Inside", "adera", []string{
			"Madera", "Valle, La/Madera", "Madera, La", "Madera Alta", "Nueva Madera", "Xamadera", "Alta de Peña Madera",
			"country", "region", "province",
		}},
		{"Scattered", "pena alta", []string{"Alta de Peña Madera", "country"}},
		{"TypingError", "madeta", []string{
			"Madera", "Valle, La/Madera", "Madera, La", "Madera Alta", "Nueva Madera", "Alta de Peña Madera",
			"country", "region", "province",
		}},
		{"ShortWord", "nuea madera", []string{"Nueva Madera", "country"}},
	}
	for _, c := range cases {
		t.Run(c.kind, func(t *testing.T) {
			found, err := g.Search(c.q, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range found {
				got = append(got, names[p.ID])
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("Search(%q) (-want +got):\n%s", c.q, diff)
			}
		})
	}
}

// TestGazetteer_Search_NameBeforeManyAliases has more aliases than a search
// returns, all of larger places.
func TestGazetteer_Search_NameBeforeManyAliases(t *testing.T) {
	const each = 60
	places := tree(make([]string, 2*each))
	for i := range places[3:] {
		p := &places[3+i]
		p.Tech.Population = new(1000 - i)
		if p.Name = fmt.Sprintf("Alta Peña del %d", i); i < each {
			p.Name, p.Aliases = fmt.Sprintf("Villa %d", i), []string{p.Name}
		}
	}
	g := mustNew(t, places)
	for _, q := range []string{"Alta Peña del", "peña", "pena alta", "alta peñaa", "alta peña dl"} {
		got, err := g.Search(q, nil)
		if err != nil || len(got) != geo.MaxResults {
			t.Fatalf("Search(%q) = %q, %v", q, namesOf(got), err)
		}
		for i, p := range got {
			if p.ID != places[3+each+i].ID {
				t.Fatalf("Search(%q)[%d] = %q, want %q", q, i, p.Name, places[3+each+i].Name)
			}
		}
	}
}

// TestGazetteer_Search_OneWordName shows that what a short text finds does not
// hang on which other names there are: a single word is a name, not the
// beginning of one.
func TestGazetteer_Search_OneWordName(t *testing.T) {
	g := mustNew(t, tree([]string{"Palma", "Palma, La", "Palma del Río"}))
	for q, want := range map[string][]string{"pa ma": {"Palma", "Palma, La"}, "pa ma d": nil} {
		got, err := g.Search(q, nil)
		names := namesOf(got)
		slices.Sort(names)
		if diff := cmp.Diff(want, names, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("Search(%q), %v (-want +got):\n%s", q, err, diff)
		}
	}
}

func TestGazetteer_Search_FindsNothing(t *testing.T) {
	g := mustNew(t, tree(spanishNames))
	for _, q := range []string{"%", "_", "*", "?", `\`, "M%", "Madri_", "Madri?", "M*d", "%adrid", "Mad%id", "Ciudad%Real", "%Vic", "Vic%", "Ciudad_ Real", "abc", "Vci", "Ritz", ".", "-", "¿", "', -", "(", "zzzzzz", "東京"} {
		if got, err := g.Search(q, nil); err != nil || len(got) != 0 {
			t.Errorf("Search(%q) = %q, %v, want nothing", q, namesOf(got), err)
		}
	}
	if got, err := new(geo.Gazetteer).Search("madrid", nil); err != nil || len(got) != 0 {
		t.Errorf("the zero Gazetteer found %q, %v", namesOf(got), err)
	}
}

func TestGazetteer_Search_ErrInvalidQuery(t *testing.T) {
	g := mustNew(t, geotest.Places())
	for name, q := range map[string]string{
		"Empty": "", "Blank": " \t\u00a0\n", "TooLong": strings.Repeat("ñ", 201), "NotUTF8": "madr\xedd", "NUL": "a\x00b",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := g.Search(q, nil); !errors.Is(err, geo.ErrInvalidQuery) {
				t.Errorf("Search error = %v, want ErrInvalidQuery", err)
			}
		})
	}
	t.Run("OK", func(t *testing.T) {
		for _, q := range []string{strings.Repeat("ñ", 200), strings.Repeat("ﷺ", 200), strings.Repeat("a ", 100)} {
			if _, err := g.Search(q, nil); err != nil {
				t.Errorf("Search of %d characters: %v", utf8.RuneCountInString(q), err)
			}
		}
	})
}

func TestGazetteer_Search_Filters(t *testing.T) {
	g, err := geo.NewGazetteer([]geo.Scheme{geotest.Scheme{}, geotest.Scheme{Code: "AA"}},
		append(geotest.Places(), geotest.Scheme{Code: "AA"}.Places()...))
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name string
		q    string
		o    geo.SearchOptions
		want []geo.ID
	}{
		{"AllCountries", "aurea", geo.SearchOptions{}, []geo.ID{"AA-01", "XX-01", "AA-01001", "XX-01001"}},
		{"Country", "aurea", geo.SearchOptions{Country: "XX"}, []geo.ID{"XX-01", "XX-01001"}},
		{"CountryNotServed", "aurea", geo.SearchOptions{Country: "QQ"}, nil},
		{"Level", "aurea", geo.SearchOptions{Level: geo.Municipality}, []geo.ID{"AA-01001", "XX-01001"}},
		{"LevelNone", "aurea", geo.SearchOptions{Level: geo.Country}, nil},
		{"LevelUnknown", "aurea", geo.SearchOptions{Level: 200}, nil},
		{"Within", "aurea", geo.SearchOptions{Within: "XX-NO"}, []geo.ID{"XX-01", "XX-01001"}},
		{"WithinItselfExcluded", "aurea", geo.SearchOptions{Within: "XX-01"}, []geo.ID{"XX-01001"}},
		{"WithinMunicipality", "aurea", geo.SearchOptions{Within: "XX-01001"}, nil},
		{"WithinElsewhere", "aurea", geo.SearchOptions{Within: "XX-SU"}, nil},
		{"WithinUnknown", "aurea", geo.SearchOptions{Within: "XX-99"}, nil},
		{"WithinOtherCountry", "aurea", geo.SearchOptions{Within: "AA-NO", Country: "XX"}, nil},
		{"Limit", "aurea", geo.SearchOptions{Limit: 1}, []geo.ID{"AA-01"}},
		{"Alias", "uharte", geo.SearchOptions{Country: "XX"}, []geo.ID{"XX-03003"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := g.Search(c.q, &c.o)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, idsOf(got)); diff != "" {
				t.Errorf("Search(%q, %+v) (-want +got):\n%s", c.q, c.o, diff)
			}
		})
	}
}

func FuzzGazetteer_Search(f *testing.F) {
	places := tree(spanishNames)
	g := mustNew(f, places)
	r := newReference(g)
	for _, q := range []string{"madrid", "l'h", "san juan", "a", "barcelnoa", "%", "\x00", "ﷺ"} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, q string) {
		got, err := g.SearchPlain(q, nil)
		if err != nil {
			return
		}
		if diff := cmp.Diff(r.search(q, geo.SearchOptions{}), idsOf(got), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("Search(%+q) (-want +got):\n%s", q, diff)
		}
	})
}
