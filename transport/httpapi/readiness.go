package httpapi

import (
	"context"
	"errors"
	"sync"
	"time"
)

// What readiness costs and how old it may be. Together they are below two seconds:
// that long after a database has failed, /readyz has said so.
const (
	readyWithin = 1500 * time.Millisecond // a check that takes longer has failed
	readyFor    = 400 * time.Millisecond  // how long a good answer is given again
)

// errSlow says that a check did not come to an end in time.
var errSlow = errors.New("no answer within " + readyWithin.String())

// readiness asks a check on behalf of everybody who wants to know: one at a time,
// because anybody may ask, and a check that hangs is not to be asked ever again.
type readiness struct {
	check func(ctx context.Context) error

	mu     sync.Mutex
	newest *inquiry
}

// inquiry is one call of the check. err and ended are set before done is closed.
type inquiry struct {
	done  chan struct{}
	err   error
	ended time.Time
}

// ask returns what the check says, at the latest after readyWithin, even when the
// check does not heed its context.
func (r *readiness) ask(ctx context.Context) error {
	q := r.current()
	wait := time.NewTimer(readyWithin)
	defer wait.Stop()
	select {
	case <-q.done:
		return q.err
	case <-wait.C:
		return errSlow
	case <-ctx.Done():
		return ctx.Err()
	}
}

// current returns the call that runs or that was a success a moment ago, or else
// begins one.
func (r *readiness) current() *inquiry {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.newest != nil && !r.newest.old() {
		return r.newest
	}
	q := &inquiry{done: make(chan struct{})}
	r.newest = q
	go func() {
		defer close(q.done)
		ctx, cancel := context.WithTimeout(context.Background(), readyWithin)
		defer cancel()
		q.err = r.check(ctx)
		q.ended = time.Now()
	}()
	return q
}

func (q *inquiry) old() bool {
	select {
	case <-q.done:
		return q.err != nil || time.Since(q.ended) > readyFor
	default:
		return false
	}
}
