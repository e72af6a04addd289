package sdk

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo"
)

// longestHeader is how much of a file its first line is looked for in.
const longestHeader = 4 << 10

// maxRowProblems is how many mistakes in rows are told at once.
const maxRowProblems = 20

// ReadPlacesCSV yields the places of a CSV file whose first line names the columns,
// and by what they are parted (comma, semicolon, tab or bar):
// id, name and level must be there, parent, aliases (separated by "|"),
// climate_zone, altitude_m, seismic_zone, radon_zone and population may be, as in
// the places.csv of a pack. extra says what further columns mean, by their Key; a
// column nobody knows is an error. Empty cells are unknown.
//
// The error names the file, where it has a name, and of the first 20 rows that are wrong
// the line, as an editor counts them, and the id. One of yield comes back as it is.
func ReadPlacesCSV(file io.Reader, yield func(geo.Place) error, extra ...geo.TechValue) error {
	in := bufio.NewReaderSize(file, longestHeader)
	r := &rowReader{file: nameOf(file), rows: csv.NewReader(in), extra: extra, lineOf: map[geo.ID]int{}}
	start, _ := in.Peek(longestHeader) // what is wrong with the file the reading tells
	header, _, _ := strings.Cut(string(start), "\n")
	r.rows.Comma = geo.ListSeparator(header)
	if err := r.readHeader(); err != nil {
		return fmt.Errorf("%sline 1: %w", r.file, err)
	}
	if err := r.readRows(yield); err != nil {
		return err
	}
	r.checkBatch()
	return r.err()
}

// nameOf returns the beginning of messages about a file; "" where it has no name.
func nameOf(file io.Reader) string {
	switch f := file.(type) {
	case interface{ Stat() (fs.FileInfo, error) }:
		if info, err := f.Stat(); err == nil && info.Name() != "" {
			return info.Name() + ": "
		}
	case interface{ Name() string }:
		if f.Name() != "" {
			return path.Base(f.Name()) + ": "
		}
	}
	return ""
}

// rowReader reads the rows of a file of places.
type rowReader struct {
	file   string // with a colon; ""
	rows   *csv.Reader
	header []string
	extra  []geo.TechValue
	lineOf map[geo.ID]int
	batch  []geo.Place // read, and not held against the bounds of a place yet

	problems []string
	more     int
}

func (r *rowReader) readHeader() error {
	header, err := r.rows.Read()
	if err != nil {
		return fmt.Errorf("no column is named: %w", err)
	}
	header[0] = strings.TrimPrefix(header[0], "\uFEFF")
	if strings.ContainsRune(header[0], 0) || strings.HasPrefix(header[0], "\xff\xfe") || strings.HasPrefix(header[0], "\xfe\xff") {
		return errors.New("it is encoded in UTF-16, or is no text: save the file as CSV in UTF-8")
	}
	for i, name := range header {
		header[i] = strings.TrimSpace(name)
	}
	r.header = header
	return checkHeader(header, r.extra)
}

// readRows yields the rows that are right and notes what is wrong with the others.
func (r *rowReader) readRows(yield func(geo.Place) error) error {
	for {
		record, err := r.rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && !errors.Is(err, csv.ErrFieldCount) {
			r.unreadable(err)
			return nil // where the next row begins nobody knows
		}
		line, _ := r.rows.FieldPos(0)
		place, err := r.place(line, record)
		if err != nil {
			r.bad(line, place.ID, err.Error())
			continue
		}
		if err := yield(place); err != nil {
			return err
		}
		r.keep(place)
	}
}

// place reads a row, or says what is wrong with it.
func (r *rowReader) place(line int, record []string) (geo.Place, error) {
	if len(record) != len(r.header) {
		return geo.Place{ID: geo.ID(strings.TrimSpace(record[0]))}, fmt.Errorf("it has %d cells, and line 1 names %d columns: "+
			"a cell that holds a comma is written between double quotes", len(record), len(r.header))
	}
	for i, cell := range record {
		if !utf8.ValidString(cell) {
			return geo.Place{ID: geo.ID(strings.ToValidUTF8(record[slices.Index(r.header, "id")], "\uFFFD"))},
				fmt.Errorf("its %s, %q, is not UTF-8: save the file as UTF-8", r.header[i], cell)
		}
	}
	p, err := placeOf(r.header, record, r.extra)
	if err != nil {
		return p, err
	}
	if first, twice := r.lineOf[p.ID]; twice {
		return p, fmt.Errorf("line %d has the same id: give each place once", first)
	}
	r.lineOf[p.ID] = line
	return p, nil
}

func (r *rowReader) unreadable(err error) {
	var wrong *csv.ParseError
	if !errors.As(err, &wrong) {
		r.problems = append(r.problems, fmt.Sprintf("%sreading it: %v", r.file, err))
		return
	}
	r.bad(wrong.Line, "", fmt.Sprintf("%v, in the row that begins in line %d: a cell with a double quote in it is written between double quotes, and the quote twice",
		wrong.Err, wrong.StartLine))
}

func (r *rowReader) bad(line int, id geo.ID, message string) {
	if len(r.problems) == maxRowProblems {
		r.more++
		return
	}
	of := ""
	if id != "" {
		of = fmt.Sprintf(" (%q)", string(id))
	}
	r.problems = append(r.problems, fmt.Sprintf("%sline %d%s: %s", r.file, line, of, message))
}

// err returns what is wrong with the rows, one a line.
func (r *rowReader) err() error {
	if len(r.problems) == 0 {
		return nil
	}
	if r.more > 0 {
		r.problems = append(r.problems, fmt.Sprintf("and %d more", r.more))
	}
	return errors.New(strings.Join(r.problems, "\n"))
}

func checkHeader(header []string, extra []geo.TechValue) error {
	for i, name := range header {
		known := slices.Contains(placeColumns, name) || slices.ContainsFunc(extra, func(v geo.TechValue) bool { return v.Key == name })
		if !known || slices.Contains(header[:i], name) {
			return fmt.Errorf("column %q is unknown or here twice: known are %s, and those the plugin's code declares where it reads the file", name, strings.Join(placeColumns, ", "))
		}
	}
	for _, name := range placeColumns[:3] {
		if !slices.Contains(header, name) {
			return fmt.Errorf("column %q is missing", name)
		}
	}
	return nil
}
