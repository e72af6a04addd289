package geo

import "math/bits"

// placeSet holds the ranks of places, one bit each.
type placeSet []uint64

func newPlaceSet(places int, ranks []uint32) placeSet {
	s := make(placeSet, (places+63)/64)
	for _, rank := range ranks {
		s[rank/64] |= 1 << (rank % 64)
	}
	return s
}

// frequentShare is the share of all places, one in so many, from which on a
// word or beginning of words is frequent. The sets of all frequent ones together
// take at most frequentShare bits a place for each letter of a word.
const frequentShare = 64

// collectFrequent makes a set of the places that have words with a frequent
// beginning, such as "d", "de", "san". Two frequent words together would
// otherwise mean reading through the places of one.
func (x *wordIndex) collectFrequent(places int) {
	x.frequent = make(map[wordRange]placeSet)
	threshold := places/frequentShare + 1
	var add func(r wordRange, letters int)
	add = func(r wordRange, letters int) { // words in r share the first letters
		if len(x.placesWith(r)) < threshold {
			return
		}
		if letters > 0 {
			x.frequent[r] = newPlaceSet(places, x.placesWith(r))
		}
		for from := r.from; from < r.to; {
			to := from + 1
			if len(x.word(from)) > letters {
				next := x.word(from)[letters]
				to = x.search(from, r.to, func(word []byte) bool { return word[letters] != next })
				add(wordRange{from, to}, letters+1)
			}
			from = to
		}
	}
	add(wordRange{0, uint32(x.len())}, 0)
}

// allFrequent returns the sets of ranges; ok is false when one of them is not
// frequent.
func (x *wordIndex) allFrequent(dst []placeSet, ranges []wordRange) (_ []placeSet, ok bool) {
	for _, r := range ranges {
		set, frequent := x.frequent[r]
		if !frequent {
			return dst, false
		}
		dst = append(dst, set)
	}
	return dst, true
}

// addCommon adds the places in all sets, those with the words of ranges, in
// order of rank, until enough have the words in their official names.
func (t *territory) addCommon(found []match, q *query, sets []placeSet, ranges []wordRange, quality match) []match {
	wanted := func(words []uint32) bool { return hasAll(words, ranges) }
	missing := len(found) + q.limit // found may hold as many of the same places
	for i, common := range sets[0] {
		for _, set := range sets[1:] {
			common &= set[i]
		}
		for ; common != 0; common &= common - 1 {
			rank := uint32(i*64 + bits.TrailingZeros64(common))
			if !t.passes(q, rank) {
				continue
			}
			alias, _ := t.words.which(rank, wanted)
			found = append(found, quality|alias|rank)
			if alias != 0 {
				continue
			}
			if missing--; missing == 0 {
				return found
			}
		}
	}
	return found
}
