package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

const question = `{"query":"¿Qué anchura útil tiene una escalera?"}`

func TestAPI_Idempotency(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	for _, path := range []string{"/api/v2/ask", "/api/v1/ask"} {
		key := "key" + strings.ReplaceAll(path, "/", "-")
		before := balance(t, s)
		first := call(t, s, http.MethodPost, path, question, "Idempotency-Key", key)
		again := call(t, s, http.MethodPost, path, question, "Idempotency-Key", key)
		if first.Code != 200 || again.Code != 200 || !bytes.Equal(first.Body.Bytes(), again.Body.Bytes()) {
			t.Fatalf("%s: %d %s, then %d %s", path, first.Code, first.Body, again.Code, again.Body)
		}
		if first.Header().Get("Idempotency-Replayed") != "" || again.Header().Get("Idempotency-Replayed") != "true" {
			t.Errorf("%s: replayed %q, then %q", path, first.Header().Get("Idempotency-Replayed"), again.Header().Get("Idempotency-Replayed"))
		}
		if first.Header().Get("X-Turn-Id") != again.Header().Get("X-Turn-Id") {
			t.Errorf("%s: another turn", path)
		}
		if spent := before - balance(t, s); spent != 1 {
			t.Errorf("%s: %d credits spent, want 1", path, spent)
		}
		other := call(t, s, http.MethodPost, path, `{"query":"otra"}`, "Idempotency-Key", key)
		if other.Code != http.StatusUnprocessableEntity || !strings.Contains(other.Body.String(), `"header.Idempotency-Key"`) {
			t.Errorf("%s: the key of another request: %d %s", path, other.Code, other.Body)
		}
	}
}

// Turns are listed for who asked, of one project or all, while their project is there.
func TestAPI_listTurns(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	made := call(t, s, http.MethodPost, "/api/v1/projects", `{"name":"x","geo_id":"ES-28079","collections":["cte-db-sua"]}`).Header().Get("Location")
	project := strings.TrimPrefix(made, "/api/v1/projects/")
	for _, body := range []string{question, `{"query":"¿Y un pasamanos?","project_id":"` + project + `"}`} {
		if w := call(t, s, http.MethodPost, "/api/v2/ask", body); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"query":"¿`) {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		s.Clock.Advance(time.Minute)
	}
	listed := func(path string) (queries []string) {
		var answer httpapi.TurnListResponse
		if w := call(t, s, http.MethodGet, path, ""); w.Code != http.StatusOK || json.Unmarshal(w.Body.Bytes(), &answer) != nil || answer.Total != len(answer.Turns) {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		for _, turn := range answer.Turns {
			queries = append(queries, turn.Query)
		}
		return queries
	}
	want := []string{"¿Y un pasamanos?", "¿Qué anchura útil tiene una escalera?"}
	for path, want := range map[string][]string{
		"/api/v2/turns": want, "/api/v2/turns?project_id=": want, "/api/v2/turns?project_id=" + project: want[:1], "/api/v2/turns?project_id=" + strings.ToUpper(httpapitest.ActiveProject): want[1:],
	} {
		if got := listed(path); !slices.Equal(got, want) {
			t.Errorf("%s lists %q", path, got)
		}
	}
	for _, id := range []string{httpapitest.ForeignProject, httpapitest.AbsentProject} {
		if w := call(t, s, http.MethodGet, "/api/v2/turns?project_id="+id, ""); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", id, w.Code)
		}
	}
	call(t, s, http.MethodDelete, made, "")
	if got := listed("/api/v2/turns"); !slices.Equal(got, want[1:]) {
		t.Errorf("without the project: %q", got)
	}
	s.Clock.Advance(25 * time.Hour)
	if got := listed("/api/v2/turns"); len(got) != 0 {
		t.Errorf("a day later: %q", got)
	}
}

func balance(t testing.TB, s *httpapitest.Server) int64 {
	t.Helper()
	balance, err := s.Stores.GetBalance(t.Context(), s.Keys.Organization)
	if err != nil {
		t.Fatal(err)
	}
	return balance.Left
}

func TestAPI_Credits(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	for _, test := range []struct {
		path, body string
		status     int
		cost       int64
	}{
		{"/api/v2/ask", question, 200, 1},
		{"/api/v2/ask", `{"query":"x","project_id":"` + httpapitest.EmptyProject + `"}`, 200, 0},
		{"/api/v2/ask", `{"query":""}`, 422, 0},
		{"/api/v2/ask", `{"query":"x","project_id":"` + httpapitest.AbsentProject + `"}`, 404, 0},
		{"/api/v1/ask", question, 200, 1},
		{"/api/v1/verify", `{"element":"x","parameter":"y","value":1,"unit":"m","geo_id":"ES-28079"}`, 200, 1},
		{"/api/v1/verify", `{"element":"x","parameter":"y","value":1,"unit":"m","geo_id":"ES-28999"}`, 404, 0},
	} {
		before := balance(t, s)
		w := call(t, s, http.MethodPost, test.path, test.body)
		if cost := before - balance(t, s); w.Code != test.status || cost != test.cost {
			t.Errorf("%s %s: status %d, cost %d; want %d, %d", test.path, test.body, w.Code, cost, test.status, test.cost)
		}
	}
}

// gate is a Model that waits to be let through.
type gate struct {
	entered chan struct{}
	open    chan struct{}
}

func newGate() *gate { return &gate{make(chan struct{}, 1), make(chan struct{})} }

func (g *gate) Next(ctx context.Context, _ *ask.Transcript) (ask.Step, error) {
	select {
	case g.entered <- struct{}{}:
	case <-g.open:
	}
	select {
	case <-g.open:
		return ask.Step{Draft: "Nada."}, nil
	case <-ctx.Done():
		return ask.Step{}, ctx.Err()
	}
}

// A turn whose client goes away goes on, is charged, and is found again.
func TestAPI_DetachedTurn(t *testing.T) {
	g := newGate()
	s := newServer(t, httpapitest.Setup{Model: g})
	before := balance(t, s)
	ctx, leave := context.WithCancel(t.Context())
	done := make(chan *httptest.ResponseRecorder)
	go func() {
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/api/v2/ask", strings.NewReader(question))
		r.Header.Set("Authorization", "Bearer "+s.Keys.Main)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "detached")
		w := httptest.NewRecorder()
		s.API.ServeHTTP(w, r)
		done <- w
	}()
	<-g.entered
	leave()
	w := <-done
	turn := w.Header().Get("X-Turn-Id")
	if turn == "" || w.Body.Len() != 0 {
		t.Fatalf("the client that left got turn %q and %q", turn, w.Body)
	}
	running := get(t, s, "/api/v2/ask/"+turn)
	if running.Code != 200 || !strings.Contains(running.Body.String(), `"status":"in_progress",`) {
		t.Errorf("while it runs: %d %s", running.Code, running.Body)
	}
	if again := call(t, s, http.MethodPost, "/api/v2/ask", question, "Idempotency-Key", "detached"); again.Code != http.StatusConflict || again.Header().Get("Retry-After") == "" {
		t.Errorf("the same request while it runs: %d %s", again.Code, again.Body)
	}
	close(g.open)
	if err := s.Meter.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	found := get(t, s, "/api/v2/ask/"+strings.ToUpper(turn))
	if found.Code != 200 || !strings.Contains(found.Body.String(), `"credits":1,"response":{"answer":"`) {
		t.Errorf("when it is done: %d %s", found.Code, found.Body)
	}
	if spent := before - balance(t, s); spent != 1 {
		t.Errorf("%d credits spent, want 1", spent)
	}
	s.Clock.Advance(24*time.Hour + time.Second)
	if late := get(t, s, "/api/v2/ask/"+turn); late.Code != http.StatusNotFound {
		t.Errorf("after a day: %d", late.Code)
	}
	if w := get(t, s, "/api/v2/ask/"+turn, "Authorization", ""); w.Code != http.StatusUnauthorized {
		t.Errorf("two Authorization headers: %d", w.Code)
	}
}

// patientProjects looks a project up only when the client is known to have left.
type patientProjects struct {
	httpapi.Projects
	left <-chan struct{}
}

func (p patientProjects) Info(ctx context.Context, m projects.Member, id string) (*projects.Info, error) {
	<-p.left
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if _, bounded := ctx.Deadline(); !bounded {
		return nil, errors.New("nothing bounds the look-up")
	}
	return p.Projects.Info(ctx, m, id)
}

// lastRead is a body after which the client leaves: net/http does not notice
// any earlier.
type lastRead struct {
	io.Reader
	leave func()
}

func (r *lastRead) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if err != nil {
		r.leave()
	}
	return n, err
}

// A client that leaves before its project was looked up has asked all the same.
func TestAPI_DetachedLookUp(t *testing.T) {
	for _, path := range []string{"/api/v2/ask", "/api/v1/ask"} {
		t.Run(path, func(t *testing.T) {
			ctx, leave := context.WithCancel(t.Context())
			s := newServer(t, httpapitest.Setup{Change: func(d *httpapi.Deps, _ *httpapi.Options) {
				d.Projects = patientProjects{d.Projects, ctx.Done()}
			}})
			before := balance(t, s)
			r := httptest.NewRequestWithContext(ctx, http.MethodPost, path, &lastRead{strings.NewReader(question), leave})
			r.Header.Set("Authorization", "Bearer "+s.Keys.Main)
			r.Header.Set("Content-Type", "application/json")
			s.API.ServeHTTP(httptest.NewRecorder(), r)
			if err := s.Meter.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
			if spent := before - balance(t, s); spent != 1 {
				t.Errorf("%d credits spent, want 1: %s", spent, s.Logs)
			}
		})
	}
}

func TestAPI_Turn_OfAnother(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	turn := call(t, s, http.MethodPost, "/api/v2/ask", question).Header().Get("X-Turn-Id")
	r := httptest.NewRequest(http.MethodGet, "/api/v2/ask/"+turn, nil)
	r.Header.Set("Authorization", "Bearer "+s.Keys.None)
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, r)
	absent := get(t, s, "/api/v2/ask/"+httpapitest.AbsentProject)
	if w.Code != http.StatusNotFound || !bytes.Equal(w.Body.Bytes(), absent.Body.Bytes()) {
		t.Errorf("another's turn: %d %s; an absent one: %d %s", w.Code, w.Body, absent.Code, absent.Body)
	}
}

// failing is a Model that never answers.
type failing struct{}

func (failing) Next(context.Context, *ask.Transcript) (ask.Step, error) {
	return ask.Step{}, errors.New("secret provider text")
}

func TestAPI_ModelFails(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Model: failing{}})
	before := balance(t, s)
	w := call(t, s, http.MethodPost, "/api/v2/ask", question)
	if w.Code != http.StatusServiceUnavailable || strings.Contains(w.Body.String(), "secret") || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if balance(t, s) != before {
		t.Error("a failed turn is charged")
	}
	if turn := get(t, s, "/api/v2/ask/"+w.Header().Get("X-Turn-Id")); !strings.Contains(turn.Body.String(), `"status":"failed",`) {
		t.Errorf("the turn: %d %s", turn.Code, turn.Body)
	}
}
