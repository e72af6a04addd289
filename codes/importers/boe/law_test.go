package boe_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
)

// versions returns the versions as "slug status until next".
func versions(imp *importers.Import) []string {
	var list []string
	for _, v := range imp.Code.Versions {
		list = append(list, fmt.Sprintf("%s %s %s>%s", v.Slug, v.Status, v.Repealed, v.SucceededBy.Version))
	}
	return list
}

func reports(imp *importers.Import, words string) bool {
	for _, p := range imp.Report.Problems {
		if strings.Contains(p.String(), words) {
			return true
		}
	}
	return false
}

// A wording that does not say its first day is never taken for law from the day of
// publication where a better day is known.
func TestRead_UndatedWording(t *testing.T) {
	const note = `<bloque id="ni" tipo="nota_inicial">` + "\n" + `<version id_norma="BOE-A-2001-99901" fecha_publicacion="20010110" fecha_vigencia="20010201">`
	amended := []string{"2001-02-01 repealed 2010-06-01>2010-06-01", "2010-06-01 active >2030-01-01", "2030-01-01 in_progress >"}
	tests := map[string]struct {
		text string
		want []string
	}{
		"of the law itself": {edited(note, strings.Replace(note, ` fecha_vigencia="20010201"`, "", 1)), amended},
		"of the law, without metadata": {
			"<texto>" + between("<texto>", "</texto>") + "</texto>", amended,
		},
		"of a norm that has its day elsewhere": {
			edited("<version id_norma=\"BOE-A-2010-99902\" fecha_publicacion=\"20100301\" fecha_vigencia=\"20100601\">\n<p class=\"articulo\">Artículo 4. Altura.",
				"<version id_norma=\"BOE-A-2010-99902\" fecha_publicacion=\"20100301\">\n<p class=\"articulo\">Artículo 4. Altura."), amended,
		},
		"every one of the law": {
			edited(` fecha_publicacion="20010110" fecha_vigencia="20010201"`, ` fecha_publicacion="20010110"`), amended,
		},
		"published before the law was in force": {
			edited(`fecha_publicacion="20250301" fecha_vigencia="20300101"`, `fecha_publicacion="20010120"`),
			[]string{"2001-02-01 repealed 2010-06-01>2010-06-01", "2010-06-01 active >"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			text := test.text
			if name == "of the law, without metadata" {
				text = strings.Replace(text, note, strings.Replace(note, ` fecha_vigencia="20010201"`, "", 1), 1)
			}
			imp := read(t, text, &importers.Given{Today: date("2026-01-01"), Title: "T", Scope: codes.National, Territories: samples()[0].Given.Territories})
			if diff := cmp.Diff(test.want, versions(imp)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if !reports(imp, "without its first day in force") {
				t.Errorf("the report does not say that a day is missing: %v", imp.Report.Problems)
			}
		})
	}
}

// An older consolidation leaves what a newer one entered as it is.
func TestRead_OlderAgain(t *testing.T) {
	from := strings.Index(string(law), `<version id_norma="BOE-A-2030-99903"`)
	to := strings.Index(string(law), "</bloque>\n<bloque id=\"a4\"")
	older := string(law)[:from] + string(law)[to:]
	first := strings.NewReplacer(`id_norma="BOE-A-2010-99902" fecha_publicacion="20100301" fecha_vigencia="20100601"`, `id_norma="BOE-A-2010-99902" fecha_publicacion="20100301" fecha_vigencia="99999999"`).Replace(older)
	for name, test := range map[string]struct {
		stored, file string
		today        string
		want         []string
	}{
		"older, next to come":   {string(law), older, "2026-01-01", []string{"2001-02-01 repealed 2010-06-01>2010-06-01", "2010-06-01 active >2030-01-01"}},
		"older, next in force":  {string(law), older, "2031-01-01", []string{"2001-02-01 repealed 2010-06-01>2010-06-01", "2010-06-01 repealed 2030-01-01>2030-01-01"}},
		"oldest, one version":   {string(law), first, "2026-01-01", []string{"2001-02-01 repealed 2010-06-01>2010-06-01"}},
		"newer than the stored": {older, string(law), "2031-01-01", []string{"2001-02-01 repealed 2010-06-01>2010-06-01", "2010-06-01 repealed 2030-01-01>2030-01-01", "2030-01-01 active >"}},
		"repeal taken back": {
			edited("<estatus_derogacion>N<", "<fecha_derogacion>20200101</fecha_derogacion><estatus_derogacion>S<"), older, "2026-01-01",
			[]string{"2001-02-01 repealed 2010-06-01>2010-06-01", "2010-06-01 active >"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			given := importers.Given{Today: date(test.today)}
			stored := read(t, test.stored, &given).Code
			given.Stored = func(string) *codes.Code { return &stored }
			if diff := cmp.Diff(test.want, versions(read(t, test.file, &given))); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// The version in force alone names its successor only where that is stored.
func TestRead_CurrentAlone(t *testing.T) {
	given := importers.Given{Today: date("2026-01-01")}
	stored := read(t, string(law), &given).Code
	given.OnlyCurrent = true
	given.Stored = func(string) *codes.Code { return &stored }
	if diff := cmp.Diff([]string{"2010-06-01 active >2030-01-01"}, versions(read(t, string(law), &given))); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// block is a law whose only block holds content.
func block(attrs, content string) string {
	return `<texto><bloque ` + attrs + `><version id_norma="BOE-A-2001-99901" fecha_publicacion="20010110" fecha_vigencia="20010201">` + content + `</version></bloque></texto>`
}

func readBlock(t *testing.T, attrs, content, lang string) *importers.Import {
	t.Helper()
	return read(t, block(attrs, content), &importers.Given{Title: "T", Scope: codes.National, Territories: samples()[0].Given.Territories, Lang: lang})
}

func TestRead_BlockTitles(t *testing.T) {
	for _, test := range []struct{ attrs, lang, want string }{
		{`id="pr" tipo="preambulo" titulo="[preambulo]"`, "", "Preámbulo"},
		{`id="pr" tipo="preambulo" titulo="[preambulo]"`, "ca", "Preàmbul"},
		{`id="fi" tipo="firma" titulo="[firma]"`, "gl", "Sinatura"},
		{`id="no" tipo="nota_inicial" titulo="[notainicial]"`, "", "Nota inicial"},
		{`id="no" tipo="otro" titulo="[notainicial]"`, "", "Nota inicial"},
		{`id="x" tipo="otro" titulo="[índice de láminas]"`, "", "Índice de láminas"},
		{`id="x" tipo="firma"`, "", "Firma"},
		{`id="x" tipo="firma" titulo="Firmantes [dos]"`, "", "Firmantes [dos]"},
	} {
		imp := readBlock(t, test.attrs, "<p>Texto de muestra.</p>", test.lang)
		if got := imp.Code.Versions[0].Sections[0].Title; got != test.want {
			t.Errorf("%s in %q: title %q, want %q", test.attrs, test.lang, got, test.want)
		}
	}
}

// The title of a chapter joins its number, whichever classes they have.
func TestRead_Headings(t *testing.T) {
	for content, want := range map[string]string{
		`<p class="capitulo">CAPÍTULO II</p><p class="capitulo_tit">Huecos</p>`:                                      "CAPÍTULO II. Huecos",
		`<p class="capitulo_num">CAPÍTULO II</p><p class="capitulo_tit">Huecos</p>`:                                  "CAPÍTULO II. Huecos",
		`<p class="capitulo">CAPÍTULO II.</p><p class="capitulo_tit">Huecos</p><p class="capitulo_tit">y patios</p>`: "CAPÍTULO II. Huecos y patios",
	} {
		imp := readBlock(t, `id="cii" tipo="encabezado" titulo="CAPÍTULO II"`, content+"<p>Texto.</p>", "")
		if diff := cmp.Diff([]string{want}, imp.Blocks[0].Path); diff != "" {
			t.Errorf("%s: -want +got\n%s", content, diff)
		}
	}
	imp := readBlock(t, `id="x" tipo="encabezado"`, `<p class="capitulo">CAPÍTULO I</p><p class="capitulo">CAPÍTULO II</p><p class="seccion_tit">Otra</p><p>Texto.</p>`, "")
	if diff := cmp.Diff([]string{"CAPÍTULO II", "Otra"}, imp.Blocks[0].Path); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// What describes an image is kept, the name of its file is not.
func TestRead_ImageText(t *testing.T) {
	for alt, want := range map[string]string{
		"Imagen: U = 1/R":           "[fórmula que no está en este texto: Imagen: U = 1/R]",
		"U=1/R":                     "[fórmula que no está en este texto: U=1/R]",
		"/datos/imagenes/1_1.png":   "[fórmula que no está en este texto]",
		"Imagen: /datos/im/1_1.png": "[fórmula que no está en este texto]",
		"/datos/imagenes/2009/1_1":  "[fórmula que no está en este texto]",
		"Formula 1.JPG":             "[fórmula que no está en este texto]",
		"":                          "[fórmula que no está en este texto]",
	} {
		imp := readBlock(t, `id="a1" tipo="precepto"`, `<p class="articulo">Artículo 1</p><p>La fórmula es la siguiente:</p><p class="imagen"><img src="/i.png" alt="`+alt+`"/></p>`, "")
		if got := imp.Blocks[1].Text; got != want {
			t.Errorf("%q gives %q, want %q", alt, got, want)
		}
	}
}

// A table, figure or formula that is announced and does not come is reported and
// its place shown; one that comes is not.
func TestRead_Announced(t *testing.T) {
	const says = `<p>El caudal se calculará con las siguientes ecuaciones:</p>`
	const lost = "[fórmula que no está en este texto]"
	for name, test := range map[string]struct {
		content string
		lost    bool
	}{
		"missing":                  {says + `<p>Este valor se redondea.</p>`, true},
		"missing at the end":       {says, true},
		"missing before a heading": {says + `<p class="articulo">Artículo 2</p><p>Q = 3 · A</p>`, true},
		"formula":                  {says + `<p>Q = 3 · A</p>`, false},
		"formula set as a heading": {says + `<p class="centro_redonda">Q = 3 · A</p>`, false},
		"image":                    {says + `<p><img src="/q.png"/></p>`, false},
		"image behind words":       {says + `<p>Para el verano:</p><p><img src="/q.png"/></p>`, false},
		"table":                    {says + `<table><tr><td>Q</td><td>3</td></tr></table>`, false},
		"of no formula":            {`<p>Se cumplirá lo siguiente:</p><p>Nada.</p>`, false},
		"of one shown before":      {`<p>La ecuación anterior se aplica a:</p><p>Todo.</p>`, false},
	} {
		t.Run(name, func(t *testing.T) {
			imp := readBlock(t, `id="a1" tipo="precepto"`, `<p class="articulo">Artículo 1</p>`+test.content, "")
			shown := len(imp.Blocks) > 1 && imp.Blocks[1].Text == lost && imp.Blocks[1].Kind == retrieval.Note
			if reported := reports(imp, "a1: line 1: a formula is announced"); reported != test.lost || shown != test.lost {
				t.Errorf("reported %t, shown %t, want %t: %v", reported, shown, test.lost, imp.Report.Problems)
			}
		})
	}
}

// Words a reader does not keep are missed.
func TestRead_Words(t *testing.T) {
	imp := readBlock(t, `id="a1" tipo="precepto"`, `<p class="articulo">Artículo 1</p><p>Toda escalera tiene <span>un pasa</span>manos.</p><table><tr><td>Uso</td><td colspan="2">Ancho</td></tr><tr><td>Casa</td><td>1</td><td>2</td></tr></table>`, "")
	counts := imp.Report.Counts
	if got := counts[len(counts)-1]; got != (importers.Count{What: "words", Source: 12, Kept: 12}) {
		t.Errorf("got %+v", got)
	}
	if reports(imp, "words of the text") {
		t.Errorf("words are missed where none are: %v", imp.Report.Problems)
	}
}

// A law that says at its head that it was repealed is so, where its metadata do not
// know yet.
func TestRead_SaysItIsRepealed(t *testing.T) {
	head := `<bloque id="no" tipo="nota_inicial"><version id_norma="BOE-A-2001-99901" fecha_publicacion="20010110" fecha_vigencia="20010201"><p class="parrafo">Norma derogada, con efectos de 1 de mayo de 2020, por otra.</p></version></bloque>`
	imp := read(t, edited("<texto>", "<texto>"+head), &importers.Given{Today: date("2026-01-01")})
	if diff := cmp.Diff([]string{"2001-02-01 repealed 2010-06-01>2010-06-01", "2010-06-01 repealed 2020-05-01>"}, versions(imp)); diff != "" || !reports(imp, "1 de mayo de 2020") {
		t.Errorf("-want +got\n%s\n%v", diff, imp.Report.Problems)
	}
}
