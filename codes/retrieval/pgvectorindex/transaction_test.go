package pgvectorindex

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/reglookup/regengine/codes/retrieval/pgvectorindex/pglitetest"
)

func openPGlite(t *testing.T) *Index {
	t.Helper()
	schema := strings.ToLower(t.Name())
	x, err := Open(t.Context(), pglitetest.Start(t), &Options{Schema: schema})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := x.pool.Exec(context.Background(), "DROP SCHEMA "+pgx.Identifier{schema}.Sanitize()+" CASCADE"); err != nil {
			t.Error(err)
		}
		x.Close()
	})
	return x
}

func TestIndex_transact(t *testing.T) {
	x := openPGlite(t)
	failing := func(state string, times int) (work func(pgx.Tx) error, tries *int) {
		tries = new(int)
		return func(pgx.Tx) error {
			if *tries++; *tries <= times {
				return &pgconn.PgError{Code: state}
			}
			return nil
		}, tries
	}
	for _, c := range []struct {
		name, state      string
		times, wantTries int
		wantErr          bool
	}{
		{"OK", "", 0, 1, false},
		{"RepeatsSerializationFailure", serializationFailure, 2, 3, false},
		{"RepeatsDeadlock", deadlockDetected, 1, 2, false},
		{"ErrAfterTooMany", serializationFailure, attempts, attempts, true},
		{"ErrOther", "23505", 1, 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			work, tries := failing(c.state, c.times)
			err := x.write(t.Context(), "try", work)
			if (err != nil) != c.wantErr || *tries != c.wantTries {
				t.Errorf("want %d tries and error %v, got %d and %v", c.wantTries, c.wantErr, *tries, err)
			}
			if err != nil && !strings.HasPrefix(err.Error(), "pgvectorindex: try: ") {
				t.Errorf("want an error that says what was tried, got %v", err)
			}
		})
	}
	t.Run("ErrCancelledBetween", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		err := x.write(ctx, "try", func(pgx.Tx) error {
			cancel()
			return &pgconn.PgError{Code: serializationFailure}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("want Canceled, got %v", err)
		}
	})
}

// TestLimit: the server's own timeout follows the caller's, and only within the
// transaction.
func TestLimit(t *testing.T) {
	x := openPGlite(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	within := func(ctx context.Context) (milliseconds int) {
		var setting string
		err := x.read(ctx, "look", func(tx pgx.Tx) error {
			return tx.QueryRow(ctx, "SELECT setting FROM pg_settings WHERE name = 'statement_timeout'").Scan(&setting)
		})
		if err != nil {
			t.Fatal(err)
		}
		milliseconds, err = strconv.Atoi(setting)
		if err != nil {
			t.Fatal(err)
		}
		return milliseconds
	}
	hour := int((time.Hour + slack).Milliseconds())
	if got := within(ctx); got > hour || got < hour-int(10*time.Minute.Milliseconds()) {
		t.Errorf("want about an hour, got %d ms", got)
	}
	if got := within(t.Context()); got != 0 {
		t.Errorf("want no limit where the caller has none, got %d ms", got)
	}
}

func TestRecent(t *testing.T) {
	for version, want := range map[string]bool{
		"0.8.0": true, "0.8": true, "0.10.1": true, "1.0.0": true, "2": true,
		"0.7.4": false, "0.4.0": false, "0": false, "": false, "x.9": false, "0.x": false,
	} {
		if got := recent(version); got != want {
			t.Errorf("recent(%q): want %v, got %v", version, want, got)
		}
	}
}

func TestExtensionError(t *testing.T) {
	for state, want := range map[string]string{
		undefinedFile:         "install pgvector",
		featureNotSupported:   "install pgvector",
		insufficientPrivilege: "superuser",
	} {
		err := extensionError(&pgconn.PgError{Code: state, Message: "the server's words"})
		if !errors.Is(err, ErrExtension) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "the server's words") {
			t.Errorf("%s: want ErrExtension with %q, got %v", state, want, err)
		}
	}
	if err := extensionError(&pgconn.PgError{Code: "57P01"}); errors.Is(err, ErrExtension) {
		t.Errorf("want another error to stay as it is, got %v", err)
	}
}
