package sdk

import (
	"time"

	"github.com/reglookup/regengine/geo"
)

// signEvery is how often the host is told that work goes on. It waits longer, but
// not for ever: a scheme that hangs gives no sign.
const signEvery = time.Second

// breathing is a scheme that gives a sign of life while it is asked about thousands
// of places, and notes what it is asked.
type breathing struct {
	geo.Scheme
	sign func() error

	asked asked     // its lock guards last, too
	last  time.Time // of the sign
}

// note notes what is asked. Nothing is made for it: it happens a dozen million times.
func (b *breathing) note(method, of string) {
	b.asked.mu.Lock()
	b.asked.method, b.asked.of, b.asked.at = method, of, false
	b.asked.mu.Unlock()
}

// Derive implements [geo.Scheme].
func (b *breathing) Derive(p geo.Place) geo.Place {
	b.asked.mu.Lock()
	b.asked.method, b.asked.of, b.asked.at = "Derive", string(p.ID), false
	if p.Tech != nil && p.Tech.AltitudeM != nil {
		b.asked.at, b.asked.altitude = true, *p.Tech.AltitudeM
	}
	b.asked.mu.Unlock()
	p = b.Scheme.Derive(p)
	if b.due() {
		_ = b.sign() // where the host has gone, the next message tells
	}
	return p
}

// Summary implements [geo.Scheme].
func (b *breathing) Summary(p geo.Place) string {
	b.note("Summary", string(p.ID))
	return b.Scheme.Summary(p)
}

// ParseID implements [geo.Scheme].
func (b *breathing) ParseID(text string) (geo.ID, geo.Level, error) {
	b.note("ParseID", text)
	return b.Scheme.ParseID(text)
}

// ParentAllowed implements [geo.Scheme].
func (b *breathing) ParentAllowed(id, parent geo.ID) string {
	b.note("ParentAllowed", string(id))
	return b.Scheme.ParentAllowed(id, parent)
}

// due reports whether it is time for a sign. What is asked next is asked from now on.
func (b *breathing) due() bool {
	b.asked.mu.Lock()
	defer b.asked.mu.Unlock()
	now := time.Now()
	b.asked.since = now
	if now.Sub(b.last) < signEvery {
		return false
	}
	b.last = now
	return true
}

// AltitudeBreaks hands on what [geo.Tabulate] asks of schemes with narrow bands.
func (b *breathing) AltitudeBreaks(p geo.Place) []int {
	if narrow, ok := b.Scheme.(interface{ AltitudeBreaks(p geo.Place) []int }); ok {
		b.note("AltitudeBreaks", string(p.ID))
		return narrow.AltitudeBreaks(p)
	}
	return nil
}
