// Package lazyregexptest finds the expressions a package compiles on first use, so
// that a mistake in one fails a test and not the first text that is read with it.
package lazyregexptest

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Call is one call in a package-level declaration, with its constant arguments.
type Call struct {
	Position  token.Position
	Function  string // "lazyregexp.New", "newPattern"
	Arguments []string
}

// Calls returns the calls of some functions that declare variables of the package in
// a folder, its tests left aside. An argument that is no constant text fails t.
func Calls(t testing.TB, folder string, functions ...string) []Call {
	t.Helper()
	fset := token.NewFileSet()
	files := parse(t, fset, folder)
	// No package is imported, and what is wrong for that reason is passed over:
	// constants are known all the same.
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	lenient := types.Config{IgnoreFuncBodies: true, Importer: noImports{}, Error: func(error) {}}
	_, _ = lenient.Check(folder, fset, files, info)
	var list []Call
	for _, call := range declaring(files) {
		if name := types.ExprString(call.Fun); slices.Contains(functions, name) {
			list = append(list, Call{fset.Position(call.Pos()), name, texts(t, fset, info, call)})
		}
	}
	return list
}

// noImports is an importer that has nothing.
type noImports struct{}

var errNoImports = errors.New("nothing is imported")

func (noImports) Import(string) (*types.Package, error) { return nil, errNoImports }

func parse(t testing.TB, fset *token.FileSet, folder string) []*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// declaring returns the calls outside of functions.
func declaring(files []*ast.File) []*ast.CallExpr {
	var list []*ast.CallExpr
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl, *ast.FuncLit:
				return false
			case *ast.CallExpr:
				list = append(list, n)
			}
			return true
		})
	}
	return list
}

func texts(t testing.TB, fset *token.FileSet, info *types.Info, call *ast.CallExpr) []string {
	t.Helper()
	var list []string
	for _, argument := range call.Args {
		value := info.Types[argument].Value
		if value == nil || value.Kind() != constant.String {
			t.Errorf("%s: %s is no constant text, so that no test can try it", fset.Position(argument.Pos()), types.ExprString(argument))
			continue
		}
		list = append(list, constant.StringVal(value))
	}
	return list
}
