package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/note"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// A project deleted while its question is being answered: nothing is answered
// and nothing charged, with the very bytes of a project that never was.
func TestAPI_ProjectDeletedInTurn(t *testing.T) {
	for _, path := range []string{"/api/v2/ask", "/api/v1/ask"} {
		t.Run(path, func(t *testing.T) {
			g := newGate()
			s := newServer(t, httpapitest.Setup{Model: g})
			before := balance(t, s)
			absent := call(t, s, http.MethodPost, "/api/v2/ask", `{"query":"x","project_id":"`+httpapitest.AbsentProject+`"}`)
			done := make(chan *httptest.ResponseRecorder)
			go func() { done <- call(t, s, http.MethodPost, path, question) }()
			<-g.entered
			if w := call(t, s, http.MethodDelete, "/api/v1/projects/"+httpapitest.ActiveProject, ""); w.Code != http.StatusNoContent {
				t.Fatalf("delete: %d %s", w.Code, w.Body)
			}
			close(g.open)
			w := <-done
			if w.Code != http.StatusNotFound || w.Body.String() != absent.Body.String() {
				t.Errorf("%d %s, want %d %s", w.Code, w.Body, absent.Code, absent.Body)
			}
			if spent := before - balance(t, s); spent != 0 {
				t.Errorf("%d credits spent, want 0", spent)
			}
		})
	}
}

// A user has as many turns at once as the plan says, of both versions together.
func TestAPI_TurnsAtOnce(t *testing.T) {
	g := newGate()
	s := newServer(t, httpapitest.Setup{Model: g, Plan: func(p *access.Plan) { p.ParallelTurns = 2 }, Meter: func(o *access.MeterOptions) {
		o.AtOnce = []access.Bound{{Operations: httpapi.TurnOperations()}}
	}})
	var running sync.WaitGroup
	for _, path := range []string{"/api/v2/ask", "/api/v1/ask"} {
		running.Go(func() {
			if w := call(t, s, http.MethodPost, path, question); w.Code != http.StatusOK {
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
		})
		<-g.entered
	}
	if w := get(t, s, "/metrics"); !strings.Contains(w.Body.String(), "regengine_ask_turns_running 2\n") {
		t.Errorf("the metric of running turns: %s", w.Body)
	}
	before := balance(t, s)
	for _, path := range []string{"/api/v2/ask", "/api/v1/ask"} {
		w := call(t, s, http.MethodPost, path, question)
		if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), `"rate_limit_exceeded"`) ||
			!strings.Contains(w.Body.String(), "as the plan lets run at once") {
			t.Errorf("%s as a third: %d %s", path, w.Code, w.Body)
		}
	}
	if left := balance(t, s); left != before {
		t.Errorf("a refused turn cost %d credits", before-left)
	}
	if w := call(t, s, http.MethodPost, "/api/v2/ask", `{"query":"x","project_id":"`+httpapitest.EmptyProject+`"}`); w.Code != http.StatusOK {
		t.Errorf("of a project with nothing selected, for which nothing runs: %d %s", w.Code, w.Body)
	}
	close(g.open)
	running.Wait()
}

// A turn that a crash interrupted says so once it is swept, and cost nothing.
func TestAPI_Turn_Interrupted(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	id := access.NewID()
	crashed := access.Request{ID: id, OrganizationID: s.Keys.Organization, UserID: s.Keys.User, Operation: "ask", Credits: 1, CreatedAt: s.Clock.Now()}
	if _, _, err := s.Stores.Reserve(t.Context(), crashed); err != nil {
		t.Fatal(err)
	}
	if w := get(t, s, "/api/v2/ask/"+id); !strings.Contains(w.Body.String(), `"status":"in_progress"`) {
		t.Errorf("before it is swept: %s", w.Body)
	}
	before := balance(t, s)
	s.Clock.Advance(46 * time.Second)
	if err := s.Meter.SweepOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	w := get(t, s, "/api/v2/ask/"+id)
	if w.Code != 200 || !strings.Contains(w.Body.String(), `"status":"interrupted","detail":"The service ended before the turn did, and its credit was given back: ask again.","credits":0,"response":null}`) {
		t.Errorf("after: %d %s", w.Code, w.Body)
	}
	if back := balance(t, s) - before; back != 1 {
		t.Errorf("%d credits given back, want 1", back)
	}
}

var searches = []string{"", "anchura útil de escalera", "escaleras de uso general", "barreras de protección"}

// down is a Model that searches, and fails from the n-th step on.
type down struct {
	steps atomic.Int32
	from  int32
}

func (m *down) Next(_ context.Context, t *ask.Transcript) (ask.Step, error) {
	if m.steps.Add(1) >= m.from {
		return ask.Step{}, errors.New("the model is down")
	}
	usage := ask.Usage{Requests: 1, Input: 1000, Output: 100}
	if !t.Final && t.Round < 4 {
		return ask.Step{Usage: usage, Calls: []ask.Call{ask.NewCall(ask.SearchRegulations, map[string]any{ask.ArgQueries: []string{searches[t.Round]}})}}, nil
	}
	p := t.Results[0].Passages[0]
	return ask.Step{Usage: usage, Draft: fmt.Sprintf("La anchura útil mínima de una escalera de uso general es de 1,00 m [[%s]].", p.Handle)}, nil
}

// The model is down from each step of a turn on: a turn is charged if and only if
// its answer was stored, and an answer is given if and only if it is charged.
func TestAPI_ModelDown(t *testing.T) {
	for _, fallback := range []ask.Model{nil, note.New(nil)} {
		for from := int32(1); from <= 6; from++ {
			t.Run(fmt.Sprintf("fallback %v from step %d", fallback != nil, from), func(t *testing.T) {
				s := newServer(t, httpapitest.Setup{Model: &down{from: from}, Change: func(d *httpapi.Deps, _ *httpapi.Options) { d.Fallback = fallback }})
				before := balance(t, s)
				w := call(t, s, http.MethodPost, "/api/v2/ask", question)
				turn := get(t, s, "/api/v2/ask/"+w.Header().Get("X-Turn-Id")).Body.String()
				stored := strings.Contains(turn, `"status":"answered"`)
				spent := before - balance(t, s)
				if answered := w.Code == http.StatusOK; answered != stored || stored != (spent == 1) || spent > 1 {
					t.Errorf("answered %d, stored %v, %d credits: %s %s", w.Code, stored, spent, w.Body, turn)
				}
				if w.Code != http.StatusOK && w.Code != http.StatusServiceUnavailable {
					t.Errorf("%d %s", w.Code, w.Body)
				}
				if (from > 1 || fallback != nil) && w.Code != http.StatusOK {
					t.Errorf("what was found is not answered with: %d %s", w.Code, w.Body)
				}
			})
		}
	}
}

// A model that cannot be reached at all is done without: one search is made with the
// question, whatever it finds, and the answer says that the model gave none.
func TestAPI_ModelUnreachable(t *testing.T) {
	for name, tt := range map[string]struct{ query, want string }{
		"Found":    {"¿Qué anchura útil mínima tiene una escalera de uso general?", "1,00 m"},
		"NotFound": {"¿Cuántas xilófagas caben en un zeppelín?", "No lo he encontrado"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, httpapitest.Setup{Model: &down{from: 1}, Change: func(d *httpapi.Deps, _ *httpapi.Options) { d.Fallback = note.New(nil) }})
			before := balance(t, s)
			w := call(t, s, http.MethodPost, "/api/v2/ask", `{"query":"`+tt.query+`"}`)
			var got struct {
				Answer, Form string
				Searches     int
			}
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusOK {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
			if !strings.HasPrefix(got.Answer, "Aviso: el modelo de lenguaje no ha dado respuesta") || !strings.Contains(got.Answer, tt.want) || got.Form != "notice" || got.Searches < 1 {
				t.Errorf("%+v", got)
			}
			if spent := before - balance(t, s); spent != 1 {
				t.Errorf("%d credits, want 1", spent)
			}
		})
	}
}

// lostLedger cannot store an answer.
type lostLedger struct{ access.Ledger }

func (lostLedger) Commit(context.Context, string, []byte, time.Time) error { return access.ErrNotFound }

// An answer that cannot be stored is not given, whole or in pieces.
func TestAPI_AnswerNotStored(t *testing.T) {
	stores := httpapitest.MemoryStores()
	stores.Ledger = lostLedger{stores.Ledger}
	s := httpapitest.NewServer(t, stores, httpapitest.Setup{})
	if w := call(t, s, http.MethodPost, "/api/v2/ask", question); w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "anchura") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	events := readEvents(t, stream(t, s, s.Keys.Main, question).Body)
	if got := names(events); got != "round search round error" {
		t.Errorf("events: %s: %v", got, events)
	}
}

func TestAPI_TurnMetrics(t *testing.T) {
	model := &down{from: 100}
	s := newServer(t, httpapitest.Setup{Model: model, Change: func(d *httpapi.Deps, _ *httpapi.Options) {
		d.ModelPrice = httpapi.ModelPrice{InputPerMillion: 2, OutputPerMillion: 10, Currency: "EUR"}
	}})
	w := call(t, s, http.MethodPost, "/api/v2/ask", question)
	var answer httpapi.AskAnswer
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	steps := int(model.steps.Load())
	want := map[string]float64{
		`turns_total{outcome="answered"}`: 1, "turns_running": 0, "rounds_total": float64(answer.Iterations), "searches_total": float64(answer.Searches),
		"model_requests_total": float64(steps), `tokens_total{direction="input"}`: float64(1000 * steps), `tokens_total{direction="output"}`: float64(100 * steps),
		`cost_total{currency="EUR"}`: 0.003 * float64(steps),
	}
	shown := get(t, s, "/metrics").Body.String()
	for name, value := range want {
		if line := fmt.Sprintf("regengine_ask_%s %v\n", name, value); !strings.Contains(shown, line) {
			t.Errorf("no line %q", line)
		}
	}
	if answer.Searches != 3 {
		t.Errorf("%d searches, want 3", answer.Searches)
	}
}

// reader is a Model that searches the project's documents and cites the first
// passage.
type reader struct{}

func (reader) Next(_ context.Context, t *ask.Transcript) (ask.Step, error) {
	for _, r := range t.Results {
		for _, p := range r.Passages {
			return ask.Step{Draft: p.Text + " [[" + p.Handle + "]]"}, nil
		}
	}
	if t.Final || len(t.Results) > 0 {
		return ask.Step{Draft: "No consta."}, nil
	}
	return ask.Step{Calls: []ask.Call{ask.NewCall(ask.SearchDocuments, map[string]any{ask.ArgQueries: []string{t.Question.Text}})}}, nil
}

// A source that is a document of the project has the file's name and no link,
// and a project with documents alone is answered from them.
func TestAPI_Ask_UserDocument(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Model: reader{}})
	path := "/api/v1/projects/" + httpapitest.EmptyProject
	w := call(t, s, http.MethodPost, path+"/documents?name=memoria+del+solar.txt", "La escalera del portal tiene una anchura útil de 1,20 m.")
	if w.Code != http.StatusCreated {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	answer := call(t, s, http.MethodPost, "/api/v2/ask", `{"query":"¿Qué anchura útil tiene la escalera?","project_id":"`+httpapitest.EmptyProject+`"}`)
	body := answer.Body.String()
	if answer.Code != http.StatusOK || !strings.Contains(body, `"citation_type":"user_document","document_title":"memoria del solar.txt"`) || strings.Contains(body, `"url":`) {
		t.Errorf("%d %s", answer.Code, body)
	}
}

// Another organization's question never reaches the documents of a project.
func TestAPI_Projects_OfAnother(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	for _, key := range []string{s.Keys.None, s.Keys.Poor} {
		r := httptest.NewRequest(http.MethodGet, "/api/v1/projects/"+httpapitest.ActiveProject+"/documents", nil)
		r.Header.Set("Authorization", "Bearer "+key)
		w := httptest.NewRecorder()
		s.API.ServeHTTP(w, r)
		if w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "memoria") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
}

// The answers about a project are gone with it: they quote what it held.
func TestAPI_GetTurn_ProjectDeleted(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	w := call(t, s, http.MethodPost, "/api/v2/ask", question)
	turn := "/api/v2/ask/" + w.Header().Get("X-Turn-Id")
	if w := get(t, s, turn); w.Code != http.StatusOK {
		t.Fatalf("the turn: %d %s", w.Code, w.Body)
	}
	if w := call(t, s, http.MethodDelete, "/api/v1/projects/"+httpapitest.ActiveProject, ""); w.Code != http.StatusNoContent {
		t.Fatalf("delete: %d %s", w.Code, w.Body)
	}
	absent := get(t, s, "/api/v2/ask/"+httpapitest.AbsentProject)
	if w := get(t, s, turn); w.Code != http.StatusNotFound || w.Body.String() != absent.Body.String() {
		t.Errorf("after its project was deleted: %d %s, want %s", w.Code, w.Body, absent.Body)
	}
}

// A regulation taken out of the project while its question is being answered is
// not cited: it is in the project's scope no more (CITATIONS M3).
func TestAPI_UnselectedInTurn(t *testing.T) {
	g := newGate()
	s := newServer(t, httpapitest.Setup{Model: searchedFirst{g}})
	done := make(chan *httptest.ResponseRecorder)
	go func() { done <- call(t, s, http.MethodPost, "/api/v2/ask", question) }()
	<-g.entered
	var info struct{ Collections []struct{ Slug string } }
	if err := json.Unmarshal(get(t, s, "/api/v1/project/info").Body.Bytes(), &info); err != nil {
		t.Fatal(err)
	}
	for _, c := range info.Collections {
		if w := call(t, s, http.MethodDelete, "/api/v1/projects/"+httpapitest.ActiveProject+"/collections/"+c.Slug, ""); w.Code != http.StatusNoContent {
			t.Fatalf("unselect %s: %d %s", c.Slug, w.Code, w.Body)
		}
	}
	close(g.open)
	var answer struct{ Sources []any }
	w := <-done
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK || len(answer.Sources) > 0 {
		t.Errorf("want an answer without sources, got %d %s", w.Code, w.Body)
	}
}

// searchedFirst searches, then waits at the gate, and then cites what it found.
type searchedFirst struct{ gate *gate }

func (m searchedFirst) Next(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
	if len(t.Results) == 0 {
		return ask.Step{Calls: []ask.Call{ask.NewCall(ask.SearchRegulations, map[string]any{ask.ArgQueries: []string{t.Question.Text}})}}, nil
	}
	if _, err := m.gate.Next(ctx, t); err != nil {
		return ask.Step{}, err
	}
	p := t.Results[0].Passages[0]
	return ask.Step{Draft: p.Text + " [[" + p.Handle + "]]"}, nil
}
