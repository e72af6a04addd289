package docx

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/codes/retrieval"
)

// cell is a cell of a table, and how it is merged.
type cell struct {
	lines  []string
	inner  []*retrieval.Table // within it
	cols   int
	goesOn bool // it continues the cell above
	beside bool // it continues the cell before
	from   int  // column it begins in
}

// row is a row of a table.
type row struct {
	cells   []cell
	header  bool
	deleted bool
	before  int // columns left out at its beginning
}

// table reads a table of the body. One of a single cell is a frame around what
// stands in it.
func (t *text) table(d *decoder) error {
	t.out.Seen.Tables++
	rows, caption, err := t.rows(d)
	if err != nil {
		return err
	}
	if len(rows) == 1 && len(rows[0].cells) == 1 {
		t.out.Seen.Tables--
		for _, line := range rows[0].cells[0].lines {
			if err := t.emit(d, legal.Element{Text: line}); err != nil {
				return err
			}
		}
		return nil
	}
	grid := t.fill(rows)
	table, ok := grid.Table()
	if ok {
		if err := t.emit(d, legal.Element{Role: legal.AsTable, Table: table, Text: strings.Join(strings.Fields(caption), " ")}); err != nil {
			return err
		}
		return t.below(d, rows)
	}
	text := strings.Join(grid.Lines(), "\n")
	if text == "" {
		return nil
	}
	t.add(importers.Problem{Where: d.part, Message: "a table too large, or with merged cells beyond reason: its text is taken row by row"})
	return t.emit(d, legal.Element{Role: legal.AsTable, Text: text})
}

// below writes the tables within the cells of another, each under what its row begins
// with.
func (t *text) below(d *decoder, rows []row) error {
	for _, r := range rows {
		for i, c := range r.cells {
			for _, inner := range c.inner {
				if label := strings.Join(r.cells[0].lines, " "); i > 0 && label != "" {
					if err := t.emit(d, legal.Element{Role: legal.AsCaption, Of: legal.OfTable, Text: label}); err != nil {
						return err
					}
				}
				if err := t.emit(d, legal.Element{Role: legal.AsTable, Table: inner}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// nested reads a table within a cell: as a table of its own where it is one, with a
// mark in its place, else as lines.
func (t *text) nested(d *decoder) (lines []string, inner *retrieval.Table, err error) {
	t.out.Seen.Tables++
	rows, _, err := t.rows(d)
	if err != nil {
		return nil, nil, err
	}
	grid := t.fill(rows)
	if len(rows) > 1 || len(rows) == 1 && len(rows[0].cells) > 1 {
		if table, ok := grid.Table(); ok && deepest(rows) {
			return []string{importers.TableBelow}, table, nil
		}
	}
	t.out.Seen.Tables--
	return grid.Lines(), nil, nil
}

// deepest reports whether there is no table within the cells of rows.
func deepest(rows []row) bool {
	return !slices.ContainsFunc(rows, func(r row) bool {
		return slices.ContainsFunc(r.cells, func(c cell) bool { return len(c.inner) > 0 })
	})
}

// rows reads the rows of a tbl element.
func (t *text) rows(d *decoder) (rows []row, caption string, err error) {
	var read func(d *decoder, e *element) error
	read = func(d *decoder, e *element) error {
		switch e.name {
		case "tblPr":
			return d.each(func(e *element) error {
				switch {
				case e.name == "tblCaption":
					caption = e.attr("val")
				case e.name == "tblStyle" || e.name == "shd" && coloured(e):
					t.tabled++
				}
				return nil
			})
		case "tr":
			r := row{}
			if err := t.row(d, &r); err != nil {
				return err
			}
			if r.deleted {
				t.deleted++
			} else {
				rows = append(rows, r)
			}
		case "sdt":
			return t.control(d, read)
		case "ins", "customXml", "sdtContent":
			return d.each(func(e *element) error { return read(d, e) })
		}
		return nil
	}
	around := t.tabled
	defer func() { t.tabled = around }()
	err = d.each(func(e *element) error { return read(d, e) })
	return rows, caption, err
}

// row reads a tr element.
func (t *text) row(d *decoder, r *row) error {
	var read func(d *decoder, e *element) error
	read = func(d *decoder, e *element) error {
		switch e.name {
		case "trPr":
			return d.each(func(e *element) error {
				switch e.name {
				case "tblHeader":
					r.header = e.on()
				case "del":
					r.deleted = true
				case "gridBefore":
					r.before = min(max(e.number("val", 0), 0), 100)
				}
				return nil
			})
		case "tc":
			if t.cells++; t.cells > maxCells {
				return d.refuse("large", "more than %d cells in tables; split the file", maxCells)
			}
			c := cell{cols: 1}
			if err := t.cell(d, &c); err != nil {
				return err
			}
			r.cells = append(r.cells, c)
		case "sdt":
			return t.control(d, read)
		case "customXml", "sdtContent", "ins":
			return d.each(func(e *element) error { return read(d, e) })
		}
		return nil
	}
	return d.each(func(e *element) error { return read(d, e) })
}

// cell reads a tc element.
func (t *text) cell(d *decoder, c *cell) error {
	around := t.tabled
	defer func() { t.tabled = around }()
	return d.each(func(e *element) error {
		if e.name == "tbl" {
			lines, inner, err := t.nested(d)
			c.lines = append(c.lines, lines...)
			if inner != nil {
				c.inner = append(c.inner, inner)
			}
			return err
		}
		if e.name != "tcPr" {
			lines, err := t.linesOf(d, e)
			c.lines = append(c.lines, lines...)
			return err
		}
		return d.each(func(e *element) error {
			switch e.name {
			case "shd":
				if coloured(e) {
					t.tabled++
				}
			case "gridSpan":
				c.cols = min(max(e.number("val", 1), 1), 1000)
			case "vMerge":
				c.goesOn = e.attr("val") != "restart"
			case "hMerge":
				c.beside = e.attr("val") != "restart"
			}
			return nil
		})
	})
}

// fill fills a grid with rows.
func (t *text) fill(rows []row) *importers.Grid {
	place(rows)
	grid := t.tables.New()
	for i, r := range rows {
		grid.Row(r.header)
		if r.before > 0 {
			grid.Cell(importers.Cell{Cols: r.before})
		}
		for j, c := range r.cells {
			if c.goesOn && i > 0 && above(rows[i-1], c.from) != nil || c.beside && j > 0 {
				continue
			}
			grid.Cell(importers.Cell{Text: strings.Join(c.lines, "\n"), Cols: width(r, j), Rows: height(rows, i, j), Header: r.header})
		}
	}
	return grid
}

// place gives every cell the column it begins in.
func place(rows []row) {
	for i := range rows {
		at := rows[i].before
		for j := range rows[i].cells {
			rows[i].cells[j].from = at
			at += rows[i].cells[j].cols
		}
	}
}

// above returns the cell of a row that begins in a column.
func above(r row, from int) *cell {
	for i := range r.cells {
		if r.cells[i].from == from {
			return &r.cells[i]
		}
		if r.cells[i].from > from {
			break
		}
	}
	return nil
}

// width returns how many columns a cell covers, with those that continue it.
func width(r row, j int) int {
	cols := r.cells[j].cols
	for j++; j < len(r.cells) && r.cells[j].beside; j++ {
		cols += r.cells[j].cols
	}
	return cols
}

// height returns how many rows a cell covers.
func height(rows []row, i, j int) int {
	n := 1
	from := rows[i].cells[j].from
	for i+n < len(rows) {
		below := above(rows[i+n], from)
		if below == nil || !below.goesOn {
			break
		}
		n++
	}
	return n
}
