package access_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
)

// flakyLedger fails when told to.
type flakyLedger struct {
	*accesstest.Mem
	commit  func(attempt int, carryOut func() error) error // nil: just carries out
	renew   func(carryOut func() error) error              // nil: just carries out
	release error
	reserve error

	mu       sync.Mutex
	attempts int
}

func (l *flakyLedger) Reserve(ctx context.Context, r access.Request) (access.Record, bool, error) {
	if l.reserve != nil {
		return access.Record{}, false, l.reserve
	}
	return l.Mem.Reserve(ctx, r)
}

func (l *flakyLedger) Commit(ctx context.Context, id string, reply []byte, at time.Time) error {
	carryOut := func() error { return l.Mem.Commit(ctx, id, reply, at) }
	if l.commit == nil {
		return carryOut()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.attempts++
	return l.commit(l.attempts, carryOut)
}

func (l *flakyLedger) Renew(ctx context.Context, id string, at time.Time) error {
	carryOut := func() error { return l.Mem.Renew(ctx, id, at) }
	if l.renew == nil {
		return carryOut()
	}
	return l.renew(carryOut)
}

func (l *flakyLedger) Release(ctx context.Context, id string, at time.Time) error {
	if l.release != nil {
		return l.release
	}
	return l.Mem.Release(ctx, id, at)
}

var errGone = errors.New("database is gone")

// till is a Meter on a ledger with one account of ten credits.
type till struct {
	*access.Meter
	ledger  *flakyLedger
	account accesstest.Account
	log     bytes.Buffer
}

func newTill(t *testing.T) *till {
	t.Helper()
	l := &till{ledger: &flakyLedger{Mem: accesstest.NewMem()}}
	var err error
	if l.account, err = accesstest.NewAccount(t.Context(), l.ledger, 10); err != nil {
		t.Fatal(err)
	}
	l.Meter = access.NewMeter(l.ledger, &access.MeterOptions{
		AtOnce: []access.Bound{{Operations: []string{"ask", "legacy_ask"}, AtOnce: 2}}, Logger: slog.New(slog.NewTextHandler(&l.log, nil)),
	})
	return l
}

func (l *till) request() access.Request {
	r := l.account.Request()
	r.Credits = 3
	return r
}

// run runs fn for three credits within a minute.
func (l *till) run(t *testing.T, r access.Request, fn func(context.Context) ([]byte, error)) (access.Outcome, error) {
	t.Helper()
	return l.Run(t.Context(), r, time.Minute, fn)
}

func (l *till) balance(t *testing.T, want access.Balance) {
	t.Helper()
	got, err := l.ledger.GetBalance(context.Background(), l.account.OrganizationID)
	if err != nil || got != want {
		t.Errorf("balance: want %+v, got %+v, %v", want, got, err)
	}
}

func (l *till) state(t *testing.T, id string, want access.RequestState) {
	t.Helper()
	rec, err := l.ledger.GetRequest(context.Background(), l.account.UserID, id)
	if err != nil || rec.State != want {
		t.Errorf("state: want %s, got %q, %v", want, rec.State, err)
	}
}

func answer(text string) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) { return []byte(text), nil }
}

func never(t *testing.T) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) {
		t.Error("the operation ran")
		return nil, nil
	}
}

func TestMeter_Run(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		l := newTill(t)
		r := l.request()
		got, err := l.run(t, r, answer("yes"))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(access.Outcome{ID: r.ID, Reply: []byte("yes"), Charged: 3}, got); diff != "" {
			t.Errorf("Run (-want +got):\n%s", diff)
		}
		l.balance(t, access.Balance{Left: 7, Spent: 3})
		l.state(t, r.ID, access.Committed)
	})
	t.Run("OKNewID", func(t *testing.T) {
		l := newTill(t)
		r := l.request()
		r.ID = ""
		got, err := l.run(t, r, answer("yes"))
		if err != nil || len(got.ID) != 36 {
			t.Errorf("Run: want a new id, got %q, %v", got.ID, err)
		}
	})
	t.Run("OKReplay", func(t *testing.T) {
		l := newTill(t)
		first, again := l.request(), l.request()
		first.IdempotencyKey, again.IdempotencyKey = "key", "key"
		if _, err := l.run(t, first, answer("yes")); err != nil {
			t.Fatal(err)
		}
		got, err := l.run(t, again, never(t))
		if diff := cmp.Diff(access.Outcome{ID: first.ID, Reply: []byte("yes"), Replayed: true}, got); diff != "" || err != nil {
			t.Errorf("Run (-want +got):\n%s%v", diff, err)
		}
		l.balance(t, access.Balance{Left: 7, Spent: 3})
	})
	t.Run("ErrOfOperation", func(t *testing.T) {
		l := newTill(t)
		r := l.request()
		boom := errors.New("boom")
		got, err := l.run(t, r, func(context.Context) ([]byte, error) { return []byte("half"), boom })
		if !errors.Is(err, boom) || got.Reply != nil || got.Charged != 0 {
			t.Errorf("Run: want boom and nothing else, got %+v, %v", got, err)
		}
		l.balance(t, access.Balance{Left: 10})
		l.state(t, r.ID, access.Released)
	})
	t.Run("ErrPanic", func(t *testing.T) {
		l := newTill(t)
		r := l.request()
		_, err := l.run(t, r, func(context.Context) ([]byte, error) { panic("secret of the client") })
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("Run: want an error without the value, got %v", err)
		}
		l.balance(t, access.Balance{Left: 10})
		l.state(t, r.ID, access.Released)
	})
	t.Run("ErrQuotaExceeded", func(t *testing.T) {
		l := newTill(t)
		r := l.request()
		r.Credits = 11
		if _, err := l.run(t, r, never(t)); !errors.Is(err, access.ErrQuotaExceeded) {
			t.Errorf("Run: want ErrQuotaExceeded, got %v", err)
		}
		l.balance(t, access.Balance{Left: 10})
	})
	t.Run("ErrReserve", func(t *testing.T) {
		l := newTill(t)
		l.ledger.reserve = errGone
		if _, err := l.run(t, l.request(), never(t)); !errors.Is(err, errGone) {
			t.Errorf("Run: want the ledger's error, got %v", err)
		}
	})
	t.Run("ClientGoneBefore", func(t *testing.T) { // its request was received whole, and is charged
		l := newTill(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		r := l.request()
		if _, err := l.Run(ctx, r, time.Minute, answer("yes")); err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("Run: want nil or context.Canceled, got %v", err)
		}
		if err := l.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		l.state(t, r.ID, access.Committed)
		l.balance(t, access.Balance{Left: 7, Spent: 3})
	})
}

// TestMeter_Run_Detached: the turn outlives its client, keeps the values of its
// context, and is charged.
func TestMeter_Run_Detached(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type valueKey struct{}
		l := newTill(t)
		r := l.request()
		ctx, hangUp := context.WithCancel(context.WithValue(t.Context(), valueKey{}, "kept"))
		started := time.Now()
		outcome, err := l.Run(ctx, r, time.Minute, func(ctx context.Context) ([]byte, error) {
			hangUp()
			synctest.Wait()
			deadline, _ := ctx.Deadline()
			time.Sleep(30 * time.Second) // fake time
			return fmt.Appendf(nil, "%v %v %v", ctx.Err(), ctx.Value(valueKey{}), deadline.Sub(started)), nil
		})
		if !errors.Is(err, context.Canceled) || outcome.ID != r.ID {
			t.Errorf("Run: want context.Canceled and the turn's id, got %+v, %v", outcome, err)
		}
		l.state(t, r.ID, access.Reserved)
		if err := l.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		rec, err := l.ledger.GetRequest(t.Context(), l.account.UserID, r.ID)
		if want := "<nil> kept 1m0s"; err != nil || string(rec.Reply) != want {
			t.Errorf("reply: want %q, got %q, %v", want, rec.Reply, err)
		}
		l.balance(t, access.Balance{Left: 7, Spent: 3})
	})
}

// TestMeter_Run_Timeout: no turn gets more time than the meter allows.
func TestMeter_Run_Timeout(t *testing.T) {
	for _, c := range []struct{ timeout, want time.Duration }{
		{time.Second, time.Second},
		{time.Hour, access.DefaultMaxTurn},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := newTill(t)
			started := time.Now()
			_, err := l.Run(t.Context(), l.request(), c.timeout, func(ctx context.Context) ([]byte, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			})
			if took := time.Since(started); took != c.want || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("timeout %v: want it to end after %v, got %v, %v", c.timeout, c.want, took, err)
			}
			l.balance(t, access.Balance{Left: 10})
		})
	}
}

func TestMeter_Run_CommitFails(t *testing.T) {
	cases := []struct {
		name    string
		commit  func(attempt int, carryOut func() error) error
		wantErr bool
		balance access.Balance
	}{
		{
			"OKSecondTry",
			func(attempt int, carryOut func() error) error {
				if attempt == 1 {
					return errGone
				}
				return carryOut()
			},
			false, access.Balance{Left: 7, Spent: 3},
		}, {
			"OKCarriedOutAndLost", // the statement ran, its answer did not come back
			func(attempt int, carryOut func() error) error {
				if err := carryOut(); attempt > 1 || err != nil {
					return err
				}
				return errGone
			},
			false, access.Balance{Left: 7, Spent: 3},
		}, {
			"ErrForGood",
			func(int, func() error) error { return errGone },
			true, access.Balance{Left: 7, Reserved: 3},
		}, {
			"ErrSwept",
			func(int, func() error) error { return access.ErrNotFound },
			true, access.Balance{Left: 7, Reserved: 3},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newTill(t)
				l.ledger.commit = c.commit
				got, err := l.run(t, l.request(), answer("yes"))
				if (err != nil) != c.wantErr || (got.Reply == nil) != c.wantErr || errors.Is(err, access.ErrNotFound) {
					t.Errorf("Run: want an error and no reply: %v, got %+v, %v", c.wantErr, got, err)
				}
				l.balance(t, c.balance)
			})
		})
	}
}

// TestMeter_Run_ReleaseFails: the operation's error is told, and the credits
// come back with a sweep.
func TestMeter_Run_ReleaseFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newTill(t)
		l.ledger.release = errGone
		boom := errors.New("boom")
		if _, err := l.run(t, l.request(), func(context.Context) ([]byte, error) { return nil, boom }); !errors.Is(err, boom) {
			t.Errorf("Run: want boom, got %v", err)
		}
		l.balance(t, access.Balance{Left: 7, Reserved: 3})
		if !strings.Contains(l.log.String(), "until they are swept") {
			t.Errorf("log: %s", l.log.String())
		}
	})
}

func TestMeter_Close(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := newTill(t)
			go func() {
				_, _ = l.run(t, l.request(), func(context.Context) ([]byte, error) {
					time.Sleep(30 * time.Second)
					return []byte("yes"), nil
				})
			}()
			synctest.Wait()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if err := l.Close(ctx); err != nil {
				t.Error(err)
			}
			l.balance(t, access.Balance{Left: 7, Spent: 3})
			if _, err := l.run(t, l.request(), never(t)); !errors.Is(err, access.ErrClosed) {
				t.Errorf("Run after Close: want ErrClosed, got %v", err)
			}
		})
	})
	t.Run("OKCancelled", func(t *testing.T) { // the turn listens to its context
		synctest.Test(t, func(t *testing.T) {
			l := newTill(t)
			go func() {
				_, _ = l.run(t, l.request(), func(ctx context.Context) ([]byte, error) {
					<-ctx.Done()
					return nil, ctx.Err()
				})
			}()
			synctest.Wait()
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if err := l.Close(ctx); err != nil {
				t.Error(err)
			}
			l.balance(t, access.Balance{Left: 10})
		})
	})
	t.Run("ErrAbandoned", func(t *testing.T) { // the turn listens to nobody
		synctest.Test(t, func(t *testing.T) {
			l := newTill(t)
			go func() {
				_, _ = l.run(t, l.request(), func(context.Context) ([]byte, error) {
					time.Sleep(time.Hour)
					return []byte("late"), nil
				})
			}()
			synctest.Wait()
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if err := l.Close(ctx); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "1 turns") {
				t.Errorf("Close: want one turn abandoned, got %v", err)
			}
			l.balance(t, access.Balance{Left: 7, Reserved: 3})
			time.Sleep(2 * time.Hour) // lets the turn end
		})
	})
}

func TestMeter_Sweep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newTill(t)
		crashed := l.request()
		crashed.CreatedAt = time.Now()
		if _, _, err := l.ledger.Reserve(t.Context(), crashed); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go l.Sweep(ctx, time.Second)

		time.Sleep(45 * time.Second)
		l.balance(t, access.Balance{Left: 7, Reserved: 3}) // might still run
		time.Sleep(2 * time.Second)
		l.balance(t, access.Balance{Left: 10})
		l.state(t, crashed.ID, access.Interrupted)
		time.Sleep(access.KeepFor)
		if _, err := l.ledger.GetRequest(ctx, crashed.UserID, crashed.ID); !errors.Is(err, access.ErrNotFound) {
			t.Errorf("after a day: want ErrNotFound, got %v", err)
		}
	})
}

func ExampleMeter() {
	ctx := context.Background()
	db := accesstest.NewMem()
	account, _ := accesstest.NewAccount(ctx, db, 100)
	meter := access.NewMeter(db, &access.MeterOptions{AtOnce: []access.Bound{{Operations: []string{"ask"}, AtOnce: 2}}})

	request := access.Request{OrganizationID: account.OrganizationID, UserID: account.UserID, Operation: "ask", Credits: 1}
	outcome, err := meter.Run(ctx, request, time.Minute, func(context.Context) ([]byte, error) {
		return []byte("an answer"), nil
	})
	left, _ := db.GetBalance(ctx, account.OrganizationID)
	fmt.Println(string(outcome.Reply), outcome.Charged, left.Left, err)
	// Output: an answer 1 99 <nil>
}
