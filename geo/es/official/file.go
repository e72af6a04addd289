package official

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
)

// ErrInvalid says that a file is not a readable list of municipalities; the
// [*Error] wrapping it names every mistake.
var ErrInvalid = errors.New("geo/es/official: invalid file")

// Bounds on what a reader takes. The real files have about 8,100 lines and, as
// text or unpacked, less than 3 MB.
const (
	maxFileBytes = 16 << 20 // of the file, and again of a workbook unpacked
	maxLineBytes = 64 << 10
	maxRows      = 100_000
	maxProblems  = 500
)

// File is an official list of municipalities as a tree of places.
type File struct {
	// Places are Spain, its regions and provinces as [es.Territory] gives them,
	// and then the municipalities in the order of the file.
	Places []geo.Place

	// Lines holds for each of Places the line, or row of the sheet, it was read
	// from; 0 where the file does not name it.
	Lines []int

	Name  string // as given to the reader; for messages
	Title string // what stands above the header: "Relación de municipios ... a 1 de enero de 2017"; "" for none
}

// Problem is one mistake on one line.
type Problem struct {
	Line    int // first is 1; 0 when the whole file is meant
	Message string
}

// Error lists the mistakes of a file, in order of lines. It wraps
// [ErrInvalid]. After 500 mistakes reading stops and More is true.
type Error struct {
	Name     string
	Problems []Problem
	More     bool
}

// Error gives one mistake a line, as name:line: message.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v: %d mistake(s)", ErrInvalid, len(e.Problems))
	for _, p := range e.Problems {
		if p.Line == 0 {
			fmt.Fprintf(&b, "\n%s: %s", e.Name, p.Message)
			continue
		}
		fmt.Fprintf(&b, "\n%s:%d: %s", e.Name, p.Line, p.Message)
	}
	if e.More {
		b.WriteString("\n... reading stopped here; correct these first")
	}
	return b.String()
}

// Unwrap returns [ErrInvalid].
func (e *Error) Unwrap() error { return ErrInvalid }

// problems gathers mistakes while a file is read.
type problems struct {
	list []Problem
	more bool
}

func (p *problems) add(line int, format string, args ...any) {
	if len(p.list) >= maxProblems {
		p.more = true
		return
	}
	p.list = append(p.list, Problem{line, fmt.Sprintf(format, args...)})
}

func (p *problems) err(name string) error {
	if len(p.list) == 0 {
		return nil
	}
	slices.SortStableFunc(p.list, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return &Error{Name: name, Problems: p.list, More: p.more}
}

// ReadIGN reads MUNICIPIOS.csv of the Nomenclátor Geográfico de Municipios y
// Entidades de Población of IGN: columns COD_INE, NOMBRE_ACTUAL, POBLACION_MUNI
// and ALTITUD (metres, decimal comma, of the municipality's capital) in any
// order among others, separated by semicolons, in Latin-1 or UTF-8. Empty
// population or altitude is unknown. The climate zone follows from the
// altitude, rounded to whole metres. name is used in messages.
//
// The error is an [*Error], or that of r. With an Error comes what could be
// read, for checks that are to report the rest of the mistakes in one go.
func ReadIGN(r io.Reader, name string) (*File, error) {
	return readFile(r, name, ignFormat)
}

// ReadINE reads the list of municipalities of INE (codmun), as a workbook (xlsx)
// or as delimited text: a title, and then columns CPRO, CMUN, DC and NOMBRE,
// with or without CODAUTO. The check digit DC is verified. Leading zeros a
// spreadsheet has removed are put back. The list has codes and names only. name
// is used in messages.
//
// The error is an [*Error], or that of r. With an Error comes what could be
// read, for checks that are to report the rest of the mistakes in one go.
func ReadINE(r io.Reader, name string) (*File, error) {
	return readFile(r, name, ineFormat)
}

// format is one official file: the columns it must have, and what a row means.
type format struct {
	required []string
	optional []string
	workbook bool // an xlsx is taken as well as text
	what     string
	place    func(cell func(column string) string, fail func(format string, args ...any)) geo.Place
}

func readFile(r io.Reader, name string, f format) (*File, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFileBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	var bad problems
	file := &File{Name: name}
	if sheet := f.table(data, &bad); sheet != nil {
		file.Title = sheet.title
		file.fill(sheet, f, &bad)
	}
	return file, bad.err(name)
}

// table finds the header among the rows of the file; nil after a mistake that
// leaves nothing to read.
func (f format) table(data []byte, bad *problems) *table {
	rows := f.rows(data, bad)
	if rows == nil {
		return nil
	}
	return findHeader(rows, f, bad)
}

// fill turns the rows below the header into places.
func (f *File) fill(t *table, format format, bad *problems) {
	for _, p := range es.Territory() {
		f.Places, f.Lines = append(f.Places, p), append(f.Lines, 0)
	}
	seen := make(map[geo.ID]int)
	for _, row := range t.rows {
		if bad.more {
			return
		}
		failed := false
		fail := func(format string, args ...any) {
			failed = true
			bad.add(row.line, format, args...)
		}
		place := format.place(func(column string) string { return t.cell(row, column) }, fail)
		if failed {
			continue
		}
		if first, twice := seen[place.ID]; twice {
			bad.add(row.line, "%s stands already on line %d; remove one of them", place.ID, first)
			continue
		}
		seen[place.ID] = row.line
		f.Places = append(f.Places, es.Scheme{}.Derive(place))
		f.Lines = append(f.Lines, row.line)
	}
	if len(t.rows) == 0 && len(bad.list) == 0 {
		bad.add(0, "holds no municipality below its header; download it again")
	}
}
