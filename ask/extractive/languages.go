package extractive

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/geo/langfile"
)

// ErrBuiltInLanguage says that language data are of Spanish or English, which
// nobody else may change.
var ErrBuiltInLanguage = errors.New("extractive: the language is built in")

// messagesPart begins the keys of this package in messages.tsv.
const messagesPart = "extractive"

// added are the texts in the languages countries brought along.
var added langfile.Table[map[string]string]

// CheckLanguage says what is wrong with the texts of this package in files
// ("extractive." in messages.tsv), every mistake with its line, and changes nothing.
// ErrBuiltInLanguage.
func CheckLanguage(tag string, files fs.FS) error {
	_, err := readTexts(tag, files)
	return err
}

// AddLanguage words plain answers in a language, in the whole process. Texts that
// files lack stay English. What questions are made of, and what means the same, is
// known by the language's files that codes/retrieval reads. ErrBuiltInLanguage.
func AddLanguage(tag string, files fs.FS) error {
	texts, err := readTexts(tag, files)
	if err != nil {
		return err
	}
	added.Put(tag, texts)
	return nil
}

func readTexts(tag string, files fs.FS) (map[string]string, error) {
	switch tag := langfile.Primary(tag); {
	case tag == "es" || tag == "en":
		return nil, fmt.Errorf("%w: %q", ErrBuiltInLanguage, tag)
	case !langfile.IsPrimary(tag):
		return nil, fmt.Errorf("extractive: %q is no language tag", tag)
	}
	texts, err := langfile.Messages(files, messagesPart, plainTexts)
	if err != nil {
		return nil, err
	}
	for _, key := range quoting {
		text, found := texts[key]
		if !found {
			continue
		}
		if from, to := strings.IndexAny(text, ask.QuotationMarks), strings.LastIndexAny(text, ask.QuotationMarks); from < 0 || to == from {
			err = errors.Join(err, fmt.Errorf("%s: \"%s.%s\" must hold the words of a passage between quotation marks, such as “ and ”, « and », „ and “", langfile.MessagesFile, messagesPart, key))
		}
	}
	return texts, err
}

// worded puts where something stands, and its words, into a text.
func (a *plainQuery) worded(key, place, words string) string {
	return fmt.Sprintf(a.message(key), place, words)
}
