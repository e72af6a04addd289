package extractive

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
)

//go:embed glossary.tsv
var glossaryTSV string

// glossary holds, under the folded words of a phrase of either language, the
// phrases of the other that mean it.
var glossary = sync.OnceValue(func() map[string][]string { return readGlossary(glossaryTSV) })

func readGlossary(text string) map[string][]string {
	index := map[string][]string{}
	for line := range strings.Lines(text) {
		english, spanish, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		for e := range strings.SplitSeq(english, "/") {
			for s := range strings.SplitSeq(spanish, "/") {
				e, s := retrieval.Fold(e), retrieval.Fold(s)
				index[e], index[s] = append(index[e], s), append(index[s], e)
			}
		}
	}
	return index
}

// longestGloss is the longest phrase of the glossary, in words that count.
const longestGloss = 3

// gloss gives the question's words and phrases what means the same in the other
// language, and returns a wording of the question in it, "" where hardly a word is
// known.
func (a *query) gloss() string {
	var other []string
	for i := 0; i < len(a.terms); i++ {
		for n := min(longestGloss, len(a.terms)-i); n > 0; n-- {
			same := a.glossOf(i, n)
			if len(same) == 0 {
				continue
			}
			other = append(other, same[0])
			for k := i; k < i+n; k++ {
				for _, phrase := range same {
					a.terms[k].synonyms = append(a.terms[k].synonyms, termsOf(phrase)...)
				}
			}
			i += n - 1
			break
		}
	}
	return strings.Join(other, " ")
}

// glossOf is what n words of the question mean, also where the first ends in the
// plural's "s".
func (a *query) glossOf(at, n int) []string {
	var list []string
	for k := at; k < at+n; k++ {
		list = append(list, retrieval.Fold(a.terms[k].text))
	}
	phrase := strings.Join(list, " ")
	if same := glossary()[phrase]; len(same) > 0 {
		return same
	}
	return glossary()[strings.TrimSuffix(phrase, "s")]
}

// termsOf are the terms of a phrase under each language's stems.
func termsOf(phrase string) [][]string {
	var list [][]string
	for _, lang := range []string{"es", "en"} {
		var terms []string
		for _, w := range retrieval.Words(phrase, lang) {
			if !w.Stop() {
				terms = append(terms, w.Terms[0])
			}
		}
		if len(terms) > 0 {
			list = append(list, terms)
		}
	}
	return list
}
