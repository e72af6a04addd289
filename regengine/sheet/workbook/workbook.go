// Package workbook reads XLSX for tables of checks. It is the only place of
// theirs that knows the library: who draws pages or embeds the engine does not link it.
package workbook

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/reglookup/regengine/regengine/sheet"
)

// Format is XLSX.
type Format struct{}

var _ sheet.Workbooks = Format{}

// maxUnpacked is what the archive may unpack to, in bytes. Nothing is written to
// temporary files: both limits of the library are the same.
const maxUnpacked = 128 << 20

// Read implements [sheet.Workbooks].
func (Format) Read(data []byte, most int) (sheets [][]sheet.Line, err error) {
	defer damaged(&err)
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked, RawCellValue: true})
	if err != nil {
		return nil, fmt.Errorf("no readable workbook: %w", err)
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	for _, name := range book.GetSheetList() {
		lines, err := readSheet(book, name, most)
		if err != nil {
			return nil, fmt.Errorf("sheet %q: %w", name, err)
		}
		sheets = append(sheets, lines)
	}
	return sheets, nil
}

// damaged turns a panic of the library, which trusts the structure of the XML it
// reads, into an error about the file.
func damaged(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the workbook is damaged: %v", r)
	}
}

func readSheet(book *excelize.File, name string, most int) (lines []sheet.Line, err error) {
	cursor, err := book.Rows(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, cursor.Close()) }()
	for number := 1; cursor.Next(); number++ {
		cells, err := cursor.Columns()
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", number, err)
		}
		if len(cells) > sheet.MaxColumns {
			return nil, fmt.Errorf("more than %d columns", sheet.MaxColumns)
		}
		if strings.TrimSpace(strings.Join(cells, "")) == "" {
			continue
		}
		if len(lines) == most {
			return nil, fmt.Errorf("more than %d rows; split the file", most)
		}
		lines = append(lines, sheet.Line{Number: number, Cells: cells})
	}
	return lines, cursor.Error()
}
