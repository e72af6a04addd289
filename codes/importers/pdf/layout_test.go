package pdf

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/importers/legal"
)

// typesetter makes glyphs: each half its size wide.
type typesetter struct{ page page }

func newTypesetter(number int) *typesetter {
	return &typesetter{page{number: number, width: 600, height: 800}}
}

func (t *typesetter) line(x, y, size float64, bold bool, text string) {
	for _, r := range text {
		if r != ' ' {
			t.page.glyphs = append(t.page.glyphs, glyph{r: r, x0: x, x1: x + size/2, base: y, size: size, face: face{bold: bold}})
		}
		x += size / 2
	}
}

// texts lays pages out and returns what each element says, headings led by "#".
func texts(d *document) []string {
	var list []string
	for _, e := range d.Elements {
		switch {
		case e.Role == legal.AsTable && e.Table != nil:
			list = append(list, "table "+strings.ReplaceAll(e.Table.Text(), "\n", " / "))
		case e.Level > 0:
			list = append(list, strings.Repeat("#", e.Level)+" "+e.Text)
		default:
			list = append(list, strings.TrimSpace(string(e.Role)+" "+e.Text))
		}
	}
	return list
}

func laidOut(marks []bookmark, pages ...*typesetter) *document {
	var leaves []*leaf
	for _, p := range pages {
		leaves = append(leaves, newLeaf(&p.page))
	}
	return layout(leaves, marks, len(pages))
}

func TestLayout_Paragraphs(t *testing.T) {
	p := newTypesetter(1)
	p.line(50, 100, 14, true, "Chapter about ramps and landings")
	p.line(50, 130, 10, false, "A ramp that is steeper than this has to have land-")
	p.line(50, 142, 10, false, "ings at both of its ends, and handrails.")
	p.line(50, 166, 10, false, "The landing of a ramp is level and the ramp it-")
	p.line(50, 178, 10, false, "self is not, of course.")
	p.line(50, 202, 10, false, "(a) the first of two items in this list, which goes")
	p.line(66, 214, 10, false, "on in a second line;")
	p.line(50, 226, 10, false, "(b) the second.")
	want := []string{
		"# Chapter about ramps and landings",
		"A ramp that is steeper than this has to have landings at both of its ends, and handrails.",
		"The landing of a ramp is level and the ramp itself is not, of course.",
		"(a) the first of two items in this list, which goes on in a second line;",
		"(b) the second.",
	}
	if diff := cmp.Diff(want, texts(laidOut(nil, p))); diff != "" {
		t.Error(diff)
	}
}

func TestLayout_Running(t *testing.T) {
	var pages []*typesetter
	for n := range 6 {
		p := newTypesetter(n + 1)
		head := "Part of the first chapter"
		if n == 5 {
			head = "A chapter of one page"
		}
		p.line(200, 30, 8, false, head)
		p.line(50, 100, 10, false, "What page "+string(rune('A'+n))+" says stands on no other page at all.")
		p.line(290, 780, 8, false, "Page "+string(rune('1'+n)))
		pages = append(pages, p)
	}
	d := laidOut(nil, pages...)
	if got := strings.Join(texts(d), "\n"); strings.Contains(got, "hapter") || strings.Contains(got, "Page") || strings.Count(got, "stands on no other") != 6 {
		t.Errorf("got:\n%s", got)
	}
	if d.Running != 12 {
		t.Errorf("%d running lines", d.Running)
	}
}

func TestLayout_Contents(t *testing.T) {
	p := newTypesetter(1)
	p.line(50, 60, 14, true, "Index")
	for i, title := range []string{"General rules", "Stairs", "Ramps", "Handrails", "Lighting"} {
		y := 100 + 16*float64(i)
		p.line(50, y, 10, false, title+strings.Repeat(".", 60-len(title)))
		p.line(380, y, 10, false, string(rune('1'+i)))
	}
	body := newTypesetter(2)
	body.line(50, 100, 10, false, "The text itself begins here and has no dots in it.")
	d := laidOut(nil, p, body)
	if diff := cmp.Diff([]string{"The text itself begins here and has no dots in it."}, texts(d)); diff != "" {
		t.Error(diff)
	}
	if len(d.Problems) != 1 || d.Problems[0].Page != 1 {
		t.Errorf("problems %+v", d.Problems)
	}
}

// TestLayout_Sideways turns a page whose text runs upwards.
func TestLayout_Sideways(t *testing.T) {
	p := newTypesetter(1)
	p.line(50, 100, 10, false, "A wide table is often laid on its side.")
	for i := range p.page.glyphs {
		p.page.glyphs[i].turn = up
		p.page.glyphs[i].x0 -= 800
		p.page.glyphs[i].x1 -= 800
	}
	if diff := cmp.Diff([]string{"A wide table is often laid on its side."}, texts(laidOut(nil, p))); diff != "" {
		t.Error(diff)
	}
}

// TestLayout_CentredLabels has cells of several lines set around the middle of
// their row, at the distance rows have.
func TestLayout_CentredLabels(t *testing.T) {
	p := newTypesetter(1)
	row := func(y float64, cells ...string) {
		for i, text := range cells {
			p.line(50+200*float64(i), y, 9, false, text)
		}
	}
	p.line(50, 80, 10, true, "Table 3. Heights of barriers")
	row(100, "Place", "Height (m)", "Remark")
	row(118, "Dwelling", "0.90", "from the floor")
	row(130, "Office, where there are no")
	row(136, "", "1.10", "from the floor")
	row(142, "children")
	row(160, "School", "1.20", "from the floor")
	want := []string{
		"caption Table 3. Heights of barriers",
		"table Place | Height (m) | Remark / Dwelling | 0.90 | from the floor / Office, where there are no children | 1.10 | from the floor / School | 1.20 | from the floor",
	}
	if diff := cmp.Diff(want, texts(laidOut(nil, p))); diff != "" {
		t.Error(diff)
	}
}

// TestLayout_WrappedLabels has labels of two lines in rows that are hardly further
// apart than their lines.
func TestLayout_WrappedLabels(t *testing.T) {
	p := newTypesetter(1)
	put := func(x, y float64, text string) { p.line(x, y, 10, false, text) }
	p.line(50, 80, 10, true, "Table 4. Heights of barriers")
	put(50, 100, "Place")
	put(250, 100, "Height")
	put(350, 100, "Remark")
	for i, label := range [][2]string{{"Barrier in", "dwellings"}, {"Barrier", "elsewhere"}} {
		y := 114 + 25.5*float64(i)
		put(50, y, label[0])
		put(50, y+12, label[1])
		put(250, y+6, "1.10 m")
		put(350, y+6, "from the floor")
	}
	want := []string{
		"caption Table 4. Heights of barriers",
		"table Place | Height | Remark / Barrier in dwellings | 1.10 m | from the floor / Barrier elsewhere | 1.10 m | from the floor",
	}
	if diff := cmp.Diff(want, texts(laidOut(nil, p))); diff != "" {
		t.Error(diff)
	}
}

func TestWords_Risen(t *testing.T) {
	for _, tt := range []struct {
		name string
		rise float64
		text string
		want string
	}{
		{"Raised", 4, "2", "m²"},
		{"Power", 4, "-3", "m⁻³"},
		{"Lowered", -2, "2", "m₂"},
		{"Letters", -2, "lim", "mlim"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newTypesetter(1)
			p.line(50, 100, 10, false, "m")
			p.line(55, 100-tt.rise, 6, false, tt.text)
			list := words(p.page.glyphs, level, nil)
			if len(list) != 1 || list[0].text != tt.want {
				t.Errorf("want %q, got %+v", tt.want, list)
			}
		})
	}
}

func TestHyphens_Join(t *testing.T) {
	h := newHyphens()
	h.learn("the landing of a fire-resisting door, fire and resisting")
	for _, tt := range []struct{ name, text, line, want string }{
		{"Known", "the land-", "ing ends", "the landing ends"},
		{"Compound", "a fire-", "resisting wall", "a fire-resisting wall"},
		{"Unknown", "una exi-", "gencia", "una exigencia"},
		{"Soft", "exi\u00AD", "gencia", "exigencia"},
		{"Upper", "table 3.1.1.b-", "HE1", "table 3.1.1.b-HE1"},
		{"Figure", "EN 1991-", "1-1", "EN 1991-1-1"},
		{"Dash", "the door -", "or gate", "the door - or gate"},
		{"Plain", "one", "two", "one two"},
		{"Empty", "", "two", "two"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, h.join(tt.text, tt.line)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestLattice_Whole holds that no text of a net's segments is lost or doubled in
// its cells, wherever rules stand.
func TestLattice_Whole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		position := rapid.Float64Range(0, 500)
		var rules []rule
		for range rapid.IntRange(3, 12).Draw(t, "rules") {
			a, b, at := position.Draw(t, "a"), position.Draw(t, "b"), position.Draw(t, "at")
			r := rule{box: box{min(a, b), at, max(a, b), at}, drawn: true}
			if rapid.Bool().Draw(t, "vertical") {
				r = rule{box: box{at, min(a, b), at, max(a, b)}, vertical: true, drawn: true}
			}
			rules = append(rules, r)
		}
		n := newNet(rules)
		if n == nil {
			return
		}
		var segments []segment
		for i := range 6 {
			x, y := position.Draw(t, "x"), position.Draw(t, "y")
			segments = append(segments, segment{box: box{x, y, x + 20, y + 10}, base: y + 8, size: 10, text: string(rune('a' + i))})
		}
		inside := n.inside(segments)
		n.dropSlivers(inside)
		l := n.lattice(inside, newHyphens())
		if l == nil {
			return
		}
		all := ""
		covered := make(map[[2]int]bool)
		for _, c := range l.cells {
			all += c.text
			for r := c.row; r < c.row+c.rows; r++ {
				for k := c.col; k < c.col+c.cols; k++ {
					if covered[[2]int{r, k}] || r >= l.rows || k >= l.cols {
						t.Fatalf("cell (%d,%d) twice or outside", r, k)
					}
					covered[[2]int{r, k}] = true
				}
			}
		}
		for _, s := range inside {
			if strings.Count(all, s.text) != 1 {
				t.Fatalf("%q stands %d times in %q", s.text, strings.Count(all, s.text), all)
			}
		}
	})
}

// FuzzLayout lays out whatever glyphs and rules: it must end, keep to bounds, and
// make up no text.
func FuzzLayout(f *testing.F) {
	p := newTypesetter(1)
	p.line(50, 100, 10, false, "1.1 A first line")
	f.Add(encode(&p.page))
	f.Add([]byte("Tabla 1 a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var leaves []*leaf
		given := 0
		for n := 0; n < 3 && len(data) > 0; n++ {
			half := min(len(data), 4096)
			p := decode(data[:half])
			data = data[half:]
			p.number = n + 1
			given += len(p.glyphs)
			leaves = append(leaves, newLeaf(p))
		}
		d := layout(leaves, []bookmark{{"Tabla 1", 1, 1}}, len(leaves))
		for _, e := range d.Elements {
			if !utf8.ValidString(e.Text) || e.Page < 1 || e.Page > len(leaves) {
				t.Errorf("element %+v", e)
			}
			if e.Table == nil && utf8.RuneCountInString(strings.ReplaceAll(e.Text, " ", "")) > 4*given+8 {
				t.Errorf("%d characters of %d glyphs", len(e.Text), given)
			}
		}
	})
}

const glyphBytes = 6

// encode and decode turn pages into bytes and back, with positions coarse enough
// for lines and columns to come about.
func encode(p *page) []byte {
	var out []byte
	for _, g := range p.glyphs {
		out = append(out, byte(g.r), byte(g.x0/4), byte(g.base/4), byte(g.size), 0, 0)
	}
	return out
}

func decode(data []byte) *page {
	p := &page{width: 600, height: 800}
	for ; len(data) >= glyphBytes; data = data[glyphBytes:] {
		x, y := float64(data[1])*2.5, float64(data[2])*3.2
		size := float64(data[3]%24) + 1
		switch flags := binary.LittleEndian.Uint16(data[4:]); {
		case flags%7 == 6:
			r := rule{box: box{x, y, x + size*20, y}, drawn: flags&64 != 0}
			if flags&8 != 0 {
				r = rule{box: box{x, y, x, y + size*20}, vertical: true, drawn: true}
			}
			p.rules = append(p.rules, r)
		case flags%31 == 30:
			p.strokes = append(p.strokes, box{x, y, x + size, y + size})
		default:
			g := glyph{r: rune(data[0]), x0: x, x1: x + size/2, base: y, size: size, face: face{bold: flags&16 != 0}, made: flags%29 == 28}
			if flags%37 == 36 {
				g.turn = turn(flags >> 8 % 4)
			}
			if g.r < ' ' {
				g.r = []rune("áñ²•–º«m½Ω")[int(g.r)%10]
			}
			p.glyphs = append(p.glyphs, g)
		}
	}
	return p
}

func TestFinite(t *testing.T) {
	if finite(1, math.NaN()) || finite(math.Inf(1)) || !finite(0, -3) {
		t.Error("wrong")
	}
}

// BenchmarkLayout_Crowded measures the work for a page with as many parts as are taken.
func BenchmarkLayout_Crowded(b *testing.B) {
	for b.Loop() {
		p := newTypesetter(1)
		for i := range maxPageParts {
			p.line(float64(i%25)*24, 10+float64(i/25)*1.9, 1.8, false, "ab 12")
		}
		laidOut(nil, p)
	}
}
