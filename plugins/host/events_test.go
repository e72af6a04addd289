//go:build linux

package host

import (
	"errors"
	"testing"
)

// TestHost_StartsHaveExits starts processes that never serve: who counts those that
// run hears of their end.
func TestHost_StartsHaveExits(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := b.Probe(t.Context(), b.put("good-wa", 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := run(b.trusted("good-wb", "ZZ"), `{}`); !errors.Is(err, ErrBroken) {
		t.Errorf("of another country than approved: %v", err)
	}
	if starts, exits := len(b.events("start")), len(b.events("exit")); starts < 2 || exits != starts { // a slow one may be tried again
		t.Errorf("told of %d starts and %d ends, want two or more, and as many", starts, exits)
	}
}

// TestHost_ApprovalClosesCircuit approves other bytes of a plugin that failed too
// often: nothing is held against those, and that is told.
func TestHost_ApprovalClosesCircuit(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.trusted("exit-wc", "WC")
	b.pace.openFor = never
	eventually(t, "the circuit opens", func() bool { _, _ = run(c, `{}`); return len(b.events("open")) > 0 })
	b.accept("exit-wc", b.put("exit-wc", 2))
	if err := b.refresh(); err != nil {
		t.Fatal(err)
	}
	if n := len(b.events("close")); n != 1 {
		t.Errorf("told %d times that the circuit closed, want once", n)
	}
}
