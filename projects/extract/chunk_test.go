package extract

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

func TestChunk_long(t *testing.T) {
	long := strings.Repeat("Una frase de la memoria que dice algo. ", 500)
	got, err := chunk(t.Context(), []retrieval.Block{{Kind: retrieval.Paragraph, Text: strings.TrimSpace(long), Path: []string{"Memoria"}, Page: 3}})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, b := range got {
		if len(b.Text) > longBlock || !strings.HasSuffix(b.Text, ".") || b.Page != 3 || b.Path[0] != "Memoria" {
			t.Errorf("%d bytes, page %d: ... %q", len(b.Text), b.Page, b.Text[len(b.Text)-20:])
		}
		all = append(all, b.Text)
	}
	if strings.Join(all, " ") != strings.TrimSpace(long) {
		t.Error("the parts are not the whole")
	}
}

func TestChunk_table(t *testing.T) {
	table := &retrieval.Table{Caption: "Superficies", Header: []string{"Local", "m²"}, Head: [][]string{{"Local", "m²"}}, Notes: []string{"(1) útil"}}
	for i := range 400 {
		table.Rows = append(table.Rows, []string{fmt.Sprintf("Local %d de la planta", i), "20,5"})
	}
	got, err := chunk(t.Context(), []retrieval.Block{{Kind: retrieval.TableKind, Table: table, Text: table.Text()}})
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, b := range got {
		if b.Table == nil || b.Table.Caption != "Superficies" || len(b.Table.Header) != 2 || len(b.Table.Notes) != 1 || b.Text != b.Table.Text() || len(b.Text) > longBlock {
			t.Fatalf("%d bytes: %+v", len(b.Text), b.Table)
		}
		for _, row := range b.Table.Rows {
			if row[0] != fmt.Sprintf("Local %d de la planta", rows) {
				t.Fatalf("row %d is %q", rows, row)
			}
			rows++
		}
	}
	if rows != 400 || len(got) < 4 {
		t.Errorf("%d rows in %d parts", rows, len(got))
	}
}

func TestChunk_tooMany(t *testing.T) {
	blocks := make([]retrieval.Block, projects.MaxBlocks+1)
	for i := range blocks {
		blocks[i] = retrieval.Block{Kind: retrieval.Item, Text: "- x"}
	}
	if _, err := chunk(t.Context(), blocks[:projects.MaxBlocks]); err != nil {
		t.Errorf("at the bound: %v", err)
	}
	if _, err := chunk(t.Context(), blocks); !errors.Is(err, projects.ErrTooLarge) {
		t.Errorf("want ErrTooLarge, got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := chunk(ctx, blocks); !errors.Is(err, context.Canceled) {
		t.Errorf("want the context's error, got %v", err)
	}
}

// TestChunk_whole holds that cutting and joining loses and adds no word.
func TestChunk_whole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-zé]{1,12}[.;]?`)
		var blocks []retrieval.Block
		var want []string
		for range rapid.IntRange(0, 20).Draw(t, "blocks") {
			words := rapid.SliceOfN(word, 1, 800).Draw(t, "words")
			blocks = append(blocks, retrieval.Block{Kind: rapid.SampledFrom([]retrieval.Kind{retrieval.Paragraph, retrieval.Item}).Draw(t, "kind"), Text: strings.Join(words, " ")})
			want = append(want, words...)
		}
		got, err := chunk(context.Background(), blocks)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, b := range got {
			if len(b.Text) > longBlock {
				t.Fatalf("%d bytes", len(b.Text))
			}
			all = append(all, strings.Fields(b.Text)...)
		}
		if strings.Join(all, " ") != strings.Join(want, " ") {
			t.Fatal("words were lost or added")
		}
	})
}

// TestHidden_clean holds that a clean text has nothing nobody sees, and that cleaning
// it again changes nothing.
func TestHidden_clean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOf(rapid.Rune()).Draw(t, "text"))
		checkClean(t, text)
	})
}

func checkClean(t interface{ Fatalf(string, ...any) }, text string) {
	var h hidden
	got := h.clean(text)
	if !utf8.ValidString(got) {
		t.Fatalf("%q: not UTF-8: %q", text, got)
	}
	for _, r := range got {
		if kindOf(r) != shown || unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) {
			t.Fatalf("%q: %U is left", text, r)
		}
	}
	var again hidden
	if twice := again.clean(got); twice != got || len(again.warnings()) > 0 {
		t.Fatalf("%q: cleaned twice %q becomes %q (%v)", text, got, twice, again.warnings())
	}
}

func FuzzClean(f *testing.F) {
	f.Add("La alt\u200bura\u00ad \u202ede\u202c \U000E0041\ufe0f\ue000")
	f.Add("a\u0301\u0301\u0301\u0301\u0301\u0301")
	f.Add("a\u0301\u0301\u0301\x00\u0301\u200b\u0301\u0301")
	f.Add("a\u0344\u0344\u0344\u0958\u0301")
	f.Add("\xff\xfe\x00")
	f.Fuzz(func(t *testing.T, text string) { checkClean(t, text) })
}

// FuzzText holds that no text file, whatever its bytes, brings down its reader or
// gives blocks that break their promises.
func FuzzText(f *testing.F) {
	f.Add([]byte("# Memoria\n\nLa altura es de 0,95 m.<!-- x -->\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"), true)
	f.Add([]byte("---\nt: x\n---\n<div hidden>a</div> `<script>` ![a](b) [c]: d\n```\n<!--\n```\n"), true)
	f.Add([]byte("\xff\xfeL\x00a\x00"), false)
	f.Add([]byte("La secci\xf3n\f2\n\n 1.1  x    y    z\n 2    3    4\n"), false)
	f.Fuzz(func(t *testing.T, data []byte, markdown bool) {
		o := order{Name: "a.txt", Format: plainFormat, Lang: "es"}
		if markdown {
			o = order{Name: "a.md", Format: markdownFormat, Lang: "es"}
		}
		raw, err := readText(t.Context(), o, data)
		if err == nil {
			var text *projects.Text
			if text, err = finish(t.Context(), o.Format, raw); err == nil {
				checkText(t, text)
				return
			}
		}
		if !errors.Is(err, projects.ErrUnreadable) && !errors.Is(err, projects.ErrTooLarge) {
			t.Fatalf("%q: %v", data, err)
		}
	})
}

func checkText(t *testing.T, text *projects.Text) {
	for i, b := range text.Blocks {
		if strings.TrimSpace(b.Text) == "" || b.Order != i || b.SHA256 != retrieval.HashText(b.Text) {
			t.Fatalf("block %d: %+v", i, b)
		}
		if b.Table == nil && len(b.Text) > longBlock || b.Table != nil && b.Text != b.Table.Text() {
			t.Fatalf("block %d of %d bytes: %+v", i, len(b.Text), b.Table)
		}
		for _, s := range append([]string{b.Text, b.Title}, b.Path...) {
			if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return kindOf(r) != shown }) {
				t.Fatalf("block %d is not clean: %q", i, s)
			}
		}
		for _, r := range b.Refs {
			if r.Start < 0 || r.End > len(b.Text) || r.Start >= r.End || r.URL != "" {
				t.Fatalf("block %d: %+v", i, r)
			}
		}
	}
	for _, w := range text.Warnings {
		if strings.ContainsAny(w, "\n\x00") || !utf8.ValidString(w) {
			t.Fatalf("warning %q", w)
		}
	}
}
