package modelextract

import (
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/textlimits"
)

// cell is one cell of a table where it stands in its block's text.
type cell struct {
	row, col int // row -1 is the header
	text     string
	span     textlimits.Span
}

// cellsOf returns the cells of a table block; nil for a text, and for a table
// whose text is not [retrieval.Table.Text].
func cellsOf(b *retrieval.Block) []cell {
	if b.Table == nil || b.Text != b.Table.Text() {
		return nil
	}
	var out []cell
	at := 0
	if b.Table.Caption != "" {
		at = len(b.Table.Caption) + len("\n")
	}
	add := func(row int, texts []string) {
		for col, text := range texts {
			if col > 0 {
				at += len(" | ")
			}
			out = append(out, cell{row, col, text, textlimits.Span{Start: at, End: at + len(text)}})
			at += len(text)
		}
		at += len("\n")
	}
	if b.Table.Header != nil {
		add(header, b.Table.Header)
	}
	for row, texts := range b.Table.Rows {
		add(row, texts)
	}
	return out
}

const header = -1

// figure is a number of a passage where it stands, read with all of its digits and
// its unit.
type figure struct {
	value quantity.Number
	unit  quantity.Unit // zero where none stands beside it
	span  textlimits.Span
	cell  *cell // nil outside tables
}

// figuresOf reads the figures of a whole block, so that no part of a number or of
// a unit can pass for all of it. Those of a table's header are none of its limits.
func figuresOf(b *retrieval.Block, cells []cell) []figure {
	if cells == nil {
		return figuresIn(b.Text, b.Lang, 0)
	}
	var out []figure
	for i := range cells {
		if cells[i].row == header {
			continue
		}
		for _, f := range figuresIn(cells[i].text, b.Lang, cells[i].span.Start) {
			f.cell = &cells[i]
			out = append(out, f)
		}
	}
	return out
}

// figuresIn reads numbers one by one, and those of ranges, whose unit often stands
// behind the second only: "entre 13 y 17,5 cm".
func figuresIn(text, lang string, at int) []figure {
	var out []figure
	add := func(value quantity.Number, unit quantity.Unit, start, end int) {
		out = append(out, figure{value: value, unit: unit, span: textlimits.Span{Start: at + start, End: at + end}})
	}
	for _, f := range quantity.Find(text, lang) {
		add(f.Value, f.Unit, f.Start, f.End)
	}
	for _, f := range quantity.Figures(text, lang, &quantity.FigureOptions{Words: true}) {
		add(f.Low, f.Unit, f.Start, f.End)
		if f.Form == quantity.Range {
			add(f.High, f.Unit, f.Start, f.End)
		}
	}
	return out
}

// labels are the cells that say what a cell is about: those to the left in its row
// that name something, and the header of its column.
func labels(cells []cell, of *cell, lang string) []textlimits.Phrase {
	var out []textlimits.Phrase
	for _, c := range cells {
		text := strings.TrimSpace(c.text)
		switch {
		case text == "":
		case c.row == of.row && c.col < of.col && (c.col == 0 || names(text, lang)):
			out = append(out, textlimits.Phrase{Role: textlimits.RowRole, Text: c.text, Span: c.span})
		case c.row == header && c.col == of.col:
			out = append(out, textlimits.Phrase{Role: textlimits.ColumnRole, Text: c.text, Span: c.span})
		}
	}
	return out
}

// names reports whether a cell says more than a figure.
func names(text, lang string) bool {
	for _, f := range quantity.Find(text, lang) {
		text = text[:f.Start] + strings.Repeat(" ", f.End-f.Start) + text[f.End:]
	}
	return strings.ContainsFunc(text, unicode.IsLetter)
}

// unitSaid reports whether a unit is written in a text: of a column, a caption.
func unitSaid(text string, unit quantity.Unit) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("()[],;:", r) })
	for _, word := range words {
		if u, err := quantity.ParseUnit(word); err == nil && u.Equal(unit) {
			return true
		}
	}
	return false
}
