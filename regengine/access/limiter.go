package access

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Decision is the Limiter's answer.
type Decision struct {
	Allowed   bool
	Limit     int           // requests per window
	Remaining int           // left in this window
	Reset     time.Duration // until the window ends, above zero
}

// Window is the length of a rate-limit window. It starts with a user's first
// request of a group.
const Window = time.Minute

// Limiter counts requests. The count belongs to the user, not the key. A
// request that is not allowed is not counted. Implementations are safe for
// concurrent use and exact under it.
type Limiter interface {
	Allow(ctx context.Context, userID string, group Group, limit int) (Decision, error)
}

// Fallback is a [Limiter] that asks another, and counts by itself while that cannot
// answer: what it counted then the other never hears of.
type Fallback struct {
	other Limiter
	local MemoryLimiter
}

// NewFallback returns a Fallback for another limiter.
func NewFallback(other Limiter) *Fallback { return &Fallback{other: other} }

// Allow implements [Limiter]. Its error is ErrInvalid or the context's.
func (l *Fallback) Allow(ctx context.Context, userID string, group Group, limit int) (Decision, error) {
	within, cancel := context.WithTimeout(ctx, outageWait)
	defer cancel()
	d, err := l.other.Allow(within, userID, group, limit)
	if err == nil || ctx.Err() != nil || errors.Is(err, ErrInvalid) {
		return d, err
	}
	return l.local.Allow(ctx, userID, group, limit)
}

// MemoryLimiter is a [Limiter] for one process. The zero value is ready. It
// holds one small entry for each user and group that asked within the last
// minute, and at most as many again that are waiting to be swept out.
type MemoryLimiter struct {
	Now func() time.Time // nil means time.Now; set before the first Allow

	mu      sync.Mutex
	windows map[windowKey]window
	sweepAt int // number of entries at which ended windows are removed
}

type windowKey struct {
	userID string
	group  Group
}

type window struct {
	start time.Time
	used  int
}

const minSweep = 1024

// Allow implements [Limiter]. It never fails and does not allocate for a user
// it knows already.
func (l *MemoryLimiter) Allow(_ context.Context, userID string, group Group, limit int) (Decision, error) {
	now := l.now()
	key := windowKey{userID, group}
	l.mu.Lock()
	defer l.mu.Unlock()
	w, ok := l.windows[key]
	if !ok || w.ended(now) {
		w = window{start: now}
	}
	d := Decision{Limit: limit, Reset: w.start.Add(Window).Sub(now)}
	if w.used < limit {
		d.Allowed = true
		w.used++
		l.put(key, w, now)
	}
	d.Remaining = max(0, limit-w.used)
	return d, nil
}

// ended also holds when the clock was set back past the window's start: a
// window never lasts longer than it should.
func (w window) ended(now time.Time) bool {
	age := now.Sub(w.start)
	return age >= Window || age < 0
}

// put stores a window. Before the map outgrows twice what was alive at the last
// sweep, ended windows go: the cost of a sweep is spread over as many requests.
func (l *MemoryLimiter) put(key windowKey, w window, now time.Time) {
	if l.windows == nil {
		l.windows = make(map[windowKey]window)
		l.sweepAt = minSweep
	}
	if len(l.windows) >= l.sweepAt {
		for k, old := range l.windows {
			if old.ended(now) {
				delete(l.windows, k)
			}
		}
		l.sweepAt = max(minSweep, 2*len(l.windows))
	}
	l.windows[key] = w
}

func (l *MemoryLimiter) now() time.Time {
	if l.Now != nil {
		return l.Now()
	}
	return time.Now()
}
