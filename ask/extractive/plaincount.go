package extractive

import (
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Who asks how many of a thing there are is not answered by how wide or high it is: the
// answer has a number of that thing.

// countedIn returns what a question asks the number of: the subject behind a word that
// counts, in the plural ("combien de marches", "main courantes") or in capitals ("combien de WC").
func (a *plainQuery) countedIn(words []retrieval.Word, kept []int) *topic {
	counts := foldedSet(a.message("counting_things"))
	for i := range words {
		if !counts[words[i].Fold] {
			continue
		}
		next := i + 1
		for ; next < len(words) && (words[next].Stop() || words[next].Framing); next++ {
		}
		k := slices.Index(kept, next)
		isThings := func(at int) bool { return at < len(words) && !words[at].Stop() && a.isPlural(words[at].Text) }
		if k >= 0 && !words[next].Figure && (isThings(next) || isThings(next+1)) {
			return &a.subjects[k]
		}
	}
	return nil
}

// isPlural reports whether a word ends as those for several things do in the language
// of a question, or is written in capitals.
func (a *plainQuery) isPlural(word string) bool {
	if !strings.ContainsFunc(word, unicode.IsLower) {
		return true
	}
	return slices.ContainsFunc(strings.Fields(a.message("plurals")), func(end string) bool { return strings.HasSuffix(word, end) })
}

// counts reports whether a statement has a number of the thing that is counted. Where
// nothing is, all do.
func (a *plainQuery) counts(p *ask.Passage, st *ask.Statement) bool {
	switch {
	case a.counted == nil:
		return true
	case st.Row >= 0:
		return a.countsInRow(p, st.Row)
	}
	return a.countsInText(st.Text)
}

// countsInRow looks for a bare number in a column of the thing.
func (a *plainQuery) countsInRow(p *ask.Passage, row int) bool {
	caption := bagIn(p.Table.Caption, a.texts).has(a.counted)
	for _, pair := range ask.RowPairs(p.Table, row, nil) {
		if (caption || bagIn(pair.Head+"\n"+pair.Cell, a.texts).has(a.counted)) && a.numbersThings(pair.Cell) {
			return true
		}
	}
	return false
}

// countsInText looks for a number with the thing right behind it, or with nothing that
// it counts behind it and the thing before ("les issues sont au moins 2"), where nothing
// is measured. A share of things is a number of them.
func (a *plainQuery) countsInText(text string) bool {
	text = retrieval.Fold(text)
	words := retrieval.Words(text, a.texts)
	for _, i := range a.bareNumbers(text, words) {
		thing := thingBehind(text, words, i)
		if thing == "" && !a.measuresOther(text) && bagIn(text[:words[i].Start], a.texts).has(a.counted) || bagIn(thing, a.texts).has(a.counted) {
			return true
		}
	}
	return strings.Contains(text, "%") && bagIn(text, a.texts).has(a.counted)
}

// thingBehind are the words behind a number, such as "unités de passage", up to a sign;
// "" where that stands first.
func thingBehind(text string, words []retrieval.Word, number int) string {
	behind := number + 1
	for ; behind < len(words) && words[behind].Stop(); behind++ {
	}
	if behind == len(words) || strings.ContainsAny(text[words[number].End:words[behind].Start], ",;.:()") {
		return ""
	}
	thing := text[words[behind].Start:words[min(behind+mostWords, len(words))-1].End]
	if end := strings.IndexAny(thing, ",;:.()"); end >= 0 {
		thing = thing[:end]
	}
	return thing
}

// countsOnlyCase reports whether a statement has no other numbers than those of what the
// question says its case is of: it is for that case, and need not count ("au-delà de 400
// personnes, un portillon de plus").
func (a *plainQuery) countsOnlyCase(text string) bool {
	text = retrieval.Fold(text)
	words := retrieval.Words(text, a.texts)
	return !slices.ContainsFunc(a.bareNumbers(text, words), func(i int) bool {
		thing := bagIn(thingBehind(text, words, i), a.texts)
		return len(thing) > 0 && !slices.ContainsFunc(a.amounts, func(n plainAmount) bool { return thing.has(&n.of) })
	})
}

// measuresOther reports whether a text has an amount that is no number of things.
func (a *plainQuery) measuresOther(text string) bool {
	return slices.ContainsFunc(ask.Quantities(text), func(q ask.Quantity) bool { return q.Dimension() != "" && q.Dimension() != "ratio" })
}

func (a *plainQuery) numbersThings(text string) bool {
	text = retrieval.Fold(text)
	return len(a.bareNumbers(text, retrieval.Words(text, a.texts))) > 0
}

// bareNumbers are those of the words of a folded text, by their place, that are numbers
// without a unit and of no reference.
func (a *plainQuery) bareNumbers(folded string, words []retrieval.Word) []int {
	measured, refs := ask.Quantities(folded), articlesIn(folded, a.texts)
	var list []int
	for i := range words {
		w := &words[i]
		if _, isNumber := numberOf(w.Fold); !isNumber && numeral(w.Fold, a.texts) == 0 || refs.hold(w) {
			continue
		}
		if !slices.ContainsFunc(measured, func(q ask.Quantity) bool { return q.Dimension() != "" && q.Start <= w.Start && w.Start < q.End }) {
			list = append(list, i)
		}
	}
	return list
}
