package pgtest_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reglookup/regengine/regengine/internal/pgtest"
)

func query(t *testing.T, url, sql string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return "", err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var out string
	err = conn.QueryRow(ctx, sql).Scan(&out)
	return out, err
}

func TestStart(t *testing.T) {
	a, b := pgtest.Start(t), pgtest.Start(t)
	if a == b {
		t.Fatalf("two calls got the same database %s", a)
	}
	if _, err := query(t, a, "CREATE TABLE only_in_a AS SELECT 1; SELECT 'done'"); err == nil {
		t.Error("want an error for two statements in one query")
	}
	if _, err := query(t, a, "SELECT set_config('a.b', 'c', false)"); err != nil {
		t.Fatal(err)
	}
	if got, err := query(t, b, "SELECT CASE WHEN 'a' < 'B' COLLATE \"default\" THEN 'language' ELSE 'bytes' END"); err != nil || got != "language" {
		t.Errorf("want the order of a language, got %q %v", got, err)
	}
}

func TestServer_Stop(t *testing.T) {
	s := pgtest.StartServer(t)
	if _, err := query(t, s.URL(), "SELECT 'up'"); err != nil {
		t.Fatal(err)
	}
	s.Stop()
	if _, err := query(t, s.URL(), "SELECT 'down'"); err == nil {
		t.Error("want an error from a stopped server")
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := query(t, s.URL(), "SELECT 'up'"); err != nil {
		t.Errorf("want the server back: %v", err)
	}
}

// A copy has what was prepared, and changes to one are not another's.
func TestStartCopy(t *testing.T) {
	prepared := 0
	prepare := func(url string) error {
		prepared++
		_, err := query(t, url, "CREATE TABLE t AS SELECT 'x'::text AS word")
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		return nil
	}
	for range 2 {
		url := pgtest.StartCopy(t, t.Name(), prepare)
		if word, err := query(t, url, "DELETE FROM t RETURNING word"); err != nil || word != "x" {
			t.Errorf("want x, got %q, %v", word, err)
		}
	}
	if prepared != 1 {
		t.Errorf("prepared %d times, want once", prepared)
	}
}
