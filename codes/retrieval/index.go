package retrieval

// index is the inverted file of all documents: the postings of every term, blocks
// before rows, each in order of units. Blocks stand in order of document and
// position, so a document is one span of every list and a query is confined to
// its documents before anything is scored.
type index struct {
	docs   map[string]*docSpan
	tables []tableSpan // in order of blocks

	// sections is for each block the first one of its section, itself where the
	// section is too long to be context.
	sections []uint32

	marks     []mark   // of each block
	overviews []uint32 // blocks before the sections they introduce, in order
	numbers   unitSet  // units that hold a number

	lengths []lengths // of each unit

	lexicon *lexicon // the languages as they were known when the blocks were indexed

	kept []keptPart // where each document's postings are, of an index over segments; else they are below

	lists    []postingList // by key
	heads    []uint32      // where in lists each value of the first bits of keys begins
	shift    int
	postings []posting
}

// posting says that a term is in a unit and what that is worth there, before the
// rarity of the term: see impactOf.
type posting struct {
	unit   unit
	impact uint16
	counts packedCounts
}

// postingList is where the postings of a term are: those of blocks, then those of rows.
type postingList struct {
	key            key
	from, rows, to uint32
}

// docSpan is what belongs to a document.
type docSpan struct {
	blocks, rows, tables span
	langs                []string
}

// span is a half-open range.
type span struct{ from, to uint32 }

func (s span) len() int { return int(s.to - s.from) }

// tableSpan is a table with the units of its rows.
type tableSpan struct {
	block uint32
	rows  span
}

// packedCounts holds counts in 16 bits, see mostCounts.
type packedCounts uint16

func pack(c counts) packedCounts {
	return packedCounts(c[titleField])<<12 | packedCounts(c[sectionField])<<8 | packedCounts(c[bodyField])
}

func (p packedCounts) unpack() counts {
	return counts{titleField: uint8(p >> 12), sectionField: uint8(p >> 8 & 15), bodyField: uint8(p)}
}

// find returns the postings of a term: of blocks, and of rows.
func (x *index) find(k key) (blocks, rows []posting) {
	if x.kept != nil {
		return x.unpack(k)
	}
	bucket := k >> x.shift
	for i := x.heads[bucket]; i < x.heads[bucket+1]; i++ { // hardly ever more than two
		if l := &x.lists[i]; l.key == k {
			return x.postings[l.from:l.rows], x.postings[l.rows:l.to]
		}
	}
	return nil, nil
}

// posting weighs what counts say of a term in a unit.
func (x *index) posting(at unit, c counts) posting {
	return posting{at, impactOf(c, x.lengths[at]), pack(c)}
}

// only returns the field that holds the term, if it is one alone.
func (p packedCounts) only() (f field, ok bool) {
	switch {
	case p&0xff00 == 0:
		return bodyField, true
	case p&0xf0ff == 0:
		return sectionField, true
	case p&0x0fff == 0:
		return titleField, true
	}
	return 0, false
}
