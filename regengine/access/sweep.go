package access

import (
	"context"
	"fmt"
	"time"
)

// Sweep settles what crashes left open, at once and then every so often until
// ctx ends: reservations that nobody has renewed for 45 s become Interrupted and
// their credit is given back; settled requests older than [KeepFor] are
// deleted. Any number of replicas may do this at the same time, if their clocks
// are not further apart than half a minute.
func (m *Meter) Sweep(ctx context.Context, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		if err := m.SweepOnce(ctx); err != nil && ctx.Err() == nil {
			m.log.ErrorContext(ctx, "sweep failed; trying again later", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// SweepOnce does what [Meter.Sweep] does, once.
func (m *Meter) SweepOnce(ctx context.Context) error {
	m.renewAll(ctx)
	now := m.now()
	interrupted, err := m.ledger.Sweep(ctx, now.Add(-leaseFor), now.Add(-KeepFor))
	if err != nil {
		m.totals.sweepsLost.Add(1)
		return fmt.Errorf("sweep: %w", err)
	}
	m.totals.sweeps.Add(1)
	m.totals.interrupted.Add(int64(interrupted))
	if interrupted > 0 {
		m.log.WarnContext(ctx, "gave back credits of turns that a crash interrupted", "turns", interrupted)
	}
	return nil
}
