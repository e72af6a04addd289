package geo

import (
	"bytes"
	"cmp"
	"slices"
)

// match is how well a place fits a query, in the bits above its rank: the
// smaller the number, the better.
type match = uint32

// The qualities of a match, best first. Each is that of the official name; with
// ofAlias added, which is worse than that and better than the next, it is that
// of an alias.
const (
	exactMatch     match = iota << (rankBits + 1)
	prefixMatch          // a name begins with the query
	wordMatch            // a word begins with it
	insideMatch          // it stands somewhere in a name
	scatteredMatch       // each of its words begins one of the name's
	typoMatch            // a name has it but for one typing error
	noMatch

	ofAlias  match = 1 << rankBits
	rankBits       = 28
	rankMask       = ofAlias - 1
)

// suffix is one place in the text of names where a query may match.
type suffix struct {
	at  uint32
	key match // quality of a match here, and the rank of the place
}

// suffixIndex is the sorted list of all suffixes of all names: those that begin
// with a query stand side by side.
type suffixIndex struct {
	text   []byte
	sorted []suffix
	bucket []uint32 // by the codes of the first letters: where they begin
	tops   topLists
}

// A bucket holds the suffixes that have the same codes in their first letters.
const (
	bucketLetters = 3
	codeBits      = 5
	bucketCount   = 1 << (bucketLetters * codeBits)
)

// letterCode numbers the bytes of folded text in their order. Space and the
// letters a to z have a code of their own; others share one, and the letters
// after such a one say nothing more: the order within it is not theirs.
func letterCode(c byte) (code int, own bool) {
	switch {
	case c == 0:
		return 0, true
	case c == ' ':
		return 1, true
	case c < 'a':
		return 2, false
	case c <= 'z':
		return 3 + int(c-'a'), true
	}
	return 29, false
}

func newSuffixIndex(n *names, levelStart [Municipality + 2]uint32) suffixIndex {
	x := suffixIndex{text: n.text}
	x.collect(n)
	x.sort()
	x.tops = newTopLists(&x, levelStart)
	return x
}

func (x *suffixIndex) collect(n *names) {
	for rank := range uint32(len(n.start) - 1) {
		n.eachForm(rank, func(at uint32, form []byte, kind formKind) {
			for i := range form {
				if quality, ok := matchAt(form, i, kind); ok {
					x.sorted = append(x.sorted, suffix{at + uint32(i), quality | rank})
				}
			}
		})
	}
	x.sorted = slices.Clip(x.sorted)
}

// matchAt returns how good a match at form[i:] is that is not exact; ok is
// false where none may begin.
func matchAt(form []byte, i int, kind formKind) (quality match, ok bool) {
	switch {
	case i == 0:
		return prefixMatch | kind.alias(), true
	case form[i] == ' ' || kind.reach() == startOnly:
		return 0, false
	case form[i-1] == ' ':
		return wordMatch | kind.alias(), true
	}
	const continuation = 0b10
	return insideMatch | kind.alias(), kind.reach() == anywhere && form[i]>>6 != continuation
}

// sort orders the suffixes: first by bucket, then each bucket by text. Of equal
// ones the better match comes first, so that whole names lead.
func (x *suffixIndex) sort() {
	x.bucket = make([]uint32, bucketCount+1)
	for _, s := range x.sorted {
		x.bucket[x.bucketOf(s.at)+1]++
	}
	for i := range bucketCount {
		x.bucket[i+1] += x.bucket[i]
	}
	next := slices.Clone(x.bucket)
	placed := make([]suffix, len(x.sorted))
	for _, s := range x.sorted {
		b := x.bucketOf(s.at)
		placed[next[b]] = s
		next[b]++
	}
	x.sorted = placed
	for i := range bucketCount {
		if lo, hi := x.bucket[i], x.bucket[i+1]; hi-lo > 1 {
			slices.SortFunc(x.sorted[lo:hi], x.compareSuffixes)
		}
	}
}

func (x *suffixIndex) bucketOf(at uint32) int {
	b, more := 0, true
	for i := range uint32(bucketLetters) {
		code := 0
		if more {
			code, more = letterCode(x.text[at+i])
			more = more && code != 0
		}
		b = b<<codeBits | code
	}
	return b
}

func (x *suffixIndex) compareSuffixes(a, b suffix) int {
	for i := uint32(0); ; i++ {
		ca, cb := x.text[a.at+i], x.text[b.at+i]
		if ca != cb {
			return cmp.Compare(ca, cb)
		}
		if ca == 0 {
			return cmp.Compare(a.key, b.key)
		}
	}
}

// find returns the range of suffixes that begin with query.
func (x *suffixIndex) find(query []byte) (lo, hi int) {
	b, letters := 0, 0
	for letters < bucketLetters && letters < len(query) {
		code, own := letterCode(query[letters])
		if !own {
			break
		}
		b = b<<codeBits | code
		letters++
	}
	below := (bucketLetters - letters) * codeBits
	lo, hi = int(x.bucket[b<<below]), int(x.bucket[(b+1)<<below])
	if letters == len(query) {
		return lo, hi
	}
	return x.narrow(lo, hi, query, letters)
}

// narrow does what find does, within suffixes that are known to begin with the
// first letters of query.
func (x *suffixIndex) narrow(lo, hi int, query []byte, known int) (int, int) {
	end := hi
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if x.compare(mid, query, known) < 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, x.lastWith(lo, end, query, known)
}

// lastWith returns the end of the suffixes that begin with query, of which lo
// would be the first. Most such ranges are short: it looks in growing steps.
func (x *suffixIndex) lastWith(lo, end int, query []byte, known int) int {
	hi := lo
	for step := 1; hi < end && x.compare(hi, query, known) == 0; step *= 2 {
		lo, hi = hi+1, min(hi+step, end)
	}
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if x.compare(mid, query, known) == 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// compare compares the beginning of a suffix with query; known letters of it
// are equal.
func (x *suffixIndex) compare(i int, query []byte, known int) int {
	at := int(x.sorted[i].at)
	return bytes.Compare(x.text[at+known:min(at+len(query), len(x.text))], query[known:])
}
