package sqlstore_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/internal/pgtest"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// TestSharedLimiter_replicas: of requests that come to two replicas at once
// exactly the limit is allowed, by the database's own clock.
func TestSharedLimiter_replicas(t *testing.T) {
	const limit, callers = 30, 60
	url := pgtest.Start(t)
	clock := accesstest.NewClock() // no window ends meanwhile
	replica := func() *sqlstore.SharedLimiter {
		l := sqlstore.NewSharedLimiter(databases[1].at(t, url))
		l.Now = clock.Now
		return l
	}
	replicas := []access.Limiter{replica(), replica()}
	var allowed atomic.Int32
	var wg sync.WaitGroup
	for i := range callers {
		wg.Go(func() {
			d, err := replicas[i%2].Allow(t.Context(), "u", access.Data, limit)
			if err != nil {
				t.Error(err)
			}
			if d.Reset <= 0 || d.Reset > access.Window {
				t.Errorf("reset in %s, a window has %s", d.Reset, access.Window)
			}
			if d.Allowed {
				allowed.Add(1)
			}
		})
	}
	wg.Wait()
	if got := allowed.Load(); got != limit {
		t.Errorf("%d requests were allowed, want %d", got, limit)
	}
}

// TestSharedLimiter_hammering: a user over the limit costs the database nothing;
// it is closed here, and the answer is still right.
func TestSharedLimiter_hammering(t *testing.T) {
	db, err := openPostgres(t.Context(), pgtest.Start(t), sqlstore.MigrateSchema)
	if err != nil {
		t.Fatal(err)
	}
	clock := accesstest.NewClock()
	limiter := sqlstore.NewSharedLimiter(db)
	limiter.Now = clock.Now
	for range 2 {
		if _, err := limiter.Allow(t.Context(), "u", access.Data, 1); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	clock.Advance(10 * time.Second)
	for range 1000 {
		d, err := limiter.Allow(t.Context(), "u", access.Data, 1)
		if err != nil || d != (access.Decision{Limit: 1, Reset: 50 * time.Second}) {
			t.Fatalf("want a refusal for 50 s without a query, got %+v, %v", d, err)
		}
	}
	clock.Advance(50 * time.Second)
	if _, err := limiter.Allow(t.Context(), "u", access.Data, 1); !errors.Is(err, regengine.ErrUnavailable) {
		t.Errorf("a new window has to be asked for: want ErrUnavailable of the closed database, got %v", err)
	}
}

// TestSharedLimiter_clockSetBack: a window that lies ahead ends at once.
func TestSharedLimiter_clockSetBack(t *testing.T) {
	db := databases[1].at(t, pgtest.Start(t))
	clock := accesstest.NewClock()
	limiter := sqlstore.NewSharedLimiter(db)
	limiter.Now = clock.Now
	for i, want := range []bool{true, false, true} {
		if i == 2 {
			clock.Advance(-time.Hour)
		}
		if d, err := limiter.Allow(t.Context(), "u", access.Data, 1); err != nil || d.Allowed != want {
			t.Errorf("request %d: want %v, got %+v, %v", i+1, want, d, err)
		}
	}
}

// TestDB_Sweep_windows: windows long ended do not pile up.
func TestDB_Sweep_windows(t *testing.T) {
	url := pgtest.Start(t)
	db := databases[1].at(t, url)
	limiter := db.Limiter()
	for _, user := range []string{"old", "new"} {
		if _, err := limiter.Allow(t.Context(), user, access.Data, 1); err != nil {
			t.Fatal(err)
		}
	}
	execPostgres(t, url, "UPDATE rate_windows SET started_at = started_at - interval '2 hours' WHERE user_id = 'old'")
	if _, err := db.Sweep(t.Context(), time.Time{}, time.Time{}); err != nil {
		t.Fatal(err)
	}
	execPostgres(t, url, `DO $$ BEGIN
		ASSERT (SELECT string_agg(user_id, ',') FROM rate_windows) = 'new', 'want the old window gone and the new one kept';
	END $$`)
}

func TestDB_Limiter(t *testing.T) {
	if l, ok := databases[0].new(t).Limiter().(*access.MemoryLimiter); !ok {
		t.Errorf("SQLite: want the limiter in memory, got %T", l)
	}
}
