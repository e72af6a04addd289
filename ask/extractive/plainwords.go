package extractive

import (
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// plainTexts are the texts of a plain answer in English, by their keys. The first
// take what they are made of; the others are words, those of a question in its own
// language, those of the texts in that of the country. Phrases end at "|".
var plainTexts = map[string]string{
	"quote": "%s: “%s”",
	"row":   "%s: “%s”",
	"pair":  "%s: %s",  // the header of a column, and a cell
	"pairs": "%s; %s",  // two such
	"of":    "%s (%s)", // a document, and the regulation it is an edition of

	// words that ask for a saved calculation, that may stand beside them, and that make
	// it a question of something else
	"calculation":        "calculation calculations calculated",
	"calculation_beside": "result results give gives given come comes obtain obtained saved value figure project",
	"calculation_but":    "how when why must shall should require requires required minimum maximum allowed permitted rule regulation code article",

	// words that ask for a rule; that ask for the project's own; that ask whether it
	// complies
	"requires": "must shall should require requires required requirement minimum maximum minimal maximal least most allowed permitted mandatory compulsory regulation regulatory legal rule need needs needed admissible permissible",
	"own":      "our project measured surveyed saved recorded",
	"complies": "comply complies compliant conform conforms result",

	// words that ask what a text goes for; of buildings in general, which need not be in
	// a passage
	"scope":    "scope applies apply applicable application subject concern concerns concerned",
	"building": "building buildings construction",

	// words that only ask for a number; those behind which stands what is counted, and
	// what words for several things end in; words that ask for an amount or a thing
	"counting":        "many much",
	"counting_things": "many number",
	"plurals":         "s people",
	"asking":          "what which how",

	// words that ask for something else than an amount, whatever is measured
	"manner": "why when where who",

	// words for people who are counted, the first two for any
	"people": "person people persons worker workers employee employees occupant occupants user users visitor visitors pupil pupils student students spectator spectators guest guests resident residents",

	// numerals from one, "-" for one that may mean something else
	"numerals": "- two three four five six seven eight nine ten eleven twelve",

	// endings of one verb that the stemmer of the language keeps apart
	"endings": "",

	// joins the first and the last number of a range
	"through": "to through",

	// of texts: what heads a section of scope; what says what a text goes for; what a
	// digest says of itself; adjectives that make a heading that of a special case; words
	// that open a case; that point back at what was said; "single" before a thing counts it
	"scope_heading": "scope | field of application",
	"aims":          "applies concerns covers",
	"itself":        "in our own words | only the published text",
	"special":       "reduced special exceptional existing temporary particular derogation exemption exempted alternative",
	"pointing":      "this these that those such",
	"openers":       "in for with without inside outside under over within",
	"single":        "single",

	"units": "", // signs that stay with the number before them; none for no such care
}

// quoting are the texts that hold the words of a passage.
var quoting = []string{"quote", "row"}

// message returns a text in the language of a question.
func (a *plainQuery) message(key string) string { return messageIn(a.lang, key) }

// ofTexts returns a text in the language of the country.
func (a *plainQuery) ofTexts(key string) string { return messageIn(a.texts, key) }

func messageIn(lang, key string) string {
	if texts, ok := added.Get(lang); ok && texts[key] != "" {
		return texts[key]
	}
	return plainTexts[key]
}

// asks reports whether a question has one of the words of a text.
func (a *plainQuery) asks(key string) bool {
	list := foldedSet(a.message(key))
	for _, w := range retrieval.Words(a.question.Text, a.lang) {
		if list[w.Fold] {
			return true
		}
	}
	return false
}

// foldedSet are the words of a text.
func foldedSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range foldedFields(text) {
		set[w] = true
	}
	return set
}

// phrases are the parts of a text between "|", folded.
func (a *plainQuery) phrases(key string) []string {
	var list []string
	for p := range strings.SplitSeq(a.ofTexts(key), "|") {
		if p = strings.Join(strings.Fields(retrieval.Fold(p)), " "); p != "" {
			list = append(list, p)
		}
	}
	return list
}

// said is what an answer says of a search that brought nothing.
func (a *plainQuery) said(key string, args ...any) string { return ask.Said(a.question, key, args...) }
