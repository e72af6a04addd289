package retrieval

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// What a block is worth where a figure is asked for, beside one that says the same.
const (
	overviewWeight = 0.8 // it stands before the sections it introduces: contents, a summary
	wordsWeight    = 0.9 // it holds no number
)

//go:embed figures.txt
var figuresTXT string

// figures are the words of questions that ask for a figure, folded.
var figures = sync.OnceValue(func() map[string]bool { return wordSet(figuresTXT) })

// overviews lists the blocks whose section is divided into more sections behind
// them: they say what follows rather than what is required.
func overviews(blocks []Block) (list []uint32) {
	for from := 0; from < len(blocks); {
		to := from + 1
		for to < len(blocks) && sameSection(&blocks[from], &blocks[to]) {
			to++
		}
		if to < len(blocks) && introduces(&blocks[from], &blocks[to]) {
			for i := from; i < to; i++ {
				list = append(list, uint32(i))
			}
		}
		from = to
	}
	return list
}

// introduces reports whether b stands in a section within that of a.
func introduces(a, b *Block) bool {
	n := len(a.Path)
	return a.Doc == b.Doc && n > 0 && len(b.Path) > n && slices.Equal(a.Path, b.Path[:n])
}

// unitSet is a set of units.
type unitSet []uint64

func newUnitSet(units int) unitSet { return make(unitSet, (units+63)/64) }

func (s unitSet) add(u unit)      { s[u/64] |= 1 << (u % 64) }
func (s unitSet) has(u unit) bool { return s[u/64]>>(u%64)&1 != 0 }

func holdsDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }

// asksFigure reports whether a question asks for a figure.
func (q *question) asksFigure() bool {
	return slices.ContainsFunc(q.tokens[0], func(t token) bool { return t.figure })
}

// weigh lowers what is worth less where a figure is asked for.
func (t *tally) weigh(s *scope) {
	if !t.question.asksFigure() {
		return
	}
	for _, part := range s.blocks {
		list := s.index.overviews
		at, _ := slices.BinarySearch(list, part.from)
		for ; at < len(list) && list[at] < part.to; at++ {
			t.total[list[at]] *= overviewWeight
		}
	}
	for _, parts := range [][]span{s.blocks, s.rows} {
		for _, part := range parts {
			for u := part.from; u < part.to; u++ {
				if t.total[u] > 0 && !s.index.numbers.has(u) {
					t.total[u] *= wordsWeight
				}
			}
		}
	}
}
