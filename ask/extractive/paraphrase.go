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
	eachPair(text, table.add)
	return table
}

// eachPair calls each for every phrase left of a line's tab with every one right
// of it. Phrases of one side are parted by "/"; a line with "#" is a remark.
func eachPair(text string, each func(left, right string)) {
	for line := range strings.Lines(text) {
		lefts, rights, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		for left := range strings.SplitSeq(lefts, "/") {
			for right := range strings.SplitSeq(rights, "/") {
				each(left, right)
			}
		}
	}
}

// add enters a phrase under another, in any number and gender.
func (t phraseTable) add(phrase, same string) {
	if key := phraseKey(phrase); key != "" && !slices.Contains(t[key], same) {
		t[key] = append(t[key], same)
	}
}

// of returns what means the same as a phrase.
func (t phraseTable) of(phrase string) []string { return t[phraseKey(phrase)] }

// phraseKey is the words of a phrase that count, without the endings of number and
// gender: "escaleras mecánicas" is found as "escalera mecánica". A stem would be
// that of other words as well.
func phraseKey(phrase string) string {
	var list []string
	foreign := retrieval.Words(phrase, "en")
	for i, w := range retrieval.Words(phrase, "es") {
		if !w.Stop() && !foreign[i].Stop() {
			list = append(list, withoutNumber(w.Fold))
		}
	}
	return strings.Join(list, " ")
}

// shortestWord is what has to be left of a word without its ending, in bytes.
const shortestWord = 3

func withoutNumber(folded string) string {
	for _, ending := range []string{"es", "s"} {
		if rest, ok := strings.CutSuffix(folded, ending); ok && len(rest) >= shortestWord {
			folded = rest
			break
		}
	}
	if rest := strings.TrimRight(folded, "aeo"); len(rest) == len(folded)-1 && len(rest) >= shortestWord {
		return rest
	}
	return folded
}

// longestSaid is the longest phrase of the tables, in words that count.
const longestSaid = 3

// rephrase gives the question's words and phrases what a table has for them. It
// returns the question in these other words; with kept, words that the table does
// not have stay as they are. It is "" where the table has none.
func (a *query) rephrase(table phraseTable, kept bool) string {
	var words []string
	known := false // some word has a phrase to search by
	for i := 0; i < len(a.terms); {
		n, same := a.longestPhrase(table, i)
		if n == 0 {
			if kept {
				words = append(words, a.terms[i].text)
			}
			i++
			continue
		}
		words = append(words, a.searchable(same, i, n, &known)...)
		for k := i; k < i+n; k++ {
			all := same
			if n > 1 {
				all = append(slices.Clone(same), table.of(a.terms[k].text)...)
			}
			for _, phrase := range all {
				a.terms[k].synonyms = append(a.terms[k].synonyms, termsOf(strings.TrimPrefix(phrase, otherTongue))...)
			}
			if k > i && a.terms[k].property == nil && !a.terms[k].name {
				a.terms[k].weight = min(a.terms[k].weight, propertyWeight) // of one thing
			}
		}
		i += n
	}
	if !known {
		return ""
	}
	return strings.Join(words, " ")
}

// searchable is the phrase to search by in place of n words, or those words where
// there is none but of another language.
func (a *query) searchable(same []string, at, n int, known *bool) []string {
	for _, phrase := range same {
		if !strings.HasPrefix(phrase, otherTongue) {
			*known = true
			return []string{phrase}
		}
	}
	var words []string
	for k := at; k < at+n; k++ {
		words = append(words, a.terms[k].text)
	}
	return words
}

// otherTongue marks a phrase that is known where it is met, and not searched by.
const otherTongue = "~"

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
