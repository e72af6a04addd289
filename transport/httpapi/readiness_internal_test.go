package httpapi

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestReadiness: it is told within two seconds that a check fails, or does not come to
// an end at all.
func TestReadiness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hang chan struct{} // what the next check waits for
		var failure error
		var calls atomic.Int32
		r := readiness{check: func(context.Context) error {
			calls.Add(1)
			if hang != nil {
				<-hang
			}
			return failure
		}}
		ask := func(name string, want error) {
			t.Helper()
			start := time.Now()
			if err := r.ask(t.Context()); !errors.Is(err, want) {
				t.Errorf("%s: want %v, got %v", name, want, err)
			}
			if took := time.Since(start); took > readyWithin {
				t.Errorf("%s: it took %s", name, took)
			}
		}
		ask("good", nil)
		failure = errors.New("the disk is full")
		time.Sleep(2*time.Second - readyWithin)
		ask("failed", failure)
		failure = nil
		ask("good again", nil) // a failure is not kept

		hang = make(chan struct{})
		time.Sleep(2*time.Second - readyWithin)
		before := calls.Load()
		var askers sync.WaitGroup
		for range 20 {
			askers.Go(func() { ask("hangs", errSlow) })
		}
		askers.Wait()
		if asked := calls.Load() - before; asked != 1 {
			t.Errorf("a check that hangs was asked %d times", asked)
		}
		close(hang)
		synctest.Wait()
		hang = nil
		ask("goes on", nil)
	})
}
