// Package xlsx writes reports as workbooks. It stands apart from package report because
// it links a spreadsheet library.
package xlsx

import (
	"cmp"
	"io"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/reglookup/regengine/regengine/report"
)

// Format is the workbook among the formats of a report.
var Format = report.Format{
	Name: "xlsx", MediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Write: Write,
}

// The names of the sheets: programs find them by it, in every language.
const (
	summarySheet = "summary"
	checksSheet  = "checks"
)

// Write writes a report as a workbook of two sheets: what the report is of, and its
// checks as [report.NewTable] has them. Texts are texts, also those that look like
// formulas; values, limits and margins are numbers.
func Write(w io.Writer, r *report.Report) (err error) {
	book := excelize.NewFile()
	defer func() { err = cmp.Or(err, book.Close()) }()
	if err := book.SetSheetName(book.GetSheetName(0), summarySheet); err != nil {
		return err
	}
	if err := writeSummary(book, r); err != nil {
		return err
	}
	if _, err := book.NewSheet(checksSheet); err != nil {
		return err
	}
	if err := writeChecks(book, r); err != nil {
		return err
	}
	_, err = book.WriteTo(w)
	return err
}

func writeSummary(book *excelize.File, r *report.Report) error {
	out, err := book.NewStreamWriter(summarySheet)
	if err != nil {
		return err
	}
	if err := out.SetColWidth(1, 2, 40); err != nil {
		return err
	}
	for i, row := range report.Summary(r) {
		cells := []any{row[0], row[1]}
		if n, err := strconv.Atoi(row[1]); err == nil {
			cells[1] = n
		}
		if err := out.SetRow("A"+strconv.Itoa(i+1), cells); err != nil {
			return err
		}
	}
	return out.Flush()
}

// numeric are the columns that hold numbers.
var numeric = map[string]bool{"line": true, "provided_value": true, "limit_value": true, "margin": true}

func writeChecks(book *excelize.File, r *report.Report) error {
	out, err := book.NewStreamWriter(checksSheet)
	if err != nil {
		return err
	}
	table := report.NewTable(r)
	if err := head(book, out, table.Columns); err != nil {
		return err
	}
	number := 1
	for c, err := range r.Checks {
		if err != nil {
			return err
		}
		number++
		if err := out.SetRow("A"+strconv.Itoa(number), cells(table.Columns, table.Row(c))); err != nil {
			return err
		}
	}
	return out.Flush()
}

// head writes the names of the columns, which stay in sight.
func head(book *excelize.File, out *excelize.StreamWriter, columns []string) error {
	bold, err := book.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	if err := out.SetColWidth(1, len(columns), 18); err != nil {
		return err
	}
	if err := out.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	row := make([]any, len(columns))
	for i, name := range columns {
		row[i] = excelize.Cell{StyleID: bold, Value: name}
	}
	return out.SetRow("A1", row)
}

func cells(columns, row []string) []any {
	out := make([]any, len(row))
	for i, cell := range row {
		out[i] = cell
		if n, err := strconv.ParseFloat(cell, 64); err == nil && numeric[columns[i]] && isNumber(cell) {
			out[i] = n
		}
	}
	return out
}

// isNumber reports whether a workbook keeps the digits of a number as they are: it has
// 15 of them. A value with more stays a text.
func isNumber(digits string) bool {
	return len(digits) <= 15 && strings.Trim(digits, "0123456789.-") == ""
}
