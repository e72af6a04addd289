package geo

import "slices"

// listedAbove is the number of suffixes from which a range has its best matches
// listed in advance. Below it they are sorted when asked for.
const listedAbove = 16

// topLists holds, for every range of suffixes with a common beginning that is
// longer than listedAbove, the MaxResults best matches of each level. Any query
// that more suffixes begin with has exactly one of those ranges.
type topLists struct {
	lists map[uint64]topList // by rangeKey
	keys  []match
}

// topList says where in keys the list of each level stands, one after another.
type topList struct {
	at    uint32
	count [Municipality]uint8 // from Country on
}

func rangeKey(lo, hi int) uint64 { return uint64(lo)<<32 | uint64(hi) }

// topListBuilder collects the best matches of one range at a time.
type topListBuilder struct {
	x     *suffixIndex
	level []uint8   // by rank, 0 for Country
	best  []match   // by rank: the best match seen in this range
	found []uint32  // the ranks seen in this range
	top   [][]match // by level: the best so far, sorted
}

func newTopLists(x *suffixIndex, levelStart [Municipality + 2]uint32) topLists {
	places := levelStart[Municipality+1]
	b := topListBuilder{x: x, level: make([]uint8, places), best: make([]match, places), top: make([][]match, Municipality)}
	for level := Country; level <= Municipality; level++ {
		for rank := levelStart[level]; rank < levelStart[level+1]; rank++ {
			b.level[rank] = uint8(level - Country)
		}
	}
	lists := topLists{lists: make(map[uint64]topList)}
	x.eachCommonRange(func(lo, hi int) {
		if hi-lo > listedAbove {
			lists.lists[rangeKey(lo, hi)] = lists.add(b.collect(lo, hi))
		}
	})
	lists.keys = slices.Clip(lists.keys)
	return lists
}

func (l *topLists) add(levels [][]match) topList {
	list := topList{at: uint32(len(l.keys))}
	for level, keys := range levels {
		list.count[level] = uint8(len(keys))
		l.keys = append(l.keys, keys...)
	}
	return list
}

// collect returns the best matches of a range by level, each place once.
func (b *topListBuilder) collect(lo, hi int) [][]match {
	b.found = b.found[:0]
	for _, s := range b.x.sorted[lo:hi] {
		rank := s.key & rankMask
		if b.best[rank] == 0 {
			b.found = append(b.found, rank)
			b.best[rank] = s.key
		}
		b.best[rank] = min(b.best[rank], s.key)
	}
	for level := range b.top {
		b.top[level] = b.top[level][:0]
	}
	for _, rank := range b.found {
		level := b.level[rank]
		b.top[level] = insertBest(b.top[level], b.best[rank], MaxResults)
		b.best[rank] = 0
	}
	return b.top
}

// insertBest puts key into a sorted list that keeps its first limit entries.
func insertBest(list []match, key match, limit int) []match {
	if len(list) == limit {
		if key > list[limit-1] {
			return list
		}
		list = list[:limit-1]
	}
	at, _ := slices.BinarySearch(list, key)
	return slices.Insert(list, at, key)
}

// eachCommonRange yields every longest range of suffixes that share one or more
// letters: the inner nodes of the tree the suffixes form, in linear time.
func (x *suffixIndex) eachCommonRange(yield func(lo, hi int)) {
	type open struct{ lo, letters int }
	stack := []open{{0, 0}}
	for i := 1; i <= len(x.sorted); i++ {
		shared, lo := 0, i-1
		if i < len(x.sorted) {
			shared = x.sharedLetters(i-1, i)
		}
		for top := stack[len(stack)-1]; top.letters > shared; top = stack[len(stack)-1] {
			yield(top.lo, i)
			lo = top.lo
			stack = stack[:len(stack)-1]
		}
		if stack[len(stack)-1].letters < shared {
			stack = append(stack, open{lo, shared})
		}
	}
}

func (x *suffixIndex) sharedLetters(i, j int) int {
	a, b := x.text[x.sorted[i].at:], x.text[x.sorted[j].at:]
	n := 0
	for a[n] == b[n] && a[n] != 0 {
		n++
	}
	return n
}

// get appends to found the listed matches of a range that are of a level, or of
// all for 0, best first and at most limit. whole says that no match was left out
// but for the limit; ok is false when the range has no list.
func (l *topLists) get(found []match, lo, hi int, level Level, limit int) (_ []match, whole, ok bool) {
	list, ok := l.lists[rangeKey(lo, hi)]
	if !ok {
		return found, false, false
	}
	var heads [Municipality]levelList
	at := list.at
	for i, count := range list.count {
		if level == 0 || Level(i)+Country == level {
			heads[i] = levelList{l.keys[at : at+uint32(count)], count == MaxResults}
		}
		at += uint32(count)
	}
	found, whole = mergeBest(found, &heads, limit)
	return found, whole, true
}

// levelList is what remains of the list of one level.
type levelList struct {
	keys []match
	full bool // it had MaxResults and may have been cut short
}

// mergeBest appends the best of the sorted lists to found, in order, as long as
// it knows what comes next: it ends where a full list is used up, and then the
// result is not whole.
func mergeBest(found []match, heads *[Municipality]levelList, limit int) (_ []match, whole bool) {
	for len(found) < limit {
		best := -1
		for i, head := range heads {
			if len(head.keys) > 0 && (best < 0 || head.keys[0] < heads[best].keys[0]) {
				best = i
			}
		}
		if best < 0 {
			return found, true
		}
		head := &heads[best]
		found = append(found, head.keys[0])
		head.keys = head.keys[1:]
		if len(head.keys) == 0 && head.full {
			return found, false
		}
	}
	return found, true
}
