package openaihttp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Retry says how often a request is tried that failed for a reason that may pass.
// Between tries it waits Backoff, twice that, and so on, with jitter, up to
// MaxWait, or what the server asks for; where that is more than MaxWait, or later
// than the context's deadline, it gives up.
type Retry struct {
	Attempts         int
	Backoff, MaxWait time.Duration

	// Wait waits; nil means Sleep.
	Wait func(ctx context.Context, d time.Duration) error
}

// Do calls attempt until it succeeds, or fails with an error that will not pass.
func Do[T any](ctx context.Context, r Retry, attempt func(ctx context.Context) (T, error)) (T, error) {
	var none T
	wait := r.Wait
	if wait == nil {
		wait = Sleep
	}
	for n := 1; ; n++ {
		out, err := attempt(ctx)
		if err == nil {
			return out, nil
		}
		var refused *Refusal
		if ctx.Err() != nil || !errors.As(err, &refused) || !refused.Passing {
			return none, err
		}
		pause := r.pause(n, refused)
		switch deadline, bounded := ctx.Deadline(); {
		case n >= r.Attempts:
			return none, fmt.Errorf("%w (%d attempts)", err, n)
		case pause > r.MaxWait || bounded && time.Until(deadline) < pause:
			return none, fmt.Errorf("%w (next attempt in %v, later than we wait)", err, pause.Round(time.Millisecond))
		}
		if err := wait(ctx, pause); err != nil {
			return none, err
		}
	}
}

// pause is how long to wait after an attempt, from 1: what the server asks for,
// or twice as long each time with jitter, so that clients do not come in step.
func (r Retry) pause(attempt int, refused *Refusal) time.Duration {
	if refused.After > 0 {
		return refused.After
	}
	const most = 20
	d := min(r.Backoff<<min(attempt-1, most), r.MaxWait)
	if d <= 0 { // shifted out
		d = r.MaxWait
	}
	return d/2 + rand.N(d/2+1) //nolint:gosec // spreading load needs no secrecy
}

// Sleep waits, or returns the context's error when it ends first.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
