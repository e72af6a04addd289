package httpapi_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

var update = flag.Bool("update", false, "write golden files and examples anew")

func TestAPI_OpenAPI(t *testing.T) {
	s := httpapitest.NewServer(t, httpapitest.MemoryStores(), httpapitest.Setup{})
	golden(t, filepath.Join("testdata", "openapi.json"), s.API.OpenAPI())
}

// golden compares got with a file, or writes the file with -update.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s differs from what is generated now: run go test ./transport/httpapi -update and review the change", path)
	}
}
