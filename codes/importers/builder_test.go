package importers_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
)

func TestBuilder_Open(t *testing.T) {
	b := importers.NewBuilder("c/v", "es", "Norma")
	for _, h := range []importers.Heading{
		{Title: "Artículo 1", Level: 7, Slug: "a1"},
		{Title: "Título I", Level: 3},
		{Title: "Capítulo I", Level: 4},
		{Title: " Artículo\n 2 ", Level: 7, Slug: "a2"},
		{Title: "Título II", Level: 3},
		{Title: "", Level: 7, Slug: "a3"},
		{Title: "Artículo 2", Level: 7, Slug: "a2"},
		{Title: "", Level: 0},
	} {
		b.Open(h)
		b.Add(importers.Piece{Kind: retrieval.Paragraph, Text: "x"})
	}
	sections, blocks := b.Done()
	want := []codes.Section{
		{Slug: "a1", Title: "Artículo 1", Level: 1},
		{Slug: "titulo-i", Title: "Título I", Level: 1},
		{Slug: "capitulo-i", Title: "Capítulo I", Level: 2},
		{Slug: "a2", Title: "Artículo 2", Level: 3},
		{Slug: "titulo-ii", Title: "Título II", Level: 1},
		{Slug: "a3", Title: "a3", Level: 2},
		{Slug: "a2-2", Title: "Artículo 2", Level: 2},
		{Slug: "norma", Title: "Norma", Level: 1},
	}
	if diff := cmp.Diff(want, sections); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Título I", "Capítulo I", "Artículo 2"}, blocks[3].Path); diff != "" {
		t.Errorf("path: -want +got\n%s", diff)
	}
}

func TestBuilder_End(t *testing.T) {
	b := importers.NewBuilder("c/v", "es", "Norma")
	b.Open(importers.Heading{Title: "Preámbulo", Level: 1})
	b.End()
	b.Open(importers.Heading{Title: "Artículo 1", Level: 7})
	sections, _ := b.Done()
	if sections[1].Level != 1 {
		t.Errorf("an article behind a section that was ended has level %d", sections[1].Level)
	}
}

func TestBuilder_Add(t *testing.T) {
	b := importers.NewBuilder("c/v", "es", "Norma")
	if b.Add(importers.Piece{Kind: retrieval.Paragraph, Text: " \n\u00a0"}) {
		t.Error("white space is taken for a block")
	}
	b.Add(importers.Piece{Kind: retrieval.Paragraph, Text: "antes del primer título"})
	b.Open(importers.Heading{Title: "Artículo 1. Definiciones", Level: 1, Article: true})
	b.Add(importers.Piece{Kind: retrieval.Item, Depth: 1, Text: "a) Huella: parte en la que se pisa."})
	b.Open(importers.Heading{Title: "Artículo 2", Level: 1, Article: true})
	b.Add(importers.Piece{Kind: retrieval.Paragraph, Text: "  con \x00nulo y \xff byte"})
	b.Open(importers.Heading{Title: "Artículo 3", Level: 1, Article: true})
	for range 3 {
		b.Add(importers.Piece{Kind: retrieval.Paragraph, Text: "igual", Anchor: "Uno!"})
	}
	_, blocks := b.Done()
	var got []string
	for _, block := range blocks {
		got = append(got, fmt.Sprintf("%s %s %q %s %q", block.Section, block.Kind, block.Title, block.Anchor, block.Text))
	}
	want := []string{
		`norma paragraph "" "" `, `articulo-1-definiciones definition "Huella"  "a) Huella: parte en la que se pisa."`,
		"articulo-2 article \"\"  \"con nulo y \ufffd byte\"",
		`articulo-3 paragraph "" uno "igual"`, `articulo-3 paragraph "" uno-2 "igual"`, `articulo-3 paragraph "" uno-3 "igual"`,
	}
	want[0] = `norma paragraph ""  "antes del primer título"`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// The id of a block depends on its section and text alone.
func TestBuilder_StableIDs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfNDistinct(rapid.StringN(1, 20, -1).Filter(func(s string) bool { return strings.TrimSpace(s) != "" && utf8.ValidString(s) }), 2, 8,
			func(s string) string { return strings.TrimSpace(strings.Map(printable, s)) }).Draw(t, "texts")
		ids := func(texts []string) map[string]string {
			b := importers.NewBuilder("c/v", "en", "T")
			for _, text := range texts {
				b.Add(importers.Piece{Kind: retrieval.Paragraph, Text: text})
			}
			m := make(map[string]string)
			_, blocks := b.Done()
			for _, block := range blocks {
				m[block.Text] = block.ID
			}
			return m
		}
		all := ids(texts)
		at := rapid.IntRange(0, len(texts)-1).Draw(t, "without")
		for text, id := range ids(append(append([]string{}, texts[:at]...), texts[at+1:]...)) {
			if all[text] != id {
				t.Errorf("%q has another id without %q", text, texts[at])
			}
		}
	})
}

func printable(r rune) rune {
	if r < ' ' || r == 0x7f || r == 0xfeff {
		return -1
	}
	return r
}

func TestAnchors(t *testing.T) {
	var a importers.Anchors
	var got []string
	for _, anchor := range []string{"x", "x-2", "x", "x", "x-2"} {
		got = append(got, a.Given(anchor))
	}
	if diff := cmp.Diff([]string{"x", "x-2", "x-3", "x-4", "x-2-2"}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestSlugger_Long(t *testing.T) {
	s := importers.NewSlugger(nil)
	title := strings.Repeat("largo ", 40)
	for range 12 {
		if slug := s.Derive(title); !importers.IsAnchor(slug) {
			t.Errorf("%q is no anchor", slug)
		}
	}
}

func TestMarks_Depth(t *testing.T) {
	var m importers.Marks
	for _, test := range []struct {
		text string
		want int
	}{
		{"1. Apartado", 0}, {"a) uno", 1}, {"1.º primero", 2}, {"2.º segundo", 2}, {"– guion", 3}, {"b) dos", 1}, {"texto", 0}, {"c) tres", 1},
		{"i) romano", 2}, {"ii) romano", 2}, {"d) cuatro", 1}, {"2. Otro", 0}, {"– suelto", 1}, {"1) número", 2},
		{"2.1 Número", 0}, {"g) ge", 1}, {"h) hache", 1}, {"i) la letra", 1}, {"j) jota", 1}, {"(a) paréntesis", 1}, {"A su vez", 0}, {"-5 °C", 0}, {"y) última", 1},
	} {
		if got := m.Depth(test.text); got != test.want {
			t.Errorf("%q: depth %d, want %d", test.text, got, test.want)
		}
	}
}

func TestDefinedTerm(t *testing.T) {
	for text, want := range map[string]string{
		"Huella: parte en la que se pisa.":               "Huella",
		"b) «Uso público»: zona abierta a las personas.": "Uso público",
		"“going” means the depth of a tread":             "going",
		"EU:n sininen kortti, jossa on merkintä":         "",
		"A los efectos de esta norma se entiende por:":   "",
		"La altura será: 2,20 m":                         "", // no meaning of three words
		"Sin término alguno que se defina.":              "",
	} {
		if got := importers.DefinedTerm(text); got != want {
			t.Errorf("%q defines %q, want %q", text, got, want)
		}
	}
}

func TestRaised(t *testing.T) {
	for _, test := range []struct{ before, text, want string }{
		{"m", "2", "²"}, {"10", "-3", "⁻³"}, {"10", "x", "^x"}, {"1.", "a", "ª"}, {"n.", "o", "º"}, {"Texto", "(1)", "(1)"}, {"M", "me", "me"},
	} {
		if got := importers.Raised(test.before, test.text); got != test.want {
			t.Errorf("%s with %s raised is %q, want %q", test.before, test.text, got, test.want)
		}
	}
}

func TestMissing(t *testing.T) {
	for lang, want := range map[string]string{"es": "[fórmula que no está en este texto]", "en-GB": "[formula not in this text]", "": "[formula not in this text]", "mt": "[formula not in this text]"} {
		if got := importers.Missing(lang, "formula", ""); got != want {
			t.Errorf("%q: %s, want %s", lang, got, want)
		}
	}
	for text, want := range map[string]string{"según la tabla siguiente:": "table", "mediante la fórmula:": "formula", "véase el dibujo": "image", "de la tabla 2 con la expresión": "formula"} {
		if got := importers.Announced(text); got != want {
			t.Errorf("%q announces %s, want %s", text, got, want)
		}
	}
}

func TestProse(t *testing.T) {
	var p importers.Prose
	p.Write("  Véase \n la ")
	p.Link("", "https://example.org/ley", func() { p.Write(" Ley 1/2000 ") })
	p.Write(". Mide 3 m")
	p.Raise("2")
	p.Break()
	p.Break()
	p.Write("Fin")
	if want := "Véase la Ley 1/2000 . Mide 3 m²\nFin"; p.String() != want {
		t.Errorf("got %q, want %q", p.String(), want)
	}
	refs := p.Refs("es")
	if len(refs) != 1 || p.String()[refs[0].Start:refs[0].End] != "Ley 1/2000" || refs[0].URL != "https://example.org/ley" {
		t.Errorf("references %+v", refs)
	}
	if p.TakeLine() != "Fin" || p.LastLine() != "Véase la Ley 1/2000 . Mide 3 m²" {
		t.Errorf("after the last line was taken: %q", p.String())
	}
}

func ExampleNewBuilder() {
	b := importers.NewBuilder("ley-1/2000-01-01", "es", "Ley 1/2000")
	b.Open(importers.Heading{Title: "Artículo 1. Objeto", Level: 1, Article: true})
	b.Add(importers.Piece{Kind: retrieval.Paragraph, Text: "Esta ley regula las escaleras."})
	sections, blocks := b.Done()
	fmt.Println(sections[0].Slug, blocks[0].Kind, blocks[0].Text)
	// Output: articulo-1-objeto article Esta ley regula las escaleras.
}
