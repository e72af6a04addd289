package access

import (
	"context"
	"errors"
	"time"
)

// A reservation is a lease: the Meter that runs it renews it, and one that has
// not been renewed for a while belongs to a process that died. The lease is many
// times longer than what lies between two renewals, because clocks of replicas
// are apart and a database may keep writers waiting.
const (
	renewEvery = 10 * time.Second
	leaseFor   = 45 * time.Second
)

// renewing renews t's reservation until stop is called, which waits for a
// renewal under way. A turn whose reservation was given back meanwhile cannot be
// charged any more, and is ended.
func (m *Meter) renewing(t *turn) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(renewEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				m.renew(ctx, t)
			}
		}
	}()
	return func() {
		cancel()
		<-done
	}
}

func (m *Meter) renew(ctx context.Context, t *turn) {
	limited, cancel := context.WithTimeout(ctx, settleWithin)
	defer cancel()
	err := m.ledger.Renew(limited, t.request.ID, m.now())
	switch {
	case err == nil || ctx.Err() != nil:
	case errors.Is(err, ErrNotFound):
		t.lost.Store(true)
		t.cancel()
	default:
		m.log.WarnContext(ctx, "reservation not renewed; trying again", "turn", t.request.ID, "error", err)
	}
}

// renewAll renews every reservation that runs here. Done before a sweep, it
// keeps a process that could not write for a while from sweeping its own turns.
func (m *Meter) renewAll(ctx context.Context) {
	for _, t := range m.reserved() {
		m.renew(ctx, t)
	}
}

// reserved returns the turns that hold a reservation now.
func (m *Meter) reserved() []*turn {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := make([]*turn, 0, len(m.running))
	for t := range m.running {
		if t.holds.Load() {
			list = append(list, t)
		}
	}
	return list
}
