package extractive

import (
	"slices"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// before returns the statement of the same passage that one refers back to ("ont cette
// largeur"): quoted alone it would not say of what.
func (a *plainQuery) before(f *plainFound) (earlier plainFound, ok bool) {
	if f.stated.Row >= 0 {
		return plainFound{}, false
	}
	list := ask.Statements(f.passage.Text, f.passage.Lead, f.passage.Table)
	for _, word := range a.pointedAt(f.stated.Text) {
		for i := f.order - 1; i >= 0; i-- {
			if st := &list[i]; st.Row < 0 && a.quotable(st) && inBag(bagIn(st.Text, a.texts), &word) {
				earlier = plainFound{passage: f.passage, order: i, stated: *st}
				earlier.said = a.wordsOf(&earlier)
				return earlier, true
			}
		}
	}
	return plainFound{}, false
}

// pointsAtOther reports whether a statement refers back to one that does not answer.
func (a *plainQuery) pointsAtOther(f *plainFound) bool {
	earlier, ok := a.before(f)
	return ok && (a.boundsOtherwise(f.passage, &earlier.stated) || a.fits(f.passage, &earlier.stated) == plainExcludes)
}

// pointedAt are the words behind one that points back, where the text itself has not
// said them yet.
func (a *plainQuery) pointedAt(text string) (list []retrieval.Word) {
	pointers := foldedSet(a.ofTexts("pointing"))
	words := retrieval.Words(text, a.texts)
	for i := range words[:max(0, len(words)-1)] {
		next := &words[i+1]
		if pointers[words[i].Fold] && !next.Stop() && !next.Number && !inBag(bagIn(text[:words[i].Start], a.texts), next) {
			list = append(list, *next)
		}
	}
	return list
}

// measured reports whether a question asks for an amount in so many words: one of those
// that ask, and right behind it one that is measured ("quelle hauteur").
func (a *plainQuery) measured() bool {
	asking := foldedSet(a.message("asking"))
	words := retrieval.Words(a.question.Text, a.lang)
	for i := range words {
		if !asking[words[i].Fold] {
			continue
		}
		next := i + 1
		for ; next < len(words) && words[next].Stop(); next++ {
		}
		if words[i].Figure || next < len(words) && words[next].Figure {
			return true
		}
	}
	return false
}

// answering returns what was found if it can answer: who asks for an amount is told one,
// or that there is none.
func (a *plainQuery) answering(found []plainFound) []plainFound {
	if a.measured() && !slices.ContainsFunc(found, func(f plainFound) bool {
		return a.hasFigure(&f.stated) || a.deniesIn(f.stated.Text)
	}) {
		return nil
	}
	return found
}
