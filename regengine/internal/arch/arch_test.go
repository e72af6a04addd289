package arch

import (
	"bufio"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/reglookup/regengine"

// importGraph maps each package of the module to what its files import; test
// files are left out, for a test may use any package.
type importGraph map[string][]string

// TestArrows_Direct checks every import against the rooms and their arrows.
func TestArrows_Direct(t *testing.T) {
	graph := readModule(t)
	for _, pkg := range slices.Sorted(maps.Keys(graph)) {
		for _, imported := range graph[pkg] {
			if reason := forbidden(pkg, imported); reason != "" {
				t.Errorf("%s imports %s\n\t%s", pkg, imported, reason)
			}
		}
	}
}

// TestModule_Nested: the rules are for this module, and the benchmark beside other
// engines is none of it, so that no user's go.sum holds those engines.
func TestModule_Nested(t *testing.T) {
	graph := readModule(t)
	for _, pkg := range []string{"regengine/internal/peerbench", "examples/plugin-fr"} {
		if _, ok := graph[pkg]; ok {
			t.Errorf("%s is read as a package of this module", pkg)
		}
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(moduleRoot(t), file))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "github.com/blevesearch/bleve/") {
			t.Errorf("%s holds bleve: what takes it belongs into regengine/internal/peerbench", file)
		}
	}
}

// TestArrows_CoreReach follows the imports of the core through the module, and
// through the modules it uses, to whatever the core must never reach.
func TestArrows_CoreReach(t *testing.T) {
	graph := readModule(t)
	for _, core := range corePackages {
		if _, ok := graph[core]; !ok {
			t.Errorf("core package %q is gone; correct the list", core)
		}
		for reached, via := range reach(t, graph, core) {
			if reason := coreNever(reached); reason != "" {
				t.Errorf("%s reaches %s by way of %s\n\t%s", core, reached, via, reason)
			}
		}
	}
}

// TestArrows_Rules keeps the rules honest: each must refuse what it is there for.
func TestArrows_Rules(t *testing.T) {
	for _, tt := range []struct {
		pkg, imported string
		want          bool // forbidden
	}{
		{"geo", "strings", false},
		{"geo", "golang.org/x/text/unicode/norm", false},
		{"geo", module + "/codes", true},
		{"geo", "github.com/google/uuid", true},
		{"codes", module + "/geo", false},
		{"codes", module + "/verify", true},
		{"codes", "net/http", true},
		{"codes", "github.com/sergi/go-diff/diffmatchpatch", true},
		{"codes/compare", "github.com/sergi/go-diff/diffmatchpatch", false},
		{"codes/retrieval", module + "/codes", true},
		{"verify", module + "/ask", true},
		{"ask", module + "/verify", true},
		{"ask", module + "/projects", false},
		{"ask/note", module + "/ask", false},
		{"ask/note", module + "/ask/openaimodel", true},
		{"ask/note", module + "/verify", true},
		{"geo/es", module + "/geo", false},
		{"geo/es", module + "/codes", true},
		{"geo/es", module + "/geo/es/official", true},
		{"geo/es", "github.com/xuri/excelize/v2", true},
		{"geo/es/official", module + "/geo/es", false},
		{"geo/es/official", module + "/codes", true},
		{"geo/es/official", "github.com/xuri/excelize/v2", false},
		{"regengine", module + "/regengine/sheet", true},
		{"transport/web", module + "/regengine/sheet", false},
		{"transport/web", module + "/regengine/sheet/workbook", true},
		{"regengine/cmd/regengine", module + "/regengine/sheet/workbook", false},
		{"regengine/sheet", "github.com/xuri/excelize/v2", true},
		{"regengine/sheet/workbook", "github.com/xuri/excelize/v2", false},
		{"geo", "testing", true},
		{"geo/geotest", "testing", false},
		{"projects", "database/sql", true},
		{"regengine/access", module + "/transport/httpapi", true},
		{"transport/httpapi", module + "/regengine/sqlstore", true},
		{"transport/httpapi", module + "/transport/web", false},
		{"regengine/cmd/regengine", module + "/transport/httpapi", false},
		{"transport/mcp", "github.com/modelcontextprotocol/go-sdk/mcp", false},
		{"transport/httpapi", "github.com/modelcontextprotocol/go-sdk/mcp", true},
		{"regengine/sqlstore", "github.com/danielgtaylor/huma/v2", true},
		{"regengine/sqlstore", "github.com/uptrace/bun", false},
		{"verify", "github.com/uptrace/bun", true},
		{"regengine", module + "/regengine/pack", true},
		{"regengine", module + "/regengine/join", true},
		{"regengine/join", module + "/regengine/pack", false},
		{"regengine/join", module + "/plugins/internal/wire", true},
		{"regengine/join", module + "/geo/es", true},
		{"regengine/languages", module + "/transport/web", false},
		{"regengine/languages", module + "/transport/httpapi", true},
		{"regengine", module + "/regengine/languages", true},
		{"plugins/host", module + "/regengine/languages", true},
		{"regengine/outcomes", module + "/verify/verifyeval", true},
		{"verify/verifyeval", module + "/regengine/outcomes", true},
		{"ask/askeval", module + "/regengine/outcomes", true},
		{"codes/retrieval/evalset", module + "/regengine/outcomes", true},
		{"regengine/cmd/regengine", module + "/regengine/outcomes", false},
		{"geo/langfile", module + "/geo", true},
		{"geo/langfile", "golang.org/x/text/unicode/norm", true},
		{"geo/lazyregexp", module + "/geo", true},
		{"geo/lazyregexp", "golang.org/x/text/unicode/norm", true},
		{"codes/retrieval", module + "/geo/lazyregexp", false},
		{"verify", module + "/geo/langfile", false},
		{"ask/note", module + "/geo/langfile", false},
		{"plugins/sdk", module + "/projects", false},
		{"plugins/sdk", module + "/regengine", true},
		{"plugins/sdk", module + "/plugins/host", true},
		{"plugins/host", module + "/regengine/join", false},
		{"plugins/host", module + "/plugins/sdk", true},
		{"plugins/internal/wire", module + "/plugins/sdk", true},
		{"plugins/skeleton", module + "/plugins/sdk", true},
		{"regengine/cmd/regengine", module + "/plugins/host", false},
		{"regengine/cmd/regengine", module + "/plugins/sdk", true},
		{"regengine/cmd/regengine", module + "/plugins/internal/wire", true},
		{"regengine/cmd/regengine", "google.golang.org/grpc", true},
		{"transport/httpapi", module + "/plugins/host", true},
		{"examples/plugin-fr", module + "/plugins/sdk", false},
	} {
		if got := forbidden(tt.pkg, tt.imported); (got != "") != tt.want {
			t.Errorf("forbidden(%s, %s) = %q, want forbidden: %v", tt.pkg, tt.imported, got, tt.want)
		}
	}
}

// readModule reads the imports with go/parser: `go list` behind a test would be
// served stale from the test cache.
func readModule(t *testing.T) importGraph {
	t.Helper()
	root := moduleRoot(t)
	graph := importGraph{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if path != root && elsewhere(path, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		imports, err := readImports(path)
		graph[filepath.ToSlash(rel)] = append(graph[filepath.ToSlash(rel)], imports...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(graph) < 10 {
		t.Fatalf("found %d packages below %s; the walk is broken", len(graph), root)
	}
	return graph
}

// elsewhere reports whether a folder below the root holds none of the module's
// packages. A folder with a go.mod is a module of its own: what it imports is in
// no program that uses this one.
func elsewhere(path, name string) bool {
	if strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" {
		return true
	}
	_, err := os.Stat(filepath.Join(path, "go.mod"))
	return err == nil
}

func readImports(path string) ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		return nil, fmt.Errorf("parse: %w", err)
	}
	var imports []string
	for _, spec := range file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, fmt.Errorf("import of %s: %w", path, err)
		}
		imports = append(imports, name)
	}
	return imports, nil
}

func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
	}
}

// reach returns every package start reaches, each with one importer of it. The
// standard library is not entered: net/http is found where it is imported.
func reach(t *testing.T, graph importGraph, start string) map[string]string {
	t.Helper()
	via := map[string]string{}
	queue := []string{start}
	for len(queue) > 0 {
		pkg := queue[0]
		queue = queue[1:]
		for _, imported := range importsOf(t, graph, pkg) {
			if _, seen := via[imported]; seen || harmless[pkg] == imported {
				continue
			}
			via[imported] = pkg
			if local, ok := strings.CutPrefix(imported, module+"/"); ok {
				queue = append(queue, local)
			} else if strings.Contains(strings.Split(imported, "/")[0], ".") {
				queue = append(queue, imported)
			}
		}
	}
	return via
}

func importsOf(t *testing.T, graph importGraph, pkg string) []string {
	t.Helper()
	if imports, ok := graph[pkg]; ok {
		return imports
	}
	dir := moduleCacheDir(t, pkg)
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no source of %s below %s (%v); run `go mod download`", pkg, dir, err)
	}
	var imports []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || ignored(t, file) {
			continue
		}
		names, err := readImports(file)
		if err != nil {
			t.Fatal(err)
		}
		imports = append(imports, names...)
	}
	return imports
}

// ignored reports whether a file builds into no package ("//go:build ignore").
func ignored(t *testing.T, path string) bool {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	lines := bufio.NewScanner(file)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "package ") {
		if strings.HasPrefix(lines.Text(), "//go:build ignore") {
			return true
		}
	}
	return false
}

// moduleCacheDir finds a required module's package in the module cache by the
// longest module path of go.mod that fits.
func moduleCacheDir(t *testing.T, pkg string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(moduleRoot(t), "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	best, version := "", ""
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		if len(fields) < 2 || !strings.HasPrefix(fields[1], "v") {
			continue
		}
		if (pkg == fields[0] || strings.HasPrefix(pkg, fields[0]+"/")) && len(fields[0]) > len(best) {
			best, version = fields[0], fields[1]
		}
	}
	if best == "" {
		t.Fatalf("%s is of no module in go.mod", pkg)
	}
	return filepath.Join(modCache(t), escape(best)+"@"+version, strings.TrimPrefix(pkg, best))
}

func modCache(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("GOMODCACHE"); dir != "" {
		return dir
	}
	if dir := os.Getenv("GOPATH"); dir != "" {
		return filepath.Join(filepath.SplitList(dir)[0], "pkg", "mod")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(home, "go", "pkg", "mod")
}

// escape writes a module path as the module cache does: "!" before a letter
// that was a capital.
func escape(path string) string {
	var b strings.Builder
	for _, r := range path {
		if 'A' <= r && r <= 'Z' {
			b.WriteByte('!')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
