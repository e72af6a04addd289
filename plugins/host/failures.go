package host

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// attend waits for a process's end, and takes note of it when it was no plan. Until
// the failure is counted the process stays the plugin's, so that no call starts
// another one meanwhile.
func (p *plugin) attend(run *process) {
	defer close(run.counted)
	<-run.gone
	cause := run.why(p.log)
	p.host.ended(run, cause)
	closes := false
	p.mu.Lock()
	serving := p.run == run
	if serving && time.Since(run.began) > p.host.pace.settled {
		closes = p.forgive()
	}
	p.mu.Unlock()
	if closes {
		p.host.opts.Observe(Event{Plugin: p.name, What: "close"})
	}
	if serving && !planned(cause) {
		p.failed(cause)
	}
	p.mu.Lock()
	if p.run == run {
		p.run = nil
	}
	p.mu.Unlock()
}

// failed counts a failure, after which the next start waits, and opens the circuit
// when there were too many. What somebody has to mend first, such as a changed file,
// is no failure of the plugin.
func (p *plugin) failed(cause error) {
	if cause == nil || errors.Is(cause, errClosed) || errors.Is(cause, context.Canceled) {
		return
	}
	p.mu.Lock()
	p.problem = cause
	if errors.Is(cause, ErrNotApproved) {
		p.waitUntil = p.host.opts.Now().Add(p.host.pace.firstDelay)
		news := p.barred != cause.Error() // and not each time that it is tried again
		p.barred = cause.Error()
		p.mu.Unlock()
		if news {
			p.host.opts.Logger.Error("plugin not started: what is stored of its country is served", "plugin", p.name, "error", cause, "advice", "regengine plugin list")
		}
		return
	}
	p.failures++
	pace := p.host.pace
	p.waitUntil = p.host.opts.Now().Add(jitter(min(pace.maxDelay, pace.firstDelay<<min(p.failures-1, 20))))
	opens := p.failures >= pace.openAfter
	var last *process
	if opens {
		p.openUntil = p.host.opts.Now().Add(pace.openFor)
		last, p.run = p.run, nil
	}
	n := p.failures
	p.mu.Unlock()
	p.host.opts.Logger.Warn("plugin failed", "plugin", p.name, "failures", n, "error", cause)
	if opens {
		p.host.opts.Observe(Event{Plugin: p.name, What: "open", Err: cause})
	}
	if last != nil {
		last.end(errOpened)
	}
}

// succeeded forgets the failures before.
func (p *plugin) succeeded() {
	p.mu.Lock()
	closes := p.forgive()
	p.mu.Unlock()
	if closes {
		p.host.opts.Observe(Event{Plugin: p.name, What: "close"})
	}
}

// forgive forgets the failures before, and reports whether they had opened the
// circuit. p.mu is held.
func (p *plugin) forgive() (closes bool) {
	closes = p.failures >= p.host.pace.openAfter
	p.failures, p.problem = 0, nil
	p.openUntil, p.waitUntil = time.Time{}, time.Time{}
	return closes
}

// jitter spreads a time by a quarter, so that plugins that failed together do not
// start together.
func jitter(d time.Duration) time.Duration {
	return d - d/4 + rand.N(d/2+1) //nolint:gosec // no secret
}
