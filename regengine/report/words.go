package report

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo/langfile"
)

// ErrBuiltInLanguage says that language data are of a language reports have themselves.
var ErrBuiltInLanguage = errors.New("report: the language is built in")

// messagesPart begins the keys of this package in messages.tsv.
const messagesPart = "report"

//go:embed words/*/messages.tsv
var wordFiles embed.FS

// words are the texts of a report in one language, by their key without "report.".
type words map[string]string

// builtIn are the languages reports have themselves.
var builtIn = sync.OnceValue(func() map[string]words {
	return map[string]words{"en": englishTexts(), "es": embedded("es")}
})

// lent are the languages without words of their own, and whose they are written with.
var lent = map[string]string{"ca": "es", "gl": "es", "eu": "es"}

// englishTexts are the texts every other language is held against.
var englishTexts = sync.OnceValue(func() words {
	file, err := wordFiles.ReadFile("words/en/" + langfile.MessagesFile)
	if err != nil {
		panic(err) // embedded
	}
	known := words{}
	for line := range strings.Lines(string(file)) {
		key, text, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if key, of := strings.CutPrefix(key, messagesPart+"."); ok && of {
			known[key] = text
		}
	}
	return known
})

func embedded(tag string) words {
	files, err := fs.Sub(wordFiles, "words/"+tag)
	if err == nil {
		var found map[string]string
		if found, err = langfile.Messages(files, messagesPart, englishTexts()); err == nil {
			return found
		}
	}
	panic(fmt.Sprintf("report: words of %s: %v", tag, err)) // embedded
}

// added are the languages countries brought along.
var added langfile.Table[words]

// CheckLanguage says what is wrong with the texts of this package in files ("report." in
// messages.tsv), every mistake with its line, and changes nothing. ErrBuiltInLanguage.
func CheckLanguage(tag string, files fs.FS) error {
	_, err := readLanguage(tag, files)
	return err
}

// AddLanguage makes reports speak a language, in the whole process. Texts that files lack
// stay English. ErrBuiltInLanguage.
func AddLanguage(tag string, files fs.FS) error {
	w, err := readLanguage(tag, files)
	if err == nil {
		added.Put(tag, w)
	}
	return err
}

func readLanguage(tag string, files fs.FS) (words, error) {
	if tag := langfile.Primary(tag); tag == "en" || tag == "es" || tag == "" { // others are only lent words
		return nil, fmt.Errorf("%w: %q", ErrBuiltInLanguage, tag)
	}
	return langfile.Messages(files, messagesPart, englishTexts())
}

// wordsIn returns the words for a BCP 47 tag and the tag they are of.
func wordsIn(tag string) (w words, spoken string) {
	primary := langfile.Primary(tag)
	if w, ok := added.Get(tag); ok {
		return w, primary
	}
	primary = cmp.Or(lent[primary], primary)
	if w, ok := builtIn()[primary]; ok {
		return w, primary
	}
	return builtIn()["en"], "en"
}

// text returns a text, with what it tells filled in.
func (w words) text(key string, told ...any) string {
	if len(told) == 0 {
		return w[key]
	}
	return fmt.Sprintf(w[key], told...)
}

// orSelf returns the text of a key under part, else the key itself: of data there may be
// more than there are words of.
func (w words) orSelf(part, key string) string {
	if text, ok := w[part+"."+key]; ok {
		return text
	}
	return key
}

// day writes a day as the language does; "" for none.
func (w words) day(d codes.Date) string {
	if d.IsZero() {
		return ""
	}
	return w.dated(d.String())
}

// dated writes a day given as YYYY-MM-DD; what is none stays as it is.
func (w words) dated(text string) string {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return text
	}
	return day.Format(w["date"])
}

// decimal writes digits with the language's decimal sign, and a true minus.
func (w words) decimal(digits string) string {
	return strings.Replace(strings.Replace(digits, ".", w["decimal"], 1), "-", "\u2212", 1)
}
