package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	for query, want := range map[string][]string{
		"coruna":         {"Coruña", "(ES-15030)", "country", "≥ 1,1 m"},
		"vitoria":        {"Vitoria-Gasteiz", "(ES-01059)"},
		"no such place!": nil,
	} {
		t.Run(query, func(t *testing.T) {
			var out bytes.Buffer
			if err := run(t.Context(), &out, query); err != nil {
				t.Fatal(err)
			}
			for _, part := range want {
				if !strings.Contains(out.String(), part) {
					t.Errorf("output lacks %q:\n%s", part, out.String())
				}
			}
			if want == nil && out.Len() > 0 {
				t.Errorf("output for an unknown place:\n%s", out.String())
			}
		})
	}
}

// TestLinks: whoever embeds the engine links no reader of spreadsheets, and none
// of the engines it is measured against. The test stands here because it is built
// anew, and so run again, whenever what the program links changes.
func TestLinks(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	linked := strings.Fields(string(out))
	if len(linked) < 50 {
		t.Fatalf("go list names %d packages: %q", len(linked), linked)
	}
	for _, pkg := range linked {
		for _, never := range []string{"github.com/blevesearch/bleve/v2", "github.com/xuri/excelize"} {
			if pkg == never || strings.HasPrefix(pkg, never+"/") {
				t.Errorf("the program links %s", pkg)
			}
		}
	}
}
