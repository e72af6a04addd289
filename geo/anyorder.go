package geo

import "unicode/utf8"

// addAnyOrder adds the places that have a word beginning with each word of q.
func (t *territory) addAnyOrder(found []match, q *query, ranges []wordRange) []match {
	return settle(t.addHavingAll(found, q, ranges, scatteredMatch), len(found), q.limit)
}

// wordRanges returns the words that begin with each word of q. A single one is
// not looked up: the suffixes have told more of it already.
func (t *territory) wordRanges(dst []wordRange, q *query) []wordRange {
	if len(q.words) == 1 {
		return append(dst, wordRange{})
	}
	for i := range q.words {
		dst = append(dst, t.words.beginning(q.word(i)))
	}
	return dst
}

// addHavingAll adds the places that have a word of each range: as many as are
// wanted beside those in found already, of the best rank if not all.
func (t *territory) addHavingAll(found []match, q *query, ranges []wordRange, quality match) []match {
	var room [8]placeSet
	if sets, ok := t.words.allFrequent(room[:0], ranges); ok {
		return t.addCommon(found, q, sets, ranges, quality)
	}
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
		if !t.passes(q, rank) {
			continue
		}
		if alias, ok := t.words.which(rank, func(words []uint32) bool { return hasAll(words, ranges) }); ok {
			found = append(found, quality|alias|rank)
		}
	}
	return found
}

// addTypos adds the places q names but for one typing error.
func (t *territory) addTypos(found []match, q *query, ranges []wordRange) []match {
	from := len(found)
	for i := range q.words {
		if !anyEmpty(ranges, i, i) {
			found = t.addMisspelt(found, q, ranges, i)
			found = t.addJoined(found, q, ranges, i)
		}
	}
	if len(q.words) > 1 {
		found = t.addParted(found, q, ranges)
		if isArticle(string(q.word(0))) {
			found = t.addHavingAll(found, q, ranges[1:], typoMatch)
		}
	}
	found = t.addLeads(found, q)
	return settle(found, from, q.limit)
}

// addMisspelt adds the places that have word i of q with a typing error, and
// its other words without one.
func (t *territory) addMisspelt(found []match, q *query, ranges []wordRange, i int) []match {
	var room [32]rune
	typed, ok := appendLetters(room[:0], q.word(i))
	if !ok || len(typed) < shortestMisspelt-1 {
		return found
	}
	if few, ok := t.rarestOther(ranges, i); ok {
		return t.addMisspeltAmong(found, q, few, typed, ranges, i)
	}
	right := ranges[i]
	t.typos.misspelt(typed, func(word uint32) {
		ranges[i] = wordRange{word, word + 1}
		found = t.addHavingAll(found, q, ranges, typoMatch)
	})
	ranges[i] = right
	return found
}

// fewPlaces is the number of places up to which reading the words of each is
// quicker than looking for all words like the misspelt one.
const fewPlaces = 24

// rarestOther returns the places that have the rarest word of a query other
// than word i; ok is false when they are many.
func (t *territory) rarestOther(ranges []wordRange, i int) (few []uint32, ok bool) {
	for j, r := range ranges {
		if places := t.words.placesWith(r); j != i && len(places) <= fewPlaces && (!ok || len(places) < len(few)) {
			few, ok = places, true
		}
	}
	return few, ok
}

// addMisspeltAmong does what addMisspelt does for a few places.
func (t *territory) addMisspeltAmong(found []match, q *query, few []uint32, typed []rune, ranges []wordRange, i int) []match {
	wanted := func(words []uint32) bool {
		return t.typos.hasMisspelt(words, typed) && hasAll(words, ranges[:i]) && hasAll(words, ranges[i+1:])
	}
	for _, rank := range few {
		if !t.passes(q, rank) {
			continue
		}
		if alias, ok := t.words.which(rank, wanted); ok {
			found = append(found, typoMatch|alias|rank)
		}
	}
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
	others := func(words []uint32) bool { return hasAll(words, ranges[:i]) && hasAll(words, ranges[i+1:]) }
	for _, key := range t.typos.joined[string(q.word(i))] {
		rank := key & rankMask
		if !t.passes(q, rank) {
			continue
		}
		if alias, ok := t.words.which(rank, others); ok {
			found = append(found, key|alias)
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
		var wordRoom [64]byte
		whole := append(append(wordRoom[:0], q.word(i-1)...), q.word(i)...)
		if utf8.RuneCount(whole) < shortestMisspelt {
			continue
		}
		var room [8]wordRange
		others := append(room[:0], ranges[:i-1]...)
		others = append(others, t.words.beginning(whole))
		others = append(others, ranges[i+1:]...)
		found = t.addHavingAll(found, q, others, typoMatch)
	}
	return found
}
