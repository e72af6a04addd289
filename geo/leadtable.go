package geo

import (
	"math/bits"
	"slices"
)

// leadTable is a hash table of the halves of leads. A typing error lies in one
// half of a name and leaves the other as it is, so that a lead is listed twice,
// by its length with its first half and by its length with its second.
type leadTable struct {
	at      []uint32 // by bucket: where its entries begin; one more at the end
	entries []leadEntry
	shift   uint // leaves of a hash the number of its bucket
}

// leadEntry is a lead that has some half, with the set of its letters: most
// leads that share no more than the half are told apart by it.
type leadEntry struct {
	lead    uint32
	letters letterSet
}

// newLeadTable calls spelling for each of so many leads, more than once.
func newLeadTable(leads int, spelling func(i int) []rune) leadTable {
	t := leadTable{entries: make([]leadEntry, 2*leads), shift: 63}
	for leads > 1<<(64-t.shift) {
		t.shift--
	}
	t.at = make([]uint32, 1<<(64-t.shift)+1)
	for i := range leads {
		first, second := leadHashes(spelling(i), len(spelling(i)))
		t.at[first>>t.shift+1]++
		t.at[second>>t.shift+1]++
	}
	for i := range len(t.at) - 1 {
		t.at[i+1] += t.at[i]
	}
	next := slices.Clone(t.at)
	for i := range leads {
		first, second := leadHashes(spelling(i), len(spelling(i)))
		for _, hash := range []uint64{first, second} {
			t.entries[next[hash>>t.shift]] = leadEntry{uint32(i), newLetterSet(spelling(i))}
			next[hash>>t.shift]++
		}
	}
	return t
}

// near calls yield with every lead that typed may be but for one typing error:
// with all that are, and few others. It may yield one twice.
func (t *leadTable) near(typed []rune, yield func(lead uint32)) {
	letters := newLetterSet(typed)
	for length := max(len(typed)-1, shortestLead); length <= len(typed)+1; length++ {
		first, second := leadHashes(typed, length)
		for _, hash := range [2]uint64{first, second} {
			bucket := hash >> t.shift
			for _, e := range t.entries[t.at[bucket]:t.at[bucket+1]] {
				if e.letters.near(letters) {
					yield(e.lead)
				}
			}
		}
	}
}

// leadHashes returns the hashes of the halves that letters would have as a lead
// of a length. The letter between the halves belongs to neither: it may have
// been exchanged with a neighbour in either.
func leadHashes(letters []rune, length int) (first, second uint64) {
	half := length / 2
	return hashHalf(letters[:half], 2*length), hashHalf(letters[len(letters)-(length-half-1):], 2*length+1)
}

// hashHalf returns a hash of which the beginning is as good as any part.
func hashHalf(letters []rune, seed int) uint64 {
	const multiplier = 0x9E3779B97F4A7C15
	sum := uint64(seed)
	for _, r := range letters {
		sum = (sum ^ uint64(r)) * multiplier
	}
	return (sum ^ sum>>32) * multiplier
}

// letterSet has a bit for each letter and the space. Others share those bits.
type letterSet uint32

func newLetterSet(letters []rune) letterSet {
	var s letterSet
	for _, r := range letters {
		s |= 1 << (r & 31)
	}
	return s
}

// near reports whether the sets may be of texts one typing error apart, which
// takes one letter from a set at most and adds another.
func (s letterSet) near(other letterSet) bool { return bits.OnesCount32(uint32(s^other)) <= 2 }
