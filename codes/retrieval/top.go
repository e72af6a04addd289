package retrieval

import "slices"

// contextWeight is the share of the best score of its section that a block which
// matches gets on top of its own: passages explain each other.
const contextWeight = 0.3

// mostContext is the longest section that is context, in blocks. What is longer is
// a text without sections.
const mostContext = 40

// scored is a block with its score, and the unit the score is of: the block's own
// or, of a table, that of its best row.
type scored struct {
	block   uint32
	unit    unit
	score   float32
	context float32 // the part of the score that the section gave
}

// foldRows gives every table the score of its best row where that is more than
// its own, so that a table is one hit.
func (t *tally) foldRows(s *scope) {
	for _, part := range s.tables {
		for _, table := range s.index.tables[part.from:part.to] {
			if best, _ := t.bestRow(table); best > t.total[table.block] {
				t.total[table.block] = best
			}
		}
	}
}

func (t *tally) bestRow(table tableSpan) (best float32, row unit) {
	for u := table.rows.from; u < table.rows.to; u++ {
		if t.total[u] > best {
			best, row = t.total[u], u
		}
	}
	return best, row
}

// top finds the k best blocks that keep lets pass, best first, equal ones in order.
func (t *tally) top(s *scope, k int, keep func(block uint32) bool) {
	best := topList{list: t.found[:0], k: k}
	for _, span := range s.blocks {
		enough := best.enough()
		total := t.total[:span.to]
		for b := int(span.from); b < len(total); b++ {
			if total[b] > enough {
				b = int(t.addSection(&best, s.index.sections, uint32(b), keep)) - 1
				enough = best.enough()
			}
		}
	}
	t.found = best.list
}

// addSection adds what is good enough of the section of block b and returns where
// the section ends.
func (t *tally) addSection(best *topList, sections []uint32, b uint32, keep func(block uint32) bool) (end uint32) {
	from, end := sections[b], b+1
	for end < uint32(len(sections)) && sections[end] == from {
		end++
	}
	context := contextWeight * slices.Max(t.total[from:end])
	for i := from; i < end; i++ {
		if own := t.total[i]; own > 0 && own+context > best.least && (keep == nil || keep(i)) {
			best.add(scored{block: i, unit: i, score: own + context, context: context})
		}
	}
	return end
}

// topList keeps the k best of what is added in order of blocks.
type topList struct {
	list  []scored
	k     int
	least float32 // only more than this gets in
}

// enough is what the best block of a section must be above for any of it to get in.
func (l *topList) enough() float32 { return l.least / (1 + contextWeight) }

func (l *topList) add(s scored) {
	if len(l.list) < l.k {
		l.list = append(l.list, s)
	} else {
		l.list[l.k-1] = s
	}
	for i := len(l.list) - 1; i > 0 && l.list[i].score > l.list[i-1].score; i-- {
		l.list[i], l.list[i-1] = l.list[i-1], l.list[i]
	}
	if len(l.list) == l.k {
		l.least = l.list[l.k-1].score
	}
}
