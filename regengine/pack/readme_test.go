package pack

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
)

var readmeFile = regexp.MustCompile("(?s)\n`([^`\n]+)`\n\n```[a-z]+\n(.*?)\n```\n")

// What README.md shows is a pack, in the form an export gives it.
func TestReadme(t *testing.T) {
	content, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	files := make(fstest.MapFS)
	for _, match := range readmeFile.FindAllStringSubmatch(string(content), -1) {
		files[match[1]] = &fstest.MapFile{Data: []byte(match[2] + "\n"), Mode: 0o644}
	}
	if len(files) != 4 {
		t.Fatalf("found %d files in README.md, want 4", len(files))
	}
	p := mustRead(t, files)
	written := mustExport(t, p.Manifest, p.Data, nil)
	if diff := cmp.Diff(contents(files), contents(written)); diff != "" {
		t.Errorf("files (-README +written):\n%s", diff)
	}
}

// indented is an example that is a piece of a version's text.
var indented = regexp.MustCompile(`(?m)(?:^(?:    .*)?\n)+`)

// The pieces of text README.md shows read, and are in canonical form.
func TestReadme_Marks(t *testing.T) {
	content, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, marks, _ := strings.Cut(string(content), "### Marks\n")
	piece := strings.TrimSpace(strings.ReplaceAll(indented.FindString(marks), "\n    ", "\n"))
	text := "\n# S\n\n" + piece + "\n"
	sections, located, err := parseText(text)
	if err != nil || len(located) != 2 || located[0].Table.Head == nil || located[1].Kind != retrieval.Item {
		t.Fatalf("%d blocks, error %v, from\n%s", len(located), err, text)
	}
	var blocks []retrieval.Block
	for _, b := range located {
		blocks = append(blocks, b.Block)
	}
	if diff := cmp.Diff(text, writeMarkdown("es", sections, blocks)); diff != "" {
		t.Errorf("text (-README +written):\n%s", diff)
	}
}
