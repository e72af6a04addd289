// Package docs_test holds what documents promise of each other.
package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadme_Languages: README in each language gives the same commands, leads to the
// same places and has as many parts, paragraphs and rows.
func TestReadme_Languages(t *testing.T) {
	english, spanish := outline(t, "README.md"), outline(t, "README.es.md")
	for part, want := range english {
		if diff := cmp.Diff(want, spanish[part]); diff != "" {
			t.Errorf("%s (-README.md +README.es.md):\n%s", part, diff)
		}
	}
}

var (
	fence   = regexp.MustCompile("(?s)```sh\n.*?```")
	comment = regexp.MustCompile(`(?m) +# .*$`)
	target  = regexp.MustCompile(`\]\(([^)]+)\)|<(http[^>]+)>`)
	folder  = regexp.MustCompile("(?m)^\\| (`[^`]+`)")
	heading = regexp.MustCompile(`(?m)^(#+) `)
	blank   = regexp.MustCompile(`\n\n`)
)

func outline(t *testing.T, name string) map[string][]string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	of := map[string][]string{"paragraphs": blank.FindAllString(text, -1)}
	for _, block := range fence.FindAllString(text, -1) {
		of["commands"] = append(of["commands"], comment.ReplaceAllString(block, ""))
	}
	for _, match := range target.FindAllStringSubmatch(text, -1) {
		if link := match[1] + match[2]; link != "README.md" && link != "README.es.md" {
			of["links"] = append(of["links"], link)
		}
	}
	for name, pattern := range map[string]*regexp.Regexp{"folders": folder, "headings": heading} {
		for _, match := range pattern.FindAllStringSubmatch(text, -1) {
			of[name] = append(of[name], match[1])
		}
	}
	if len(of) != 5 {
		t.Fatalf("%s: %d parts were found of 5", name, len(of))
	}
	return of
}
