package xlsx_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/regengine/report/xlsx"
	"github.com/reglookup/regengine/verify"
)

func number(digits string) *json.Number {
	n := json.Number(digits)
	return &n
}

func written(t testing.TB, checks ...report.Check) *excelize.File {
	t.Helper()
	var b bytes.Buffer
	r := &report.Report{
		Language: "es", Engine: "regengine 1.2.4", Project: &report.Project{Name: checks[0].Element, Place: "Madrid", GeoID: "ES-28079"},
		Tally: report.TallyOf(checks), Checks: report.Of(checks),
	}
	if err := xlsx.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	return book
}

func rows(t testing.TB, book *excelize.File, sheet string) [][]string {
	t.Helper()
	got, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestWrite: values are numbers that a spreadsheet can reckon with, the rest is text.
func TestWrite(t *testing.T) {
	book := written(t, report.Check{Element: "barandilla", ProvidedValue: "0.95", Unit: "m", Status: verify.NonCompliant, Limit: number("1.1"), Margin: number("-0.15"), ID: "12"},
		report.Check{Element: "cable", ProvidedValue: "1.00000000000000000001"})
	got := rows(t, book, "checks")
	if len(got) != 3 {
		t.Fatalf("rows: %q", got)
	}
	for name, want := range map[string]struct {
		text string
		kind excelize.CellType
	}{
		"provided_value": {"0.95", excelize.CellTypeUnset}, "limit_value": {"1.1", excelize.CellTypeUnset}, "margin": {"-0.15", excelize.CellTypeUnset},
		"id": {"12", excelize.CellTypeInlineString}, "result_status": {"non_compliant", excelize.CellTypeInlineString},
	} {
		at := slices.Index(got[0], name)
		cell, _ := excelize.CoordinatesToCellName(at+1, 2)
		kind, err := book.GetCellType("checks", cell)
		if err != nil || got[1][at] != want.text || kind != want.kind {
			t.Errorf("%s: want %v, got %q of type %v, %v", name, want, got[1][at], kind, err)
		}
	}
	if at := slices.Index(got[0], "provided_value"); got[2][at] != "1.00000000000000000001" {
		t.Errorf("more digits than a workbook keeps became %s", got[2][at])
	}
	summary := rows(t, book, "summary")
	for _, want := range [][]string{{"Lugar", "Madrid"}, {"No cumple", "1"}, {"En total", "2"}, {"Redactado por", "regengine 1.2.4"}} {
		if !slices.ContainsFunc(summary, func(row []string) bool { return slices.Equal(row, want) }) {
			t.Errorf("the summary lacks %q: %q", want, summary)
		}
	}
}

// TestWrite_hostile: no text becomes a formula, neither here nor where somebody saves the
// workbook as a table, and none breaks the file.
func TestWrite_hostile(t *testing.T) {
	for _, text := range []string{
		`=cmd|' /C calc'!A0`, `=HYPERLINK("https://evil.example","x")`, "+1+cmd()", "-1+cmd()", "@SUM(1)", "\t=1+1", "\r=1+1", "\ttab", " =1", "\uff1d1+1",
		"<script>alert(1)</script>", "]]><x/>", "&amp;", "a\x00b\x01\x0b", "\xff\xfe", "\ufffe", "_x0041_", strings.Repeat("=", 40_000), strings.Repeat("\U0001f600", 30_000),
	} {
		book := written(t, report.Check{
			ID: text, Element: text, Parameter: text, ProvidedValue: text, Unit: text, GeoID: text, Ref: text, Conditions: []string{text}, Warnings: []string{text}, Error: text,
			Sources: []report.Source{{Code: text, Section: text}},
		})
		for _, sheet := range book.GetSheetList() {
			for y, row := range rows(t, book, sheet) {
				for x, cell := range row {
					name, _ := excelize.CoordinatesToCellName(x+1, y+1)
					formula, err := book.GetCellFormula(sheet, name)
					if err != nil || formula != "" {
						t.Fatalf("%.20q: %s %s is the formula %q, %v", text, sheet, name, formula, err)
					}
					if strings.IndexAny(cell, "=+-@\t\r") == 0 {
						t.Fatalf("%.20q: %s %s begins as a formula: %.40q", text, sheet, name, cell)
					}
				}
			}
		}
	}
}

// TestWrite_error: a report whose checks break off is an error.
func TestWrite_error(t *testing.T) {
	gone := errors.New("gone")
	r := &report.Report{Checks: func(yield func(*report.Check, error) bool) { yield(nil, gone) }}
	if err := xlsx.Write(io.Discard, r); !errors.Is(err, gone) {
		t.Errorf("want the error of the checks, got %v", err)
	}
}

func BenchmarkWrite(b *testing.B) {
	check := report.Check{Element: "barandilla", Parameter: "altura", ProvidedValue: "0.95", Unit: "m", GeoID: "ES-28079", Status: verify.NonCompliant, Limit: number("1.1"), Margin: number("-0.15"),
		Sources: []report.Source{{Code: "norma", Version: "2020", Section: "art. 3"}}, Receipt: json.RawMessage(`{"engine":"regengine 1.2.3","as_of":"2026-11-02","result_sha256":"5f1d"}`)}
	r := &report.Report{Project: &report.Project{Name: "Casa"}, Checks: func(yield func(*report.Check, error) bool) {
		for range 5000 {
			if !yield(&check, nil) {
				return
			}
		}
	}}
	b.ReportAllocs()
	for b.Loop() {
		if err := xlsx.Write(io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}
