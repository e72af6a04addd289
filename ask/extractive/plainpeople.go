package extractive

import (
	"slices"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// People are counted under many words: a table that goes by persons has the row of 80
// workers. Which people they are tells the texts that are about them.

// people are what any word for people means when people are counted, where a word of the
// question is one; nil where it is none.
func (a *plainQuery) people(w *retrieval.Word) (same [][]string) {
	if !foldedSet(a.message("people"))[w.Fold] {
		return nil
	}
	for _, word := range foldedFields(a.ofTexts("people")) {
		same = append(same, a.termsOf(word))
	}
	return same
}

// ofTheirs keeps the passages of texts that are about the people a question counts, where
// any is: by the title of the regulation, or by what the passage says.
func (a *plainQuery) ofTheirs(passages []*ask.Passage) []*ask.Passage {
	for i := range a.who {
		theirs := func(p *ask.Passage) bool { return a.inScope(p, &a.who[i]) }
		if slices.ContainsFunc(passages, theirs) {
			passages = slices.DeleteFunc(slices.Clone(passages), func(p *ask.Passage) bool { return !p.Private && !theirs(p) && !a.wholeOf(p).has(&a.who[i]) })
		}
	}
	return passages
}

// whoIn are the people a question counts, where it says more of them than that they are
// some: the first word of the list is for any.
func (a *plainQuery) whoIn(words []retrieval.Word) (list []topic) {
	all := foldedFields(a.message("people"))
	for i := range words {
		if n := slices.Index(all, words[i].Fold); n >= anyPeople {
			text := words[i].Text
			list = append(list, topic{text: text, terms: a.termsOf(text), same: retrieval.SynonymsIn(text, a.texts)})
		}
	}
	return list
}

// anyPeople is how many of the words for people say no more than that: those for one
// person and for several.
const anyPeople = 2
