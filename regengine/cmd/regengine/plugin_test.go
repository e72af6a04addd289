package main

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

	"github.com/reglookup/regengine/plugins/skeleton"
)

// shell runs commands as a person would, with the regengine under test on the path.
type shell struct {
	t       *testing.T
	dir     string
	environ []string
}

func newShell(t *testing.T) *shell {
	t.Helper()
	needAll(t, "it builds plugins")
	environ := append(os.Environ(), "GOWORK=off", "GOPROXY=off", "ENGINE="+skeleton.FindEngine("."), "PATH="+plainPath(t, os.Getenv("PATH")))
	return &shell{t, t.TempDir(), environ}
}

// run wants a command to end well and returns what it printed.
func (s *shell) run(name string, args ...string) string {
	s.t.Helper()
	out, err := s.try(name, args...)
	if err != nil {
		s.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out
}

// program is the path of a command: of regengine the plain one's.
func (s *shell) program(name string) string {
	s.t.Helper()
	if name != "regengine" {
		return name
	}
	folder, err := plainBinary()
	if err != nil {
		s.t.Fatal(err)
	}
	return filepath.Join(folder, name)
}

func (s *shell) try(name string, args ...string) (string, error) {
	cmd := exec.Command(s.program(name), args...)
	cmd.Dir, cmd.Env = s.dir, s.environ
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		out = append(out, stderr.Bytes()...)
	}
	return string(out), err
}

// edit replaces a text in a file of the plugin, which must be there.
func (s *shell) edit(file, old, replacement string) {
	s.t.Helper()
	path := filepath.Join(s.dir, file)
	data, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(data, []byte(old)) {
		s.t.Fatalf("%s: %v, or there is no %q", file, err, old)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(data, []byte(old), []byte(replacement)), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// makePlugin writes a plugin, edits its places and a rule, and builds it.
func (s *shell) makePlugin(country, language string) (binary string) {
	s.t.Helper()
	s.run("regengine", "plugin", "new", country, "--name", "Atlantis", "--language", language, "--dir", "plugin", "--engine", skeleton.FindEngine("."))
	slug := strings.ToLower(country)
	rules := "plugin/pack/codes/" + slug + "-building-rules/2026"
	s.edit("plugin/places.csv", "Port Example", "Poseidonis")
	s.edit(rules+".md", "A guardrail is at least 1.05 m high.", "A guardrail is at least 1.25 m high.")
	s.edit(rules+".rules.yaml", "A guardrail is at least 1.05 m high.", "A guardrail is at least 1.25 m high.")
	s.edit(rules+".rules.yaml", "value: 1.05", "value: 1.25")
	s.edit(rules+".rules.yaml", "value: 1.1, unit: m, expect: compliant, limit: 1.05", "value: 1.3, unit: m, expect: compliant, limit: 1.25")
	s.edit(rules+".rules.yaml", "limit: 105}", "limit: 125}")
	binary = filepath.Join(s.dir, "plugin", "regengine-plugin-"+slug)
	s.run("go", "build", "-C", "plugin", "-o", binary, ".")
	return binary
}

// atlantis is the plugin of XQ, made and built once.
var atlantis struct {
	once sync.Once
	dir  string
}

// atlantisPlugin gives the test a copy of the plugin of XQ, which it may edit.
func (s *shell) atlantisPlugin() (binary string) {
	s.t.Helper()
	atlantis.once.Do(func() {
		build := *s
		build.dir = filepath.Join(made, "atlantis")
		if err := os.Mkdir(build.dir, 0o700); err != nil {
			s.t.Fatal(err)
		}
		build.makePlugin("XQ", "en")
		atlantis.dir = build.dir
	})
	if err := os.CopyFS(s.dir, os.DirFS(atlantis.dir)); err != nil {
		s.t.Fatal(err)
	}
	return filepath.Join(s.dir, "plugin", "regengine-plugin-xq")
}

// prepare makes a data folder with a pack in it and returns its path.
func (s *shell) prepare(pack, name string) string {
	s.t.Helper()
	folder := filepath.Join(s.dir, name)
	if err := copyPrepared(pack, folder); err != nil {
		s.t.Fatal(err)
	}
	return folder
}

// ask sends a request and returns status and body.
func (p *process) ask(t *testing.T, method, path, body string) (int, string) {
	t.Helper()
	r, err := p.do(t.Context(), method, path, body, "application/json")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(text)
}

// wants sends a request and wants a status, and texts in the answer.
func (p *process) wants(t *testing.T, status int, method, path, body string, texts ...string) string {
	t.Helper()
	got, text := p.ask(t, method, path, body)
	if got != status {
		t.Fatalf("%s %s: want %d, got %d %s", method, path, status, got, text)
	}
	for _, want := range texts {
		if !strings.Contains(text, want) {
			t.Errorf("%s %s: no %q in %s", method, path, want, text)
		}
	}
	return text
}

// atlantis asks about everything a country that joined is served with.
func (p *process) atlantis(t *testing.T, project string) {
	t.Helper()
	p.wants(t, 200, "GET", "/api/v1/location/search?q=poseidonis", "", `"XQ-02001"`)
	p.wants(t, 200, "GET", "/api/v1/location/xq-02001", "", `"Poseidonis"`, `"K1"`, `"xq-building-rules"`)
	p.wants(t, 200, "GET", "/api/v1/project/info?project_id="+project, "", "Climate zone: K1", `"National"`)
	p.wants(t, 200, "GET", "/api/v1/codes/search", "", `"xq-building-rules"`)
	p.wants(t, 200, "GET", "/api/v1/codes/xq-building-rules", "", `"national"`)
	check := func(element, parameter, value, unit string, texts ...string) {
		t.Helper()
		body := fmt.Sprintf(`{"element":%q,"parameter":%q,"value":%s,"unit":%q,"geo_id":"XQ-02001"}`, element, parameter, value, unit)
		p.wants(t, 200, "POST", "/api/v1/verify", body, texts...)
	}
	check("guardrail", "height", "1.15", "m", `"non_compliant"`, `"limit_value":1.25`)
	check("outer wall", "thermal transmittance", "0.5", "W/m²K", `"result_status":"compliant"`, `"limit_value":0.65`)
	answer := p.wants(t, 200, "POST", "/api/v2/ask", fmt.Sprintf(`{"query":"How high must a guardrail be?","project_id":%q}`, project), "1.25 m")
	var asked struct{ Sources []struct{ URL string } }
	if err := json.Unmarshal([]byte(answer), &asked); err != nil || len(asked.Sources) == 0 {
		t.Fatalf("%v: no source in %s", err, answer)
	}
	page, err := http.Get(asked.Sources[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	defer page.Body.Close()
	text, err := io.ReadAll(page.Body)
	if err != nil || page.StatusCode != http.StatusOK || !bytes.Contains(text, []byte("1.25 m")) || !bytes.Contains(text, []byte(`id="guardrails"`)) {
		t.Errorf("%s: %d, %v", asked.Sources[0].URL, page.StatusCode, err)
	}
}

const riserRun = `{"calculator_id":"xq-stair-risers","name":"Stair","input":{"storey_height":2.88,"risers":16}}`

// keyOf waits until a country can be given a key.
func (s *shell) keyOf(country string) string {
	s.t.Helper()
	for {
		out, err := s.try("regengine", "keys", "create", "--user", demoEmail, "--country", country, "--data-dir", "data")
		if err == nil {
			return strings.TrimSpace(out)
		}
		<-time.After(askAgain)
	}
}

// descendants lists the processes a process started, and those they did.
func descendants(t *testing.T, pid int) (all []int) {
	t.Helper()
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, _ := os.ReadFile(file) // a thread may have ended
		for _, field := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(field); err == nil {
				all = append(append(all, child), descendants(t, child)...)
			}
		}
	}
	return all
}

// TestPlugin_FromNothing goes the way from nothing to a country that is served, and
// takes the plugin away again in every way there is.
func TestPlugin_FromNothing(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	binary := s.atlantisPlugin()
	data := s.prepare("small", "data")
	p := startProcess(t, data)
	written := lockDatabase(t, data)
	s.run("regengine", "plugin", "approve", binary, "--yes", "--data-dir", "data")
	if said, err := s.try("regengine", "keys", "create", "--user", demoEmail, "--country", "XQ", "--data-dir", "data"); err == nil || !strings.Contains(said, "XQ is being imported") {
		t.Errorf("while it is imported: %v, %s", err, said)
	}
	written()
	p.Key = s.keyOf("XQ") // the server imports while it serves
	project := s.run("regengine", "projects", "create", "House", "--place", "XQ-02001", "--select", "xq-building-rules", "--json", "--data-dir", "data")
	var made struct {
		ID string `json:"project_id"`
	}
	if err := json.Unmarshal([]byte(project), &made); err != nil {
		t.Fatal(err)
	}
	p.eventually(t, 200, "GET", "/api/v1/location/XQ-02001", "")
	p.atlantis(t, made.ID)
	calculations := "/api/v1/projects/" + made.ID + "/calculations"
	p.eventually(t, 201, "POST", calculations, riserRun)

	t.Run("killed", func(t *testing.T) {
		children := descendants(t, p.Process.Pid)
		if len(children) == 0 {
			t.Fatal("the plugin is no process of its own")
		}
		for _, child := range children {
			if err := syscall.Kill(child, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
				t.Fatal(err)
			}
		}
		p.atlantis(t, made.ID)
		p.eventually(t, 201, "POST", calculations, riserRun) // it was started again
		metrics := p.metrics(t)
		for _, want := range []string{`regengine_plugin_exits_total{plugin="xq"}`, `regengine_plugin_up{plugin="xq"} 1`, `regengine_plugin_calls_total{`} {
			if !strings.Contains(metrics, want) {
				t.Errorf("no %s in /metrics", want)
			}
		}
	})
	t.Run("revoked", func(t *testing.T) {
		s.run("regengine", "plugin", "revoke", "xq", "--data-dir", "data")
		p.eventually(t, 503, "POST", calculations, riserRun)
		p.atlantis(t, made.ID)
		if left := descendants(t, p.Process.Pid); len(left) > 0 {
			t.Errorf("processes left: %v", left)
		}
		s.run("regengine", "plugin", "approve", "xq", "--yes", "--data-dir", "data")
		p.eventually(t, 201, "POST", calculations, riserRun)
	})
	t.Run("upgraded", func(t *testing.T) {
		s.edit("plugin/country.go", `"0.1.0"`, `"0.2.0"`)
		s.edit("plugin/places.csv", "Upper Example", "Acropolis")
		s.edit("plugin/places.csv", "XQ-02002,Lower Example,municipality,XQ-02,,410,25000\n", "") // it goes on being served
		s.run("go", "build", "-C", "plugin", "-o", binary, ".")
		if said := s.run("regengine", "plugin", "approve", binary, "--yes", "--data-dir", "data"); !strings.Contains(said, "1 places: XQ-02002") {
			t.Errorf("it is not said that a place is no longer brought: %s", said)
		}
		p.until(t, func() bool {
			_, text := p.ask(t, "GET", "/api/v1/location/XQ-01001", "")
			return strings.Contains(text, "Acropolis")
		})
		p.wants(t, 200, "GET", "/api/v1/location/XQ-02002", "", "Lower Example")
		p.until(t, func() bool { return strings.Contains(p.log.String(), "stored and no longer brought") })
		p.atlantis(t, made.ID)
	})
	t.Run("joined anew", func(t *testing.T) {
		const place = "/api/v1/location/XQ-02001"
		s.run("regengine", "plugin", "remove", "xq", "--forget", "--yes", "--data-dir", "data")
		p.eventually(t, 404, "GET", place, "")
		written := lockDatabase(t, data)
		s.run("regengine", "plugin", "approve", binary, "--yes", "--data-dir", "data")
		p.until(t, func() bool {
			_, text := p.ask(t, "GET", place, "")
			return strings.Contains(text, "XQ is being imported")
		})
		written()
		p.eventually(t, 200, "GET", place, "")
	})
	t.Run("ended", func(t *testing.T) {
		children := descendants(t, p.Process.Pid)
		p.end(t)
		for _, child := range children {
			if err := syscall.Kill(child, 0); !errors.Is(err, syscall.ESRCH) {
				t.Errorf("process %d outlives the server: %v", child, err)
			}
		}
	})
	t.Run("without its file", func(t *testing.T) {
		if err := os.RemoveAll(filepath.Join(data, pluginsIn)); err != nil {
			t.Fatal(err)
		}
		key := p.Key
		p := startProcess(t, data)
		p.Key = key
		p.atlantis(t, made.ID)
		p.wants(t, 503, "POST", calculations, riserRun)
		p.end(t)
		out, _ := s.try("regengine", "doctor", "--data-dir", "data")
		if !strings.Contains(out, "1 calculators are not to be had") {
			t.Errorf("doctor says nothing of the calculator:\n%s", out)
		}
	})
}

// lockDatabase keeps everybody from writing the database of a data folder until the
// function it returns is called.
func lockDatabase(t *testing.T, dir string) (release func()) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, databaseIn)+"?_pragma=busy_timeout(60000)") // the server writes now and then
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	release = sync.OnceFunc(func() { _ = db.Close() })
	t.Cleanup(release)
	return release
}

// eventually sends a request until it is answered with a status.
func (p *process) eventually(t *testing.T, status int, method, path, body string) {
	t.Helper()
	var got int
	var text string
	defer func() {
		if t.Failed() {
			t.Logf("%s %s: last %d %s\n%s", method, path, got, text, &p.log)
		}
	}()
	p.until(t, func() bool {
		got, text = p.ask(t, method, path, body)
		return got == status
	})
}

// until looks at what a server does until it did it.
func (p *process) until(t *testing.T, done func() bool) {
	t.Helper()
	for !done() {
		<-time.After(askAgain)
	}
}

func (p *process) metrics(t *testing.T) string {
	t.Helper()
	return p.wants(t, 200, "GET", "/metrics", "")
}

func (p *process) end(t *testing.T) {
	t.Helper()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(); err != nil {
		t.Fatalf("the server ended with %v\n%s", err, &p.log)
	}
}

// TestPlugin_OtherLanguage serves a country whose language nobody has, by hand.
func TestPlugin_OtherLanguage(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	binary := s.makePlugin("XR", "qtx")
	s.run("regengine", "plugin", "approve", binary, "--yes", "--data-dir", "data")
	s.run("regengine", "plugin", "import", "xr", "--data-dir", "data")
	if out := s.run("regengine", "plugin", "import", "xr", "list", "plugin/places.csv", "--data-dir", "data"); !strings.Contains(out, "stored already") {
		t.Errorf("the same places again: %s", out)
	}
	out := s.run("regengine", "verify", "--element", "guardrail", "--parameter", "height", "--value", "1.15", "--unit", "m", "--geo-id", "XR-02001", "--data-dir", "data")
	if !strings.Contains(out, "non_compliant") {
		t.Errorf("verify: %s", out)
	}
	out = s.run("regengine", "ask", "guardrail", "--place", "XR-02001", "--data-dir", "data")
	if !strings.Contains(out, "1.25 m") {
		t.Errorf("ask: %s", out)
	}
	out = s.run("regengine", "doctor", "--data-dir", "data")
	if !strings.Contains(out, "country XR: brought by plugin xr 0.1.0") || strings.Contains(out, "cannot read") {
		t.Errorf("doctor: %s", out)
	}

	s.edit("plugin/places.csv", "XR-02002,Lower Example,municipality,XR-02", "XR-02002,Lower Example,municipality,XR-01")
	s.run("go", "build", "-C", "plugin", "-o", binary, ".")
	out, err := s.try("regengine", "plugin", "check", binary, "--yes", "--data-dir", "data")
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitInvalid || !strings.Contains(out, "XR-02002 belongs to XR-02, not to XR-01") {
		t.Errorf("check of a mistake: %v\n%s", err, out)
	}

	s.edit("plugin/places.csv", "XR-02002,Lower Example,municipality,XR-01", "XR-02002,Lower Example,municipality,XR-02")
	s.panics(binary)
	s.twoOfACountry(binary)

	out = s.run("regengine", "plugin", "remove", "xr", "--forget", "--yes", "--data-dir", "data")
	if !strings.Contains(out, "all data of XR are deleted") {
		t.Errorf("remove: %s", out)
	}
	if out, err := s.try("regengine", "verify", "--element", "guardrail", "--parameter", "height", "--value", "1", "--unit", "m", "--geo-id", "XR-02001", "--data-dir", "data"); err == nil {
		t.Errorf("it is served still: %s", out)
	}
}

// panics has a plugin panic while it is looked at: its stack is shown, once.
func (s *shell) panics(binary string) {
	s.t.Helper()
	const begins = "Summary(p geo.Place) string {\n"
	s.edit("plugin/scheme.go", begins, begins+"\tif p.Level == geo.Municipality {\n\t\tpanic(\"out of stone\")\n\t}\n")
	s.run("go", "build", "-C", "plugin", "-o", binary, ".")
	out, err := s.try("regengine", "plugin", "check", binary, "--yes", "--data-dir", "data")
	if n := strings.Count(out, "goroutine "); err == nil || n != 1 || !strings.Contains(out, "Summary panicked: out of stone") {
		s.t.Errorf("a panic: %v, its stack is shown %d times, want once:\n%s", err, n, out)
	}
}

// twoOfACountry approves a second plugin of a country: it is refused, and its file
// is not left where plugins lie, or it is said how it is taken away.
func (s *shell) twoOfACountry(binary string) {
	s.t.Helper()
	s.edit("plugin/scheme.go", "panic(\"out of stone\")", "_ = 0")
	s.edit("plugin/country.go", `"xr"`, `"second"`)
	second := filepath.Join(filepath.Dir(binary), "regengine-plugin-second")
	s.run("go", "build", "-C", "plugin", "-o", second, ".")
	out, err := s.try("regengine", "plugin", "approve", second, "--yes", "--data-dir", "data")
	lies := filepath.Join(s.dir, "data", pluginsIn, "regengine-plugin-second")
	if err == nil || !strings.Contains(out, `plugin "xr" was approved for XR before`) || fileLies(lies) {
		s.t.Errorf("a second plugin of the country: %v, its file lies in the folder: %v\n%s", err, fileLies(lies), out)
	}
	program, err := os.ReadFile(second)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(lies, program, 0o700); err != nil { // by hand
		s.t.Fatal(err)
	}
	out, err = s.try("regengine", "plugin", "approve", "second", "--yes", "--data-dir", "data")
	if err == nil || !strings.Contains(out, `"regengine plugin remove second" deletes it`) {
		s.t.Errorf("a second plugin that lies in the folder: %v\n%s", err, out)
	}
	s.run("regengine", "plugin", "remove", "second", "--yes", "--data-dir", "data")
	if err := os.Rename(filepath.Join(s.dir, "data", pluginsIn, "regengine-plugin-xr"), second); err != nil {
		s.t.Fatal(err)
	}
	if out := s.run("regengine", "plugin", "list", "--data-dir", "data"); !strings.Contains(out, " missing ") {
		s.t.Errorf("a plugin whose file is gone: %s", out)
	}
}

// TestPlugin_Replicas has two servers on one database take a plugin up at once, each
// from a folder of its own. Both end well, and what one imports both serve.
func TestPlugin_Replicas(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	url := preparedDatabase(t, "small")
	binary := s.atlantisPlugin()
	var servers []*process
	for _, name := range []string{"one", "two"} {
		dir := filepath.Join(s.dir, name)
		s.run("regengine", "plugin", "approve", binary, "--yes", "--plugin-dir", dir, "--database-url", url)
	}
	for _, name := range []string{"one", "two"} {
		servers = append(servers, startProcessOn(t, s.dir, "--plugin-dir", filepath.Join(s.dir, name), "--database-url", url))
	}
	var key string
	servers[0].until(t, func() bool {
		out, err := s.try("regengine", "keys", "create", "--user", demoEmail, "--country", "XQ", "--database-url", url)
		key = strings.TrimSpace(out)
		return err == nil
	})
	for _, p := range servers {
		p.Key = key
		p.eventually(t, 200, "GET", "/api/v1/location/XQ-02001", "")
		p.until(t, func() bool { return strings.Contains(p.metrics(t), `regengine_plugin_up{plugin="xq"} 1`) })
	}
	for _, p := range servers {
		p.end(t)
		if strings.Contains(p.log.String(), "plugin not imported:") {
			t.Errorf("one gave up:\n%s", &p.log)
		}
	}
}

// TestPlugin_HungAtStart wants a server to be ready, and to end, whatever a plugin
// does.
func TestPlugin_HungAtStart(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	dir := s.prepare("small", "data")
	plugins := filepath.Join(dir, pluginsIn)
	if err := os.MkdirAll(plugins, 0o700); err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(s.dir, "main.go")
	if err := os.WriteFile(source, []byte("package main\n\nimport \"time\"\n\nfunc main() { time.Sleep(time.Hour) }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(plugins, "regengine-plugin-xq")
	s.run("go", "build", "-o", binary, source)
	if err := os.Chmod(binary, 0o755); err != nil { // whatever rights the group gets by default
		t.Fatal(err)
	}
	program, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	approvals := fmt.Sprintf(`{"form":1,"approvals":[{"name":"xq","sha256":"%x","country":"XQ","version":"1.0.0","at":"2026-01-01T00:00:00Z"}]}`, sha256.Sum256(program))
	if err := os.WriteFile(filepath.Join(plugins, approvalsIn), []byte(approvals), 0o600); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	p := startProcess(t, dir)
	ready := time.Since(begun)
	p.wants(t, 200, "GET", "/api/v1/location/ES-28079", "")
	p.until(t, func() bool {
		return len(descendants(t, p.Process.Pid)) > 0 || strings.Contains(p.metrics(t), `outcome="failed"`)
	})
	p.end(t)
	if strings.Contains(p.log.String(), "plugin imported") {
		t.Error("a plugin that says nothing was imported")
	}
	log := p.log.String()
	if at, failed := strings.Index(log, "msg=ready"), strings.Index(log, "plugin failed"); at < 0 || failed >= 0 && failed < at {
		t.Errorf("the server waited for the plugin:\n%s", log)
	}
	t.Logf("ready after %v", ready)
}

// A file of approvals nobody can read costs the plugins, not the service.
func TestPlugin_DamagedApprovals(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	dir := s.prepare("small", "data")
	plugins := filepath.Join(dir, pluginsIn)
	if err := os.MkdirAll(plugins, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(plugins, approvalsIn), []byte(`{"form":1,"appro`), 0o600); err != nil {
		t.Fatal(err)
	}
	p := startProcess(t, dir)
	p.wants(t, 200, "GET", "/api/v1/location/ES-28079", "")
	p.end(t)
	if log := p.log.String(); !strings.Contains(log, "no plugin runs") || !strings.Contains(log, approvalsIn) {
		t.Errorf("the log does not say that no plugin runs, and why:\n%s", log)
	}
}
