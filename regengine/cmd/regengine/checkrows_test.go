package main

import (
	"bytes"
	"testing"

	"github.com/reglookup/regengine/regengine/sheet"
	"github.com/reglookup/regengine/regengine/sheet/workbook"
)

// TestReadChecks_workbook: a table may come as XLSX, under the headings people use.
func TestReadChecks_workbook(t *testing.T) {
	var book bytes.Buffer
	err := sheet.WriteXLSX(&book, workbook.Format{}, []string{"Elemento", "Parámetro", "Valor", "Unidad", "Municipio"}, [][]string{{"escalera", "ancho", "1.1", "m", "ES-28079"}})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := readChecks(&book)
	if err != nil || len(rows) != 1 || rows[0].Check.Value != "1.1" || rows[0].Check.GeoID != "ES-28079" || rows[0].Err != nil {
		t.Errorf("%+v, %v", rows, err)
	}
}
