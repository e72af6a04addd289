package host

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// versions are what testdata/misbehave builds to, each when it is first asked for: two
// of the same source, with other bytes.
var versions = []func() (string, error){
	sync.OnceValues(func() (string, error) { return buildVersion("1.0.0") }),
	sync.OnceValues(func() (string, error) { return buildVersion("2.0.0") }),
}

func buildVersion(version string) (string, error) {
	path := filepath.Join(os.TempDir(), "v"+version)
	// Without the race detector, whatever the host has: what a plugin does wrong is no race.
	build := exec.Command("go", "build", "-ldflags", "-s -w -X main.version="+version, "-o", path, "./testdata/misbehave")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building testdata/misbehave: %w\n%s", err, out)
	}
	return path, nil
}

// binary returns the program of a version, 1 or 2, or skips the test.
func binary(t testing.TB, version int) string {
	t.Helper()
	if os.Getenv("REGENGINE_TESTS") != "all" {
		t.Skip("builds a plugin: REGENGINE_TESTS=all go test ./plugins/host")
	}
	path, err := versions[version-1]()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// atOnce is how many tests run side by side: they wait for processes, not for a core.
const atOnce = "8"

func TestMain(m *testing.M) {
	if os.Getenv("HOST_TEST_PARENT") != "" {
		parent()
		return
	}
	if pid := os.Getenv("HOST_TEST_TRACE"); pid != "" {
		tracer(pid)
		return
	}
	folder, err := os.MkdirTemp("/tmp", "hp") // short: sockets lie in it
	if err == nil {
		err = os.Setenv("TMPDIR", folder) // apart from other hosts on this machine
	}
	if err != nil {
		panic(err)
	}
	flag.Parse()
	if flag.Lookup("test.parallel").Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) { // nobody chose
		_ = flag.Set("test.parallel", atOnce)
	}
	before := goleak.IgnoreCurrent()
	code := m.Run()
	if code == 0 {
		if err := goleak.Find(before); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// bench is a host with a folder of plugins and what it logged and told.
type bench struct {
	*Host
	t     *testing.T
	dir   string
	log   *lockedBuffer
	mu    sync.Mutex
	event []Event
	at    []time.Time // of each
}

// never is a deadline of a host whose test is not about it: that of the test comes
// before.
const never = time.Hour

func (b *bench) observe(e Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.event, b.at = append(b.event, e), append(b.at, time.Now())
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.b.Len() > 4<<20 {
		return len(p), nil
	}
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// newBench opens a host that waits for what is bound to come however long it takes,
// since the machine may be busy, and whose failures wait a tenth of what they do.
// Tests of what never comes set less.
func newBench(t *testing.T, change ...func(*Options)) *bench {
	t.Helper()
	return benchIn(t, t.TempDir(), change...)
}

func benchIn(t *testing.T, root string, change ...func(*Options)) *bench {
	t.Helper()
	b := &bench{t: t, dir: filepath.Join(root, "plugins"), log: &lockedBuffer{}}
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	opts := Options{
		Dir: b.dir, Approvals: filepath.Join(root, "data", "approvals.json"), BuiltIn: []geo.ID{"ES"},
		Logger:       slog.New(slog.NewTextHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		StartTimeout: never, CallTimeout: never, LoadTimeout: never,
		Observe: b.observe,
	}
	for _, c := range change {
		c(&opts)
	}
	h, err := Open(opts)
	if err != nil {
		t.Fatal(err)
	}
	h.pace.firstDelay, h.pace.maxDelay = 50*time.Millisecond, 200*time.Millisecond
	h.pace.openFor, h.pace.poll, h.pace.ping = time.Second, 50*time.Millisecond, 300*time.Millisecond
	b.Host = h
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return b
}

// put lays a copy of the binary there, as a plugin of that name.
func (b *bench) put(name string, version int) string {
	b.t.Helper()
	path := filepath.Join(b.dir, filePrefix+name)
	err := copyFile(binary(b.t, version), path+".new")
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return path
}

// copyFile copies a program, without holding it in memory.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// approved puts and approves a plugin.
func (b *bench) approved(name string) *Client {
	b.t.Helper()
	if _, err := b.Approve(context.Background(), b.put(name, 1)); err != nil {
		b.t.Fatalf("approve %s: %v", name, err)
	}
	return b.client(name)
}

// trusted writes an approval down for a plugin that could not be asked.
func (b *bench) trusted(name string, country geo.ID) *Client {
	b.t.Helper()
	sha, err := b.sha256Of(b.put(name, 1))
	if err == nil {
		err = b.book.change(context.Background(), func(list []Approval) ([]Approval, error) {
			return append(list, Approval{Name: name, SHA256: sha, Country: country, Version: "1.0.0"}), nil
		})
	}
	if err == nil {
		err = b.refresh()
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return b.client(name)
}

func (b *bench) client(name string) *Client {
	b.t.Helper()
	c, err := b.Client(name)
	if err != nil {
		b.t.Fatal(err)
	}
	return c
}

// run runs the calculator every plugin has.
func run(c *Client, input string) (projects.Outcome, error) {
	if _, err := c.Description(context.Background()); err != nil {
		return projects.Outcome{}, err
	}
	return c.Calculators()[0].Run(context.Background(), []byte(input))
}

func (b *bench) state(name string) State {
	b.t.Helper()
	states, err := b.List(context.Background())
	if err != nil {
		b.t.Fatal(err)
	}
	for _, s := range states {
		if s.Name == name {
			return s
		}
	}
	b.t.Fatalf("no plugin %q in %+v", name, states)
	return State{}
}

// eventually waits for what is bound to come, of processes that tell nobody.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for ticks := time.NewTicker(10 * time.Millisecond); !is(); {
		select {
		case <-ticks.C:
		case <-t.Context().Done():
			t.Fatalf("never: %s", what)
		}
	}
}

// parent is a host in a process of its own, with a plugin that forks; it is killed.
func parent() {
	root := os.Getenv("HOST_TEST_PARENT")
	h, err := Open(Options{Dir: filepath.Join(root, "plugins"), Approvals: filepath.Join(root, "data", "approvals.json"), StartTimeout: never})
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"good-bp", "daemon-bq"} {
		c, err := h.Client(name)
		if err == nil {
			_, err = c.Description(context.Background())
		}
		if err != nil {
			panic(err)
		}
	}
	fmt.Println("up", h.room.path)
	_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed, or the test is
}
