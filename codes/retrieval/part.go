package retrieval

import (
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

// unit is what is scored: a block, or a row of a table. Within a part, and within
// the whole index, the units of all blocks come first and the rows behind them, so
// that blocks are numbered alike as units.
type unit = uint32

// part is the index of one document. Its units are numbered from 0.
type part struct {
	outline
	lengths []lengths // of each unit

	// entries are the postings of every term, by key and then unit; those of
	// keys[i] end before ends[i].
	keys    []key
	ends    []uint32
	entries []entry
}

// lengths are the numbers of terms of a unit by field.
type lengths [numFields]uint16

// counts say how often a term is in each field of a unit.
type counts [numFields]uint8

// mostCounts is where counting stops, far past where more changes a score.
var mostCounts = counts{titleField: 15, sectionField: 15, bodyField: 255}

// entry is a posting of a part: the term is in that unit.
type entry struct {
	unit   unit
	counts counts
}

// newPart indexes the blocks of one document, which are in order and have their
// leads.
func newPart(blocks []Block, x *lexicon) *part {
	w := partWriter{lexicon: x, part: part{outline: outlineOf(blocks)}, ids: map[key]uint32{}, analyzers: map[string]*analyzer{}}
	for i := range blocks {
		w.addBlock(&blocks[i])
	}
	for _, t := range w.tables {
		for row := range t.rows {
			w.addRow(&blocks[t.block], int(row))
		}
	}
	w.finish()
	return &w.part
}

// partWriter collects a part unit by unit.
type partWriter struct {
	part
	lexicon   *lexicon
	analyzers map[string]*analyzer
	ids       map[key]uint32 // position in the three lists below
	terms     []key
	number    []uint32 // of entries of each term
	last      []uint32 // the newest of them in flat
	flat      []flatEntry

	context contextTerms
	scratch []key
	tokens  []token
}

type flatEntry struct {
	entry
	term uint32
}

// contextTerms are the terms of a section field: neighbours mostly share it.
type contextTerms struct {
	text, lang string
	keys       []key
	length     int
}

func (w *partWriter) addBlock(b *Block) {
	at := w.begin()
	w.addText(at, titleField, b.Title, b.Lang)
	w.addContext(at, b, "")
	w.addText(at, bodyField, b.Text, b.Lang)
}

// addRow adds a row, which stands in the context of its table.
func (w *partWriter) addRow(b *Block, row int) {
	at := w.begin()
	w.addText(at, titleField, b.Title, b.Lang)
	w.addContext(at, b, b.Table.Caption+"\n"+strings.Join(b.Table.Header, "\n"))
	w.addText(at, bodyField, strings.Join(b.Table.Rows[row], "\n"), b.Lang)
}

func (w *partWriter) begin() unit {
	w.lengths = append(w.lengths, lengths{})
	return unit(len(w.lengths) - 1)
}

func (w *partWriter) addText(at unit, f field, text, lang string) {
	if text == "" {
		return
	}
	var n int
	w.scratch, n = w.analyse(w.scratch[:0], text, lang)
	w.add(at, f, w.scratch, n)
}

func (w *partWriter) addContext(at unit, b *Block, more string) {
	text := strings.Join(b.Path, "\n") + "\n" + b.Lead + "\n" + more
	if text != w.context.text || b.Lang != w.context.lang {
		keys, n := w.analyse(w.context.keys[:0], text, b.Lang)
		w.context = contextTerms{text: text, lang: b.Lang, keys: keys, length: n}
	}
	w.add(at, sectionField, w.context.keys, w.context.length)
}

// analyse appends the keys of a text's terms and of its pairs, and returns how
// many words count.
func (w *partWriter) analyse(keys []key, text, lang string) ([]key, int) {
	a := w.analyzers[lang]
	if a == nil {
		a = w.lexicon.analyzerOf(lang).remembering()
		w.analyzers[lang] = a
	}
	n := 0
	var before *token
	w.tokens = a.tokens(w.tokens[:0], text)
	for i := range w.tokens {
		t := &w.tokens[i]
		if t.stop() {
			continue
		}
		n++
		keys = append(keys, t.keys...)
		for _, term := range t.joined {
			keys = append(keys, termKey(term))
		}
		if t.form != 0 {
			keys = append(keys, t.form)
		}
		if k := pairOf(before, t, text); k != 0 {
			keys = append(keys, k)
		}
		before = t
	}
	return keys, n
}

// pairOf returns the key of two words of a text that stand side by side but for
// stop words, 0 where a line or a clause ends between them.
func pairOf(before, t *token, text string) key {
	if before == nil || before.pair == 0 || t.pair == 0 {
		return 0
	}
	if gap := text[before.end:t.start]; gap != " " && (strings.ContainsAny(gap, "\n;:") || strings.Contains(gap, ". ")) {
		return 0
	}
	return pairKey(before.pair, t.pair)
}

func (w *partWriter) add(at unit, f field, keys []key, length int) {
	w.lengths[at][f] = uint16(min(length, 1<<16-1))
	for _, k := range keys {
		id, known := w.ids[k]
		if !known {
			id = uint32(len(w.terms))
			w.ids[k] = id
			w.terms, w.number, w.last = append(w.terms, k), append(w.number, 0), append(w.last, 0)
		}
		if w.number[id] == 0 || w.flat[w.last[id]].unit != at {
			w.last[id] = uint32(len(w.flat))
			w.number[id]++
			w.flat = append(w.flat, flatEntry{entry{unit: at}, id})
		}
		if c := &w.flat[w.last[id]].counts[f]; *c < mostCounts[f] {
			*c++
		}
	}
}

// finish brings the entries, which are in order of units, in order of keys.
func (w *partWriter) finish() {
	order := make([]uint32, len(w.terms))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int {
		if w.terms[a] < w.terms[b] {
			return -1
		}
		return 1
	})
	next := make([]uint32, len(w.terms)) // where the next entry of a term goes
	w.keys, w.ends = make([]key, len(order)), make([]uint32, len(order))
	end := uint32(0)
	for i, id := range order {
		next[id] = end
		end += w.number[id]
		w.keys[i], w.ends[i] = w.terms[id], end
	}
	w.entries = make([]entry, len(w.flat))
	for _, e := range w.flat {
		w.entries[next[e.term]] = e.entry
		next[e.term]++
	}
}
