package wire

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

func TestSentinels_Cross(t *testing.T) {
	reasons := map[string]bool{}
	for _, s := range sentinels {
		t.Run(s.reason, func(t *testing.T) {
			if reasons[s.reason] {
				t.Error("the reason stands twice")
			}
			reasons[s.reason] = true
			sent := fmt.Errorf("height: %w: -1 is below 0", s.err)
			got := FromStatus(ToStatus(sent))
			if !errors.Is(got, s.err) || got.Error() != sent.Error() {
				t.Errorf("FromStatus(ToStatus(%v)) = %v, want the same text and sentinel", sent, got)
			}
			for _, other := range sentinels {
				if errors.Is(got, other.err) && !errors.Is(sent, other.err) {
					t.Errorf("%v has become %v too", sent, other.err)
				}
			}
		})
	}
}

// TestSentinels_Complete finds the sentinels that packages declare, so that a new
// one is not forgotten.
func TestSentinels_Complete(t *testing.T) {
	var known []string
	for _, s := range sentinels {
		known = append(known, s.err.Error())
	}
	found := 0
	for _, dir := range []string{"geo", "projects"} {
		for name, text := range declaredErrors(t, "../../../"+dir) {
			found++
			if !slices.Contains(known, text) {
				t.Errorf("%s.%s (%q) is not in the table: it would arrive as a mere text", dir, name, text)
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d sentinels were found: the test looks in the wrong place", found)
	}
}

// declaredErrors returns the texts of the exported variables of a package that
// errors.New makes, by name.
func declaredErrors(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := fs.Glob(os.DirFS(dir), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), dir+"/"+name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || !strings.HasPrefix(spec.Names[0].Name, "Err") || len(spec.Values) != 1 {
				return true
			}
			if call, ok := spec.Values[0].(*ast.CallExpr); ok && len(call.Args) == 1 {
				if text, ok := call.Args[0].(*ast.BasicLit); ok {
					found[spec.Names[0].Name] = strings.Trim(text.Value, `"`)
				}
			}
			return true
		})
	}
	return found
}

func TestToStatus(t *testing.T) {
	t.Run("Nil", func(t *testing.T) {
		if ToStatus(nil) != nil || FromStatus(nil) != nil {
			t.Error("no error has become one")
		}
	})
	t.Run("SeveralSentinels", func(t *testing.T) {
		got := FromStatus(ToStatus(errors.Join(geo.ErrInvalidPlace, projects.ErrInvalid)))
		if !errors.Is(got, geo.ErrInvalidPlace) || !errors.Is(got, projects.ErrInvalid) {
			t.Errorf("%v has lost a sentinel", got)
		}
	})
	t.Run("TreeError", func(t *testing.T) {
		sent := geo.CheckPlaces([]geo.Place{{Name: "?"}})
		if got := FromStatus(ToStatus(sent)); !errors.Is(got, geo.ErrInvalidPlace) || got.Error() != sent.Error() {
			t.Errorf("got %v, want %v", got, sent)
		}
	})
	t.Run("Unknown", func(t *testing.T) {
		sent := &fs.PathError{Op: "open", Path: "communes.csv", Err: fs.ErrNotExist}
		got := FromStatus(ToStatus(sent))
		if got.Error() != sent.Error() || errors.Is(got, fs.ErrNotExist) {
			t.Errorf("got %v, want its text and no more", got)
		}
	})
	t.Run("LongAndDirty", func(t *testing.T) {
		got := FromStatus(ToStatus(errors.New("\x1b[31m\xff\x00\u202e" + strings.Repeat("é", maxErrorText)))).Error()
		if len(got) > maxErrorText+16 || strings.ContainsAny(got, "\x1b\x00\u202e") || !strings.HasSuffix(got, "...") {
			t.Errorf("%d bytes: %.40q", len(got), got)
		}
	})
	t.Run("LongKeepsItsSentinel", func(t *testing.T) {
		sent := fmt.Errorf("%s: %w", strings.Repeat("x", 2*maxErrorText), projects.ErrInvalid)
		if !errors.Is(FromStatus(ToStatus(sent)), projects.ErrInvalid) {
			t.Error("the sentinel was cut off")
		}
	})
}

func TestFromStatus(t *testing.T) {
	cases := []struct {
		name string
		err  error
		want error // sentinel; nil: none at all
	}{
		{"Deadline", status.Error(codes.DeadlineExceeded, "late"), context.DeadlineExceeded},
		{"Canceled", status.Error(codes.Canceled, "gone"), context.Canceled},
		{"ConnectionBroke", status.Error(codes.Unavailable, "gone"), nil},
		{"OnlyACode", status.Error(codes.NotFound, "unknown service"), nil},
		{"OtherDomain", withInfo("example.org", "INVALID"), nil},
		{"UnknownReason", withInfo(errorDomain, "OF_A_LATER_KIT"), nil},
		{"Ours", withInfo(errorDomain, "INVALID"), projects.ErrInvalid},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := FromStatus(c.err)
			for _, s := range sentinels {
				if errors.Is(got, s.err) != (s.err == c.want) { //nolint:errorlint // the sentinel itself
					t.Errorf("errors.Is(%v, %v) = %v", got, s.err, errors.Is(got, s.err))
				}
			}
			var e *Error
			if !errors.As(got, &e) || e.Code != status.Code(c.err) || got.Error() == "" {
				t.Errorf("FromStatus = %#v, want an *Error with its code and a text", got)
			}
		})
	}
}

func withInfo(domain, reason string) error {
	st, err := status.New(codes.InvalidArgument, "text").WithDetails(&errdetails.ErrorInfo{Domain: domain, Reason: reason})
	if err != nil {
		panic(err)
	}
	return st.Err()
}
