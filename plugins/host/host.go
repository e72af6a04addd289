package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Errors of this package.
var (
	ErrNotApproved = errors.New("plugin: not approved")             // nobody approved these bytes
	ErrBroken      = errors.New("plugin: does not work")            // it does not start, or breaks the protocol
	ErrUnavailable = errors.New("plugin: unavailable at present")   // down, hung or waiting to be started again
	ErrConflict    = errors.New("plugin: country served by others") // built in, or another plugin's
)

// maxCalls bounds the calls under way in one plugin, so that one that hangs holds
// few goroutines.
const maxCalls = 16

// Host is the plugins of one process. It is safe for concurrent use.
type Host struct {
	opts Options
	pace pace
	book *approvals
	room room

	ctx    context.Context // of everything it started; ends at Close
	cancel context.CancelFunc
	wg     sync.WaitGroup

	reading sync.Mutex // held from reading approvals until they count

	mu      sync.Mutex // taken before that of a plugin, never while one is held
	plugins map[string]*plugin
	hashes  map[string]hashed // by path

	ending sync.Mutex // taken last, also while that of a plugin is held
	closed bool
}

// Open reads the approvals. It starts nothing. An approvals file, or its folder,
// that others than this user and root may write to is refused.
func Open(opts Options) (*Host, error) {
	if opts.Approvals == "" {
		return nil, errors.New("plugin: no file of approvals named")
	}
	h := &Host{opts: withDefaults(opts), pace: defaultPace, plugins: map[string]*plugin{}, hashes: map[string]hashed{}}
	h.book = &approvals{path: opts.Approvals}
	h.ctx, h.cancel = context.WithCancel(context.Background())
	if err := h.refresh(); err != nil {
		h.cancel()
		return nil, err
	}
	return h, nil
}

// refresh reads the approvals and makes the plugins those say.
func (h *Host) refresh() error {
	h.reading.Lock()
	defer h.reading.Unlock()
	list, err := h.book.read()
	if err != nil {
		return err
	}
	files := h.find()
	h.mu.Lock()
	defer h.mu.Unlock()
	kept := map[string]bool{}
	for i, a := range list {
		kept[a.Name] = true
		p := h.plugins[a.Name]
		if p == nil {
			p = newPlugin(h, a.Name)
			h.plugins[a.Name] = p
		}
		p.set(&list[i], h.conflict(a, list[:i]), pathOf(files, a.Name))
	}
	for name, p := range h.plugins {
		if !kept[name] {
			p.set(nil, nil, pathOf(files, name))
		}
	}
	return nil
}

func pathOf(files []found, name string) string {
	for _, f := range files {
		if f.name == name {
			return f.path
		}
	}
	return ""
}

// Client returns the approved plugin of that name, which is started when it is
// first needed and again when it died. ErrNotApproved.
func (h *Host) Client(name string) (*Client, error) {
	h.mu.Lock()
	p := h.plugins[name]
	h.mu.Unlock()
	if p == nil || p.approved() == nil {
		return nil, fmt.Errorf("%w: %q; see `regengine plugin approve`", ErrNotApproved, name)
	}
	return &Client{p}, nil
}

// all returns the plugins that were ever approved, by name.
func (h *Host) all() []*plugin {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]*plugin, 0, len(h.plugins))
	for _, p := range h.plugins {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *plugin) int { return strings.Compare(a.name, b.name) })
	return all
}

// Logs returns the last lines a plugin wrote, oldest first: at most 200. Those of
// another process are read from its log file.
func (h *Host) Logs(name string) []string {
	h.mu.Lock()
	p := h.plugins[name]
	h.mu.Unlock()
	if p != nil {
		if lines := p.log.last(); len(lines) > 0 {
			return lines
		}
	}
	return readLog(h.logFile(name))
}

// Close ends all plugins and everything they started. It takes at most 5 s.
func (h *Host) Close() error {
	h.ending.Lock()
	h.closed = true
	h.ending.Unlock()
	h.cancel()
	for _, p := range h.all() {
		p.stop(errClosed)
	}
	done := make(chan struct{})
	go func() { defer close(done); h.wg.Wait() }()
	select {
	case <-done:
	case <-time.After(h.pace.closing):
		return fmt.Errorf("plugin: some do not end within %v", h.pace.closing)
	}
	for _, p := range h.all() {
		p.log.close()
	}
	return h.room.close()
}

// begin runs a goroutine that Close waits for; false after Close.
func (h *Host) begin(do func()) bool {
	h.ending.Lock()
	defer h.ending.Unlock()
	if h.closed {
		return false
	}
	h.wg.Go(do)
	return true
}
