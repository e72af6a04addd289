package html

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/importers"
)

// long is text enough to be nearly all of a page.
var long = strings.Repeat("Los titulares mantienen las plazas en buen estado y a disposición de la inspección. ", 30)

func said(imp *importers.Import) string {
	var b strings.Builder
	for _, p := range imp.Report.Problems {
		b.WriteString(p.String() + "\n")
	}
	return b.String()
}

func counted(imp *importers.Import, what string) importers.Count {
	for _, c := range imp.Report.Counts {
		if c.What == what {
			return c
		}
	}
	return importers.Count{}
}

// What stands beside the element with most of the text and is text of the law as well
// is read; what is none is left out, and named for what it is.
func TestRead_Siblings(t *testing.T) {
	main := "<h2>Artículo 2. Plazas.</h2><p>" + long + "</p>"
	tests := map[string]struct {
		page       string
		want, left string
	}{
		"an article before":          {`<div id=c1><h2>Artículo 1. Objeto.</h2><p>Regula las plazas.</p></div><div id=c2>` + main + `</div>`, "articulo-1: article Regula las plazas.", ""},
		"an annex behind":            {`<div>` + main + `</div><div><p>ANEXO I</p><p>Sillas de hierro.</p></div>`, "anexo-i: paragraph Sillas de hierro.", ""},
		"a table behind":             {`<div>` + main + `</div><div><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table></div>`, "articulo-2: table A | B\n1 | 2", ""},
		"final words":                {`<div>` + main + `</div><div><p>Esta ordenanza obliga a todos.</p></div>`, "articulo-2: paragraph Esta ordenanza obliga a todos.", ""},
		"sections of a kind":         {`<div class=WordSection1>` + main + `</div><div class=WordSection2><p>Sillas de hierro</p></div>`, "articulo-2: paragraph Sillas de hierro", ""},
		"an annex outside <main>":    {`<main>` + main + `</main><div><h2>ANEXO</h2><p>Sillas de hierro.</p></div>`, "anexo: paragraph Sillas de hierro.", ""},
		"an annex a level up":        {`<div><div>` + main + `</div><div>Plazas, a día de hoy</div></div><div><h2>ANEXO</h2><p>Sillas de hierro.</p></div>`, "anexo: paragraph Sillas de hierro.", `stand beside its text: "Plazas, a día de hoy"`},
		"notes of an office program": {`<div class=WordSection1><h2>Artículo 1. Uno.</h2><p>Quince<a href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a> sillas.</p>` + main + `</div><div style='mso-element:footnote-list'><hr><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1">[1]</a> Diez en invierno.</p></div></div>`, "articulo-1: note [1] Diez en invierno.", ""},
		"notes behind <article>":     {`<article><h2>Artículo 1. Uno.</h2><p>Quince<sup><a href="#n1" id="r1">1</a></sup> sillas.</p>` + main + `</article><section class=footnotes><ol><li id=n1>Diez en invierno. <a href="#r1">↩</a></li></ol></section>`, "articulo-1: note 1. Diez en invierno.", ""},
		"a note beside <article>":    {`<article><h2>Artículo 1. Uno.</h2><p>Quince sillas<a href="#f1" role="doc-noteref">1</a>, y mesas.</p>` + main + `</article><aside id=f1 role="doc-footnote"><p>Diez en invierno.</p></aside>`, "articulo-1: paragraph Quince sillas(1), y mesas.\x00articulo-1: note Diez en invierno.", ""},
		"news beside <main>":         {`<main>` + main + `</main><div><h3>Noticias</h3><p>El pleno aprueba las cuentas de otro año.</p></div>`, "", `stand beside its text: "Noticias`},
		"links to articles":          {`<div>` + main + `</div><div><p><a href=x>Artículo 1. Objeto.</a></p><p><a href=y>Artículo 3. Fuentes.</a></p></div>`, "", "Artículo 1"},
		"a menu":                     {`<nav><p>Artículo 9. Inicio.</p></nav><div>` + main + `</div><footer>Aviso legal.</footer>`, "", `menus, notices and the like: "Artículo 9. Inicio."; "Aviso legal."`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			imp := law(t, test.page)
			all := strings.Join(kinds(imp.Blocks), "\x00")
			if !strings.Contains("\x00"+all+"\x00", "\x00"+test.want+"\x00") && test.want != "" {
				t.Errorf("%q is not in what was read: %q", test.want, all)
			}
			for _, none := range []string{"Noticias", "pleno", "Objeto", "Inicio", "Aviso"} {
				if test.want == "" && strings.Contains(all, none) {
					t.Errorf("%q was read", none)
				}
			}
			if n := counted(imp, "notes"); strings.Contains(test.want, ": note ") && (n.Source != 1 || n.Kept != 1) {
				t.Errorf("%+v", n)
			}
			if test.left != "" && !strings.Contains(said(imp), test.left) {
				t.Errorf("%q is not said: %s", test.left, said(imp))
			}
			if test.left == "" && strings.Contains(said(imp), "left out") {
				t.Errorf("left out: %s", said(imp))
			}
		})
	}
}

// Articles, annexes and tables are counted on the whole page, also where they are
// not read.
func TestRead_CountsWholePage(t *testing.T) {
	imp := law(t, `<main><h2>Artículo 1. Uno.</h2><p>`+long+`</p></main><aside><p>Artículo 2. Dos.</p><p>ANEXO II</p><table><tr><td>a</td></tr></table><p><a href=x>Artículo 3. Tres.</a></p></aside>`)
	for _, want := range []importers.Count{{What: "articles", Source: 2, Kept: 1}, {What: "annexes", Source: 1}, {What: "tables", Source: 1}} {
		if got := counted(imp, want.What); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// A panel that opens is text; what stays hidden is not, and is said to be hidden.
func TestRead_Panels(t *testing.T) {
	const open = `<h2>Artículo 2. Dos.</h2><p>Texto que se ve.</p>`
	tests := map[string]struct {
		page             string
		reads, toVisible bool
	}{
		"a button opens it":      {`<button aria-expanded=false aria-controls=p1>Artículo 1. Uno.</button><div id=p1 hidden><p>Seis plazas.</p></div>`, true, true},
		"a button in a heading":  {`<h2><button data-bs-target="#p1" data-bs-toggle=collapse>Artículo 1. Uno.</button></h2><div id=p1 class=collapse aria-hidden=true><p>Seis plazas.</p></div>`, true, true},
		"a link opens it":        {`<h2><a data-toggle=collapse href="#p1">Artículo 1. Uno.</a></h2><div id=p1 style="display:none"><p>Seis plazas.</p></div>`, true, true},
		"named as one":           {`<h2>Artículo 1. Uno.</h2><p>Ver:</p><div class="panel-collapse" style="display: none"><p>Seis plazas.</p></div>`, true, false},
		"below a heading":        {`<h2>Artículo 1. Uno.</h2><div style="display:none"><p>Seis plazas.</p></div>`, true, false},
		"details":                {`<details><summary>Artículo 1. Uno.</summary><p>Seis plazas.</p></details>`, true, true},
		"hidden":                 {`<h2>Artículo 1. Uno.</h2><p>Nada.</p><div hidden><p>Seis plazas.</p></div>`, false, false},
		"hidden, but navigation": {`<h2>Artículo 1. Uno.</h2><nav class=collapse hidden><p>Seis plazas.</p></nav>`, false, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for _, only := range []bool{false, true} {
				imp := visible(t, test.page+open, only)
				want := test.reads && (!only || test.toVisible)
				reads := strings.Contains(strings.Join(kinds(imp.Blocks), "\n"), " Seis plazas.")
				if reads != want {
					t.Errorf("read %t, want %t (only what is visible: %t): %q", reads, want, only, kinds(imp.Blocks))
				}
				if hidden := strings.Contains(said(imp), "hidden"); hidden == want && !strings.Contains(name, "navigation") {
					t.Errorf("said to be hidden: %t: %s", hidden, said(imp))
				}
			}
		})
	}
}

// A picture alone where a table is announced is that table; one that nothing
// announces is named.
func TestRead_UndescribedPictures(t *testing.T) {
	const lost = "articulo-1: note [tabla que no está en este texto]"
	for name, test := range map[string]struct {
		html string
		want []string
		says string
	}{
		"in a paragraph": {`<p>Según la tabla siguiente:</p><p><img src=t1.png alt=""></p>`, []string{"articulo-1: paragraph Según la tabla siguiente:", lost}, "table given as a picture"},
		"in a figure":    {`<p>Las medidas figuran en el cuadro que sigue.</p><figure><img src=t1.png alt=""></figure>`, []string{"articulo-1: paragraph Las medidas figuran en el cuadro que sigue.", lost}, "table given as a picture"},
		"not announced":  {`<p>Seis plazas.</p><p><img src=/a/t1.png alt=""></p>`, []string{"articulo-1: article Seis plazas."}, "look whether they say something: t1.png"},
		"an ornament":    {`<p>Según la tabla siguiente:</p><p><img src=t1.png alt="" role=presentation></p><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>`, []string{"articulo-1: paragraph Según la tabla siguiente:", "articulo-1: table A | B\n1 | 2"}, ""},
		"within a line":  {`<p>Según la tabla <img src=t1.png alt=""> siguiente.</p><p>Fin.</p>`, []string{"articulo-1: paragraph Según la tabla siguiente.", lost, "articulo-1: paragraph Fin."}, ""},
		"a dot":          {`<p>Seis plazas.</p><p><img src=t1.png alt="" width=1></p>`, []string{"articulo-1: article Seis plazas."}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			imp := law(t, "<h2>Artículo 1. Uno.</h2>"+test.html)
			if diff := cmp.Diff(test.want, kinds(imp.Blocks)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if !strings.Contains(said(imp), test.says) || test.says == "" && strings.Contains(said(imp), "picture") {
				t.Errorf("want %q said: %s", test.says, said(imp))
			}
		})
	}
}

// A table in a cell is a table of its own, behind the one it stands in, under what
// its row begins with.
func TestRead_NestedTables(t *testing.T) {
	imp := law(t, `<h2>Artículo 1. Uno.</h2><table><tr><th>Zona</th><th>Valores</th></tr>
<tr><td>Dentro</td><td>Según: <div><table><tr><th>Sala</th><th>lux</th></tr><tr><td>Aula</td><td>300</td></tr></table></div></td></tr><tr><td>Fuera</td><td>Plan</td></tr></table>`)
	want := []string{"articulo-1: table Zona | Valores\nDentro | Según: [tabla que sigue]\nFuera | Plan", "articulo-1: table Dentro\nSala | lux\nAula | 300"}
	if diff := cmp.Diff(want, kinds(imp.Blocks)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if got := counted(imp, "tables"); got != (importers.Count{What: "tables", Source: 2, Kept: 2}) {
		t.Errorf("%+v", got)
	}
}

// A number set apart from the block it numbers leads it; a line said to be the title
// of the number before it is that title, whatever it looks like.
func TestRead_Gazette(t *testing.T) {
	imp := law(t, `<p class="title-article-norm">Artículo 4</p><div class="eli-title"><p class="stitle-article-norm">Título 2</p></div>
<div class="norm"><span class="no-parag">1.  </span><div class="norm inline-element">Sixty seats.</div></div><div class="norm"><span class="no-parag">2.  </span><div class="norm inline-element">Ten trees.</div></div>
<p class="title-annex-1">ANEXO I</p><p class="norm">The clear height is 2,50 m.</p>`)
	if diff := cmp.Diff([]string{"articulo-4: paragraph 1. Sixty seats.", "articulo-4: paragraph 2. Ten trees.", "anexo-i: paragraph The clear height is 2,50 m."}, kinds(imp.Blocks)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if title := imp.Code.Versions[0].Sections[0].Title; title != "Artículo 4. Título 2" {
		t.Errorf("title %q", title)
	}
}
