package retrieval

import (
	"cmp"
	"math/bits"
	"slices"
)

// merge puts the parts of documents together, which are in the order of blocks.
func merge(blocks []Block, parts []*part) *index {
	x := &index{docs: make(map[string]*docSpan, len(parts)), sections: firstOfSections(blocks)}
	bases := x.layOut(blocks, parts)
	x.gather(parts, bases)
	x.fillHeads()
	return x
}

// base is where the units of a part begin in the index.
type base struct{ blocks, rows uint32 }

// layOut numbers the units of all parts.
func (x *index) layOut(blocks []Block, parts []*part) []base {
	bases := make([]base, len(parts))
	next := base{rows: uint32(len(blocks))}
	for i, p := range parts {
		bases[i] = next
		d := &docSpan{blocks: span{next.blocks, next.blocks + uint32(p.blocks)}}
		d.rows.from, d.tables.from = next.rows, uint32(len(x.tables))
		for _, t := range p.tables {
			x.tables = append(x.tables, tableSpan{next.blocks + t.block, span{next.rows, next.rows + t.rows}})
			next.rows += t.rows
		}
		d.rows.to, d.tables.to = next.rows, uint32(len(x.tables))
		for _, b := range blocks[d.blocks.from:d.blocks.to] {
			d.langs = appendNew(d.langs, b.Lang)
		}
		x.docs[blocks[next.blocks].Doc] = d
		next.blocks = d.blocks.to
	}
	x.lengths = make([]lengths, next.rows)
	for i, p := range parts {
		copy(x.lengths[bases[i].blocks:], p.lengths[:p.blocks])
		copy(x.lengths[bases[i].rows:], p.lengths[p.blocks:])
	}
	return bases
}

// source is the list of one term in one part.
type source struct {
	key      key
	part     uint32
	from, to uint32 // of the part's entries
}

// gather merges the lists of all parts, a stretch of keys at a time so that what
// is worked on stays near.
func (x *index) gather(parts []*part, bases []base) {
	total, terms := 0, 0
	for _, p := range parts {
		total += len(p.entries)
		terms += len(p.keys)
	}
	x.postings = make([]posting, 0, total)
	cuts := make([]int, len(parts)) // how far each part is done
	const stretches = 256
	sources := make([]source, 0, terms/stretches*2)
	for n := range uint64(stretches) {
		last := key((n+1)<<56 - 1)
		sources = sources[:0]
		for i, p := range parts {
			for ; cuts[i] < len(p.keys) && p.keys[cuts[i]] <= last; cuts[i]++ {
				s := source{key: p.keys[cuts[i]], part: uint32(i), to: p.ends[cuts[i]]}
				if cuts[i] > 0 {
					s.from = p.ends[cuts[i]-1]
				}
				sources = append(sources, s)
			}
		}
		slices.SortFunc(sources, func(a, b source) int {
			return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.part, b.part))
		})
		for len(sources) > 0 {
			same := 1
			for same < len(sources) && sources[same].key == sources[0].key {
				same++
			}
			x.addList(sources[:same], parts, bases)
			sources = sources[same:]
		}
	}
}

// addList appends the postings of one term.
func (x *index) addList(sources []source, parts []*part, bases []base) {
	l := postingList{key: sources[0].key, from: uint32(len(x.postings))}
	for _, s := range sources {
		p, from := parts[s.part], bases[s.part].blocks
		for _, e := range p.entries[s.from:s.to] {
			if int(e.unit) >= p.blocks {
				break
			}
			x.addPosting(from+e.unit, e.counts)
		}
	}
	l.rows = uint32(len(x.postings))
	for _, s := range sources {
		p, from := parts[s.part], bases[s.part].rows
		entries := p.entries[s.from:s.to]
		if int(entries[len(entries)-1].unit) < p.blocks {
			continue
		}
		for _, e := range entries {
			if int(e.unit) >= p.blocks {
				x.addPosting(from+e.unit-uint32(p.blocks), e.counts)
			}
		}
	}
	l.to = uint32(len(x.postings))
	x.lists = append(x.lists, l)
}

func (x *index) addPosting(at unit, c counts) {
	x.postings = append(x.postings, posting{at, impactOf(c, x.lengths[at]), pack(c)})
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

// firstOfSections tells for each block where its section begins.
func firstOfSections(blocks []Block) []uint32 {
	first := make([]uint32, len(blocks))
	for from := 0; from < len(blocks); {
		to := from + 1
		for to < len(blocks) && sameSection(&blocks[from], &blocks[to]) {
			to++
		}
		for i := from; i < to; i++ {
			if first[i] = uint32(from); to-from > mostContext {
				first[i] = uint32(i)
			}
		}
		from = to
	}
	return first
}
