package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
)

// stairs is the question whose model waits.
const stairs = "¿Qué anchura útil tiene una escalera de uso general?"

// waitingModel is a language model's server that keeps a question of a turn
// waiting until it is let go, and answers everything else at once.
type waitingModel struct {
	*httptest.Server
	entered chan struct{}
	release chan struct{}
}

func newWaitingModel(t *testing.T) *waitingModel {
	t.Helper()
	m := &waitingModel{entered: make(chan struct{}, 16), release: make(chan struct{})}
	m.Server = httptest.NewServer(http.HandlerFunc(m.answer))
	t.Cleanup(m.Close)
	return m
}

func (m *waitingModel) answer(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	if bytes.Contains(body, []byte("anchura")) {
		m.entered <- struct{}{}
		select {
		case <-m.release:
		case <-r.Context().Done():
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"id":"1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop",`+
		`"message":{"role":"assistant","content":"No consta en las fuentes."}}],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}`)
}

// process is the real binary, serving.
type process struct {
	*exec.Cmd
	BaseURL string `json:"base_url"`
	Key     string `json:"api_key"`
	Project string `json:"project_id"`
	log     processLog
}

// processLog is what a process wrote so far; it is read while the process writes on.
type processLog struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (b *processLog) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.Write(p)
}

func (b *processLog) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.String()
}

// startProcess runs "regengine serve" on a folder until it is ready.
func startProcess(t *testing.T, dir string, flags ...string) *process {
	t.Helper()
	return startProcessOn(t, dir, append([]string{"--data-dir", dir}, flags...)...)
}

// startProcessOn is startProcess with the flags that name the database.
func startProcessOn(t *testing.T, dir string, flags ...string) *process {
	t.Helper()
	path, err := exec.LookPath("regengine")
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.Command(path, append([]string{"serve", "--json", "--listen", "127.0.0.1:0", "--rate-limits", "off"}, flags...)...)}
	p.Dir, p.Env, p.Stderr = dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GORACE=atexit_sleep_ms=0"}, &p.log
	stdout, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill() })
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	if err != nil {
		t.Fatalf("the server ended: %v %v\n%s", err, p.Wait(), &p.log)
	}
	if err := json.Unmarshal(line, p); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return p
}

// do sends a request of the demo user. The body of the answer is the caller's.
func (p *process) do(ctx context.Context, method, path, body, accept string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, p.BaseURL+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+p.Key)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", accept)
	return http.DefaultClient.Do(r)
}

func (p *process) question() string {
	return fmt.Sprintf(`{"query":%q,"project_id":%q}`, stairs, p.Project)
}

// A server that is told to stop answers the questions under way first, those
// whose clients wait and those whose clients have gone.
func TestServe_StopsAfterTurns(t *testing.T) {
	t.Parallel()
	model, dir := newWaitingModel(t), preparedFolder(t, "small")
	p := startProcess(t, dir, "--model-url", model.URL+"/v1", "--model", "m")
	answered := make(chan string, 1)
	go func() {
		w, err := p.do(t.Context(), http.MethodPost, "/api/v2/ask", p.question(), "application/json")
		if err != nil {
			answered <- err.Error()
			return
		}
		defer w.Body.Close()
		body, err := io.ReadAll(w.Body)
		answered <- fmt.Sprint(w.StatusCode, string(body), err)
	}()
	ctx, leave := context.WithCancel(t.Context())
	streamed, err := p.do(ctx, http.MethodPost, "/api/v2/ask", p.question(), "text/event-stream")
	if err != nil {
		t.Fatal(err)
	}
	left := streamed.Header.Get("X-Turn-Id")
	<-model.entered
	<-model.entered
	leave()
	_ = streamed.Body.Close()

	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	awaitRefusal(t, p.BaseURL)
	select {
	case early := <-answered:
		t.Fatalf("answered before the model was: %s", early)
	default:
	}
	close(model.release)
	if got := <-answered; !strings.HasPrefix(got, `200{"answer":`) {
		t.Errorf("who waited got %s", got)
	}
	if err := p.Wait(); err != nil {
		t.Errorf("the server ended with %v\n%s", err, &p.log)
	}
	rec := recordOf(t, dir, left)
	if rec.State != access.Committed || !bytes.HasPrefix(rec.Reply, []byte(`{"answer":`)) {
		t.Errorf("the turn whose client has gone: %s %s", rec.State, rec.Reply)
	}
}

// awaitRefusal waits until an address takes no more connections.
func awaitRefusal(t *testing.T, base string) {
	t.Helper()
	for {
		conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
		if err != nil {
			return
		}
		_ = conn.Close()
		<-time.After(askAgain)
	}
}

// recordOf reads a turn out of the database of a server that has ended.
func recordOf(t *testing.T, dir, turn string) access.Record {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(dir, databaseIn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rec, err := db.GetRequest(t.Context(), demoUser, turn)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := db.GetBalance(t.Context(), demoOrganization); err != nil || b.Reserved != 0 {
		t.Errorf("balance %+v, %v: want nothing reserved", b, err)
	}
	return rec
}

// A turn of a server that was killed is interrupted when its lease has run out, and its
// credit given back.
func TestServe_Killed(t *testing.T) {
	t.Parallel()
	needAll(t, "a lease ends after 45 s")
	model, dir := newWaitingModel(t), preparedFolder(t, "small")
	p := startProcess(t, dir, "--model-url", model.URL+"/v1", "--model", "m")
	streamed, err := p.do(t.Context(), http.MethodPost, "/api/v2/ask", p.question(), "text/event-stream")
	if err != nil {
		t.Fatal(err)
	}
	defer streamed.Body.Close()
	turn := streamed.Header.Get("X-Turn-Id")
	<-model.entered
	_ = p.Process.Kill()
	_ = p.Wait()

	p = startProcess(t, dir)
	for p.turnStatus(t, turn) != "interrupted" {
		<-time.After(time.Second)
	}
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
	if rec := recordOf(t, dir, turn); rec.State != access.Interrupted {
		t.Errorf("state %s", rec.State)
	}
}

func (p *process) turnStatus(t *testing.T, turn string) string {
	t.Helper()
	w, err := p.do(t.Context(), http.MethodGet, "/api/v2/ask/"+turn, "", "application/json")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	var answer struct{ Status string }
	if err := json.NewDecoder(w.Body).Decode(&answer); err != nil || answer.Status == "" {
		t.Fatalf("%d %v", w.StatusCode, err)
	}
	return answer.Status
}
