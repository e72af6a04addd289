package note

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
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
	texts          map[string]string
	form           map[string]bool            // words any question is made of, folded
	begins         map[string]map[string]bool // words a question may begin with by what they tell, folded
	interrogatives []string                   // as they are written, in small letters
	measures       map[string]string          // what is measured by how it is asked for: "wide", width
}

func newWords(texts map[string]string) *words {
	w := &words{texts: texts, form: foldedSet(texts["form"]), interrogatives: strings.Fields(texts["interrogatives"]), begins: map[string]map[string]bool{}}
	w.measures = map[string]string{}
	for pair := range strings.FieldsSeq(texts["measures"]) {
		if asked, measure, ok := strings.Cut(pair, "="); ok {
			w.measures[retrieval.Fold(asked)] = measure
		}
	}
	for _, kind := range []string{"opens_yes_no", "interrogatives"} {
		w.begins[kind] = foldedSet(texts[kind])
	}
	return w
}

func foldedSet(list string) map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		out[retrieval.Fold(word)] = true
	}
	return out
}

// own are the languages that are built in, by tag.
var own = sync.OnceValue(func() map[string]*words {
	list, err := fs.Glob(builtIn, "languages/*.tsv")
	if err != nil {
		panic(err) // it is embedded
	}
	out := map[string]*words{}
	for _, name := range list {
		out[strings.TrimSuffix(strings.TrimPrefix(name, "languages/"), ".tsv")] = newWords(langfile.Texts(builtIn, name, part))
	}
	return out
})

// spareTexts are the texts that stand in where a language lacks one.
var spareTexts = sync.OnceValue(func() map[string]string { return langfile.Texts(builtIn, spare, part) })

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
	texts, err := langfile.Messages(files, part, spareTexts(), RetiredTexts...)
	return newWords(texts), err
}

// RetiredTexts are keys that were read once and are ignored now: databases hold files of
// countries that were imported before.
var RetiredTexts = []string{"scope", "scope_headings"}

// wordsIn are the words of a language.
func wordsIn(lang string) *words {
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

// asksYesNo reports whether a question is answered by yes or no: it begins with a verb
// that asks so, or has no word that asks for anything else.
func (w *words) asksYesNo(question string) bool {
	asked, marked := sentence(question)
	list := strings.FieldsFunc(strings.ToLower(asked), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, word := range list[:min(len(list), opening)] {
		told := w.begins["interrogatives"][retrieval.Fold(word)] && (i == 0 || !w.begins["opens_yes_no"][retrieval.Fold(list[0])]) // "hay que"
		if told || slices.Contains(w.interrogatives, word) {
			return false
		}
	}
	if w.opens("opens_yes_no", asked) {
		return true
	}
	return marked && !slices.ContainsFunc(list, func(word string) bool { return slices.Contains(w.interrogatives, word) })
}

// opening is how far from its beginning a question may have the word that tells what it
// asks for: "a qué altura".
const opening = 2

// sentence is the sentence of a text that asks, and whether it is marked as one.
func sentence(text string) (asked string, marked bool) {
	before, _, marked := strings.Cut(text, "?")
	if !marked {
		return text, false
	}
	if at := strings.LastIndexAny(before, "¿.!;:\n"); at >= 0 {
		_, size := utf8.DecodeRuneInString(before[at:])
		before = before[at+size:]
	}
	return before, true
}

// opens reports whether a clause of a text begins with one of the words of a kind.
func (w *words) opens(kind, text string) bool {
	for clause := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("¿,:;.", r) }) {
		if list := folds(clause); len(list) > 1 && w.begins[kind][list[0]] {
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

// withoutForm is a question without the words that any question is made of, and with what
// is measured in place of how it is asked for: "how wide" asks for a width, "how many" for
// a number, and what is "1.05 m wide" has one.
func (w *words) withoutForm(question, lang string) string {
	out, end, asked := "", 0, -measured
	list := retrieval.Words(question, "")
	for i, word := range list {
		if w.begins["interrogatives"][word.Fold] {
			asked = i
		}
		measure := w.measures[word.Fold]
		if i > 0 {
			measure = cmp.Or(w.measures[list[i-1].Fold+"_"+word.Fold], measure)
		}
		near := i-asked < measured && (i+1 == len(list) || !isMeasure(list[i+1].Text, lang)) // "how many metres" asks for a length
		behind := i > 1 && list[i-2].Number && isMeasure(list[i-1].Text, lang)
		switch {
		case measure != "" && (near || behind):
			out, end = out+question[end:word.Start]+" "+measure+" ", word.End
		case w.form[word.Fold]:
			out, end = out+question[end:word.Start], word.End
		}
	}
	return strings.Join(strings.Fields(out+question[end:]), " ")
}

// isMeasure reports whether a word is a unit that something is measured in, and counts
// nothing.
func isMeasure(word, lang string) bool {
	unit, err := quantity.ParseUnitIn(word, lang)
	return err == nil && !unit.IsZero() && unit.Kind() != quantity.Count && unit.Kind() != quantity.Class
}

// measured is how near to the word that asks stands the one that says for which measure:
// "how wide", "cómo de ancha".
const measured = 3
