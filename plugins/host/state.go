package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"
)

// State is what is known of one plugin.
type State struct {
	Name     string // its file's name without "regengine-plugin-"
	Path     string
	SHA256   string // of the file as it lies there now
	Approval *Approval
	Running  bool
	Status   string // one word: "unapproved", "changed", "missing", "approved", "running", "waiting", "open", "refused"
	Problem  string // why it does not run, and what to do
	Restarts int
	Since    time.Time
}

// The words of [State.Status].
const (
	statusUnapproved = "unapproved"
	statusChanged    = "changed" // the file is another one than was approved
	statusMissing    = "missing" // approved, and there is no file
	statusApproved   = "approved"
	statusRunning    = "running"
	statusWaiting    = "waiting"
	statusOpen       = "open"
	statusRefused    = "refused" // the file cannot be a plugin's, or the country is another's
)

// List returns every plugin found or approved, by name.
func (h *Host) List(ctx context.Context) ([]State, error) {
	if err := h.refresh(); err != nil {
		return nil, err
	}
	var states []State
	listed := map[string]bool{}
	for _, f := range h.find() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		h.mu.Lock()
		p := h.plugins[f.name]
		h.mu.Unlock()
		switch {
		case p != nil && !errors.Is(f.problem, ErrConflict):
			listed[f.name] = true
			states = append(states, h.stateOf(p))
		default:
			states = append(states, h.unapproved(f))
		}
	}
	for _, p := range h.all() {
		if !listed[p.name] && p.approved() != nil {
			states = append(states, h.stateOf(p))
		}
	}
	slices.SortStableFunc(states, func(a, b State) int { return cmp.Compare(a.Name, b.Name) })
	return states, nil
}

// unapproved is the state of a file nobody approved.
func (h *Host) unapproved(f found) State {
	s := State{Name: f.name, Path: f.path, Status: statusUnapproved}
	if f.problem != nil {
		s.Status, s.Problem = statusRefused, f.problem.Error()
		return s
	}
	var err error
	if s.SHA256, err = h.sha256Of(f.path); err != nil {
		s.Status, s.Problem = statusRefused, err.Error()
		return s
	}
	s.Problem = fmt.Sprintf("nobody approved it; `regengine plugin approve %s`", f.path)
	return s
}

// stateOf is the state of a plugin that is, or was, approved.
func (h *Host) stateOf(p *plugin) State {
	p.mu.Lock()
	s := State{
		Name: p.name, Path: p.path, Approval: p.approval, Running: p.run != nil,
		Restarts: max(0, p.starts-1), Since: p.since,
	}
	now := h.opts.Now()
	waits, open, refusal, problem := p.waitUntil.After(now), p.openUntil.After(now), p.refusal, p.problem
	if s.Running && p.upgrade.problem != nil {
		problem = fmt.Errorf("it runs on with the bytes approved before, for the new ones do not start: %w", p.upgrade.problem)
	}
	p.mu.Unlock()
	if s.Approval == nil {
		return h.unapproved(found{name: s.Name, path: s.Path})
	}
	if problem != nil {
		s.Problem = problem.Error()
	}
	fileStatus, fileProblem := h.lookAtFile(&s)
	switch {
	case refusal != nil:
		s.Status, s.Problem = statusRefused, refusal.Error()
	case fileStatus != "":
		s.Status, s.Problem = fileStatus, fileProblem
	case open:
		s.Status = statusOpen
	case s.Running:
		s.Status = statusRunning
	case waits:
		s.Status = statusWaiting
	default:
		s.Status = statusApproved
	}
	return s
}

// lookAtFile fills in the checksum and says why the file could not be started now,
// and of what status that is; "" when it could.
func (h *Host) lookAtFile(s *State) (status, problem string) {
	if s.Path == "" {
		return statusMissing, h.missing(s)
	}
	sha, err := h.sha256Of(s.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist): // since the folder was read
		return statusMissing, h.missing(s)
	case err != nil:
		return statusRefused, err.Error() + s.runsOn()
	}
	s.SHA256 = sha
	if sha == s.Approval.SHA256 {
		return "", ""
	}
	runs := cmp.Or(s.runsOn(), "; it is not started")
	return statusChanged, fmt.Sprintf("the file %s was changed after it was approved%s: find out who changed it; only what you built yourself, or know the maker of, may be approved", s.Path, runs)
}

func (h *Host) missing(s *State) string {
	where := ""
	if h.opts.Dir != "" {
		where = " in " + h.opts.Dir
	}
	return fmt.Sprintf("it is approved, and there is no file %s%s%s any more%s; put it back, or `regengine plugin revoke %[2]s`",
		filePrefix, s.Name, where, s.runsOn())
}

// runsOn says that a process of the approved bytes is there still, as the end of a
// sentence; "" when there is none.
func (s *State) runsOn() string {
	if !s.Running {
		return ""
	}
	return "; it runs on with the bytes that were approved, until it ends"
}
