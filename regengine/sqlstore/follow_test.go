package sqlstore_test

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// promised is how long a test waits for a change to be told. The contract of
// [regengine.Source] says five seconds; a machine that runs other tests takes longer.
const promised = time.Minute

// await waits until revision, which it reads after every signal, is above known.
func await(t *testing.T, changes <-chan struct{}, known int64, revision func(context.Context) (int64, error)) {
	t.Helper()
	deadline := time.After(promised)
	for {
		select {
		case _, open := <-changes:
			if !open {
				t.Fatal("following has ended by itself")
			}
			if now, err := revision(t.Context()); err != nil {
				t.Fatal(err)
			} else if now > known {
				return
			}
		case <-deadline:
			t.Fatalf("no change was told within %s", promised)
		}
	}
}

func putPlace(t testing.TB, db *sqlstore.DB, name string) {
	t.Helper()
	if _, err := db.PutPlaces(t.Context(), []geo.Place{{ID: "XX", Name: name, Level: geo.Country}}); err != nil {
		t.Fatal(err)
	}
}

func TestDB_Changes(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.address(t)
		db, other := d.at(t, address), d.at(t, address)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		changes := db.Changes(ctx)
		t.Run("AtTheBeginning", func(t *testing.T) { await(t, changes, -1, db.Revision) })
		t.Run("OwnChange", func(t *testing.T) {
			known := revisionOf(t, db)
			putPlace(t, db, "by itself")
			await(t, changes, known, db.Revision)
		})
		t.Run("OfAnotherHandle", func(t *testing.T) {
			known := revisionOf(t, db)
			putPlace(t, other, "by another")
			await(t, changes, known, db.Revision)
		})
		t.Run("OfAnotherProcess", func(t *testing.T) {
			known := revisionOf(t, db)
			child(t, "put-place", d.name, address)
			await(t, changes, known, db.Revision)
		})
		t.Run("Ends", func(t *testing.T) {
			cancel()
			deadline := time.After(promised)
			for {
				select {
				case _, open := <-changes:
					if !open {
						return
					}
				case <-deadline:
					t.Fatal("the channel was not closed when its context ended")
				}
			}
		})
	})
}

// TestDB_AccessChanges: the two revisions do not rise with each other.
func TestDB_AccessChanges(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.address(t)
		db, other := d.at(t, address), d.at(t, address)
		changes := db.AccessChanges(t.Context())
		await(t, changes, -1, db.AccessRevision)
		content := revisionOf(t, db)
		known, err := db.AccessRevision(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := other.PutPlan(t.Context(), access.Plan{ID: "p"}); err != nil {
			t.Fatal(err)
		}
		await(t, changes, known, db.AccessRevision)
		if now := revisionOf(t, db); now != content {
			t.Errorf("a plan raised the content's revision from %d to %d", content, now)
		}
		known, _ = db.AccessRevision(t.Context())
		putPlace(t, other, "x")
		if now, _ := db.AccessRevision(t.Context()); now != known {
			t.Errorf("a place raised the access revision from %d to %d", known, now)
		}
	})
}

// TestDB_Changes_reconnects: the listening connection is killed, and changes made
// before and after are told all the same.
func TestDB_Changes_reconnects(t *testing.T) {
	d := databases[1]
	address := d.address(t)
	db, other := d.at(t, address), d.at(t, address)
	changes := db.Changes(t.Context())
	await(t, changes, -1, db.Revision)
	for _, name := range []string{"first", "second"} {
		known := revisionOf(t, db)
		execPostgres(t, address, "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "+
			"WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%LISTEN%'")
		putPlace(t, other, name)
		await(t, changes, known, db.Revision)
	}
}

// TestDB_Changes_notified: Postgres tells of a commit at once, long before the
// next look at the revision; and where its word gets lost, that look finds it.
func TestDB_Changes_notified(t *testing.T) {
	d := databases[1]
	address := d.address(t)
	db, other := d.at(t, address), d.at(t, address)
	changes := db.Changes(t.Context())
	await(t, changes, -1, db.Revision)
	var took []time.Duration
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		known, start := revisionOf(t, db), time.Now()
		putPlace(t, other, name)
		await(t, changes, known, db.Revision)
		took = append(took, time.Since(start))
	}
	slices.Sort(took) // without notifications all but the first would take two seconds
	if median := took[len(took)/2]; median > 500*time.Millisecond {
		t.Errorf("half of %d changes were told only after %s", len(took), median)
	}
	execPostgres(t, address, "ALTER TABLE revisions DISABLE TRIGGER revisions_notify")
	known := revisionOf(t, db)
	putPlace(t, other, "unheard")
	await(t, changes, known, db.Revision)
}

// child runs this test binary in a role and waits for it.
func child(t testing.TB, role string, args ...string) {
	t.Helper()
	if out, err := childCommand(t, role, args...).CombinedOutput(); err != nil {
		t.Fatalf("child %s: %v\n%s", role, err, out)
	}
}

func childCommand(t testing.TB, role string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), roleEnv+"="+role)
	return cmd
}
