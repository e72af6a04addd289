package sheet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// maxWorkbook is how many bytes a workbook may have, and maxUnpacked what its archive may
// unpack to. Nothing is written to temporary files: both limits of the library are the
// same.
const (
	maxWorkbook = 32 << 20
	maxUnpacked = 128 << 20
)

// readWorkbook reads the first sheet with a header, or else the first that holds
// something.
func readWorkbook(r io.Reader, most int) (table *Table, err error) {
	data, err := io.ReadAll(io.LimitReader(r, maxWorkbook+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxWorkbook {
		return nil, fmt.Errorf("%w: the workbook is larger than %d bytes", ErrNoChecks, maxWorkbook)
	}
	defer damaged(&err)
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked, RawCellValue: true})
	if err != nil {
		return nil, fmt.Errorf("%w: no readable workbook: %w", ErrNoChecks, err)
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	var first *Table
	for _, name := range book.GetSheetList() {
		lines, err := readSheet(book, name, most)
		if err != nil {
			return nil, err
		}
		found, err := newTable(lines)
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

// damaged turns a panic of the library, which trusts the structure of the XML it
// reads, into an error about the file.
func damaged(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: the workbook is damaged: %v", ErrNoChecks, r)
	}
}

func readSheet(book *excelize.File, name string, most int) (lines []Line, err error) {
	cursor, err := book.Rows(name)
	if err != nil {
		return nil, fmt.Errorf("%w: sheet %q: %w", ErrNoChecks, name, err)
	}
	defer func() { err = errors.Join(err, cursor.Close()) }()
	width := 0
	for number := 1; cursor.Next(); number++ {
		cells, err := cursor.Columns()
		if err != nil {
			return nil, fmt.Errorf("%w: sheet %q, row %d: %w", ErrNoChecks, name, number, err)
		}
		if len(cells) > MaxColumns {
			return nil, fmt.Errorf("%w: more than %d columns", ErrNoChecks, MaxColumns)
		}
		if len(lines) > most+headerWithin {
			return nil, tooMany(most)
		}
		if line := (Line{Number: number, Cells: cells}); !line.blank() {
			lines, width = append(lines, line), max(width, len(cells))
		}
	}
	for i := range lines { // a sheet does not store empty cells at the end of a row
		lines[i].Cells = append(lines[i].Cells, make([]string, width-len(lines[i].Cells))...)
	}
	return lines, cursor.Error()
}

// inWorkbook reads a cell as who filled it in saw it: a day is kept as a count of days,
// and a number with more digits than a workbook tells apart.
func inWorkbook(c Column, cell string) string {
	n, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		return cell
	}
	switch c {
	case AsOf:
		if day, err := excelize.ExcelDateToTime(n, false); err == nil {
			return day.Format(time.DateOnly)
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
