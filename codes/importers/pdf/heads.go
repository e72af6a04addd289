package pdf

import (
	"strings"
	"unicode"
)

// deepestHead is how many rows a head may have.
const deepestHead = 8

// deepenHead takes the rows before the labels of the first column for the head: the
// rows whose first cell is empty, or holds the one label of that column, where
// every row below has a label of its own and cells of another form.
func (l *lattice) deepenHead() {
	first := make([]string, l.rows)
	for _, c := range l.cells {
		for r := c.row; c.col == 0 && r < min(c.row+c.rows, l.rows); r++ {
			first[r] = strings.TrimSpace(c.text)
		}
	}
	end := 0 // behind the last row without a label
	for r := range min(l.rows, deepestHead+1) {
		if first[r] == "" {
			end = r + 1
		}
	}
	if end < 2 || end <= l.head || end > deepestHead || l.rows < 2*end || first[0] != "" {
		return
	}
	label := ""
	for _, text := range first[:end] {
		if text != "" && label != "" && text != label {
			return
		}
		label = max(label, text)
	}
	for _, text := range first[end:] {
		if text == "" {
			return
		}
	}
	forms := l.forms()
	usual := mostText(forms[end:])
	for _, form := range forms[:end] {
		if form == usual || form == "" {
			return
		}
	}
	l.head = end
}

// forms says for each row what most of its cells behind the first look like.
func (l *lattice) forms() []string {
	byRow := make([][]string, l.rows)
	for _, c := range l.cells {
		if text := strings.TrimSpace(c.text); c.col > 0 && text != "" {
			byRow[c.row] = append(byRow[c.row], form(text))
		}
	}
	list := make([]string, l.rows)
	for r, forms := range byRow {
		list[r] = mostText(forms)
	}
	return list
}

// form is a text with a letter for each run of letters and a figure for each of
// figures.
func form(text string) string {
	var b strings.Builder
	last := rune(0)
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			r = 'a'
		case unicode.IsDigit(r):
			r = '0'
		}
		if r != last {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// mostText is the text that is there most often; of several the first in order.
func mostText(list []string) string {
	count := make(map[string]int)
	for _, s := range list {
		count[s]++
	}
	best := ""
	for s, n := range count {
		if n > count[best] || n == count[best] && s < best {
			best = s
		}
	}
	return best
}

// splitColumns parts columns whose cells hold several figures each, as many in
// every row, under a row of as many short names: "0,56 0,50 0,38" under "A B C".
func (l *lattice) splitColumns() {
	for col := l.cols - 1; col >= 0; col-- {
		if from, n := l.figuresIn(col); n > 0 {
			l.split(col, from, n)
		}
	}
}

// figuresIn returns the row of names over a column of figures, and how many stand
// in each cell from there down; 0 where that is not so.
func (l *lattice) figuresIn(col int) (from, n int) {
	cells := make([]*cell, l.rows)
	for i := range l.cells {
		c := &l.cells[i]
		if c.col > col || c.col+c.cols <= col {
			continue
		}
		for r := c.row; r < min(c.row+c.rows, l.rows); r++ {
			cells[r] = c
		}
	}
	from = l.rows
	for from > 0 && cells[from-1] != nil && cells[from-1].cols == 1 {
		k := figureCount(cells[from-1].text)
		if k < 3 || n > 0 && k != n {
			break
		}
		n = k
		from--
	}
	const least = 3 // rows: names, and two of figures
	if l.rows-from < least || !distinctNames(cells[from].text) {
		return 0, 0
	}
	for r := range from {
		if cells[r] != nil && cells[r].row+cells[r].rows > from {
			return 0, 0
		}
	}
	return from, n
}

// figureCount counts the figures and short codes a text consists of; 0 where it
// holds anything else.
func figureCount(text string) int {
	fields := strings.Fields(text)
	for _, f := range fields {
		if !amount.MatchString(f) {
			return 0
		}
	}
	return len(fields)
}

// distinctNames reports whether the parts of a text are all different, and not
// figures.
func distinctNames(text string) bool {
	seen := make(map[string]bool)
	for _, f := range strings.Fields(text) {
		if seen[f] || strings.ContainsFunc(f[:1], unicode.IsDigit) {
			return false
		}
		seen[f] = true
	}
	return true
}

// split makes n columns of one, from a row on; the cells above span them.
func (l *lattice) split(col, from, n int) {
	var cells []cell
	for _, c := range l.cells {
		switch {
		case c.col > col:
			c.col += n - 1
		case c.col+c.cols <= col:
		case c.row < from || c.cols > 1:
			c.cols += n - 1
		default:
			for k, text := range strings.Fields(c.text) {
				part := c
				part.col, part.text = col+k, text
				cells = append(cells, part)
			}
			continue
		}
		cells = append(cells, c)
	}
	l.cells, l.cols = cells, l.cols+n-1
	if l.head <= from {
		l.head = from + 1
	}
}
