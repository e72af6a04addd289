package geo

import "slices"

// search returns the places that match q in this country, best first.
func (t *territory) search(q *query) found {
	var room [MaxResults * 2]match
	keys := t.matches(room[:0], q)
	if len(keys) == 0 {
		return found{}
	}
	f := found{places: make([]*Place, len(keys))}
	for i, key := range keys {
		f.places[i] = t.ranked[key&rankMask]
		f.count(key, i)
	}
	return f
}

// count enters the quality of the match at an index.
func (f *found) count(key match, at int) {
	if key < typoMatch {
		f.sure = at + 1
	}
	f.exact = f.exact || at == 0 && key < prefixMatch
}

// matches appends to found, which is empty, the matches of q, best first, each
// place once. Every step runs only when there is room left for worse matches
// than the ones found.
func (t *territory) matches(found []match, q *query) []match {
	lo, hi := t.suffixes.find(q.text)
	found = t.addExact(found, q, lo, hi)
	found = t.addDirect(found, q, lo, hi)
	if len(found) == q.limit {
		return found
	}
	var room [8]wordRange
	ranges := t.wordRanges(room[:0], q)
	if len(q.words) > 1 {
		found = t.addAnyOrder(found, q, ranges)
	}
	if len(found) < q.limit {
		found = t.addTypos(found, q, ranges)
	}
	return found
}

// passes reports whether the place of a rank is one the filters let through.
func (t *territory) passes(q *query, rank uint32) bool {
	if q.level != 0 && (rank < t.levelStart[q.level] || rank >= t.levelStart[q.level+1]) {
		return false
	}
	return !q.within || t.inside(rank, q.container)
}

// addExact adds the places that have q as a whole name. Their suffixes lead the
// range of those that begin with q.
func (t *territory) addExact(found []match, q *query, lo, hi int) []match {
	const toExact = prefixMatch - exactMatch
	for _, s := range t.suffixes.sorted[lo:hi] {
		whole := s.key < wordMatch && t.names.text[int(s.at)+len(q.text)] == 0
		if !whole || len(found) == q.limit {
			break
		}
		if t.passes(q, s.key&rankMask) {
			found = append(found, s.key-toExact)
		}
	}
	return found
}

// addDirect adds the places that have q somewhere in a name.
func (t *territory) addDirect(found []match, q *query, lo, hi int) []match {
	if len(found) == q.limit || lo == hi {
		return found
	}
	if q.limit <= MaxResults {
		var ok bool
		if found, ok = t.addListed(found, q, lo, hi); ok {
			return found
		}
	}
	if q.within && hi-lo > t.sizeOf(q.container) {
		return t.addScanned(found, q)
	}
	from := len(found)
	for _, s := range t.suffixes.sorted[lo:hi] {
		if t.passes(q, s.key&rankMask) {
			found = append(found, s.key)
		}
	}
	return settle(found, from, q.limit)
}

// addListed adds the places that are listed in advance. It returns false,
// having added nothing, when the list does not say enough.
func (t *territory) addListed(found []match, q *query, lo, hi int) (_ []match, ok bool) {
	if q.within {
		return t.addListedWithin(found, q, lo, hi)
	}
	var room [MaxResults]match
	listed, _, ok := t.suffixes.tops.get(room[:0], lo, hi, q.level, q.limit)
	return appendNew(found, listed, q.limit), ok
}

func (t *territory) addListedWithin(found []match, q *query, lo, hi int) (_ []match, ok bool) {
	var room [int(Municipality) * MaxResults]match
	listed, whole, ok := t.suffixes.tops.get(room[:0], lo, hi, q.level, len(room))
	if !ok {
		return found, false
	}
	inside := listed[:0]
	for _, key := range listed {
		if t.passes(q, key&rankMask) {
			inside = append(inside, key)
		}
	}
	if !whole && len(inside) < q.limit {
		return found, false
	}
	return appendNew(found, inside, q.limit), true
}

// sizeOf returns how many places lie inside that of a rank.
func (t *territory) sizeOf(rank uint32) int { return int(t.walkEnd[rank] - t.walk[rank]) }

// addScanned adds the places inside the container that have q somewhere in a
// name, by reading all their names: quicker where the container is small and q
// is in names everywhere.
func (t *territory) addScanned(found []match, q *query) []match {
	var room [MaxResults * 2]match
	best, limit := room[:0], len(found)+q.limit // found may hold as many of the same places
	bound := noMatch
	for _, rank := range t.walkRank[t.walk[q.container]+1 : t.walkEnd[q.container]] {
		if !t.passes(q, rank) {
			continue
		}
		if quality, ok := t.names.bestMatch(rank, q.text, bound); ok {
			best = insertBest(best, quality|rank, limit)
		}
		if len(best) == limit {
			bound = best[limit-1]&^rankMask + ofAlias // as good, with a better rank
		}
	}
	return appendNew(found, best, q.limit)
}

// settle sorts the matches from an index on, leaves out places that are there
// already, and keeps the first limit of all.
func settle(found []match, from, limit int) []match {
	added := found[from:]
	slices.Sort(added)
	return appendNew(found[:from], added, limit)
}

// appendNew appends the matches of added whose places are not in found yet, up
// to limit in all. added may share memory with what follows found.
func appendNew(found, added []match, limit int) []match {
	for _, key := range added {
		if len(found) >= limit {
			break
		}
		if !hasRank(found, key&rankMask) {
			found = append(found, key)
		}
	}
	return found
}

func hasRank(found []match, rank uint32) bool {
	for _, key := range found {
		if key&rankMask == rank {
			return true
		}
	}
	return false
}
