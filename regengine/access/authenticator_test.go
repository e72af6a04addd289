package access_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// countingStore counts reads and can be made to fail, or to wait.
type countingStore struct {
	*accesstest.Mem
	reads atomic.Int32
	fail  error
	gate  chan struct{} // reads wait for it when it is not nil
}

func (s *countingStore) PrincipalByHash(ctx context.Context, hash [32]byte) (access.Principal, time.Time, error) {
	p, revoked, err := s.Mem.PrincipalByHash(ctx, hash)
	s.reads.Add(1) // after the read: who sees it counted may change what was read
	if s.gate != nil {
		select {
		case <-s.gate:
		case <-ctx.Done():
			return access.Principal{}, time.Time{}, ctx.Err()
		}
	}
	if s.fail != nil {
		return access.Principal{}, time.Time{}, s.fail
	}
	return p, revoked, err
}

// door is an Authenticator over a store with one key.
type door struct {
	*access.Authenticator
	store  *countingStore
	clock  *accesstest.Clock
	secret string
	key    access.APIKey
}

func newDoor(t testing.TB, opts access.AuthenticatorOptions) *door {
	t.Helper()
	d := &door{store: &countingStore{Mem: accesstest.NewMem()}, clock: accesstest.NewClock()}
	account, err := accesstest.NewAccount(context.Background(), d.store, 10)
	if err != nil {
		t.Fatal(err)
	}
	d.secret, d.key = newKey(t, "ES")
	d.key.UserID, d.key.CreatedAt, d.key.ExpiresAt = account.UserID, accesstest.Noon, accesstest.Noon.Add(time.Hour)
	if err := d.store.CreateKey(context.Background(), d.key); err != nil {
		t.Fatal(err)
	}
	opts.Now = d.clock.Now
	d.Authenticator = access.NewAuthenticator(d.store, &opts)
	return d
}

// want authenticates the key and compares error and number of reads so far.
func (d *door) want(t *testing.T, err error, reads int32) {
	t.Helper()
	p, got := d.Authenticate(t.Context(), d.secret)
	if !errors.Is(got, err) {
		t.Errorf("Authenticate: want %v, got %v", err, got)
	}
	if got == nil && p.KeyID != d.key.ID {
		t.Errorf("Authenticate: want key %s, got %s", d.key.ID, p.KeyID)
	}
	if n := d.store.reads.Load(); n != reads {
		t.Errorf("reads of the store: want %d, got %d", reads, n)
	}
}

func TestAuthenticator_Authenticate(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		d := newDoor(t, access.AuthenticatorOptions{})
		d.want(t, nil, 1)
		d.clock.Advance(3 * time.Second)
		d.want(t, nil, 1)
		d.clock.Advance(time.Second)
		d.want(t, nil, 2)
	})
	t.Run("ErrUnauthorizedMalformed", func(t *testing.T) {
		d := newDoor(t, access.AuthenticatorOptions{})
		d.secret = d.secret[:len(d.secret)-1] + "!"
		d.want(t, access.ErrUnauthorized, 0)
	})
	t.Run("ErrUnauthorizedUnknown", func(t *testing.T) {
		d := newDoor(t, access.AuthenticatorOptions{})
		d.secret, _ = newKey(t, "ES")
		d.want(t, access.ErrUnauthorized, 1)
		d.want(t, access.ErrUnauthorized, 1)
		d.clock.Advance(time.Second)
		d.want(t, access.ErrUnauthorized, 2)
	})
	t.Run("ErrUnauthorizedExpired", func(t *testing.T) {
		d := newDoor(t, access.AuthenticatorOptions{})
		d.clock.Advance(time.Hour - time.Second)
		d.want(t, nil, 1)
		d.clock.Advance(time.Second) // still in memory: expiry is looked at each time
		d.want(t, access.ErrUnauthorized, 1)
	})
	t.Run("ErrUnauthorizedRevoked", func(t *testing.T) {
		d := newDoor(t, access.AuthenticatorOptions{})
		d.want(t, nil, 1)
		d.revoke(t, accesstest.Noon)
		d.want(t, nil, 1) // within the four seconds
		d.clock.Advance(4 * time.Second)
		d.want(t, access.ErrUnauthorized, 2)
	})
	t.Run("ErrUnauthorizedRevokedLater", func(t *testing.T) {
		d := newDoor(t, access.AuthenticatorOptions{})
		d.revoke(t, accesstest.Noon.Add(2*time.Second))
		d.want(t, nil, 1)
		d.clock.Advance(2 * time.Second)
		d.want(t, access.ErrUnauthorized, 1)
	})
	t.Run("ErrStore", func(t *testing.T) {
		d := newDoor(t, access.AuthenticatorOptions{})
		d.store.fail = errors.New("database is gone")
		d.want(t, d.store.fail, 1)
		if _, err := d.Authenticate(t.Context(), d.secret); errors.Is(err, access.ErrUnauthorized) {
			t.Errorf("a failing store says nothing about the key: %v", err)
		}
		d.store.fail = nil // and is not remembered
		d.want(t, nil, 3)
	})
}

func (d *door) revoke(t *testing.T, at time.Time) {
	t.Helper()
	if err := d.store.RevokeKey(t.Context(), d.key.ID, at); err != nil {
		t.Fatal(err)
	}
}

func TestAuthenticator_Invalidate(t *testing.T) {
	d := newDoor(t, access.AuthenticatorOptions{})
	d.want(t, nil, 1)
	d.revoke(t, accesstest.Noon)
	d.Invalidate()
	d.want(t, access.ErrUnauthorized, 2)
}

// TestAuthenticator_InvalidateDuringRead: what a read brings that began before
// a change is not kept after it.
func TestAuthenticator_InvalidateDuringRead(t *testing.T) {
	d := newDoor(t, access.AuthenticatorOptions{})
	d.store.gate = make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := d.Authenticate(t.Context(), d.secret); err != nil {
			t.Errorf("the read under way: %v", err)
		}
	})
	waitFor(t, func() bool { return d.store.reads.Load() == 1 })
	d.revoke(t, accesstest.Noon) // after the first read saw the key valid
	d.Invalidate()
	close(d.store.gate)
	wg.Wait()
	d.want(t, access.ErrUnauthorized, 2)
}

// TestAuthenticator_outage: while the store fails, a key is believed for a minute after
// it was read, and the store is asked once a second.
func TestAuthenticator_outage(t *testing.T) {
	d := newDoor(t, access.AuthenticatorOptions{})
	authenticate := func(after time.Duration, want error) {
		t.Helper()
		d.clock.Advance(after)
		if _, err := d.Authenticate(t.Context(), d.secret); !errors.Is(err, want) {
			t.Errorf("want %v, got %v", want, err)
		}
	}
	authenticate(0, nil)
	down := errors.New("the store is down")
	d.store.fail = down
	authenticate(10*time.Second, nil)
	reads := d.store.reads.Load()
	authenticate(500*time.Millisecond, nil)
	if again := d.store.reads.Load(); again != reads {
		t.Errorf("the store was asked again within a second: %d reads, %d before", again, reads)
	}
	authenticate(49*time.Second, nil)
	authenticate(500*time.Millisecond, down) // a minute
	d.store.fail = nil
	authenticate(0, nil)
	d.store.fail = down
	authenticate(59*time.Second, nil)
	d.Invalidate() // somebody changed something: nothing is believed
	authenticate(0, down)
}

// TestAuthenticator_hangs: a store that does not answer is waited for a second.
func TestAuthenticator_hangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDoor(t, access.AuthenticatorOptions{})
		if _, err := d.Authenticate(t.Context(), d.secret); err != nil {
			t.Fatal(err)
		}
		d.store.gate = make(chan struct{})
		d.clock.Advance(10 * time.Second)
		start := time.Now()
		var callers sync.WaitGroup
		for range 10 {
			callers.Go(func() {
				if _, err := d.Authenticate(t.Context(), d.secret); err != nil {
					t.Error(err)
				}
			})
		}
		callers.Wait()
		if took := time.Since(start); took > time.Second {
			t.Errorf("ten callers waited %s", took)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		d.clock.Advance(10 * time.Second)
		if _, err := d.Authenticate(gone, d.secret); !errors.Is(err, context.Canceled) {
			t.Errorf("who left: %v", err)
		}
	})
}

func TestAuthenticator_Follow(t *testing.T) {
	d := newDoor(t, access.AuthenticatorOptions{})
	d.want(t, nil, 1)
	changes := make(chan struct{})
	done := make(chan struct{})
	go func() { d.Follow(t.Context(), changes); close(done) }()
	changes <- struct{}{}
	close(changes)
	<-done
	d.want(t, nil, 2)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d.Follow(ctx, make(chan struct{})) // returns
}

// TestAuthenticator_OneRead: callers with one key wait for one read.
func TestAuthenticator_OneRead(t *testing.T) {
	d := newDoor(t, access.AuthenticatorOptions{})
	d.store.gate = make(chan struct{})
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if _, err := d.Authenticate(t.Context(), d.secret); err != nil {
				t.Error(err)
			}
		})
	}
	waitFor(t, func() bool { return d.store.reads.Load() > 0 })
	close(d.store.gate)
	wg.Wait()
	d.want(t, nil, 1)
}

// TestAuthenticator_Cancelled: a caller that gives up does not take those with
// it who wait for its read.
func TestAuthenticator_Cancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDoor(t, access.AuthenticatorOptions{})
		d.store.gate = make(chan struct{})
		first, giveUp := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := d.Authenticate(first, d.secret); !errors.Is(err, context.Canceled) {
				t.Errorf("the first: want context.Canceled, got %v", err)
			}
		})
		synctest.Wait()
		wg.Go(func() {
			if _, err := d.Authenticate(t.Context(), d.secret); err != nil {
				t.Errorf("the second: %v", err)
			}
		})
		synctest.Wait() // it has joined the first one's read
		giveUp()
		synctest.Wait()
		close(d.store.gate)
		wg.Wait()
		d.want(t, nil, 2)
	})
}

func TestAuthenticator_CancelledBefore(t *testing.T) {
	d := newDoor(t, access.AuthenticatorOptions{})
	d.store.gate = make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Authenticate(ctx, d.secret); !errors.Is(err, context.Canceled) {
		t.Errorf("want context.Canceled, got %v", err)
	}
}

// TestAuthenticator_Bounded: keys made up by a stranger do not push known ones
// out.
func TestAuthenticator_Bounded(t *testing.T) {
	d := newDoor(t, access.AuthenticatorOptions{Entries: 20})
	d.want(t, nil, 1)
	for range 100 {
		secret, _ := newKey(t, "ES")
		if _, err := d.Authenticate(t.Context(), secret); !errors.Is(err, access.ErrUnauthorized) {
			t.Fatalf("want ErrUnauthorized, got %v", err)
		}
	}
	d.want(t, nil, 101)
	if known, unknown := d.Remembered(); known != 1 || unknown > 2 {
		t.Errorf("in memory: want 1 known and at most 2 unknown keys, got %d and %d", known, unknown)
	}
}

func TestAuthenticator_Allocations(t *testing.T) {
	d := newDoor(t, access.AuthenticatorOptions{})
	d.want(t, nil, 1)
	ctx := t.Context()
	if n := testing.AllocsPerRun(100, func() { _, _ = d.Authenticate(ctx, d.secret) }); n > 0 {
		t.Errorf("a key in memory: want no allocation, got %v", n)
	}
}

// TestAuthenticator_Concurrent lets everything meet, for the race detector.
func TestAuthenticator_Concurrent(t *testing.T) {
	d := newDoor(t, access.AuthenticatorOptions{Entries: 2})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 200 {
				switch i {
				case 0:
					d.Invalidate()
				case 1:
					d.clock.Advance(time.Millisecond)
				default:
					if _, err := d.Authenticate(t.Context(), d.secret); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
}

// waitFor spins until a condition holds that another goroutine brings about.
func waitFor(t *testing.T, holds func() bool) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for !holds() {
		if time.Now().After(deadline) {
			t.Fatal("waited ten seconds in vain")
		}
		runtime.Gosched()
	}
}

func BenchmarkAuthenticator_Authenticate(b *testing.B) {
	d := newDoor(b, access.AuthenticatorOptions{})
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := d.Authenticate(context.Background(), d.secret); err != nil {
				b.Error(err)
			}
		}
	})
}

func ExampleAuthenticator() {
	ctx := context.Background()
	store := accesstest.NewMem()
	account, _ := accesstest.NewAccount(ctx, store, 100)
	secret, key, _ := access.NewKey("ES")
	key.UserID = account.UserID
	_ = store.CreateKey(ctx, key)

	door := access.NewAuthenticator(store, nil)
	who, err := door.Authenticate(ctx, secret)
	fmt.Println(who.UserID == account.UserID, who.Country, err)
	_, err = door.Authenticate(ctx, secret+"x")
	fmt.Println(err)
	// Output:
	// true ES <nil>
	// access: unauthorized
}
