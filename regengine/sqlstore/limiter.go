package sqlstore

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/regengine/access"
)

// SharedLimiter is an [access.Limiter] that counts in Postgres, for all replicas
// together, by the database's clock. A request costs one statement on one row;
// a user who is over the limit costs none until the window ends. It is safe for
// concurrent use.
type SharedLimiter struct {
	// Now is a clock for all; nil means the database's, which is the only one
	// that replicas agree on. Set it before the first Allow.
	Now func() time.Time

	db *DB

	mu        sync.Mutex
	exhausted map[windowKey]exhaustion
	sweepAt   int // number of entries at which ended ones are removed
}

type windowKey struct {
	userID string
	group  access.Group
}

// exhaustion is what is known of a window without asking: up to limit, nothing
// is left in it.
type exhaustion struct {
	until time.Time
	limit int
}

var _ access.Limiter = (*SharedLimiter)(nil)

// NewSharedLimiter returns a limiter over a Postgres database.
func NewSharedLimiter(db *DB) *SharedLimiter {
	return &SharedLimiter{db: db, exhausted: make(map[windowKey]exhaustion), sweepAt: minSweep}
}

const minSweep = 1024

// countRequest counts one request if it is allowed and says how the window stands
// after it. A window that ended, or that lies ahead because the clock was set
// back, starts anew with this request. The database's clock is read once, when
// the statement arrives: one moment, however long it waits for the row.
const countRequest = `
INSERT INTO rate_windows AS w (user_id, rate_group, started_at, used, allowed)
VALUES (?0, ?1, ?3, CASE WHEN ?2 > 0 THEN 1 ELSE 0 END, ?2 > 0)
ON CONFLICT (user_id, rate_group) DO UPDATE SET (started_at, used, allowed) = (
    SELECT CASE WHEN ended THEN ?3 ELSE w.started_at END,
           CASE WHEN used < ?2 THEN used + 1 ELSE used END,
           used < ?2
    FROM (SELECT ended, CASE WHEN ended THEN 0 ELSE w.used END AS used
          FROM (SELECT w.started_at <= ?3 - interval '1 minute' OR w.started_at > ?3 + interval '1 minute' AS ended) AS moment
         ) AS present)
RETURNING used, allowed, (extract(epoch FROM started_at + interval '1 minute' - ?3) * 1000000)::bigint AS reset`

// Allow implements [access.Limiter].
func (l *SharedLimiter) Allow(ctx context.Context, userID string, group access.Group, limit int) (access.Decision, error) {
	key := windowKey{userID, group}
	if reset, over := l.over(key, limit); over {
		return access.Decision{Limit: limit, Reset: reset}, nil
	}
	if err := checkText(userID, string(group)); err != nil {
		return access.Decision{}, fmt.Errorf("%w: %w", access.ErrInvalid, err)
	}
	var row struct {
		Used    int64
		Allowed bool
		Reset   int64 // microseconds
	}
	err := l.db.autocommit(ctx, "count a request", l.db.backend.Writer(), false, func(ctx context.Context, q bun.IDB) error {
		return q.NewRaw(countRequest, userID, group, limit, l.moment()).Scan(ctx, &row)
	})
	if err != nil {
		return access.Decision{}, err
	}
	d := access.Decision{Allowed: row.Allowed, Limit: limit, Remaining: int(max(0, int64(limit)-row.Used))}
	d.Reset = min(max(time.Duration(row.Reset)*time.Microsecond, time.Millisecond), access.Window)
	if !d.Allowed {
		l.remember(key, exhaustion{until: l.now().Add(d.Reset), limit: limit})
	}
	return d, nil
}

// over reports whether the window is known to have nothing left, and for how
// long.
func (l *SharedLimiter) over(key windowKey, limit int) (reset time.Duration, over bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e, known := l.exhausted[key]
	if !known || limit > e.limit {
		return 0, false
	}
	reset = e.until.Sub(l.now())
	if reset <= 0 || reset > access.Window {
		delete(l.exhausted, key)
		return 0, false
	}
	return reset, true
}

// remember keeps the map within twice what was alive at the last sweep.
func (l *SharedLimiter) remember(key windowKey, e exhaustion) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.exhausted) >= l.sweepAt {
		now := l.now()
		for k, old := range l.exhausted {
			if !old.until.After(now) {
				delete(l.exhausted, k)
			}
		}
		l.sweepAt = max(minSweep, 2*len(l.exhausted))
	}
	l.exhausted[key] = e
}

// moment is the present as SQL.
func (l *SharedLimiter) moment() bun.Safe {
	if l.Now == nil {
		return "now()"
	}
	return bun.Safe("TIMESTAMPTZ '" + l.Now().UTC().Format("2006-01-02 15:04:05.999999+00") + "'")
}

// now is the clock by which this process remembers how long a window lasts.
func (l *SharedLimiter) now() time.Time {
	if l.Now != nil {
		return l.Now()
	}
	return time.Now()
}

// sweepWindows removes windows that ended an hour ago.
func (db *DB) sweepWindows(ctx context.Context) error {
	return db.write(ctx, "sweep rate limits", func(ctx context.Context, tx bun.IDB) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM rate_windows WHERE started_at < clock_timestamp() - interval '1 hour'")
		return err
	})
}
