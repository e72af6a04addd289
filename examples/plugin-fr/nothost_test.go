package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo"
)

// TestHost_namesNothing counts the lines of the host's program that name anything
// this country brings: none. It looks at every string and name in the Go code of the
// packages the command is built of, and at every file embedded in it. Comments and
// the examples of help texts are not part of what the program does. The languages
// that readers of legal texts know are no country's.
func TestHost_namesNothing(t *testing.T) {
	needsAll(t, "lists the engine's packages")
	forbidden := brought()
	files, lines := 0, 0
	for _, pkg := range hostPackages(t) {
		for _, name := range pkg.GoFiles {
			files++
			lines += namedInCode(t, filepath.Join(pkg.Dir, name), forbidden)
		}
		for _, name := range pkg.EmbedFiles {
			files++
			lines += namedInData(t, filepath.Join(pkg.Dir, name), forbidden)
		}
	}
	t.Logf("%d files of the host name this country on %d lines", files, lines)
	if files < 500 {
		t.Errorf("only %d files were looked at; the list is broken", files)
	}
}

// brought is what nothing of the host may name: identifiers, names of regions and
// departments, zones, regulations, calculators and file formats.
func brought() *regexp.Regexp {
	words := []string{`FR-[0-9A-Z]{2,5}`, `TYPECOM`, `INSEE_CODE`, `H[12][abcd]`, `INSEE`}
	for _, p := range places() {
		// "Ain", "Lot" and "Var" are words of other languages, and the names of communes
		// are those of things: a tile is called after Marseille.
		if len(p.Name) > 3 && (p.Level == geo.Region || p.Level == geo.Province) {
			words = append(words, regexp.QuoteMeta(p.Name))
		}
	}
	for _, c := range (country{}).Calculators() {
		words = append(words, regexp.QuoteMeta(c.ID()))
	}
	folders, _ := packFiles.ReadDir("packs/batiment/codes")
	for _, f := range folders {
		words = append(words, regexp.QuoteMeta(f.Name()))
	}
	return regexp.MustCompile(`(^|[^\pL\d-])(` + strings.Join(words, "|") + `)($|[^\pL\d-])`)
}

// goPackage is what `go list` says of a package.
type goPackage struct {
	Dir, ImportPath     string
	GoFiles, EmbedFiles []string
}

// hostPackages lists the engine's packages the command is built of.
func hostPackages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=Dir,ImportPath,GoFiles,EmbedFiles", "./regengine/cmd/regengine")
	cmd.Dir = engineRoot
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var own []goPackage
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg goPackage
		if err := d.Decode(&pkg); errors.Is(err, io.EOF) {
			return own
		} else if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(pkg.ImportPath, "github.com/reglookup/regengine/") {
			own = append(own, pkg)
		}
	}
}

// namedInCode counts the strings and names of a Go file that match.
func namedInCode(t *testing.T, path string, forbidden *regexp.Regexp) (found int) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		text := ""
		switch n := n.(type) {
		case *ast.KeyValueExpr: // Example: `...` and Long: `...` of a command
			if key, ok := n.Key.(*ast.Ident); ok && slices.Contains([]string{"Example", "Long"}, key.Name) {
				return false
			}
		case *ast.Field: // the tags of wire structs are documentation
			if n.Tag != nil {
				n.Tag = nil
			}
		case *ast.BasicLit:
			if unquoted, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				text = unquoted
			}
		case *ast.Ident:
			text = n.Name
		}
		if text == string(countryID) || forbidden.MatchString(text) {
			found++
			t.Errorf("%s names this country: %.120q", set.Position(n.Pos()), text)
		}
		return true
	})
	return found
}

// namedInData counts the lines of an embedded file that match.
func namedInData(t *testing.T, path string, forbidden *regexp.Regexp) (found int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !utf8.Valid(data) {
		return 0 // a compressed script or an image
	}
	for i, line := range bytes.Split(data, []byte("\n")) {
		if hit := forbidden.Find(line); hit != nil {
			found++
			t.Errorf("%s:%d names this country: %q", path, i+1, hit)
		}
	}
	return found
}
