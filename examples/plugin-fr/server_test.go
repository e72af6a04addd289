package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// engineRoot is the engine's source, from here.
const engineRoot = "../.."

// server is a running regengine with this country's plugin approved, and a key of
// France.
type server struct {
	binary, dataDir, url, key string
	process                   *os.Process
}

// needsAll skips a test that does what takes long, unless every test is to run.
func needsAll(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("REGENGINE_TESTS") != "all" {
		t.Skip(what + ": REGENGINE_TESTS=all go test, in examples/plugin-fr")
	}
}

// builtPlugin builds this module's binary as the host finds it, for all tests once.
func builtPlugin(t testing.TB) string {
	t.Helper()
	pluginOnce.Do(func() { pluginFile = build(t, programs, ".", "regengine-plugin-fr", ".") })
	if pluginFile == "" {
		t.Fatal("it was not built")
	}
	return pluginFile
}

var (
	programs   string // a folder for what is built for more than one test
	pluginOnce sync.Once
	pluginFile string
)

func TestMain(m *testing.M) {
	var err error
	if programs, err = os.MkdirTemp("", "fr"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(programs)
	os.Exit(code)
}

// build builds a program of the module in dir into a folder.
func build(t testing.TB, into, dir, name, pkg string) string {
	t.Helper()
	binary := filepath.Join(into, name)
	cmd := exec.CommandContext(t.Context(), "go", "build", "-ldflags", "-s -w", "-o", binary, pkg)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", pkg, err, out)
	}
	return binary
}

// serveFrance starts the engine's own command on an empty folder, approves the
// plugin while it serves, imports what it brings and a file it reads, and issues a
// key of France.
func serveFrance(t *testing.T, plugin string) *server {
	t.Helper()
	s := &server{binary: build(t, t.TempDir(), engineRoot, "regengine", "./regengine/cmd/regengine"), dataDir: t.TempDir()}
	s.start(t)
	s.command(t, "plugin", "approve", plugin, "--yes")
	s.command(t, "plugin", "import", "fr")
	format, file := cogFile(t)
	t.Logf("plugin import fr %s:\n%s", format, s.command(t, "plugin", "import", "fr", format, file))
	s.key = s.frenchKey(t)
	s.await(t, "/api/v1/location/FR-01001")
	return s
}

// cogFile returns the file of communes to import: the whole one where the
// environment names it.
func cogFile(t *testing.T) (format, path string) {
	t.Helper()
	if whole := os.Getenv(fullFile); whole != "" {
		return formatFor(t, whole), whole
	}
	path = filepath.Join(t.TempDir(), "v_commune_2026.csv")
	if err := os.WriteFile(path, []byte(cogSample), 0o600); err != nil {
		t.Fatal(err)
	}
	return "cog", path
}

// formatFor tells the two formats apart by their first line.
func formatFor(t testing.TB, path string) string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	line, _ := bufio.NewReader(f).ReadString('\n')
	if strings.Contains(line, "\t") {
		return "communes"
	}
	return "cog"
}

func (s *server) start(t *testing.T) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), s.binary, "serve", "--json", "--listen", "127.0.0.1:0", "--rate-limits", "off", "--data-dir", s.dataDir)
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
	t.Cleanup(func() {
		_ = cmd.Wait() // its context has ended it
		if t.Failed() {
			t.Logf("log of the server:\n%s", log.String())
		}
	})
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
	s.url, s.key, s.process = ready.BaseURL, ready.Key, cmd.Process
}

// command runs the engine's command on the same data.
func (s *server) command(t testing.TB, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), s.binary, append(args, "--data-dir", s.dataDir)...)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("regengine %s: %v\n%s%s", strings.Join(args, " "), err, out, log.String())
	}
	return string(out)
}

// frenchKey issues a key of France to the demo user.
func (s *server) frenchKey(t *testing.T) string {
	t.Helper()
	var users []struct {
		ID string `json:"user_id"`
	}
	if err := json.Unmarshal([]byte(s.command(t, "users", "list", "--json")), &users); err != nil || len(users) == 0 {
		t.Fatalf("users: %v", err)
	}
	var issued struct {
		Secret string `json:"api_key"`
	}
	text := s.command(t, "keys", "create", "--user", users[0].ID, "--country", "FR", "--json")
	if err := json.Unmarshal([]byte(text), &issued); err != nil || issued.Secret == "" {
		t.Fatalf("key: %v: %s", err, text)
	}
	return issued.Secret
}

// reply is what came back: body is of JSON replies, text of others.
type reply struct {
	status int
	text   string
	body   map[string]any
}

func (s *server) call(t *testing.T, method, path string, body any) reply {
	t.Helper()
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		sent = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, s.url+path, sent)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.key)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	got := reply{status: resp.StatusCode, text: string(text)}
	_ = json.Unmarshal(text, &got.body) // pages are no JSON
	return got
}

// get calls for what must be there.
func (s *server) get(t *testing.T, path string) reply {
	t.Helper()
	got := s.call(t, http.MethodGet, path, nil)
	if got.status != http.StatusOK {
		t.Fatalf("GET %s: want 200, got %d %.300s", path, got.status, got.text)
	}
	return got
}

func (s *server) post(t *testing.T, path string, body any) reply {
	t.Helper()
	got := s.call(t, http.MethodPost, path, body)
	if got.status/100 != 2 {
		t.Fatalf("POST %s: want success, got %d %.600s", path, got.status, got.text)
	}
	return got
}

// await waits until something is served: a server takes up what another process
// imported within seconds.
func (s *server) await(t *testing.T, path string) {
	t.Helper()
	eventually(t, path+" is served", func() bool {
		return s.call(t, http.MethodGet, path, nil).status == http.StatusOK
	})
}

// eventually waits for what is bound to come of another process.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for ticks := time.NewTicker(50 * time.Millisecond); !is(); {
		select {
		case <-ticks.C:
		case <-t.Context().Done():
			t.Fatalf("never: %s", what)
		}
	}
}

// at returns what lies along a path of member names and places in lists.
func (r reply) at(path ...string) any {
	var value any = r.body
	for _, step := range path {
		switch in := value.(type) {
		case map[string]any:
			value = in[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(in) {
				return nil
			}
			value = in[i]
		default:
			return nil
		}
	}
	return value
}

// texts returns one member of every object of a list.
func (r reply) texts(list, member string) []string {
	var all []string
	items, _ := r.at(list).([]any)
	for _, item := range items {
		object, _ := item.(map[string]any)
		all = append(all, fmt.Sprint(object[member]))
	}
	return all
}

// search returns the identifiers a location search finds.
func (s *server) search(t *testing.T, query, level string) []string {
	t.Helper()
	q := url.Values{"q": {query}}
	if level != "" {
		q.Set("level", level)
	}
	return s.get(t, "/api/v1/location/search?"+q.Encode()).texts("results", "geo_id")
}

// pluginProcesses returns the processes that are the server's plugin: its children,
// and theirs.
func (s *server) pluginProcesses(t *testing.T) []int {
	t.Helper()
	parents := make(map[int]int)
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 {
		t.Skip("processes are not listed on this system")
	}
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		behind := string(text)[strings.LastIndexByte(string(text), ')')+1:]
		fields := strings.Fields(behind)
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		if err != nil || len(fields) < 2 {
			continue
		}
		parent, err := strconv.Atoi(fields[1])
		if err == nil {
			parents[pid] = parent
		}
	}
	var found []int
	for pid := range parents {
		for at := pid; at != 0 && at != 1; at = parents[at] {
			if parents[at] == s.process.Pid {
				found = append(found, pid)
				break
			}
		}
	}
	return found
}

// removePlugin takes the plugin away for good: its file first, so that it is not
// started again, then its processes.
func (s *server) removePlugin(t *testing.T) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.dataDir, "plugins", "regengine-plugin-*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files of plugins: %v %v", files, err)
	}
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	running := s.pluginProcesses(t)
	if len(running) == 0 {
		t.Error("no process of the plugin runs, though it has just calculated")
	}
	for _, pid := range running {
		p, err := os.FindProcess(pid)
		if err == nil {
			_ = p.Kill()
		}
	}
	eventually(t, "no process of the plugin runs", func() bool { return len(s.pluginProcesses(t)) == 0 })
}
