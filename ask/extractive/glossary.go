package extractive

import (
	_ "embed"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
)

//go:embed glossary.tsv
var glossaryTSV string

// glossary holds, under a phrase of either language, the phrases of the other that
// mean it.
var glossary = sync.OnceValue(func() phraseTable { return readGlossary(glossaryTSV + "\n" + projectWordsTSV) })

func readGlossary(text string) phraseTable {
	table := phraseTable{}
	eachPair(text, func(english, spanish string) {
		table.add(english, spanish)
		table.add(spanish, english)
	})
	return table
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
