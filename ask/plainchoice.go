package ask

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// choiceIn finds things of which any will do, before the amount: the last word before
// the first comma or "or", one word between two of them, and the first behind the last,
// all behind little words that begin alike ("d'un balcon, d'une terrasse ou d'une loggia").
func (m *matter) choiceIn(t *tongue, lang string) (list []retrieval.Word) {
	before := m.rest[:m.Start]
	parted := t.replaced("or", before, ",")
	if parted == before {
		return nil
	}
	parts := wordsParted(retrieval.Words(before, lang), parted)
	for n, part := range parts {
		said := slices.DeleteFunc(slices.Clone(part), func(w retrieval.Word) bool { return w.Stop() || w.Number })
		first, last := n == 0, n == len(parts)-1
		if len(said) == 0 || first && len(said) < 2 || !first && !last && (len(said) > 1 || said[0].Figure) {
			return nil
		}
		w := said[0]
		if first {
			w = said[len(said)-1]
		}
		if w.Figure || littleBefore(part, w) == 0 || littleBefore(part, w) != littleBefore(parts[0], lastOf(parts[0])) {
			return nil
		}
		list = append(list, w)
	}
	return list
}

// wordsParted parts words at the commas of their text.
func wordsParted(words []retrieval.Word, text string) [][]retrieval.Word {
	parts := make([][]retrieval.Word, strings.Count(text, ",")+1)
	for _, w := range words {
		if text[w.Start] != ' ' { // else it was replaced by a comma
			n := strings.Count(text[:w.Start], ",")
			parts[n] = append(parts[n], w)
		}
	}
	return parts
}

// littleBefore is what the little word right before a word begins with, 0 where none is.
func littleBefore(words []retrieval.Word, w retrieval.Word) byte {
	at := slices.IndexFunc(words, func(o retrieval.Word) bool { return o.Start == w.Start })
	if at < 1 || !words[at-1].Stop() {
		return 0
	}
	for at--; at > 0 && words[at-1].Stop() && words[at-1].End+1 == words[at].Start; at-- { // "d'une" is two
	}
	return words[at].Fold[0]
}

// lastOf is the last of some words that says something.
func lastOf(words []retrieval.Word) (last retrieval.Word) {
	for _, w := range words {
		if !w.Stop() && !w.Number {
			last = w
		}
	}
	return last
}
