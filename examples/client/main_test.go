package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// serve builds and starts the server on an empty folder.
func serve(t *testing.T) *client {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "regengine")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "../../regengine/cmd/regengine").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), binary, "serve", "--json", "--listen", "127.0.0.1:0", "--data-dir", t.TempDir())
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	var log bytes.Buffer
	cmd.Stderr = &log
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() }) // its context has ended it
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	if err != nil {
		t.Fatalf("no line from the server: %v\n%s", err, log.String())
	}
	var ready struct {
		BaseURL string `json:"base_url"`
		Key     string `json:"api_key"`
	}
	if err := json.Unmarshal(line, &ready); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return newClient(ready.BaseURL, ready.Key)
}

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(t.Context(), &out, serve(t)); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	text := out.String()
	t.Log("\n" + text)
	for _, want := range []string{
		"5 regulations, 1 documents", "verde oliva", "memoria.pdf", "(private document)", "(opened)", "1131", "Left before the answer, fetched later: ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the output lacks %q", want)
		}
	}
	asked := regexp.MustCompile(`(?m)^\? `).FindAllString(text, -1)
	if len(asked) != len(questions) {
		t.Errorf("want %d questions answered, got %d", len(questions), len(asked))
	}
	last := text[strings.LastIndex(text, "\n? "):]
	if last, _, _ = strings.Cut(last, " rounds, "); strings.Contains(last, "[1]") {
		t.Errorf("a question that nothing selected answers has a source:\n%s", last)
	}
}
