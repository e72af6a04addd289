package pdf_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/pdf"
	"github.com/reglookup/regengine/codes/importers/sandbox"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
)

// reader shares one cache of the compiled engine among the tests.
var reader pdf.Importer

func TestMain(m *testing.M) {
	sandbox.Main(map[string]sandbox.Job{pdf.JobName: pdf.Job})
	dir, err := os.MkdirTemp("", "pdf-cache")
	if err != nil {
		panic(err)
	}
	reader.Cache = dir
	cleanup := goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(dir)
		os.Exit(code)
	})
	goleak.VerifyTestMain(m, cleanup)
}

func given() *importers.Given {
	return &importers.Given{Code: "db-x", Version: "2024", Title: "Documento X", Country: "ES", Scope: codes.National, Territories: []geo.ID{"ES"}, Lang: "es"}
}

func read(t *testing.T, f *file) *importers.Import {
	t.Helper()
	im, err := reader.Read(t.Context(), "x.pdf", f.bytes(), given())
	if err != nil {
		t.Fatal(err)
	}
	return im
}

// say writes blocks as "page kind text" lines, a section's path before its own.
func say(im *importers.Import) []string {
	var lines []string
	section := ""
	for _, b := range im.Blocks {
		if b.Section != section {
			section = b.Section
			lines = append(lines, "# "+strings.Join(b.Path, " > "))
		}
		lines = append(lines, fmt.Sprintf("%d %s: %s", b.Page, b.Kind, strings.ReplaceAll(b.Text, "\n", " // ")))
	}
	return lines
}

// article is a small regulation of three pages with running heads.
func article() *file {
	f := &file{}
	for n := 1; n <= 3; n++ {
		p := f.page()
		p.text(200, 30, 8, "F1", "Documento X Escaleras")
		p.text(290, 815, 8, "F1", fmt.Sprint(n))
		p.rule(60, 36, 540, 36)
		if n == 1 {
			p.text(70, 90, 16, "F2", "Sección 1 Escaleras")
			p.text(70, 130, 12, "F2", "1.1 Peldaños")
			p.text(70, 160, 10, "F1", "En tramos rectos la huella medirá 28 cm como mínimo y la contrahuella 13 cm como míni-")
			p.text(70, 172, 10, "F1", "mo, salvo en las escaleras de uso restringido, donde se admite otra medida.")
			p.text(70, 196, 10, "F1", "a)")
			p.text(90, 196, 10, "F1", "la superficie útil supere los 50 m")
			p.text(235.5, 192, 6, "F1", "2")
			p.text(70, 214, 10, "F1", "b)")
			p.text(90, 214, 10, "F1", "el desnivel sea menor que 2 m.")
		}
		if n == 2 {
			p.text(70, 90, 10, "F1", "Los tramos tendrán tres peldaños y salvarán una altura que no sea mayor que la que se")
			p.text(70, 102, 10, "F1", "indica en la tabla de este apartado para cada uso del edificio o de la zona de")
		}
		if n == 3 {
			p.text(70, 90, 10, "F1", "que se trate, medida entre los planos de los rellanos.")
			p.text(70, 110, 8, "F1", "* Medida en la línea de huella.")
		}
	}
	return f
}

func TestImporter_Read(t *testing.T) {
	im := read(t, article())
	want := []string{
		"# Sección 1 Escaleras > 1.1 Peldaños",
		"1 paragraph: En tramos rectos la huella medirá 28 cm como mínimo y la contrahuella 13 cm como mínimo, salvo en las escaleras de uso restringido, donde se admite otra medida.",
		"1 item: a) la superficie útil supere los 50 m²",
		"1 item: b) el desnivel sea menor que 2 m.",
		"2 paragraph: Los tramos tendrán tres peldaños y salvarán una altura que no sea mayor que la que se indica en la tabla de este apartado para cada uso del edificio o de la zona de que se trate, medida entre los planos de los rellanos.",
		"3 note: * Medida en la línea de huella.",
	}
	if diff := cmp.Diff(want, say(im)); diff != "" {
		t.Error(diff)
	}
	if got := im.Code.Versions[0].Sections; len(got) != 2 || got[1].Level != 2 {
		t.Errorf("sections %+v", got)
	}
	if got := im.Report.Counts[0]; got != (importers.Count{What: "pages", Source: 3, Kept: 3}) {
		t.Errorf("pages %+v", got)
	}
}

// limits is a ruled table with merged cells, and one that only its columns tell.
func limits() *file {
	f := &file{}
	p := f.page()
	p.text(70, 60, 10, "F2", "Tabla 1.1 Anchura mínima de los tramos, en m")
	for _, y := range []float64{70, 110, 130, 150} {
		p.rule(70, y, 470, y)
	}
	p.rule(270, 90, 470, 90)
	for _, x := range []float64{70, 270, 470} {
		p.rule(x, 70, x, 150)
	}
	p.rule(370, 90, 370, 110)
	p.rule(370, 130, 370, 150)
	p.text(80, 94, 9, "F2", "Uso del edificio")
	p.text(300, 84, 9, "F2", "Número de personas")
	p.text(300, 104, 9, "F2", "Hasta 25")
	p.text(400, 104, 9, "F2", "Hasta 50")
	p.text(80, 124, 9, "F1", "Vivienda")
	p.text(350, 124, 9, "F1", "1,00")
	p.text(80, 144, 9, "F1", "Docente")
	p.text(310, 144, 9, "F1", "0,80")
	p.text(410, 144, 9, "F1", "0,90")

	p.text(70, 200, 10, "F2", "Tabla 1.2 Altura máxima")
	for i, row := range [][3]string{{"Uso", "Altura (m)", "Ancho (m)"}, {"Vivienda", "3,20", "1,00"}, {"Sanitario con hospitalización", "2,25", "1,40"}, {"y tratamientos intensivos", "", ""}, {"Docente", "2,25", "1,20"}} {
		y := []float64{220, 240, 260, 270, 290}[i]
		font := "F1"
		if i == 0 {
			font = "F2"
		}
		for j, text := range row {
			if text != "" {
				p.text(70+float64(j)*180, y, 9, font, text)
			}
		}
	}
	p.text(70, 340, 10, "F1", "La altura se mide entre rellanos y la anchura entre paredes o barreras de protección, sin contar")
	p.text(70, 352, 10, "F1", "el espacio que ocupan los pasamanos hasta doce centímetros de la pared o barrera.")
	return f
}

func TestImporter_Read_Tables(t *testing.T) {
	var got []*retrieval.Table
	for _, b := range read(t, limits()).Blocks {
		if b.Table != nil {
			got = append(got, b.Table)
		}
	}
	group := "Número de personas"
	want := []*retrieval.Table{
		{
			Caption: "Tabla 1.1 Anchura mínima de los tramos, en m",
			Header:  []string{"Uso del edificio", group + " / Hasta 25", group + " / Hasta 50"},
			Head:    [][]string{{"Uso del edificio", group, group}, {"Uso del edificio", "Hasta 25", "Hasta 50"}},
			Rows:    [][]string{{"Vivienda", "1,00", "1,00"}, {"Docente", "0,80", "0,90"}},
			Spans:   []retrieval.Span{{Row: 0, Col: 0, Rows: 2, Cols: 1}, {Row: 0, Col: 1, Rows: 1, Cols: 2}, {Row: 2, Col: 1, Rows: 1, Cols: 2}},
		},
		{
			Caption: "Tabla 1.2 Altura máxima",
			Header:  []string{"Uso", "Altura (m)", "Ancho (m)"},
			Rows:    [][]string{{"Vivienda", "3,20", "1,00"}, {"Sanitario con hospitalización y tratamientos intensivos", "2,25", "1,40"}, {"Docente", "2,25", "1,20"}},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestImporter_Read_Columns(t *testing.T) {
	f := &file{}
	p := f.page()
	p.text(60, 80, 14, "F2", "Orden sobre rampas y pasillos de los edificios de uso público")
	side := func(x float64, words string) {
		for i := range 12 {
			p.text(x, 120+12*float64(i), 9, "F1", fmt.Sprintf("%s %d del texto que llena toda la columna.", words, i+1))
		}
	}
	side(60, "Izquierda línea")
	side(320, "Derecha renglón")
	text := strings.Join(say(read(t, f)), "\n")
	if l, r := strings.LastIndex(text, "Izquierda línea 12"), strings.Index(text, "Derecha renglón 1 "); l < 0 || r < l {
		t.Errorf("columns are mixed:\n%s", text)
	}
}

func TestImporter_Read_Outline(t *testing.T) {
	f := &file{marks: []mark{{"Zonas", 1}}}
	p := f.page()
	p.text(70, 90, 10, "F2", "Zonas")
	for i := range 4 {
		p.text(70, 120+12*float64(i), 10, "F1", "Este es el texto de las zonas que se definen en el anejo, y sigue.")
	}
	im := read(t, f)
	if got := im.Blocks[0].Path; cmp.Diff([]string{"Zonas"}, got) != "" {
		t.Errorf("path %q", got)
	}
}

// crowded has a page of that many lines of a thousand characters.
func crowded(lines int) *file {
	f := &file{}
	p := f.page()
	for i := range lines {
		p.text(70, 20+0.8*float64(i), 0.7, "F1", strings.Repeat("x", 1000))
	}
	return f
}

func TestImporter_Read_LeftOut(t *testing.T) {
	f := crowded(250)
	f.page().text(70, 90, 10, "F1", "La segunda página es como todas.")
	im := read(t, f)
	if got := im.Report.Problems; len(got) != 1 || got[0].Page != 1 || !strings.Contains(got[0].Message, "characters, more than the 200000") {
		t.Errorf("problems %v", got)
	}
	if got := im.Report.Counts[0]; got != (importers.Count{What: "pages", Source: 2, Kept: 1}) {
		t.Errorf("pages %+v", got)
	}
}

func TestImporter_Read_ErrFile(t *testing.T) {
	whole := article().bytes()
	encrypted := article()
	encrypted.trailer = fmt.Sprintf("/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>", strings.Repeat("41", 32), strings.Repeat("42", 32))
	scanned := &file{}
	scanned.page().content.WriteString("q 400 0 0 400 90 300 cm BI /W 1 /H 1 /CS /G /BPC 8 ID a EI Q\n")
	blank := &file{}
	blank.page()
	flate := &file{}
	flate.page().text(70, 90, 10, "F1", "Antes de la bomba hay una página de texto.")
	flate.page().raw = bomb(1 << 30)
	for _, tt := range []struct {
		name string
		data []byte
		want error
		says string
	}{
		{"Nothing", nil, importers.ErrEmpty, "no bytes"},
		{"NotPDF", []byte("<html><p>%PDF</p>"), importers.ErrFormat, "looks like html"},
		{"Truncated", whole[:300], importers.ErrMalformed, "cut off"},
		{"Garbage", []byte("%PDF-1.4\n" + strings.Repeat("\x00\xff", 500)), importers.ErrMalformed, ""},
		{"DeepObjects", []byte("%PDF-1.4\n1 0 obj " + strings.Repeat("[", 500_000)), importers.ErrMalformed, ""},
		{"Encrypted", encrypted.bytes(), importers.ErrEncrypted, "password"},
		{"Scanned", scanned.bytes(), importers.ErrEmpty, "OCR"},
		{"Blank", blank.bytes(), importers.ErrEmpty, "no text on its 1 pages"},
		{"FlateBomb", flate.bytes(), importers.ErrTooLarge, "page 2"},
		{"MillionCharacters", crowded(1000).bytes(), importers.ErrTooLarge, "page 1"},
		{"TooLarge", make([]byte, importers.MaxFile+1), importers.ErrTooLarge, "more than"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			im, err := reader.Read(t.Context(), "x.pdf", tt.data, given())
			var refused *importers.FileError
			if !errors.As(err, &refused) || !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("want %v with %q, got %v", tt.want, tt.says, err)
			}
			if im != nil {
				t.Error("something beside the error")
			}
		})
	}
}

// TestImporter_Read_WrongXref reads a file whose table of objects points nowhere:
// the engine finds the objects itself.
func TestImporter_Read_WrongXref(t *testing.T) {
	data := []byte(strings.Replace(string(article().bytes()), "startxref\n", "startxref\n9", 1))
	im, err := reader.Read(t.Context(), "x.pdf", data, given())
	if err != nil || len(im.Blocks) == 0 {
		t.Errorf("got %v", err)
	}
}

func TestImporter_Read_ManyPages(t *testing.T) {
	f := &file{}
	for n := range 600 {
		f.page().text(70, 400, 10, "F1", fmt.Sprintf("La página número %d dice algo que no dice ninguna otra página.", n))
	}
	var last int
	g := given()
	g.Progress = func(done, total int, _ string) { last = max(last, done*1000/total) }
	im, err := reader.Read(t.Context(), "x.pdf", f.bytes(), g)
	if err != nil {
		t.Fatal(err)
	}
	if got := im.Blocks[len(im.Blocks)-1].Page; got != 600 || last < 990 {
		t.Errorf("last block on page %d, progress %d", got, last)
	}
}

func TestImporter_Read_Limits(t *testing.T) {
	strict := reader
	strict.Limits = &sandbox.Limits{Memory: 2 << 20}
	if _, err := strict.Read(t.Context(), "x.pdf", article().bytes(), given()); !errors.Is(err, importers.ErrTooLarge) || !strings.Contains(err.Error(), "2 MiB") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := reader.Read(ctx, "x.pdf", article().bytes(), given()); !errors.Is(err, context.Canceled) {
		t.Errorf("want that of the context, got %v", err)
	}
}

func TestImporter_Read_ErrGiven(t *testing.T) {
	if _, err := reader.Read(t.Context(), "x.pdf", article().bytes(), nil); !errors.Is(err, importers.ErrGiven) {
		t.Errorf("got %v", err)
	}
}

// TestImporter_Read_Texts reads real files where they are.
func TestImporter_Read_Texts(t *testing.T) {
	root := os.Getenv("REGENGINE_TEXTS")
	if root == "" {
		t.Skip("REGENGINE_TEXTS names no folder of regulation texts")
	}
	var files []string
	for _, pattern := range []string{"*/*.pdf", "*/pdf/*.pdf"} {
		found, _ := filepath.Glob(filepath.Join(root, pattern))
		files = append(files, found...)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			g := given()
			g.Lang = ""
			im, err := reader.Read(t.Context(), name, data, g)
			if err != nil {
				t.Fatal(err)
			}
			if len(im.Blocks) < 100 {
				t.Errorf("only %d blocks", len(im.Blocks))
			}
		})
	}
}

func BenchmarkImporter_Read(b *testing.B) {
	data := article().bytes()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := reader.Read(b.Context(), "x.pdf", data, given()); err != nil {
			b.Fatal(err)
		}
	}
}
