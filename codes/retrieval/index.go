package retrieval

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// field is a part of a block that is weighted on its own.
type field uint8

const (
	titleField field = iota
	sectionField
	bodyField
	numFields
)

func (f field) String() string { return [numFields]string{"title", "section", "body"}[f] }

// counts holds a number for each field.
type counts [numFields]uint8

// posting says how often a term occurs in a block. Counts stop at 255, far past
// where they change a score.
type posting struct {
	block uint32
	tf    counts
}

// span is a half-open range of blocks.
type span struct{ from, to uint32 }

// docStats is where a document's blocks stand, and how many terms they hold.
// Statistics are kept by document so that a score depends on nothing outside
// the scope of its query.
type docStats struct {
	span
	length [numFields]int
}

// index is the inverted file. Blocks stand in order of document and position,
// so a document is one span of every posting list and a query is confined to
// its documents before anything is scored.
type index struct {
	docs     map[string]docStats
	postings map[string][]posting
	lengths  [][numFields]uint32 // of each block
}

func newIndex(blocks []Block) *index {
	x := &index{
		docs:     map[string]docStats{},
		postings: map[string][]posting{},
		lengths:  make([][numFields]uint32, len(blocks)),
	}
	analyzers := map[string]*analyzer{}
	for i := range blocks {
		lang := blocks[i].Lang
		if analyzers[lang] == nil {
			analyzers[lang] = analyzerOf(lang).remembering()
		}
		x.add(uint32(i), &blocks[i], analyzers[lang])
	}
	return x
}

// add enters the next block; blocks come in order of document.
func (x *index) add(i uint32, block *Block, a *analyzer) {
	tf := map[string]*counts{}
	texts := [numFields]string{block.Title, strings.Join(block.Path, "\n") + "\n" + block.Lead, block.Text}
	stats, known := x.docs[block.Doc]
	if !known {
		stats.from = i
	}
	stats.to = i + 1
	for f, text := range texts {
		n := countTerms(tf, field(f), text, a)
		x.lengths[i][f] = n
		stats.length[f] += int(n)
	}
	x.docs[block.Doc] = stats
	for term, c := range tf {
		x.postings[term] = append(x.postings[term], posting{i, *c})
	}
}

// countTerms adds the words of one field to tf and returns how many there are.
func countTerms(tf map[string]*counts, f field, text string, a *analyzer) (n uint32) {
	for _, w := range a.words(text) {
		if w.Stop() {
			continue
		}
		n++
		for _, term := range w.Terms {
			c := tf[term]
			if c == nil {
				c = &counts{}
				tf[term] = c
			}
			if c[f] < math.MaxUint8 {
				c[f]++
			}
		}
	}
	return n
}

// within returns the part of a posting list that lies in s.
func within(list []posting, s span) []posting {
	byBlock := func(p posting, block uint32) int { return cmp.Compare(p.block, block) }
	from, _ := slices.BinarySearchFunc(list, s.from, byBlock)
	to, _ := slices.BinarySearchFunc(list[from:], s.to, byBlock)
	return list[from : from+to]
}
