package accesstest_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
)

func TestMem(t *testing.T) {
	t.Run("Store", func(t *testing.T) {
		accesstest.TestStore(t, func(*testing.T) access.Store { return accesstest.NewMem() })
	})
	t.Run("Ledger", func(t *testing.T) {
		accesstest.TestLedger(t, func(*testing.T) accesstest.Backend { return accesstest.NewMem() })
	})
}

func TestMemoryLimiter(t *testing.T) {
	accesstest.TestLimiter(t, func(_ *testing.T, clock *accesstest.Clock) access.Limiter {
		return &access.MemoryLimiter{Now: clock.Now}
	})
}

// readCheckWrite is broken on purpose: it reads the balance and checks it, and
// only when every caller has done so, each writes.
type readCheckWrite struct {
	*accesstest.Mem
	readers sync.WaitGroup
}

func (l *readCheckWrite) Reserve(ctx context.Context, r access.Request) (access.Record, bool, error) {
	b, err := l.GetBalance(ctx, r.OrganizationID)
	l.readers.Done()
	l.readers.Wait()
	if err != nil {
		return access.Record{}, false, err
	}
	if b.Left < r.Credits {
		return access.Record{}, false, access.ErrQuotaExceeded
	}
	if err := l.Grant(ctx, r.OrganizationID, r.Credits); err != nil { // the write no longer looks
		return access.Record{}, false, err
	}
	return l.Mem.Reserve(ctx, r)
}

func TestOverspend_ReadCheckWrite(t *testing.T) {
	twin := &readCheckWrite{Mem: accesstest.NewMem()}
	twin.readers.Add(accesstest.OverspendCallers)
	err := accesstest.Overspend(t.Context(), twin)
	if err == nil || !strings.Contains(err.Error(), "64 callers") {
		t.Errorf("a ledger that reads, checks and writes was not caught: %v", err)
	}
}

// settleTwice is broken on purpose: its Release succeeds whoever was first.
type settleTwice struct {
	*accesstest.Mem
}

func (l settleTwice) Release(ctx context.Context, id string, at time.Time) error {
	if err := l.Mem.Release(ctx, id, at); !errors.Is(err, access.ErrNotFound) {
		return err
	}
	return nil
}

func TestLedgerRaces(t *testing.T) {
	cases := []struct {
		name string
		b    accesstest.Backend
		want string // found in the error; "" for no error
	}{
		{"OK", accesstest.NewMem(), ""},
		{"ErrSettleTwice", settleTwice{accesstest.NewMem()}, "settle: "},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			err := accesstest.LedgerRaces(t.Context(), c.b)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("want %q, got %v", c.want, err)
			}
		})
	}
}
