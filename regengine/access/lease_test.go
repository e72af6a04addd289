package access_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

// patient is a turn of two minutes less a second, the longest there are.
func patient(ctx context.Context) ([]byte, error) {
	select {
	case <-time.After(2*time.Minute - time.Second):
		return []byte("late"), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// otherReplica sweeps the same ledger every second until the test ends.
func (l *till) otherReplica(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	go access.NewMeter(l.ledger, nil).Sweep(ctx, time.Second)
}

func TestMeter_Run_Lease(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := newTill(t)
			l.otherReplica(t)
			outcome, err := l.Run(t.Context(), l.request(), time.Hour, patient)
			if err != nil || string(outcome.Reply) != "late" {
				t.Errorf("a long turn beside a sweeper: want its reply, got %q, %v", outcome.Reply, err)
			}
			l.balance(t, access.Balance{Left: 7, Spent: 3})
		})
	})
	t.Run("a renewal fails now and then", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := newTill(t)
			l.otherReplica(t)
			tries := 0
			l.ledger.renew = func(carryOut func() error) error {
				if tries++; tries%3 != 0 {
					return errGone
				}
				return carryOut()
			}
			if _, err := l.Run(t.Context(), l.request(), time.Hour, patient); err != nil {
				t.Error(err)
			}
			l.balance(t, access.Balance{Left: 7, Spent: 3})
		})
	})
	t.Run("ErrInterrupted", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := newTill(t)
			l.otherReplica(t)
			started := time.Now()
			l.ledger.renew = func(carryOut func() error) error {
				if time.Since(started) < time.Minute {
					return errGone
				}
				return carryOut()
			}
			r := l.request()
			r.ID = access.NewID()
			_, err := l.Run(t.Context(), r, time.Hour, patient)
			if !errors.Is(err, access.ErrInterrupted) {
				t.Errorf("a turn that was swept: want ErrInterrupted, got %v", err)
			}
			if took := time.Since(started); took > 65*time.Second {
				t.Errorf("it went on for %v though nobody can be charged", took)
			}
			l.balance(t, access.Balance{Left: 10})
			l.state(t, r.ID, access.Interrupted)
		})
	})
}

// A process that could not write for a minute renews its own turns before it
// sweeps.
func TestMeter_SweepOnce_own(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newTill(t)
		var gone atomic.Bool
		gone.Store(true)
		l.ledger.renew = func(carryOut func() error) error {
			if gone.Load() {
				return errGone
			}
			return carryOut()
		}
		done := make(chan error)
		go func() {
			_, err := l.Run(t.Context(), l.request(), time.Hour, patient)
			done <- err
		}()
		time.Sleep(65 * time.Second)
		gone.Store(false)
		if err := l.SweepOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := <-done; err != nil {
			t.Errorf("the turn: %v", err)
		}
		l.balance(t, access.Balance{Left: 7, Spent: 3})
	})
}
