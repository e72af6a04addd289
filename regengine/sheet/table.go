package sheet

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// ErrNoChecks says that a file holds no checks.
var ErrNoChecks = errors.New("no table of checks")

// Table is a table as it stands in a file. Its members are exported so that it can be
// kept as JSON.
type Table struct {
	Header   []string
	Lines    []Line
	Workbook bool // it came as XLSX, whose numbers and days are written otherwise
}

// Line is a line below the header, with as many cells as the header has.
type Line struct {
	Number int      // in the file, from 1
	Cells  []string `json:",omitempty"`
	Wrong  string   `json:",omitempty"` // what keeps it from being read
}

// MaxColumns is how many columns a table may have.
const MaxColumns = 200

// Bounds of a file.
const (
	maxRow       = 1 << 20 // bytes of a row of CSV, with all its lines
	headerWithin = 20      // the first lines that hold something
)

// errLongRow says that a row is longer than maxRow.
var errLongRow = errors.New("row too long")

// Read reads the table of a file with no more than most lines; without books of text
// alone. Of a workbook it is the first sheet that holds one. Titles above the header and empty lines are passed over. A
// line that cannot be read says so itself. The error, ErrNoChecks or the reader's, is of
// the file as a whole.
func Read(r io.Reader, books Workbooks, most int) (*Table, error) {
	in := bufio.NewReader(r)
	head, _ := in.Peek(8) // shorter in a short file
	var table *Table
	var err error
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		table, err = readWorkbook(in, books, most)
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0")):
		return nil, fmt.Errorf("%w: this is a workbook of an old format, or an encrypted one; save it as XLSX without a password", ErrNoChecks)
	default:
		table, err = readText(in, most)
	}
	if err == nil && len(table.Lines) > most {
		err = tooMany(most)
	}
	if err != nil {
		return nil, err
	}
	return table, nil
}

// rationed reads no more than is left, so that a quotation mark that is never
// closed does not take in the whole of a large file.
type rationed struct {
	in   io.Reader
	left int
}

// Read implements [io.Reader].
func (r *rationed) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, errLongRow
	}
	n, err := r.in.Read(p[:min(len(p), r.left)])
	r.left -= n
	return n, err
}

// readText reads text separated by tabs, semicolons or commas, in UTF-8 or, with its
// mark, UTF-16.
func readText(r io.Reader, most int) (*Table, error) {
	ration := &rationed{in: transform.NewReader(r, unicode.BOMOverride(transform.Nop)), left: maxRow}
	in := bufio.NewReader(ration)
	table := csv.NewReader(in)
	table.Comma, table.FieldsPerRecord = separator(in), -1
	table.TrimLeadingSpace = table.Comma != '\t' // which is such space itself
	var lines []Line
	last := 0 // line of the row before
	for len(lines) <= most+headerWithin {
		ration.left = maxRow
		cells, err := table.Read()
		var parse *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return newTable(lines)
		case errors.As(err, &parse):
			lines = append(lines, Line{Number: parse.StartLine, Wrong: parse.Err.Error()})
		case errors.Is(err, errLongRow):
			return nil, fmt.Errorf("%w: the row behind line %d is longer than %d bytes; is a quotation mark not closed?", ErrNoChecks, last, maxRow)
		case err != nil:
			return nil, err
		default:
			last, _ = table.FieldPos(0)
			lines = append(lines, Line{Number: last, Cells: cells})
		}
	}
	return nil, tooMany(most)
}

func tooMany(most int) error {
	return fmt.Errorf("%w: more than %d rows; split the file", ErrNoChecks, most)
}

// separator guesses what parts the columns from the first line that has something that
// could: of several the one that makes more headings of it that are known.
func separator(in *bufio.Reader) rune {
	head, _ := in.Peek(in.Size()) // shorter at the end of the file
	for line := range strings.Lines(string(head)) {
		best, most := ',', 0
		for _, r := range "\t;," {
			if !strings.ContainsRune(line, r) {
				continue
			}
			if known := 1 + knownHeadings(strings.Split(line, string(r))); known > most {
				best, most = r, known
			}
		}
		if most > 0 {
			return best
		}
	}
	return ','
}

// newTable finds the header among the first lines, and gives every line below it as many
// cells.
func newTable(lines []Line) (*Table, error) {
	lines = slices.DeleteFunc(lines, func(l Line) bool { return l.Wrong == "" && l.blank() })
	if len(lines) == 0 {
		return nil, fmt.Errorf("%w: it is empty", ErrNoChecks)
	}
	at := 0
	for i := range lines[:min(headerWithin, len(lines))] {
		if lines[i].isHeader() {
			at = i
			break
		}
	}
	if lines[at].Wrong != "" {
		return nil, fmt.Errorf("%w: no header: line %d: %s", ErrNoChecks, lines[at].Number, lines[at].Wrong)
	}
	t := &Table{Header: lines[at].Cells, Lines: lines[at+1:]}
	if len(t.Header) > MaxColumns {
		return nil, fmt.Errorf("%w: more than %d columns", ErrNoChecks, MaxColumns)
	}
	for i := range t.Header {
		t.Header[i] = clean(t.Header[i])
	}
	for i := range t.Lines {
		t.Lines[i].square(len(t.Header))
	}
	return t, nil
}

func (l *Line) blank() bool {
	return !slices.ContainsFunc(l.Cells, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}

// isHeader reports whether a line names two columns or more.
func (l *Line) isHeader() bool { return knownHeadings(l.Cells) >= 2 }

func knownHeadings(cells []string) int {
	known := 0
	for _, c := range Guess(cells, nil).Columns {
		if c != "" {
			known++
		}
	}
	return known
}

// square says of a line that has too few or too many cells that it has.
func (l *Line) square(width int) {
	if l.Wrong == "" && len(l.Cells) != width {
		l.Wrong = fmt.Sprintf("%d columns, the header has %d", len(l.Cells), width)
	}
	if l.Wrong != "" {
		l.Cells = nil
	}
}

// clean makes valid text on one line of a heading.
func clean(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", "?"), "?")), " ")
}
