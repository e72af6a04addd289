package official

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/xuri/excelize/v2"
)

// maxColumns bounds the width of a row: a cell far to the right makes a row of
// as many empty ones.
const maxColumns = 100

var errSheetBounds = fmt.Errorf("has more than %d rows or %d columns; this is not a list of municipalities", maxRows, maxColumns)

// sheetRows reads the first sheet of a workbook that has the header.
func sheetRows(data []byte, f format, bad *problems) []row {
	book, err := openWorkbook(data)
	if err != nil {
		bad.add(0, "%v", err)
		return nil
	}
	defer book.Close()
	var first []row
	for _, name := range book.GetSheetList() {
		rows, err := readSheet(book, name)
		if err != nil {
			bad.add(0, "sheet %q: %v", name, err)
			return nil
		}
		if findHeader(rows, f, new(problems)) != nil {
			return squared(rows, f)
		}
		if first == nil {
			first = rows
		}
	}
	if first == nil {
		bad.add(0, "the workbook has no sheet with rows; download it again")
	}
	return first
}

// openWorkbook bounds what the archive may unpack to. Nothing is written to
// temporary files: both limits are the same.
func openWorkbook(data []byte) (book *excelize.File, err error) {
	defer recovered(&err)
	book, err = excelize.OpenReader(bytes.NewReader(data), excelize.Options{
		UnzipSizeLimit: maxFileBytes, UnzipXMLSizeLimit: maxFileBytes, RawCellValue: true,
	})
	if err != nil {
		return nil, fmt.Errorf("is no readable xlsx workbook (%w); download it again", err)
	}
	return book, nil
}

// recovered turns a panic of the workbook library, which trusts the structure of
// the XML it reads, into an error about the file.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("is a damaged xlsx workbook (%v); download it again", r)
	}
}

func readSheet(book *excelize.File, name string) (rows []row, err error) {
	defer recovered(&err)
	cursor, err := book.Rows(name)
	if err != nil {
		return nil, fmt.Errorf("cannot be read (%w); download the workbook again", err)
	}
	defer func() { err = errors.Join(err, cursor.Close()) }()
	for number := 1; cursor.Next(); number++ {
		cells, err := cursor.Columns()
		if err != nil {
			return nil, fmt.Errorf("row %d cannot be read (%w); download the workbook again", number, err)
		}
		if number > maxRows || len(cells) > maxColumns {
			return nil, errSheetBounds
		}
		if r := (row{number, cells}); !r.blank() {
			rows = append(rows, r)
		}
	}
	return rows, cursor.Error()
}

// squared gives every row the width of the header: a sheet stores neither empty
// cells at the end of a row nor remarks' columns in the header.
func squared(rows []row, f format) []row {
	width := 0
	for _, r := range rows {
		if len(missingColumns(r.cells, f.required)) == 0 {
			width = len(r.cells)
			break
		}
	}
	for i := range rows {
		cells := make([]string, width)
		copy(cells, rows[i].cells)
		rows[i].cells = cells
	}
	return rows
}
