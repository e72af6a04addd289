package retrieval

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed synonyms.tsv
var synonymsTSV string

// maxPhrase is the longest phrase of the synonym table in words that count.
const maxPhrase = 3

// thesaurus maps a phrase to the phrases that mean the same. A phrase is the
// first terms of its words, without stop words, joined by spaces.
type thesaurus map[string][]string

// fieldSynonyms reads the embedded table once.
var fieldSynonyms = sync.OnceValue(func() thesaurus { return parseSynonyms(synonymsTSV) })

// Synonyms returns the phrases that mean what text means, as the field's table
// has them: each a list of terms that must all be there. Phrases of both
// languages are among them.
func Synonyms(text string) [][]string {
	var found [][]string
	for key := range phraseKeys(text) {
		for _, phrase := range fieldSynonyms()[key] {
			found = append(found, strings.Fields(phrase))
		}
	}
	return found
}

func parseSynonyms(data string) thesaurus {
	t := thesaurus{}
	for line := range strings.Lines(data) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		t.addGroup(strings.Split(line, "\t"))
	}
	for _, phrases := range t {
		slices.Sort(phrases)
	}
	return t
}

func (t thesaurus) addGroup(entries []string) {
	var equal []string
	for _, e := range entries {
		if from, to, oneWay := strings.Cut(e, " > "); oneWay {
			t.link(from, to)
			continue
		}
		equal = append(equal, e)
	}
	for _, from := range equal {
		for _, to := range equal {
			if from != to {
				t.link(from, to)
			}
		}
	}
}

func (t thesaurus) link(from, to string) {
	for key := range phraseKeys(from) {
		for target := range phraseKeys(to) {
			if key != target && !slices.Contains(t[key], target) {
				t[key] = append(t[key], target)
			}
		}
	}
}

// phraseKeys are the spellings of a phrase under every analyzer and both
// orders of stemming and folding.
func phraseKeys(phrase string) map[string]bool {
	keys := map[string]bool{}
	for lang := range analyzers {
		for _, key := range spellings(Words(phrase, lang)) {
			keys[key] = true
		}
	}
	delete(keys, "")
	return keys
}

// spellings joins the words' first terms, and their last ones.
func spellings(words []Word) []string {
	var first, last []string
	for i := range words {
		if terms := words[i].Terms; len(terms) > 0 {
			first = append(first, terms[0])
			last = append(last, terms[len(terms)-1])
		}
	}
	if len(first) > maxPhrase {
		return nil
	}
	return []string{strings.Join(first, " "), strings.Join(last, " ")}
}
