package ask

import (
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/retrieval"
)

// asData makes of a text somebody else wrote what a model may read: nothing in
// it can be mistaken for a marker, and nothing is there that a person would not
// see (CITATIONS M6).
func asData(text string) string { return neutralise(visible(text)) }

// visible takes from text what has no look of its own: control characters,
// zero-width and tag characters, turns of direction, and selectors of variants.
// Instructions have been hidden in all of them.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085':
			return '\n'
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r),
			unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			return -1
		}
		return r
	}, strings.ReplaceAll(text, "\r\n", "\n"))
}

// visibleBlock returns b as everybody sees it, b itself where nothing is hidden.
// What a model reads and what its sentences are held against is thus the same.
func visibleBlock(b *retrieval.Block) *retrieval.Block {
	c := *b
	c.Text, c.Lead, c.Title = visible(b.Text), visible(b.Lead), visible(b.Title)
	c.Path, c.Table = mapSlice(b.Path, visible), changedTable(b.Table, visible)
	return &c
}

// changedTable copies a table with every text of it changed.
func changedTable(t *retrieval.Table, change func(string) string) *retrieval.Table {
	if t == nil {
		return nil
	}
	rows := func(list [][]string) [][]string {
		return mapSlice(list, func(row []string) []string { return mapSlice(row, change) })
	}
	return &retrieval.Table{
		Caption: change(t.Caption),
		Header:  mapSlice(t.Header, change),
		Head:    rows(t.Head),
		Rows:    rows(t.Rows),
		Spans:   t.Spans,
		Notes:   mapSlice(t.Notes, change),
	}
}

// clip cuts text to at most n code points.
func clip(text string, n int) string {
	count := 0
	for i := range text {
		if count == n {
			return text[:i] + "…"
		}
		count++
	}
	return text
}
