//go:build linux

package host

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"golang.org/x/sys/unix"

	"github.com/reglookup/regengine/projects"
)

func (b *bench) events(what string) (found []Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.event {
		if e.What == what {
			found = append(found, e)
		}
	}
	return found
}

// underWay waits until so many calls of a plugin have reached its process.
func (b *bench) underWay(name string, calls int64) {
	b.t.Helper()
	eventually(b.t, "the calls are under way", func() bool {
		run := b.plugins[name].process()
		return run != nil && run.child.calls.Load() >= calls
	})
}

// TestPlugin_RestartAndCircuit has a plugin die in every call: it is started again,
// later each time, then not at all for a while, then once on trial.
func TestPlugin_RestartAndCircuit(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64 // the clock goes when it is told to
	begun := time.Now()
	b := newBench(t, func(o *Options) { o.Now = func() time.Time { return begun.Add(time.Duration(ahead.Load())) } })
	c := b.trusted("exit-ba", "BA")
	if _, err := c.Description(t.Context()); err != nil {
		t.Fatal(err)
	}
	calculate := func() error {
		_, err := c.Calculators()[0].Run(t.Context(), []byte(`{}`))
		return err
	}
	died := 0
	eventually(t, "the circuit opens", func() bool {
		err := calculate()
		if !errors.Is(err, projects.ErrUnavailable) || !errors.Is(err, ErrUnavailable) {
			t.Errorf("want ErrUnavailable, got %v", err)
		}
		if strings.Contains(err.Error(), "exit status 5") && strings.Contains(err.Error(), "it ended") {
			died++
		}
		ahead.Add(int64(b.pace.maxDelay * 3 / 4)) // less than openFor, and the longest pause in two of them
		return len(b.events("open")) > 0
	})
	if died != b.pace.openAfter || len(b.events("start")) != died {
		t.Errorf("it died %d times and was started %d times; the circuit opens after %d", died, len(b.events("start")), b.pace.openAfter)
	}
	for range 100 {
		if err := calculate(); !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "5 failures in a row") {
			t.Errorf("open: %v", err)
		}
	}
	if n := len(b.events("start")); n != died {
		t.Errorf("calls of an open circuit started it %d times", n-died)
	}
	if log := b.log.String(); !strings.Contains(log, `msg="plugin failed" plugin=exit-ba failures=5 error=`) {
		t.Errorf("the log: %s", log)
	}
	if got := b.state("exit-ba"); got.Status != "open" || !strings.Contains(got.Problem, "exit status 5") {
		t.Errorf("state: %+v", got)
	}
	ahead.Add(int64(b.pace.openFor))
	if err := calculate(); !strings.Contains(err.Error(), "it ended") {
		t.Errorf("the trial: %v", err)
	}
	if err := calculate(); !strings.Contains(err.Error(), "failures in a row") {
		t.Errorf("behind a trial that failed: %v", err)
	}
}

// TestPlugin_EndIsCountedFirst holds that a call that meets a process which has ended
// waits until that is counted, and starts none meanwhile.
func TestPlugin_EndIsCountedFirst(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	gone := make(chan struct{})
	close(gone)
	run := &process{child: &child{done: gone}, counted: make(chan struct{})}
	p := &plugin{host: b.Host, approval: &Approval{}, run: run}
	got, _, wait, err := p.look()
	if got != nil || err != nil || wait != (<-chan struct{})(run.counted) || p.starting != nil {
		t.Errorf("of a process that ended: run %v, error %v, started %v", got, err, p.starting != nil)
	}
}

// TestPlugin_Recovers has a plugin that works be killed by somebody else: calls
// fail at once, and go on soon after.
func TestPlugin_Recovers(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.approved("good-bb")
	ctx, cancel := context.WithCancel(t.Context())
	var follow sync.WaitGroup
	told := make(chan string, 10)
	follow.Go(func() { b.Follow(ctx, func(c *Client) { told <- c.Approval().SHA256 }) })
	if first := <-told; first != shaOf(t, binary(t, 1)) {
		t.Error("told of", first)
	}
	for range 3 {
		if err := unix.Kill(b.plugins["good-bb"].process().child.pid, unix.SIGKILL); err != nil {
			t.Fatal(err)
		}
		eventually(t, "it is up again", func() bool {
			_, err := run(c, `{}`)
			if errors.Is(err, errLate) {
				t.Errorf("a call waited for one that is dead: %v", err)
			}
			return err == nil
		})
	}
	if got := b.state("good-bb"); got.Restarts < 3 || got.Status != "running" {
		t.Errorf("state: %+v", got)
	}
	cancel()
	follow.Wait()
	if len(told) > 0 {
		t.Error("told again of the same bytes")
	}
}

func (p *plugin) process() *process {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.run
}

// TestHost_Stopped has a plugin stand still while nobody calls it.
func TestHost_Stopped(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := run(b.approved("good-br"), `{}`); err != nil {
		t.Fatal(err)
	}
	b.opts.StartTimeout = 2 * time.Second // for an answer to a ping, too
	ctx, cancel := context.WithCancel(t.Context())
	var follow sync.WaitGroup
	follow.Go(func() { b.Follow(ctx, nil) })
	first := b.plugins["good-br"].process().child.pid
	if err := unix.Kill(first, unix.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	eventually(t, "another runs", func() bool {
		run := b.plugins["good-br"].process()
		return run != nil && run.child.pid != first
	})
	var ended error // the first to end was only asked who it is
	eventually(t, "its end is told", func() bool {
		for _, e := range b.events("exit") {
			ended = cmp.Or(ended, e.Err)
		}
		return ended != nil
	})
	if !strings.Contains(ended.Error(), "whether it is well") {
		t.Errorf("ended of %v", ended)
	}
	cancel()
	follow.Wait()
}

// TestClient_ReadError reads a file that breaks off.
func TestClient_ReadError(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	want := errors.New("the disk is gone")
	_, err := b.approved("good-bs").ReadPlaces(t.Context(), "list", "x", io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(want)), nil)
	if !errors.Is(err, want) {
		t.Errorf("want %v, got %v", want, err)
	}
}

// TestClient_ReadPlacesDeaf has a plugin answer wrongly while it takes no file: the
// answer ends the call, and nobody waits until the file would be taken.
func TestClient_ReadPlacesDeaf(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	_, err := b.approved("deaf-wd").ReadPlaces(t.Context(), "list", "x", strings.NewReader(strings.Repeat("x", 8<<20)), nil)
	if !errors.Is(err, ErrBroken) || !strings.Contains(err.Error(), "is no level") {
		t.Errorf("want ErrBroken and that it is no level, got %v", err)
	}
}

// TestHost_Upgrade exchanges the file of a plugin that serves, approves it anew in
// another process's host, and calls it all the time: no call fails.
func TestHost_Upgrade(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	b := benchIn(t, root)
	c := b.approved("sleepy-bc")
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	told := make(chan string, 10)
	all.Go(func() { b.Follow(ctx, func(c *Client) { told <- c.Approval().SHA256 }) })
	<-told
	versions := map[string]int{}
	var mu sync.Mutex
	for range 4 {
		all.Go(func() {
			for ctx.Err() == nil {
				out, err := run(c, `{}`)
				if err != nil && ctx.Err() == nil {
					t.Errorf("a call while it is upgraded: %v", err)
				}
				mu.Lock()
				versions[string(out.Result)]++
				mu.Unlock()
			}
		})
	}
	answers := func(version string) func() bool {
		return func() bool {
			mu.Lock()
			defer mu.Unlock()
			return versions[`{"version":"`+version+`"}`] > 0
		}
	}
	eventually(t, "the old one answers", answers("1.0.0"))
	path := b.put("sleepy-bc", 2)
	eventually(t, "the change is seen", func() bool { return b.state("sleepy-bc").Status == "changed" })
	if got := b.state("sleepy-bc"); !got.Running || !strings.Contains(got.Problem, "runs on") {
		t.Errorf("changed: %+v", got)
	}
	other := benchIn(t, root)
	if _, err := other.Approve(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if sha := <-told; sha != shaOf(t, binary(t, 2)) {
		t.Error("told of", sha)
	}
	eventually(t, "the new one answers", answers("2.0.0"))
	cancel()
	all.Wait()
	eventually(t, "one process is left", func() bool { return len(running("sleepy-bc")) == 1 })
}

// TestHost_RevokedElsewhere takes an approval back in another process.
func TestHost_RevokedElsewhere(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	b := benchIn(t, root)
	b.approved("good-bd")
	ctx, cancel := context.WithCancel(t.Context())
	var follow sync.WaitGroup
	follow.Go(func() { b.Follow(ctx, nil) })
	eventually(t, "it runs", func() bool { return len(running("good-bd")) == 1 })
	if err := benchIn(t, root).Revoke(t.Context(), "good-bd"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is ended", func() bool { return len(running("good-bd")) == 0 })
	cancel()
	follow.Wait()
}

// running lists the processes of the plugin of that name.
func running(name string) (found []string) {
	for _, line := range remains(os.TempDir()) {
		if strings.Contains(line, filePrefix+name) {
			found = append(found, line)
		}
	}
	return found
}

// TestPlugin_Crowd calls a plugin that hangs from very many goroutines: all but those
// whose calls are under way are told so.
func TestPlugin_Crowd(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.trusted("hang-be", "BE")
	if _, err := c.Description(t.Context()); err != nil {
		t.Fatal(err)
	}
	const crowd = 300
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	answers := make(chan error, crowd)
	for range crowd {
		go func() {
			_, err := c.Calculators()[0].Run(ctx, []byte(`{}`))
			answers <- err
		}()
	}
	for range crowd - maxCalls {
		if err := <-answers; !errors.Is(err, projects.ErrUnavailable) || !strings.Contains(err.Error(), "calls are under way already") {
			t.Error(err)
		}
	}
	b.underWay("hang-be", maxCalls)
	cancel()
	for range maxCalls {
		if err := <-answers; !errors.Is(err, projects.ErrUnavailable) || strings.Contains(err.Error(), "calls are under way already") {
			t.Error(err)
		}
	}
}

// TestPlugin_CallsAsItOpens has calls under way when the circuit opens: they are
// told what happened.
func TestPlugin_CallsAsItOpens(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.trusted("badjson-bx", "BX")
	if _, err := c.Description(t.Context()); err != nil {
		t.Fatal(err)
	}
	var calls sync.WaitGroup
	for range 3 {
		calls.Go(func() {
			if _, err := run(c, `{"do":"wait"}`); !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "failed too often") {
				t.Error(err)
			}
		})
	}
	b.underWay("badjson-bx", 3)
	for range b.pace.openAfter {
		_, _ = run(c, `{}`)
	}
	calls.Wait()
}

// TestHost_CloseBounded closes with calls under way that hang, a start that hangs
// and a child that keeps everything.
func TestHost_CloseBounded(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	clients := []*Client{b.trusted("hang-bl", "BL"), b.trusted("daemon-bm", "BM"), b.trusted("hangstart-bn", "BN"), b.trusted("rawflood-bo", "BO")}
	var calls sync.WaitGroup
	for _, c := range clients {
		calls.Go(func() {
			if _, err := run(c, `{"do":"hang"}`); !errors.Is(err, ErrUnavailable) {
				t.Error(err)
			}
		})
	}
	for _, name := range []string{"hang-bl", "daemon-bm", "rawflood-bo"} {
		b.underWay(name, 1)
	}
	eventually(t, "the start that hangs is under way", func() bool { return len(running("hangstart-bn")) > 0 })
	b.pace.closing = never // of a machine that is not busy: 5 s
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	calls.Wait()
	eventually(t, "nothing is left", func() bool { return len(remains(b.room.path)) == 0 })
	if _, err := run(clients[0], `{}`); !errors.Is(err, ErrUnavailable) {
		t.Errorf("a call of a closed host: %v", err)
	}
}

// TestHost_Killed kills a host without a word: its plugins end, and what they had
// started ends when the next host starts one.
func TestHost_Killed(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	b := benchIn(t, root)
	b.trusted("good-bp", "BP")
	b.trusted("daemon-bq", "BQ")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "HOST_TEST_PARENT="+root)
	if _, err := cmd.StdinPipe(); err != nil { // closed with this process
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatal("the host does not come up")
	}
	folder := strings.TrimPrefix(lines.Text(), "up ")
	if n := len(running("good-bp")); n != 1 {
		t.Fatalf("%d run", n)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	eventually(t, "the plugin ends with its host", func() bool { return len(running("good-bp")) == 0 })
	if _, err := run(b.client("good-bp"), `{}`); err != nil {
		t.Fatal(err)
	}
	eventually(t, "nothing of the killed host's is left", func() bool { return len(running("daemon-bq")) == 0 })
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its folder: %v", err)
	}
}

// TestPlugin_HungIsReplaced has a call hang, then another answer: by another
// process, for the one that hung was ended.
func TestPlugin_HungIsReplaced(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.trusted("fork-bt", "BT")
	if _, err := run(c, `{}`); err != nil {
		t.Fatal(err)
	}
	first := b.plugins["fork-bt"].process().child.pid
	b.opts.CallTimeout = 100 * time.Millisecond // of the call that hangs
	if _, err := run(c, `{"do":"hang"}`); !errors.Is(err, projects.ErrUnavailable) {
		t.Fatal(err)
	}
	if err := unix.Kill(first, 0); !errors.Is(err, unix.ESRCH) {
		t.Errorf("the one that hung is there: %v", err)
	}
	b.opts.CallTimeout = never
	eventually(t, "another answers", func() bool { _, err := run(c, `{}`); return err == nil })
}

// TestHost_NothingStays looks at the private folder while plugins come and go.
func TestHost_NothingStays(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.approved("good-bu")
	_, _ = run(b.trusted("exit-bv", "BV"), `{}`)
	_ = approve(b, "garbage-bw")
	entries, err := os.ReadDir(b.room.path)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.Name() != roomLock {
			t.Errorf("%s stays", entry.Name())
		}
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(b.opts.Approvals); err != nil {
		t.Error(err)
	}
}
