package pack

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

var testRef = codes.VersionRef{Code: "one", Version: "2020"}

func parseText(body string) ([]codes.Section, []locatedBlock, error) {
	rep := &report{}
	sections, blocks := newMarkdown(rep, "f.md", testRef, "es", []byte(body), 1).read()
	return sections, blocks, rep.err(nil)
}

func TestMarkdown_Sections(t *testing.T) {
	sections, blocks, err := parseText(strings.Join([]string{
		"# Exigencia básica SUA 1: Ñandú & Col·lecció", "", "a",
		"## General", "", "b",
		"### *Ámbito* de `aplicación` [aquí](https://a.es) ###", "", "c",
		"## General", "", "d",
		"## Otro {#general-3}", "", "e",
		"## General", "", "f",
		"#### §", "", "g",
		"# Anejo \\{#no}", "", "h", "",
	}, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []codes.Section{
		{Slug: "exigencia-basica-sua-1-nandu-colleccio", Title: "Exigencia básica SUA 1: Ñandú & Col·lecció", Level: 1},
		{Slug: "general", Title: "General", Level: 2},
		{Slug: "ambito-de-aplicacion-aqui", Title: "Ámbito de aplicación aquí", Level: 3},
		{Slug: "general-2", Title: "General", Level: 2},
		{Slug: "general-3", Title: "Otro", Level: 2},
		{Slug: "general-4", Title: "General", Level: 2},
		{Slug: "section", Title: "§", Level: 4},
		{Slug: "anejo-no", Title: "Anejo {#no}", Level: 1},
	}
	if diff := cmp.Diff(want, sections); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	wantPath := []string{"Exigencia básica SUA 1: Ñandú & Col·lecció", "General", "Ámbito de aplicación aquí"}
	if diff := cmp.Diff(wantPath, blocks[2].Path); diff != "" {
		t.Errorf("path (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Anejo {#no}"}, blocks[7].Path); diff != "" {
		t.Errorf("path (-want +got):\n%s", diff)
	}
}

func TestMarkdown_Blocks(t *testing.T) {
	type block struct {
		Kind        retrieval.Kind
		Title, Text string
		Table       *retrieval.Table
	}
	tests := map[string]struct {
		body string
		want []block
	}{
		"Paragraphs": {"One *two*\n__three__ `f(x)`.\n\nA link [to](https://a.es \"t\") and <https://b.es>; a\\*b &amp; &#241; \\&amp;.",
			[]block{{retrieval.Paragraph, "", "One two three f(x).", nil}, {retrieval.Paragraph, "", "A link to and https://b.es; a*b & ñ &amp;.", nil}}},
		"HardBreak": {"One  \ntwo\\\nthree\nfour", []block{{retrieval.Paragraph, "", "One\ntwo\nthree four", nil}}},
		"List": {"- a\n- b\n  still b\n\n  more b\n  1. c\n  2. d\n     - e\n- f",
			[]block{{retrieval.List, "", "- a\n- b still b more b\n  - 1. c\n  - 2. d\n    - e\n- f", nil}}},
		"NumberedList": {"3) a\n3) b", []block{{retrieval.List, "", "- 3) a\n- 4) b", nil}}},
		"TwoLists":     {"- a\n\n* b", []block{{retrieval.List, "", "- a", nil}, {retrieval.List, "", "- b", nil}}},
		"Table": {"| A | *B* |\n|---|:-:|\n| 1 \\| 2 |  |\n|| x |", []block{{retrieval.TableKind, "", "A | B\n1 | 2 | \n | x",
			&retrieval.Table{Header: []string{"A", "B"}, Rows: [][]string{{"1 | 2", ""}, {"", "x"}}}}}},
		"TableWithoutHeader": {"| | |\n|-|-|\n| 1 | 2 |", []block{{retrieval.TableKind, "", "1 | 2",
			&retrieval.Table{Rows: [][]string{{"1", "2"}}}}}},
		"TableNotes": {"**Caption**\n\n| A |\n|---|\n| 1 |\n\n> (1) one\n> and more\n>\n> (2) two", []block{{retrieval.TableKind, "Caption",
			"Caption\nA\n1\n(1) one and more\n(2) two",
			&retrieval.Table{Caption: "Caption", Header: []string{"A"}, Rows: [][]string{{"1"}}, Notes: []string{"(1) one and more", "(2) two"}}}}},
		"Titles": {"**Art. 1** {#art-1}\nSame paragraph.\n\n__Art. *2*__\n\n- item\n\n**Bold** at the beginning.\n\n**T**\n| A |\n|---|\n| 1 |",
			[]block{{retrieval.Paragraph, "Art. 1", "Same paragraph.", nil}, {retrieval.List, "Art. 2", "- item", nil},
				{retrieval.Paragraph, "", "Bold at the beginning.", nil},
				{retrieval.TableKind, "T", "T\nA\n1", &retrieval.Table{Caption: "T", Header: []string{"A"}, Rows: [][]string{{"1"}}}}}},
		"NoAnchor":     {"**T** {#b", []block{{retrieval.Paragraph, "", "T {#b", nil}}},
		"WindowsLines": {"a\r\nb", []block{{retrieval.Paragraph, "", "a b", nil}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			text, _ := (&files{rep: &report{}}).text("f.md", []byte("# S\n\n"+tt.body+"\n"))
			_, blocks, err := parseText(string(text))
			if err != nil {
				t.Fatal(err)
			}
			var got []block
			for _, b := range blocks {
				got = append(got, block{b.Kind, b.Title, b.Text, b.Table})
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMarkdown_Mistakes(t *testing.T) {
	tests := map[string]struct {
		body string
		want []string
	}{
		"ErrTextBeforeHeading":   {"\nText.\n\nMore.\n\n# A\n\nText.", []string{"f.md:2: text before the first heading"}},
		"ErrSlugTwice":           {"# A {#a}\n\nx\n\n# B {#a}\n\ny", []string{"f.md:5: slug {#a} is used already on line 1"}},
		"ErrSlugForm":            {"# A {#A_b}\n\nx", []string{"f.md:1: anchor {#A_b} must be"}},
		"ErrNoTitle":             {"#\n\nx\n\n# A\n\ny", []string{"f.md:1: a heading without a title", "f.md:3: text before the first heading"}},
		"ErrUnderlined":          {"# A\n\nB\n---\n\nx", []string{"f.md:3: a heading underlined"}},
		"ErrHTML":                {"# A\n\n<p>\nx\n</p>\n\ny <b>z</b>", []string{"f.md:3: HTML", "f.md:7: HTML"}},
		"ErrComment":             {"# A\n\n<!-- x -->\n\ny", []string{"f.md:3: HTML is not taken, comments neither"}},
		"ErrImage":               {"# A\n\n![x](y.png)", []string{"f.md:3: images", "f.md:3: a paragraph without text"}},
		"ErrFence":               {"# A\n\nx\n\n```go\ny\n```\n\n```\n```", []string{"f.md:5: code blocks", "f.md:9: code blocks"}},
		"ErrIndented":            {"# A\n\n    x", []string{"f.md:3: a line indented"}},
		"ErrRule":                {"# A\n\nx\n\n***\n\ny", []string{"f.md:5: a rule"}},
		"ErrFootnotes":           {"# A\n\nx[^1].\n\n[^1]: note", []string{"f.md:3: footnotes", "f.md:5: footnotes"}},
		"ErrDefinition":          {"# A\n\n[x]: https://a.es", []string{"f.md:3: link definitions"}},
		"ErrTableWidth":          {"# A\n\n| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |\n| 1 | 2 |", []string{"f.md:5: has 1 cells, the table's header on line 3 has 2", "f.md:6: has 3 cells"}},
		"ErrTableWidthNoHeader":  {"# A\n\nx\n\n| | |\n|---|---|\n| | |\n| 1 |", []string{"f.md:8: has 1 cells, the table's header on line 5 has 2"}},
		"ErrTableRule":           {"# A\n\n| a | b |\n|---|\n| 1 | 2 |", []string{"f.md:3: looks like a table"}},
		"ErrTableRuleNoPipes":    {"# A\n\nx a | b\n--- | --- | ---", []string{"f.md:3: has 2 cells, the row of --- below has 3"}},
		"ErrQuote":               {"# A\n\n> x", []string{"f.md:3: a quote"}},
		"ErrQuoteAfterParagraph": {"# A\n\n| a |\n|---|\n| 1 |\n\nx\n\n> y", []string{"f.md:9: a quote"}},
		"ErrNotesList":           {"# A\n\n| a |\n|---|\n| 1 |\n\n> - y", []string{"f.md:7: notes of a table are paragraphs"}},
		"ErrTitleAlone":          {"# A\n\n**T**\n\n# B\n\n**U**\n\n**V**\n\nx\n\n**W**", []string{"f.md:3: a line that is only bold", "f.md:7: a line that is only bold", "f.md:13: a line that is only bold"}},
		"ErrAnchorForm":          {"# A\n\n**T** {#Not_So}\n\nx", []string{"f.md:3: anchor {#Not_So} must be"}},
		"ErrAnchorTwice":         {"# A\n\n**T** {#a}\n\nx\n\n**U** {#a}\n\ny\n\n# B\n\n**T** {#a}\n\nz", []string{`f.md:9: anchor "a" is used already by the block of line 5`}},
		"ErrAnchorOfAnother":     {"# A\n\nx\n\n{#paragraph-2d711642b726}\n\ny", []string{`f.md:7: anchor "paragraph-2d711642b726" is used already by the block of line 3`}},
		"ErrItemEmpty":           {"# A\n\n- a\n-\n- - b", []string{"f.md:4: an item of a list without text", "f.md:5: an item of a list without text"}},
		"ErrItemTextBehind":      {"# A\n\n- a\n  - b\n\n  c", []string{"f.md:6: text of an item behind its inner list"}},
		"ErrItemHeading":         {"# A\n\n- a\n  # b", []string{"f.md:4: an item of a list holds text"}},
		"ErrItemTable":           {"# A\n\n- | a |\n  |---|\n  | b |", []string{"f.md:3: an item of a list holds text", "f.md:3: an item of a list without text"}},
		"ErrNesting":             {"# A\n\n" + strings.Repeat("- ", 50) + "x", nil},
		"ErrLongLine":            {"# A\n\n" + strings.Repeat("x", maxLine+1), []string{"f.md:3: a line or paragraph is longer than"}},
		"ErrLinks":               {"# A\n\n" + strings.Repeat("[a](b)\n", maxLinks+1), []string{"f.md:1003: a paragraph has too many links"}},
		"ErrMarkers":             {"# A\n\n" + strings.Repeat("> ", 200) + "x", []string{"f.md:3: begins with too many"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, _, err := parseText(tt.body + "\n")
			if tt.want == nil {
				if err == nil {
					t.Error("got no error")
				}
				return
			}
			wantProblems(t, tt.want, err)
		})
	}
}

// A block keeps its id whatever happens around it, and one with an anchor also
// whatever its own text becomes.
func TestMarkdown_StableIDs(t *testing.T) {
	ids := func(body string) map[string]string {
		t.Helper()
		_, blocks, err := parseText(body)
		if err != nil {
			t.Fatal(err)
		}
		byText := make(map[string]string)
		for _, b := range blocks {
			byText[b.Text] = b.ID
		}
		return byText
	}
	before := ids("# A\n\na1\n\n- l1\n\n# B\n\nb1\n\n**T** {#kept}\n\nb2\n\nb3\n\n| a |\n|---|\n| 1 |\n\n> n\n")
	after := ids("# New\n\nn1\n\n# A\n\na0\n\na1\n\na2\n\n- l1\n\n# B\n\n| b |\n|---|\n| 1 |\n\n**T** {#kept}\n\nb2\n\n" +
		"**Title** {page=7}\n\nb1\n\n{.article}\n\nb3\n\n| a |\n|---|\n| 1 |\n\n> n\n")
	for _, text := range []string{"a1", "- l1", "b1", "b2", "b3", "a\n1\nn"} {
		if before[text] != after[text] {
			t.Errorf("%s: id changed from %s to %s", text, before[text], after[text])
		}
	}
	// The derivation is a promise to whoever stored a citation.
	if want, got := "5f0102dd-edb8-5dfd-be66-b772701b4b70", before["a1"]; want != got {
		t.Errorf("id of a1 = %s, want %s", got, want)
	}
}

// Input made to cost a parser time must not.
func TestMarkdown_Hostile(t *testing.T) {
	const n = 10_000
	inputs := map[string]string{
		"brackets":   strings.Repeat("[", n),
		"links":      strings.Repeat("[a](", n),
		"stars":      strings.Repeat("*a ", n),
		"stars both": strings.Repeat("*a **b ", n),
		"nested":     strings.Repeat("*a **a ", n) + strings.Repeat("b** b* ", n),
		"underlines": strings.Repeat("_", n),
		"backticks":  ticks(200),
		"angles":     strings.Repeat("<", n),
		"comments":   strings.Repeat("<!-- a", n),
		"entities":   strings.Repeat("&", n),
		"backslash":  strings.Repeat("\\", n),
		"pipes":      "|" + strings.Repeat("a|", n) + "\n|" + strings.Repeat("-|", n),
		"lines":      strings.Repeat("a | b\n", n),
		"quotes":     strings.Repeat("> a\n", n),
		"lists":      strings.Repeat("- a\n", n),
		"staircase":  staircase(300),
		"headings":   strings.Repeat("# a\n", n),
	}
	for name, input := range inputs {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			_, _, _ = parseText("# A\n\n" + input + "\n")
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%d bytes took %v", len(input), took)
			}
		})
	}
}

func ticks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("`", i+1) + " ")
	}
	return b.String()
}

func staircase(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s- a\n", strings.Repeat("  ", i))
	}
	return b.String()
}
