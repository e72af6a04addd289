package verify

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"io/fs"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo/langfile"
)

// TestMessages_builtIn: every message has a text in each built-in language, which holds
// what the English one does, and no other text is there.
func TestMessages_builtIn(t *testing.T) {
	want := make(map[string]bool)
	file, err := parser.ParseFile(gotoken.NewFileSet(), "message.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 {
			if key, ok := spec.Values[0].(*ast.BasicLit); ok {
				text, _ := strconv.Unquote(key.Value)
				want[text] = true
			}
		}
		return true
	})
	english := langfile.Texts(languageFiles, "language/en/"+langfile.MessagesFile, messagesPart)
	for _, code := range builtIn {
		got := make(map[string]bool)
		for key := range langfile.Texts(languageFiles, "language/"+code+"/"+langfile.MessagesFile, messagesPart) {
			got[key] = true
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", code, diff)
		}
		folder, err := fs.Sub(languageFiles, "language/"+code)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := langfile.Messages(folder, messagesPart, english); err != nil {
			t.Error(code, err)
		}
	}
}
