package pdf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rows sets lines of two cells, with rules around every cell.
func (t *typesetter) rows(y float64, cells [][2]string) {
	top := y
	for _, row := range cells {
		for i, text := range row {
			t.line(60+200*float64(i), y+14, 10, false, text)
		}
		t.rule(box{50, y, 450, y}, false)
		y += 20
	}
	t.rule(box{50, y, 450, y}, false)
	for _, x := range []float64{50, 250, 450} {
		t.rule(box{x, top, x, y}, true)
	}
}

func (t *typesetter) rule(b box, vertical bool) {
	t.page.rules = append(t.page.rules, rule{box: b, vertical: vertical, drawn: true})
}

// TestLayout_TableOverPages has a table that fills four pages from edge to edge,
// its head on each of them.
func TestLayout_TableOverPages(t *testing.T) {
	var pages []*typesetter
	want := []string{"table Town | Zone"}
	town := 0
	for n := range 4 {
		p := newTypesetter(n + 1)
		cells := [][2]string{{"Town", "Zone"}}
		for range 36 {
			town++
			cells = append(cells, [2]string{fmt.Sprintf("Town %d", town), fmt.Sprintf("D%d", town%4)})
			want[0] += fmt.Sprintf(" / Town %d | D%d", town, town%4)
		}
		p.rows(30, cells)
		pages = append(pages, p)
	}
	if diff := cmp.Diff(want, texts(laidOut(nil, pages...))); diff != "" {
		t.Error(diff)
	}
}

// TestLayout_OtherTable has tables on two pages with the same columns, and heads
// of their own.
func TestLayout_OtherTable(t *testing.T) {
	one, two := newTypesetter(1), newTypesetter(2)
	one.rows(100, [][2]string{{"Town", "Zone"}, {"First", "1.5"}, {"Second", "2.5"}})
	two.line(60, 60, 10, true, "Table 2. Villages")
	two.rows(100, [][2]string{{"Village", "Area"}, {"Third", "3.5"}, {"Fourth", "4.5"}})
	if d := laidOut(nil, one, two); d.Tables != 2 {
		t.Errorf("%d tables: %q", d.Tables, texts(d))
	}
}

// TestLayout_HeadingsAtTop has an article at the top of each page, under a running
// head that is one.
func TestLayout_HeadingsAtTop(t *testing.T) {
	var pages []*typesetter
	for n := range 12 {
		p := newTypesetter(n + 1)
		p.line(200, 30, 8, false, "Gazette of the realm")
		p.line(50, 75, 12, true, fmt.Sprintf("Article %d", n+1))
		p.line(50, 130, 10, false, "What it says is the same in all of them, word by word.")
		p.line(290, 780, 8, false, fmt.Sprintf("%d of 12", n+1))
		pages = append(pages, p)
	}
	got := strings.Join(texts(laidOut(nil, pages...)), "\n")
	if strings.Count(got, "Article ") != 12 || strings.Count(got, "What it says") != 12 || strings.Contains(got, "Gazette") || strings.Contains(got, "of 12") {
		t.Errorf("got:\n%s", got)
	}
}

// TestLayout_SamePages has the same text on every page: it is the text.
func TestLayout_SamePages(t *testing.T) {
	var pages []*typesetter
	for n := range 20 {
		p := newTypesetter(n + 1)
		p.line(50, 75, 12, true, "Notice to all who build")
		p.line(290, 780, 10, false, "Every page of this file says the same.")
		pages = append(pages, p)
	}
	if got := strings.Count(strings.Join(texts(laidOut(nil, pages...)), "\n"), "says the same"); got != 20 {
		t.Errorf("%d of 20 pages", got)
	}
}

func TestAsPages(t *testing.T) {
	for _, tt := range []struct {
		name  string
		texts []string
		want  bool
	}{
		{"Pages", []string{"page 7", "page 8", "page 9"}, true},
		{"Constant", []string{"law 31 of 1995", "law 31 of 1995"}, true},
		{"Chapters", []string{"3-16", "3-17", "4-1", "4-2"}, true},
		{"Roman", []string{"iv", "v", "vi"}, true},
		{"Rows", []string{"town 12", "town 55", "town 98"}, false},
		{"TwoCounts", []string{"1 | 2", "2 | 3", "3 | 4"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var lines []*edgeLine
			for i, text := range tt.texts {
				_, numbers := unnumbered(text)
				lines = append(lines, &edgeLine{leaf: &leaf{number: i + 1}, numbers: numbers})
			}
			if got := asPages(lines); got != tt.want {
				t.Errorf("want %v, got %v", tt.want, got)
			}
		})
	}
}
