package host

import (
	"fmt"
	"time"
)

// usage is what a plugin uses, with all it started that is still in its session.
type usage struct {
	resident  int64 // bytes
	cpu       time.Duration
	processes int
}

const (
	maxCores     = 2
	maxProcesses = 32

	lookEvery = 500 * time.Millisecond
	// idleShare of a core may be used while nobody asks anything; beyond that, and
	// beyond maxCores while somebody does, use adds up to the slack there is.
	idleShare = 0.25
)

// watch looks at what the process uses until it is over, and ends it when that is
// too much.
func (c *child) watch(over <-chan struct{}) {
	ticks := time.NewTicker(lookEvery)
	defer ticks.Stop()
	budget := cpuBudget{slack: c.slack}
	for {
		select {
		case <-over:
			return
		case <-ticks.C:
		}
		used, ok := measure(c.pid)
		if !ok {
			continue
		}
		if used.resident > c.memory {
			c.end(fmt.Errorf("it used %d MiB of memory; %d are allowed", used.resident>>20, c.memory>>20))
		}
		if used.processes > maxProcesses {
			c.end(fmt.Errorf("it started %d processes; %d are allowed", used.processes, maxProcesses))
		}
		if reason := budget.spend(used.cpu, time.Now(), c.calls.Load() > 0); reason != "" {
			c.end(fmt.Errorf("it %s", reason))
		}
	}
}

// cpuBudget adds up what was used above what is allowed.
type cpuBudget struct {
	slack time.Duration
	last  time.Duration
	at    time.Time
	over  time.Duration
}

// spend takes note of the total used by now, and returns what is wrong with it.
func (b *cpuBudget) spend(total time.Duration, now time.Time, busy bool) string {
	if b.at.IsZero() || total < b.last { // a process it had started is gone
		b.last, b.at = total, now
		return ""
	}
	allowed := idleShare
	if busy {
		allowed = maxCores
	}
	b.over += total - b.last - time.Duration(allowed*float64(now.Sub(b.at)))
	b.over = max(b.over, 0)
	b.last, b.at = total, now
	switch {
	case b.over <= b.slack:
		return ""
	case busy:
		return fmt.Sprintf("works on more than %d cores", maxCores)
	}
	return fmt.Sprintf("worked for %v while nobody asked anything of it", b.over.Round(time.Second))
}
