package pdf_test

import (
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/importers"
)

// set writes a line with operators of its own before it.
func (s *sheet) set(operators string, x, y, size float64, line string) {
	s.content.WriteString("q " + operators + " ")
	s.text(x, y, size, "F1", line)
	s.content.WriteString("Q\n")
}

// area fills a rectangle; y is measured from the top.
func (s *sheet) area(colour string, x, y, width, height string) {
	s.content.WriteString("q " + colour + " rg " + x + " " + y + " " + width + " " + height + " re f Q\n")
}

// TestRead_OnlyVisible holds that text nobody sees is left out where that is asked
// for, and counted, and that pale text on a dark ground is seen.
func TestRead_OnlyVisible(t *testing.T) {
	const secret = "quokka oculto en la memoria"
	for _, tt := range []struct {
		name string
		draw func(s *sheet)
		seen bool
	}{
		{"OKBlack", func(s *sheet) { s.set("0 g", 72, 300, 10, secret) }, true},
		{"OKRed", func(s *sheet) { s.set("0.8 0 0 rg", 72, 300, 10, secret) }, true},
		{"OKWhiteOnDark", func(s *sheet) {
			s.area("0.1 0.2 0.4", "60", "520", "400", "40")
			s.set("1 g", 72, 300, 10, secret)
		}, true},
		{"OKOutlined", func(s *sheet) { s.set("1 g 2 Tr", 72, 300, 10, secret) }, true},
		{"ErrWhite", func(s *sheet) { s.set("1 g", 72, 300, 10, secret) }, false},
		{"ErrNearlyWhite", func(s *sheet) { s.set("0.97 0.97 0.98 rg", 72, 300, 10, secret) }, false},
		{"ErrWhiteOnWhite", func(s *sheet) {
			s.area("1 1 1", "60", "520", "400", "40")
			s.set("1 g", 72, 300, 10, secret)
		}, false},
		{"ErrNoInk", func(s *sheet) { s.set("3 Tr", 72, 300, 10, secret) }, false},
		{"ErrTiny", func(s *sheet) { s.set("0 g", 72, 300, 0.5, secret) }, false},
		{"ErrBeside", func(s *sheet) { s.set("0 g", 700, 300, 10, secret) }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &file{}
			s := f.page()
			for i := range 4 {
				s.text(72, 100+float64(i)*14, 10, "F1", "La barandilla del balcón tiene una altura de 0,95 m en la planta.")
			}
			tt.draw(s)
			given := given()
			given.OnlyVisible = true
			made, err := reader.Read(t.Context(), "x.pdf", f.bytes(), given)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(textOf(made), "quokka"); got != tt.seen {
				t.Errorf("seen: want %v, got %v in %q", tt.seen, got, textOf(made))
			}
			told := false
			for _, p := range made.Report.Problems {
				told = told || strings.Contains(p.Message, "nobody sees")
			}
			if told == tt.seen {
				t.Errorf("told: want %v, got %v", !tt.seen, told)
			}
		})
	}
}

func textOf(made *importers.Import) string {
	var b strings.Builder
	for _, block := range made.Blocks {
		b.WriteString(block.Text + "\n")
	}
	return b.String()
}
