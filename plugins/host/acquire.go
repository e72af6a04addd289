package host

import (
	"context"
	"fmt"
	"time"
)

// acquire returns a process that runs, starting one if need be. release is to be
// called behind the call.
func (p *plugin) acquire(ctx context.Context) (run *process, release func(), err error) {
	if err := p.slot(ctx); err != nil {
		return nil, nil, err
	}
	run, trial, err := p.running(ctx)
	if err != nil {
		<-p.slots
		return nil, nil, err
	}
	return run, func() {
		run.leave()
		if trial {
			p.mu.Lock()
			p.trying = false
			p.mu.Unlock()
		}
		<-p.slots
	}, nil
}

// slot takes one of the calls that may be under way.
func (p *plugin) slot(ctx context.Context) error {
	select {
	case p.slots <- struct{}{}:
		return nil
	default:
	}
	patience := time.NewTimer(p.host.pace.slotWait)
	defer patience.Stop()
	select {
	case p.slots <- struct{}{}:
		return nil
	case <-patience.C:
		return p.unavailable("%d calls are under way already", maxCalls)
	case <-ctx.Done():
		return p.unavailable("%w", ctx.Err())
	}
}

func (p *plugin) unavailable(format string, args ...any) error {
	return fmt.Errorf("%w: plugin %q: %w", ErrUnavailable, p.name, fmt.Errorf(format, args...))
}

// running returns the process, entered. trial says that the call decides whether a
// circuit that was open closes.
func (p *plugin) running(ctx context.Context) (run *process, trial bool, err error) {
	const tries = 3 // an end that is being counted, a start, then the process that came of it
	for range tries {
		p.mu.Lock()
		run, trial, wait, err := p.look()
		p.mu.Unlock()
		if err != nil || run != nil {
			return run, trial, err
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, false, p.unavailable("%w", ctx.Err())
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	run, trial, _, err = p.look()
	if run == nil && err == nil {
		err = p.unavailable("it ended as soon as it had started")
	}
	return run, trial, err
}

// look returns the process when one runs, and else a channel that tells when the
// start under way has ended, or the end of the last process is counted. p.mu is held.
func (p *plugin) look() (run *process, trial bool, wait <-chan struct{}, err error) {
	if err := p.allowed(); err != nil {
		return nil, false, nil, err
	}
	if p.run != nil && p.run.alive() {
		if p.failures >= p.host.pace.openAfter {
			if p.trying {
				return nil, false, nil, p.unavailable("it failed %d times in a row and is on trial", p.failures)
			}
			p.trying, trial = true, true
		}
		p.run.enter()
		return p.run, trial, nil, nil
	}
	if p.starting == nil && p.run != nil {
		return nil, false, p.run.counted, nil
	}
	if p.starting == nil {
		p.begin()
	}
	if p.starting == nil {
		return nil, false, nil, p.unavailable("%w", errClosed)
	}
	return nil, false, p.starting, nil
}

// allowed says why no process may be asked or started now. p.mu is held.
func (p *plugin) allowed() error {
	now := p.host.opts.Now()
	switch {
	case p.approval == nil:
		return fmt.Errorf("%w: %q", ErrNotApproved, p.name)
	case p.refusal != nil:
		return p.refusal
	case p.openUntil.After(now):
		return p.unavailable("stopped after %d failures in a row, tried again in %v; the last: %w", p.failures, p.openUntil.Sub(now).Round(time.Second), p.problem)
	case p.run == nil && p.waitUntil.After(now):
		return p.unavailable("it is started again in %v; it failed: %w", p.waitUntil.Sub(now).Round(100*time.Millisecond), p.problem)
	}
	return nil
}
