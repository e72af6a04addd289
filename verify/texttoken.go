package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// token is one meaning where it stands in a phrase, or a number.
type token struct {
	term       term
	start, end int // words of the phrase
	clause     int
	chunk      int
	number     *span
	unit       quantity.Unit
	negated    bool
	doubtful   bool // said and denied at once
	part       bool // of a number: it says a quantity only together with another
}

// tokens takes a phrase apart into meanings, the longest wording first. Words
// without weight are left out. grow keeps words the thesaurus has not met.
func (t *thesaurus) tokens(p phrase, grow bool) []token {
	var out []token
	covered := make([]bool, len(p.words))
	for i := 0; i < len(p.words); {
		w := &p.words[i]
		id, n := t.longest(p.words, i)
		switch {
		case n > 0:
		case w.number != nil:
			out = append(out, token{term: noTerm, start: i, end: i + 1, clause: w.clause, chunk: w.chunk, number: w.number, unit: w.unit, part: w.part})
			i++
			continue
		case w.neutral || w.role != plainWord || w.is(negates) || t.neutral[w.stem] || strings.Trim(w.fold, "0123456789") == "":
			i++
			continue
		default:
			id, n = t.intern(w.stem, grow), 1
		}
		k := token{term: id, start: i, end: i + n, clause: w.clause, chunk: w.chunk}
		k.negated, k.doubtful = negated(p.words, i, covered)
		out = append(out, k)
		for c := i; c < i+n; c++ {
			covered[c] = true
		}
		i += n
	}
	return out
}

// longest returns the term of the longest wording at words[i], and its length.
func (t *thesaurus) longest(words []word, i int) (id term, n int) {
	for _, w := range t.heads[words[i].stem] {
		if len(w.stems) > len(words)-i {
			continue
		}
		same := true
		for k, s := range w.stems {
			same = same && words[i+k].stem == s && words[i+k].clause == words[i].clause
		}
		if same {
			return w.term, len(w.stems)
		}
	}
	return noTerm, 0
}

// termsOf returns the terms among tokens, each once.
func termsOf(tokens []token) []term {
	out := make([]term, 0, len(tokens))
	for _, k := range tokens {
		if k.number == nil && !slices.Contains(out, k.term) {
			out = append(out, k.term)
		}
	}
	return out
}

// textOf returns the words of a token as they were written.
func textOf(p phrase, k token) string {
	r := reading{phrase: p}
	return r.wording(hit{start: k.start, end: k.end})
}

// unionTerms appends the terms of more that list lacks.
func unionTerms(list, more []term) []term {
	for _, id := range more {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}
