//go:build linux

package host

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestPlugin_Environment looks for what is none of a plugin's business.
func TestPlugin_Environment(t *testing.T) {
	t.Setenv("HOST_SECRET", "hunter2")
	t.Setenv("HANDED_ON", "yes")
	b := newBench(t, func(o *Options) { o.Environ = []string{"HANDED_ON", "NOT_THERE", "HOME", "TMPDIR"} })
	out, err := run(b.approved("env-bf"), `{}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range out.Steps {
		name, value, _ := strings.Cut(entry, "=")
		switch name {
		case "PATH", "HOME", "TMPDIR", "GOMEMLIMIT", "GOMAXPROCS", "HANDED_ON":
		default:
			if !strings.HasPrefix(name, "PLUGIN_") && name != "REGENGINE_PLUGIN" {
				t.Errorf("it sees %s", name)
			}
		}
		if strings.Contains(value, "hunter2") || (name == "HOME" || name == "TMPDIR") && value == os.Getenv(name) {
			t.Errorf("it sees %s=%s", name, value)
		}
	}
	if !strings.Contains(strings.Join(out.Steps, " "), "HANDED_ON=yes") {
		t.Error("what was to be handed on is missing")
	}
}

// TestPlugin_Logs follows what a plugin prints to the host's log, its memory and its
// file.
func TestPlugin_Logs(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := run(b.approved("print-bg"), `{}`); err != nil {
		t.Fatal(err)
	}
	var all string
	eventually(t, "its lines arrive", func() bool {
		all = strings.Join(b.Logs("print-bg"), "\n")
		return strings.Contains(all, "INFO printed by fmt") && strings.Contains(all, `WARN said by slog n="7"`)
	})
	if log := b.log.String(); !strings.Contains(log, `level=WARN msg="said by slog" plugin=print-bg said.n=7`) {
		t.Errorf("the host's log: %s", log)
	}
	elsewhere, err := Open(b.opts)
	if err != nil {
		t.Fatal(err)
	}
	defer elsewhere.Close()
	if got := strings.Join(elsewhere.Logs("print-bg"), "\n"); !strings.Contains(got, "said by slog") {
		t.Errorf("another process reads %q", got)
	}
}

// TestPlugin_Flood counts what a flood leaves in log and file.
func TestPlugin_Flood(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.trusted("rawflood-bh", "BH")
	var flood sync.WaitGroup
	flood.Go(func() { _, _ = run(c, `{}`) })
	eventually(t, "lines are left out", func() bool {
		return strings.Contains(strings.Join(readLog(b.logFile("rawflood-bh")), "\n"), "lines left out")
	})
	b.plugins["rawflood-bh"].process().end(errRetired)
	flood.Wait()
	if n := len(b.Logs("rawflood-bh")); n != keptLines {
		t.Errorf("%d lines kept", n)
	}
	var size int64
	for _, path := range []string{b.logFile("rawflood-bh"), b.logFile("rawflood-bh") + ".1"} {
		if info, err := os.Stat(path); err == nil {
			size += info.Size()
		}
	}
	if size == 0 || size > 3*maxLogFile {
		t.Errorf("its log file has %d bytes", size)
	}
}

// TestPlugin_TooLarge gives a plugin memory enough to send 300 MiB.
func TestPlugin_TooLarge(t *testing.T) {
	b := newBench(t, func(o *Options) { o.MemoryBytes = 16 << 30 })
	c := b.trusted("huge-bi", "BI")
	before := resetPeak(t)
	_, err := run(c, `{}`)
	grown := peak(t) - before
	t.Logf("host +%d MiB: %v", grown>>20, err)
	if !errors.Is(err, ErrBroken) || !strings.Contains(err.Error(), "larger than max") || grown > mostGrown {
		t.Errorf("+%d MiB, %v", grown>>20, err)
	}
}

// TestPlugin_Spins has a plugin work on while nobody asks anything of it.
func TestPlugin_Spins(t *testing.T) {
	b := newBench(t)
	b.pace.slack = 200 * time.Millisecond // it comes last where the machine is busy
	c := b.trusted("spin-bj", "BJ")
	if _, err := c.Description(t.Context()); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	pid := b.plugins["spin-bj"].process().child.pid
	eventually(t, "it is ended", func() bool {
		used, _ := measure(pid)
		took := time.Since(begin)
		if took > 20*time.Second && used.cpu.Seconds() < idleShare*took.Seconds() {
			t.Skip("the machine is so busy that the plugin, at its low priority, gets less than it may have")
		}
		return len(b.events("exit")) > 0
	})
	if err := b.events("exit")[0].Err; err == nil || !strings.Contains(err.Error(), "while nobody asked") {
		t.Errorf("ended of %v", err)
	}
}

func TestCPUBudget(t *testing.T) {
	const second = time.Second
	for _, tt := range []struct {
		name string
		used time.Duration // in each of 60 seconds
		busy bool
		want string
	}{
		{"idle", 10 * time.Millisecond, false, ""},
		{"a little while idle", second / 5, false, ""},
		{"spins while idle", second, false, "while nobody asked"},
		{"works while asked", 2 * second, true, ""},
		{"works on more cores", 3 * second, true, "more than 2 cores"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := cpuBudget{slack: 5 * second}
			got, at := "", time.Now()
			for i := range 60 {
				if reason := b.spend(time.Duration(i)*tt.used, at.Add(time.Duration(i)*second), tt.busy); reason != "" && got == "" {
					got = reason
				}
			}
			if !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
				t.Errorf("want %q, got %q", tt.want, got)
			}
		})
	}
}

// TestPlugin_Limits reads what the system holds a plugin to.
func TestPlugin_Limits(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := run(b.approved("good-bk"), `{}`); err != nil {
		t.Fatal(err)
	}
	pid := b.plugins["good-bk"].process().child.pid
	limits, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Max core file size 0 0", "Max open files 256 256", "Max data size 805306368 805306368"} {
		if !strings.Contains(strings.Join(strings.Fields(string(limits)), " "), want) {
			t.Errorf("no %q in %s", want, limits)
		}
	}
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if !strings.Contains(string(status), "NoNewPrivs:\t1") {
		t.Error("it can gain rights")
	}
	// The system gives 20 less the niceness, here of this thread: the first one of the
	// process may be one that started a plugin.
	own, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := unix.Getpriority(unix.PRIO_PROCESS, pid); err != nil || 20-got != min(19, 20-own+politeness) {
		t.Errorf("nice %d %v, and the host %d", 20-got, err, 20-own)
	}
}
