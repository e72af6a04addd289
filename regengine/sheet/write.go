package sheet

import (
	"encoding/csv"
	"io"

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
