package sheet

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/regengine/internal/neutral"
)

// WriteCSV writes a table. A cell that a spreadsheet would take for a formula is led by
// an apostrophe.
func WriteCSV(w io.Writer, header []string, rows [][]string) error {
	out := csv.NewWriter(w)
	if err := out.Write(header); err != nil {
		return err
	}
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = neutral.Cell(cell)
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// WriteXLSX writes a table as a workbook of one sheet, numbers as numbers. No cell is a
// formula, and none becomes one where the sheet is saved as text.
func WriteXLSX(w io.Writer, header []string, rows [][]string) error {
	book := excelize.NewFile()
	defer book.Close()
	out, err := book.NewStreamWriter("Sheet1")
	if err != nil {
		return fmt.Errorf("sheet: %w", err)
	}
	frozen := excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}
	if err := out.SetPanes(&frozen); err != nil {
		return fmt.Errorf("sheet: %w", err)
	}
	for y, row := range append([][]string{header}, rows...) {
		cells := make([]any, len(row))
		for x, cell := range row {
			cells[x] = workbookCell(cell)
		}
		if err := out.SetRow("A"+strconv.Itoa(y+1), cells); err != nil {
			return fmt.Errorf("sheet: row %d: %w", y+1, err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("sheet: %w", err)
	}
	return book.Write(w)
}

// figure is a number that a workbook keeps digit for digit.
var figure = lazyregexp.New(`^-?(0|[1-9][0-9]{0,9})(\.[0-9]{1,4})?$`)

// maxCell is how many characters a cell of a workbook holds.
const maxCell = 32_000

func workbookCell(text string) any {
	if figure.MatchString(text) {
		if n, err := strconv.ParseFloat(text, 64); err == nil {
			return n
		}
	}
	if utf8.RuneCountInString(text) > maxCell {
		text = string([]rune(text)[:maxCell])
	}
	return neutral.Cell(text)
}
