package sheet_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/reglookup/regengine/regengine/sheet"
	"github.com/reglookup/regengine/regengine/sheet/workbook"
)

const (
	maxChecks = 1000
	maxRow    = 1 << 20 // bytes
)

// checks reads a file of checks as the command does.
func checks(r io.Reader) ([]sheet.Row, error) {
	table, err := sheet.Read(r, workbook.Format{}, maxChecks)
	if err != nil {
		return nil, err
	}
	columns := sheet.Guess(table.Header, nil)
	if err := columns.Complete(); err != nil {
		return nil, err
	}
	return table.Rows(columns), nil
}

func TestRead(t *testing.T) {
	header := "element,parameter,value,unit,geo_id,codes\n"
	for _, c := range []struct{ name, text, want string }{
		{"commas", header + "a,b,1.5,m,X,\n", "2 a 1.5 []"},
		{"semicolons and a decimal comma", "geo_id;unit;value;parameter;element\nX;m;-1,25;b;a\n", "2 a -1.25 []"},
		{"tabs", "element\tparameter\tvalue\tunit\tgeo_id\na\tb\t3e-1\tm\tX\n", "2 a 3e-1 []"},
		{"mark and capitals", "\ufeffElement, Parameter ,VALUE,unit,geo_id\na,b,1,m,X\n", "2 a 1 []"},
		{"codes", header + `a,b,1,m,X,"one;two@2019, three"` + "\n", "2 a 1 [one two/2019 three]"},
		{"yes", header + "a,b,Sí,boolean,X,\n", "2 a 1 []"},
		{"several lines in a cell", header + "\"a\nb\",b,1,m,X,\nc,b,1,m,X,\n", "2 a\nb 1 [] | 4 c 1 []"},
		{"thousands", header + "a,b,\"1,500\",m,X,\n", "2 a 1,500 [] !"},
		{"no number", header + "a,b,NaN,m,X,\n", "2 a NaN [] !"},
		{"nothing", header + ",b,1,m,X,\n", "2  1 [] !"},
		{"half a version", header + "a,b,1,m,X,one@\n", "2 a 1 [] !"},
		{"long", header + strings.Repeat("é", 501) + ",b,1,m,X,\n", "2 " + strings.Repeat("é", 501) + " 1 [] !"},
		{"longest", header + strings.Repeat("é", 500) + ",b,1,m,X,\n", "2 " + strings.Repeat("é", 500) + " 1 []"},
		{"no text", header + "a\x00,b,1,m,X,\n", "2 a? 1 [] !"},
		{"no text beside", "id,element,parameter,value,unit,geo_id,building_use\na,b,c,1,m,X,\x00\n\xff,b,c,1,m,X,\n", "2 b 1 [] ! | 3 b 1 [] !"},
		{"quote in the middle", header + "a\"b,b,1,m,X,\nc,b,1,m,X,\n", "2   [] ! | 3 c 1 []"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows, err := checks(strings.NewReader(c.text))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range rows {
				text := fmt.Sprintf("%d %s %s %v", r.Line, r.Check.Element, r.Check.Value, r.Check.Codes)
				if r.Err != nil {
					text += " !"
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(c.want, strings.Join(got, " | ")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	for name, text := range map[string]string{"empty": "", "no columns": "a,b\n1,2\n"} {
		t.Run("ErrChecks "+name, func(t *testing.T) {
			if _, err := checks(strings.NewReader(text)); !errors.Is(err, sheet.ErrNoChecks) {
				t.Errorf("want sheet.ErrNoChecks, got %v", err)
			}
		})
	}
	t.Run("ErrChecks long row", func(t *testing.T) {
		for name, text := range map[string]string{"line": strings.Repeat("x", 10<<20), "quote never closed": "a,b,\"" + strings.Repeat("1\n", 5<<20)} {
			in := strings.NewReader(header + "a,b,1,m,X,\n" + text)
			if _, err := checks(in); !errors.Is(err, sheet.ErrNoChecks) || !strings.Contains(err.Error(), "behind line 2 ") {
				t.Errorf("%s: got %v", name, err)
			}
			if read := in.Size() - int64(in.Len()); read > 2*maxRow {
				t.Errorf("%s: %d bytes were read", name, read)
			}
		}
		rows, err := checks(strings.NewReader(header + "a,b,1,m,X,\"" + strings.Repeat(" ", maxRow/2) + "\"\na,b,1,m,X,\"" + strings.Repeat(" ", maxRow/2) + "\"\n"))
		if err != nil || len(rows) != 2 || rows[0].Err != nil || rows[1].Err != nil {
			t.Errorf("rows within the limit: %d, %v", len(rows), err)
		}
	})
	t.Run("ErrChecks too many", func(t *testing.T) {
		if _, err := checks(strings.NewReader(header + strings.Repeat("a,b,1,m,X,\n", maxChecks+1))); !errors.Is(err, sheet.ErrNoChecks) {
			t.Errorf("want sheet.ErrNoChecks, got %v", err)
		}
	})
}

// seen are rows in a line each.
func seen(rows []sheet.Row) []string {
	var out []string
	for _, r := range rows {
		c := r.Check
		text := strings.Join([]string{fmt.Sprint(r.Line), c.Element, c.Parameter, c.Value, c.Unit, c.GeoID, c.Ref, r.AsOf}, "|")
		if r.Err != nil {
			text += " !" + r.Err.Error()
		}
		out = append(out, text)
	}
	return out
}

// Columns are found by what people head them with in three languages, below titles and
// above empty lines.
func TestGuess(t *testing.T) {
	for name, text := range map[string]string{
		"es":       "Cuadro de escaleras;;;;\n;;;;\nElemento;Parámetro;Valor;Unidad;Municipio\n;;;;\nescalera;ancho;1,1;m;ES-28079\n",
		"en":       "Stairs\nElement,Property,Value,Units,Place\nescalera,ancho,1.1,m,ES-28079\n",
		"fr":       "ÉLÉMENT\tParamètre\tValeur\tUnité\tCommune\nescalera\tancho\t1.1\tm\tES-28079\n",
		"one unit": "Elemento;Parámetro;Valor;Unidad;Lugar\nescalera;ancho;1,1 m;;ES-28079\n",
	} {
		t.Run(name, func(t *testing.T) {
			rows, err := checks(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if len(rows) != 1 || strings.SplitN(seen(rows)[0], "|", 2)[1] != "escalera|ancho|1.1|m|ES-28079||" {
				t.Errorf("got %q", seen(rows))
			}
		})
	}
	for _, heading := range []string{"IfcGUID", "GlobalId", "Global ID"} {
		if got := sheet.Guess([]string{"Type", heading}, nil).Columns[1]; got != sheet.Ref {
			t.Errorf("%s is taken for %q", heading, got)
		}
	}
	named := sheet.Guess([]string{"element", "parameter", "value", "unit", "geo_id", "norma", "fecha", "ref"}, nil)
	if diff := cmp.Diff([]sheet.Column{sheet.Element, "parameter", "value", sheet.Unit, sheet.GeoID, "", "", sheet.Ref}, named.Columns); diff != "" {
		t.Errorf("a header of names (-want +got):\n%s", diff)
	}
	twice := sheet.Guess([]string{"Tipo", "element", "Categoría"}, nil)
	if diff := cmp.Diff([]sheet.Column{"", sheet.Element, ""}, twice.Columns); diff != "" {
		t.Errorf("a column twice (-want +got):\n%s", diff)
	}
}

// A schedule has a column for each measure, and is a check of each.
func TestTable_Rows_measures(t *testing.T) {
	table, err := sheet.Read(strings.NewReader("Door Schedule\nMark\tFamily and Type\tAnchura (mm)\tAltura libre\tIfcGUID\n\nP-01\tpuerta\t800\t2.05 m\t0abc\nP-02\tpuerta\t\t2\t1abc\n"), nil, 10)
	if err != nil {
		t.Fatal(err)
	}
	m := sheet.Guess(table.Header, []string{"anchura", "altura libre"})
	if diff := cmp.Diff([]sheet.Column{sheet.ID, sheet.Element, sheet.Measure, sheet.Measure, sheet.Ref}, m.Columns); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]sheet.Column{sheet.GeoID}, m.Missing()); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
	m.Fixed[sheet.GeoID], m.Fixed[sheet.Unit] = "ES-28079", ""
	want := []string{"4|puerta|Anchura|800|mm|ES-28079|0abc|", "4|puerta|Altura libre|2.05|m|ES-28079|0abc|", "5|puerta|Altura libre|2||ES-28079|1abc| !unit is empty"}
	if diff := cmp.Diff(want, seen(table.Rows(m))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTable_Rows_fireClasses(t *testing.T) {
	table, err := sheet.Read(strings.NewReader("element\tparameter\tvalue\tunit\tgeo_id\nmuro\tresistencia al fuego\tEI 90\t\tES-28079\npuerta\tresistencia al fuego\tEI2 45-C5\tclase\tES-28079\n"), nil, 10)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"2|muro|resistencia al fuego|90|EI|ES-28079||", "3|puerta|resistencia al fuego|45|EI2-C5|ES-28079||"}
	if diff := cmp.Diff(want, seen(table.Rows(sheet.Guess(table.Header, nil)))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func xlsx(t *testing.T, change func(*excelize.File), rows ...[]any) []byte {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	for i, row := range rows {
		if err := book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	if change != nil {
		change(book)
	}
	var out bytes.Buffer
	if err := book.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var workbookHeader = []any{"Elemento", "Parámetro", "Valor", "Unidad", "Lugar", "Fecha"}

func TestRead_workbook(t *testing.T) {
	length := 1.1
	length *= length // which is a little more than 1.21
	data := xlsx(t, func(book *excelize.File) {
		_, err := book.NewSheet("notes")
		if err == nil {
			err = book.SetCellValue("Sheet1", "A1", "Escaleras")
		}
		if err != nil {
			t.Fatal(err)
		}
	}, []any{}, workbookHeader, []any{"escalera", "ancho", length, "m", "ES-28079", 45292}, []any{}, []any{"rampa", "ancho", "1,2", "m", "ES-28079"})
	rows, err := checks(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"3|escalera|ancho|1.21|m|ES-28079||2024-01-01", "5|rampa|ancho|1.2|m|ES-28079||"}, seen(rows)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	second := xlsx(t, func(book *excelize.File) {
		if _, err := book.NewSheet("checks"); err != nil {
			t.Fatal(err)
		}
		if err := book.SetSheetRow("checks", "A1", &workbookHeader); err != nil {
			t.Fatal(err)
		}
	}, []any{"a cover"})
	if rows, err := checks(bytes.NewReader(second)); err != nil || len(rows) != 0 {
		t.Errorf("a table on the second sheet: %v, %v", rows, err)
	}
}

func TestRead_damagedWorkbook(t *testing.T) {
	whole := xlsx(t, nil, workbookHeader, []any{"escalera", "ancho", 1.1, "m", "ES-28079"})
	for name, data := range map[string][]byte{
		"half": whole[:len(whole)/2], "head": whole[:10], "old format": []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1xxxx"), "no sheet": xlsx(t, nil),
	} {
		if _, err := checks(bytes.NewReader(data)); !errors.Is(err, sheet.ErrNoChecks) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for i := 0; i < len(whole); i += 97 { // whatever is broken, nothing panics
		broken := bytes.Clone(whole)
		broken[i] ^= 0x55
		_, _ = checks(bytes.NewReader(broken))
	}
}

// Revit writes UTF-16.
func TestRead_utf16(t *testing.T) {
	text := []byte("\xff\xfe")
	for _, unit := range utf16.Encode([]rune("Elemento\tParámetro\tValor\tUnidad\tLugar\nbaranda ñ\taltura\t1\tm\tES-28079\n")) {
		text = append(text, byte(unit), byte(unit>>8))
	}
	rows, err := checks(bytes.NewReader(text))
	if err != nil || len(rows) != 1 || rows[0].Check.Element != "baranda ñ" {
		t.Errorf("%v, %v", seen(rows), err)
	}
}

// What a spreadsheet would run comes out as text.
func TestWriteCSV(t *testing.T) {
	cells := map[string]string{
		"=cmd()": "'=cmd()", "@x": "'@x", "+1+cmd()": "'+1+cmd()", "-1+1": "'-1+1", "-": "'-", " =x": "' =x", "\t=x": "'\t=x", "\u00a0=x": "'\u00a0=x",
		"\uff1dx": "'\uff1dx", "\u2212x": "'\u2212x", "-0x10": "'-0x10", "+Inf": "'+Inf", "\tx": "'\tx", "\rx": "'\rx",
		"-1.5": "-1.5", "+3": "+3", "-1e5": "-1e5", "a=b": "a=b", "'=x": "'=x", "": "", " ": " ", "007": "007",
	}
	for cell, want := range cells {
		row := [][]string{{cell, cell + "; second"}}
		header := []string{"a", "b"}
		second := want + "; second"
		if cell == "-1.5" || cell == "+3" || cell == "-1e5" {
			second = "'" + second // no number any more
		}
		var text bytes.Buffer
		if err := sheet.WriteCSV(&text, header, row); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&text).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{want, second}, rows[1]); diff != "" {
			t.Errorf("%q as CSV (-want +got):\n%s", cell, diff)
		}
	}
}
