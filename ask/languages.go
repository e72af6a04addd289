package ask

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/langfile"
)

// ErrBuiltInLanguage says that language data are of Spanish or English, which
// nobody else may change.
var ErrBuiltInLanguage = errors.New("ask: the language is built in")

// messagesPart begins the keys of this package in messages.tsv.
const messagesPart = "ask"

// tongues are the languages countries brought along.
var tongues langfile.Table[*tongue]

// CheckLanguage says what is wrong with what this package reads of a language's
// files, every mistake with its file and line, and changes nothing. tag is BCP 47.
// ErrBuiltInLanguage.
func CheckLanguage(tag string, files fs.FS) error {
	_, err := readTongue(tag, files)
	return err
}

// AddLanguage makes a language known to the whole process, in place of what was
// known of it: the texts of the agent, and what the check of a draft knows of it.
// Files that are not there are done without: texts are English then, and only
// sentences that quote a passage stand. Turns under way go on as they began.
// ErrBuiltInLanguage.
func AddLanguage(tag string, files fs.FS) error {
	read, err := readTongue(tag, files)
	if err != nil {
		return err
	}
	tongues.Put(read.tag, read)
	return nil
}

// isBuiltIn reports whether the package itself reads a language; "" is that of a
// project whose country is not said.
func isBuiltIn(tag string) bool { return tag == "" || slices.Contains(builtIn, tag) }

// builtIn are the languages the package brings along.
var builtIn = []string{"es", "en"}

func countryLanguage(q Question) string {
	if q.Project == nil {
		return ""
	}
	return langfile.Primary(q.Project.Language)
}

// LanguageOf tells the language a question is asked in, as a primary subtag: that of
// its project's country, or English. In Spain, and where the country is not said, it
// is that of [Language].
func LanguageOf(q Question) string {
	switch country := countryLanguage(q); country {
	case "", "es":
		return Language(q.Text)
	case "en":
		return "en"
	default:
		return toldApart(q.Text, country)
	}
}

// toldApart tells a country's language from English by function words. Words that
// both have count for neither ("a"), nor do those that the country's questions are made
// of as well ("maximum"), nor the unit behind a number, which may be spelt like one
// ("0.85 m"); letters that English lacks count for the country's.
// It is the country's unless English leads; by two, where nothing of the country's
// is known to weigh against it.
func toldApart(text, country string) string {
	stop, score := tongueOf(country).stop, 0
	words := retrieval.Words(text, country)
	for i, w := range words {
		switch english := englishWords[w.Fold]; {
		case english && (w.Framing || w.Figure), i > 0 && words[i-1].Number && len(w.Text) == 1:
		case english && !stop[w.Fold]:
			score--
		case !english && stop[w.Fold] && !isEnglishStop(w.Text), strings.ContainsFunc(w.Text, isForeignLetter):
			score++
		}
	}
	if score < 0 && (len(stop) > 0 || score < -1) {
		return "en"
	}
	return country
}

func isEnglishStop(word string) bool {
	words := retrieval.Words(word, "en")
	return len(words) == 1 && words[0].Stop()
}

func isForeignLetter(r rune) bool { return r > 0x7f && isWordRune(r) }

// wordsFor are the agent's own words in the language of a question.
func wordsFor(q Question) wording { return tongueOf(LanguageOf(q)).words }

func readTongue(tag string, files fs.FS) (*tongue, error) {
	tag = langfile.Primary(tag)
	if isBuiltIn(tag) && tag != "" {
		return nil, fmt.Errorf("%w: %q", ErrBuiltInLanguage, tag)
	}
	if !langfile.IsPrimary(tag) {
		return nil, fmt.Errorf("ask: %q is no language tag", tag)
	}
	texts, err := langfile.Messages(files, messagesPart, wordings()["en"], RetiredTexts...)
	r := tongueReader{files: files, err: err}
	return r.tongue(tag, texts), r.err
}

// RetiredTexts are keys of messages.tsv that were read once and are ignored now: databases
// hold files of countries that were imported before.
var RetiredTexts = []string{
	"partly", "exception", "differ", "nothing", "absent", "offered", "offered_textless", "textless", "others", "no_article", "fact", "within", "beyond",
	"scope.national", "scope.regional", "scope.provincial", "scope.municipal", "scope.supramunicipal", "scope.sectorial", "scope.european",
}
