package retrieval

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/spanish"
)

// analyzer turns words of one language into terms. It is immutable but for its
// memory, which only a private copy has.
type analyzer struct {
	stem func(*snowballstem.Env) bool // nil for a language without a stemmer
	stop map[string]bool              // folded

	// known remembers the words met so far: a text repeats itself, and stemming
	// is dear. nil where the analyzer is shared.
	known map[string]Word
}

// remembering returns a private copy of a with a memory.
func (a *analyzer) remembering() *analyzer {
	return &analyzer{stem: a.stem, stop: a.stop, known: map[string]Word{}}
}

//go:embed stopwords_es.txt
var stopwordsES string

//go:embed stopwords_en.txt
var stopwordsEN string

var (
	analyzers = map[string]*analyzer{
		"es": {stem: spanish.Stem, stop: wordSet(stopwordsES)},
		"en": {stem: english.Stem, stop: wordSet(stopwordsEN)},
	}
	plainAnalyzer = &analyzer{}
)

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

// analyzerOf returns the analyzer of a BCP 47 tag's language. Words of other
// languages are folded and otherwise left as they are.
func analyzerOf(lang string) *analyzer {
	primary, _, _ := strings.Cut(lang, "-")
	if a := analyzers[strings.ToLower(primary)]; a != nil {
		return a
	}
	return plainAnalyzer
}

func (a *analyzer) word(text string, start, end int) Word {
	w, known := a.known[text[start:end]]
	if !known {
		w = a.analyse(text[start:end])
		if a.known != nil {
			a.known[w.Text] = w
		}
	}
	w.Start, w.End = start, end
	return w
}

// analyse leaves no room behind its terms, so that adding to them copies.
func (a *analyzer) analyse(text string) Word {
	w := Word{Text: text}
	w.Number = isNumber(w.Text)
	if w.Number {
		w.Fold = strings.ReplaceAll(w.Text, ",", ".")
		w.Terms = slices.Clip(numberTerms(w.Fold))
		return w
	}
	w.Fold = Fold(w.Text)
	w.Terms = slices.Clip(a.terms(w.Text, w.Fold))
	return w
}

func isNumber(text string) bool {
	for i := range len(text) {
		if c := text[i]; !isDigit(c) && c != '.' && c != ',' {
			return false
		}
	}
	return true
}

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
		terms = appendNew(terms, Fold(a.stemmed(lower)))
	}
	return terms
}

func (a *analyzer) stemmed(word string) string {
	env := snowballstem.NewEnv(word)
	a.stem(env)
	if s := env.Current(); s != "" {
		return s
	}
	return word
}

// references maps words that announce a number to one spelling each.
var references = map[string]string{
	"art": "art", "articulo": "art", "article": "art",
	"ap": "ap", "apdo": "ap", "apartado": "ap", "paragraph": "ap",
	"seccion": "sec", "section": "sec", "sec": "sec",
	"tabla": "tab", "table": "tab",
	"anejo": "an", "anexo": "an", "annex": "an", "appendix": "an",
}

// referenceHeads returns what a reference ending behind word begins with.
func (a *analyzer) referenceHeads(word *Word, hyphen bool) []string {
	if ref := references[word.Fold]; ref != "" {
		return []string{ref}
	}
	const short = 4 // letters of an acronym: SUA, RITE, D
	if word.Number || a.stop[word.Fold] || !hyphen && len(word.Fold) > short {
		return nil
	}
	heads := []string{word.Fold}
	for _, t := range word.Terms {
		if strings.HasSuffix(t, word.Fold) { // itself a joined reference: DB-SUA
			heads = appendNew(heads, t)
		}
	}
	return heads
}
