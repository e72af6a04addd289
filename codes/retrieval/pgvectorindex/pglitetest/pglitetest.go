package pglitetest

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// testsEnv is the environment variable that is "all" where every test is to run.
const testsEnv = "REGENGINE_TESTS"

// shared is the server all tests of a binary use. It is never stopped by them:
// its supervisor does so when the binary ends.
var shared struct {
	once   sync.Once
	server *Server
	err    error
}

// Start returns the URL of the database all tests of the binary share. Tests use
// schemas of their own, and not at the same time.
func Start(t testing.TB) (databaseURL string) {
	t.Helper()
	node, dir := requirePGlite(t)
	shared.once.Do(func() {
		shared.server = &Server{node: node, dir: dir, log: os.DevNull, extension: true}
		shared.err = shared.server.Start()
	})
	if shared.err != nil {
		t.Fatalf("pglitetest: %v", shared.err)
	}
	return shared.server.URL()
}

// StartServer returns a server of the test's own, running, with an empty database
// that has pgvector or has never heard of it.
func StartServer(t testing.TB, pgvector bool) *Server {
	t.Helper()
	node, dir := requirePGlite(t)
	s := &Server{node: node, dir: dir, log: filepath.Join(t.TempDir(), "log"), extension: pgvector}
	t.Cleanup(s.Stop)
	if err := s.Start(); err != nil {
		t.Fatalf("pglitetest: %v", err)
	}
	return s
}

func requirePGlite(t testing.TB) (node, dir string) {
	t.Helper()
	if os.Getenv(testsEnv) != "all" {
		t.Skipf("starts PGlite: %s=all go test", testsEnv)
		return "", ""
	}
	node, dir, err := install()
	if err != nil {
		t.Fatalf("pglitetest: %v, and %s=all requires it", err, testsEnv)
	}
	return node, dir
}
