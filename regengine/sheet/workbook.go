package sheet

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Workbooks reads XLSX; package regengine/sheet/workbook does.
type Workbooks interface {
	// Read returns the lines of each sheet of a workbook that hold something, every cell
	// as it is kept; of a sheet no more than most. The error is of the file.
	Read(data []byte, most int) (sheets [][]Line, err error)
}

// maxWorkbook is how many bytes a workbook may have.
const maxWorkbook = 32 << 20

// readWorkbook reads the first sheet with a header, or else the first that holds
// something.
func readWorkbook(r io.Reader, books Workbooks, most int) (*Table, error) {
	if books == nil {
		return nil, fmt.Errorf("%w: workbooks are not read here; save it as CSV", ErrNoChecks)
	}
	data, err := io.ReadAll(io.LimitReader(r, maxWorkbook+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxWorkbook {
		return nil, fmt.Errorf("%w: the workbook is larger than %d bytes", ErrNoChecks, maxWorkbook)
	}
	sheets, err := books.Read(data, most+headerWithin)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoChecks, err)
	}
	var first *Table
	for _, lines := range sheets {
		found, err := newTable(squared(lines))
		if err != nil {
			continue // an empty sheet
		}
		found.Workbook = true
		if (&Line{Cells: found.Header}).isHeader() {
			return found, nil
		}
		if first == nil {
			first = found
		}
	}
	if first == nil {
		return nil, fmt.Errorf("%w: the workbook is empty", ErrNoChecks)
	}
	return first, nil
}

// squared gives every line as many cells: a sheet does not store empty ones at the end of
// a row.
func squared(lines []Line) []Line {
	width := 0
	for _, l := range lines {
		width = max(width, len(l.Cells))
	}
	for i := range lines {
		lines[i].Cells = append(lines[i].Cells, make([]string, width-len(lines[i].Cells))...)
	}
	return lines
}

// dayZero is the day from which workbooks count.
var dayZero = time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC)

// inWorkbook reads a cell as who filled it in saw it: a day is kept as a count of days,
// and a number with more digits than a workbook tells apart.
func inWorkbook(c Column, cell string) string {
	n, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		return cell
	}
	switch c {
	case AsOf:
		const lastDay = 2_958_465 // of the year 9999
		if n >= 1 && n <= lastDay {
			return dayZero.AddDate(0, 0, int(n)).Format(time.DateOnly)
		}
	case Value, Measure:
		const digits = 15
		if len(strings.Trim(cell, "-0.")) > digits {
			return strconv.FormatFloat(n, 'g', digits, 64)
		}
	default:
	}
	return cell
}
