package extractive

import (
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/langfile"
)

// readPlainly understands a question as far as the files of its language tell.
func readPlainly(q ask.Question) *plainQuery {
	a := &plainQuery{question: q, lang: ask.LanguageOf(q), texts: langfile.Primary(q.Project.Language)}
	words := retrieval.Words(q.Text, a.lang)
	place := bagIn(placesOf(q), a.texts)
	refs, frames, single := articlesIn(q.Text, a.lang), a.frames(), foldedSet(a.message("single"))
	var kept []int
	for i := range words {
		w := &words[i]
		a.figure = a.figure || w.Figure
		behindNumber := i > 0 && words[i-1].Number
		if saysNothing(w.Text, a.lang) || w.Framing || w.Number || behindNumber || frames[w.Fold] || refs.hold(w) || a.bounds(words, i) || place.hasAny(retrieval.Words(w.Text, a.texts)) {
			continue
		}
		if a.deniesIn(w.Text) {
			a.denied = true
			continue
		}
		kept = append(kept, i)
		a.subjects = append(a.subjects, topic{
			text: w.Text, terms: append(a.termsOf(w.Text), a.otherEndings(w.Text)...),
			single: single[w.Fold], optional: numeral(w.Fold, a.lang) > 0 || isDigit(w.Fold[0]) || single[w.Fold],
		})
	}
	a.figure = a.figure && !a.asks("manner")
	a.addMeanings(words, kept)
	a.owner = a.readOwner(words)
	a.counted = a.countedIn(words, kept)
	a.direction = a.askedDirection(words)
	a.who = a.whoIn(words)
	a.amounts = append(a.amountsIn(words), a.takeShort()...)
	a.cases = a.measuresIn(q.Text, a.lang)
	a.judges = len(a.cases) > 0 && !a.asks("asking") && !a.asks("manner")
	a.articles, a.codes = refs.ids(), a.codeTitles()
	a.takeBuildings()
	return a
}

// frames are words that only make up a question: that ask for a number or for a rule,
// and, in English, those that frame questions on regulations at all.
func (a *plainQuery) frames() map[string]bool {
	set := foldedSet(a.message("counting") + " " + a.message("requires"))
	if a.lang == "en" {
		maps.Copy(set, framing())
	}
	return set
}

// bounds reports whether a word only bounds the number that follows it: "moins de 2 m".
func (a *plainQuery) bounds(words []retrieval.Word, i int) bool {
	const near = 2
	for k := i + 1; k <= i+near && k < len(words); k++ {
		if words[k].Number {
			direction, _ := ask.Bound(a.question, a.question.Text[words[i].Start:words[k].End])
			return direction != ""
		}
		if !words[k].Stop() {
			return false
		}
	}
	return false
}

// saysNothing reports whether a word by itself says nothing: within a question it may end
// what looks like a reference, as "il" does in "faut-il".
func saysNothing(word, lang string) bool {
	return !slices.ContainsFunc(retrieval.Words(word, lang), func(w retrieval.Word) bool { return !w.Stop() })
}

// termsOf are the terms of a word in the language of the texts; those of a name are
// the same in any language.
func (a *plainQuery) termsOf(word string) []string {
	var terms []string
	for _, w := range retrieval.Words(word, a.texts) {
		terms = append(terms, append(w.Terms, w.Fold)...)
	}
	return terms
}

// otherEndings are the terms of a word with another of the endings that its language
// gives one verb ("compte" and "comptent"), where no stemmer joins them. What is left of
// the word has to be long enough to tell it from others.
func (a *plainQuery) otherEndings(word string) (terms []string) {
	const leastStem = 4
	ends := strings.Fields(a.ofTexts("endings"))
	folded := retrieval.Fold(word)
	for _, end := range ends {
		stem, ok := strings.CutSuffix(folded, end)
		if !ok || len(stem) < leastStem {
			continue
		}
		for _, other := range ends {
			if other != end {
				terms = append(terms, a.termsOf(stem+other)...)
			}
		}
	}
	return terms
}

// mostWords is how many subjects in a row are looked up as one phrase.
const mostWords = 3

// addMeanings finds what means the same as one subject, or as several in a row: then
// it does for each of them.
func (a *plainQuery) addMeanings(words []retrieval.Word, kept []int) {
	for i := range kept {
		for n := 1; n <= mostWords && i+n <= len(kept); n++ {
			phrase := a.question.Text[words[kept[i]].Start:words[kept[i+n-1]].End]
			for _, terms := range retrieval.SynonymsIn(phrase, a.texts) {
				for k := i; k < i+n; k++ {
					a.subjects[k].same = append(a.subjects[k].same, terms)
				}
			}
		}
	}
}

// placesOf are what the project's place is called: every text is about it.
func placesOf(q ask.Question) string {
	names := q.Project.Place.Name
	for _, p := range q.Project.Ancestors {
		names += "\n" + p.Name
	}
	return names
}
