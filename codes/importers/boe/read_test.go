package boe_test

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/boe"
	"github.com/reglookup/regengine/codes/importers/importerstest"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
)

//go:embed testdata/law.xml
var law []byte

func date(text string) codes.Date {
	d, err := codes.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return d
}

func samples() []importerstest.Sample {
	inserted := bytes.Replace(law, []byte(`<p class="parrafo">2. Se admite menos:</p>`),
		[]byte(`<p class="parrafo">1 bis. Sin contar pasamanos.</p><p class="parrafo">2. Se admite menos:</p>`), 1)
	return []importerstest.Sample{
		{Name: "law.xml", Data: law, Given: importers.Given{Today: date("2026-01-01"), Territories: []geo.ID{"ES"}}, Inserted: inserted},
		{Name: "text alone", Data: []byte(`<texto>` + between("<texto>", "</texto>") + `</texto>`),
			Given: importers.Given{Title: "Escaleras", Scope: codes.National, Territories: []geo.ID{"ES"}}},
	}
}

func between(from, to string) string {
	_, rest, _ := strings.Cut(string(law), from)
	text, _, _ := strings.Cut(rest, to)
	return text
}

func TestRead(t *testing.T) { importerstest.TestReader(t, boe.Read, samples()) }

func TestRead_Places(t *testing.T) { importerstest.TestPlaces(t, boe.Read, samples()[0]) }

func FuzzRead(f *testing.F) { importerstest.Fuzz(f, boe.Read, samples()) }

func BenchmarkRead(b *testing.B) {
	var file bytes.Buffer
	file.WriteString("<response><data><metadatos>" + between("<metadatos>", "</metadatos>") + "</metadatos><texto>")
	for i := range 400 {
		file.WriteString(strings.ReplaceAll(between("<texto>", "</texto>"), `<bloque id="`, fmt.Sprintf(`<bloque id="x%d`, i)))
	}
	file.WriteString("</texto></data></response>")
	importerstest.BenchmarkReader(b, boe.Read, importerstest.Sample{Name: "large", Data: file.Bytes()})
}

func read(t *testing.T, text string, given *importers.Given) *importers.Import {
	t.Helper()
	imp, err := boe.Read(t.Context(), "law.xml", []byte(text), given)
	if err != nil {
		t.Fatal(err)
	}
	return imp
}

// edited is the sample with pairs of texts replaced.
func edited(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(string(law)) }

func TestRead_Versions(t *testing.T) {
	type row struct{ Slug, Status, Published, Repealed, Next string }
	old := row{"2001-02-01", "repealed", "2001-01-10", "2010-06-01", "2010-06-01"}
	tests := map[string]struct {
		text  string
		given importers.Given
		want  []row
	}{
		"by today": {string(law), importers.Given{Today: date("2026-01-01")}, []row{
			old, {"2010-06-01", "active", "2010-03-01", "", "2030-01-01"}, {"2030-01-01", "in_progress", "2025-03-01", "", ""},
		}},
		"on the first day of a wording": {string(law), importers.Given{Today: date("2010-06-01")}, []row{
			old, {"2010-06-01", "active", "2010-03-01", "", "2030-01-01"}, {"2030-01-01", "in_progress", "2025-03-01", "", ""},
		}},
		"before the first": {string(law), importers.Given{Today: date("2000-01-01")}, []row{
			{"2001-02-01", "in_progress", "2001-01-10", "", "2010-06-01"}, {"2010-06-01", "in_progress", "2010-03-01", "", "2030-01-01"}, {"2030-01-01", "in_progress", "2025-03-01", "", ""},
		}},
		"current alone":             {string(law), importers.Given{Today: date("2026-01-01"), OnlyCurrent: true}, []row{{"2010-06-01", "active", "2010-03-01", "", ""}}},
		"current alone, slug given": {string(law), importers.Given{Today: date("2026-01-01"), OnlyCurrent: true, Version: "v2"}, []row{{"v2", "active", "2010-03-01", "", ""}}},
		"repealed": {
			edited("<estatus_derogacion>N<", "<fecha_derogacion>20200101</fecha_derogacion><estatus_derogacion>S<"),
			importers.Given{Today: date("2026-01-01")},
			[]row{old, {"2010-06-01", "repealed", "2010-03-01", "2020-01-01", ""}},
		},
		"repealed, to come": {
			edited("<estatus_derogacion>N<", "<fecha_derogacion>20280101</fecha_derogacion><estatus_derogacion>S<"),
			importers.Given{Today: date("2026-01-01")},
			[]row{old, {"2010-06-01", "active", "2010-03-01", "2028-01-01", ""}},
		},
		"over, not known since when": {
			edited("<vigencia_agotada>N<", "<vigencia_agotada>S<"), importers.Given{Today: date("2040-01-01")},
			[]row{old, {"2010-06-01", "repealed", "2010-03-01", "2030-01-01", "2030-01-01"}, {"2030-01-01", "repealed", "2025-03-01", "", ""}},
		},
		"repealed after a wording to come": {
			edited("<estatus_derogacion>N<", "<fecha_derogacion>20350101</fecha_derogacion><estatus_derogacion>S<"),
			importers.Given{Today: date("2026-01-01")},
			[]row{old, {"2010-06-01", "active", "2010-03-01", "", "2030-01-01"}, {"2030-01-01", "in_progress", "2025-03-01", "", ""}},
		},
		"published after it had ended": {
			edited(`fecha_publicacion="20100301"`, `fecha_publicacion="20300301"`), importers.Given{Today: date("2040-01-01")},
			[]row{old, {"2010-06-01", "repealed", "", "2030-01-01", "2030-01-01"}, {"2030-01-01", "active", "2025-03-01", "", ""}},
		},
		"no day in force: the day of publication": {
			edited(`fecha_vigencia="20300101"`, `fecha_vigencia=""`), importers.Given{Today: date("2026-01-01")},
			[]row{old, {"2010-06-01", "repealed", "2010-03-01", "2025-03-01", "2025-03-01"}, {"2025-03-01", "active", "2025-03-01", "", ""}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			imp := read(t, test.text, &test.given)
			var got []row
			for _, v := range imp.Code.Versions {
				got = append(got, row{v.Slug, string(v.Status), v.Published.String(), v.Repealed.String(), v.SucceededBy.Version})
				if v.Title != "Real Decreto 901/2001, sobre escaleras y barandillas." || !v.Internal || v.Author != "Ministerio de Escaleras" {
					t.Errorf("version %+v", v)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// texts returns the blocks of one version as "section kind: text".
func texts(imp *importers.Import, version, section string) []string {
	var list []string
	for _, b := range imp.Blocks {
		if strings.HasSuffix(b.Doc, "/"+version) && (section == "" || b.Section == section) {
			list = append(list, fmt.Sprintf("%s %d: %s", b.Kind, b.Depth, b.Text))
		}
	}
	return list
}

func TestRead_Wordings(t *testing.T) {
	imp := read(t, string(law), &importers.Given{Today: date("2026-01-01")})
	for _, test := range []struct {
		version, section string
		want             []string
	}{
		{"2001-02-01", "a3", []string{"article 0: 1. La anchura útil será de 0,80 m."}},
		{"2030-01-01", "a3", []string{"article 0: 1. La anchura útil será de 1,20 m."}},
		{"2001-02-01", "a4bis", nil},
		{"2010-06-01", "a4bis", []string{"item 1: – Con interruptor.", "item 2: – Luminoso.", "item 1: – Sin él."}},
		{"2010-06-01", "a4", []string{"article 0: (Derogado)"}},
		{"2010-06-01", "ni", []string{"note 0: Texto de muestra."}},
		{"2010-06-01", "a2", []string{
			"paragraph 0: A los efectos de esta norma:", "definition 0: a) Huella: parte horizontal del peldaño.", "definition 0: b) «Tabica»: parte vertical del peldaño.",
		}},
		{"2010-06-01", "a3", []string{
			"paragraph 0: 1. La anchura útil será de 1,00 m.", "paragraph 0: 2. Se admite menos:", "item 1: a) En viviendas:",
			"item 2: 1.º Si hay otra escalera.", "item 2: 2.º Si la superficie es menor de 50 m² (gas CO2).", "item 1: b) En obras.",
			"table 0: Tabla 1. Anchura según ocupantes\nUso | Anchura (m) / hasta 100 | Anchura (m) / más de 100\nDocente (1) | 1,00 | 1,10\nSanitario | 1,40 | 1,40\n(1) Salvo escuelas infantiles.",
			"paragraph 0: 3. El paso se calcula con la fórmula siguiente:", "paragraph 0: [fórmula que no está en este texto]",
			"note 0: Se modifica por el art. 2 del Real Decreto 9/2010. Ref. BOE-A-2010-99902",
		}},
	} {
		if diff := cmp.Diff(test.want, texts(imp, test.version, test.section)); diff != "" {
			t.Errorf("%s of %s: -want +got\n%s", test.section, test.version, diff)
		}
	}
}

func TestRead_Structure(t *testing.T) {
	imp := read(t, string(law), &importers.Given{Today: date("2026-01-01"), OnlyCurrent: true})
	want := []codes.Section{
		{Slug: "ni", Title: "Nota inicial", Level: 1},
		{Slug: "ti", Title: "TÍTULO I. De lo común", Level: 1},
		{Slug: "ci", Title: "CAPÍTULO I. Objeto y términos", Level: 2},
		{Slug: "a1", Title: "Artículo 1. Objeto.", Level: 3},
		{Slug: "a2", Title: "Artículo 2. Definiciones.", Level: 3},
		{Slug: "cii", Title: "CAPÍTULO II. Medidas", Level: 2},
		{Slug: "a3", Title: "Artículo 3. Anchura.", Level: 3},
		{Slug: "a4", Title: "Artículo 4. Altura.", Level: 3},
		{Slug: "a4bis", Title: "Artículo 4 bis. Luz.", Level: 3},
		{Slug: "da", Title: "Disposición adicional única. Obras en curso.", Level: 1},
		{Slug: "an-2", Title: "ANEXO II. Planos", Level: 1},
		{Slug: "an-2-seccion-a", Title: "Sección A", Level: 2},
	}
	if diff := cmp.Diff(want, imp.Code.Versions[0].Sections); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for _, b := range imp.Blocks {
		if b.Table == nil {
			continue
		}
		want := []retrieval.Span{{Row: 0, Col: 0, Rows: 2, Cols: 1}, {Row: 0, Col: 1, Rows: 1, Cols: 2}, {Row: 3, Col: 1, Rows: 1, Cols: 2}}
		if diff := cmp.Diff(want, b.Table.Spans); diff != "" {
			t.Errorf("merged cells: -want +got\n%s", diff)
		}
	}
}

func TestRead_Counts(t *testing.T) {
	imp := read(t, string(law), &importers.Given{Today: date("2026-01-01")})
	want := []importers.Count{
		{What: "versions", Source: 3, Kept: 3},
		{What: "wordings", Source: 15, Kept: 14}, // one has no day yet
		{What: "blocks", Source: 11, Kept: 11},
		{What: "articles", Source: 10, Kept: 9},
		{What: "paragraphs", Source: 41, Kept: 39},
		{What: "items", Source: 10, Kept: 9}, // the note below the table looks like one
		{What: "tables", Source: 1, Kept: 1},
		{What: "rows", Source: 4, Kept: 4},
		{What: "notes", Source: 2, Kept: 3}, // that below the table is a plain paragraph in the file
		{What: "images", Source: 1, Kept: 1},
		{What: "references", Source: 1, Kept: 1},
		{What: "words", Source: 178, Kept: 178}, // of the version in force
	}
	if diff := cmp.Diff(want, imp.Report.Counts); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestRead_Territory(t *testing.T) {
	for name, test := range map[string]struct {
		department, eli string
		want            []geo.ID
	}{
		"by the legislation identifier": {"Presidencia", "https://www.boe.es/eli/es-ga/l/2014/12/03/10", []geo.ID{"ES-GA"}},
		"by the department":             {"Comunidad Autónoma de la Región de Murcia", "", []geo.ID{"ES-MC"}},
		"castilla y león":               {"Comunidad de Castilla y León", "", []geo.ID{"ES-CL"}},
	} {
		t.Run(name, func(t *testing.T) {
			imp := read(t, edited(`codigo="1">Estatal<`, `codigo="2">Autonómico<`, "Ministerio de Escaleras", test.department,
				"https://www.boe.es/eli/es/rd/2001/01/05/901", test.eli), nil)
			if diff := cmp.Diff(test.want, imp.Code.Territories); diff != "" || imp.Code.Scope != codes.Regional {
				t.Errorf("scope %s, territories -want +got\n%s", imp.Code.Scope, diff)
			}
		})
	}
	_, err := boe.Read(t.Context(), "law.xml", []byte(edited(`codigo="1">Estatal<`, `codigo="2">Autonómico<`, "/eli/es/", "/eli/")), nil)
	if !errors.Is(err, importers.ErrGiven) || !strings.Contains(err.Error(), "--geo-id") {
		t.Errorf("an unknown community gives %v, want ErrGiven naming --geo-id", err)
	}
}

func TestRead_Refused(t *testing.T) {
	deep := strings.Repeat("<div>", 300) + strings.Repeat("</div>", 300)
	for name, test := range map[string]struct {
		text string
		err  error
		says string
	}{
		"metadata alone":    {"<response><data><metadatos>" + between("<metadatos>", "</metadatos>") + "</metadatos></data></response>", importers.ErrEmpty, "no <texto>"},
		"answer of failure": {"<response><status><code>404</code><text>no existe</text></status><data/></response>", importers.ErrFormat, "404"},
		"other XML":         {"<rss><channel/></rss>", importers.ErrFormat, "line 1: <rss>"},
		"PDF":               {"%PDF-1.7\n", importers.ErrFormat, "PDF"},
		"JSON":              {`{"data":[]}`, importers.ErrFormat, "JSON"},
		"HTML":              {"<!DOCTYPE html><html></html>", importers.ErrFormat, "HTML"},
		"truncated":         {string(law[:len(law)/2]), importers.ErrMalformed, "line "},
		"tags crossed":      {edited("</p>\n</version>\n</bloque>\n<bloque id=\"a1\"", "</version></p></bloque><bloque id=\"a1\""), importers.ErrMalformed, "line 32"},
		"unknown entity":    {edited("&nbsp;", "&laws;"), importers.ErrMalformed, "line 10"},
		"laughs":            {`<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><texto>&b;</texto>`, importers.ErrFormat, "entities"},
		"external entity":   {`<!DOCTYPE x SYSTEM "file:///etc/passwd" [<!ENTITY a SYSTEM "file:///etc/passwd">]><texto>&a;</texto>`, importers.ErrFormat, "entities"},
		"deep":              {"<texto>" + deep + "</texto>", importers.ErrTooLarge, "deep"},
		"wide tag":          {"<texto " + strings.Repeat(`a="b" `, 20000) + "/>", importers.ErrTooLarge, "line 1"},
		"no blocks":         {"<texto></texto>", importers.ErrEmpty, "no text"},
		"Latin-1 unsaid":    {"<texto><p>art\xedculo</p></texto>", importers.ErrMalformed, "UTF-8"},
		"unknown encoding":  {`<?xml version="1.0" encoding="klingon"?><texto/>`, importers.ErrFormat, "klingon"},
	} {
		t.Run(name, func(t *testing.T) {
			imp, err := boe.Read(t.Context(), "f.xml", []byte(test.text), nil)
			if imp != nil || !errors.Is(err, test.err) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want %v with %q", err, test.err, test.says)
			}
		})
	}
}

func TestRead_GivenForOne(t *testing.T) {
	_, err := boe.Read(t.Context(), "law.xml", law, &importers.Given{Version: "v1"})
	if !errors.Is(err, importers.ErrGiven) || !strings.Contains(err.Error(), "3 versions") {
		t.Errorf("one slug for three versions gives %v, want ErrGiven", err)
	}
}

func TestRead_Encodings(t *testing.T) {
	want := read(t, string(law), nil)
	latin := []byte(strings.Replace(string(law), "UTF-8", "ISO-8859-1", 1))
	var narrow []byte
	for _, r := range string(latin) {
		if r > 255 {
			t.Fatalf("the sample has %q, which Latin-1 has not", r)
		}
		narrow = append(narrow, byte(r))
	}
	wide := []byte{0xff, 0xfe}
	for _, r := range string(law) {
		wide = append(wide, byte(r), byte(r>>8))
	}
	for name, data := range map[string][]byte{"Latin-1": narrow, "UTF-16": wide, "with mark": append([]byte("\xef\xbb\xbf"), law...)} {
		t.Run(name, func(t *testing.T) {
			imp, err := boe.Read(context.Background(), "law.xml", data, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.Blocks, imp.Blocks); diff != "" {
				t.Errorf("-UTF-8 +%s\n%s", name, diff)
			}
		})
	}
}

func TestRead_RealFiles(t *testing.T) {
	root := os.Getenv("REGENGINE_TEXTS")
	if root == "" {
		t.Skip("REGENGINE_TEXTS does not name the folder of real texts")
	}
	files, _ := filepath.Glob(filepath.Join(root, "boe-xml", "*.xml"))
	var list []importerstest.Sample
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte("<texto>")) {
			list = append(list, importerstest.Sample{Name: filepath.Base(file), Data: data,
				Given: importers.Given{Title: "T", Scope: codes.National, Territories: []geo.ID{"ES"}}})
		}
	}
	importerstest.TestReader(t, boe.Read, list)
}

func ExampleRead() {
	imp, err := boe.Read(context.Background(), "law.xml", law, &importers.Given{Today: date("2026-01-01")})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range imp.Code.Versions {
		fmt.Println(imp.Code.Slug, v.Slug, v.Status)
	}
	// Output:
	// boe-a-2001-99901 2001-02-01 repealed
	// boe-a-2001-99901 2010-06-01 active
	// boe-a-2001-99901 2030-01-01 in_progress
}
