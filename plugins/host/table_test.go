//go:build linux

package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reglookup/regengine/geo"
)

// What plugins that hang are given. The others of the same host have to be done by
// then, on a busy machine too.
const (
	startLimit = 4 * time.Second
	callLimit  = 5 * time.Second
)

// misbehaviour is a plugin that does something wrong. It gives an error of the kind
// and of the text.
type misbehaviour struct {
	name string
	do   func(b *bench, name string) error
	want error
	text string
}

// hangs take all of the time they are given, and nothing else.
var hangs = []misbehaviour{
	{"hangstart-ma", approveHurried, ErrBroken, "did not answer within 4s"},
	{"hangdescribe-mb", approveHurried, ErrBroken, "did not answer within 4s of its start; it hangs in About for 5s"},
	{"hang-mc", call, ErrUnavailable, "did not answer in time: " + callLimit.String() + "; it hangs in Run of calculator echo"},
	{"slow-mh", call, ErrUnavailable, "did not answer in time"},
	{"fork-ms", callHang, ErrUnavailable, "did not answer in time"},
	{"traced-nk", callTraced, ErrUnavailable, "did not answer in time"},
}

// misbehaviours are the others.
var misbehaviours = []misbehaviour{
	{"panic-md", call, ErrUnavailable, "exit status 2"},
	{"exit-me", call, ErrUnavailable, "exit status 5"},
	{"midreply-mf", load, ErrUnavailable, "exit status 6"},
	{"huge-mg", call, nil, ""}, // refused by its length, or too slow to make
	{"rawflood-mi", call, ErrUnavailable, "did not answer in time"},
	{"flood-mj", callFlooding, nil, ""},
	{"garbage-mk", approve, ErrBroken, "error parsing core protocol version"},
	{"oldcore-ml", approve, ErrBroken, "incompatible core API version"},
	{"oldapp-mm", approve, ErrBroken, "incompatible API version"},
	{"redirect-mn", approve, ErrBroken, "only unix sockets"},
	{"endless-mo", approve, ErrBroken, "no handshake"},
	{"rawendless-mp", call, ErrUnavailable, "did not answer in time"},
	{"fork-mq", callExit, ErrUnavailable, "exit status 4"},
	{"daemon-mr", callExit, ErrUnavailable, "exit status 4"},
	{"exitstart-mt", approve, ErrBroken, "exit status 3"},
	{"panicstart-mu", approve, ErrBroken, "panic: at the start"},
	{"netrpc-mv", approve, ErrBroken, "unsupported plugin protocol"},
	{"nocert-mw", approve, ErrBroken, "no certificate"},
	{"foreign-mx", approve, ErrBroken, "not in the folder"},
	{"mute-my", approve, ErrBroken, "certificate"},
	{"badjson-mz", call, ErrBroken, "not JSON"},
	{"claim-na", approve, ErrConflict, "ES is built in"},
	{"misname-nb", approve, ErrBroken, "calls itself"},
	{"hog-nc", approve, ErrBroken, "memory"},
	{"empties-nd", load, ErrBroken, "unpacks into far more"},
	{"swelling-ne", load, ErrBroken, "unpacks into far more"},
	{"extra-nf", load, ErrBroken, "technical data of one place"},
	{"bands-ng", load, ErrBroken, "bands of a profile do not rise"},
	{"steps-nh", callMany, nil, "calculator unavailable"},
	{"sources-ni", approve, ErrBroken, "unpacks into far more"},
	{"worse-nj", upgrade, ErrBroken, "exit status 3"},
}

func approve(b *bench, name string) error {
	_, err := b.Approve(context.Background(), b.put(name, 1))
	return err
}

// approveHurried approves with a host that gives a start little time.
func approveHurried(b *bench, name string) error {
	return approve(newBench(b.t, func(o *Options) { o.StartTimeout = startLimit }), name)
}

func call(b *bench, name string) error     { return callWith(b, name, `{}`) }
func callExit(b *bench, name string) error { return callWith(b, name, `{"do":"exit"}`) }
func callHang(b *bench, name string) error { return callWith(b, name, `{"do":"hang"}`) }

func callWith(b *bench, name, input string) error {
	_, err := run(b.trusted(name, geo.ID(strings.ToUpper(name[len(name)-2:]))), input)
	return err
}

// callFlooding waits until a flood has swollen.
func callFlooding(b *bench, name string) error {
	err := call(b, name)
	eventually(b.t, "it floods", func() bool {
		return strings.Contains(strings.Join(readLog(b.logFile(name)), "\n"), "lines left out")
	})
	return err
}

// callMany makes as many calls at once as may be under way, again and again.
func callMany(b *bench, name string) error {
	c := b.trusted(name, geo.ID(strings.ToUpper(name[len(name)-2:])))
	if _, err := c.Description(context.Background()); err != nil {
		return err
	}
	errs := make([]error, maxCalls)
	for range 3 {
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() { _, errs[i] = c.Calculators()[0].Run(context.Background(), []byte(`{}`)) })
		}
		all.Wait()
	}
	return errs[0]
}

// upgrade has the new bytes fail while the old ones serve; the error is that of
// approving them.
func upgrade(b *bench, name string) error {
	b.approved(name)
	_, err := b.Approve(context.Background(), b.put(name, 2))
	return err
}

// callTraced has a call hang in a process that does not end when it is ended, for
// another traces it.
func callTraced(b *bench, name string) error {
	c := b.trusted(name, geo.ID(strings.ToUpper(name[len(name)-2:])))
	if _, err := c.Description(context.Background()); err != nil {
		return err
	}
	end := trace(b.t, b.plugins[name].process().child.pid)
	defer end()
	_, err := c.Calculators()[0].Run(context.Background(), []byte(`{"do":"hang"}`))
	return err
}

func load(b *bench, name string) error {
	_, err := b.trusted(name, geo.ID(strings.ToUpper(name[len(name)-2:]))).Contents(context.Background(), nil)
	return err
}

// TestHost_Misbehaving goes through every plugin that does something wrong, one
// host and one run, while another plugin is called all the time.
func TestHost_Misbehaving(t *testing.T) {
	b := newBench(t, func(o *Options) { o.CallTimeout = callLimit })
	good := b.approved("good-gd")
	stop := keepCalling(t, good)
	stays(t, "hangs", func(t *testing.T) {
		t.Run("at once", func(t *testing.T) {
			for _, m := range hangs {
				t.Run(m.name, func(t *testing.T) {
					t.Parallel()
					m.check(t, b, good)
				})
			}
		})
	})
	for _, m := range misbehaviours {
		stays(t, m.name, func(t *testing.T) { m.check(t, b, good) })
	}
	stop()
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	eventually(t, "nothing is left behind", func() bool { return len(remains(b.room.path)) == 0 })
}

// check has the plugin misbehave, and another of the same host answer behind it.
func (m misbehaviour) check(t *testing.T, b *bench, good *Client) {
	from := time.Now()
	err := m.do(b, m.name)
	t.Logf("%8v  %.150v", time.Since(from).Round(time.Millisecond), err)
	if err == nil || m.want != nil && !errors.Is(err, m.want) || !strings.Contains(err.Error(), m.text) {
		t.Errorf("want %v with %q, got %v", m.want, m.text, err)
	}
	if _, err := run(good, `{}`); err != nil {
		t.Errorf("the other plugin: %v", err)
	}
	if strings.Contains(strings.Join(b.Logs(m.name), "\n"), "DIALLED") {
		t.Error("the host called where it was sent")
	}
}

// stays runs a part of a test, in which this process must not grow much.
func stays(t *testing.T, name string, do func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		before := resetPeak(t)
		do(t)
		grown := peak(t) - before
		t.Logf("host +%d MiB", grown>>20)
		if grown > mostGrown {
			t.Errorf("the host grew by %d MiB", grown>>20)
		}
	})
}

// remains lists processes that run plugins still and were told of a folder: a host's
// own, or that of all hosts of these tests.
func remains(folder string) []string {
	var left []string
	for _, pid := range allPIDs() {
		if !marked(pid, folder) {
			continue
		}
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if strings.HasPrefix(string(line), filePrefix) {
			left = append(left, fmt.Sprint(pid, " ", string(line)))
		}
	}
	return left
}

// keepCalling calls a plugin again and again, until it is stopped: no call fails.
func keepCalling(t *testing.T, good *Client) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var calls sync.WaitGroup
	calls.Go(func() {
		for ticks := time.NewTicker(10 * time.Millisecond); ctx.Err() == nil; <-ticks.C {
			if _, err := run(good, `{}`); err != nil {
				t.Errorf("a call of the other plugin: %v", err)
			}
		}
	})
	stop = func() { cancel(); calls.Wait() }
	t.Cleanup(stop)
	return stop
}

// mostGrown is what a host may grow by, in bytes, whatever a plugin sends: much less
// than the hundreds of MiB that are sent, and more than what Go leaves lying about on
// a busy machine.
const mostGrown = 128 << 20

// resetPeak begins the high-water mark of this process's memory anew and returns
// what it uses now.
func resetPeak(t *testing.T) int64 {
	debug.FreeOSMemory()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o200); err != nil {
		t.Skip("no high-water mark here:", err)
	}
	return statusOf(t, "VmRSS:")
}

func peak(t *testing.T) int64 { return statusOf(t, "VmHWM:") }

func statusOf(t *testing.T, field string) int64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, field); ok {
			kib, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return kib << 10
		}
	}
	t.Fatal("no", field)
	return 0
}
