package note

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/langfile"
)

// ErrBuiltInLanguage says that language data are of a language that is built in, which
// nobody else may change.
var ErrBuiltInLanguage = errors.New("note: the language is built in")

// part begins the keys of this package in messages.tsv.
const part = "note"

//go:embed languages/*.tsv
var builtIn embed.FS

// spare is the language that stands in where a text is missing.
const spare = "languages/en.tsv"

// words are what answers say, and what questions are known by, in one language.
type words struct {
	texts map[string]string
	form  map[string]bool // words any question is made of, folded
}

func newWords(texts map[string]string) *words {
	w := &words{texts, map[string]bool{}}
	for word := range strings.FieldsSeq(texts["form"]) {
		w.form[retrieval.Fold(word)] = true
	}
	return w
}

// own are the languages that are built in, by tag.
var own = sync.OnceValue(func() map[string]*words {
	list, err := fs.Glob(builtIn, "languages/*.tsv")
	if err != nil {
		panic(err) // it is embedded
	}
	out := map[string]*words{}
	for _, name := range list {
		out[strings.TrimSuffix(strings.TrimPrefix(name, "languages/"), ".tsv")] = newWords(entries(name))
	}
	return out
})

// spareTexts are the texts that stand in where a language lacks one.
var spareTexts = sync.OnceValue(func() map[string]string { return entries(spare) })

// entries are the texts of an embedded file by key.
func entries(name string) map[string]string {
	data, err := builtIn.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	out := map[string]string{}
	for line := range strings.Lines(string(data)) {
		key, text, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if key, is := strings.CutPrefix(key, part+"."); ok && is {
			out[key] = text
		}
	}
	return out
}

// added are the languages countries brought along.
var added langfile.Table[*words]

// CheckLanguage says what is wrong with the texts of this package in files ("note." in
// messages.tsv), every mistake with its line, and changes nothing. ErrBuiltInLanguage.
func CheckLanguage(tag string, files fs.FS) error {
	_, err := readWords(tag, files)
	return err
}

// AddLanguage makes answers speak a language, in the whole process. Texts that files
// lack stay English. ErrBuiltInLanguage.
func AddLanguage(tag string, files fs.FS) error {
	w, err := readWords(tag, files)
	if err != nil {
		return err
	}
	added.Put(tag, w)
	return nil
}

func readWords(tag string, files fs.FS) (*words, error) {
	switch lang := langfile.Primary(tag); {
	case own()[lang] != nil:
		return nil, fmt.Errorf("%w: %q", ErrBuiltInLanguage, tag)
	case !langfile.IsPrimary(lang):
		return nil, fmt.Errorf("note: %q is no language tag", tag)
	}
	texts, err := langfile.Messages(files, part, spareTexts())
	return newWords(texts), err
}

// wordsOf are the words of a question's language.
func wordsOf(q ask.Question) *words {
	lang := ask.LanguageOf(q)
	if w := own()[lang]; w != nil {
		return w
	}
	if w, ok := added.Get(lang); ok {
		return w
	}
	return newWords(spareTexts())
}

func (w *words) say(key string, args ...any) string {
	if len(args) == 0 {
		return w.texts[key]
	}
	return fmt.Sprintf(w.texts[key], args...)
}

// hears reports whether a question holds one of the wordings of a kind, which " | "
// separates.
func (w *words) hears(kind, question string) bool {
	folded := " " + strings.Join(folds(question), " ") + " "
	for wording := range strings.SplitSeq(w.texts[kind], "|") {
		if list := folds(wording); len(list) > 0 && strings.Contains(folded, " "+strings.Join(list, " ")+" ") {
			return true
		}
	}
	return false
}

// opens reports whether a question, or its last clause, begins with one of the words of
// a kind.
func (w *words) opens(kind, question string) bool {
	first := map[string]bool{}
	for _, f := range folds(w.texts[kind]) {
		first[f] = true
	}
	for clause := range strings.FieldsFuncSeq(question, func(r rune) bool { return strings.ContainsRune("¿,:;.", r) }) {
		if list := folds(clause); len(list) > 1 && first[list[0]] {
			return true
		}
	}
	return false
}

// folds are the words of a text, folded.
func folds(text string) []string {
	list := retrieval.Words(text, "")
	out := make([]string, len(list))
	for i, word := range list {
		out[i] = word.Fold
	}
	return out
}

// withoutForm is a question without the words that any question is made of.
func (w *words) withoutForm(question string) string {
	out, end := "", 0
	for _, word := range retrieval.Words(question, "") {
		if w.form[word.Fold] {
			out, end = out+question[end:word.Start], word.End
		}
	}
	return strings.Join(strings.Fields(out+question[end:]), " ")
}
