package accesstest

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

// TestLimiter holds a counting Limiter to its contract. open returns one that
// has counted nothing and reads the clock given. User ids are UUIDs.
func TestLimiter(t *testing.T, open func(t *testing.T, clock *Clock) access.Limiter) {
	cases := []struct {
		name string
		run  func(t *testing.T, l access.Limiter, clock *Clock)
	}{
		{"Window", testWindow},
		{"Separate", testSeparate},
		{"LimitChanges", testLimitChanges},
		{"Concurrent", testLimiterConcurrent},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			clock := NewClock()
			c.run(t, open(t, clock), clock)
		})
	}
}

// testWindow: the window starts with the first request, lasts a minute whatever
// comes in it, and refused requests do not count.
func testWindow(t *testing.T, l access.Limiter, clock *Clock) {
	user := access.NewID()
	steps := []struct {
		after time.Duration // since the step before
		want  access.Decision
	}{
		{0, access.Decision{Allowed: true, Limit: 2, Remaining: 1, Reset: 60 * time.Second}},
		{20 * time.Second, access.Decision{Allowed: true, Limit: 2, Remaining: 0, Reset: 40 * time.Second}},
		{20 * time.Second, access.Decision{Limit: 2, Reset: 20 * time.Second}},
		{19 * time.Second, access.Decision{Limit: 2, Reset: time.Second}},
		{time.Second, access.Decision{Allowed: true, Limit: 2, Remaining: 1, Reset: 60 * time.Second}},
		{time.Hour, access.Decision{Allowed: true, Limit: 2, Remaining: 1, Reset: 60 * time.Second}},
	}
	for i, step := range steps {
		clock.Advance(step.after)
		got := ok(l.Allow(t.Context(), user, access.Data, 2))(t)
		if got != step.want {
			t.Errorf("request %d: want %+v, got %+v", i+1, step.want, got)
		}
	}
}

// testSeparate: users do not share a count, and neither do groups.
func testSeparate(t *testing.T, l access.Limiter, _ *Clock) {
	a, b := access.NewID(), access.NewID()
	for _, c := range []struct {
		user  string
		group access.Group
		want  bool
	}{
		{a, access.Data, true},
		{a, access.Data, false},
		{a, access.Catalogue, true},
		{b, access.Data, true},
		{a, access.Catalogue, false},
	} {
		if got := ok(l.Allow(t.Context(), c.user, c.group, 1))(t); got.Allowed != c.want {
			t.Errorf("Allow(%s): want %v, got %+v", c.group, c.want, got)
		}
	}
}

// testLimitChanges: the limit of the moment decides, so that a new plan takes
// effect inside a window.
func testLimitChanges(t *testing.T, l access.Limiter, _ *Clock) {
	user := access.NewID()
	for i, c := range []struct {
		limit int
		want  access.Decision
	}{
		{3, access.Decision{Allowed: true, Limit: 3, Remaining: 2, Reset: time.Minute}},
		{3, access.Decision{Allowed: true, Limit: 3, Remaining: 1, Reset: time.Minute}},
		{1, access.Decision{Limit: 1, Reset: time.Minute}},
		{3, access.Decision{Allowed: true, Limit: 3, Remaining: 0, Reset: time.Minute}},
		{5, access.Decision{Allowed: true, Limit: 5, Remaining: 1, Reset: time.Minute}},
		{0, access.Decision{Reset: time.Minute}},
	} {
		if got := ok(l.Allow(t.Context(), user, access.Intelligence, c.limit))(t); got != c.want {
			t.Errorf("request %d: want %+v, got %+v", i+1, c.want, got)
		}
	}
}

// testLimiterConcurrent: of 64 requests at once exactly 20 are allowed, and
// each is told another number of remaining ones.
func testLimiterConcurrent(t *testing.T, l access.Limiter, _ *Clock) {
	const callers, limit = 64, 20
	user := access.NewID()
	var remaining [limit]atomic.Int32
	errs := inParallel(callers, func(int) error {
		d, err := l.Allow(t.Context(), user, access.Data, limit)
		if err == nil && d.Allowed {
			remaining[d.Remaining].Add(1)
		}
		return err
	})
	for _, err := range errs {
		must(t, err)
	}
	for n := range remaining {
		if got := remaining[n].Load(); got != 1 {
			t.Errorf("remaining %d was told %d times, want once", n, got)
		}
	}
}
