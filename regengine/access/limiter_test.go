package access_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
)

func TestMemoryLimiter(t *testing.T) {
	accesstest.TestLimiter(t, func(_ *testing.T, clock *accesstest.Clock) access.Limiter {
		return &access.MemoryLimiter{Now: clock.Now}
	})
}

// TestMemoryLimiter_ClockSetBack: no window lasts longer than a minute, even if
// the clock jumps.
func TestMemoryLimiter_ClockSetBack(t *testing.T) {
	clock := accesstest.NewClock()
	l := &access.MemoryLimiter{Now: clock.Now}
	for _, step := range []time.Duration{0, -time.Hour} {
		clock.Advance(step)
		d, err := l.Allow(t.Context(), "user", access.Data, 1)
		if err != nil || !d.Allowed || d.Reset != access.Window {
			t.Errorf("after %v: %+v, %v", step, d, err)
		}
	}
}

// TestMemoryLimiter_Bounded: users who went away are forgotten.
func TestMemoryLimiter_Bounded(t *testing.T) {
	clock := accesstest.NewClock()
	l := &access.MemoryLimiter{Now: clock.Now}
	for i := range 20_000 {
		if i%1000 == 0 {
			clock.Advance(access.Window)
		}
		if _, err := l.Allow(t.Context(), fmt.Sprint(i), access.Data, 1); err != nil {
			t.Fatal(err)
		}
	}
	if n := l.Windows(); n > 4096 {
		t.Errorf("1000 users a minute: want at most 4096 windows in memory, got %d", n)
	}
}

func TestMemoryLimiter_Allocations(t *testing.T) {
	l, ctx := &access.MemoryLimiter{}, t.Context()
	n := testing.AllocsPerRun(100, func() { _, _ = l.Allow(ctx, "user", access.Data, 1_000_000) })
	if n > 0 {
		t.Errorf("a user it knows: want no allocation, got %v", n)
	}
}

func BenchmarkMemoryLimiter_Allow(b *testing.B) {
	l := &access.MemoryLimiter{}
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_, _ = l.Allow(context.Background(), "user", access.Data, 1)
		}
	})
}

func ExampleMemoryLimiter() {
	limiter := &access.MemoryLimiter{}
	for range 3 {
		d, err := limiter.Allow(context.Background(), "user", access.Data, 2)
		fmt.Println(d.Allowed, d.Remaining, err)
	}
	// Output:
	// true 1 <nil>
	// true 0 <nil>
	// false 0 <nil>
}

// brokenLimiter fails, or waits for its context.
type brokenLimiter struct{ err error }

func (l brokenLimiter) Allow(ctx context.Context, _ string, _ access.Group, _ int) (access.Decision, error) {
	if l.err == nil {
		<-ctx.Done()
		return access.Decision{}, ctx.Err()
	}
	return access.Decision{}, l.err
}

// TestFallback: a limiter that fails, or does not answer, is counted for.
func TestFallback(t *testing.T) {
	clock := accesstest.NewClock()
	l := access.NewFallback(&access.MemoryLimiter{Now: clock.Now})
	for want := 1; want >= 0; want-- {
		if d, err := l.Allow(t.Context(), "u", access.Data, 2); err != nil || d.Remaining != want {
			t.Errorf("%+v, %v", d, err)
		}
	}
	for name, broken := range map[string]error{"Fails": errors.New("down"), "Hangs": nil} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := access.NewFallback(brokenLimiter{broken})
				for _, want := range []bool{true, true, false} {
					if d, err := l.Allow(t.Context(), "u", access.Data, 2); err != nil || d.Allowed != want {
						t.Errorf("want %v, got %+v, %v", want, d, err)
					}
				}
			})
		})
	}
	for name, l := range map[string]access.Limiter{"Invalid": brokenLimiter{access.ErrInvalid}, "Cancelled": brokenLimiter{}} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := access.NewFallback(l).Allow(ctx, "u", access.Data, 2); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
