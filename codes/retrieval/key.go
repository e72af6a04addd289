package retrieval

// key stands for a term in the index: a hash, so that neither an index nor a
// segment holds the vocabulary. Of a million terms two share a key with a chance
// of one in 40 million, and would only be found by each other.
type key uint64

// termKey is FNV-1a (Fowler, Noll and Vo) over the term, mixed.
func termKey(term string) key {
	h := uint64(14695981039346656037)
	for i := range len(term) {
		h = (h ^ uint64(term[i])) * 1099511628211
	}
	return key(mix(h))
}

// pairKey is the key of two terms that stand side by side.
func pairKey(first, second key) key {
	return key(mix(uint64(first)*0x9e3779b97f4a7c15 + uint64(second)))
}

// mix spreads every bit over the whole, for keys are sorted and looked up by
// their first bits (the finalizer of MurmurHash3 by Austin Appleby).
func mix(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
