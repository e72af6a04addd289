package host

import (
	"log/slog"
	"time"

	"github.com/reglookup/regengine/geo"
)

// Options configure a Host. Zero values are the defaults named.
type Options struct {
	Dir       string   // where plugins lie: files that begin with "regengine-plugin-"; "" for none
	Files     []string // further ones, by path; their names begin so too
	Approvals string   // the file of approvals; required. Logs lie in "logs" beside it
	BuiltIn   []geo.ID // countries nobody may claim

	// Look is of a host that a person has a look at one plugin with, and whose
	// approvals are thrown away: the file may be another user's, and their group may
	// write to it and its folder, as where it was built. Otherwise plugins, approvals
	// and the folders they lie in must be this user's or root's, and writable for
	// nobody else.
	Look bool

	Logger       *slog.Logger
	Environ      []string      // names of variables handed on, beside the plugin's own HOME, TMPDIR and PATH; none by default
	StartTimeout time.Duration // 5 s
	CallTimeout  time.Duration // 10 s
	LoadTimeout  time.Duration // 10 min, for a whole import; a tenth of it between two messages
	MemoryBytes  int64         // 512 MiB, of a plugin with all it started
	Observe      func(Event)   // for metrics; called from many goroutines, must not wait, nor call the host
	Now          func() time.Time
}

func withDefaults(o Options) Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Observe == nil {
		o.Observe = func(Event) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.StartTimeout = orDefault(o.StartTimeout, 5*time.Second)
	o.CallTimeout = orDefault(o.CallTimeout, 10*time.Second)
	o.LoadTimeout = orDefault(o.LoadTimeout, 10*time.Minute)
	o.MemoryBytes = orDefault(o.MemoryBytes, 512<<20)
	return o
}

func orDefault[T ~int64](value, otherwise T) T {
	if value > 0 {
		return value
	}
	return otherwise
}

// Event is one call, start or end of a plugin. Each start without an error has its
// exit; for a moment an upgrade has two processes.
type Event struct {
	Plugin string
	What   string // "start", "call", "exit", "open", "close" (of its circuit)
	Method string // of a call
	Took   time.Duration
	Err    error
}

// pace is how often and how long; tests shorten it.
type pace struct {
	firstDelay, maxDelay time.Duration // before a plugin that failed is started again
	openAfter            int           // failures in a row
	openFor              time.Duration
	poll                 time.Duration // of the approvals and files, by Follow
	ping                 time.Duration // of plugins that nobody calls
	settled              time.Duration // a plugin up so long has no failures behind it
	slotWait             time.Duration // for one of the calls under way to end
	closing              time.Duration // at most, of Close
	slack                time.Duration // of processor time that is used beyond what is allowed
}

var defaultPace = pace{
	firstDelay: 500 * time.Millisecond, maxDelay: time.Minute,
	openAfter: 5, openFor: time.Minute,
	poll: time.Second, ping: 15 * time.Second, settled: time.Minute,
	slotWait: 250 * time.Millisecond, closing: 5 * time.Second, slack: 5 * time.Second,
}
