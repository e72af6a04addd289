package report_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/verify"
)

func day(t testing.TB, text string) codes.Date {
	t.Helper()
	d, err := codes.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func number(digits string) *json.Number {
	n := json.Number(digits)
	return &n
}

// broken is a check that is kept and broken.
func broken() report.Check {
	at := time.Date(2026, 11, 2, 10, 0, 0, 0, time.UTC)
	return report.Check{
		CheckID: "0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11", ID: "Azotea", Element: "barandilla", Parameter: "altura", ProvidedValue: "0.95", Unit: "m", GeoID: "ES-28079",
		Ref: "2O2Fr$t4X7Zf8NOew3FNr2", Circumstances: "drop_height=7 m; use=general;odd=1", Status: verify.NonCompliant, Limit: number("1.1"), Margin: number("-0.15"), Direction: "minimum",
		Conditions: []string{"No puede ser escalable."}, Warnings: []string{"Se entendió: barrera."}, Considered: []string{"norma/2020: ≥ 0.9: hasta 6 m"},
		Sources: []report.Source{{Code: "norma", Version: "2020", Section: "art. 3", Excerpt: "La barrera mide al menos 1,10 m.", URL: "https://reg.example.org/codes/norma/2020"}},
		Missing: []report.Missing{{ID: "pool", Label: "piscina"}}, CreatedAt: at, DecidedAt: at,
		Receipt: json.RawMessage(`{"engine":"regengine 1.2.3","as_of":"2026-11-02","result_sha256":"5f1d","data":{}}`),
	}
}

// project is a report of a project over checks.
func project(t testing.TB, checks ...report.Check) *report.Report {
	return &report.Report{
		Language: "es-ES", On: day(t, "2026-11-28"), Engine: "regengine 1.2.4", Data: report.Data{Rules: strings.Repeat("ab", 32)},
		Project: &report.Project{ID: "3f1c7a52-6f0e-4d3b-9a55-2f4f8f6f1b10", Name: "Casa Norte", Description: "Reforma", Place: "Madrid, España", GeoID: "ES-28079",
			Codes: []report.Code{{Slug: "norma", Title: "Norma de seguridad", Version: "2020"}}},
		Tally: report.TallyOf(checks), Checks: report.Of(checks),
	}
}

func written(t testing.TB, write func(io.Writer, *report.Report) error, r *report.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func readFile(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWriteHTML: the page tells everything that a reader needs, in the language asked.
func TestWriteHTML(t *testing.T) {
	good := report.Check{Element: "puerta", Parameter: "hay", ProvidedValue: "1", Unit: "boolean", Status: verify.Compliant, Compliant: true, Direction: "boolean"}
	wrong := report.Check{Line: 4, Element: "x", Error: "geo_id no existe"}
	near := broken()
	near.Status, near.Compliant, near.Margin = verify.Compliant, true, number("0.05")
	for _, row := range []string{"Vivienda | 1,00 | 1,10", "Otros | 0,80", "Otros | 0,80 | 0,90 Sanitario | 1,40 | 1,40"} { // the last is of two rows
		near.Sources = append(near.Sources, report.Source{Code: "norma", Version: "2020", Section: "art. 4", Excerpt: "Tabla 1\nUso | Hasta 25 | Más\n" + row})
	}
	r := project(t, broken(), good, near, wrong)
	r.Labels = map[string]string{"drop_height": "desnivel", "use": "uso", "use=general": "uso general"}
	page := written(t, report.WriteHTML, r)
	for _, want := range []string{
		`<html lang="es">`, "<h1>Casa Norte</h1>", "Reforma", "Madrid, España", "28-11-2026", "regengine 1.2.4", "abababababababab</code>", "Norma de seguridad",
		`<tr class="non_compliant"><td><span class="verdict">No cumple</span></td><td class="count">1</td></tr>`, `<td>En total</td><td class="count">4</td>`, `<tr class="error"><td><span class="verdict">No se pudo comprobar</span></td><td class="count">1</td></tr>`,
		`<section class="check non_compliant">`, "Azotea · barandilla: altura", "como mínimo 1,1\u00a0m", "\u22120,15\u00a0m", "<p>desnivel: 7 m</p><p>uso: uso general</p><p>odd: 1</p>", "No puede ser escalable.", "norma/2020: ≥ 0,9: hasta 6 m",
		`<caption>Tabla 1</caption><thead><tr><th scope="col">Uso</th><th scope="col">Hasta 25</th><th scope="col">Más</th></tr></thead><tbody><tr><td>Vivienda</td><td>1,00</td><td>1,10</td></tr><tr><td>Otros</td><td>0,80</td><td>…</td></tr></tbody></table>`,
		"<blockquote>Tabla 1\nUso | Hasta 25 | Más\nOtros | 0,80 | 0,90 Sanitario | 1,40 | 1,40</blockquote>", "piscina", "<b>&#43;0,05\u00a0m</b>",
		`<a href="https://reg.example.org/codes/norma/2020">norma/2020</a>, art. 3`, "<blockquote>La barrera mide al menos 1,10 m.</blockquote>",
		"02-11-2026", "regengine 1.2.3, decidido el 02-11-2026 10:00 UTC", "<code>5f1d</code>", "figura como se decidió", "<b>sí</b>", "línea 4", "geo_id no existe",
		"Nombre y titulación", "@page",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, never := range []string{"<script", "<link", "<img", "src=", "url("} {
		if strings.Contains(page, never) {
			t.Errorf("the page holds %q: it must need nothing else", never)
		}
	}
	r.Language, r.Again = "de", day(t, "2027-01-01")
	for _, want := range []string{`<html lang="en">`, "Does not comply", "decided anew by the law in force on 1 Jan 2027", "at least 1.1\u00a0m", "≥ 0.9: hasta 6 m"} {
		if page := written(t, report.WriteHTML, r); !strings.Contains(page, want) {
			t.Errorf("in a language without words the page lacks %q", want)
		}
	}
	if page := written(t, report.WriteHTML, &report.Report{Language: "ca", Checks: report.Of(nil)}); !strings.Contains(page, "No hay comprobaciones") {
		t.Errorf("a report of nothing: %s", page)
	}
}

// TestWriteHTML_streamed: checks are sent while later ones are still being read.
func TestWriteHTML_streamed(t *testing.T) {
	var sent countingWriter
	r := project(t)
	check := broken()
	r.Checks = func(yield func(*report.Check, error) bool) {
		before := sent
		for range 100 {
			if !yield(&check, nil) {
				return
			}
		}
		if sent == before {
			t.Error("after 100 checks nothing was sent")
		}
	}
	if err := report.WriteHTML(&sent, r); err != nil {
		t.Fatal(err)
	}
}

type countingWriter int

func (c *countingWriter) Write(b []byte) (int, error) {
	*c += countingWriter(len(b))
	return len(b), nil
}

// TestTally: every check is counted once, also one with a verdict there is not.
func TestTally(t *testing.T) {
	got := report.TallyOf([]report.Check{{}, {Status: "odd"}, {Status: verify.Conditional}, {Status: verify.Conditional, Compliant: true}, {Status: verify.Undetermined}})
	if diff := cmp.Diff(report.Tally{Checks: 5, Errors: 2, SomeReadings: 1, Conditional: 1, Undetermined: 1}, got); diff != "" {
		t.Error("(-want +got)\n" + diff)
	}
}

// TestWords: every text of the template is there, and Spanish has each English one.
func TestWords(t *testing.T) {
	read := func(name string) string { return readFile(t, name) }
	english, spanish := read("words/en/messages.tsv"), read("words/es/messages.tsv")
	key := regexp.MustCompile(`(?m)^(report\.[a-z_.]+)\t`)
	for _, m := range key.FindAllStringSubmatch(english, -1) {
		if !strings.Contains(spanish, "\n"+m[1]+"\t") {
			t.Errorf("Spanish lacks %s", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`T "([^"]+)"`).FindAllStringSubmatch(read("page.html"), -1) {
		if !strings.Contains(english, "\nreport."+m[1]+"\t") {
			t.Errorf("there is no text %s", m[1])
		}
	}
	goFiles := read("html.go") + read("table.go") + read("bcf.go") + read("ids.go") + read("words.go")
	for _, m := range regexp.MustCompile(`(?:w|words)\["([a-z_.]+)"\]|text\("([a-z_.]+)"|: "(ids\.[a-z_]+)"`).FindAllStringSubmatch(goFiles, -1) {
		if !strings.Contains(english, "\nreport."+m[1]+m[2]+m[3]+"\t") {
			t.Errorf("there is no text %s", m[1]+m[2]+m[3])
		}
	}
}

// TestFormats_error: a report whose checks break off is an error in every format.
func TestFormats_error(t *testing.T) {
	gone := errors.New("gone")
	for _, f := range report.Formats() {
		r := project(t, broken())
		r.Checks = func(yield func(*report.Check, error) bool) { yield(nil, gone) }
		r.Required = func(report.Wanted) (*verify.Requirements, error) { return nil, gone }
		if err := f.Write(io.Discard, r); !errors.Is(err, gone) {
			t.Errorf("%s: want the error of the checks, got %v", f.Name, err)
		}
	}
}

// TestWriteJSON: what is written can be read again, and holds whole receipts.
func TestWriteJSON(t *testing.T) {
	for _, checks := range [][]report.Check{{}, {broken()}, {broken(), {Element: "puerta", Error: "no"}}} {
		text := written(t, report.WriteJSON, project(t, checks...))
		var got struct {
			Project report.Project
			On      string
			Summary report.Tally
			Results []report.Check
		}
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		if got.On != "2026-11-28" || got.Project.Name != "Casa Norte" || got.Summary.Checks != len(checks) || len(got.Results) != len(checks) {
			t.Errorf("%d checks: %+v", len(checks), got)
		}
		for i := range got.Results {
			if w := checks[i]; got.Results[i].CheckID != w.CheckID || fmt.Sprint(got.Results[i].Margin) != fmt.Sprint(w.Margin) || (len(w.Receipt) > 0) != strings.Contains(string(got.Results[i].Receipt), "5f1d") {
				t.Errorf("result %d: %+v", i, got.Results[i])
			}
		}
	}
}

// TestWriteCSV: what a spreadsheet would run comes out as text.
func TestWriteCSV(t *testing.T) {
	cells := map[string]string{
		"=cmd()": "'=cmd()", "@x": "'@x", "+1+cmd()": "'+1+cmd()", "-1+1": "'-1+1", "-": "'-", " =x": "' =x", "\t=x": "'\t=x", "\tx": "'\tx", "\rx": "'\rx", "\u00a0=x": "'\u00a0=x",
		"\uff1dx": "'\uff1dx", "\u2212x": "'\u2212x", "-0x10": "'-0x10", "+Inf": "'+Inf",
		"-1.5": "-1.5", "+3": "+3", "-1e5": "-1e5", "a=b": "a=b", "'=x": "'=x", "": "", " ": " ",
	}
	for cell, want := range cells {
		var b bytes.Buffer
		if err := report.WriteCSV(&b, &report.Report{Checks: report.Of([]report.Check{{ID: cell, Warnings: []string{cell, "second"}}})}); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		warnings := want + "; second"
		if cell == "-1.5" || cell == "+3" || cell == "-1e5" {
			warnings = "'" + warnings // no number any more
		}
		if diff := cmp.Diff([]string{want, warnings}, []string{rows[1][1], rows[1][slices.Index(rows[0], "warnings")]}); diff != "" {
			t.Errorf("%q (-want +got):\n%s", cell, diff)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	check := broken()
	check.Sources[0].Excerpt = strings.Repeat("La barrera mide al menos 1,10 m. ", 20)
	r := project(b)
	r.Tally = report.Tally{Checks: 5000, NonCompliant: 5000}
	r.Checks = func(yield func(*report.Check, error) bool) {
		for i := range 5000 {
			one := check
			one.CheckID, one.Line = fmt.Sprintf("0b2c7c1e-6f0d-4b52-a4f5-%012d", i), i
			if !yield(&one, nil) {
				return
			}
		}
	}
	for _, f := range report.Formats() {
		if f.Name == "ids" { // of no checks
			continue
		}
		b.Run(f.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := f.Write(io.Discard, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
