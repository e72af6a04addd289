package markdown_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/markdown"
	"github.com/reglookup/regengine/geo"
)

// TestRead_OnlyVisible holds that what is said of pictures is left out where only
// what is seen is asked for.
func TestRead_OnlyVisible(t *testing.T) {
	const text = "# Uno\n\nTexto de la memoria ![quokka](a.png)\n\n## Dos ![quokka](b.png)\n\n| a ![quokka](c.png) | b |\n|---|---|\n| 1 | 2 |\n\n<img src=\"d.png\" alt=\"quokka\">\n"
	for _, only := range []bool{false, true} {
		given := &importers.Given{Code: "x", Version: "1", Title: "X", Scope: codes.National, Territories: []geo.ID{"ES"}, Otherwise: "es", OnlyVisible: only}
		made, err := markdown.Read(t.Context(), "x.md", []byte(text), given)
		if err != nil {
			t.Fatal(err)
		}
		said := 0
		for _, b := range made.Blocks {
			said += strings.Count(strings.Join(append(b.Path, b.Title, b.Text), "\n"), "quokka")
		}
		if only != (said == 0) {
			t.Errorf("only visible %v: what is said of pictures stands there %d times", only, said)
		}
		if made.Blocks[0].Lang != "es" {
			t.Errorf("a text too short to tell its language: want es, got %q", made.Blocks[0].Lang)
		}
	}
}

// TestRead_plainWithoutText holds that a plain text of front matter alone is empty.
func TestRead_plainWithoutText(t *testing.T) {
	_, err := markdown.Read(t.Context(), "x.txt", []byte("---\ntitle: x\n---\n"), nil)
	if !errors.Is(err, importers.ErrEmpty) {
		t.Errorf("want ErrEmpty, got %v", err)
	}
}
