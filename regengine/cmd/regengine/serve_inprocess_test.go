package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestServe_InProcess serves within the test's own process, so that the race detector
// sees everything at once: requests of every kind side by side, while commands change
// what is served.
func TestServe_InProcess(t *testing.T) {
	t.Parallel()
	dir := preparedFolder(t, "small")
	s := serveInProcess(t, dir, "--document-memory", "3")
	var clients sync.WaitGroup
	for range 3 {
		for _, r := range s.requests() {
			clients.Go(func() {
				if status, body := s.send(t, r); status != http.StatusOK {
					t.Errorf("%s %s: %d %s", r.method, r.path, status, body)
				}
			})
		}
	}
	ready := inProcessRequest{"GET", "/readyz", ""}
	clients.Go(func() { // an import may hold the lock for longer than it waits
		if status, body := s.send(t, ready); status != http.StatusOK && status != http.StatusServiceUnavailable {
			t.Errorf("/readyz: %d %s", status, body)
		}
	})
	for _, change := range [][]string{
		{"import", "pack", filepath.Join("testdata", "small"), "--data-dir", dir},
		{"keys", "create", "--user", demoEmail, "--data-dir", dir},
		{"reindex", "--data-dir", dir},
	} {
		clients.Go(func() {
			if code := run(t.Context(), change, nil, io.Discard, io.Discard); code != exitOK {
				t.Errorf("%v: exit code %d", change, code)
			}
		})
	}
	clients.Wait()
	for { // until the last writer is done, to the machine's disk too
		status, body := s.send(t, ready)
		if status == http.StatusOK {
			break
		}
		if status != http.StatusServiceUnavailable {
			t.Fatalf("/readyz: %d %s", status, body)
		}
	}
	_, metrics := s.send(t, inProcessRequest{"GET", "/metrics", ""})
	for _, name := range []string{"go_goroutines ", "process_open_fds ", `go_sql_open_connections{db_name="write"} 1`,
		`regengine_credits_total{outcome="charged"} 1`, `regengine_credits_total{outcome="given_back"} 0`, `regengine_sweeps_total{outcome="ok"} `,
		"regengine_document_memory_limit_bytes 3.145728e+06\n", "regengine_document_memory_bytes ", "regengine_document_memory_waiting 0\n"} {
		if !strings.Contains(metrics, "\n"+name) {
			t.Errorf("the metrics lack %s", name)
		}
	}
	s.stop()
	if code := <-s.ended; code != exitOK {
		t.Errorf("it ended with %d\n%s", code, &s.log)
	}
}

// TestServe_MetricsListen: an address of their own is the only one that has metrics.
func TestServe_MetricsListen(t *testing.T) {
	t.Parallel()
	s := serveInProcess(t, preparedFolder(t, "small"), "--metrics-listen", "127.0.0.1:0")
	if status, _ := s.send(t, inProcessRequest{"GET", "/metrics", ""}); status != http.StatusNotFound {
		t.Errorf("/metrics on the API's address: %d", status)
	}
	if status, _ := s.send(t, inProcessRequest{"GET", "/healthz", ""}); status != http.StatusOK {
		t.Errorf("/healthz: %d", status)
	}
	address := ""
	for known := false; !known; <-time.After(askAgain) { // the log is written now and then
		_, address, known = strings.Cut(s.log.String(), "msg=metrics address=")
	}
	own := &inProcess{BaseURL: "http://" + strings.Fields(address)[0]}
	if status, body := own.send(t, inProcessRequest{"GET", "/metrics", ""}); status != http.StatusOK || !strings.Contains(body, "regengine_http_requests_total") {
		t.Errorf("/metrics on its own: %d %.200s", status, body)
	}
	if status, _ := own.send(t, inProcessRequest{"GET", "/api/v1/projects", ""}); status != http.StatusNotFound {
		t.Errorf("the API on the address of metrics: %d", status)
	}
	s.stop()
	if code := <-s.ended; code != exitOK {
		t.Errorf("it ended with %d\n%s", code, &s.log)
	}
}

// TestServe_ShutdownDelay: a server that was told to end says so first, and is there as
// long as it was told to be.
func TestServe_ShutdownDelay(t *testing.T) {
	t.Parallel()
	s := serveInProcess(t, preparedFolder(t, "small"), "--shutdown-delay", "4s")
	ready, place := inProcessRequest{"GET", "/readyz", ""}, inProcessRequest{"GET", "/api/v1/location/ES-28079", ""}
	s.stop()
	for {
		status, body := s.send(t, ready)
		if status == http.StatusServiceUnavailable {
			break
		}
		if status != http.StatusOK {
			t.Fatalf("/readyz: %d %s", status, body)
		}
	}
	if status, body := s.send(t, place); status != http.StatusOK {
		t.Errorf("while it leaves: %d %s", status, body)
	}
	if code := <-s.ended; code != exitOK {
		t.Errorf("it ended with %d\n%s", code, &s.log)
	}
}

// TestServe_SignIn: the link that is printed signs one browser in, until the key ends.
func TestServe_SignIn(t *testing.T) {
	t.Parallel()
	dir := preparedFolder(t, "small")
	s := serveInProcess(t, dir)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser, stranger := &http.Client{Jar: jar}, &http.Client{}
	inside := func(who *http.Client, path string) bool {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := who.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		page, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(page), `action="/signout"`)
	}
	if !inside(browser, s.SignIn) || !inside(browser, s.BaseURL) {
		t.Error("the link does not sign in")
	}
	if inside(stranger, s.SignIn) {
		t.Error("the link signs in twice")
	}
	var keys []struct {
		ID string `json:"key_id"`
	}
	var out bytes.Buffer
	_ = run(t.Context(), []string{"keys", "list", "--data-dir", dir, "--json"}, nil, &out, io.Discard)
	if err := json.Unmarshal(out.Bytes(), &keys); err != nil || len(keys) != 1 {
		t.Fatalf("%v: %s", err, &out)
	}
	if code := run(t.Context(), []string{"keys", "revoke", keys[0].ID, "--data-dir", dir}, nil, io.Discard, io.Discard); code != exitOK {
		t.Fatalf("keys revoke ended with %d", code)
	}
	for end := time.Now().Add(5 * time.Second); inside(browser, s.BaseURL); {
		if time.Now().After(end) {
			t.Fatal("the session goes on five seconds after its key was revoked")
		}
	}
	s.stop()
	<-s.ended
}

// inProcess is a server in the process of the test.
type inProcess struct {
	BaseURL string `json:"base_url"`
	SignIn  string `json:"sign_in_url"`
	Key     string `json:"api_key"`
	Project string `json:"project_id"`
	log     processLog
	stop    context.CancelFunc
	ended   chan int
}

// serveInProcess serves a data folder until it is stopped, or the test ends.
func serveInProcess(t *testing.T, dir string, flags ...string) *inProcess {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	s := &inProcess{stop: stop, ended: make(chan int, 1)}
	ready, out := io.Pipe()
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		args := append([]string{"serve", "--json", "--listen", "127.0.0.1:0", "--rate-limits", "off", "--data-dir", dir}, flags...)
		s.ended <- run(ctx, args, nil, out, &s.log)
		_ = out.Close()
	}()
	t.Cleanup(func() { // before the folder goes
		stop()
		_ = ready.Close()
		<-gone
	})
	line, err := bufio.NewReader(ready).ReadBytes('\n')
	if err != nil {
		t.Fatalf("the server ended with %d\n%s", <-s.ended, &s.log)
	}
	if err := json.Unmarshal(line, s); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return s
}

type inProcessRequest struct{ method, path, body string }

// requests are one of each kind.
func (s *inProcess) requests() []inProcessRequest {
	check := `{"element":"barrera de protección","parameter":"altura","value":0.85,"unit":"m","geo_id":"ES-28079"}`
	return []inProcessRequest{
		{"GET", "/api/v1/location/search?q=madrid", ""},
		{"GET", "/api/v1/location/ES-28079", ""},
		{"GET", "/api/v1/codes/search?q=norma", ""},
		{"GET", "/api/v1/codes/norma", ""},
		{"GET", "/api/v1/projects", ""},
		{"GET", "/api/v1/project/info?project_id=" + s.Project, ""},
		{"POST", "/api/v1/verify", check},
		{"POST", "/api/v1/verify/batch", `{"checks":[` + check + `,` + check + `]}`},
		{"POST", "/api/v2/ask", `{"query":"¿Qué altura tiene una barrera de protección?"}`},
		{"GET", "/codes/norma/2020", ""},
		{"GET", "/metrics", ""},
	}
}

func (s *inProcess) send(t *testing.T, r inProcessRequest) (status int, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), r.method, s.BaseURL+r.path, strings.NewReader(r.body))
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	request.Header.Set("Authorization", "Bearer "+s.Key)
	if r.body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, fmt.Sprint(err)
	}
	defer answer.Body.Close()
	if told := answer.Header.Get("RateLimit-Policy") + answer.Header.Get("RateLimit"); told != "" {
		t.Errorf("%s tells of a limit though there are none: %s", r.path, told)
	}
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, fmt.Sprint(err)
	}
	return answer.StatusCode, string(text)
}
