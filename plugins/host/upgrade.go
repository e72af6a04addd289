package host

import "time"

// attempts are those to start a plugin's new bytes while a process of the old ones
// serves. What goes wrong with the new is none of the old one's failures.
type attempts struct {
	failures int       // in a row
	wait     time.Time // before the next
	problem  error     // of the last
}

// upgradeFailed notes that the new bytes did not start: they are tried again later
// each time, a plugin's longest pause apart at most. p.mu is held.
func (p *plugin) upgradeFailed(cause error) {
	if p.host.ctx.Err() != nil {
		return
	}
	pace := p.host.pace
	u := &p.upgrade
	u.failures++
	u.problem = cause
	pause := min(pace.maxDelay, pace.firstDelay<<min(u.failures-1, 20))
	if u.failures >= pace.openAfter {
		pause = max(pause, pace.openFor)
	}
	u.wait = p.host.opts.Now().Add(jitter(pause))
	p.host.opts.Logger.Warn("plugin not upgraded: the process that runs goes on with the bytes approved before",
		"plugin", p.name, "failures", u.failures, "again_in", pause, "error", cause)
}
