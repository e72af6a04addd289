package geo

import (
	"bytes"
	"slices"
	"strings"
)

// wordIndex lists every word of every name in order, so that the words with a
// common beginning have consecutive numbers.
type wordIndex struct {
	text     []byte   // all words, one after another
	at       []uint32 // by word: where it begins; one more at the end
	postings []uint32 // ranks of the places that have a word, ascending
	postAt   []uint32 // by word: where its postings begin; one more at the end

	// ofPlace holds the words of each place: those of its official name,
	// ascending, then those that only its aliases have, ascending. ofAt says
	// by 2*rank where the former begin, by 2*rank+1 the latter.
	ofPlace []uint32
	ofAt    []uint32

	// bucket says by the first byte where its words begin.
	bucket [257]uint32

	// frequent holds the places that have words with a frequent beginning.
	frequent map[wordRange]placeSet
}

// wordRange is a range of word numbers, [from, to).
type wordRange struct{ from, to uint32 }

func (r wordRange) has(word uint32) bool { return word-r.from < r.to-r.from }

func newWordIndex(n *names) wordIndex {
	places := len(n.start) - 1
	having := make(map[string][]match)
	for rank := range uint32(places) {
		n.eachForm(rank, func(_ uint32, form []byte, kind formKind) {
			for word := range bytes.SplitSeq(form, []byte{' '}) {
				if last := having[string(word)]; len(last) == 0 || last[len(last)-1]&rankMask != rank {
					having[string(word)] = append(last, kind.alias()|rank)
				}
			}
		})
	}
	return layOutWords(having, places)
}

func layOutWords(having map[string][]match, places int) wordIndex {
	words := make([]string, 0, len(having))
	for word := range having {
		words = append(words, word)
	}
	slices.Sort(words)
	x := wordIndex{text: []byte(strings.Join(words, "")), at: []uint32{0}, postAt: []uint32{0}}
	ofPlace := make([][]uint32, 2*places)
	for number, word := range words {
		x.bucket[int(word[0])+1] = uint32(number) + 1
		x.at = append(x.at, x.at[number]+uint32(len(word)))
		for _, key := range having[word] {
			rank, list := key&rankMask, 2*(key&rankMask)+key/ofAlias
			x.postings = append(x.postings, rank)
			ofPlace[list] = append(ofPlace[list], uint32(number))
		}
		x.postAt = append(x.postAt, uint32(len(x.postings)))
	}
	for i := range 256 { // bytes no word begins with
		x.bucket[i+1] = max(x.bucket[i+1], x.bucket[i])
	}
	x.ofAt = []uint32{0}
	for _, list := range ofPlace {
		x.ofPlace = append(x.ofPlace, list...)
		x.ofAt = append(x.ofAt, uint32(len(x.ofPlace)))
	}
	x.collectFrequent(places)
	return x
}

func (x *wordIndex) len() int { return len(x.at) - 1 }

func (x *wordIndex) word(number uint32) []byte { return x.text[x.at[number]:x.at[number+1]] }

// beginning returns the words that begin with prefix, which is not empty.
func (x *wordIndex) beginning(prefix []byte) wordRange {
	first := x.bucket[prefix[0]]
	last := x.bucket[int(prefix[0])+1]
	if len(prefix) == 1 {
		return wordRange{first, last}
	}
	from := x.search(first, last, func(word []byte) bool { return bytes.Compare(word, prefix) >= 0 })
	// Most ranges are short: look for the end in growing steps.
	to, step := from, uint32(1)
	for to+step <= last && bytes.HasPrefix(x.word(to+step-1), prefix) {
		to += step
		step *= 2
	}
	to = x.search(to, min(to+step, last), func(word []byte) bool { return !bytes.HasPrefix(word, prefix) })
	return wordRange{from, to}
}

// search returns the first word from lo on for which stop holds, or hi; it must
// hold for all that follow.
func (x *wordIndex) search(lo, hi uint32, stop func(word []byte) bool) uint32 {
	for lo < hi {
		mid := lo + (hi-lo)/2
		if stop(x.word(mid)) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// placesWith returns the ranks of the places with a word of r. A place with
// several of them comes several times.
func (x *wordIndex) placesWith(r wordRange) []uint32 {
	return x.postings[x.postAt[r.from]:x.postAt[r.to]]
}

// of returns the words of the place of a rank.
func (x *wordIndex) of(rank uint32) []uint32 { return x.ofPlace[x.ofAt[2*rank]:x.ofAt[2*rank+2]] }

// ofName returns the words of the official name of the place of a rank.
func (x *wordIndex) ofName(rank uint32) []uint32 {
	return x.ofPlace[x.ofAt[2*rank]:x.ofAt[2*rank+1]]
}

// which returns 0 when the words of the official name of a place are the ones
// wanted, ofAlias when it takes those of its aliases; ok is false when even
// they do not do.
func (x *wordIndex) which(rank uint32, wanted func(words []uint32) bool) (alias match, ok bool) {
	words, own := x.of(rank), x.ofName(rank)
	switch {
	case !wanted(words):
		return 0, false
	case len(own) < len(words) && !wanted(own):
		return ofAlias, true
	}
	return 0, true
}

// hasAll reports whether words has one of each range.
func hasAll(words []uint32, ranges []wordRange) bool {
next:
	for _, r := range ranges {
		for _, word := range words {
			if r.has(word) {
				continue next
			}
		}
		return false
	}
	return true
}
