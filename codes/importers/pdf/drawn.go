package pdf

import (
	"strings"

	"github.com/reglookup/regengine/codes/importers/legal"
)

// unmakeDrawings takes what looked like a table for the labels of a drawing where
// the caption of a figure stands right by it, that of a table does not, and no
// head or figures in rows speak for a table.
func (c *composer) unmakeDrawings() {
	of := func(i int, page int) string {
		if i < 0 || i >= len(c.list) || c.list[i].page != page || c.list[i].whole {
			return ""
		}
		of, _ := captionOf(c.grammar, c.list[i].text)
		return of
	}
	for i := range c.list {
		p := &c.list[i]
		if p.table == nil || p.table.head > 0 || p.table.amounts()*2 > p.table.filled() {
			continue
		}
		before, behind := of(i-1, p.page), of(i+1, p.page)
		if before == legal.OfTable || behind == legal.OfTable || before != legal.OfFigure && behind != legal.OfFigure {
			continue
		}
		p.figure, p.table = &figure{box: p.box, labels: p.table.labels()}, nil
	}
}

// amounts counts the cells that hold a figure or a code.
func (l *lattice) amounts() int {
	n := 0
	for _, c := range l.cells {
		if amount.MatchString(c.text) {
			n++
		}
	}
	return n
}

// labels are the cells' texts, one behind the other.
func (l *lattice) labels() string {
	var texts []string
	for _, c := range l.cells {
		if c.text != "" {
			texts = append(texts, c.text)
		}
	}
	return strings.Join(texts, " · ")
}
