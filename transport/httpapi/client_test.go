package httpapi_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// describedAPI is what generators of clients read of the document.
type describedAPI struct {
	Paths map[string]map[string]struct {
		OperationID string `json:"operationId"`
		Responses   map[string]struct {
			Content map[string]any
		}
	}
	Components struct{ Schemas map[string]any }
}

// What generators of clients call the types of an operation.
var operationTypes = []string{
	"", "Response", "Request", "Params", "Body", "RequestBody", "JSONBody", "JSONRequestBody", "RequestObject", "ResponseObject", "Req", "Res",
}

// TestOpenAPI_names: no schema is called what a generator calls the types of an
// operation, and a status has one media type, or the client does not compile.
func TestOpenAPI_names(t *testing.T) {
	var doc describedAPI
	if err := json.Unmarshal(newServer(t, httpapitest.Setup{Offline: true}).API.OpenAPI(), &doc); err != nil {
		t.Fatal(err)
	}
	schemas := map[string]string{}
	for name := range doc.Components.Schemas {
		schemas[strings.ToLower(name)] = name
	}
	for path, methods := range doc.Paths {
		for _, op := range methods {
			for _, suffix := range operationTypes {
				if name := schemas[strings.ToLower(op.OperationID+suffix)]; name != "" {
					t.Errorf("schema %s is called as a generator calls what operation %s takes or gives", name, op.OperationID)
				}
			}
			for status, r := range op.Responses {
				if len(r.Content) > 1 {
					t.Errorf("%s answers %s in %d media types", path, status, len(r.Content))
				}
			}
		}
	}
}

// TestOpenAPI_speaksForItself: the document names no page that its reader does not have.
func TestOpenAPI_speaksForItself(t *testing.T) {
	doc := string(newServer(t, httpapitest.Setup{Offline: true}).API.OpenAPI())
	for _, name := range []string{"DECISION", "SPEC"} {
		if _, behind, found := strings.Cut(doc, name); found {
			t.Errorf("it names %s%.40q", name, behind)
		}
	}
}

// TestOpenAPI_goClient makes a client of the document with oapi-codegen, builds it
// and asks a server with it.
func TestOpenAPI_goClient(t *testing.T) {
	if os.Getenv(testsEnv) != "all" {
		t.Skipf("builds a generated client: %s=all go test ./transport/httpapi", testsEnv)
	}
	s := newServer(t, httpapitest.Setup{})
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "goclient"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "openapi.json"), s.API.OpenAPI(), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "SERVER="+s.URL, "KEY="+s.Keys.Main, "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("mod", "download") // a fresh machine tells of each
	run("tool", "oapi-codegen", "-generate", "types,client", "-package", "main", "-o", "client.go", "openapi.json")
	const want = "200 ES-28005\n200 non_compliant 0.8000001\n200 1\n422 body.query\n"
	if diff := cmp.Diff(want, run("run", ".")); diff != "" {
		t.Errorf("what the client was told (-want +got):\n%s", diff)
	}
}
