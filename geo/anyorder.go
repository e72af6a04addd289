package geo

import (
	"slices"
	"unicode/utf8"
)

// addAnyOrder adds the places that have a word beginning with each word of q.
func (t *territory) addAnyOrder(found []match, q *query) []match {
	var room [8]wordRange
	ranges := t.wordRanges(room[:0], q.words)
	direct := len(found)
	found = t.addHavingAll(found, q, ranges, wordMatch)
	if len(found) == direct {
		return found
	}
	return settle(found, 0, q.limit)
}

func (t *territory) wordRanges(dst []wordRange, words [][]byte) []wordRange {
	for _, word := range words {
		dst = append(dst, t.words.beginning(word))
	}
	return dst
}

// addHavingAll adds the places that have a word of each range, reading the
// places of the rarest one.
func (t *territory) addHavingAll(found []match, q *query, ranges []wordRange, quality match) []match {
	var rarest []uint32
	for i, r := range ranges {
		places := t.words.placesWith(r)
		if len(places) == 0 {
			return found
		}
		if i == 0 || len(places) < len(rarest) {
			rarest = places
		}
	}
	for _, rank := range rarest {
		if t.passes(q, rank) && t.words.hasAll(rank, ranges) {
			found = append(found, quality|rank)
		}
	}
	return found
}

// addTypos adds the places q names but for one typing error.
func (t *territory) addTypos(found []match, q *query) []match {
	from := len(found)
	room := [8]wordRange{}
	ranges := room[:1]
	if len(q.words) > 1 { // a single word is not looked up as it is
		ranges = t.wordRanges(room[:0], q.words)
	}
	for i := range q.words {
		found = t.addMisspelt(found, q, ranges, i)
		found = t.addJoined(found, q, ranges, i)
	}
	if len(q.words) > 1 {
		found = t.addParted(found, q, ranges)
		if isArticle(string(q.words[0])) {
			found = t.addHavingAll(found, q, ranges[1:], typoMatch)
		}
	}
	return settle(found, from, q.limit)
}

// addMisspelt adds the places that have word i of q with a typing error, and
// its other words without one.
func (t *territory) addMisspelt(found []match, q *query, ranges []wordRange, i int) []match {
	if anyEmpty(ranges, i, i) {
		return found
	}
	right := ranges[i]
	t.typos.misspelt(q.words[i], func(word uint32) {
		ranges[i] = wordRange{word, word + 1}
		found = t.addHavingAll(found, q, ranges, typoMatch)
	})
	ranges[i] = right
	return found
}

// anyEmpty reports whether there is an empty range other than from first to
// last.
func anyEmpty(ranges []wordRange, first, last int) bool {
	for i, r := range ranges {
		if r.from == r.to && (i < first || i > last) {
			return true
		}
	}
	return false
}

// addJoined adds the places of which two words were typed as word i of q.
func (t *territory) addJoined(found []match, q *query, ranges []wordRange, i int) []match {
	if anyEmpty(ranges, i, i) {
		return found
	}
	for _, rank := range t.typos.joined[string(q.words[i])] {
		if t.passes(q, rank) && t.words.hasAll(rank, ranges[:i]) && t.words.hasAll(rank, ranges[i+1:]) {
			found = append(found, typoMatch|rank)
		}
	}
	return found
}

// addParted adds the places of which one word was typed as two words of q.
func (t *territory) addParted(found []match, q *query, ranges []wordRange) []match {
	for i := 1; i < len(q.words); i++ {
		if anyEmpty(ranges, i-1, i) {
			continue
		}
		var room [64]byte
		whole := append(append(room[:0], q.words[i-1]...), q.words[i]...)
		if utf8.RuneCount(whole) < shortestMisspelt {
			continue
		}
		others := slices.Concat(ranges[:i-1], []wordRange{t.words.beginning(whole)}, ranges[i+1:])
		found = t.addHavingAll(found, q, others, typoMatch)
	}
	return found
}
