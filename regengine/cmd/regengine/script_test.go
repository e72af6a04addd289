package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/reglookup/regengine/regengine/internal/pgtest"
)

// concurrent are the scripts about what happens at the same time, and which of their
// commands have the race detector where the test has it: the servers, or all. "parallel" is
// none of them: three servers that write every place at once would wait for the database
// longer than they may.
var concurrent = map[string]string{"credits": "serve", "follow": "serve", "replicas": "serve", "plugin": "all"}

// prepared are the scripts whose Postgres database holds a pack from the start.
var prepared = map[string]string{"credits": "small", "replicas": "small"}

func nameOf(script string) string { return strings.TrimSuffix(filepath.Base(script), ".txtar") }

// TestScript runs the scripts that use SQLite, and those for either database. Under the
// race detector it leaves out those whose command has none.
func TestScript(t *testing.T) {
	t.Parallel() // beside the tests that mostly wait
	for _, script := range scripts(t, "script", "both") {
		t.Run(nameOf(script), func(t *testing.T) {
			t.Parallel()
			if raceDetector && concurrent[nameOf(script)] == "" {
				t.Skip("its command runs without the race detector: go test without -race tries it")
			}
			runScript(t, script, nil)
		})
	}
}

func scripts(t *testing.T, folders ...string) (files []string) {
	t.Helper()
	for _, folder := range folders {
		found, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
		if err != nil || len(found) == 0 {
			t.Fatalf("no scripts in %s: %v", folder, err)
		}
		files = append(files, found...)
	}
	return files
}

// TestScript_Postgres runs the scripts that use Postgres, and those for either
// database, on a database each.
func TestScript_Postgres(t *testing.T) {
	t.Parallel()
	for _, script := range scripts(t, "postgres", "both") {
		t.Run(nameOf(script), func(t *testing.T) {
			t.Parallel()
			if pack := prepared[nameOf(script)]; pack != "" {
				runScript(t, script, new(preparedDatabase(t, pack)))
				return
			}
			runScript(t, script, new(pgtest.Start(t)))
		})
	}
}

// runScript runs a script on a Postgres database, or on SQLite when there is none.
func runScript(t *testing.T, script string, databaseURL *string) {
	t.Helper()
	testscript.Run(t, testscript.Params{
		Files:               []string{script},
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", "atexit_sleep_ms=0") // else each process of a race build ends a second late
			env.Setenv("SERVER", findIn(env.Getenv("PATH"), "regengine"))
			switch concurrent[nameOf(script)] {
			case "":
				env.Setenv("PATH", plainPath(t, env.Getenv("PATH")))
				env.Setenv("SERVER", findIn(env.Getenv("PATH"), "regengine"))
			case "serve":
				env.Setenv("PATH", plainPath(t, env.Getenv("PATH")))
			}
			if databaseURL != nil {
				env.Setenv("REGENGINE_DATABASE_URL", *databaseURL)
			}
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond != "postgres" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return databaseURL != nil, nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":    cmdExits,
			"serve":    cmdServe,
			"prepared": cmdPrepared,
			"halt":     cmdHalt,
			"await":    cmdAwait,
			"request":  cmdRequest,
			"flood":    cmdFlood,
			"field":    cmdField,
			"page":     cmdPage,
			"try":      cmdTry,
			"model":    cmdModel,
			"asked":    cmdAsked,
		},
	})
}

// cmdExits runs a command that must end with an exit code: exits CODE command...
func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE command...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code: want %d, got %d", want, got)
	}
}

// askAgain is how long a test waits before it looks again at what another process
// does. How often it looks is its own business: the only clock is go test's.
const askAgain = 50 * time.Millisecond

// server is a regengine process a script started.
type server struct {
	cmd    *exec.Cmd
	stdout *bufio.Reader
	stderr logged
	ended  chan error
}

// logged is what a process has logged, which may be read while it logs.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// servers are the running ones by script and name; scripts run side by side.
var servers sync.Map // of serverKey to *server

type serverKey struct {
	script *testscript.TestScript
	name   string
}

// cmdServe starts "regengine serve --json" on a free port, waits until it is
// ready and sets $BASE_URL, $API_KEY, $PROJECT_ID, $ORGANIZATION_ID and
// $DATA_DIR from its line: serve NAME flags... With several names, separated by
// commas, as many servers start at once and the variables are the last one's.
func cmdServe(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: serve NAME[,NAME...] flags...")
	}
	var started []*server
	for name := range strings.SplitSeq(args[0], ",") {
		s := startServer(ts, args[1:])
		servers.Store(serverKey{ts, name}, s)
		started = append(started, s)
	}
	for _, s := range started {
		s.awaitReady(ts)
	}
}

func startServer(ts *testscript.TestScript, flags []string) *server {
	s := &server{ended: make(chan error, 1)}
	s.cmd = exec.Command(ts.Getenv("SERVER"), append([]string{"serve", "--json", "--listen", "127.0.0.1:0"}, flags...)...)
	s.cmd.Dir = ts.Getenv("WORK")
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "REGENGINE_DATA_DIR", "REGENGINE_DATABASE_URL", "GORACE"} {
		s.cmd.Env = append(s.cmd.Env, name+"="+ts.Getenv(name))
	}
	s.cmd.Stderr = &s.stderr
	stdout, err := s.cmd.StdoutPipe()
	ts.Check(err)
	s.stdout = bufio.NewReader(stdout)
	ts.Check(s.cmd.Start())
	ts.Defer(func() { _ = s.cmd.Process.Kill() })
	return s
}

func (s *server) awaitReady(ts *testscript.TestScript) {
	line, err := s.stdout.ReadBytes('\n')
	if err != nil {
		ts.Fatalf("the server ended: %v\n%s", s.cmd.Wait(), &s.stderr)
	}
	go func() {
		rest, _ := io.ReadAll(s.stdout)
		err := s.cmd.Wait()
		if len(rest) > 0 {
			err = errors.Join(err, fmt.Errorf("more than one line on standard output: %q", rest))
		}
		s.ended <- err
	}()
	var values map[string]*string
	ts.Check(json.Unmarshal(line, &values))
	for name, value := range values {
		if value == nil {
			value = new(string)
		}
		ts.Setenv(strings.ToUpper(name), *value)
	}
}

// findIn returns the file of a command on a PATH; "" when it is not there.
func findIn(path, name string) string {
	for _, dir := range filepath.SplitList(path) {
		if file := filepath.Join(dir, name); fileExists(file) {
			return file
		}
	}
	return ""
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// cmdAwait waits until a running server has logged a text: await NAME TEXT.
func cmdAwait(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: await NAME TEXT")
	}
	found, ok := servers.Load(serverKey{ts, args[0]})
	if !ok {
		ts.Fatalf("no server %s was started", args[0])
	}
	for s := found.(*server); !strings.Contains(s.stderr.String(), args[1]); {
		select {
		case err := <-s.ended:
			ts.Fatalf("it ended first: %v\n%s", err, &s.stderr)
		case <-time.After(askAgain):
		}
	}
}

// cmdHalt interrupts a server and wants it to end well: halt NAME. Its log is
// then in the file NAME.log.
func cmdHalt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: halt NAME")
	}
	found, ok := servers.Load(serverKey{ts, args[0]})
	if !ok {
		ts.Fatalf("no server %s was started", args[0])
	}
	s := found.(*server)
	ts.Check(s.cmd.Process.Signal(syscall.SIGTERM))
	err := <-s.ended
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".log"), []byte(s.stderr.String()), 0o600))
	if err != nil {
		ts.Fatalf("%v\n%s", err, &s.stderr)
	}
}

// cmdRequest sends a request with $API_KEY and wants a status; the body is then
// in the file "body": request STATUS METHOD PATH [BODY]. With "eventually" in
// front it is sent again until the status comes.
func cmdRequest(ts *testscript.TestScript, neg bool, args []string) {
	eventually := len(args) > 0 && args[0] == "eventually"
	if eventually {
		args = args[1:]
	}
	if neg || len(args) < 3 || len(args) > 4 {
		ts.Fatalf("usage: request [eventually] STATUS METHOD PATH [BODY]")
	}
	for {
		status, body, err := send(ts, args[1], args[2], strings.Join(args[3:], ""))
		ts.Check(err)
		if strconv.Itoa(status) == args[0] {
			ts.Check(os.WriteFile(ts.MkAbs("body"), body, 0o600))
			return
		}
		if !eventually {
			ts.Fatalf("%s %s: want %s, got %d %s", args[1], args[2], args[0], status, body)
		}
		<-time.After(askAgain)
	}
}

func send(ts *testscript.TestScript, method, path, body string) (status int, answer []byte, err error) {
	request, err := http.NewRequest(method, ts.Getenv("BASE_URL")+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Authorization", "Bearer "+ts.Getenv("API_KEY"))
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(response.Body)
	return response.StatusCode, answer, err
}

// cmdFlood sends a request many times at once and wants so many answers of each
// status: flood STATUS=COUNT[,STATUS=COUNT...] METHOD PATH [BODY].
func cmdFlood(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 || len(args) > 4 {
		ts.Fatalf("usage: flood STATUS=COUNT,... METHOD PATH [BODY]")
	}
	want := make(map[int]int)
	total := 0
	for pair := range strings.SplitSeq(args[0], ",") {
		var status, count int
		if _, err := fmt.Sscanf(pair, "%d=%d", &status, &count); err != nil {
			ts.Fatalf("%q: %v", pair, err)
		}
		want[status] = count
		total += count
	}
	var mu sync.Mutex
	got := make(map[int]int)
	var wg sync.WaitGroup
	for range total {
		wg.Go(func() {
			status, _, err := send(ts, args[1], args[2], strings.Join(args[3:], ""))
			if err != nil {
				ts.Logf("%v", err) // and 0 is no status that is wanted
			}
			mu.Lock()
			defer mu.Unlock()
			got[status]++
		})
	}
	wg.Wait()
	if !maps.Equal(want, got) {
		ts.Fatalf("answers by status: want %v, got %v", want, got)
	}
}

// cmdField puts a value of a JSON file into a variable: field NAME FILE path.
// The path has keys and numbers, separated by dots; "stdout" is a file, too.
func cmdField(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: field NAME FILE path")
	}
	var value any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[1])), &value))
	for step := range strings.SplitSeq(args[2], ".") {
		switch v := value.(type) {
		case map[string]any:
			value = v[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(v) {
				ts.Fatalf("no %s in %v", step, v)
			}
			value = v[i]
		default:
			ts.Fatalf("no %s in %v", step, v)
		}
	}
	ts.Setenv(args[0], fmt.Sprint(value))
}

// cmdPage opens a link as a reader would, without a key, and wants the anchor it
// points to on the page: page URL.
func cmdPage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: page URL")
	}
	response, err := http.Get(args[0])
	ts.Check(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	ts.Check(err)
	_, anchor, found := strings.Cut(args[0], "#")
	if response.StatusCode != http.StatusOK || !found || !bytes.Contains(body, []byte(`id="`+anchor+`"`)) {
		ts.Fatalf("%s: status %d, anchor %q is not on the page", args[0], response.StatusCode, anchor)
	}
}

// cmdTry starts "regengine serve" for people, runs the three commands it prints
// and wants each to succeed: try flags... What it printed is then in "welcome".
func cmdTry(ts *testscript.TestScript, neg bool, args []string) {
	cmd := exec.Command(ts.Getenv("SERVER"), append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = []string{"PATH=" + ts.Getenv("PATH"), "HOME=" + ts.Getenv("HOME"), "KEY=" + ts.Getenv("KEY")}
	var log bytes.Buffer
	cmd.Stderr = &log
	stdout, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	var welcome, commands []string
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		line := lines.Text()
		welcome = append(welcome, line)
		if trimmed := strings.TrimSpace(line); strings.HasPrefix(trimmed, "curl ") {
			commands = append(commands, trimmed)
		}
		if strings.HasPrefix(line, "Stop with") {
			break
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs("welcome"), []byte(strings.Join(welcome, "\n")+"\n"), 0o600))
	if len(commands) != 3 {
		ts.Fatalf("want three commands to try, got %d\n%s", len(commands), &log)
	}
	for _, command := range commands {
		shell := exec.Command("sh", "-c", strings.Replace(command, "curl -s", "curl -sS --fail-with-body", 1))
		shell.Env = cmd.Env
		answer, err := shell.CombinedOutput()
		if err != nil {
			ts.Fatalf("%s\n%v: %s", command, err, answer)
		}
		ts.Logf("%.200s", answer)
	}
}
