package retrieval

import (
	"maps"
	"math/bits"
	"slices"
	"sync"
)

// languages is a set of the languages that have an analyzer, a bit for each.
type languages uint64

// languageNames are the languages by the number of their bit.
var languageNames = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(analyzers())) })

// speech tells the languages that a word says nothing in.
type speech struct {
	stop    languages // a stop word of these
	framing languages // a framing word of these
}

// speechOf has every stop word and framing word, folded.
var speechOf = sync.OnceValue(gatherSpeech)

func gatherSpeech() map[string]speech {
	table := map[string]speech{}
	for i, name := range languageNames() {
		for word := range analyzers()[name].stop {
			s := table[word]
			s.stop |= 1 << i
			table[word] = s
		}
		for word := range analyzers()[name].framing {
			s := table[word]
			s.framing |= 1 << i
			table[word] = s
		}
	}
	return table
}

// clearCount is how many stop words of a language of the scope make it the one a
// question is asked in. One alone may be a word of another: "fachada sur".
const clearCount = 2

// hear finds out what language a question is asked in where that matters: a stop
// word of that language says nothing, even if it is none of the language of the
// texts, as "of" is in texts in Spanish that quote an English name.
//
// Languages are told apart by their stop words. The scope's own come first: what
// is a stop word elsewhere may well mean something in them ("sur" in a question in
// Spanish is no French). So another language is believed only when no language of
// the scope has more stop words in the question, and the texts do not hold half of
// its other words.
func (q *question) hear() {
	q.foreign, q.own = 0, 0
	var count [mostLanguages]int
	heard := q.tokens[q.scope.ear]
	for i := range heard {
		for set := heard[i].spoken.stop; set != 0; set &= set - 1 {
			count[bits.TrailingZeros64(uint64(set))]++
		}
	}
	most := slices.Max(count[:])
	if most == 0 {
		return
	}
	var best languages
	for i, n := range count {
		if n == most {
			best |= 1 << i
		}
	}
	if foreign := best &^ q.scope.spoken; foreign != 0 && q.isStrange(foreign) {
		q.foreign = foreign
		return
	}
	q.own = q.clearest(count)
}

// clearest returns the languages of the scope with the most stop words, where
// these are enough. Of several any may be the one: what is a stop word in one of
// them says too little to be looked for in the others, where it may be the stem of
// another word ("los" is that of "losa").
func (q *question) clearest(count [mostLanguages]int) (own languages) {
	most := clearCount
	for i, n := range count {
		switch {
		case q.scope.spoken&(1<<i) == 0 || n < most:
		case n > most:
			own, most = 1<<i, n
		default:
			own |= 1 << i
		}
	}
	return own
}

// isStrange reports whether the scope lacks half of the words that would be left
// of a question in one of these languages.
func (q *question) isStrange(asked languages) bool {
	words, absent := 0, 0
	heard := q.tokens[q.scope.ear]
	for i := range heard {
		if t := &heard[i]; t.number || len(t.joined) > 0 || (t.spoken.stop|t.spoken.framing)&asked != 0 {
			continue
		}
		words++
		if !q.holds(i) {
			absent++
		}
	}
	return words > 0 && 2*absent >= words
}

// holds reports whether the scope holds word i.
func (q *question) holds(i int) bool {
	for _, tokens := range q.tokens[:len(q.scope.langs)] {
		t := &tokens[i]
		for n, k := range t.keys {
			if q.term(k, t.terms[n], "") != nil {
				return true
			}
		}
	}
	return false
}

// isSilent reports whether a word says nothing in the language that the question
// is asked in.
func (q *question) isSilent(t *token) bool {
	silent := t.spoken.stop&(q.own|q.foreign) != 0 || t.spoken.framing&q.foreign != 0
	return silent && len(t.joined) == 0
}
