package docx

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/importerstest"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/codes/importers/sandbox"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
)

func TestMain(m *testing.M) {
	sandbox.Main(map[string]sandbox.Job{JobName: Job})
	code := m.Run()
	if code == 0 {
		if err := goleak.Find(); err != nil {
			_, _ = os.Stderr.WriteString(err.Error() + "\n")
			code = 1
		}
	}
	os.Exit(code)
}

const (
	namespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ` +
		`xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ` +
		`xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`
	types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`
	rels  = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`

	documentRels = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="r1" Type="http://x/relationships/styles" Target="styles.xml"/><Relationship Id="r2" Type="http://x/relationships/numbering" Target="numbering.xml"/>
<Relationship Id="r3" Type="http://x/relationships/footnotes" Target="footnotes.xml"/><Relationship Id="r4" Type="http://x/relationships/hyperlink" Target="https://example.org/ley" TargetMode="External"/>
<Relationship Id="r5" Type="http://x/relationships/image" Target="http://127.0.0.1:1/picture.png" TargetMode="External"/></Relationships>`

	styles = `<w:styles ` + namespaces + `><w:style w:type="paragraph" w:styleId="T1"><w:name w:val="Título 1"/></w:style>
<w:style w:type="paragraph" w:styleId="X"><w:name w:val="Propio"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Y"><w:name w:val="Derivado"/><w:basedOn w:val="X"/></w:style>
<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>
<w:style w:type="paragraph" w:styleId="C"><w:name w:val="caption"/></w:style>
<w:style w:type="paragraph" w:styleId="Ti"><w:name w:val="Title"/></w:style></w:styles>`

	numbers = `<w:numbering ` + namespaces + `><w:abstractNum w:abstractNumId="0">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl>
<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%3)"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1"/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:isLgl/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="&#xF0B7;"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num></w:numbering>`

	notes = `<w:footnotes ` + namespaces + `><w:footnote w:type="separator" w:id="0"><w:p><w:r><w:t>x</w:t></w:r></w:p></w:footnote>
<w:footnote w:id="2"><w:p><w:r><w:t>Según la orden anterior.</w:t></w:r></w:p></w:footnote></w:footnotes>`
)

// pack makes a DOCX file with a body, and parts in place of the usual ones.
func pack(t testing.TB, body string, parts map[string]string) []byte {
	t.Helper()
	all := map[string]string{
		"[Content_Types].xml": types, "_rels/.rels": rels, "word/_rels/document.xml.rels": documentRels,
		"word/styles.xml": styles, "word/numbering.xml": numbers, "word/footnotes.xml": notes,
		"word/document.xml": `<?xml version="1.0" encoding="UTF-8"?><w:document ` + namespaces + `><w:body>` + body + `</w:body></w:document>`,
	}
	for name, content := range parts {
		all[name] = content
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range sortedNames(all) {
		if all[name] == "" {
			continue
		}
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(all[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func sortedNames(m map[string]string) []string {
	var names []string
	for name := range m {
		at := 0
		for at < len(names) && names[at] < name {
			at++
		}
		names = append(names[:at], append([]string{name}, names[at:]...)...)
	}
	return names
}

func p(properties, content string) string {
	return "<w:p><w:pPr>" + properties + "</w:pPr>" + content + "</w:p>"
}

func r(text string) string { return `<w:r><w:t xml:space="preserve">` + text + "</w:t></w:r>" }

func num(id, level string) string {
	return `<w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="` + id + `"/></w:numPr>`
}

func st(id string) string { return `<w:pStyle w:val="` + id + `"/>` }

var law = p(st("Ti"), r("Ley de plazas")) +
	`<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>` + p(st("TOC1"), r("Índice 3")) + `</w:sdtContent></w:sdt>` +
	p(st("TOC1"), r("CAPÍTULO I 2")) +
	p(st("T1"), r("CAPÍTULO I. Reglas")) +
	p(st("Y"), r("Artículo 1. ")+r("Objeto.")) +
	p("", r("Esta ley regula las plazas de 5 m")+`<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>2</w:t></w:r>`+`<w:del><w:r><w:delText>calles</w:delText></w:r></w:del>`+
		`<w:ins><w:r><w:t xml:space="preserve"> y más</w:t></w:r></w:ins>`+`<w:r><w:footnoteReference w:id="2"/></w:r>`+r(", véase la ")+`<w:hyperlink r:id="r4">`+r("Ley 7/2010")+`</w:hyperlink>`+r(".")) +
	p(st("Y"), r("Artículo 2. Sombra.")) +
	p(num("1", "0"), r("Habrá sombra:")) + p(num("1", "1"), r("de árboles;")) + p(num("1", "1"), r("de toldos:")) + p(num("1", "2"), r("de lona;")) + p(num("1", "2"), r("de red.")) +
	p(num("1", "0"), r("Y también bancos.")) + p(num("3", "0"), r("de madera;")) +
	p(num("4", "0"), r("Se cuenta desde siete.")) +
	p("", `<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>`+r(" es el án")+`<w:r><w:softHyphen/></w:r>`+r("gulo, con ")+`<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>`+r(".")) +
	p("", `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://example.org/b" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>`+r("Enlace")+`<w:r><w:fldChar w:fldCharType="end"/></w:r>`+r(" a otra norma, página ")+`<w:fldSimple w:instr="PAGE">`+r("9")+`</w:fldSimple>`) +
	p(st("C"), r("Tabla ")+`<w:fldSimple w:instr="SEQ Tabla">`+r("1")+`</w:fldSimple>`+r(". Sombra (%)")) +
	`<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>` + p("", r("Plaza")) + `</w:tc><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>` + p("", r("Sombra")) + `</w:tc></w:tr>` +
	`<w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc><w:tcPr><w:vMerge/></w:tcPr>` + p("", "") + `</w:tc><w:tc>` + p("", r("Verano")) + `</w:tc><w:tc>` + p("", r("Invierno")) + `</w:tc></w:tr>` +
	`<w:tr><w:tc>` + p("", r("Grande")) + `</w:tc><w:tc>` + p("", r("40")) + `</w:tc><w:tc>` + p("", r("10")) + `</w:tc></w:tr></w:tbl>` +
	p("", `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><w:txbxContent>`+p("", r("Texto del cuadro."))+`</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>`+p("", r("Texto del cuadro."))+`</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`) +
	p("", `<w:r><w:drawing><wp:docPr descr="Plano"/><a:blip r:link="r5"/></w:drawing></w:r>`) +
	p("", `<w:r><w:rPr><w:vanish/></w:rPr><w:t>Oculto</w:t></w:r>`)

func given() importers.Given {
	return importers.Given{Code: "plazas", Version: "2020", Country: "ES", Scope: codes.National, Territories: []geo.ID{"ES"}, Lang: "es"}
}

func described(blocks []retrieval.Block) []string {
	var list []string
	for _, b := range blocks {
		list = append(list, b.Section+": "+string(b.Kind)+strings.Repeat(">", b.Depth)+" "+b.Text)
	}
	return list
}

func TestRead_Blocks(t *testing.T) {
	g := given()
	imp, err := Read(t.Context(), "law.docx", pack(t, law, nil), &g)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"articulo-1: paragraph Esta ley regula las plazas de 5 m² y más(2), véase la Ley 7/2010.",
		"articulo-1: note (2) Según la orden anterior.",
		"articulo-2: paragraph 1. Habrá sombra:",
		"articulo-2: item> a) de árboles;",
		"articulo-2: item> b) de toldos:",
		"articulo-2: item>> i) de lona;",
		"articulo-2: item>> ii) de red.",
		"articulo-2: paragraph 2. Y también bancos.",
		"articulo-2: item> • de madera;",
		"articulo-2: paragraph 7. Se cuenta desde siete.",
		"articulo-2: paragraph α es el ángulo, con (a+b)/2.",
		"articulo-2: paragraph Enlace a otra norma, página",
		"articulo-2: table Tabla 1. Sombra (%)\nPlaza | Sombra / Verano | Sombra / Invierno\nGrande | 40 | 10",
		"articulo-2: paragraph Texto del cuadro.",
		"articulo-2: note [imagen que no está en este texto: Plano]",
	}
	if diff := cmp.Diff(want, described(imp.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if v := imp.Code.Versions[0]; v.Title != "Ley de plazas" || len(v.Sections) != 3 || v.Sections[1].Level != 2 {
		t.Errorf("version %+v", v)
	}
	first := imp.Blocks[0]
	if len(first.Refs) != 1 || first.Refs[0].URL != "https://example.org/ley" || first.Text[first.Refs[0].Start:first.Refs[0].End] != "Ley 7/2010" {
		t.Errorf("references %+v", first.Refs)
	}
	if refs := imp.Blocks[11].Refs; len(refs) != 1 || refs[0].URL != "https://example.org/b" || refs[0].End != len("Enlace") {
		t.Errorf("references of a field %+v", refs)
	}
}

// TestRawText_Write counts the words of a part, however its bytes come.
func TestRawText_Write(t *testing.T) {
	part := p("", `<w:r><w:t>Pla</w:t></w:r><w:r><w:t>zas &#225;ridas</w:t><w:tab/><w:t>tres</w:t></w:r>`) +
		`<w:sdt><w:sdtPr><w:docPartGallery w:val="Table of Contents"/></w:sdtPr><w:sdtContent><w:sdt>` + p("", r("dentro")) + `</w:sdt>` + p("", r("cuatro")) + `</w:sdtContent></w:sdt>` +
		p("", r("cinco")+`<w:moveFrom>`+r("movido")+`</w:moveFrom><w:t/><mc:Fallback>`+r("otra vez")+`</mc:Fallback><a:t>dibujo</a:t>`) + p("", r("seis"))
	for _, size := range []int{1, 7, len(part)} {
		var words, left legal.Words
		raw := &rawText{words: &words, left: &left}
		for rest := part; rest != ""; rest = rest[min(size, len(rest)):] {
			raw.write([]byte(rest[:min(size, len(rest))]))
		}
		var want legal.Words
		want.Line("plazas áridas tres dentro cuatro cinco seis")
		if words.Total() != 7 || words.Missing(&want) != 0 || left.Total() != 2 {
			t.Errorf("%d bytes at once: %d words, %d not expected, %d left out", size, words.Total(), words.Missing(&want), left.Total())
		}
	}
}

// TestRead_Words finds every word of a file in what is kept, or said to be left
// out.
func TestRead_Words(t *testing.T) {
	g := given()
	imp, err := Read(t.Context(), "law.docx", pack(t, law, nil), &g)
	if err != nil {
		t.Fatal(err)
	}
	last := imp.Report.Counts[len(imp.Report.Counts)-1]
	if last.What != "words" || last.Source < 40 || last.Kept < last.Source-8 {
		t.Errorf("counted %+v", last)
	}
	said := false
	for _, problem := range imp.Report.Problems {
		said = said || strings.HasPrefix(problem.Message, "3 words are left out")
		if strings.Contains(problem.Message, "compare the text") {
			t.Error(problem)
		}
	}
	if !said {
		t.Errorf("the words of tables of contents are not said to be left out: %v", imp.Report.Problems)
	}
}

func TestRead_MergedCells(t *testing.T) {
	text, err := Extract(t.Context(), pack(t, law, nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range text.Elements {
		if e.Table == nil {
			continue
		}
		want := []retrieval.Span{{Row: 0, Col: 0, Rows: 2, Cols: 1}, {Row: 0, Col: 1, Rows: 1, Cols: 2}}
		if diff := cmp.Diff(want, e.Table.Spans); diff != "" {
			t.Errorf("merged cells (-want +got):\n%s", diff)
		}
	}
}

// A table within a cell is a table of its own behind the one it stands in, under what
// its row begins with.
func TestRead_NestedTables(t *testing.T) {
	p := func(s string) string { return "<w:p><w:r><w:t>" + s + "</w:t></w:r></w:p>" }
	row := func(cells ...string) string {
		return "<w:tr><w:tc>" + strings.Join(cells, "</w:tc><w:tc>") + "</w:tc></w:tr>"
	}
	inner := "<w:tbl>" + row(p("Sala"), p("lux")) + row(p("Aula"), p("300")) + "</w:tbl>" + p("")
	body := p("Artículo 1. Niveles") + p("Son los que siguen.") + "<w:tbl>" + row(p("Zona"), p("Valores")) + row(p("Dentro"), inner) + row(p("Fuera"), p("Plan")) + "</w:tbl>" + p("Fin.")
	g := &importers.Given{Code: "c", Version: "v", Title: "T", Lang: "es", Country: "ES", Scope: codes.National, Territories: []geo.ID{"ES"}}
	imp, err := Read(t.Context(), "f.docx", pack(t, body, nil), g)
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for _, b := range imp.Blocks {
		if b.Table != nil {
			tables = append(tables, b.Text)
		}
	}
	want := []string{"Zona | Valores\nDentro | [tabla que sigue]\nFuera | Plan", "Dentro\nSala | lux\nAula | 300"}
	if diff := cmp.Diff(want, tables); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for _, c := range imp.Report.Counts {
		if c.What == "tables" && (c.Source != 2 || c.Kept != 2) {
			t.Errorf("%+v", c)
		}
	}
}

func TestNumbering(t *testing.T) {
	for name, test := range map[string]struct {
		body string
		want []string
	}{
		"figures of levels": {
			p(num("2", "0"), r("Uno")) + p(num("2", "1"), r("Dos")) + p(num("2", "1"), r("Tres")) + p(num("2", "0"), r("Cuatro")) + p(num("2", "1"), r("Cinco")),
			[]string{"I Uno", "1.1 Dos", "1.2 Tres", "II Cuatro", "2.1 Cinco"},
		},
		"numbered by another list": {
			p(num("1", "0"), r("Uno")) + p(num("4", "0"), r("Dos")) + p(num("4", "0"), r("Tres")),
			[]string{"1. Uno", "7. Dos", "8. Tres"},
		},
		"taken off": {p(num("0", "0"), r("Uno")), []string{"Uno"}},
		"unknown":   {p(num("99", "0"), r("Uno")), []string{"Uno"}},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := Extract(t.Context(), pack(t, test.body, nil))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range text.Elements {
				got = append(got, strings.TrimSpace(e.Mark+" "+e.Text))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("numbers (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFormatNumber(t *testing.T) {
	for _, test := range []struct {
		n            int
		format, want string
	}{
		{1, "lowerLetter", "a"}, {27, "lowerLetter", "aa"}, {28, "upperLetter", "BB"}, {4, "lowerRoman", "iv"}, {1999, "upperRoman", "MCMXCIX"},
		{7, "decimalZero", "07"}, {3, "ordinal", "3.º"}, {0, "lowerLetter", "0"}, {-5, "upperRoman", "-5"}, {2_000_000, "lowerLetter", "2000000"},
	} {
		if got := formatNumber(test.n, test.format); got != test.want {
			t.Errorf("%d as %s is %q, want %q", test.n, test.format, got, test.want)
		}
	}
}

func TestRead_Refusals(t *testing.T) {
	ole := "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 600)
	whole := string(pack(t, law, nil))
	for _, test := range []struct {
		name, data string
		kind       error
		said       string
	}{
		{"ErrEmpty", "", importers.ErrEmpty, "nothing"},
		{"ErrEmptyText", string(pack(t, p("", ""), nil)), importers.ErrEmpty, "no text"},
		{"ErrFormatOld", ole, importers.ErrFormat, "old Office"},
		{"ErrEncrypted", ole + string(utf16Name("EncryptedPackage")), importers.ErrEncrypted, "password"},
		{"ErrFormatPDF", "%PDF-1.4", importers.ErrFormat, "pdf"},
		{"ErrFormatZip", string(pack(t, "", map[string]string{"word/document.xml": "", "[Content_Types].xml": "", "_rels/.rels": ""})), importers.ErrFormat, "no word/document.xml"},
		{"ErrFormatXLSX", string(pack(t, "", map[string]string{"word/document.xml": "", "_rels/.rels": "", "xl/workbook.xml": "<x/>"})), importers.ErrFormat, "XLSX"},
		{"ErrMalformedMissing", string(pack(t, "", map[string]string{"word/document.xml": ""})), importers.ErrMalformed, "word/document.xml"},
		{"ErrMalformedTruncated", whole[:len(whole)/2], importers.ErrMalformed, "cut off"},
		{"ErrMalformedXML", string(pack(t, "<w:p><w:r></w:p>", nil)), importers.ErrMalformed, "word/document.xml: line 1"},
		{"ErrMalformedEnd", string(pack(t, "", map[string]string{"word/document.xml": "<w:document " + namespaces + "><w:body>" + p("", r("x"))})), importers.ErrMalformed, "word/document.xml"},
		{"ErrMalformedEntities", string(pack(t, "", map[string]string{"word/document.xml": `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:document ` + namespaces + `><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>`})), importers.ErrMalformed, "document type"},
		{"ErrMalformedName", string(pack(t, law, map[string]string{"../../etc/passwd": "x"})), importers.ErrMalformed, "leads out"},
		{"ErrMalformedAbsolute", string(pack(t, law, map[string]string{"/etc/passwd": "x"})), importers.ErrMalformed, "leads out"},
		{"ErrMalformedDepth", string(pack(t, strings.Repeat("<w:ins>", 5000), nil)), importers.ErrMalformed, "deep"},
		{"ErrTooLargeBomb", string(pack(t, p("", r(strings.Repeat(" ", 60<<20))), nil)), importers.ErrTooLarge, "bomb"},
		{"ErrTooLargeParagraphs", string(pack(t, strings.Repeat(p("", r("a")), 160_000), nil)), importers.ErrTooLarge, "word/document.xml"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := given()
			g.Title = "T"
			imp, err := Read(t.Context(), "f.docx", []byte(test.data), &g)
			if !errors.Is(err, test.kind) || imp != nil || !strings.Contains(err.Error(), test.said) {
				t.Errorf("got %v, %v; want %v with %q", imp, err, test.kind, test.said)
			}
		})
	}
}

func TestRead_TwoParts(t *testing.T) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for range 2 {
		if _, err := z.Create("word/document.xml"); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Extract(t.Context(), out.Bytes()); !errors.Is(err, importers.ErrMalformed) {
		t.Errorf("got %v", err)
	}
}

// TestExtract_FetchesNothing holds that pictures that are linked to are named and
// not fetched.
func TestExtract_FetchesNothing(t *testing.T) {
	text, err := Extract(t.Context(), pack(t, law, nil))
	if err != nil {
		t.Fatal(err)
	}
	var said string
	for _, p := range text.Problems {
		said += p.Message + "\n"
	}
	if !strings.Contains(said, "not fetched") || !strings.Contains(said, "deleted") {
		t.Errorf("report:\n%s", said)
	}
}

func TestExtract_Canceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Extract(ctx, pack(t, strings.Repeat(p("", r("a")), 2000), nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func samples(t testing.TB) []importerstest.Sample {
	return []importerstest.Sample{{
		Name: "law.docx", Data: pack(t, law, nil), Given: given(),
		Inserted: pack(t, strings.Replace(law, p(num("3", "0"), r("de madera;")), p("", r("Un párrafo más."))+p(num("3", "0"), r("de madera;")), 1), nil),
	}}
}

// inProcess reads without a child, as fuzzing needs.
func inProcess(ctx context.Context, name string, data []byte, given *importers.Given) (*importers.Import, error) {
	text, err := Extract(ctx, data)
	var p *RefusalError
	if errors.As(err, &p) {
		return nil, p.refuse(name)
	}
	if err != nil {
		return nil, err
	}
	return assemble(ctx, name, len(data), text, given)
}

func TestReader(t *testing.T) { importerstest.TestReader(t, Read, samples(t)) }

func FuzzExtract(f *testing.F) { importerstest.Fuzz(f, inProcess, samples(f)) }

// FuzzDocument fuzzes the part with the text, which a fuzzer of archives does not
// reach.
func FuzzDocument(f *testing.F) {
	f.Add(law)
	f.Add(p(num("2", "1"), r("x")) + "<w:tbl><w:tr><w:tc/></w:tr></w:tbl>")
	f.Fuzz(func(t *testing.T, body string) {
		g := given()
		g.Title = "T"
		imp, err := inProcess(t.Context(), "f.docx", pack(t, body, nil), &g)
		var refused *importers.FileError
		if err != nil && (!errors.As(err, &refused) || imp != nil) {
			t.Errorf("got %v, %v", imp, err)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	s := samples(b)[0]
	s.Data = pack(b, strings.Repeat(law, 300), nil)
	b.Run("child", func(b *testing.B) { importerstest.BenchmarkReader(b, Read, s) })
	b.Run("process", func(b *testing.B) { importerstest.BenchmarkReader(b, inProcess, s) })
}
