package ask

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/langfile"
)

// builtIn are the languages the package brings along.
var builtIn = []string{"es", "en"}

// firstLanguage is that of texts that do not say, and of projects whose country does not.
const firstLanguage = "es"

// Language tells which of the languages that are built in a text is in. Undecided text
// counts as Spanish, the language of the texts this project began with.
func Language(text string) string {
	tag, _ := toldApart(text, firstLanguage)
	return tag
}

// LanguageOf tells the language a question is asked in, as a primary subtag: that of
// its project's country, or English. Where the country is not said it is that of [Language].
func LanguageOf(q Question) string {
	tag, _ := toldApart(q.Text, countryLanguage(q))
	return tag
}

func countryLanguage(q Question) string {
	if q.Project == nil {
		return firstLanguage
	}
	return cmp.Or(langfile.Primary(q.Project.Language), firstLanguage)
}

// toldApart tells a country's language from English by the words that say little in each
// or say what is measured, and by letters that English lacks; sure is false where neither leads, and the text
// counts as the country's.
func toldApart(text, country string) (tag string, sure bool) {
	own, english := smallWords(text, country), smallWords(text, "en")
	if country != "en" {
		own += len(strings.FieldsFunc(text, func(r rune) bool { return r <= unicode.MaxASCII || !unicode.IsLetter(r) && r != '¿' }))
	}
	if english > own {
		return "en", true
	}
	return country, own > english
}

// smallWords counts the words of a text that are of a language rather than of what the
// text is about, and those of measures.
func smallWords(text, tag string) int {
	n := 0
	for _, w := range retrieval.Words(text, tag) {
		n += flag(!w.Number && (w.Stop() || w.Framing || w.Figure))
	}
	for _, measures := range tongueOf(tag).phrases[measureKind] {
		n += len(measures.FindAllString(foldWord(text), -1))
	}
	return n
}

// languageOfText is the language a sentence is in: the country's, or English; where
// neither is sure, that of the question.
func (t *turn) languageOfText(text string) *tongue {
	if tag, sure := toldApart(text, countryLanguage(t.question)); sure {
		return tongueOf(tag)
	}
	return t.facts.lang
}
