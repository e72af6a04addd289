package retrieval

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/spanish"
)

// languageData holds, for each language, stopwords_xx.txt (words that say
// nothing), framing_xx.txt (words that questions are made of) and, where we have
// no other stemmer, stem_xx.tsv.
//
//go:embed stopwords_*.txt framing_*.txt stem_*.tsv
var languageData embed.FS

// analyzer turns words of one language into terms. It is immutable but for its
// memory, which only a private copy has.
type analyzer struct {
	stem    func(word string) string // nil for a language without a stemmer
	stop    map[string]bool          // folded
	framing map[string]bool          // folded
	added   *addition                // nil of a language that is built in

	// known remembers the words met so far: a text repeats itself, and stemming
	// is dear. nil where the analyzer is shared.
	known map[string]*lexeme
}

// mostKnown bounds the memory of an analyzer.
const mostKnown = 1 << 15

// remembering returns a private copy of a with a memory.
func (a *analyzer) remembering() *analyzer {
	private := *a
	private.known = map[string]*lexeme{}
	return &private
}

// analyzers are those of the languages built in.
var analyzers = sync.OnceValue(func() map[string]*analyzer {
	return map[string]*analyzer{
		"ca": newAnalyzer("ca", lightStemmer("ca")),
		"en": newAnalyzer("en", snowball(english.Stem)),
		"es": newAnalyzer("es", snowball(spanish.Stem)),
		"eu": newAnalyzer("eu", lightStemmer("eu")),
		"fr": newAnalyzer("fr", snowball(french.Stem)),
		"gl": newAnalyzer("gl", lightStemmer("gl")),
		"it": newAnalyzer("it", snowball(italian.Stem)),
		"pt": newAnalyzer("pt", snowball(portuguese.Stem)),
	}
})

var plainAnalyzer = &analyzer{}

func newAnalyzer(lang string, stem func(string) string) *analyzer {
	return &analyzer{
		stem:    stem,
		stop:    wordSet(languageFile("stopwords_" + lang + ".txt")),
		framing: wordSet(languageFile("framing_" + lang + ".txt")),
	}
}

// languageFile returns an embedded file, which is there by construction.
func languageFile(name string) string {
	data, err := languageData.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func snowball(stem func(*snowballstem.Env) bool) func(string) string {
	return func(word string) string {
		env := snowballstem.NewEnv(word)
		stem(env)
		return env.Current()
	}
}

// wordSet reads words separated by white space; "#" begins a remark.
func wordSet(data string) map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(data) {
		line, _, _ = strings.Cut(line, "#")
		for _, w := range strings.Fields(line) {
			set[Fold(w)] = true
		}
	}
	return set
}

// lexeme is all that is known of a word wherever it stands.
type lexeme struct {
	text, fold string
	number     bool
	framing    bool // asks rather than says: "explain", "requisitos"
	figure     bool // asks for a figure: "altura", "how many"
	spoken     speech
	terms      []string
	keys       []key // of terms
	pair       key   // it goes by in pairs
	form       key   // of the word as written; 0 where a term says the same

	room [2]key // of keys
}

func (a *analyzer) lexeme(text string) *lexeme {
	if e := a.known[text]; e != nil {
		return e
	}
	e := a.analyse(text)
	if a.known != nil {
		if len(a.known) >= mostKnown {
			clear(a.known)
		}
		a.known[strings.Clone(text)] = e
	}
	return e
}

func (a *analyzer) analyse(text string) *lexeme {
	e := &lexeme{text: text, number: isNumber(text)}
	if e.number {
		e.fold = strings.ReplaceAll(text, ",", ".")
		e.terms = numberTerms(e.fold)
	} else {
		e.fold = foldWord(text)
		e.terms = a.terms(text, e.fold)
		e.framing = a.framing[e.fold]
		e.figure, e.spoken = a.asksFigure(e.fold), a.speech(e.fold)
	}
	e.keys = e.room[:0]
	for _, t := range e.terms {
		e.keys = append(e.keys, termKey(t))
	}
	if len(e.keys) > 0 {
		e.pair = e.keys[0]
		if !slices.Contains(e.terms, e.fold) {
			e.form = termKey(formMark + e.fold)
		}
	}
	if e.number && len(e.terms) > 1 && len(e.terms[1]) < len(e.fold) {
		e.pair = e.keys[1] // 0,90 m is 0.9 m
	}
	return e
}

// formMark begins the term of a word as written, so that it is no stem of
// another word.
const formMark = "="

// terms stems a word before and after folding: the stemmers know accents, but
// people type without them, and the two orders give different stems. A text
// indexed under both is found from either.
func (a *analyzer) terms(word, fold string) []string {
	if fold == "" || a.stop[fold] {
		return nil
	}
	if a.stem == nil || strings.ContainsAny(fold, "0123456789") {
		return []string{fold}
	}
	terms := []string{a.stemmed(fold)}
	if lower := strings.ToLower(word); lower != fold {
		if t := foldWord(a.stemmed(lower)); t != "" {
			terms = appendNew(terms, t)
		}
	}
	return terms
}

// foldWord is Fold for one word. A few letters fold to a space and a mark, such as
// the iota below of Greek, and that is no end of a word.
func foldWord(word string) string {
	fold := Fold(word)
	if strings.IndexByte(fold, ' ') < 0 {
		return fold
	}
	return strings.ReplaceAll(fold, " ", "")
}

func (a *analyzer) stemmed(word string) string {
	if s := a.stem(word); s != "" {
		return s
	}
	return word
}
