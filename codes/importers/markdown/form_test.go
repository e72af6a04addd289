package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
)

// texts lists what blocks are and say.
func texts(blocks []retrieval.Block) []string {
	var list []string
	for _, b := range blocks {
		list = append(list, b.Section+": "+string(b.Kind)+" "+b.Text)
	}
	return list
}

// article reads a Markdown text with the front matter of the tests.
func article(t *testing.T, text string) *importers.Import {
	t.Helper()
	return read(t, "f.md", frontMatter+text, nil)
}

// TestRead_Indented reads indented lines as text, wherever they stand: nothing
// behind them is lost.
func TestRead_Indented(t *testing.T) {
	imp := article(t, "## Artículo 1. Uno.\n\nAntes.\n\n    con cuatro espacios\n\n\tcon tabulador\n\n- elemento\n\n        hondo en la lista\n\n- otro\n\n            muy hondo\n\nDespués.\n\n## Artículo 2. Dos.\n\nFin.\n")
	want := []string{
		"articulo-1: paragraph Antes.", "articulo-1: paragraph con cuatro espacios", "articulo-1: paragraph con tabulador", "articulo-1: item - elemento",
		"articulo-1: paragraph hondo en la lista", "articulo-1: item - otro", "articulo-1: paragraph muy hondo", "articulo-1: paragraph Después.", "articulo-2: article Fin.",
	}
	if diff := cmp.Diff(want, texts(imp.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}

func TestRead_UnderlinedTitle(t *testing.T) {
	imp := article(t, "Normas de plaza\n===============\n\nUn texto cualquiera.\n\nOtro texto\n----------\n\nY más.\n")
	if diff := cmp.Diff([]string{"Normas de plaza"}, outline(&imp.Code.Versions[0])); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"normas-de-plaza: paragraph Un texto cualquiera.", "normas-de-plaza: paragraph Otro texto", "normas-de-plaza: paragraph Y más."}, texts(imp.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}

// TestRead_Footnotes puts notes where they are called, and reports those that are
// not.
func TestRead_Footnotes(t *testing.T) {
	imp := article(t, "## Artículo 1. Uno.\n\nTexto[^1] del uno[^b].\n\n## Artículo 2. Dos.\n\nTexto[^no] del dos.\n\n[^1]: Derogada\n[^b]: Modificada por ley,\n  de este año.\n\n    Y otra vez.\n\n[^z]: Suelta.\n")
	want := []string{
		"articulo-1: paragraph Texto(1) del uno(b).", "articulo-1: note (1) Derogada", "articulo-1: note (b) Modificada por ley, de este año. Y otra vez.",
		"articulo-2: paragraph Texto(no) del dos.", "articulo-2: note (z) Suelta.",
	}
	if diff := cmp.Diff(want, texts(imp.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if !slices.ContainsFunc(imp.Report.Problems, func(p importers.Problem) bool { return strings.Contains(p.Message, `no text calls the footnote "z"`) }) {
		t.Errorf("the report says %v", imp.Report.Problems)
	}
}

func TestRead_RunIn(t *testing.T) {
	imp := article(t, "**Artículo 1.-** *Objeto.* El objeto es este.\n\nArtículo 2.- Ámbito. El ámbito es otro.\n\nArtículo 3. Definiciones\n\n* **Plaza**: espacio abierto.\n\nArtículo 4. Bancos\n\nSerán:\n\n* de madera;\n")
	if diff := cmp.Diff([]string{"Artículo 1.- Objeto.", "Artículo 2.- Ámbito.", "Artículo 3. Definiciones", "Artículo 4. Bancos"}, outline(&imp.Code.Versions[0])); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	want := []string{"articulo-1: article El objeto es este.", "articulo-2: article El ámbito es otro.", "articulo-3: definition Plaza: espacio abierto.",
		"articulo-4: paragraph Serán:", "articulo-4: item • de madera;",
	}
	if diff := cmp.Diff(want, texts(imp.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}

// TestRead_Repealed takes the day of repeal of a text that says no day of effect.
func TestRead_Repealed(t *testing.T) {
	front := strings.Replace(frontMatter, "---\n", "---\nrepeal_date: 2022-01-02\n", 1)
	front = strings.Replace(front, `"in_force"`, `"repealed"`, 1)
	v := read(t, "f.md", front+"## Artículo 1. Uno.\n\nTexto.\n", nil).Code.Versions[0]
	if v.Repealed.String() != "2022-01-02" || v.Status != codes.Repealed || !v.Effective.IsZero() {
		t.Errorf("repealed %v, %s, in force from %v", v.Repealed, v.Status, v.Effective)
	}
}

// paged makes a plain text of pages, each with a title that other pages have too.
func paged(head func(page int) string, feed string) string {
	var b strings.Builder
	for page := 1; page <= 8; page++ {
		b.WriteString(head(page))
		if page > 4 {
			b.WriteString("For all buildings\n\n")
		}
		for line := range 12 {
			fmt.Fprintf(&b, "%d.%d  Every stair of kind %d should have a handrail.\n\n", page, line+1, page*100+line)
			if line == 5 {
				b.WriteString("For all buildings\n\n")
			}
		}
		b.WriteString(feed)
	}
	return b.String()
}

// TestRead_PageHeads takes the heads of pages out, and no title that repeats.
func TestRead_PageHeads(t *testing.T) {
	for name, test := range map[string]struct {
		text  string
		heads int // that stay
	}{
		"form feeds":     {paged(func(int) string { return "Rules of the town, 2019\n\n" }, "\f"), 1},
		"numbers":        {paged(func(p int) string { return fmt.Sprintf("Rules of the town, 2019\n\n%d\n\n", p+4) }, ""), 1},
		"numbers beside": {paged(func(p int) string { return fmt.Sprintf("%d  Rules of the town, 2019\n\n", p+4) }, ""), 0},
		"no pages":       {paged(func(int) string { return "Rules of the town, 2019\n\n" }, ""), 8},
	} {
		t.Run(name, func(t *testing.T) {
			given := &importers.Given{Code: "s", Version: "1", Title: "Stairs", Country: "GB", Scope: codes.National, Territories: []geo.ID{"GB"}}
			imp := read(t, "stairs.txt", test.text, given)
			all := strings.Join(append(outline(&imp.Code.Versions[0]), texts(imp.Blocks)...), "\n")
			if got := strings.Count(all, "For all buildings"); got != 12 {
				t.Errorf("a title that stands in 12 places is kept %d times", got)
			}
			if got := strings.Count(all, "Rules of the town"); got != test.heads {
				t.Errorf("the head of the pages is kept %d times, want %d:\n%s", got, test.heads, all)
			}
			for _, p := range imp.Report.Problems {
				if strings.Contains(p.Message, "compare the text") {
					t.Error(p)
				}
			}
		})
	}
}

// TestCountWords counts what is text, in the forms Markdown has for it.
func TestCountWords(t *testing.T) {
	var w legal.Words
	countWords("## Uno **ne**gra [dos](http://ejemplo.org/tres) <b>y</b> <!-- nada --> &ntilde;andú\n\n    cuatro\n\n[x]: http://ejemplo.org\n| cinco | cinco | seis |\n", &w)
	if w.Total() != 7 {
		t.Errorf("%d words, want 7", w.Total())
	}
}

// A text that says at its head that it was repealed is so, whatever its front matter
// says of the whole law; what the caller says outranks both.
func TestRead_SaysItIsRepealed(t *testing.T) {
	const text = "---\ntitle: Ley 7/1999, de plazas\npublication_date: 1999-12-14\nlast_updated: 2018-12-06\nstatus: in_force\n---\n# Ley 7/1999, de plazas\n\n%s\n\n##### Artículo 1. Anchuras.\n\nLa anchura es de 1 m.\n"
	tests := map[string]struct {
		head     string
		given    codes.Status
		status   codes.Status
		repealed string
	}{
		"with its day":     {"Norma derogada, con efectos de 7 de diciembre de 2018, por otra.", "", codes.Repealed, "2018-12-07"},
		"without":          {"Disposición derogada por la Ley 3/2018.", "", codes.Repealed, ""},
		"in part":          {"Norma derogada parcialmente por la Ley 3/2018.", "", codes.Active, ""},
		"given as active":  {"Norma derogada, con efectos de 7 de diciembre de 2018.", codes.Active, codes.Active, ""},
		"another law":      {"Queda derogada la Ley 3/1990.", "", codes.Active, ""},
		"in a later place": {"Anchuras de las plazas.\n\n##### Artículo 2. Norma anterior.\n\nNorma derogada: la Ley 3/1990.", "", codes.Active, ""},
	}
	plain := "# Ley 7/1999, de plazas (derogada)\n\n## Artículo 1. Anchuras.\n\nLa anchura es de 1 m.\n"
	imp, err := Read(t.Context(), "l.md", []byte(plain), &importers.Given{Code: "c", Version: "v", Title: "Ley", Territories: []geo.ID{"ES"}, Scope: codes.National, Lang: "es"})
	if err != nil || imp.Code.Versions[0].Status != codes.Repealed {
		t.Errorf("a title that says so is not heard: %v", err)
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			day, _ := codes.ParseDate("2026-01-01")
			imp, err := Read(t.Context(), "l.md", []byte(fmt.Sprintf(text, test.head)), &importers.Given{Code: "c", Territories: []geo.ID{"ES"}, Scope: codes.National, Lang: "es", Today: day, Status: test.given})
			if err != nil {
				t.Fatal(err)
			}
			if v := imp.Code.Versions[0]; v.Status != test.status || v.Repealed.String() != test.repealed {
				t.Errorf("%s until %q, want %s until %q: %v", v.Status, v.Repealed, test.status, test.repealed, imp.Report.Problems)
			}
		})
	}
}
