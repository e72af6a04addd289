package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask/openaimodel/openaitest"
)

// build builds the server, or skips the test.
func build(t *testing.T) (binary string) {
	t.Helper()
	if os.Getenv("REGENGINE_TESTS") != "all" {
		t.Skip("builds and starts the server: REGENGINE_TESTS=all go test ./examples/client")
	}
	binary = filepath.Join(t.TempDir(), "regengine")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "../../regengine/cmd/regengine").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return binary
}

// serve starts the server on an empty folder.
func serve(t *testing.T, binary string, flags ...string) *client {
	t.Helper()
	args := append([]string{"serve", "--json", "--listen", "127.0.0.1:0", "--data-dir", t.TempDir()}, flags...)
	cmd := exec.CommandContext(t.Context(), binary, args...)
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

// opened are sources that were opened, whoever wrote the answers.
var opened = []string{"5 regulations, 1 documents", "(opened)", "Left before the answer, fetched later: "}

func TestRun(t *testing.T) {
	binary := build(t)
	t.Run("Extractive", func(t *testing.T) {
		text := output(t, serve(t, binary))
		lacks(t, text, append(opened, "verde oliva", "memoria.pdf", "(private document)", "1131")...)
		_, last, _ := strings.Cut(text, "? "+questions[len(questions)-1])
		if last, _, _ = strings.Cut(last, " rounds, "); strings.Contains(last, "[1]") {
			t.Errorf("a question that nothing selected answers has a source:\n%s", last)
		}
	})
	t.Run("Model", func(t *testing.T) {
		model := openaitest.New(openaitest.Reads())
		defer model.Close()
		lacks(t, output(t, serve(t, binary, "--model-url", model.URL, "--model", "scripted")), opened...)
		if asked := len(model.Requests()); asked <= len(questions) {
			t.Errorf("the model was asked %d times for %d questions", asked, len(questions))
		}
	})
}

func output(t *testing.T, c *client) string {
	t.Helper()
	var out bytes.Buffer
	if err := run(t.Context(), &out, c); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	t.Log("\n" + out.String())
	if asked := strings.Count(out.String(), "\n? "); asked != len(questions) {
		t.Errorf("want %d questions answered, got %d", len(questions), asked)
	}
	return out.String()
}

func lacks(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, want := range parts {
		if !strings.Contains(text, want) {
			t.Errorf("the output lacks %q", want)
		}
	}
}
