package pack

import (
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
)

// FuzzRead changes one file of a pack. What still reads must export, and read
// back as the same.
func FuzzRead(f *testing.F) {
	names := []string{"pack.yaml", "places.csv", "codes/one/code.yaml", "codes/one/2020.md"}
	for i, name := range names {
		f.Add(uint8(i), minimal(nil)[name].Data)
	}
	example, err := os.ReadFile(examplePack + "/codes/residuos-obra/2008.md")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint8(3), example)
	f.Add(uint8(0), []byte("format: 1\nname: a\ntitle: &a [*a]\nextra: [{key: k, label: l}]\n"))
	f.Add(uint8(1), []byte("id,name\n\"a\nb\",\"\"\"\n"))
	f.Fuzz(func(t *testing.T, which uint8, content []byte) {
		name := names[int(which)%len(names)]
		fsys := minimal(nil)
		fsys[name] = &fstest.MapFile{Data: content}
		p, err := Read(fsys, nil)
		if err != nil {
			var mistakes *Error
			if !errors.As(err, &mistakes) {
				t.Fatalf("got %v, want an *Error", err)
			}
			for _, problem := range mistakes.Problems {
				if problem.Line < 1 || problem.Line > strings.Count(string(content), "\n")+1 && problem.File == name {
					t.Errorf("%s: there is no such line", problem)
				}
			}
			return
		}
		again := mustRead(t, mustExport(t, p.Manifest, p.Data, nil))
		if diff := cmp.Diff(p.Data, again.Data, dates); diff != "" {
			t.Errorf("data (-first +second):\n%s", diff)
		}
		if diff := cmp.Diff(p.Manifest, again.Manifest); diff != "" {
			t.Errorf("manifest (-first +second):\n%s", diff)
		}
	})
}

// FuzzMarkdown reads any text; what reads must be written so that it reads again
// as the same sections and blocks.
func FuzzMarkdown(f *testing.F) {
	for _, body := range []string{
		"# A\n\nx *y* `z`\n\n- a\n  1. b\n", "# A {#b}\n\n**T** {#c}\n\n| a | b |\n|---|---|\n| 1 \\| 2 | |\n\n> n\n",
		"# A\n\na\\\nb &#10; &amp; \\&amp; \\\\ <https://a.b>\n", "## A\n\n3) x\n4) y\n\n* z\n",
		"###### A {#a level=9}\n\n{.item depth=2 page=4 lang=ca}\n\na) [b *c*](https://a.b/?c=d&e=(f) \"Ley 1/2#art-3\") d\n",
		"# A\n\n**T** {#t head=2 span=\"1,1,2,1 1,2,1,2\" page=3}\n\n**C [x](y)** {.caption}\n\n| a | b | b |\n|---|---|---|\n| a | [c](d) | e |\n| 1 | 2 | 3 |\n\n> n [o](p)\n",
		"# A\n\n**C** {.caption}\n\n| a |\n|---|\n| [b](<c d> '#') |\n\n- 1. [e](f)\n  - [g\\\nh](i)\n",
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		text, ok := (&files{rep: &report{}}).text("f.md", []byte(body))
		if !ok {
			return
		}
		sections, blocks, err := parseText(string(text))
		if err != nil {
			return
		}
		plain := make([]retrieval.Block, len(blocks))
		for i, b := range blocks {
			plain[i] = b.Block
		}
		written := writeMarkdown("es", sections, plain)
		gotSections, gotBlocks, err := parseText(written)
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		for i := range gotBlocks {
			if i < len(blocks) {
				gotBlocks[i].line = blocks[i].line // layout may move
			}
		}
		if diff := cmp.Diff(sections, gotSections); diff != "" {
			t.Errorf("sections (-want +got):\n%s\n%s", diff, written)
		}
		if diff := cmp.Diff(blocks, gotBlocks, cmp.AllowUnexported(locatedBlock{})); diff != "" {
			t.Errorf("blocks (-want +got):\n%s\n%s", diff, written)
		}
	})
}

// FuzzPlaces reads any CSV.
func FuzzPlaces(f *testing.F) {
	f.Add([]byte(strings.Join(placeColumns, ",") + "\nES,\"Esp\nana\",country,,,,,,,\n"))
	f.Fuzz(func(t *testing.T, source []byte) {
		rep := &report{}
		rows, _ := parsePlaces(rep, &Manifest{}, source)
		for _, row := range rows {
			if row.line < 2 || row.line > strings.Count(string(source), "\n")+1 {
				t.Errorf("place %s on line %d", row.place.ID, row.line)
			}
		}
	})
}
