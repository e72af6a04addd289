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
	langs []string         // of its entries, in order of their appearance
}

// phrase is the terms of the words of a phrase that count.
type phrase struct {
	terms  []string
	keys   []key
	weight float32 // as what means the same as another phrase
	own    bool    // it is of a language that the table is written in
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
var fieldSynonyms = sync.OnceValue(func() *thesaurus { return parseSynonyms(builtIn(), synonymLanguages, synonymsTSV) })

// Synonyms returns the phrases that mean what text means, as the field's table
// has them: each a list of terms that must all be there. Phrases of every
// language that is built in are among them.
func Synonyms(text string) [][]string {
	return fieldSynonyms().meaning(builtIn(), synonymLanguages, text, func(phrase) bool { return true })
}

// SynonymsIn is [Synonyms] by the table of the language of a BCP 47 tag, where one
// was added by [AddLanguage]: text may be in any of the languages that table has
// entries of, and what is returned is in the language of the tag, for a word of
// another may be one of that language with another meaning ("passage"). Of a
// language that nobody added it returns none.
func SynonymsIn(text, tag string) [][]string {
	x := known()
	a := x.analyzerOf(tag)
	if a.added == nil {
		return nil
	}
	return a.added.synonyms.meaning(x, a.added.synonyms.langs, text, func(p phrase) bool { return p.own })
}

// meaning finds what means the same as a text in any of some languages, as far as it
// is wanted.
func (t *thesaurus) meaning(x *lexicon, langs []string, text string, wanted func(phrase) bool) [][]string {
	var found [][]string
	seen := map[key]bool{}
	for _, lang := range langs {
		for _, spelt := range x.spellings(text, lang) {
			for _, p := range t.same[spelt.key()] {
				if wanted(p) && !seen[p.key()] {
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

// parseSynonyms reads a table whose entries are of langs where they name no other.
func parseSynonyms(x *lexicon, langs []string, data string) *thesaurus {
	p := synonymParser{x, langs}
	t := &thesaurus{same: map[key][]phrase{}, first: map[key]bool{}}
	for line := range strings.Lines(data) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		p.addGroup(t, strings.Split(line, "\t"))
	}
	for _, phrases := range t.same {
		slices.SortFunc(phrases, func(a, b phrase) int { return slices.Compare(a.terms, b.terms) })
	}
	return t
}

// synonymParser knows how the entries of a table are read.
type synonymParser struct {
	lexicon *lexicon
	langs   []string // of an entry that names none
}

func (r *synonymParser) addGroup(t *thesaurus, entries []string) {
	var equal []string
	for _, e := range entries {
		if from, to, oneWay := strings.Cut(e, " > "); oneWay {
			r.link(t, from, to, nearWeight)
			continue
		}
		equal = append(equal, e)
	}
	for _, from := range equal {
		for _, to := range equal {
			if from != to {
				r.link(t, from, to, synonymWeight)
			}
		}
	}
}

func (r *synonymParser) link(t *thesaurus, from, to string, weight float32) {
	for _, f := range r.entrySpellings(t, from) {
		for _, target := range r.entrySpellings(t, to) {
			target.weight = weight
			t.add(f, target)
		}
	}
}

func (t *thesaurus) add(from, to phrase) {
	k := from.key()
	if k == to.key() {
		return
	}
	if at := slices.IndexFunc(t.same[k], func(p phrase) bool { return p.key() == to.key() }); at >= 0 {
		t.same[k][at].own = t.same[k][at].own || to.own
		return
	}
	t.same[k] = append(t.same[k], to)
	t.first[from.keys[0]] = true
}

// entrySpellings are the spellings of an entry of the table: "fr:escalier" under
// the language named, any other under those the table is written in.
func (r *synonymParser) entrySpellings(t *thesaurus, entry string) []phrase {
	langs := r.langs
	if lang, rest, named := strings.Cut(entry, ":"); named {
		langs, entry = strings.Split(lang, ","), rest
	}
	var list []phrase
	for _, lang := range langs {
		t.langs = appendNew(t.langs, lang)
		for _, p := range r.lexicon.spellings(entry, lang) {
			p.own = slices.Contains(r.langs, lang)
			if !slices.ContainsFunc(list, func(have phrase) bool { return have.key() == p.key() }) {
				list = append(list, p)
			}
		}
	}
	return list
}

// spellings are a phrase under both orders of stemming and folding: by the first
// terms of its words, and by the last.
func (x *lexicon) spellings(text, lang string) []phrase {
	var first, last phrase
	for _, t := range x.analyzerOf(lang).tokens(nil, text) {
		if len(t.terms) == 0 { // a stop word, though it may end a reference
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
