package legal

import (
	"fmt"
	"unicode"

	"github.com/reglookup/regengine/codes/importers"
)

// wordSlots is how many words are told apart; others share a count. It bounds the
// memory a count takes, whatever the text.
const wordSlots = 1 << 14

// leastLetters is the length from which a run of letters counts as a word: shorter
// ones are marks, units and signs, which readers may set in another form.
const leastLetters = 3

// Words counts how often each word stands in a text: runs of three letters or
// more, whatever their case. It is what shows that nothing of a source was lost,
// so a reader must count the source by other means than those it reads it by. The
// zero value is empty.
type Words struct {
	Counts []int32 // by hash; nil while there are none

	hash    uint64
	letters int
}

// Add counts the words of a text. One that stands at its end may go on in the next
// text; see [Words.End].
func (w *Words) Add(text string) {
	for _, r := range text {
		switch {
		case unicode.IsLetter(r) && r != 'ª' && r != 'º':
			w.hash = (w.hash ^ uint64(unicode.ToLower(r))) * 1099511628211
			w.letters++
		case r == '\u00ad' || r == '\u200b' || r == '\u2060' || unicode.Is(unicode.Mn, r): // within a word
		default:
			w.End()
		}
	}
}

// End ends the word at hand.
func (w *Words) End() {
	if w.letters >= leastLetters {
		if w.Counts == nil {
			w.Counts = make([]int32, wordSlots)
		}
		w.Counts[(w.hash^w.hash>>32)%wordSlots]++
	}
	w.hash, w.letters = 0, 0
}

// Line counts the words of a text that stands alone.
func (w *Words) Line(text string) {
	w.End()
	w.Add(text)
	w.End()
}

// Total returns the number of words.
func (w *Words) Total() int {
	n := 0
	for _, c := range w.Counts {
		n += int(c)
	}
	return n
}

// Missing returns how many words stand more often here than in all the others.
func (w *Words) Missing(others ...*Words) int {
	n := 0
	for i, c := range w.Counts {
		for _, o := range others {
			if i < len(o.Counts) {
				c -= o.Counts[i]
			}
		}
		n += int(max(c, 0))
	}
	return n
}

// wordsOfImport counts what is kept of a file.
func wordsOfImport(m *importers.Import) *Words {
	kept := new(Words)
	kept.Line(m.Code.Title)
	for i := range m.Code.Versions {
		kept.Line(m.Code.Versions[i].Title)
		for _, s := range m.Code.Versions[i].Sections {
			kept.Line(s.Title)
		}
	}
	for i := range m.Blocks {
		kept.Line(m.Blocks[i].Text)
	}
	return kept
}

// compareWords reports how many words of the source were kept, and says so where
// more are gone than hyphens and marks explain.
func (s *Source) compareWords(m *importers.Import) {
	total := s.Words.Total()
	if total == 0 {
		return
	}
	kept := wordsOfImport(m)
	m.Report.Count("words", total, total-s.Words.Missing(kept))
	const few, share = 3, 100
	if missing := s.Words.Missing(kept, &s.Left); missing > few+total/share {
		m.Report.Add(importers.Problem{Message: fmt.Sprintf("%d of %d words of the file are not in what was read of it; compare the text with the file before it is used", missing, total)})
	}
}
