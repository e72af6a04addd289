package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// testsEnv is the environment variable that is "all" where every test is to run.
const testsEnv = "REGENGINE_TESTS"

// shared is the cluster all tests of a binary use. It is never stopped by them:
// its supervisor does so when the binary ends.
var shared struct {
	once   sync.Once
	server *Server
	err    error
}

var databases atomic.Int64

// Start returns the URL of an empty database of its own on the cluster shared by
// all tests of the binary. The database is dropped at the end of the test, by
// force: connections still open are cut.
func Start(t testing.TB) (databaseURL string) {
	t.Helper()
	return start(t).database(t, "")
}

// start returns the cluster all tests of the binary share.
func start(t testing.TB) *Server {
	t.Helper()
	bin := requireBinaries(t)
	shared.once.Do(func() { shared.server, shared.err = newServer(bin) })
	if shared.err != nil {
		t.Fatalf("pgtest: %v", shared.err)
	}
	return shared.server
}

// Require ends the test as [Start] does where there is to be no Postgres. A test whose
// subtests start a database of its own calls it first.
func Require(t testing.TB) {
	t.Helper()
	requireBinaries(t)
}

// StartServer returns a cluster of the test's own, running, which it may stop
// and start again. Tests that only need a database use [Start].
func StartServer(t testing.TB) *Server {
	t.Helper()
	s, err := newServer(requireBinaries(t))
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	t.Cleanup(s.remove)
	return s
}

// URL returns the URL of the cluster's maintenance database.
func (s *Server) URL() string { return s.databaseURL("postgres") }

func (s *Server) databaseURL(name string) string {
	u := url.URL{
		Scheme:   "postgres",
		User:     url.UserPassword(superuser, s.password),
		Host:     fmt.Sprintf("127.0.0.1:%d", s.port),
		Path:     "/" + name,
		RawQuery: "sslmode=disable",
	}
	return u.String()
}

// database makes a database for a test. How it is made is SQL behind its name.
func (s *Server) database(t testing.TB, how string) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", databases.Add(1))
	if err := s.exec("CREATE DATABASE " + name + " " + how); err != nil {
		t.Fatalf("pgtest: create a database: %v\n%s", err, s.logTail())
	}
	t.Cleanup(func() {
		if err := s.exec("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"); err != nil {
			t.Errorf("pgtest: drop the database: %v", err)
		}
	})
	return s.databaseURL(name)
}

// exec runs one statement in the maintenance database.
func (s *Server) exec(statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.URL())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }() // the statement's own error is what counts
	_, err = conn.Exec(ctx, statement)
	return err
}

func requireBinaries(t testing.TB) string {
	t.Helper()
	if os.Getenv(testsEnv) != "all" {
		t.Skipf("starts Postgres: %s=all go test", testsEnv)
		return ""
	}
	bin, err := findBinaries()
	if err != nil {
		t.Fatalf("pgtest: %v, and %s=all requires it: install the package postgresql, version 15 or later", err, testsEnv)
	}
	return bin
}
