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

// thesaurus maps a phrase to the phrases that mean the same.
type thesaurus struct {
	same  map[key][]phrase // by the phrase's key
	first map[key]bool     // keys of the words that a phrase begins with
}

// phrase is the terms of the words of a phrase that count.
type phrase struct {
	terms  []string
	keys   []key
	weight float32 // as what means the same as another phrase
}

// key combines the keys of a phrase's words.
func (p phrase) key() key { return phraseKey(p.keys) }

func phraseKey(words []key) (k key) {
	for i, word := range words {
		if k = pairKey(k, word); i == 0 {
			k = word
		}
	}
	return k
}

// begins reports whether a phrase of the table begins with a word that has keys.
func (t *thesaurus) begins(word *lexeme) bool {
	return t.first[word.keys[0]] || len(word.keys) > 1 && t.first[word.keys[len(word.keys)-1]]
}

// fieldSynonyms reads the embedded table once.
var fieldSynonyms = sync.OnceValue(func() *thesaurus { return parseSynonyms(synonymsTSV) })

// Synonyms returns the phrases that mean what text means, as the field's table
// has them: each a list of terms that must all be there. Phrases of every
// language are among them.
func Synonyms(text string) [][]string {
	var found [][]string
	seen := map[key]bool{}
	for _, lang := range synonymLanguages {
		for _, spelt := range spellings(text, lang) {
			for _, p := range fieldSynonyms().same[spelt.key()] {
				if !seen[p.key()] {
					seen[p.key()] = true
					found = append(found, p.terms)
				}
			}
		}
	}
	return found
}

// synonymLanguages are the languages of an entry that names none.
var synonymLanguages = []string{"es", "en"}

func parseSynonyms(data string) *thesaurus {
	t := &thesaurus{same: map[key][]phrase{}, first: map[key]bool{}}
	for line := range strings.Lines(data) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		t.addGroup(strings.Split(line, "\t"))
	}
	for _, phrases := range t.same {
		slices.SortFunc(phrases, func(a, b phrase) int { return slices.Compare(a.terms, b.terms) })
	}
	return t
}

func (t *thesaurus) addGroup(entries []string) {
	var equal []string
	for _, e := range entries {
		if from, to, oneWay := strings.Cut(e, " > "); oneWay {
			t.link(from, to, nearWeight)
			continue
		}
		equal = append(equal, e)
	}
	for _, from := range equal {
		for _, to := range equal {
			if from != to {
				t.link(from, to, synonymWeight)
			}
		}
	}
}

func (t *thesaurus) link(from, to string, weight float32) {
	for _, f := range entrySpellings(from) {
		for _, target := range entrySpellings(to) {
			target.weight = weight
			t.add(f, target)
		}
	}
}

func (t *thesaurus) add(from, to phrase) {
	k := from.key()
	if k == to.key() || slices.ContainsFunc(t.same[k], func(p phrase) bool { return p.key() == to.key() }) {
		return
	}
	t.same[k] = append(t.same[k], to)
	t.first[from.keys[0]] = true
}

// entrySpellings are the spellings of an entry of the table: "fr:escalier" under
// the language named, any other under those the table is written in.
func entrySpellings(entry string) []phrase {
	langs := synonymLanguages
	if lang, rest, named := strings.Cut(entry, ":"); named {
		langs, entry = strings.Split(lang, ","), rest
	}
	var list []phrase
	for _, lang := range langs {
		for _, p := range spellings(entry, lang) {
			if !slices.ContainsFunc(list, func(have phrase) bool { return have.key() == p.key() }) {
				list = append(list, p)
			}
		}
	}
	return list
}

// spellings are a phrase under both orders of stemming and folding: by the first
// terms of its words, and by the last.
func spellings(text, lang string) []phrase {
	var first, last phrase
	for _, t := range analyzerOf(lang).tokens(nil, text) {
		if t.stop() {
			continue
		}
		n := len(t.terms) - 1
		first.terms, first.keys = append(first.terms, t.terms[0]), append(first.keys, t.keys[0])
		last.terms, last.keys = append(last.terms, t.terms[n]), append(last.keys, t.keys[n])
	}
	switch {
	case len(first.keys) == 0 || len(first.keys) > maxPhrase:
		return nil
	case slices.Equal(first.keys, last.keys):
		return []phrase{first}
	}
	return []phrase{first, last}
}
