package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/sheet"
	"github.com/reglookup/regengine/regengine/sheet/workbook"
	"github.com/reglookup/regengine/verify"
)

// checkRow is one check of a file, or the one the flags describe.
type checkRow struct{ sheet.Row }

// maxChecks is the most rows of one file: their verdicts stand in memory until
// the report is written.
const maxChecks = 200_000

// readChecks reads a table of checks, as CSV or XLSX. A row that cannot be read says so
// itself; the error is of the table as a whole. Columns that say nothing of a check are
// left aside.
func readChecks(r io.Reader) ([]checkRow, error) {
	table, err := sheet.Read(r, workbook.Format{}, maxChecks)
	if err != nil {
		return nil, err
	}
	columns := sheet.Guess(table.Header, nil)
	if err := columns.Complete(); err != nil {
		return nil, err
	}
	return mapped(table.Rows(columns), func(r sheet.Row) checkRow { return checkRow{r} }), nil
}

// readCircumstances reads circumstances by what the rules of a country ask for.
func readCircumstances(v *verify.Verifier, country geo.ID, with []string) (map[string]verify.Value, error) {
	var out map[string]verify.Value
	for _, part := range with {
		id, text, ok := strings.Cut(part, "=")
		if id = strings.TrimSpace(id); !ok || id == "" {
			return nil, fmt.Errorf("circumstances: %s is not id=value", quote(strings.TrimSpace(part)))
		}
		if _, twice := out[id]; twice {
			return nil, fmt.Errorf("circumstances: %s is given twice", quote(id))
		}
		value, err := v.ParseCircumstance(country, id, text)
		var wrong *verify.CircumstanceError
		if errors.As(err, &wrong) {
			return nil, fmt.Errorf("circumstances: %s: %s", quote(id), wrong.Message)
		}
		if err != nil {
			return nil, err
		}
		if out == nil {
			out = make(map[string]verify.Value, len(with))
		}
		out[id] = value
	}
	return out, nil
}
