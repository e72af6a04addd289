//go:build unix

package httpapi_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// testsEnv is the environment variable that is "all" where every test is to run.
const testsEnv = "REGENGINE_TESTS"

// browserTimeout bounds one run of the browser, however it hangs.
const browserTimeout = 60 * time.Second

// browserFlags make a browser of its own that reaches this machine only.
var browserFlags = []string{
	"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
	"--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
	"--enable-logging=stderr", "--v=0", "--dump-dom",
}

// virtualTime lets a page's timers run out at once.
const virtualTime = "--virtual-time-budget=15000"

// chromium returns the path of the browser, or skips the test.
func chromium(t *testing.T) string {
	t.Helper()
	if os.Getenv(testsEnv) != "all" {
		t.Skipf("starts a browser: %s=all go test ./transport/httpapi", testsEnv)
	}
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatalf("%v, and %s=all requires it: install Debian's chromium", err, testsEnv)
	}
	return path
}

// browse opens an address, and returns the document when its scripts have done
// their work and what the console showed. A browser that hangs, as one does now and then
// on a busy machine, is tried once more.
func browse(t *testing.T, address string) (dom, console string) {
	t.Helper()
	dom, log, err := browseOnce(t, address)
	if errors.Is(err, context.DeadlineExceeded) {
		t.Log("the browser hung")
		dom, log, err = browseOnce(t, address)
	}
	if err != nil {
		t.Fatalf("%s: %v\n%s", address, err, log)
	}
	return dom, consoleLines(log)
}

func browseOnce(t *testing.T, address string) (dom, log string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), browserTimeout)
	defer cancel()
	args := append([]string{"--user-data-dir=" + t.TempDir()}, browserFlags...)
	cmd := exec.CommandContext(ctx, chromium(t), append(args, virtualTime, address)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // it starts processes of its own
	cmd.Cancel = func() error { return killGroup(cmd) }
	cmd.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) { // it ended well and has written all; what it left behind keeps the pipes
		err = nil
	}
	if cmd.Process != nil {
		if err := killGroup(cmd); err != nil && !errors.Is(err, syscall.ESRCH) { // whatever it left behind
			t.Error(err)
		}
	}
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return stdout.String(), stderr.String(), err
}

func killGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

func consoleLines(log string) string {
	var lines []string
	for line := range strings.Lines(log) {
		if strings.Contains(line, ":CONSOLE:") || strings.Contains(line, ":CONSOLE(") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// checkConsole looks for what a page was refused, by its own policy or because
// there is no network.
func checkConsole(t *testing.T, address, console string) {
	t.Helper()
	for _, sign := range []string{"Content Security Policy", "Refused to", "Failed to load", "net::ERR", "Uncaught"} {
		if strings.Contains(console, sign) {
			t.Errorf("%s: %s:\n%s", address, sign, console)
		}
	}
}
