package pack

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Texts that are one character away from meaning something else.
func TestWriteMarkdown_Tricky(t *testing.T) {
	paragraphs := []string{
		"a\n===", "a\n---", "a\n- b", "a | b\n:--|:--", "a | b\n|---|---|", "- a", "-5 ºC", "--", "+ a", "1. a", "12) a", "1.5 m",
		"# a", "> a", "~~~", "{#a}", "{.item}", "{page=3}", "{a}", "{.}", "**a**", "__a__", "a_b_c", "_a_", "[a]: b", "[^1]: b", "![a](b)", "<b>", "a < b", "ab<0.04g", "<https://a.es>",
		"&amp;", "I&D", "&#42;", "\\*", "a\\", "a\\\nb", " a ", "a\n\nb", "\na", "a\n", "\u00a0a", "`a`", "``", "a  \nb", "    a",
	}
	lists := []string{
		"- a", "- 1. a\n- 2. b", "- 1. a\n- 3. b", "- 1) a\n- 2. b", "- 3. a\n  - 3. b", "- a\n  - 1. b\n  - 2. c\n    - d\n- e", "- 01. a", "- 1. ", "- - a",
		"- # a", "- | a |",
	}
	var blocks []retrieval.Block
	add := func(b retrieval.Block) {
		b.Doc, b.Section, b.Path, b.Lang, b.Order = testRef.String(), "s", []string{"S"}, "es", len(blocks)
		n := 1
		for _, before := range blocks {
			if before.Kind == b.Kind && before.Text == b.Text {
				n++
			}
		}
		b.ID = idOf(testRef, "s", b.Kind, b.Text, n)
		b.SHA256 = retrieval.HashText(b.Text)
		blocks = append(blocks, b)
	}
	for _, text := range paragraphs {
		add(retrieval.Block{Kind: retrieval.Paragraph, Text: text})
		add(retrieval.Block{Kind: retrieval.Paragraph, Title: text, Text: "x"})
		table := &retrieval.Table{Caption: text, Header: []string{text, ""}, Rows: [][]string{{"", text}, {"x", "y"}}, Notes: []string{text, "x"}}
		add(retrieval.Block{Kind: retrieval.TableKind, Title: text, Table: table, Text: table.Text()})
	}
	for _, text := range lists {
		// Twice in a row: one list must not run into the other.
		add(retrieval.Block{Kind: retrieval.List, Text: text})
		add(retrieval.Block{Kind: retrieval.List, Text: text})
	}
	written := writeMarkdown("es", []codes.Section{{Slug: "s", Title: "S", Level: 1}}, blocks)
	_, read, err := parseText(written)
	if err != nil {
		t.Fatalf("%v\n%s", err, written)
	}
	var got []retrieval.Block
	for _, b := range read {
		got = append(got, b.Block)
	}
	if diff := cmp.Diff(blocks, got); diff != "" {
		t.Errorf("blocks (-want +got):\n%s\n%s", diff, written)
	}
}

// Ordinary text stays as people would write it.
func TestEscape_Readable(t *testing.T) {
	for _, text := range []string{
		"La altura es de 0,90 m (1,10 m si h > 6 m).", "ab<0.04g", "I+D & I", "a_b", "C# y F#", "50 % - 60 %", "véase el punto 3.1.", "A|B", "-5 ºC",
		"{x}", "U ≤ 0,27 W/(m²·K)", "10.2 Condiciones", "R & D; AT&T",
	} {
		if got := escapeLines(text, nil); got != text {
			t.Errorf("%q is written as %q", text, got)
		}
	}
}

func TestTextNode(t *testing.T) {
	for _, text := range []string{
		"<<", "=", "~", "null", "true", "no", "12", "1e3", "0x1f", "2020-01-01", "a: b", "- a", "#a", "a #b", "'a'", "\"a\"", "*a", "&a", "!a", "@a", "`a", "%a",
		"{a}", "[a]", "?", ": a", "a:", "|", ">", "é", "a\nb", "a\n\n  b", "a \nb", "\ta", "---", "...", "a, b",
	} {
		doc := newMapping()
		doc.text("key", text)
		doc.texts("list", []string{text, "b"})
		content, err := encodeYAML(doc.node)
		if err != nil {
			t.Fatal(err)
		}
		rep := &report{}
		m := (&yamlDoc{rep: rep, file: "f"}).parse(content, "key", "list")
		if m == nil {
			t.Fatalf("%q: %v", text, rep.err(nil))
		}
		if got := m.scalar("key", "text", true, "!!str"); got != text {
			t.Errorf("%q reads back as %q from\n%s", text, got, content)
		}
		if got := m.values["list"].Content[0]; got.Value != text || got.ShortTag() != "!!str" {
			t.Errorf("%q reads back from a list as %q, %s", text, got.Value, got.ShortTag())
		}
	}
}
