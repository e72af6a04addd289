package html

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/importerstest"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
)

const gazette = `<!DOCTYPE html>
<html lang="es"><head><meta charset="utf-8"><title>Diario de Ejemplo - Ley 3/2018</title>
<meta property="eli:title" content="Ley 3/2018, de 4 de mayo, de plazas">
<meta property="eli:id_local" content="DE-2018-3">
<meta property="eli:date_publication" content="2018-05-09">
<meta property="eli:first_date_entry_in_force" content="2018-06-01">
<meta property="eli:passed_by" content="http://example.org/autor/cortes">
<link rel="canonical" href="https://example.org/eli/l/3">
<style>p { color: red }</style><script>var x = "Artículo 99";</script></head>
<body>
<div id="cookie-banner">Usamos cookies para todo. <button>Aceptar</button></div>
<header><a href="/">Inicio</a><nav><ul><li><a href="/a">Boletín</a><li><a href="/b">Leyes</a></ul></nav></header>
<ul class="indice"><li><a href="#a1">Artículo 1</a></li><li><a href="#a2">Artículo 2</a></li><li><a href="#a3">Artículo 3</a></li><li><a href="#an">Anexo</a></li><li><a href="#x">Fin</a></li></ul>
<main>
<h1>Ley 3/2018, de 4 de mayo, de plazas</h1>
<p class="centro_negrita">CAPÍTULO&nbsp;I</p>
<p class="centro_negrita">Reglas generales</p>
<h5 id="a1">Artículo 1. Objeto.</h5>
<p>Esta ley regula las plazas de más de 200 m<sup>2</sup>, según la <a href="../2010/7.html">Ley 7/2010</a>.<sup><a href="#n1">1</a></sup></p>
<p>Son <del>calles</del> <ins>plazas</ins> los espacios<br>abiertos al públi&shy;co.</p>
<h5 id="a2">Artículo 2. Elementos.</h5>
<p>Tendrán:</p>
<ol type="a"><li>Bancos, que serán:<ul><li>de madera;</li><li>de piedra.</li></ul></li><li>Fuentes.</li></ol>
<ol start="2"><li>La sombra será la de la tabla.</li></ol>
<table><caption>Tabla 1. Sombra (%)</caption>
<thead><tr><th rowspan="2">Plaza</th><th colspan="2">Sombra</th></tr><tr><th>Verano</th><th>Invierno</th></tr></thead>
<tbody><tr><td>Grande</td><td>40</td><td>10</td></tr><tr><td>Pequeña</td><td colspan="2">30</td></tr></tbody>
<tfoot><tr><td colspan="3">(*) A mediodía.</td></tr></tfoot></table>
<dl><dt>Sombra</dt><dd>Parte sin sol directo.</dd></dl>
<p>El ruido será <math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><msup><mi>c</mi><mn>2</mn></msup></mfrac></math>.</p>
<img src="plano.png" alt="Plano de la plaza"><img src="x.gif" alt="">
<div class="footnote" id="n1"><p>(1) Derogada en parte.</p></div>
</main>
<footer>Aviso legal</footer>
</body></html>`

func given() *importers.Given {
	return &importers.Given{Country: "ES", Scope: codes.National, Territories: []geo.ID{"ES"}}
}

func read(t *testing.T, data string, g *importers.Given) *importers.Import {
	t.Helper()
	imp, err := Read(t.Context(), "page.html", []byte(data), g)
	if err != nil {
		t.Fatal(err)
	}
	return imp
}

func kinds(blocks []retrieval.Block) []string {
	var list []string
	for _, b := range blocks {
		list = append(list, b.Section+": "+string(b.Kind)+strings.Repeat(">", b.Depth)+" "+b.Text)
	}
	return list
}

func TestRead_Blocks(t *testing.T) {
	want := []string{
		"a1: paragraph Esta ley regula las plazas de más de 200 m², según la Ley 7/2010.(1)",
		"a1: note (1) Derogada en parte.",
		"a1: paragraph Son plazas los espacios\nabiertos al público.",
		"a2: paragraph Tendrán:",
		"a2: item> a) Bancos, que serán:",
		"a2: item>> • de madera;",
		"a2: item>> • de piedra.",
		"a2: item> b) Fuentes.",
		"a2: paragraph 2. La sombra será la de la tabla.",
		"a2: table Tabla 1. Sombra (%)\nPlaza | Sombra / Verano | Sombra / Invierno\nGrande | 40 | 10\nPequeña | 30 | 30\n(*) A mediodía.",
		"a2: definition Sombra: Parte sin sol directo.",
		"a2: paragraph El ruido será (a + b)/c².",
		"a2: note [imagen que no está en este texto: Plano de la plaza]",
	}
	if diff := cmp.Diff(want, kinds(read(t, gazette, given()).Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}

func TestRead_Edition(t *testing.T) {
	imp := read(t, gazette, given())
	v := imp.Code.Versions[0]
	if imp.Code.Slug != "de-2018-3" || v.Title != "Ley 3/2018, de 4 de mayo, de plazas" || v.Published.String() != "2018-05-09" || v.Effective.String() != "2018-06-01" ||
		v.Author != "cortes" || v.SourceURL != "https://example.org/eli/l/3" {
		t.Errorf("edition: %+v %+v", imp.Code, v)
	}
	var titles []string
	for _, s := range v.Sections {
		titles = append(titles, strings.Repeat("  ", s.Level-1)+s.Title)
	}
	want := []string{"CAPÍTULO I. Reglas generales", "  Artículo 1. Objeto.", "  Artículo 2. Elementos."}
	if diff := cmp.Diff(want, titles); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	ref := imp.Blocks[0].Refs
	if len(ref) != 1 || ref[0].URL != "https://example.org/eli/2010/7.html" || imp.Blocks[0].Text[ref[0].Start:ref[0].End] != "Ley 7/2010" {
		t.Errorf("references: %+v", ref)
	}
	for _, c := range imp.Report.Counts {
		if (c.What == "articles" || c.What == "tables") && c.Source != c.Kept {
			t.Errorf("%d %s in the page, %d kept", c.Source, c.What, c.Kept)
		}
	}
}

// TestRead_Main finds the text of pages that do not say where it is.
func TestRead_Main(t *testing.T) {
	law := "<p>Artículo 1. Objeto.</p><p>" + strings.Repeat("Esta ley regula las plazas públicas de la villa. ", 20) + "</p>"
	for name, page := range map[string]string{
		"div":      "<body><div class=menu><a href=/a>Inicio del sitio</a> y ayuda</div><div><div id=c>" + law + "</div></div><div class=footer>Aviso legal</div>",
		"table":    "<body><table><tr><td>" + law + "</td></tr></table>",
		"article":  "<body><aside>Noticias del día</aside><article>" + law + "</article>",
		"role":     "<body><div role=navigation>Menú principal</div><div role=main>" + law + "</div>",
		"no body":  law,
		"unclosed": "<body><div><div>" + law,
		"hidden":   "<body><p hidden>Secreto</p><p style='display: none'>Otro</p>" + law,
	} {
		t.Run(name, func(t *testing.T) {
			g := given()
			g.Code, g.Version, g.Title = "c", "v", "T"
			imp := read(t, "<html lang=es>"+page+"</html>", g)
			if len(imp.Blocks) != 1 || !strings.HasPrefix(imp.Blocks[0].Text, "Esta ley") || len(imp.Code.Versions[0].Sections) != 1 {
				t.Errorf("blocks: %q", kinds(imp.Blocks))
			}
		})
	}
}

func TestRead_Encodings(t *testing.T) {
	page := "<html lang=es><head>%s</head><body><p>Artículo 1. Cañería.</p><p>La cañería será de 5 m² y más.</p></body></html>"
	latin := func(s string) string {
		out, err := charmap.Windows1252.NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	wide := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(strings.Replace(page, "%s", "", 1))) {
		wide = append(wide, byte(u), byte(u>>8))
	}
	for name, data := range map[string]string{
		"utf-8":           strings.Replace(page, "%s", "<meta charset=utf-8>", 1),
		"bom":             "\ufeff" + strings.Replace(page, "%s", "", 1),
		"undeclared":      strings.Replace(page, "%s", "", 1),
		"windows-1252":    latin(strings.Replace(page, "%s", `<meta http-equiv=Content-Type content="text/html; charset=ISO-8859-1">`, 1)),
		"latin, not said": latin(strings.Replace(page, "%s", "", 1)),
		"utf-16":          string(wide),
	} {
		t.Run(name, func(t *testing.T) {
			g := given()
			g.Code, g.Version, g.Title = "c", "v", "T"
			if got := read(t, data, g).Blocks[0].Text; got != "La cañería será de 5 m² y más." {
				t.Errorf("read as %q", got)
			}
		})
	}
}

// TestRead_ListTables reads the two-column tables in which lists are set.
func TestRead_ListTables(t *testing.T) {
	g := given()
	g.Code, g.Version, g.Title = "c", "v", "T"
	imp := read(t, `<html lang=en><body><p class="ti-art">Article 1</p><p class="sti-art">Subject</p><p>This law covers:</p>
<table><tr><td>(a)</td><td><p>squares;</p></td></tr><tr><td>(b)</td><td><p>parks, which are:</p><table><tr><td>(i)</td><td>public;</td></tr><tr><td>(ii)</td><td>private.</td></tr></table></td></tr></table></body></html>`, g)
	want := []string{
		"article-1: paragraph This law covers:", "article-1: item> (a) squares;", "article-1: item> (b) parks, which are:",
		"article-1: item>> (i) public;", "article-1: item>> (ii) private.",
	}
	if diff := cmp.Diff(want, kinds(imp.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if title := imp.Code.Versions[0].Sections[0].Title; title != "Article 1. Subject" {
		t.Errorf("section %q", title)
	}
}

func TestRead_Refusals(t *testing.T) {
	for _, test := range []struct {
		name, data string
		kind       error
		said       string
	}{
		{"ErrEmpty", "", importers.ErrEmpty, "nothing"},
		{"ErrEmptyPage", "<html><body><script>x</script></body></html>", importers.ErrEmpty, "no text"},
		{"ErrFormatPlain", "Texto sin más.", importers.ErrFormat, "no tag"},
		{"ErrFormatPDF", "%PDF-1.4", importers.ErrFormat, "PDF"},
		{"ErrMalformedEncoding", "<html><head><meta charset=utf-8></head>\n<p>art\xedculo", importers.ErrMalformed, "line 2"},
		{"ErrMalformedDepth", "<html>" + strings.Repeat("<div>", 20_000) + "x</html>", importers.ErrMalformed, "nodes"},
		{"ErrMalformedFormatting", "<html><body>" + strings.Repeat("<font size=1>", 200) + strings.Repeat("<p>x", 100_000), importers.ErrMalformed, "never closed"},
		{"ErrFormatAKN", `<a:akomaNtoso xmlns:a="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><a:act><a:p>x</a:p></a:act></a:akomaNtoso>`, importers.ErrFormat, "import akn"},
		{"ErrFormatCLML", `<?xml version="1.0"?><Legislation xmlns="http://www.legislation.gov.uk/namespaces/legislation"><p>x</p></Legislation>`, importers.ErrFormat, "/data.akn"},
		{"ErrFormatBOE", `<?xml version="1.0"?><!-- x --><response><data><p>x</p></data></response>`, importers.ErrFormat, "import boe"},
		{"ErrFormatXML", `<norma><p>x</p></norma>`, importers.ErrFormat, "<norma>"},
		{"ErrMalformedCut", gazette[:len(gazette)*85/100], importers.ErrMalformed, "cut"},
		{"ErrMalformedCutFragment", "<h2>Artículo 1. Uno.</h2><p>Texto.</p><table><tr><td>x</td></tr>", importers.ErrMalformed, "<table> is opened"},
		{"ErrMalformedCutTag", "<p>Texto del artículo primero.</p><p cla", importers.ErrMalformed, "within a tag"},
		{"ErrMalformedCutComment", "<p>Texto del artículo primero.</p><!-- <p>x</p>", importers.ErrMalformed, "within a comment"},
		{"ErrTooLargeTags", "<html><body>" + strings.Repeat("<p>x", 600_000), importers.ErrTooLarge, "tags"},
		{"ErrTooLargeElements", "<html><body>" + strings.Repeat("<p>x", 200_000) + "</body>", importers.ErrTooLarge, "paragraphs"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := given()
			g.Code, g.Version, g.Title, g.Lang = "c", "v", "T", "es"
			imp, err := Read(t.Context(), "p.html", []byte(test.data), g)
			if !errors.Is(err, test.kind) || imp != nil || !strings.Contains(err.Error(), test.said) {
				t.Errorf("got %v, %v; want %v with %q", imp, err, test.kind, test.said)
			}
		})
	}
}

// law reads what stands in the body of a page.
func law(t *testing.T, body string) *importers.Import {
	t.Helper()
	return visible(t, body, false)
}

func visible(t *testing.T, body string, only bool) *importers.Import {
	t.Helper()
	g := given()
	g.OnlyVisible = only
	g.Code, g.Version, g.Title, g.Lang = "c", "v", "T", "es"
	return read(t, "<!DOCTYPE html><html><body>"+body+"</body></html>", g)
}

// TestRead_Cut cuts a page everywhere before its end: no part is taken for the
// whole.
func TestRead_Cut(t *testing.T) {
	end := strings.Index(gazette, "</body>")
	for at := strings.Index(gazette, "<main>"); at < end; at += 97 {
		if _, err := Read(t.Context(), "p.html", []byte(gazette[:at]), given()); err == nil {
			t.Fatalf("taken without what follows %q", gazette[at-20:at])
		}
	}
}

func TestRead_Fragment(t *testing.T) {
	g := given()
	g.Code, g.Version, g.Title, g.Lang = "c", "v", "T", "es"
	imp := read(t, "<title>x</title><h2>Artículo 1. Uno.</h2><p>Texto del uno.<p>Y más <i>texto", g)
	if len(imp.Blocks) != 2 {
		t.Errorf("a page that never wrote <html>: %q", kinds(imp.Blocks))
	}
}

// TestRead_RunIn parts headings that run into their text.
func TestRead_RunIn(t *testing.T) {
	imp := law(t, `<p><b>Artículo 1.</b> Objeto. Esta ley regula las plazas.</p><p>Y las calles.</p>
<p><b>Artículo 2. Sombra.</b> La sombra será de <a href="https://example.org/t">toldo</a>.</p>
<p><b>Disposición final única.</b> Entra en vigor mañana.</p>`)
	var titles []string
	for _, s := range imp.Code.Versions[0].Sections {
		titles = append(titles, s.Title)
	}
	if diff := cmp.Diff([]string{"Artículo 1. Objeto.", "Artículo 2. Sombra.", "Disposición final única."}, titles); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	want := []string{
		"articulo-1: paragraph Esta ley regula las plazas.", "articulo-1: paragraph Y las calles.",
		"articulo-2: article La sombra será de toldo.", "disposicion-final-unica: article Entra en vigor mañana.",
	}
	if diff := cmp.Diff(want, kinds(imp.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if refs := imp.Blocks[2].Refs; len(refs) != 1 || refs[0].URL != "https://example.org/t" || imp.Blocks[2].Text[refs[0].Start:refs[0].End] != "toldo" {
		t.Errorf("the link is %+v", refs)
	}
}

// TestRead_Footnotes brings notes to where they are called.
func TestRead_Footnotes(t *testing.T) {
	imp := law(t, `<h2>Artículo 1. Uno.</h2><p>Texto del uno.<sup><a href="#n1" id="c1">1</a></sup></p>
<table><tr><th>A</th><th>B</th></tr><tr><td>x<sup><a href="#n2">2</a></sup></td><td>y</td></tr></table>
<h2 id="dos">Artículo 2. Dos.</h2><p>Según el <sup><a href="#dos">art. 2</a></sup> mismo.</p>
<section class="footnotes"><ol><li id="n1"><p>Nota del uno. <a href="#c1">↩</a></p></li><li id="n2">Nota de la tabla.</li><li>Nota suelta.</li></ol></section>`)
	want := []string{
		"articulo-1: paragraph Texto del uno.(1)", "articulo-1: note 1. Nota del uno.",
		"articulo-1: table A | B\nx(2) | y\n2. Nota de la tabla.",
		"dos: paragraph Según el (art. 2) mismo.", "dos: note 3. Nota suelta.",
	}
	if diff := cmp.Diff(want, kinds(imp.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}

// TestRead_NoteMarks sets the mark of a note apart from its text.
func TestRead_NoteMarks(t *testing.T) {
	for _, mark := range []string{`<a href="#c1">1</a>`, `<a href="#c1"><sup>1</sup></a>`, `<sup><a href="#c1">1</a></sup>`, `<a href="#c1">(1)</a>`, `<a href="#c1">1</a> `} {
		imp := law(t, `<h2>Artículo 1. Uno.</h2><p>Texto del uno.<a name="c1" href="#n1"><sup>1</sup></a></p><div><p><a name="n1"></a>`+mark+`Nota del uno.</p></div>`)
		if diff := cmp.Diff([]string{"articulo-1: paragraph Texto del uno.(1)", "articulo-1: note (1) Nota del uno."}, kinds(imp.Blocks)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", mark, diff)
		}
	}
}

// TestRead_NumberedParagraphs keeps a number with the block behind it.
func TestRead_NumberedParagraphs(t *testing.T) {
	imp := law(t, "<h2>Artículo 1. Uno.</h2><ol><li><p>Primer apartado.</p><p>Sigue.</p></li><li>Segundo.<p>Más.</p></li></ol>")
	want := []string{
		"articulo-1: paragraph 1. Primer apartado.", "articulo-1: paragraph Sigue.", "articulo-1: paragraph 2. Segundo.", "articulo-1: paragraph Más.",
	}
	if diff := cmp.Diff(want, kinds(imp.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}

// TestRead_Report tells of what is left out, and counts what there is.
func TestRead_Report(t *testing.T) {
	body := "<ul><li><a href=#a>Artículo 1</a><li><a href=#b>Artículo 2</a><li><a href=#c>Artículo 3</a><li><a href=#d>Artículo 4</a><li><a href=#e>Artículo 5</a></ul>" +
		"<h2>Artículo 1. Uno.</h2><p>" + strings.Repeat("Texto que no acaba nunca. ", 20) + "</p><p>Con un \x00 dentro y un <del>añadido borrado</del>.</p>"
	imp := law(t, body)
	counts := make(map[string]importers.Count)
	for _, c := range imp.Report.Counts {
		counts[c.What] = c
	}
	if diff := cmp.Diff(importers.Count{What: "articles", Source: 1, Kept: 1}, counts["articles"]); diff != "" {
		t.Errorf("index entries are counted as articles:\n%s", diff)
	}
	if c := counts["words"]; c.Source != 91 || c.Kept != 84 {
		t.Errorf("words: %+v", c)
	}
	said := ""
	for _, p := range imp.Report.Problems {
		said += p.String() + "\n"
	}
	if !strings.Contains(said, "1 NUL characters") || !strings.Contains(said, "5 words of the page are left out, for they are of menus") || !strings.Contains(said, `2 words of the page are left out, for they are struck out: "añadido borrado"`) || strings.Contains(said, "compare the text") {
		t.Errorf("the report says:\n%s", said)
	}
}

// TestRead_WideSpan makes no columns of spans that nothing stands in.
func TestRead_WideSpan(t *testing.T) {
	imp := law(t, "<p>Texto.</p><table><tr><th colspan=100000>Todo</th></tr><tr><td>a</td><td>b</td></tr>"+strings.Repeat("<tr><td>c</td><td colspan=100000>d</td></tr>", 40)+"</table>")
	table := imp.Blocks[len(imp.Blocks)-1].Table
	if table == nil || len(table.Rows[0]) != 2 {
		t.Fatalf("table: %+v", table)
	}
}

// TestRead_Bombs reads pages that are small and would grow.
func TestRead_Bombs(t *testing.T) {
	for name, page := range map[string]string{
		"colspan":  "<table>" + strings.Repeat("<tr><td colspan=65000 rowspan=65000>x</td><td>y</td></tr>", 200) + "</table>",
		"lists":    strings.Repeat("<ul><li>x", 200),
		"tables":   strings.Repeat("<table><tr><td>x", 120),
		"entities": "<p>" + strings.Repeat("&amp;", 200_000) + "</p>",
		"NUL":      "<p>x\x00y</p>",
		"links":    strings.Repeat("<p><a href=http://example.org>x</a>", 20_000),
	} {
		t.Run(name, func(t *testing.T) {
			g := given()
			g.Code, g.Version, g.Title, g.Lang = "c", "v", "T", "es"
			imp, err := Read(t.Context(), "p.html", []byte("<html><body>"+page+"</body></html>"), g)
			if err != nil && !errors.Is(err, importers.ErrTooLarge) && !errors.Is(err, importers.ErrMalformed) && !errors.Is(err, importers.ErrEmpty) {
				t.Errorf("got %v, %v", imp, err)
			}
		})
	}
}

func samples() []importerstest.Sample {
	return []importerstest.Sample{{
		Name: "gazette.html", Data: []byte(gazette), Given: *given(),
		Inserted: []byte(strings.Replace(gazette, "<p>Tendrán:</p>", "<p>Un párrafo más.</p><p>Tendrán:</p>", 1)),
	}}
}

func TestReader(t *testing.T) { importerstest.TestReader(t, Read, samples()) }

func FuzzRead(f *testing.F) { importerstest.Fuzz(f, Read, samples()) }

func BenchmarkRead(b *testing.B) {
	s := samples()[0]
	_, law, _ := strings.Cut(gazette, "<main>")
	law, _, _ = strings.Cut(law, "</main>")
	s.Data = []byte(strings.Replace(gazette, law, strings.Repeat(law, 500), 1))
	importerstest.BenchmarkReader(b, Read, s)
}
