package web

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"github.com/reglookup/regengine/geo/langfile"
)

// ErrBuiltInLanguage says that language data are of a language the pages have
// themselves.
var ErrBuiltInLanguage = errors.New("web: the language is built in")

// messagesPart begins the keys of this package in messages.tsv.
const messagesPart = "web"

//go:embed words/*/messages.tsv
var wordFiles embed.FS

// builtIn are the languages the pages have themselves. Those spoken beside Spanish
// are shown with its words, as they were never written in their own.
var builtIn = sync.OnceValue(func() map[string]*words {
	english := newWords(englishTexts())
	spanish := newWords(texts("es"))
	return map[string]*words{"en": english, "es": spanish, "ca": spanish, "gl": spanish, "eu": spanish}
})

// englishTexts are the texts every other language is held against.
var englishTexts = sync.OnceValue(func() map[string]string {
	file, err := wordFiles.ReadFile("words/en/" + langfile.MessagesFile)
	if err != nil {
		panic(err) // embedded
	}
	known := map[string]string{}
	for line := range strings.Lines(string(file)) {
		key, text, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if key, of := strings.CutPrefix(key, messagesPart+"."); ok && of {
			known[key] = text
		}
	}
	return known
})

// texts returns the texts of an embedded language.
func texts(tag string) map[string]string {
	files, err := fs.Sub(wordFiles, "words/"+tag)
	if err == nil {
		var found map[string]string
		if found, err = langfile.Messages(files, messagesPart, englishTexts()); err == nil {
			return found
		}
	}
	panic(fmt.Sprintf("web: words of %s: %v", tag, err)) // embedded
}

// added are the languages countries brought along.
var added langfile.Table[*words]

// CheckLanguage says what is wrong with the texts of this package in files
// ("web." in messages.tsv), every mistake with its line, and changes nothing.
// ErrBuiltInLanguage.
func CheckLanguage(tag string, files fs.FS) error {
	_, err := readLanguage(tag, files)
	return err
}

// AddLanguage makes the pages speak a language, in the whole process. Texts that
// files lack stay English. ErrBuiltInLanguage.
func AddLanguage(tag string, files fs.FS) error {
	w, err := readLanguage(tag, files)
	if err != nil {
		return err
	}
	added.Put(tag, w)
	return nil
}

func readLanguage(tag string, files fs.FS) (*words, error) {
	if tag := langfile.Primary(tag); tag == "en" || tag == "es" || tag == "" { // others are only lent words
		return nil, fmt.Errorf("%w: %q", ErrBuiltInLanguage, tag)
	}
	found, err := langfile.Messages(files, messagesPart, englishTexts(), RetiredTexts...)
	if err != nil {
		return nil, err
	}
	return newWords(found), nil
}

// RetiredTexts are keys of messages.tsv that were read once and are ignored now: databases
// hold files of countries that were imported before.
var RetiredTexts = []string{"tech.radon_none", "console.key", "console.no_script", "console.active",
	"calculators.key", "calculators.calculator", "calculators.choose", "calculators.working", "calculators.failed", "calculators.no_script"}

// lookup returns the words of a BCP 47 tag; ok is false where the pages do not
// speak the language.
func lookup(tag string) (w *words, ok bool) {
	if w, ok = added.Get(tag); ok {
		return w, true
	}
	w, ok = builtIn()[langfile.Primary(tag)]
	return w, ok
}

// wordsIn returns the words for a BCP 47 tag, the English ones where the pages do
// not speak the language.
func wordsIn(tag string) *words {
	if w, ok := lookup(tag); ok {
		return w
	}
	return builtIn()["en"]
}

// spoken lists the primary subtags of all languages the pages have words of their
// own for.
func spoken() []string {
	return append([]string{"en", "es"}, added.Tags()...)
}

// preferred returns which of the languages spoken the header Accept-Language
// prefers; "" where it names none of them.
func preferred(accept string) string {
	wanted, _, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return ""
	}
	for _, tag := range wanted { // in order of preference
		base, _ := tag.Base()
		if slices.Contains(spoken(), base.String()) {
			return base.String()
		}
	}
	return ""
}

// standardLanguage is spoken to who asks for none that the pages speak.
const standardLanguage = "en"
