package markdown

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/importerstest"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
)

const frontMatter = `---
title: "Ordenanza 7/2019, de 2 de mayo, de terrazas"
identifier: "ORD-2019-7"
country: "es"
rank: "ordenanza"
publication_date: "2019-05-10"
last_updated: "2021-02-03"
status: "in_force"
source: "https://example.org/ord/7"
department: "Consejería de Ejemplo"
scope: "Estatal"
language: es
colour: green
---
`

const body = `# Ordenanza 7/2019, de 2 de mayo, de terrazas

Las terrazas ocupan la calle y conviene ordenarlas.

### DISPONGO:

### CAPÍTULO I. Disposiciones generales

##### Artículo 1. Objeto.

Esta ordenanza regula las terrazas conforme al [artículo 3](https://example.org/ley#a3) de la ley.

##### Artículo 2. Definiciones.

A los efectos de esta ordenanza se entiende por:

a) Terraza: espacio con mesas en la vía pública.

b) Toldo: cubierta de tela que se pliega.

##### Artículo 3. Condiciones.

1. Las terrazas cumplirán lo siguiente:

a) Dejarán paso libre:

– de 1,80 m en aceras;

– de 3 m en plazas.

b) No taparán salidas.

2. La altura de los toldos será la de la tabla 1.

Tabla 1. Altura libre de los toldos (m)

|  |  |  |
| --- | --- | --- |
| Lugar | Altura libre | Altura libre |
| Lugar | Mínima | Máxima |
| Acera | 2,20 | 3,00 |
| Plaza | 2,50 | 3,50 |
| (*) Medida en el punto más bajo | (*) Medida en el punto más bajo | (*) Medida en el punto más bajo |

3. El ruido no pasará del valor de la siguiente tabla.

##### Disposición final única. Entrada en vigor.

Entrará en vigor al día siguiente.

**ANA P.**

La Consejera,

ANA PÉREZ SOTO

ANEXO I

Mobiliario

1\. Mesas

Las mesas serán plegables y de superficie lisa, de 0,80 m<sup>2</sup> como máximo.

2\. Sillas

Las sillas serán apilables y no llevarán publicidad alguna en el respaldo.
`

func read(t *testing.T, name, text string, given *importers.Given) *importers.Import {
	t.Helper()
	imp, err := Read(t.Context(), name, []byte(text), given)
	if err != nil {
		t.Fatal(err)
	}
	return imp
}

// outline lists the sections, each indented by its level.
func outline(v *codes.Version) []string {
	var list []string
	for _, s := range v.Sections {
		list = append(list, strings.Repeat("  ", s.Level-1)+s.Title)
	}
	return list
}

// kinds lists what the blocks are and say.
func kinds(blocks []retrieval.Block, section string) []string {
	var list []string
	for _, b := range blocks {
		if b.Section == section {
			list = append(list, string(b.Kind)+strings.Repeat(">", b.Depth)+" "+b.Text)
		}
	}
	return list
}

func TestRead_Sections(t *testing.T) {
	want := []string{
		"Ordenanza 7/2019, de 2 de mayo, de terrazas",
		"CAPÍTULO I. Disposiciones generales",
		"  Artículo 1. Objeto.",
		"  Artículo 2. Definiciones.",
		"  Artículo 3. Condiciones.",
		"Disposición final única. Entrada en vigor.",
		"ANEXO I. Mobiliario",
		"  1. Mesas",
		"  2. Sillas",
	}
	got := outline(&read(t, "o.md", frontMatter+body, nil).Code.Versions[0])
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
}

func TestRead_Blocks(t *testing.T) {
	imp := read(t, "o.md", frontMatter+body, nil)
	for section, want := range map[string][]string{
		"articulo-2": {
			"paragraph A los efectos de esta ordenanza se entiende por:",
			"definition a) Terraza: espacio con mesas en la vía pública.",
			"definition b) Toldo: cubierta de tela que se pliega.",
		},
		"articulo-3": {
			"paragraph 1. Las terrazas cumplirán lo siguiente:",
			"item> a) Dejarán paso libre:",
			"item>> – de 1,80 m en aceras;",
			"item>> – de 3 m en plazas.",
			"item> b) No taparán salidas.",
			"paragraph 2. La altura de los toldos será la de la tabla 1.",
			"table Tabla 1. Altura libre de los toldos (m)\nLugar | Altura libre / Mínima | Altura libre / Máxima\nAcera | 2,20 | 3,00\nPlaza | 2,50 | 3,50\n(*) Medida en el punto más bajo",
			"paragraph 3. El ruido no pasará del valor de la siguiente tabla.",
			"note [tabla que no está en este texto]",
		},
		"1-mesas": {"paragraph Las mesas serán plegables y de superficie lisa, de 0,80 m² como máximo."},
	} {
		if diff := cmp.Diff(want, kinds(imp.Blocks, section)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", section, diff)
		}
	}
	linked := imp.Blocks[2]
	if len(linked.Refs) == 0 || linked.Refs[0].URL != "https://example.org/ley#a3" || linked.Text[linked.Refs[0].Start:linked.Refs[0].End] != "artículo 3" {
		t.Errorf("references of %q: %+v", linked.Text, linked.Refs)
	}
}

func TestRead_MergedCells(t *testing.T) {
	for _, b := range read(t, "o.md", frontMatter+body, nil).Blocks {
		if b.Table == nil {
			continue
		}
		want := []retrieval.Span{{Row: 0, Col: 0, Rows: 2, Cols: 1}, {Row: 0, Col: 1, Rows: 1, Cols: 2}}
		if diff := cmp.Diff(want, b.Table.Spans); diff != "" {
			t.Errorf("merged cells (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"(*) Medida en el punto más bajo"}, b.Table.Notes); diff != "" {
			t.Errorf("notes (-want +got):\n%s", diff)
		}
	}
}

func TestRead_EqualFiguresAreNotMerged(t *testing.T) {
	imp := read(t, "o.md", frontMatter+"##### Artículo 1. Filtros.\n\n| Aire | IDA 1 | IDA 2 |\n| --- | --- | --- |\n| ODA 1 | F7 | F7 |\n| ODA 2 | F7 | F7 |\n", nil)
	if spans := imp.Blocks[0].Table.Spans; len(spans) != 0 {
		t.Errorf("equal codes side by side were taken for one cell: %v", spans)
	}
}

func TestRead_Edition(t *testing.T) {
	imp := read(t, "o.md", frontMatter+body, nil)
	day := func(s string) codes.Date {
		d, err := codes.ParseDate(s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	v := imp.Code.Versions[0]
	if v.Slug != "2021-02-03" || v.Published != day("2019-05-10") || !v.Effective.IsZero() {
		t.Errorf("version %s published %s effective %s: the last update names the version and is no day of effect", v.Slug, v.Published, v.Effective)
	}
	if imp.Code.Slug != "ord-2019-7" || imp.Code.Scope != codes.National || imp.Code.Territories[0] != "ES" || v.Status != codes.Active {
		t.Errorf("edition: %+v", imp.Code)
	}
	var said string
	for _, p := range imp.Report.Problems {
		said += p.String() + "\n"
	}
	before, _, _ := strings.Cut(frontMatter+body, "3. El ruido")
	line := fmt.Sprintf("line %d: a table", 1+strings.Count(before, "\n"))
	if !strings.Contains(said, "colour") || !strings.Contains(said, "2021-02-03") || !strings.Contains(said, line) {
		t.Errorf("report does not name the unknown key, the day of the update and the line of the missing table:\n%s", said)
	}
}

func TestRead_Jurisdiction(t *testing.T) {
	imp := read(t, "o.md", "---\ntitle: Llei 1\nidentifier: L-1\ncountry: es\njurisdiction: es-ct\npublication_date: 2020-01-02\nlanguage: ca\n---\nArticle 1. Objecte\n\nAquesta llei regula les places.\n", nil)
	if imp.Code.Scope != codes.Regional || imp.Code.Territories[0] != geo.ID("ES-CT") || imp.Code.Versions[0].Slug != "2020-01-02" {
		t.Errorf("edition: %+v", imp.Code)
	}
}

// TestRead_Headless reads a text that has lost all its headings.
func TestRead_Headless(t *testing.T) {
	text := frontMatter + strings.NewReplacer("##### ", "", "### ", "", "# ", "").Replace(body)
	want := outline(&read(t, "o.md", frontMatter+body, nil).Code.Versions[0])
	if diff := cmp.Diff(want, outline(&read(t, "o.md", text, nil).Code.Versions[0])); diff != "" {
		t.Errorf("sections without marks of headings (-with +without):\n%s", diff)
	}
}

func TestRead_ListNumbersAreTheSources(t *testing.T) {
	imp := read(t, "o.md", frontMatter+"##### Artículo 1. Plazos.\n\n1. Uno de los plazos.\n\n3. Otro de los plazos.\n", nil)
	want := []string{"paragraph 1. Uno de los plazos.", "paragraph 3. Otro de los plazos."}
	if diff := cmp.Diff(want, kinds(imp.Blocks, "articulo-1")); diff != "" {
		t.Errorf("a repealed paragraph was closed up (-want +got):\n%s", diff)
	}
}

func TestRead_Plain(t *testing.T) {
	text := "Part A\n\nGeneral rules\n\nStairs\n\n1.1  Every stair should have a handrail on at least one \n\nside of each flight.\nThe handrail should be continuous.\n" +
		"1.2  Stairs should be lit.\na.\nLamps should be out of reach of children and covered.\nb.\nSwitches should be at both ends of the stair.\nNOTE: Emergency light is treated elsewhere.\n"
	given := &importers.Given{Code: "s", Version: "1", Title: "Stairs", Country: "GB", Scope: codes.National, Territories: []geo.ID{"GB"}}
	imp := read(t, "stairs.txt", text, given)
	var got []string
	for _, b := range imp.Blocks {
		got = append(got, string(b.Kind)+" "+b.Text)
	}
	want := []string{
		"paragraph 1.1 Every stair should have a handrail on at least one side of each flight. The handrail should be continuous.",
		"paragraph 1.2 Stairs should be lit.",
		"item a. Lamps should be out of reach of children and covered.",
		"item b. Switches should be at both ends of the stair.",
		"note NOTE: Emergency light is treated elsewhere.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}

func TestRead_Refusals(t *testing.T) {
	for _, test := range []struct {
		name, data string
		kind       error
		said       string
	}{
		{"ErrEmpty", "", importers.ErrEmpty, "nothing"},
		{"ErrEmptyBlank", " \n\n", importers.ErrEmpty, "nothing"},
		{"ErrEmptyHeadings", frontMatter + "# A\n\n## B\n", importers.ErrEmpty, "no text"},
		{"ErrFormatPDF", "%PDF-1.7\n", importers.ErrFormat, "PDF"},
		{"ErrFormatHTML", "<!DOCTYPE html><html><body><p>x", importers.ErrFormat, "HTML"},
		{"ErrFormatAKN", "<akomaNtoso xmlns=\"http://docs.oasis-open.org/legaldocml/ns/akn/3.0\"><act><p>x</p></act></akomaNtoso>\n", importers.ErrFormat, "import akn"},
		{"ErrFormatXML", "<?xml version=\"1.0\"?>\n<documento><p>x</p></documento>\n", importers.ErrFormat, "import boe"},
		{"ErrFormatJSON", `{"a": [1, 2]}`, importers.ErrFormat, "JSON"},
		{"ErrMalformedNUL", frontMatter + "a\n\nb\x00c\n", importers.ErrMalformed, "line 17: a NUL byte"},
		{"ErrMalformedLatin1", frontMatter + "a\nart\xedculo\n", importers.ErrMalformed, "line 16"},
		{"ErrMalformedFront", "---\ntitle: x\n\ntext without end\n", importers.ErrMalformed, "no end"},
		{"ErrMalformedYAML", "---\ntitle: [x\n---\ntext\n", importers.ErrMalformed, "front matter"},
		{"ErrMalformedNesting", frontMatter + strings.Repeat("> ", 5000) + "x\n", importers.ErrMalformed, "line 15"},
		{"ErrTooLargeTable", frontMatter + strings.Repeat("|a", 600_000) + "\n", importers.ErrTooLarge, "cells"},
		{"ErrTooLargeParagraphs", frontMatter + strings.Repeat("a\n\n", 200_000), importers.ErrTooLarge, "paragraphs"},
		{"ErrGiven", "Texto de una norma sin nombre.\n", importers.ErrGiven, "--code"},
	} {
		t.Run(test.name, func(t *testing.T) {
			imp, err := Read(t.Context(), "f.md", []byte(test.data), nil)
			if !errors.Is(err, test.kind) || imp != nil || !strings.Contains(err.Error(), test.said) {
				t.Errorf("got %v, %v; want %v with %q", imp, err, test.kind, test.said)
			}
		})
	}
}

func TestRead_Canceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, "f.md", []byte(frontMatter+body), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestRead_PlainWithoutEnd reads a text whose lines seem to go on for ever.
func TestRead_PlainWithoutEnd(t *testing.T) {
	g := &importers.Given{Code: "c", Version: "v", Title: "T", Country: "ES", Scope: codes.National, Territories: []geo.ID{"ES"}, Lang: "es"}
	imp := read(t, "f.txt", strings.Repeat(strings.Repeat("palabra de la ley ", 60)+"\n\n", 4000), g)
	for _, b := range imp.Blocks {
		if len(b.Text) > 64<<10 {
			t.Fatalf("a block of %d bytes", len(b.Text))
		}
	}
}

// TestRead_LongLines reads lines that make inline parsers slow.
func TestRead_LongLines(t *testing.T) {
	for name, line := range map[string]string{
		"brackets": strings.Repeat("[", 300_000), "stars": strings.Repeat("*a_", 200_000), "links": strings.Repeat("[a](", 100_000),
		"words": strings.Repeat("palabra ", 200_000), "ticks": strings.Repeat("`a``", 100_000), "angles": strings.Repeat("<a ", 100_000),
	} {
		t.Run(name, func(t *testing.T) { read(t, "f.md", frontMatter+"##### Artículo 1. Uno.\n\n"+line+"\n", nil) })
	}
}

// TestRead_Whole holds that every word of a text stands in a block or a title.
func TestRead_Whole(t *testing.T) {
	word := regexp.MustCompile(`[\pL\d]{3,}`)
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{
			"Artículo 4. Ventanas.", "CAPÍTULO II", "a) primera cosa;", "– segunda cosa", "1. Apartado con punto.", "**Negrita sola**", "ANEXO IV",
			"Sección 1.ª Puertas", "### Título marcado", "| uno | dos |\n| --- | --- |\n| tres | cuatro |", "Nota: se advierte.", "«cita abierta", "cierre de cita»",
			"Texto corriente de un párrafo cualquiera, con su punto.", "2.1 Huecos", "IT 1.2 Caudales", "Tabla 3. Valores", "* elemento", "> cita", "Disposición final primera. Fin.",
		}), 1, 40).Draw(t, "pieces")
		text := strings.Join(pieces, "\n\n")
		imp, err := Read(context.Background(), "f.md", []byte(frontMatter+text), nil)
		if errors.Is(err, importers.ErrEmpty) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		for _, s := range imp.Code.Versions[0].Sections {
			all.WriteString(s.Title + "\n")
		}
		for _, b := range imp.Blocks {
			all.WriteString(b.Text + "\n")
		}
		for _, w := range word.FindAllString(text, -1) {
			if !strings.Contains(all.String(), w) {
				t.Fatalf("the word %q of %q is in no block and no title", w, text)
			}
		}
	})
}

func samples() []importerstest.Sample {
	return []importerstest.Sample{
		{Name: "law.md", Data: []byte(frontMatter + body), Inserted: []byte(frontMatter + strings.Replace(body, "b) No taparán", "Un párrafo más entre los otros.\n\nb) No taparán", 1))},
	}
}

func TestReader(t *testing.T) { importerstest.TestReader(t, Read, samples()) }

func FuzzRead(f *testing.F) { importerstest.Fuzz(f, Read, samples()) }

func BenchmarkRead(b *testing.B) {
	s := samples()[0]
	for len(s.Data) < 1<<20 {
		s.Data = append(s.Data, body...)
	}
	importerstest.BenchmarkReader(b, Read, s)
}

// TestRead_RealFiles reads the laws of the folder REGENGINE_TEXTS: every line that
// looks like the heading of an article is one.
func TestRead_RealFiles(t *testing.T) {
	dir := os.Getenv("REGENGINE_TEXTS")
	if dir == "" {
		t.Skip("REGENGINE_TEXTS is not set")
	}
	files, _ := filepath.Glob(filepath.Join(dir, "es*", "*.md"))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		imp, err := Read(t.Context(), filepath.Base(file), data, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, c := range imp.Report.Counts {
			if (c.What == "articles" || c.What == "tables") && c.Source != c.Kept {
				t.Errorf("%s: %d %s in the source, %d kept", filepath.Base(file), c.Source, c.What, c.Kept)
			}
		}
	}
}
