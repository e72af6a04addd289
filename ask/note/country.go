package note

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/reglookup/regengine/codes/retrieval"
)

// countryNames are what countries, and what is of one, are called in a language: its ISO
// code by the index terms of the name. "Spain", "Spanish".
type countryNames map[string]countryName

type countryName struct {
	code    string
	capital bool // it is written with a capital letter
}

const (
	mostCountryWords = 4 // of the name of a country
	shortestCountry  = 4 // letters; a shorter stem is one of other words too: "finés", "fin"
)

// countries are the names by language; they are read once of each.
var countries sync.Map

func countriesIn(lang string) countryNames {
	if known, ok := countries.Load(lang); ok {
		return known.(countryNames) //nolint:forcetypeassert // nothing else is stored
	}
	known, _ := countries.LoadOrStore(lang, newCountryNames(lang))
	return known.(countryNames) //nolint:forcetypeassert // nothing else is stored
}

// newCountryNames takes the names from the tables of Unicode: a country's own, and that of
// the language spoken there before all, if it is spoken there before anywhere else.
func newCountryNames(lang string) countryNames {
	out := countryNames{}
	tag := language.Make(lang)
	add := func(name, code string) {
		if key := termsKey(retrieval.Words(name, lang)); len(key) >= shortestCountry && out[key].code == "" {
			out[key] = countryName{code, name != strings.ToLower(name)}
		}
	}
	if regions := display.Regions(tag); regions != nil {
		for _, region := range language.Supported.Regions() {
			if region.IsCountry() {
				add(regions.Name(region), region.String())
			}
		}
	}
	if languages := display.Languages(tag); languages != nil {
		for _, base := range language.Supported.BaseLanguages() {
			spoken, err := language.Compose(base)
			region, sure := spoken.Region()
			if there, err2 := language.Compose(region); err != nil || err2 != nil || sure < language.Low || mainLanguage(there) != base {
				continue
			}
			add(languages.Name(base), region.String())
		}
	}
	return out
}

// mainLanguage is the language spoken before all in the region of a tag.
func mainLanguage(region language.Tag) language.Base {
	base, _ := region.Base()
	return base
}

// termsKey is the words of a name that count, as they are indexed.
func termsKey(words []retrieval.Word) string {
	var list []string
	for _, w := range words {
		if !w.Stop() {
			list = append(list, w.Terms[0])
		}
	}
	return strings.Join(list, " ")
}

// readCountries takes the words out of the question that name the country of the project,
// for they say nothing where all texts are of it, and keeps those that name another one.
func (q *question) readCountries() {
	if q.Project == nil || q.Project.GeoID == "" {
		return
	}
	names, own := countriesIn(q.langs[0]), string(q.Project.GeoID.Country())
	for i := 0; i < len(q.asWritten); i++ {
		for n := min(mostCountryWords, len(q.asWritten)-i); n > 0; n-- {
			words := q.asWritten[i : i+n]
			name, known := names[termsKey(words)]
			if !known || words[0].Stop() || words[n-1].Stop() || name.capital && !unicode.IsUpper([]rune(words[0].Text)[0]) {
				continue
			}
			if name.code == own {
				q.home = append(q.home, words...)
			} else if i > 0 {
				q.abroad = append(q.abroad, words...)
			}
			i += n - 1
			break
		}
	}
	if len(q.home) > 0 {
		q.Text = q.withoutHome()
		q.asWritten = retrieval.Words(q.Text, q.langs[0])
	}
}

// withoutHome is the text without the words that name the project's country.
func (q *question) withoutHome() string {
	out, end := "", 0
	for _, w := range q.home {
		out, end = out+q.Text[end:w.Start], w.End
	}
	return out + q.Text[end:]
}

// foreign are the names of another country in the question, as it writes them, that
// nothing found has; "" for none. What is required there is told by no text here.
func (a *answer) foreign() string {
	for _, w := range a.abroad {
		if strings.Contains(a.everything(), tight(w.Text)) {
			return ""
		}
	}
	list := make([]string, len(a.abroad))
	for i, w := range a.abroad {
		list[i] = w.Text
	}
	return strings.Join(list, " ")
}
