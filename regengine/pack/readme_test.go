package pack

import (
	"os"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
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
