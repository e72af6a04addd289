package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// binaries are what testdata/misbehave builds to: two of the same source, with
// other bytes.
var binaries [2]string

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
	for i, version := range []string{"1.0.0", "2.0.0"} {
		binaries[i] = filepath.Join(folder, "v"+version)
		build := exec.Command("go", "build", "-ldflags", "-s -w -X main.version="+version, "-o", binaries[i], "./testdata/misbehave")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "building testdata/misbehave: %v\n%s", err, out)
			os.Exit(1)
		}
	}
	code := m.Run()
	if code == 0 {
		if err := goleak.Find(goleak.IgnoreCurrent()); err != nil {
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

// patience is how long a test waits for what comes sooner or later.
const patience = 2 * time.Minute

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

// newBench opens a host that waits long for what is bound to come, since the machine
// may be busy, and whose failures wait a tenth of what they do. Tests of what never
// comes set less.
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
		StartTimeout: patience, CallTimeout: patience, LoadTimeout: patience,
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
	err := copyFile(binaries[version-1], path+".new")
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

// eventually waits for what is bound to come.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if is() {
			return
		}
	}
	t.Fatalf("never: %s", what)
}

// parent is a host in a process of its own, with a plugin that forks; it is killed.
func parent() {
	root := os.Getenv("HOST_TEST_PARENT")
	h, err := Open(Options{Dir: filepath.Join(root, "plugins"), Approvals: filepath.Join(root, "data", "approvals.json"), StartTimeout: patience})
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
	time.Sleep(time.Hour)
}
