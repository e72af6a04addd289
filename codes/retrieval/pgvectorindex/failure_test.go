package pgvectorindex_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/pgvectorindex"
	"github.com/reglookup/regengine/codes/retrieval/pgvectorindex/pglitetest"
)

var (
	query   = []float32{1, 0}
	vectors = []retrieval.Vector{{ID: "a", SHA256: "hash", Values: []float32{1, 0}}, {ID: "b", Values: []float32{0, 1}}}
)

func TestOpen_ErrExtension(t *testing.T) {
	server := pglitetest.StartServer(t, false)
	x, err := pgvectorindex.Open(t.Context(), server.URL(), nil)
	if !errors.Is(err, pgvectorindex.ErrExtension) || x != nil {
		t.Fatalf("want ErrExtension and no index, got %v", err)
	}
	if !strings.Contains(err.Error(), "install pgvector") {
		t.Errorf("want an error that says what to do, got %q", err)
	}
}

func TestOpen_ErrURL(t *testing.T) {
	const secret = "hunter2"
	for _, bad := range []string{"postgres://u:" + secret + "@host:port/db", "postgres://u:" + secret + "@127.0.0.1:1/db?sslmode=disable"} {
		x, err := pgvectorindex.Open(t.Context(), bad, nil)
		if err == nil {
			x.Close()
			t.Fatalf("want an error for a database that is not there")
		}
		if strings.Contains(err.Error(), secret) {
			t.Errorf("the error tells the password: %v", err)
		}
	}
}

// silent returns the URL of a server that accepts and never answers.
func silent(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var accepted sync.WaitGroup
	accepted.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			defer conn.Close()
		}
	})
	t.Cleanup(func() { l.Close(); accepted.Wait() })
	return "postgres://u:p@" + l.Addr().String() + "/db?sslmode=disable"
}

func TestOpen_HungServer(t *testing.T) {
	url := silent(t)
	t.Run("Deadline", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, err := pgvectorindex.Open(ctx, url, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("want DeadlineExceeded, got %v", err)
		}
	})
	t.Run("ConnectTimeout", func(t *testing.T) { // with no deadline of the caller's
		if _, err := pgvectorindex.Open(t.Context(), url+"&connect_timeout=1", nil); err == nil {
			t.Error("want an error")
		}
	})
}

// TestIndex_HungServer: a server that stops answering holds a caller no longer
// than its context says, and the index works again once the server does.
func TestIndex_HungServer(t *testing.T) {
	direct := databaseURL(t)
	p, url := newProxy(t, direct)
	x := open(t, url, newOptions(t, direct))
	if err := x.Put(t.Context(), "doc", "model", vectors); err != nil {
		t.Fatal(err)
	}
	p.hang(true)
	for name, call := range map[string]func(context.Context) error{
		"Nearest": func(ctx context.Context) error {
			_, err := x.Nearest(ctx, "model", query, []string{"doc"}, 1)
			return err
		},
		"Put": func(ctx context.Context) error { return x.Put(ctx, "other", "model", vectors) },
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		err := call(ctx)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: want DeadlineExceeded, got %v", name, err)
		}
	}
	p.hang(false)
	p.cut()
	wantAfter(t, x)
}

// TestIndex_LostConnection: a call in whose middle the connection ends says so,
// or is repeated where that is safe; the next finds its way.
func TestIndex_LostConnection(t *testing.T) {
	direct := databaseURL(t)
	p, url := newProxy(t, direct)
	x := open(t, url, newOptions(t, direct))
	if err := x.Put(t.Context(), "doc", "model", vectors); err != nil {
		t.Fatal(err)
	}
	p.hang(true)
	failed := make(chan error, 1)
	go func() {
		_, err := x.Nearest(t.Context(), "model", query, []string{"doc"}, 1)
		failed <- err
	}()
	for !p.swallowed() { // the call is under way
		select {
		case err := <-failed:
			t.Fatalf("the call ended before the connection did: %v", err)
		case <-time.After(time.Millisecond):
		}
	}
	p.hang(false)
	p.refuse(true) // pgx asks the server to cancel, on a connection of its own
	p.cut()
	err := <-failed
	p.refuse(false)
	if err != nil && !strings.Contains(err.Error(), "pgvectorindex: search: ") {
		t.Errorf("want an error that says what was lost, got %v", err)
	}
	wantAfter(t, x)
}

// wantAfter asks once more, as a caller would.
func wantAfter(t *testing.T, x *pgvectorindex.Index) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	near, err := x.Nearest(ctx, "model", query, []string{"doc"}, 1)
	if err != nil || len(near) != 1 || near[0].ID != "a" {
		t.Errorf("want the index to work again, got %v, %v", near, err)
	}
}

// TestIndex_LostServer: a server that is away makes a clear error, and so do
// tables that another has dropped.
func TestIndex_LostServer(t *testing.T) {
	direct := databaseURL(t)
	p, url := newProxy(t, direct)
	options := newOptions(t, direct)
	x := open(t, url, options)
	if err := x.Put(t.Context(), "doc", "model", vectors); err != nil {
		t.Fatal(err)
	}
	p.refuse(true)
	p.cut()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if _, err := x.List(ctx); err == nil || !strings.Contains(err.Error(), "pgvectorindex: list: ") {
		t.Errorf("want an error that says what failed, got %v", err)
	}
	p.refuse(false)
	wantAfter(t, x)
	execute(t, direct, "DROP SCHEMA "+pgx.Identifier{options.Schema}.Sanitize()+" CASCADE")
	if _, err := x.List(t.Context()); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("want an error that says what is missing, got %v", err)
	}
}
