package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// TestDB_Reserve_SameKey sends groups of equal requests to three replicas at once: one
// of a group is charged, the others replay it or hear that it is under way, and no two
// transactions ever wait for each other.
func TestDB_Reserve_SameKey(t *testing.T) {
	const groups, each, atOnce = 600, 5, 40
	onEach(t, func(t *testing.T, d database) {
		address := d.fresh(t)
		first := d.patient(t, address)
		replicas := []*sqlstore.DB{first}
		if d.name == "postgres" {
			replicas = append(replicas, d.patient(t, address), d.patient(t, address))
		}
		account, err := accesstest.NewAccount(t.Context(), first, groups)
		if err != nil {
			t.Fatal(err)
		}
		before := deadlocks(t, d)
		var charged, told atomic.Int64
		room := make(chan struct{}, atOnce)
		var all sync.WaitGroup
		for g := range groups {
			for n := range each {
				room <- struct{}{}
				all.Go(func() {
					defer func() { <-room }()
					r := account.Request()
					r.IdempotencyKey = fmt.Sprint("group ", g)
					switch won, err := reserveAndCommit(t.Context(), replicas[n%len(replicas)], r); {
					case err != nil:
						t.Errorf("group %d: %v", g, err)
					case won:
						charged.Add(1)
					default:
						told.Add(1)
					}
				})
			}
		}
		all.Wait()
		balance, err := first.GetBalance(t.Context(), account.OrganizationID)
		if err != nil {
			t.Fatal(err)
		}
		if charged.Load() != groups || told.Load() != groups*(each-1) || balance != (access.Balance{Spent: groups}) {
			t.Errorf("charged %d, replayed or told %d, balance %+v", charged.Load(), told.Load(), balance)
		}
		if n := deadlocks(t, d) - before; n != 0 {
			t.Errorf("%d deadlocks", n)
		}
	})
}

// TestDB_Reserve_WaitsForNobody asks for what an earlier request with the same key came
// to while somebody holds the locks of all who write: it is read, and no more.
func TestDB_Reserve_WaitsForNobody(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.address(t)
		db := d.at(t, address)
		account, err := accesstest.NewAccount(t.Context(), db, 2)
		if err != nil {
			t.Fatal(err)
		}
		done, running := account.Request(), account.Request()
		done.IdempotencyKey, running.IdempotencyKey = "done", "running"
		if won, err := reserveAndCommit(t.Context(), db, done); err != nil || !won {
			t.Fatal(won, err)
		}
		if _, _, err := db.Reserve(t.Context(), running); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(lockRequests(t, d, address))
		ctx, cancel := context.WithTimeout(t.Context(), sqlstore.DefaultPatience/2)
		t.Cleanup(cancel)
		done.ID, running.ID = access.NewID(), access.NewID()
		if rec, replay, err := db.Reserve(ctx, done); err != nil || !replay || string(rec.Reply) != "reply" {
			t.Errorf("want a replay, got %q, %t, %v", rec.Reply, replay, err)
		}
		if _, _, err := db.Reserve(ctx, running); !errors.Is(err, access.ErrInProgress) {
			t.Errorf("want ErrInProgress, got %v", err)
		}
		running.Fingerprint[0]++
		if _, _, err := db.Reserve(ctx, running); !errors.Is(err, access.ErrConflict) {
			t.Errorf("want ErrConflict, got %v", err)
		}
	})
}

// lockRequests takes the locks of a transaction on every request and every balance.
func lockRequests(t *testing.T, d database, address string) (release func()) {
	t.Helper()
	if d.name != "postgres" {
		conn := rawSQLite(t, address)
		if _, err := conn.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
			t.Fatal(err)
		}
		return func() { _ = conn.Close() }
	}
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "BEGIN; SELECT * FROM requests FOR UPDATE; SELECT * FROM organizations FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	return func() { _ = conn.Close(context.WithoutCancel(t.Context())) }
}

// reserveAndCommit reports whether the request was the one of its group that is charged.
func reserveAndCommit(ctx context.Context, db *sqlstore.DB, r access.Request) (won bool, err error) {
	_, replay, err := db.Reserve(ctx, r)
	if replay || errors.Is(err, access.ErrInProgress) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, db.Commit(ctx, r.ID, []byte("reply"), accesstest.Noon)
}

// deadlocks returns how many deadlocks a Postgres server has broken up; SQLite, where
// one writes at a time, has none.
func deadlocks(t *testing.T, d database) (n int) {
	t.Helper()
	if d.name != "postgres" {
		return 0
	}
	conn, err := pgx.Connect(t.Context(), *d.reuse)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if err := conn.QueryRow(t.Context(), `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
