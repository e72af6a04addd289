package retrieval

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sort"
)

// Kept searches documents by their segments alone: their text stays where it is kept,
// and only what is found is fetched. It is immutable and safe for concurrent use.
type Kept struct {
	ranker
	docs []string // in order
}

// keptPart is a document of an index over segments.
type keptPart struct {
	*segment
	base
}

// Place is where a block stands: in a document, at that Order.
type Place struct {
	Doc   string
	Order int
}

// Texts fetches blocks. Those that are not there any more are left out.
type Texts func(ctx context.Context, places []Place) ([]Block, error)

// OpenSegments returns an index over segments, by document, made by [BuildSegment] of
// blocks whose Order counts from 0. Those that are damaged, of an earlier form of this
// package or made under another analysis than texts are now are not in it, and returned
// as unfit, in order. The segments must not be changed afterwards.
func OpenSegments(segments map[string][]byte) (k *Kept, unfit []string) {
	lexicon := known()
	k = &Kept{}
	x := &index{kept: []keptPart{}}
	var parts []*part
	for _, doc := range slices.Sorted(maps.Keys(segments)) {
		s, ok := openSegment(segments[doc])
		if !ok || s.analysis != lexicon.analysisPrint(s.langs) {
			unfit = append(unfit, doc)
			continue
		}
		k.docs = append(k.docs, doc)
		x.kept = append(x.kept, keptPart{segment: s})
		parts = append(parts, &part{outline: s.outline, lengths: s.lengths})
	}
	for i, b := range x.layOut(k.docs, parts) {
		x.kept[i].base, x.kept[i].lengths = b, nil // they are in the index now
	}
	k.ranker = newRanker(x, lexicon)
	k.tallies.none = true
	return k, unfit
}

// Current reports whether texts are still analysed as they were when k was opened.
func (k *Kept) Current() bool { return k.index.lexicon == known() }

// Footprint is about how many bytes of memory a segment takes in an index that is open
// and searched, itself included; 0 for what is no segment.
func Footprint(segment []byte) int64 {
	s, ok := openSegment(segment)
	if !ok {
		return 0
	}
	return int64(len(segment)) + unitFootprint*int64(s.units()) + documentFootprint
}

// What an index takes beside its segments: for each unit its numbers in the index and
// its scores, and for each document its outline.
const (
	unitFootprint     = 32
	documentFootprint = 1024
)

// Search does what [Retriever.Search] does, over texts that fetch brings: what it leaves
// out is not found. ErrInvalidQuery, ctx's error, or fetch's.
func (k *Kept) Search(ctx context.Context, q Query, fetch Texts) ([]Hit, error) {
	return k.rank(ctx, q, func(t *tally) ([]Hit, error) {
		places := make([]Place, len(t.found))
		for i, found := range t.found {
			places[i] = k.place(found.block)
		}
		blocks, err := k.fetch(ctx, places, fetch)
		if err != nil {
			return nil, err
		}
		t.found = slices.DeleteFunc(t.found, func(found scored) bool {
			b := blocks[k.place(found.block)]
			return b == nil || !k.fits(found.block, b)
		})
		return t.hits(func(number uint32) *Block { return blocks[k.place(number)] }), nil
	})
}

// fits reports whether a block is the table that its segment knows, where it is one.
func (k *Kept) fits(number uint32, b *Block) bool {
	table, ok := k.index.table(number)
	return !ok || b.Table != nil && len(b.Table.Rows) == table.rows.len()
}

// ErrNoDocument says that an index has no document of that name.
var ErrNoDocument = errors.New("retrieval: no such document")

// Len returns the number of blocks of a document. ErrNoDocument.
func (k *Kept) Len(doc string) (int, error) {
	i, ok := slices.BinarySearch(k.docs, doc)
	if !ok {
		return 0, ErrNoDocument
	}
	return len(k.index.kept[i].marks), nil
}

// Read returns the blocks of a document from one Order up to another, which is not
// among them, without those that are not there any more. ErrNoDocument, or fetch's.
func (k *Kept) Read(ctx context.Context, doc string, from, to int, fetch Texts) ([]*Block, error) {
	n, err := k.Len(doc)
	if err != nil {
		return nil, err
	}
	places := make([]Place, 0, max(0, min(to, n)-max(from, 0)))
	for i := max(from, 0); i < min(to, n); i++ {
		places = append(places, Place{doc, i})
	}
	blocks, err := k.fetch(ctx, places, fetch)
	if err != nil {
		return nil, err
	}
	var list []*Block
	for _, p := range places {
		if b := blocks[p]; b != nil {
			list = append(list, b)
		}
	}
	return list, nil
}

// fetch brings blocks with their leads.
func (k *Kept) fetch(ctx context.Context, places []Place, fetch Texts) (map[Place]*Block, error) {
	leads := make(map[Place][]int, len(places))
	all := slices.Clone(places)
	for _, p := range places {
		leads[p] = k.segmentOf(p.Doc).leadOf(p.Order)
		for _, at := range leads[p] {
			all = append(all, Place{p.Doc, at})
		}
	}
	slices.SortFunc(all, func(a, b Place) int { return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Order, b.Order)) })
	list, err := fetch(ctx, slices.Compact(all))
	if err != nil {
		return nil, err
	}
	blocks := make(map[Place]*Block, len(list))
	for i := range list {
		blocks[Place{list[i].Doc, list[i].Order}] = &list[i]
	}
	for p, under := range leads {
		if b := blocks[p]; b != nil {
			b.Lead = joinLead(under, func(at int) string {
				if lead := blocks[Place{p.Doc, at}]; lead != nil {
					return lead.Text
				}
				return ""
			})
		}
	}
	return blocks, nil
}

func (k *Kept) segmentOf(doc string) *segment {
	i, _ := slices.BinarySearch(k.docs, doc)
	return k.index.kept[i].segment
}

// place is where a block of the index stands.
func (k *Kept) place(number uint32) Place {
	i := sort.Search(len(k.index.kept), func(i int) bool { return k.index.kept[i].blocks > number }) - 1
	return Place{k.docs[i], int(number - k.index.kept[i].blocks)}
}

// unpack is find for an index over segments.
func (x *index) unpack(k key) (blocks, rows []posting) {
	for _, p := range x.kept {
		r, n := segmentReader{rest: p.find(k)}, len(p.marks)
		r.entries(uint64(p.units()), func(e entry) {
			at := x.posting(p.of(e.unit, n), e.counts)
			if int(e.unit) < n {
				blocks = append(blocks, at)
			} else {
				rows = append(rows, at)
			}
		})
	}
	return blocks, rows
}
