package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/reglookup/regengine/codes/importers/sandbox"
)

// jobs are what the children of these tests do.
var jobs = map[string]sandbox.Job{
	"reverse": func(input []byte, output *sandbox.Output) error {
		for i := len(input) - 1; i >= 0; i-- {
			if _, err := output.Write(input[i : i+1]); err != nil {
				return err
			}
		}
		return nil
	},
	"echo": func(input []byte, output *sandbox.Output) error {
		_, err := output.Write(input)
		return err
	},
	"refuse": func([]byte, *sandbox.Output) error { return errors.New("page 3:\x1b[31m\nno text") },
	"panic":  func([]byte, *sandbox.Output) error { panic("at the\x07 end") },
	"exit":   func([]byte, *sandbox.Output) error { os.Exit(7); return nil },
	"babble": func([]byte, *sandbox.Output) error {
		_, err := fmt.Println("this is not the protocol, and it is longer than the magic")
		return err
	},
	"spin": func([]byte, *sandbox.Output) error {
		for i := 0; ; i++ {
			runtime.KeepAlive(i)
		}
	},
	"sleep": func([]byte, *sandbox.Output) error { select {} },
	"grow": func([]byte, *sandbox.Output) error {
		var held [][]byte
		for {
			held = append(held, bytes.Repeat([]byte{1}, 1<<20))
			runtime.KeepAlive(held)
		}
	},
	"flood": func(_ []byte, output *sandbox.Output) error {
		part := make([]byte, 1<<16)
		for {
			if _, err := output.Write(part); err != nil {
				return err
			}
		}
	},
	"steps": func(_ []byte, output *sandbox.Output) error {
		for i := range 3 {
			output.Progress(i+1, 3, "pages")
		}
		return nil
	},
	"environment": func(_ []byte, output *sandbox.Output) error {
		_, err := fmt.Fprint(output, strings.Join(os.Environ(), " "))
		return err
	},
	"hold": func(_ []byte, output *sandbox.Output) error {
		output.Progress(os.Getpid(), 0, "process")
		select {}
	},
	"wait": func(input []byte, output *sandbox.Output) error { // for a file to be there
		if _, err := os.Stat(string(input)); err == nil {
			_, err = fmt.Fprint(output, "read")
			return err
		}
		output.Progress(os.Getpid(), 0, "process")
		select {}
	},
	"reach": reach,
	"files": func(_ []byte, output *sandbox.Output) error {
		entries, err := os.ReadDir("/proc/self/fd")
		for _, e := range entries {
			target, _ := os.Readlink("/proc/self/fd/" + e.Name())
			if strings.Contains(target, "kept-open") {
				_, _ = fmt.Fprintln(output, target)
			}
		}
		return err
	},
}

// reach tries what a job may not do, and says what it could.
func reach(input []byte, output *sandbox.Output) error {
	if _, err := net.Dial("tcp", string(input)); err == nil {
		_, _ = fmt.Fprint(output, "network ")
	}
	if err := exec.Command("/proc/self/exe").Start(); err == nil {
		_, _ = fmt.Fprint(output, "program ")
	}
	if f, err := os.CreateTemp("", "sandbox"); err == nil {
		defer func() { _ = os.Remove(f.Name()) }()
		if n, _ := f.Write([]byte("x")); n > 0 {
			_, _ = fmt.Fprint(output, "file ")
		}
	}
	return nil
}

func TestMain(m *testing.M) {
	if os.Getenv("SANDBOX_TEST_WITHOUT_MAIN") == "" {
		sandbox.Main(jobs)
	}
	goleak.VerifyTestMain(m)
}

func TestRun(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		got, err := sandbox.Run(t.Context(), "reverse", []byte("article"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff("elcitra", string(got)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("Large", func(t *testing.T) {
		input := bytes.Repeat([]byte("0123456789abcdef"), 1<<18)
		got, err := sandbox.Run(t.Context(), "echo", input, nil)
		if err != nil || !bytes.Equal(input, got) {
			t.Errorf("%d bytes came back of %d, %v", len(got), len(input), err)
		}
	})
	t.Run("Empty", func(t *testing.T) {
		if got, err := sandbox.Run(t.Context(), "echo", nil, nil); err != nil || len(got) != 0 {
			t.Errorf("got %q, %v", got, err)
		}
	})
}

func TestRun_Errors(t *testing.T) {
	small := &sandbox.Limits{Output: 1 << 20, CPU: time.Second, Wall: time.Minute}
	for _, tt := range []struct {
		job    string
		limits *sandbox.Limits
		want   error
		says   string
	}{
		{"refuse", nil, sandbox.ErrJob, "refuse: page 3:[31m no text"},
		{"panic", nil, sandbox.ErrCrashed, "panic: crashed (exit status 2): panic: at the end"},
		{"exit", nil, sandbox.ErrCrashed, "exit: crashed (exit status 7)"},
		{"babble", nil, sandbox.ErrCrashed, "the child wrote something that is not the protocol"},
		{"nothing", nil, sandbox.ErrNoJob, "nothing: no such job"},
		{"spin", small, sandbox.ErrTime, "took longer than it may: 1m0s, of it 1s on the processor"},
		{"sleep", &sandbox.Limits{Wall: 200 * time.Millisecond}, sandbox.ErrTime, "200ms"},
		{"grow", &sandbox.Limits{Memory: 64 << 20}, sandbox.ErrMemory, "took more memory than it may: 64 MiB"},
		{"flood", small, sandbox.ErrOutput, "wrote more than it may: 1048576 bytes"},
	} {
		t.Run(tt.job, func(t *testing.T) {
			got, err := sandbox.Run(t.Context(), tt.job, []byte("input"), tt.limits)
			if !errors.Is(err, tt.want) || !strings.Contains(fmt.Sprint(err), tt.says) {
				t.Errorf("want %v with %q, got %v", tt.want, tt.says, err)
			}
			if got != nil {
				t.Errorf("%d bytes beside the error", len(got))
			}
		})
	}
}

func TestRun_Context(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := sandbox.Run(ctx, "sleep", nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("want that of the context, got %v", err)
	}
	if _, err := sandbox.Run(ctx, "echo", nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("want no start, got %v", err)
	}
}

func TestRun_Progress(t *testing.T) {
	var got []string
	limits := &sandbox.Limits{Progress: func(done, total int, what string) { got = append(got, fmt.Sprintf("%d/%d %s", done, total, what)) }}
	if _, err := sandbox.Run(t.Context(), "steps", nil, limits); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1/3 pages", "2/3 pages", "3/3 pages"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestRun_Confined(t *testing.T) {
	t.Run("Environment", func(t *testing.T) {
		t.Setenv("DATABASE_PASSWORD", "secret")
		got, err := sandbox.Run(t.Context(), "environment", nil, nil)
		if err != nil || strings.Contains(string(got), "secret") {
			t.Errorf("the child sees %q, %v", got, err)
		}
	})
	t.Run("Files", func(t *testing.T) {
		if runtime.GOOS != "linux" {
			t.Skip("open files are listed in /proc on Linux only")
		}
		f, err := os.Create(filepath.Join(t.TempDir(), "kept-open"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = f.Close() }()
		got, err := sandbox.Run(t.Context(), "files", nil, nil)
		if err != nil || len(got) != 0 {
			t.Errorf("the child has open %q, %v", got, err)
		}
	})
	t.Run("Reach", func(t *testing.T) {
		if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
			t.Skip("system calls are filtered on Linux, amd64 and arm64, only")
		}
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = listener.Close() }()
		got, err := sandbox.Run(t.Context(), "reach", []byte(listener.Addr().String()), nil)
		if len(got) != 0 || err != nil && !errors.Is(err, sandbox.ErrCrashed) {
			t.Errorf("the child reached %q, %v", got, err)
		}
	})
}

// TestSandbox_Children starts more runs than may be at once, and counts those that
// have begun and not ended.
func TestSandbox_Children(t *testing.T) {
	s := &sandbox.Sandbox{Children: 1}
	var now, most atomic.Int32
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			_, err := s.Run(t.Context(), "steps", nil, &sandbox.Limits{Progress: func(done, _ int, _ string) {
				switch done {
				case 1:
					most.Store(max(most.Load(), now.Add(1)))
				case 3:
					now.Add(-1)
				}
			}})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if most.Load() != 1 {
		t.Errorf("%d children at once", most.Load())
	}
}

func TestSandbox_Executable(t *testing.T) {
	s := &sandbox.Sandbox{Executable: filepath.Join(t.TempDir(), "missing")}
	if _, err := s.Run(t.Context(), "echo", nil, nil); !errors.Is(err, sandbox.ErrStart) {
		t.Errorf("want ErrStart, got %v", err)
	}
}

// TestRun_ErrNoMain runs this test binary again without Main.
func TestRun_ErrNoMain(t *testing.T) {
	if os.Getenv("SANDBOX_TEST_WITHOUT_MAIN") != "" {
		if _, err := sandbox.Run(t.Context(), "echo", nil, nil); !errors.Is(err, sandbox.ErrNoMain) {
			t.Errorf("want ErrNoMain, got %v", err)
		}
		return
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestRun_ErrNoMain$")
	cmd.Env = append(os.Environ(), "SANDBOX_TEST_WITHOUT_MAIN=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func BenchmarkRun(b *testing.B) {
	for b.Loop() {
		if _, err := sandbox.Run(b.Context(), "echo", []byte("x"), nil); err != nil {
			b.Fatal(err)
		}
	}
}
