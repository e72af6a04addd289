package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/reglookup/regengine/plugins/skeleton"
)

// guideBlock is a block of the guide that is run.
var guideBlock = regexp.MustCompile("(?s)```sh (run|serve)\n(.*?)```")

// TestGuide runs the commands of the guide, one after another, as a reader does.
func TestGuide(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	guide, err := os.ReadFile(filepath.Join(skeleton.FindEngine("."), "plugins", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	address := freeAddress(t)
	s.prepare("small", "data") // the guide is about another country
	blocks := guideBlock.FindAllStringSubmatch(string(guide), -1)
	if len(blocks) < 8 {
		t.Fatalf("%d blocks to run in the guide; the marks are wrong", len(blocks))
	}
	reader := startReader(t, s)
	for i, block := range blocks {
		text := strings.ReplaceAll(block[2], "127.0.0.1:8080", address)
		if block[1] == "serve" {
			s.serveBlock(strings.TrimSpace(text)+" --listen "+address, address)
			continue
		}
		if strings.Contains(text, "KEY=") {
			waitFor(t, "http://"+address, s.keyOf("XQ")) // "when the log says plugin imported"
		}
		if err := reader.do(text); err != nil {
			t.Fatalf("block %d: %v\n%s", i+1, err, text)
		}
	}
}

// waitFor waits until a server serves the country of a key.
func waitFor(t *testing.T, server, key string) {
	t.Helper()
	for ; ; <-time.After(askAgain) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server+"/api/v1/location/XQ-02001", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+key)
		if answer, err := http.DefaultClient.Do(r); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return
			}
		}
	}
}

// reader is a shell that keeps its variables and folder from block to block.
type reader struct {
	in  io.Writer
	out *bufio.Reader
}

func startReader(t *testing.T, s *shell) *reader {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh")
	cmd.Dir, cmd.Env = s.dir, s.environ
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close(); _ = cmd.Wait() })
	return &reader{in, bufio.NewReader(out)}
}

// do runs lines and wants each command to end well.
func (r *reader) do(lines string) error {
	const end = "--- end of block"
	if _, err := fmt.Fprintf(r.in, "set -e\ntrap 'echo \"%s $?\"' EXIT\n%s\nset +e\ntrap - EXIT\necho '%s 0'\n", end, lines, end); err != nil {
		return err
	}
	var said strings.Builder
	for {
		line, err := r.out.ReadString('\n')
		if at := strings.Index(line, end); at >= 0 {
			if status := strings.TrimSpace(line[at+len(end):]); status != "0" {
				return fmt.Errorf("status %s\n%s", status, &said)
			}
			return nil
		}
		said.WriteString(line)
		if err != nil {
			return fmt.Errorf("%w\n%s", err, &said)
		}
	}
}

// serveBlock runs a server until the test ends.
func (s *shell) serveBlock(command, address string) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	words := strings.Fields(command)
	cmd := exec.CommandContext(ctx, s.program(words[0]), words[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Dir, cmd.Env = s.dir, s.environ
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		cancel()
		_ = cmd.Wait()
		if s.t.Failed() {
			s.t.Logf("%s", &log)
		}
	})
	for ; ; <-time.After(askAgain) {
		if r, err := http.Get("http://" + address + "/readyz"); err == nil {
			_ = r.Body.Close()
			return
		}
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
