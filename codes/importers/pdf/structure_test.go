package pdf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/importers/legal"
)

// justified sets words from x to end, with blanks of one width.
func (t *typesetter) justified(x, end, y, size float64, words ...string) {
	letters := 0
	for _, w := range words {
		letters += len(w)
	}
	blank := (end - x - float64(letters)*size/2) / float64(len(words)-1)
	for _, w := range words {
		t.line(x, y, size, false, w)
		x += float64(len(w))*size/2 + blank
	}
}

// TestLayout_JustifiedColumns has two columns whose lines are not level, and
// blanks as wide as the gutter.
func TestLayout_JustifiedColumns(t *testing.T) {
	p := newTypesetter(1)
	var want []string
	for side, x := range []float64{50, 310} {
		var text []string
		for i := range 24 {
			words := []string{fmt.Sprintf("line%c", 'a'+i), "of", "this", "column", "goes", "on"}
			if i%3 == 1 {
				words = append(words, "without", "an", "end")
			}
			p.justified(x, x+230, 100+14*float64(i)+5*float64(side), 10, words...)
			text = append(text, words...)
		}
		want = append(want, strings.Join(text, " "))
	}
	if diff := cmp.Diff(strings.Join(want, " "), strings.Join(texts(laidOut(nil, p)), " ")); diff != "" {
		t.Error(diff)
	}
}

func TestLayout_Overprinted(t *testing.T) {
	p := newTypesetter(1)
	p.line(50, 100, 10, false, "Any stairs and all ramps")
	p.line(80.4, 100, 10, false, "airs and")
	p.line(50, 100.3, 10, false, "Any stairs and all ramps")
	if got := len(withoutDoubles(p.page.glyphs)); got != len("Anystairsandallramps") {
		t.Errorf("%d glyphs", got)
	}
	if diff := cmp.Diff([]string{"Any stairs and all ramps"}, texts(laidOut(nil, p))); diff != "" {
		t.Error(diff)
	}
}

// TestLayout_Sample has a large heading within the text that is the only one of
// its size.
func TestLayout_Sample(t *testing.T) {
	p := newTypesetter(1)
	y := 100.0
	put := func(size float64, bold bool, text string) {
		y += 2.2 * size
		p.line(50, y, size, bold, text)
	}
	put(20, true, "The first chapter")
	put(10, false, "What stands below it, in a sentence of its own.")
	put(30, true, "A sample heading")
	put(10, false, "What the sample says, in a sentence of its own.")
	put(20, true, "The second chapter")
	put(10, false, "What stands below that, in a sentence of its own.")
	got := texts(laidOut(nil, p))
	levels := func(text string) int {
		at := slices.IndexFunc(got, func(s string) bool { return strings.HasSuffix(s, text) })
		return strings.Count(got[at], "#")
	}
	if levels("first chapter") != levels("sample heading") || levels("second chapter") != levels("sample heading") {
		t.Errorf("got %q", got)
	}
}

func TestLayout_Cover(t *testing.T) {
	cover := newTypesetter(1)
	cover.line(50, 60, 9, true, "MINISTRY OF BUILDINGS")
	cover.line(50, 200, 30, true, "Rules on ramps")
	cover.line(50, 500, 11, true, "14 June 2022")
	pages := []*typesetter{cover}
	for n := range 3 {
		p := newTypesetter(n + 2)
		p.line(50, 150, 14, true, fmt.Sprintf("Chapter %d", n+1))
		for i := range 8 {
			p.line(50, 180+14*float64(i), 10, false, fmt.Sprintf("Line %d of page %d is no line of any other page.", i, n))
		}
		pages = append(pages, p)
	}
	d := laidOut(nil, pages...)
	if d.Title != "Rules on ramps" {
		t.Errorf("title %q", d.Title)
	}
	for _, e := range d.Elements {
		if e.Page == 1 && e.Level > 0 {
			t.Errorf("%q is a heading", e.Text)
		}
	}
}

func TestTitleOf(t *testing.T) {
	for given, want := range map[string]string{
		"Rules on  ramps":              "Rules on ramps",
		"Microsoft Word - ramps 3.doc": "",
		"ramps_final v2":               "",
		"Ramps":                        "",
		"":                             "",
	} {
		if got := titleOf(given); got != want {
			t.Errorf("%q: want %q, got %q", given, want, got)
		}
	}
}

// tableOf makes a lattice of texts.
func tableOf(rows ...[]string) *lattice {
	l := &lattice{rows: len(rows), cols: len(rows[0])}
	for r, row := range rows {
		for c, text := range row {
			l.cells = append(l.cells, cell{row: r, col: c, rows: 1, cols: 1, text: text})
		}
	}
	return l
}

func TestLattice_DeepenHead(t *testing.T) {
	data := [][]string{{"Avila", "C3", "D1"}, {"Burgos", "C3", "E1"}, {"Cuenca", "D3", "E1"}, {"Huesca", "D3", "E1"}, {"Jaca", "E1", "E1"}, {"Lugo", "E1", "E1"}}
	for _, tt := range []struct {
		name string
		head [][]string
		want int
	}{
		{"Deep", [][]string{{"", "Altitude", "Altitude"}, {"Province", "50", "100"}, {"", "m", "m"}}, 3},
		{"TwoLabels", [][]string{{"", "Altitude", "Altitude"}, {"Province", "50", "100"}, {"Other", "5", "6"}, {"", "m", "m"}}, 0},
		{"SameForm", [][]string{{"", "Altitude", "Altitude"}, {"Albacete", "C3", "D2"}, {"", "D3", "E1"}}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := tableOf(append(tt.head, data...)...)
			if l.deepenHead(); l.head != tt.want {
				t.Errorf("want %d rows, got %d", tt.want, l.head)
			}
		})
	}
}

func TestLattice_SplitColumns(t *testing.T) {
	l := tableOf([]string{"Part", "Zone"}, []string{"", "α A B"}, []string{"Wall", "0,56 0,50 0,38"}, []string{"Roof", "0,50 0,44 0,33"})
	l.splitColumns()
	var got [][]string
	for r := range l.rows {
		got = append(got, l.texts(r))
	}
	want := [][]string{{"Part", "Zone", "", ""}, {"", "α", "A", "B"}, {"Wall", "0,56", "0,50", "0,38"}, {"Roof", "0,50", "0,44", "0,33"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	whole := tableOf([]string{"Part", "Zone"}, []string{"Wall", "1 000 000"}, []string{"Roof", "2 000 000"}, []string{"Floor", "3 000 000"})
	if whole.splitColumns(); whole.cols != 2 {
		t.Error("figures with blanks between thousands were parted")
	}
}

// TestComposer_UnmakeDrawings has cells by the caption of a figure, and by that of
// a table.
func TestComposer_UnmakeDrawings(t *testing.T) {
	for caption, want := range map[string]bool{"Figure 3. A stair seen from its side": false, "Table 3. Parts of a stair": true} {
		c := &composer{grammar: legal.For("en"), list: []paragraph{
			{page: 1, text: caption},
			{page: 1, whole: true, table: tableOf([]string{"Landing", "Door of lift"}, []string{"", "Landing"})},
		}}
		c.unmakeDrawings()
		if got := c.list[1].table != nil; got != want {
			t.Errorf("%s: table %v", caption, got)
		}
	}
}

// TestLayout_CaptionOfTwoLines has a caption whose second line stands to one side
// of the middle of the first.
func TestLayout_CaptionOfTwoLines(t *testing.T) {
	p := newTypesetter(1)
	p.line(50, 80, 9, true, "Table 3. Limits of the permeability of the openings of walls,")
	p.line(130, 91, 9, true, "Q in cubic metres")
	for i, row := range [][]string{{"Zone", "North", "South"}, {"Coast", "27", "25"}, {"Hills", "9", "8"}} {
		for k, text := range row {
			p.line(60+120*float64(k), 116+16*float64(i), 9, i == 0, text)
		}
	}
	want := []string{
		"caption Table 3. Limits of the permeability of the openings of walls, Q in cubic metres",
		"table Zone | North | South / Coast | 27 | 25 / Hills | 9 | 8",
	}
	if diff := cmp.Diff(want, texts(laidOut(nil, p))); diff != "" {
		t.Error(diff)
	}
}

// columns sets lines in two columns, the first line of both at one height.
func columns(p *typesetter, y float64, left, right []string) {
	for i, text := range left {
		p.line(50, y+14*float64(i), 10, false, text)
	}
	for i, text := range right {
		p.line(320, y+14*float64(i), 10, false, text)
	}
}

// Two columns are two columns on a page of few lines too: where other pages show them,
// or where two articles begin side by side. A table whose rows name articles is none.
func TestLayout_ShortColumns(t *testing.T) {
	long := func() *typesetter {
		p := newTypesetter(1)
		columns(p, 100, []string{"Artículo 1. Accesos", "Los accesos a los garajes tendrán una an-", "chura mínima de 3,00 m en todo el reco-", "rrido de los vehículos y de las personas", "que los usan a diario."},
			[]string{"Artículo 2. Rampas", "Las rampas rectas tendrán una pendiente", "máxima del 16 %, medida en la línea me-", "dia, y las curvas una del 12 % en todos", "los tramos del recorrido."})
		return p
	}
	head := []string{"Artículo 1. Accesos", "Los accesos a los garajes tendrán una anchura mínima de 3,00 m en todo el recorrido de los vehículos y de las personas que los usan a diario.",
		"Artículo 2. Rampas", "Las rampas rectas tendrán una pendiente máxima del 16 %, medida en la línea media, y las curvas una del 12 % en todos los tramos del recorrido."}
	last := func(left, right []string) *typesetter {
		p := newTypesetter(2)
		columns(p, 100, left, right)
		return p
	}
	alone := newTypesetter(1)
	columns(alone, 100, []string{"Artículo 1. Setos", "La altura máxima de los setos", "será de 2,00 m."}, []string{"Artículo 2. Vallas", "La altura máxima de las vallas", "será de 1,80 m."})
	table := newTypesetter(1)
	columns(table, 100, []string{"Artículo 1. Setos", "Artículo 2. Vallas", "Artículo 3. Muros", "Artículo 4. Fin"}, []string{"Artículo 7. Setos", "Artículo 8. Vallas", "Artículo 9. Muros", "Artículo 10. Fin"})
	for name, test := range map[string]struct {
		pages []*typesetter
		want  []string
	}{
		"two lines": {[]*typesetter{long(), last([]string{"de un edificio de viviendas cerrado,", "con su puerta."}, []string{"como las del garaje de la ciudad", "y sus anejos."})}, append(slices.Clone(head),
			"de un edificio de viviendas cerrado, con su puerta.", "como las del garaje de la ciudad y sus anejos.")},
		"headings side by side": {[]*typesetter{alone}, []string{"Artículo 1. Setos", "La altura máxima de los setos será de 2,00 m.", "Artículo 2. Vallas", "La altura máxima de las vallas será de 1,80 m."}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, texts(laidOut(nil, test.pages...))); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("a table of articles", func(t *testing.T) {
		if got := texts(laidOut(nil, table)); slices.Contains(got, "Artículo 1. Setos") {
			t.Errorf("its rows are taken apart: %q", got)
		}
	})
}

// Labels with what they say set apart are lines of their own.
func TestLayout_Labels(t *testing.T) {
	p := newTypesetter(1)
	columns(p, 100, []string{"Altura máxima:", "Fondo máximo:", "Parcela mínima:"}, []string{"12 m", "15 m", "200 m²"})
	if diff := cmp.Diff([]string{"Altura máxima: 12 m", "Fondo máximo: 15 m", "Parcela mínima: 200 m²"}, texts(laidOut(nil, p))); diff != "" {
		t.Error(diff)
	}
}
