package importers

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

var (
	captionForm = wordForm("caption", `\s+[\pL\d][\pL\d.\-–]*`)
	noteForm    = wordForm("note", `\s*[\d.:(]`)
	noteMark    = lazyregexp.New(`^(\((?:\d{1,2}|\*{1,3}|[a-z])\)|\d{1,2}\)|\*+|[†‡¹²³⁴⁵⁶⁷⁸⁹])\s*\pL`)

	// figure is a number, perhaps with a unit behind it or a comparison before.
	figure = lazyregexp.New(`^[<>≤≥±+\-–−=]*\s*\d[\d.,/\s]*(\s*[-–÷a]\s*\d[\d.,]*)?\s*[^\d\s]{0,10}$`)
)

// IsTableCaption reports whether a text begins as the caption of a table does, in
// any language known: "Tabla 2.1 Anchura de las escaleras".
func IsTableCaption(text string) bool { return captionForm().MatchString(tidy(text)) }

// IsTableNote reports whether a paragraph behind a table is a note to it: it says
// so, or begins with a mark that stands in the table, "(1)" or "*".
func IsTableNote(t *retrieval.Table, text string) bool {
	text = tidy(text)
	if noteForm().MatchString(text) {
		return true
	}
	mark := noteMark.FindStringSubmatch(text)
	return mark != nil && strings.Contains(t.Text(), mark[1])
}

// lift takes captions and notes out of the rows: publishers set them as a cell
// over the whole width. head is the number of header rows, or negative.
func (m *matrix) lift(t *retrieval.Table, head *int) {
	for i := range min(len(m.rows)-1, 3) {
		text, whole := m.wholeRow(i)
		if !whole || t.Caption != "" || i > 0 && !captionForm().MatchString(text) {
			continue
		}
		t.Caption = text
		m.remove(i)
		if i < *head {
			*head--
		}
		break
	}
	for last := len(m.rows) - 1; last > 0; last-- {
		text, whole := m.wholeRow(last)
		if !whole || !noteForm().MatchString(text) && !noteMark.MatchString(text) {
			break
		}
		t.Notes = slices.Insert(t.Notes, 0, text)
		m.remove(last)
	}
	if *head == 0 { // the header was the caption
		*head = -1
	}
}

// wholeRow returns the text of a row that is one cell over several columns.
func (m *matrix) wholeRow(i int) (string, bool) {
	row := m.rows[i]
	if len(row) < 2 || row[0] == noCell {
		return "", false
	}
	same := !slices.ContainsFunc(row, func(c int32) bool { return c != row[0] })
	above := i > 0 && m.rows[i-1][0] == row[0]
	below := i+1 < len(m.rows) && m.rows[i+1][0] == row[0]
	return tidy(m.text(row[0])), same && !above && !below
}

// guessHead returns how many rows of a table that marks no header are one: the
// first where it has no figures and the rows below do, where its corner is empty,
// or where its cells are merged, and then as many as these reach over. A row that
// is taken for a header wrongly labels every figure below it, so in doubt there
// is none.
func (m *matrix) guessHead() int {
	if len(m.rows) < 2 || m.width() < 2 || m.hasFigure(m.rows[0]) || m.gaps(m.rows[0]) {
		return 0
	}
	if n := m.mergedHead(); n > 0 {
		return n
	}
	corner := m.text(m.rows[0][0]) == ""
	if corner || slices.ContainsFunc(m.rows[1:], m.hasFigure) {
		return 1
	}
	return 0
}

// mergedHead returns how many rows a first row with merged cells makes a header
// of, 0 when it has none.
func (m *matrix) mergedHead() int {
	height, grouped := 1, false
	first := m.rows[0]
	for col, c := range first {
		n := 1
		for n < len(m.rows) && m.rows[n][col] == c {
			n++
		}
		height = max(height, n)
		grouped = grouped || col > 0 && first[col-1] == c
	}
	if height == len(m.rows) || !grouped {
		return 0
	}
	if height == 1 && len(m.rows) > 2 && m.continues(m.rows[1]) {
		return 2
	}
	if slices.ContainsFunc(m.rows[:height], m.hasFigure) {
		return 1
	}
	return height
}

// continues reports whether the row below a merged header goes on with it: its
// first cell says nothing new, and the others have no figures.
func (m *matrix) continues(row []int32) bool {
	corner := m.text(row[0])
	return (corner == "" || corner == m.text(m.rows[0][0])) && !m.hasFigure(row) && !m.gaps(row)
}

// hasFigure reports whether a cell of the row, the first not counted, is a figure.
func (m *matrix) hasFigure(row []int32) bool {
	return slices.ContainsFunc(row[1:], func(c int32) bool { return figure.MatchString(m.text(c)) })
}

// gaps reports whether a cell of the row other than the first is empty.
func (m *matrix) gaps(row []int32) bool {
	return slices.ContainsFunc(row[1:], func(c int32) bool { return m.text(c) == "" })
}
