package ask

import (
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// both joins two sets.
func both(a, b map[string]bool) map[string]bool {
	if len(b) == 0 {
		return a
	}
	out := maps.Clone(a)
	if out == nil {
		return b
	}
	maps.Copy(out, b)
	return out
}

func without(a, b map[string]bool) map[string]bool {
	out := map[string]bool{}
	for term := range a {
		if !b[term] && !strings.HasPrefix(term, notSaid) {
			out[term] = true
		}
	}
	return out
}

func hits(terms, words map[string]bool) int {
	n := 0
	for term := range terms {
		if words[term] {
			n++
		}
	}
	return n
}

// termPair is the terms of words as they stand, and with those of words that mean
// the same in either language.
type termPair struct{ own, all map[string]bool }

// termsOf collects the terms of words. A zone "D3" is also in zone "D".
func (f *facts) termsOf(words []retrieval.Word) termPair {
	p := termPair{map[string]bool{}, map[string]bool{}}
	for i := range words {
		w := &words[i]
		if isZone(words, i) {
			addZone(p.own, w.Fold)
			addZone(p.all, w.Fold)
			continue
		}
		if labelWords[w.Fold] {
			p.own[w.Fold], p.all[w.Fold] = true, true
		}
		if w.Number || frameWords()[w.Fold] {
			continue
		}
		if kin := kinOf(w.Fold); kin != "" && !w.Stop() {
			p.own[kin], p.all[kin] = true, true
		}
		m := meaningOf(w.Fold)
		for _, term := range m.own {
			p.own[term], p.all[term] = true, true
		}
		for _, phrase := range m.phrases {
			if len(phrase) == 1 {
				p.all[phrase[0]] = true
			}
		}
	}
	return p
}

// isZone reports whether a word names a zone or class by letter and digit, or by
// a letter that is no word, or behind the word for it.
func isZone(words []retrieval.Word, i int) bool {
	w := words[i].Fold
	switch {
	case len(w) == 2 && w[0] >= 'a' && w[0] <= 'z' && w[1] >= '0' && w[1] <= '9':
		return true
	case len(w) != 1 || w[0] < 'a' || w[0] > 'z':
		return false
	}
	return !letterWords[w] || i > 0 && designationKinds[words[i-1].Fold] != ""
}

// letterWords are letters that are words, or a unit.
var letterWords = wordSet("a e o u y m")

func addZone(set map[string]bool, value string) {
	set[value] = true
	if len(value) == 2 {
		set[value[:1]] = true
	}
}

// meaning is the terms of a word and the phrases that mean the same.
type meaning struct {
	own     []string
	phrases [][]string
}

// knownMeanings keeps the meanings of words met: drafts repeat each other.
var knownMeanings = remembered[string, meaning]{most: 1 << 19}

func meaningOf(folded string) meaning {
	const weight = 32              // bytes of a word, about, beside its letters
	folded = strings.Clone(folded) // or else it keeps its whole text
	return knownMeanings.get(folded, weight+len(folded), func() meaning { return newMeaning(folded) })
}

func newMeaning(folded string) meaning {
	var m meaning
	for _, lang := range []string{"es", "en"} {
		for _, w := range retrieval.Words(folded, lang) {
			for _, term := range w.Terms {
				if !slices.Contains(m.own, term) {
					m.own = append(m.own, term)
				}
			}
		}
	}
	m.phrases = retrieval.Synonyms(folded)
	return m
}
