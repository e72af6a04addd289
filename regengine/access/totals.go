package access

import "sync/atomic"

// Totals are what a Meter has done since it was made. They only rise.
type Totals struct {
	Charged     int64 // credits
	GivenBack   int64 // credits of requests that failed
	Sweeps      int64 // that came to their end
	SweepsLost  int64 // that failed
	Interrupted int64 // reservations that sweeps gave back
}

// totals are Totals under way.
type totals struct {
	charged, givenBack, sweeps, sweepsLost, interrupted atomic.Int64
}

// Totals returns what was done until now.
func (m *Meter) Totals() Totals {
	t := &m.totals
	return Totals{t.charged.Load(), t.givenBack.Load(), t.sweeps.Load(), t.sweepsLost.Load(), t.interrupted.Load()}
}
