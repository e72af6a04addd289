package host

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Follow starts the approved plugins and watches them until ctx ends: those that
// die are started again, an approval given or taken meanwhile takes effect within
// seconds. changed is told of a plugin that runs for the first time, with other
// bytes than before or approved anew, one after the other; it may be nil. Follow returns when the
// last changed has.
func (h *Host) Follow(ctx context.Context, changed func(*Client)) {
	news := make(chan *Client, MaxApprovals)
	var teller sync.WaitGroup
	teller.Go(func() {
		for c := range news {
			if changed != nil && ctx.Err() == nil {
				changed(c)
			}
		}
	})
	defer teller.Wait()
	defer close(news)
	ticks := time.NewTicker(h.pace.poll)
	defer ticks.Stop()
	pinged := map[*plugin]time.Time{}
	trouble := ""
	for {
		trouble = h.review(trouble)
		for _, p := range h.all() {
			if run := p.keepUp(); run != nil {
				p.tell(run, news)
				if time.Since(pinged[p]) > h.pace.ping {
					pinged[p] = time.Now()
					h.begin(func() { p.probe(run) })
				}
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-h.ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

// review reads the approvals and returns why they cannot be read, "" when they can be.
// That is logged unless it is the trouble there was before: approvals are read once a
// second.
func (h *Host) review(before string) (trouble string) {
	err := h.refresh()
	if err == nil {
		return ""
	}
	if trouble = err.Error(); trouble != before {
		h.opts.Logger.Error("plugin approvals cannot be read; those read before count", "error", err)
	}
	return trouble
}

// keepUp starts what should run and does not, and what should run with other bytes.
// It waits for nothing; it returns the process that runs.
func (p *plugin) keepUp() *process {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.starting != nil || p.allowed() != nil {
		return p.run
	}
	stale := p.run != nil && p.run.sha != p.approval.SHA256 && !p.upgrade.wait.After(p.host.opts.Now())
	if p.run == nil || stale {
		p.begin()
	}
	return p.run
}

// tell passes the news that the plugin runs with bytes nobody was told of. A process of
// bytes approved before the present ones is no news: who fetched now would fetch from
// it, or, a moment later, from the one that takes its place.
func (p *plugin) tell(run *process, news chan<- *Client) {
	p.mu.Lock()
	known := p.told == run.sha || p.approval == nil || p.approval.SHA256 != run.sha
	p.mu.Unlock()
	if known {
		return
	}
	select {
	case news <- &Client{p}:
		p.mu.Lock()
		p.told = run.sha
		p.mu.Unlock()
	default: // the next round
	}
}

// probe asks whether a process that nobody may be calling still answers, and ends
// it when not.
func (p *plugin) probe(run *process) {
	err := run.ping(p.host.ctx, p.host.opts.StartTimeout)
	switch {
	case p.host.ctx.Err() != nil || !run.alive():
	case err != nil:
		run.end(errors.New("it did not answer whether it is well"))
	case time.Since(run.began) > p.host.pace.settled:
		p.succeeded()
	}
}
