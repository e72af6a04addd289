//go:build linux

package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
)

// What plugins that do something wrong are given. Those that hang take all of it,
// and the others have to be done by then, on a busy machine too.
const (
	startLimit = 10 * time.Second
	callLimit  = 4 * time.Second
)

// misbehaviours are the plugins that do something wrong. Each gives an error of the
// kinds named and of the text.
var misbehaviours = []struct {
	name string
	do   func(b *bench, name string) error
	want error
	text string
}{
	{"hangstart-ma", approve, ErrBroken, "did not answer within 10s"},
	{"hangdescribe-mb", approve, ErrBroken, "did not answer within 10s of its start; it hangs in About for 5s"},
	{"hang-mc", call, ErrUnavailable, "did not answer in time: 4s; it hangs in Run of calculator echo"},
	{"panic-md", call, ErrUnavailable, "exit status 2"},
	{"exit-me", call, ErrUnavailable, "exit status 5"},
	{"midreply-mf", load, ErrUnavailable, "exit status 6"},
	{"huge-mg", call, nil, ""}, // refused by its length, or too slow to make
	{"slow-mh", call, ErrUnavailable, "did not answer in time"},
	{"rawflood-mi", call, ErrUnavailable, "did not answer in time"},
	{"flood-mj", callLong, nil, ""},
	{"garbage-mk", approve, ErrBroken, "error parsing core protocol version"},
	{"oldcore-ml", approve, ErrBroken, "incompatible core API version"},
	{"oldapp-mm", approve, ErrBroken, "incompatible API version"},
	{"redirect-mn", approve, ErrBroken, "only unix sockets"},
	{"endless-mo", approve, ErrBroken, "no handshake"},
	{"rawendless-mp", call, ErrUnavailable, "did not answer in time"},
	{"fork-mq", callExit, ErrUnavailable, "exit status 4"},
	{"daemon-mr", callExit, ErrUnavailable, "exit status 4"},
	{"fork-ms", callHang, ErrUnavailable, "did not answer in time"},
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
	{"traced-nk", callTraced, ErrUnavailable, "did not answer in time"},
}

func approve(b *bench, name string) error {
	_, err := b.Approve(context.Background(), b.put(name, 1))
	return err
}

func call(b *bench, name string) error     { return callWith(b, name, `{}`) }
func callExit(b *bench, name string) error { return callWith(b, name, `{"do":"exit"}`) }
func callHang(b *bench, name string) error { return callWith(b, name, `{"do":"hang"}`) }

func callWith(b *bench, name, input string) error {
	_, err := run(b.trusted(name, geo.ID(strings.ToUpper(name[len(name)-2:]))), input)
	return err
}

// callLong gives a flood time to swell.
func callLong(b *bench, name string) error {
	err := call(b, name)
	time.Sleep(2 * time.Second)
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
// host and one run, while another plugin is called and places are looked up. Times
// of those two are printed, beside a stretch without misbehaviour, and not judged:
// this may be a busy machine.
func TestHost_Misbehaving(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	b := newBench(t, func(o *Options) { o.StartTimeout, o.CallTimeout = startLimit, callLimit })
	good := b.approved("good-gd")
	busy := newTraffic(t, good)
	time.Sleep(time.Second)
	busy.phase("quiet", 3*time.Second)
	worst := int64(0)
	begin := time.Now()
	for _, tt := range misbehaviours {
		t.Run(tt.name, func(t *testing.T) {
			before := resetPeak(t)
			from := time.Now()
			err := tt.do(b, tt.name)
			took := time.Since(from)
			grown := peak(t) - before
			worst = max(worst, grown)
			t.Logf("%-14s %8v  host +%d MiB  %.150v", tt.name, took.Round(time.Millisecond), grown>>20, err)
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("want %v with %q, got %v", tt.want, tt.text, err)
			}
			if took > patience { // it hung, whatever the error says
				t.Errorf("the error came after %v", took)
			}
			if grown > mostGrown {
				t.Errorf("the host grew by %d MiB", grown>>20)
			}
			if _, err := run(good, `{}`); err != nil {
				t.Errorf("the other plugin: %v", err)
			}
			if strings.Contains(strings.Join(b.Logs(tt.name), "\n"), "DIALLED") {
				t.Error("the host called where it was sent")
			}
		})
	}
	busy.phase("misbehaving", time.Since(begin))
	busy.stop()
	busy.report(t)
	t.Logf("host grew by %d MiB at most", worst>>20)
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	eventually(t, "nothing is left behind", func() bool { return len(remains()) == 0 })
}

// remains lists processes that run the test's plugins still.
func remains() []string {
	var left []string
	for _, pid := range allPIDs() {
		if !marked(pid, os.TempDir()) {
			continue
		}
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if strings.HasPrefix(string(line), filePrefix) {
			left = append(left, fmt.Sprint(pid, " ", string(line)))
		}
	}
	return left
}

// traffic calls a plugin and looks places up all the time.
type traffic struct {
	mu      sync.Mutex
	current map[string][]time.Duration
	phases  []map[string][]time.Duration
	names   []string
	stop    func()
}

func newTraffic(t *testing.T, good *Client) *traffic {
	l := &traffic{current: map[string][]time.Duration{}}
	places := []geo.Place{{ID: "ES", Name: "España", Level: geo.Country}, {ID: "ES-MD", Name: "Madrid", Level: geo.Region, Parent: "ES"}, {ID: "ES-28", Name: "Madrid", Level: geo.Province, Parent: "ES-MD"}}
	for i := range 900 {
		places = append(places, geo.Place{ID: geo.ID(fmt.Sprintf("ES-28%03d", i+1)), Name: fmt.Sprintf("Lugar %d del Río", i), Level: geo.Municipality, Parent: "ES-28"})
	}
	gazetteer, err := geo.NewGazetteer([]geo.Scheme{es.Scheme{}}, places)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	repeat := func(what string, do func() error) {
		wg.Go(func() {
			for ctx.Err() == nil {
				from := time.Now()
				if err := do(); err != nil && ctx.Err() == nil {
					t.Errorf("%s: %v", what, err)
				}
				l.mu.Lock()
				l.current[what] = append(l.current[what], time.Since(from))
				l.mu.Unlock()
				time.Sleep(5 * time.Millisecond)
			}
		})
	}
	repeat("call", func() error { _, err := run(good, `{}`); return err })
	repeat("lookup", func() error {
		_, err := gazetteer.Search("Lugar 471", nil)
		return err
	})
	l.stop = func() { cancel(); wg.Wait() }
	t.Cleanup(l.stop)
	return l
}

func (l *traffic) phase(name string, wait time.Duration) {
	if name == "quiet" {
		time.Sleep(wait)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.phases, l.names = append(l.phases, l.current), append(l.names, name)
	l.current = map[string][]time.Duration{}
}

func (l *traffic) report(t *testing.T) {
	for _, what := range []string{"call", "lookup"} {
		var p99 []time.Duration
		for i, phase := range l.phases {
			times := phase[what]
			if len(times) == 0 {
				t.Logf("%s: nothing was measured while %s, on so busy a machine", what, l.names[i])
				return
			}
			slices.Sort(times)
			at := func(q float64) time.Duration { return times[int(q*float64(len(times)-1))] }
			p99 = append(p99, at(.99))
			t.Logf("%-7s %-12s n=%d p50=%v p99=%v max=%v", what, l.names[i], len(times), at(.5), at(.99), at(1))
		}
		t.Logf("%-7s p99 misbehaving/quiet = %.2f", what, float64(p99[1])/float64(p99[0]))
	}
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
