package main

import (
	"bytes"
	"testing"

	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/regengine/report/xlsx"
)

// TestReadChecks_workbook: a table may come as XLSX, under the headings people use.
func TestReadChecks_workbook(t *testing.T) {
	var book bytes.Buffer
	told := &report.Report{Checks: report.Of([]report.Check{{Element: "escalera", Parameter: "ancho", ProvidedValue: "1.1", Unit: "m", GeoID: "ES-28079"}})}
	if err := xlsx.Write(&book, told); err != nil {
		t.Fatal(err)
	}
	rows, err := readChecks(&book)
	if err != nil || len(rows) != 1 || rows[0].Check.Value != "1.1" || rows[0].Check.GeoID != "ES-28079" || rows[0].Err != nil {
		t.Errorf("%+v, %v", rows, err)
	}
}
