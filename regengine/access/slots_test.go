package access_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

func TestMeter_Run_AtOnce(t *testing.T) {
	l := newTill(t)
	gate := make(chan struct{})
	block := func(context.Context) ([]byte, error) {
		<-gate
		return nil, nil
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if _, err := l.run(t, l.request(), block); err != nil {
				t.Error(err)
			}
		})
	}
	waitFor(t, func() bool { return l.Running() == 2 })
	if _, err := l.run(t, l.request(), never(t)); !errors.Is(err, access.ErrBusy) {
		t.Errorf("a third at once: want ErrBusy, got %v", err)
	}
	verify, colleague := l.request(), l.request()
	verify.Operation, verify.Credits = "verify", 1
	colleague.UserID, colleague.Credits = l.account.ColleagueID, 1
	for _, r := range []access.Request{verify, colleague} {
		if _, err := l.run(t, r, answer("yes")); err != nil {
			t.Errorf("another operation, another user: %v", err)
		}
	}
	close(gate)
	wg.Wait()
	last := l.request()
	last.Credits = 1
	if _, err := l.run(t, last, answer("yes")); err != nil {
		t.Errorf("after the others ended: %v", err)
	}
	l.balance(t, access.Balance{Left: 1, Spent: 9})
}

// queueing returns a till whose requests wait ten seconds for one of two slots,
// both taken by turns of a duration. Each request costs one credit.
func queueing(t *testing.T, duration time.Duration) *till {
	l := newTill(t)
	l.Meter = access.NewMeter(l.ledger, &access.MeterOptions{AtOnce: []access.Bound{{Operations: []string{"ask"}, AtOnce: 2}}, Wait: 10 * time.Second})
	for range 2 {
		go func() {
			_, _ = l.run(t, l.account.Request(), func(context.Context) ([]byte, error) {
				time.Sleep(duration)
				return nil, nil
			})
		}()
	}
	synctest.Wait()
	return l
}

// A plan may give a user more or fewer than the operation's own bound, and what a request
// waited is part of its time.
func TestMeter_Run_AtOnce_own(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := queueing(t, 5*time.Second)
		l.Meter = access.NewMeter(l.ledger, &access.MeterOptions{AtOnce: []access.Bound{{Operations: []string{"ask"}, AtOnce: 6}}, Wait: 10 * time.Second})
		began := time.Now()
		var wg sync.WaitGroup
		for range 3 { // one after the other
			wg.Go(func() {
				r := l.account.Request()
				r.AtOnce = 1
				_, err := l.Run(t.Context(), r, 20*time.Second, func(ctx context.Context) ([]byte, error) {
					if end, _ := ctx.Deadline(); !end.Equal(began.Add(20 * time.Second)) {
						t.Errorf("it ends %v after it was asked, want 20s", end.Sub(began))
					}
					time.Sleep(4 * time.Second)
					return nil, nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if took := time.Since(began); took != 12*time.Second {
			t.Errorf("three one after the other took %v, want 12s", took)
		}
		l.noQueues(t)
	})
}

// noQueues wants nothing left of those who ran and waited.
func (l *till) noQueues(t *testing.T) {
	t.Helper()
	if n := l.Queues(); n != 0 {
		t.Errorf("queues left behind: %d", n)
	}
}

func TestMeter_Run_Wait(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := queueing(t, time.Second)
			var wg sync.WaitGroup
			var mu sync.Mutex
			most := 0
			for range 6 {
				wg.Go(func() {
					_, err := l.run(t, l.account.Request(), func(context.Context) ([]byte, error) {
						mu.Lock()
						most = max(most, l.Running())
						mu.Unlock()
						time.Sleep(time.Second)
						return nil, nil
					})
					if err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if most > 2 {
				t.Errorf("at once: want at most 2, got %d", most)
			}
			l.balance(t, access.Balance{Left: 2, Spent: 8})
			l.noQueues(t)
		})
	})
	t.Run("ErrBusy", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := queueing(t, time.Minute)
			began := time.Now()
			if _, err := l.run(t, l.account.Request(), never(t)); !errors.Is(err, access.ErrBusy) {
				t.Errorf("want ErrBusy, got %v", err)
			}
			if waited := time.Since(began); waited != 10*time.Second {
				t.Errorf("waited %v, want 10s", waited)
			}
			l.balance(t, access.Balance{Left: 8, Reserved: 2})
			time.Sleep(time.Minute)
			l.noQueues(t)
		})
	})
	t.Run("ErrCancelled", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := queueing(t, time.Minute)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if _, err := l.Run(ctx, l.account.Request(), time.Minute, never(t)); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("want the error of the context, got %v", err)
			}
			time.Sleep(time.Minute)
			l.balance(t, access.Balance{Left: 8, Spent: 2})
			l.noQueues(t)
		})
	})
	t.Run("ErrClosed", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := queueing(t, 5*time.Second)
			began := time.Now()
			refused := make(chan error)
			go func() {
				_, err := l.run(t, l.account.Request(), never(t))
				refused <- err
			}()
			synctest.Wait()
			go func() { _ = l.Close(t.Context()) }()
			if err := <-refused; !errors.Is(err, access.ErrClosed) {
				t.Errorf("want ErrClosed, got %v", err)
			}
			if waited := time.Since(began); waited > 0 {
				t.Errorf("waited %v after Close", waited)
			}
			if err := l.Close(t.Context()); err != nil { // twice is no mistake
				t.Error(err)
			}
			if _, err := l.run(t, l.account.Request(), never(t)); !errors.Is(err, access.ErrClosed) {
				t.Errorf("after Close: want ErrClosed, got %v", err)
			}
			l.noQueues(t)
			l.balance(t, access.Balance{Left: 8, Spent: 2})
		})
	})
}

// Operations of one Bound are counted together.
func TestMeter_Run_AtOnce_together(t *testing.T) {
	l := newTill(t)
	gate := make(chan struct{})
	var wg sync.WaitGroup
	for _, operation := range []string{"ask", "legacy_ask"} {
		r := l.request()
		r.Operation = operation
		wg.Go(func() {
			if _, err := l.run(t, r, func(context.Context) ([]byte, error) {
				<-gate
				return nil, nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
	waitFor(t, func() bool { return l.Running() == 2 })
	for _, operation := range []string{"ask", "legacy_ask"} {
		r := l.request()
		r.Operation = operation
		if _, err := l.run(t, r, never(t)); !errors.Is(err, access.ErrBusy) {
			t.Errorf("a third at once, %s: want ErrBusy, got %v", operation, err)
		}
	}
	close(gate)
	wg.Wait()
	l.noQueues(t)
}
