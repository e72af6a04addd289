package retrieval

import (
	"cmp"
	"slices"
)

// outline is what a search knows of a document besides its terms: enough to rank its
// passages without their text.
type outline struct {
	langs   []string
	marks   []mark // of each block
	tables  []tableRows
	numbers unitSet // units that hold a number
}

// tableRows says that the next rows units are the rows of a block.
type tableRows struct{ block, rows uint32 }

// mark holds the kind of a block and how it stands in its document.
type mark uint8

const (
	kindBits     mark = 1<<3 - 1 // a number of kinds
	beginsPart   mark = 1 << 3   // it is the first block of its section
	overviewMark mark = 1 << 4   // see [overviews]
)

var kinds = Kinds()

// kind is that of the block, "" for one of no kind.
func (m mark) kind() Kind {
	if n := int(m & kindBits); n < len(kinds) {
		return kinds[n]
	}
	return ""
}

func markOf(kind Kind) mark {
	if n := slices.Index(kinds, kind); n >= 0 {
		return mark(n)
	}
	return kindBits
}

// outlineOf returns the outline of the blocks of a document, which are in order.
func outlineOf(blocks []Block) outline {
	o := outline{marks: make([]mark, len(blocks))}
	for i := range blocks {
		b := &blocks[i]
		o.langs = appendNew(o.langs, b.Lang)
		o.marks[i] = markOf(b.Kind)
		if i == 0 || !sameSection(&blocks[i-1], b) {
			o.marks[i] |= beginsPart
		}
		if hasRows(b) {
			o.tables = append(o.tables, tableRows{uint32(i), uint32(len(b.Table.Rows))})
		}
	}
	for _, i := range overviews(blocks) {
		o.marks[i] |= overviewMark
	}
	o.findNumbers(blocks)
	return o
}

// units returns how many units there are.
func (o *outline) units() int {
	n := len(o.marks)
	for _, t := range o.tables {
		n += int(t.rows)
	}
	return n
}

func hasRows(b *Block) bool { return b.Kind == TableKind && b.Table != nil && len(b.Table.Rows) > 0 }

// findNumbers fills the set of units that hold a number.
func (o *outline) findNumbers(blocks []Block) {
	o.numbers = newUnitSet(o.units())
	for i := range blocks {
		if holdsDigit(blocks[i].Text) {
			o.numbers.add(unit(i))
		}
	}
	next := unit(len(blocks))
	for _, t := range o.tables {
		for _, row := range blocks[t.block].Table.Rows {
			if slices.ContainsFunc(row, holdsDigit) {
				o.numbers.add(next)
			}
			next++
		}
	}
}

// fits reports whether the outline is of documents with these tables.
func (o *outline) fits(blocks []Block) bool {
	at := 0
	for i := range blocks {
		if !hasRows(&blocks[i]) {
			continue
		}
		if at == len(o.tables) || o.tables[at] != (tableRows{uint32(i), uint32(len(blocks[i].Table.Rows))}) {
			return false
		}
		at++
	}
	return len(blocks) == len(o.marks) && at == len(o.tables)
}

// firstOfSections tells for each block where its section begins: itself where the
// section is too long to be context.
func firstOfSections(marks []mark) []uint32 {
	first := make([]uint32, len(marks))
	for from := 0; from < len(marks); {
		to := from + 1
		for to < len(marks) && marks[to]&beginsPart == 0 {
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

// table returns the rows of a block, if it has any.
func (x *index) table(block uint32) (tableSpan, bool) {
	at, ok := slices.BinarySearchFunc(x.tables, block, func(t tableSpan, b uint32) int { return cmp.Compare(t.block, b) })
	if !ok {
		return tableSpan{}, false
	}
	return x.tables[at], true
}
