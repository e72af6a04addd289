package retrieval

import (
	"cmp"
	"math/bits"
	"slices"
)

// merge puts the parts of documents together, which are in order.
func merge(docs []string, parts []*part) *index {
	x := &index{}
	bases := x.layOut(docs, parts)
	x.gather(parts, bases)
	x.fillHeads()
	return x
}

// base is where the units of a part begin in the index.
type base struct{ blocks, rows uint32 }

// layOut numbers the units of all parts.
func (x *index) layOut(docs []string, parts []*part) []base {
	x.docs = make(map[string]*docSpan, len(parts))
	var next base
	for _, p := range parts {
		next.rows += uint32(len(p.marks))
	}
	bases := make([]base, len(parts))
	for i, p := range parts {
		bases[i] = next
		next = x.addOutline(docs[i], &p.outline, next)
	}
	x.lengths, x.numbers = make([]lengths, next.rows), newUnitSet(int(next.rows))
	for i, p := range parts {
		n := len(p.marks)
		copy(x.lengths[bases[i].blocks:], p.lengths[:n])
		copy(x.lengths[bases[i].rows:], p.lengths[n:])
		for u := range p.units() {
			if p.numbers.has(unit(u)) {
				x.numbers.add(bases[i].of(unit(u), n))
			}
		}
	}
	x.sections = firstOfSections(x.marks)
	return bases
}

// addOutline numbers the units of a document, and returns where those of the next begin.
func (x *index) addOutline(doc string, o *outline, next base) base {
	d := &docSpan{blocks: span{next.blocks, next.blocks + uint32(len(o.marks))}, langs: o.langs}
	d.rows.from, d.tables.from = next.rows, uint32(len(x.tables))
	for _, t := range o.tables {
		x.tables = append(x.tables, tableSpan{next.blocks + t.block, span{next.rows, next.rows + t.rows}})
		next.rows += t.rows
	}
	d.rows.to, d.tables.to = next.rows, uint32(len(x.tables))
	for i, m := range o.marks {
		if m&overviewMark != 0 {
			x.overviews = append(x.overviews, next.blocks+uint32(i))
		}
	}
	x.marks = append(x.marks, o.marks...)
	x.docs[doc] = d
	next.blocks = d.blocks.to
	return next
}

// of returns the number in the index of a unit of a part with so many blocks.
func (b base) of(u unit, blocks int) unit {
	if int(u) < blocks {
		return b.blocks + u
	}
	return b.rows + u - unit(blocks)
}

// source is the list of one term in one part.
type source struct {
	key      key
	part     uint32
	from, to uint32 // of the part's entries
}

// stretches is how many ranges the keys are divided into, by their first bits. Each
// is merged on its own, on whatever processor is free, and what is worked on stays
// near.
const (
	stretchBits = 8
	stretches   = 1 << stretchBits
)

// gather merges the lists of all parts.
func (x *index) gather(parts []*part, bases []base) {
	cuts := make([][stretches + 1]int, len(parts))
	inParallel(len(parts), func(i int) { cuts[i] = cutKeys(parts[i].keys) })
	var ends [stretches]uint32 // of postings
	end := uint32(0)
	for n := range ends {
		for i, p := range parts {
			end += p.endOf(cuts[i][n+1]) - p.endOf(cuts[i][n])
		}
		ends[n] = end
	}
	x.postings = make([]posting, end)
	var lists [stretches][]postingList
	inParallel(stretches, func(n int) {
		m := stretch{index: x, parts: parts, bases: bases}
		if n > 0 {
			m.next = ends[n-1]
		}
		m.merge(m.sources(cuts, n))
		lists[n] = m.lists
	})
	x.lists = slices.Concat(lists[:]...)
}

// cutKeys returns where the keys of each stretch begin.
func cutKeys(keys []key) (cuts [stretches + 1]int) {
	for n := 1; n < stretches; n++ {
		rest := keys[cuts[n-1]:]
		at, _ := slices.BinarySearch(rest, key(n)<<(64-stretchBits))
		cuts[n] = cuts[n-1] + at
	}
	cuts[stretches] = len(keys)
	return cuts
}

// endOf returns how many entries the first n keys have.
func (p *part) endOf(n int) uint32 {
	if n == 0 {
		return 0
	}
	return p.ends[n-1]
}

// stretch merges the lists of a range of keys.
type stretch struct {
	index *index
	parts []*part
	bases []base
	lists []postingList
	next  uint32 // where the next posting goes
}

// sources returns the lists of stretch n by key and then part. Keys are hashes, so
// they are dealt out by their next bits to about as many buckets as there are
// lists; few buckets hold two keys and need sorting.
func (m *stretch) sources(cuts [][stretches + 1]int, n int) []source {
	total := 0
	for i := range cuts {
		total += cuts[i][n+1] - cuts[i][n]
	}
	width := max(bits.Len(uint(total))-1, 0)
	bucket := func(k key) int { return int(k << stretchBits >> 1 >> (63 - width)) }
	starts := make([]uint32, 1<<width+1)
	for i, p := range m.parts {
		for _, k := range p.keys[cuts[i][n]:cuts[i][n+1]] {
			starts[bucket(k)+1]++
		}
	}
	for i := 1; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	list := make([]source, total)
	for i, p := range m.parts {
		from := p.endOf(cuts[i][n])
		for at := cuts[i][n]; at < cuts[i][n+1]; at++ {
			b := bucket(p.keys[at])
			list[starts[b]] = source{p.keys[at], uint32(i), from, p.ends[at]}
			starts[b]++
			from = p.ends[at]
		}
	}
	begin := uint32(0)
	for _, end := range starts[:1<<width] { // each start has moved on to the next
		sortSources(list[begin:end])
		begin = end
	}
	return list
}

// sortSources sorts by key what is in order of parts.
func sortSources(list []source) {
	byKey := func(a, b source) int { return cmp.Compare(a.key, b.key) }
	if !slices.IsSortedFunc(list, byKey) {
		slices.SortStableFunc(list, byKey)
	}
}

// merge writes the postings of lists that are in order.
func (m *stretch) merge(sources []source) {
	for len(sources) > 0 {
		same := 1
		for same < len(sources) && sources[same].key == sources[0].key {
			same++
		}
		m.addList(sources[:same])
		sources = sources[same:]
	}
}

// addList writes the postings of one term.
func (m *stretch) addList(sources []source) {
	l := postingList{key: sources[0].key, from: m.next}
	rows := false
	for _, s := range sources {
		p, from := m.parts[s.part], m.bases[s.part].blocks
		for _, e := range p.entries[s.from:s.to] {
			if int(e.unit) >= len(p.marks) {
				rows = true
				break
			}
			m.addPosting(from+e.unit, e.counts)
		}
	}
	l.rows = m.next
	if rows {
		m.addRows(sources)
	}
	l.to = m.next
	m.lists = append(m.lists, l)
}

func (m *stretch) addRows(sources []source) {
	for _, s := range sources {
		p, from := m.parts[s.part], m.bases[s.part].rows
		for _, e := range p.entries[s.from:s.to] {
			if int(e.unit) >= len(p.marks) {
				m.addPosting(from+e.unit-uint32(len(p.marks)), e.counts)
			}
		}
	}
}

func (m *stretch) addPosting(at unit, c counts) {
	m.index.postings[m.next] = m.index.posting(at, c)
	m.next++
}

// fillHeads prepares the look-up of keys: about one key for each value of their
// first bits.
func (x *index) fillHeads() {
	width := min(max(bits.Len(uint(len(x.lists))), 1), 24)
	x.shift = 64 - width
	x.heads = make([]uint32, 1<<width+1)
	for i := range x.lists {
		x.heads[x.lists[i].key>>x.shift+1]++
	}
	for i := 1; i < len(x.heads); i++ {
		x.heads[i] += x.heads[i-1]
	}
}
