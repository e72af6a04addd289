package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// barrierRule reads the one sentence about barriers of the small pack.
const barrierRule = `format: 1
language: es
elements:
  barrier: {label: {es: barrera}, names: {es: [barrera de protección]}}
parameters:
  height: {label: {es: altura}, names: {es: [altura]}}
facts:
  drop: {kind: quantity, unit: m, label: {es: caída}, says: {es: ["caída de {}"]}}
  pool: {kind: boolean, label: {es: piscina}, yes: {es: [piscina]}, default: "false"}
rules:
  - id: low
    subjects: [{element: barrier, parameter: height}]
    when: [{fact: drop, "<=": 6}, {fact: pool, is: false}]
    require: {op: ">=", value: 0.90, unit: m}
    section: barreras
    quote: La barrera de protección mide al menos 0,90 m de altura.
`

// ruledFolder returns a data folder of the test's own with the small pack and that rule.
func ruledFolder(t *testing.T) string {
	t.Helper()
	pack, dir := t.TempDir(), filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(pack, os.DirFS(filepath.Join("testdata", "small"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(pack, "codes", "norma", "2020.rules.yaml"), []byte(barrierRule), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr := said(t, nil, "import", "pack", pack, "--data-dir", dir); code != exitOK {
		t.Fatal(stdout, stderr)
	}
	return dir
}

// TestOwnServer: commands that read ask the server of their folder, and do without one
// that is no more.
func TestOwnServer(t *testing.T) {
	t.Parallel()
	dir := ruledFolder(t)
	s := serveInProcess(t, dir)
	file := filepath.Join(dir, servingIn)
	info, err := os.Stat(file)
	if err != nil || othersMay(info) {
		t.Fatalf("%v, %v; want a file for its owner alone", info, err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	// A folder that has no database, and leads to the server.
	leads := t.TempDir()
	if err := os.Symlink(file, filepath.Join(leads, servingIn)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(leads, "checks.csv"), []byte("element,parameter,value,unit,geo_id\nbarrera de protección,altura,0.5,m,ES-28079\nbarrera de protección,altura,0.5,m,ES-99999\nbarrera de protección,altura,high,m,ES-28079\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"requirements barrera_de_protección altura --place madrid":                                        "*  >= 0.9 m  caída ≤ 6 m  norma/2020, ",
		"requirements barrera_de_protección altura --place madrid --code norma --as-of 2020-06-01 --json": `"code_slug": "norma"`,
		"requirements barrera_de_protección altura --place madrid ":                                       "depends on: caída; piscina (assumed: no)\n",
		"requirements barrera_de_protección altura --place madrid --with drop=7,5·m --with pool=no --all": "excluded: caída ≤ 6 m",
		"requirements barrera_de_protección altura --place madrid --with nothing=4":                       "!1 circumstances.nothing ",
		"verify --element barrera_de_protección --parameter altura --value 0,5 --unit m --place madrid":   s.BaseURL + "/codes/norma/2020\n",
		"verify --element barrera_de_protección --parameter altura --value 0.5 --unit m --place nowhere":  "!1 there is no place",
		"verify " + filepath.Join(leads, "checks.csv") + " --format json":                                 `"errors": 2`,
		"search pendiente rampa --place madrid --top 1":                                                   "1. Norma de prueba · 2020\n   Rampas  #rampas\n   La pendiente de una rampa es del 8 % como máximo.\n",
		"search pendiente --code norma --on 2020-06-01 --json":                                            `"path": [`,
		"search pendiente --code norma/2020 --status active":                                              "#cubiertas",
		"search xyzzy":                     "nothing found in 1 editions",
		"search pendiente --place nowhere": "!1 there is no place",
		"circumstances":                    "2 circumstances",
		"places show madrid":               "climate zone  D3",
		"places show madrid --country es":  "climate zone  D3",
		"codes applicable ES-28079 -q":     "norma\n",
		"codes compare norma 2020 2020":    "are alike",
	} {
		fails, is := strings.CutPrefix(want, "!1 ")
		words := mapped(strings.Fields(line), func(w string) string { return strings.ReplaceAll(w, "·", " ") })
		code, stdout, stderr := said(t, []string{"REGENGINE_DATA_DIR=" + leads}, words...)
		if is && code == exitFailed && strings.Contains(stderr, fails) {
			continue
		}
		if code != exitOK && !strings.Contains(line, "checks.csv") || !strings.Contains(stdout, want) {
			t.Errorf("%s: exit code %d, %s%s", line, code, stdout, stderr)
		}
	}
	for _, tt := range []struct {
		name string
		make func(dir string) error
	}{
		{"OfAnother", func(dir string) error { return os.WriteFile(filepath.Join(dir, servingIn), content, 0o600) }},
		{"Broken", func(dir string) error { return os.WriteFile(filepath.Join(dir, servingIn), []byte("{"), 0o600) }},
		{"ReadByOthers", func(dir string) error {
			return errors.Join(os.Chmod(file, 0o644), os.Symlink(file, filepath.Join(dir, servingIn)))
		}},
	} {
		dir := t.TempDir()
		if err := tt.make(dir); err != nil {
			t.Fatal(err)
		}
		if code, _, stderr := said(t, []string{"REGENGINE_DATA_DIR=" + dir}, "places", "show", "madrid"); code != exitSchema {
			t.Errorf("%s: want it left aside, got exit code %d, %s", tt.name, code, stderr)
		}
	}
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := said(t, []string{"REGENGINE_DATA_DIR=" + leads}, "places", "show", "madrid", "--country", "FR"); code != exitSchema {
		t.Errorf("a country that is not served: exit code %d, %s", code, stderr)
	}
	if _, metrics := s.send(t, inProcessRequest{"GET", "/metrics", ""}); !strings.Contains(metrics, `regengine_credits_total{outcome="charged"} 0`) {
		t.Error("whoever has the folder was charged")
	}
	// The token opens nothing when a letter of it is wrong, and what is an organization's
	// in no case.
	var serving struct{ Token string }
	if err := json.Unmarshal(content, &serving); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]int{"": 401, ".": 401, "x.ES": 401, strings.Repeat("x", 26) + ".ES": 401, serving.Token + ".ES": 200} {
		if got := statusFor(t, s.BaseURL+"/api/v1/codes/search", key); got != want {
			t.Errorf("key %q: want %d, got %d", key, want, got)
		}
	}
	if got := statusFor(t, s.BaseURL+"/api/v1/account", serving.Token+".ES"); got != http.StatusUnauthorized {
		t.Errorf("the account of nobody: want 401, got %d", got)
	}
	s.stop()
	if code := <-s.ended; code != exitOK {
		t.Fatalf("it ended with %d\n%s", code, &s.log)
	}
	if fileLies(file) {
		t.Error("the file outlives the server")
	}
	if err := os.WriteFile(file, content, 0o600); err != nil { // as after a crash
		t.Fatal(err)
	}
	if code, stdout, stderr := said(t, []string{"REGENGINE_DATA_DIR=" + dir}, "codes", "list", "-q"); code != exitOK || stdout != "norma\n" {
		t.Errorf("after a crash: exit code %d, %s%s", code, stdout, stderr)
	}
}

// statusFor asks for an address with a key.
func statusFor(t *testing.T, address, key string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+key)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// TestUse: what is kept counts where nothing stronger says otherwise, and a key stays
// with its server.
func TestUse(t *testing.T) {
	t.Parallel()
	dir := preparedFolder(t, "small")
	s := serveInProcess(t, dir)
	config := t.TempDir()
	file := filepath.Join(config, "regengine", "context.yaml")
	home := []string{"XDG_CONFIG_HOME=" + config}
	do := func(environ []string, wantCode int, line string, want string) {
		t.Helper()
		code, stdout, stderr := said(t, append(home, environ...), strings.Fields(line)...)
		if code != wantCode || !strings.Contains(stdout+stderr, want) {
			t.Errorf("%s: want exit code %d and %q, got %d and %s%s", line, wantCode, want, code, stdout, stderr)
		}
		if strings.Contains(stdout+stderr, s.Key) {
			t.Errorf("%s shows the key", line)
		}
	}
	do(nil, 0, "context", "data folder "+defaultDir)
	do(nil, 2, "use", "give one of --server")
	do(nil, 2, "use --server "+s.BaseURL, "a server needs a key")
	do(nil, 2, "use --server nowhere --key k", "is no address")
	do(nil, 2, "use --server "+s.BaseURL+" --data-dir x --key k", "both given")
	do(nil, 0, "use --server "+s.BaseURL+" --key "+s.Key, "server "+s.BaseURL+", key ending in "+s.Key[len(s.Key)-4:])
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v; want a file for its owner alone", info, err)
	}
	do(nil, 0, "context", "server "+s.BaseURL)
	do(nil, 0, "context --json", `"server": "`+s.BaseURL+`"`)
	do(nil, 0, "places show madrid", "climate zone  D3")
	do(nil, 0, "search pendiente rampa --top 1", "#rampas")
	do(nil, 2, "search pendiente --explain", "--data-dir searches a database of your own")
	do(nil, 4, "places show madrid --data-dir "+t.TempDir(), "there is no database")
	do([]string{"REGENGINE_DATA_DIR=" + t.TempDir()}, 4, "places show madrid", "there is no database")

	// Another server gets no key that was kept for this one.
	asked := ""
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.Header.Get("Authorization")
		http.Redirect(w, r, s.BaseURL+r.URL.Path, http.StatusTemporaryRedirect)
	}))
	defer other.Close()
	do(nil, 2, "places show madrid --server "+other.URL, "a server needs a key")
	if asked != "" {
		t.Errorf("it was sent %q", asked)
	}
	do([]string{"REGENGINE_API_KEY=theirs"}, 1, "places show madrid --server "+other.URL, "307")
	if asked != "Bearer theirs" {
		t.Errorf("it was sent %q", asked)
	}
	do([]string{"REGENGINE_API_KEY=wrong"}, 1, "places show madrid", "401")
	do([]string{"REGENGINE_API_KEY=" + s.Key}, 0, "places show madrid --server "+s.BaseURL, "climate zone  D3")

	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	do(nil, 2, "places show madrid", "others can read or change")
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	do(nil, 0, "use --data-dir "+dir, "data folder "+dir)
	do(nil, 0, "codes list -q", "norma")
	do(nil, 0, "use --none", "nothing is kept")
	if fileLies(file) {
		t.Error("something is kept")
	}
}

// TestSearchAt: a server is asked for all that was said.
func TestSearchAt(t *testing.T) {
	t.Parallel()
	asked := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/v1/location/search":
			_, _ = io.WriteString(w, `{"results":[{"geo_id":"ES-28079","name":"Madrid","level":"municipality"}]}`)
		case "/api/v1/codes/search":
			_, _ = io.WriteString(w, `{"items":[{"slug":"norma","title":"Norma","short_title":null,"normative_scope":"national","tags":[]}],"total":1,"page":1,"page_size":50,"total_pages":1}`)
		default:
			asked = r.URL.Path + "?" + r.URL.RawQuery
			_, _ = io.WriteString(w, `{"results":[],"searched":3}`)
		}
	}))
	defer server.Close()
	environ := []string{"REGENGINE_SERVER=" + server.URL, "REGENGINE_API_KEY=k"}
	_, _, _ = said(t, environ, strings.Fields("search una rampa --code norma/2020 --code norma")...)
	if want := "/api/v1/search?code=norma%2F2020%2Cnorma&q=una+rampa&top=5"; asked != want {
		t.Errorf("several codes: want %s, got %s", want, asked)
	}
	code, stdout, stderr := said(t, environ, strings.Fields("search una rampa --place Madrid --code norma/2020 --status draft --on 2020-06-01 --top 2")...)
	if want := "/api/v1/search?as_of=2020-06-01&code=norma&geo_id=ES-28079&q=una+rampa&status=draft&top=2&version=2020"; asked != want {
		t.Errorf("want %s, got %s", want, asked)
	}
	if code != exitOK || stdout != "nothing found in 3 editions\n" {
		t.Errorf("exit code %d, %s%s", code, stdout, stderr)
	}
}
