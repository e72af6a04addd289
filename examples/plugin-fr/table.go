package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of a file: bytes a line, and mistakes named before reading stops.
const (
	maxLine     = 64 << 10
	maxMistakes = 100
)

// table reads a file of cells with a header, a line at a time, so that neither a
// long file nor an endless line takes memory.
type table struct {
	lines    *bufio.Scanner
	comma    byte
	required []string
	line     int
	columns  map[string]int // by name in capitals
	width    int
	mistakes []error
}

// openTable reads the header, which must name the required columns, in any order
// and letter case. comma is what usually parts the cells: where the header says
// otherwise, it is whichever separator makes the required columns of it. A byte order
// mark before it is passed over.
func openTable(name string, file io.Reader, comma byte, what string, required []string) (*table, error) {
	t := &table{lines: bufio.NewScanner(file), comma: comma, required: required, columns: make(map[string]int)}
	t.lines.Buffer(make([]byte, 0, 4<<10), maxLine)
	header, ok, err := t.next()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if !ok {
		return nil, fmt.Errorf("%s: the file is empty; it should be %s", name, what)
	}
	for i, cell := range header {
		t.columns[strings.ToUpper(strings.TrimSpace(cell))] = i
	}
	t.width = len(header)
	for _, column := range required {
		if _, ok := t.columns[column]; !ok {
			return nil, fmt.Errorf("%s:1: the header lacks the column %s of %s", name, column, what)
		}
	}
	return t, nil
}

// next returns the cells of the next line that is not blank; ok is false at the end.
func (t *table) next() (cells []string, ok bool, err error) {
	for t.lines.Scan() {
		t.line++
		text := strings.TrimSuffix(t.lines.Text(), "\r")
		if t.line == 1 {
			text = strings.TrimPrefix(text, "\uFEFF")
		}
		if !utf8.ValidString(text) {
			return nil, false, fmt.Errorf("line %d is not UTF-8: convert the file first", t.line)
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		if t.width == 0 {
			t.sniff(text)
		}
		cells, err := splitCells(text, t.comma)
		if err != nil {
			return nil, false, fmt.Errorf("line %d: %w", t.line, err)
		}
		return cells, true, nil
	}
	if errors.Is(t.lines.Err(), bufio.ErrTooLong) {
		return nil, false, fmt.Errorf("line %d is longer than %d bytes; this is no such file", t.line+1, maxLine)
	}
	return nil, false, t.lines.Err()
}

// sniff finds the separator of a header, of those tables are exchanged with.
func (t *table) sniff(header string) {
	for _, comma := range []byte{t.comma, ',', ';', '\t', '|'} {
		cells, err := splitCells(header, comma)
		has := func(column string) bool {
			return slices.ContainsFunc(cells, func(cell string) bool { return strings.EqualFold(strings.TrimSpace(cell), column) })
		}
		if err == nil && !slices.ContainsFunc(t.required, func(column string) bool { return !has(column) }) {
			t.comma = comma
			return
		}
	}
}

// errQuote says that a quoted cell has no end on its line.
var errQuote = errors.New("a quote is not closed")

// splitCells takes a line apart; a cell with the separator stands in double quotes,
// a quote inside it is doubled (RFC 4180).
func splitCells(line string, comma byte) ([]string, error) {
	var cells []string
	for {
		cell, rest, err := cutCell(line, comma)
		if err != nil {
			return nil, err
		}
		cells = append(cells, cell)
		if rest == "" {
			return cells, nil
		}
		line = rest[1:]
	}
}

// cutCell returns the first cell of a line and what is behind it, which is empty
// or begins with the separator.
func cutCell(line string, comma byte) (cell, rest string, err error) {
	if !strings.HasPrefix(line, `"`) {
		if end := strings.IndexByte(line, comma); end >= 0 {
			return line[:end], line[end:], nil
		}
		return line, "", nil
	}
	var text strings.Builder
	for line = line[1:]; ; line = line[1:] {
		end := strings.IndexByte(line, '"')
		if end < 0 {
			return "", "", errQuote
		}
		text.WriteString(line[:end])
		line = line[end+1:]
		if !strings.HasPrefix(line, `"`) {
			break
		}
		text.WriteByte('"')
	}
	if line != "" && line[0] != comma {
		return "", "", errors.New("something stands behind a closing quote")
	}
	return text.String(), line, nil
}

// row is one line with the means to complain of it.
type row struct {
	table *table
	cells []string
}

// cell returns the cell of a column, "" where the file has no such column.
func (r row) cell(column string) string {
	i, ok := r.table.columns[column]
	if !ok || i >= len(r.cells) {
		return ""
	}
	return strings.TrimSpace(r.cells[i])
}

func (r row) fail(format string, args ...any) {
	r.table.mistakes = append(r.table.mistakes, fmt.Errorf("line %d: %s", r.table.line, fmt.Sprintf(format, args...)))
}

// each calls use for every row below the header. Mistakes are collected: the error
// names all of them, a hundred at most. An error of use ends the reading.
func (t *table) each(ctx context.Context, name string, use func(row) error) error {
	for len(t.mistakes) < maxMistakes {
		if err := ctx.Err(); err != nil {
			return err
		}
		cells, ok, err := t.next()
		if err != nil {
			t.mistakes = append(t.mistakes, err)
		}
		if err != nil || !ok {
			break
		}
		r := row{t, cells}
		if len(cells) != t.width {
			r.fail("has %d fields, the header %d", len(cells), t.width)
			continue
		}
		if err := use(r); err != nil {
			return err
		}
	}
	named := slices.Clone(t.mistakes)
	for i := range named {
		named[i] = fmt.Errorf("%s: %w", name, named[i])
	}
	return errors.Join(named...)
}
