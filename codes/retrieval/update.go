package retrieval

import (
	"cmp"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// New indexes blocks. It does no I/O. Of blocks with the same ID only the first
// in order of document and position is found by it. The blocks' contents must
// not be changed afterwards.
func New(blocks []Block) *Retriever {
	r, _ := Restore(blocks, nil)
	return r
}

// Restore is [New] with segments, by document, made by [BuildSegment] before:
// only documents without one, or whose segment is damaged, of an earlier form of
// this package, or not of exactly these blocks, are indexed anew. These are
// returned as rebuilt, in order.
func Restore(blocks []Block, segments map[string][]byte) (r *Retriever, rebuilt []string) {
	return (*Retriever)(nil).Update(blocks, segments)
}

// Update is [Restore] for a newer set of blocks: documents whose blocks are those
// of r are taken over from it and need no segment. r may be nil and goes on
// unchanged.
func (r *Retriever) Update(blocks []Block, segments map[string][]byte) (next *Retriever, rebuilt []string) {
	next = &Retriever{blocks: inOrder(blocks)}
	x := known()
	documents := byDocument(next.blocks)
	parts := make([]*part, len(documents))
	kept := r.keep(documents, x)
	r.takeOver(documents, kept, parts)
	anew := make([]bool, len(documents))
	inParallel(len(documents), func(i int) {
		if parts[i] == nil {
			parts[i], anew[i] = restorePart(documents[i], segments[documents[i][0].Doc], x)
		}
	})
	for i, d := range documents {
		if anew[i] {
			rebuilt = append(rebuilt, d[0].Doc)
		}
	}
	next.byID = blocksByID(next.blocks)
	names := make([]string, len(documents))
	for i, d := range documents {
		names[i] = d[0].Doc
	}
	next.ranker = newRanker(merge(names, parts), x)
	return next, rebuilt
}

// inOrder returns a copy of blocks by document and position.
func inOrder(blocks []Block) []Block {
	blocks = slices.Clone(blocks)
	order := func(a, b Block) int { return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Order, b.Order)) }
	if !slices.IsSortedFunc(blocks, order) {
		slices.SortStableFunc(blocks, order)
	}
	return blocks
}

// byDocument splits blocks in order at their documents.
func byDocument(blocks []Block) (documents [][]Block) {
	for len(blocks) > 0 {
		n := 1
		for n < len(blocks) && blocks[n].Doc == blocks[0].Doc {
			n++
		}
		documents = append(documents, blocks[:n:n])
		blocks = blocks[n:]
	}
	return documents
}

func blocksByID(blocks []Block) map[string]int {
	byID := make(map[string]int, len(blocks))
	for i := range blocks {
		if _, taken := byID[blocks[i].ID]; !taken {
			byID[blocks[i].ID] = i
		}
	}
	return byID
}

// fillIn completes the blocks of a document, which are in order, and returns what
// [fillLeads] does.
func fillIn(blocks []Block) (under [][]int) {
	for i := range blocks {
		blocks[i].SHA256 = HashText(blocks[i].Text)
	}
	return fillLeads(blocks)
}

func restorePart(blocks []Block, segment []byte, x *lexicon) (p *part, anew bool) {
	fillIn(blocks)
	if len(segment) > 0 {
		if p, ok := decodeSegment(segment, blocks, x); ok {
			return p, false
		}
	}
	return newPart(blocks, x), true
}

// inParallel calls work for 0 to n-1 on as many goroutines as there are processors
// and returns when all is done.
func inParallel(n int, work func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	wg.Wait()
}

// keep finds the documents that r has with the same blocks, by their name, under
// the same analysis, and gives these what r filled in.
func (r *Retriever) keep(documents [][]Block, x *lexicon) map[string]bool {
	if r == nil {
		return nil
	}
	kept := map[string]bool{}
	for _, blocks := range documents {
		d := r.index.docs[blocks[0].Doc]
		if d == nil || d.blocks.len() != len(blocks) {
			continue
		}
		old := r.blocks[d.blocks.from:d.blocks.to]
		if !slices.EqualFunc(old, blocks, sameBlock) || r.index.lexicon != x && r.index.lexicon.analysisPrint(d.langs) != x.analysisPrint(d.langs) {
			continue
		}
		kept[blocks[0].Doc] = true
		for i := range blocks {
			blocks[i].SHA256, blocks[i].Lead = old[i].SHA256, old[i].Lead
		}
	}
	return kept
}

// sameBlock compares all that decides the index of a block.
func sameBlock(a, b Block) bool {
	return a.ID == b.ID && a.Text == b.Text && a.Title == b.Title && a.Section == b.Section && a.Kind == b.Kind && a.Depth == b.Depth &&
		a.Lang == b.Lang && slices.Equal(a.Path, b.Path) && (a.Table == b.Table || reflect.DeepEqual(a.Table, b.Table))
}

// takeOver takes the parts of the documents kept out of the index of r.
func (r *Retriever) takeOver(documents [][]Block, kept map[string]bool, parts []*part) {
	if len(kept) == 0 {
		return
	}
	x := r.index
	byOld := make([]*part, len(x.docs)) // by the order of documents in r
	numbers := x.documentOfUnits()
	for i, blocks := range documents {
		d := x.docs[blocks[0].Doc]
		if !kept[blocks[0].Doc] {
			continue
		}
		p := &part{outline: outlineOf(blocks)}
		p.lengths = slices.Concat(x.lengths[d.blocks.from:d.blocks.to], x.lengths[d.rows.from:d.rows.to])
		parts[i], byOld[numbers.of[d.blocks.from]] = p, p
	}
	pieces := make([][]*part, stretches)
	inParallel(stretches, func(n int) {
		from := len(x.lists) * n / stretches
		pieces[n] = x.takeLists(x.lists[from:len(x.lists)*(n+1)/stretches], byOld, numbers)
	})
	inParallel(len(byOld), func(i int) {
		if p := byOld[i]; p != nil {
			for n := range pieces {
				p.join(pieces[n][i])
				pieces[n][i] = nil
			}
		}
	})
}

// takeLists takes lists of the index apart into pieces of the parts wanted.
func (x *index) takeLists(lists []postingList, wanted []*part, numbers unitNumbers) []*part {
	pieces := make([]*part, len(wanted))
	for i := range pieces {
		pieces[i] = &part{}
	}
	for _, l := range lists {
		for _, posting := range x.postings[l.from:l.to] {
			n := numbers.of[posting.unit]
			p := wanted[n]
			if p == nil {
				continue
			}
			local := posting.unit - numbers.blocks[n]
			if int(posting.unit) >= len(x.sections) {
				local = posting.unit - numbers.rows[n] + uint32(len(p.marks))
			}
			pieces[n].append(l.key, entry{local, posting.counts.unpack()})
		}
	}
	return pieces
}

// join adds a piece whose keys come behind those of p.
func (p *part) join(piece *part) {
	before := uint32(len(p.entries))
	p.entries = append(p.entries, piece.entries...)
	p.keys = append(p.keys, piece.keys...)
	for _, end := range piece.ends {
		p.ends = append(p.ends, before+end)
	}
}

// append adds an entry; keys and units come in order.
func (p *part) append(k key, e entry) {
	p.entries = append(p.entries, e)
	if n := len(p.keys); n > 0 && p.keys[n-1] == k {
		p.ends[n-1]++
		return
	}
	p.keys, p.ends = append(p.keys, k), append(p.ends, uint32(len(p.entries)))
}

// unitNumbers tells the document of each unit, and where the units of each
// document begin.
type unitNumbers struct{ of, blocks, rows []uint32 }

func (x *index) documentOfUnits() unitNumbers {
	docs := slices.SortedFunc(maps.Values(x.docs), func(a, b *docSpan) int { return cmp.Compare(a.blocks.from, b.blocks.from) })
	n := unitNumbers{of: make([]uint32, len(x.lengths))}
	for i, d := range docs {
		n.blocks, n.rows = append(n.blocks, d.blocks.from), append(n.rows, d.rows.from)
		for _, s := range []span{d.blocks, d.rows} {
			for u := s.from; u < s.to; u++ {
				n.of[u] = uint32(i)
			}
		}
	}
	return n
}
