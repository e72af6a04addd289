package extractive

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
)

//go:embed paraphrases.tsv
var paraphrasesTSV string

// phraseTable holds, under the stems of a phrase, other phrases that mean it.
type phraseTable map[string][]string

// paraphrases holds under what people say what regulations say for it.
var paraphrases = sync.OnceValue(func() phraseTable { return readParaphrases(paraphrasesTSV) })

func readParaphrases(text string) phraseTable {
	table := phraseTable{}
	for line := range strings.Lines(text) {
		said, written, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		for s := range strings.SplitSeq(said, "/") {
			for w := range strings.SplitSeq(written, "/") {
				table.add(s, w)
			}
		}
	}
	return table
}

// add enters a phrase under the stems of another, in either language.
func (t phraseTable) add(phrase, same string) {
	for _, key := range stemKeys(phrase) {
		if key != retrieval.Fold(same) && !slices.Contains(t[key], same) {
			t[key] = append(t[key], same)
		}
	}
}

// of returns what means the same as a phrase.
func (t phraseTable) of(phrase string) []string {
	for _, key := range stemKeys(phrase) {
		if same := t[key]; len(same) > 0 {
			return same
		}
	}
	return nil
}

// stemKeys are the stems of a phrase's words that count, under each language:
// "escaleras mecánicas" is found as "escalera mecánica".
func stemKeys(phrase string) []string {
	var keys []string
	for _, lang := range []string{"es", "en"} {
		var stems []string
		for _, w := range retrieval.Words(phrase, lang) {
			if !w.Stop() {
				stems = append(stems, w.Terms[0])
			}
		}
		if key := strings.Join(stems, " "); key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// longestSaid is the longest phrase of the tables, in words that count.
const longestSaid = 3

// rephrase gives the question's words and phrases what a table has for them. It
// returns the question in these other words; with kept, words that the table does
// not have stay as they are. It is "" where the table has none.
func (a *query) rephrase(table phraseTable, kept bool) string {
	var words []string
	known := false
	for i := 0; i < len(a.terms); {
		n, same := a.longestPhrase(table, i)
		if n == 0 {
			if kept {
				words = append(words, a.terms[i].text)
			}
			i++
			continue
		}
		known = true
		words = append(words, same[0])
		for k := i; k < i+n; k++ {
			for _, phrase := range same {
				a.terms[k].synonyms = append(a.terms[k].synonyms, termsOf(phrase)...)
			}
		}
		i += n
	}
	if !known {
		return ""
	}
	return strings.Join(words, " ")
}

// longestPhrase finds the longest phrase of a table that begins at a word of the
// question, and how many words it has.
func (a *query) longestPhrase(table phraseTable, at int) (n int, same []string) {
	for n := min(longestSaid, len(a.terms)-at); n > 0; n-- {
		var list []string
		for k := at; k < at+n; k++ {
			list = append(list, a.terms[k].text)
		}
		if same := table.of(strings.Join(list, " ")); len(same) > 0 {
			return n, same
		}
	}
	return 0, nil
}
