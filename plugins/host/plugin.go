package host

import (
	"fmt"
	"sync"
	"time"
)

// plugin supervises one approved plugin: at most one process serves it, which is
// started when needed and again when it died, later each time, and not at all for a
// while when it keeps failing.
type plugin struct {
	host  *Host
	name  string
	log   *logbook
	slots chan struct{} // of calls under way

	mu       sync.Mutex
	approval *Approval // nil: not approved
	refusal  error     // why the approval does not count
	path     string    // of its file; "" when there is none
	run      *process
	starting chan struct{} // closed when the start under way has ended
	desc     *Description  // as it last described itself

	upgrade   attempts  // to start other bytes while a process serves
	failures  int       // in a row
	waitUntil time.Time // before the next start
	openUntil time.Time // of the circuit
	trying    bool      // a call is the trial of a circuit that was open
	problem   error     // what it failed of last
	barred    string    // why it may not be started, as it was told last
	starts    int
	since     time.Time
	told      string // the checksum Follow told of last
}

func newPlugin(h *Host, name string) *plugin {
	return &plugin{host: h, name: name, log: newLogbook(h, name), slots: make(chan struct{}, maxCalls), since: h.opts.Now()}
}

// set takes note of what the approvals say now. A process whose approval was taken
// back, or came to another's country, is ended; one of other bytes goes on until
// [plugin.upgrade].
func (p *plugin) set(a *Approval, refusal error, path string) {
	closes := false
	p.mu.Lock()
	if a != nil && p.approval != nil && a.SHA256 != p.approval.SHA256 {
		closes = p.forgive()
		p.upgrade = attempts{}
	}
	if a == nil || p.approval != nil && !a.At.Equal(p.approval.At) {
		p.told, p.barred = "", "" // whoever approves anew wants it brought anew
	}
	p.approval, p.refusal, p.path = a, refusal, path
	var last *process
	if a == nil || refusal != nil {
		last, p.run, p.desc = p.run, nil, nil
	}
	p.mu.Unlock()
	if closes {
		p.host.opts.Observe(Event{Plugin: p.name, What: "close"})
	}
	if last != nil {
		last.end(errRetired)
	}
}

func (p *plugin) approved() *Approval {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.approval
}

// begin starts a process in the background; its caller holds p.mu.
func (p *plugin) begin() {
	done := make(chan struct{})
	approval, path := *p.approval, p.path
	ok := p.host.begin(func() {
		run, err := p.launch(approval, path)
		p.mu.Lock()
		p.starting = nil
		serves := p.run != nil && p.run.alive()
		if err != nil && serves {
			p.upgradeFailed(err)
		}
		p.mu.Unlock()
		switch {
		case err == nil:
			p.swap(run, approval.SHA256)
		case !serves:
			p.failed(err)
		}
		close(done)
	})
	if ok {
		p.starting = done
	}
}

func (p *plugin) launch(approval Approval, path string) (*process, error) {
	if path == "" {
		return nil, fmt.Errorf("%w: there is no file %s%s any more", ErrNotApproved, filePrefix, p.name)
	}
	run, err := p.host.launch(p.host.ctx, p.log, path, approval.SHA256)
	if err != nil {
		return nil, err
	}
	if err := run.desc.sameAs(&approval); err != nil {
		p.host.dismiss(run, err)
		return nil, err
	}
	return run, nil
}

// swap makes run the process that serves, unless it is of bytes that are approved
// no more, and lets the one before end its calls.
func (p *plugin) swap(run *process, sha string) {
	p.mu.Lock()
	if p.approval == nil || p.approval.SHA256 != sha || p.refusal != nil {
		p.mu.Unlock()
		p.host.dismiss(run, errRetired)
		return
	}
	old := p.run
	p.run, p.desc, p.since = run, &run.desc, p.host.opts.Now()
	p.starts++
	p.upgrade, p.barred = attempts{}, ""
	p.mu.Unlock()
	if !p.host.begin(func() { p.attend(run) }) {
		run.end(errClosed)
		p.attend(run)
	}
	if old != nil {
		_ = p.host.begin(func() { old.retire(p.host.ctx, p.host.opts.LoadTimeout) })
	}
}

// stop ends the process for good.
func (p *plugin) stop(cause error) {
	p.mu.Lock()
	run := p.run
	p.run = nil
	p.mu.Unlock()
	if run != nil {
		run.end(cause)
	}
}
