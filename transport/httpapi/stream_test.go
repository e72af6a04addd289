package httpapi_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// sent is one event as a client reads it.
type sent struct{ name, data string }

// readEvents reads a stream to its end. Comments are left out.
func readEvents(t *testing.T, r io.Reader) []sent {
	t.Helper()
	var list []sent
	var e sent
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "event":
			e.name = value
		case "data":
			e.data = value
			if !json.Valid([]byte(value)) {
				t.Errorf("the data of %s is no JSON: %s", e.name, value)
			}
		case "":
			if e.name != "" {
				list = append(list, e)
			}
			e = sent{}
		default:
			t.Errorf("line %q", lines.Text())
		}
	}
	if err := lines.Err(); err != nil {
		t.Error(err)
	}
	return list
}

// stream sends a request over a real connection and asks for events.
func stream(t *testing.T, s *httpapitest.Server, key, body string, header ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/v2/ask", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Body.Close() })
	return w
}

func names(list []sent) string {
	var words []string
	for _, e := range list {
		words = append(words, e.name)
	}
	return strings.Join(slices.Compact(words), " ")
}

func TestAPI_Stream(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Limiter: withLimiter})
	before := balance(t, s)
	w := stream(t, s, s.Keys.Main, question, "Idempotency-Key", "streamed")
	for name, want := range map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no", "Content-Length": "", "Content-Encoding": "",
		"RateLimit": `"intelligence";r=19;t=60`,
	} {
		if got := w.Header.Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	events := readEvents(t, w.Body)
	if got := names(events); w.StatusCode != http.StatusOK || got != "round search round source token answer" {
		t.Fatalf("%d: %s", w.StatusCode, got)
	}
	answer := events[len(events)-1].data
	var whole httpapi.AskAnswer
	if err := json.Unmarshal([]byte(answer), &whole); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, e := range events {
		var piece httpapi.TokenEvent
		if e.name == "token" && json.Unmarshal([]byte(e.data), &piece) == nil {
			text.WriteString(piece.Text)
		}
	}
	if text.String() != whole.Answer {
		t.Errorf("the pieces are %q, the answer %q", text.String(), whole.Answer)
	}
	if spent := before - balance(t, s); spent != 1 {
		t.Errorf("%d credits spent, want 1", spent)
	}

	plain := call(t, s, http.MethodPost, "/api/v2/ask", question, "Idempotency-Key", "streamed")
	if plain.Body.String() != answer {
		t.Errorf("the answer streamed is %s\nthe JSON response %s", answer, plain.Body)
	}
	again := stream(t, s, s.Keys.Main, question, "Idempotency-Key", "streamed")
	if events := readEvents(t, again.Body); len(events) != 1 || events[0] != (sent{"answer", answer}) || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("replayed %q: %v", again.Header.Get("Idempotency-Replayed"), events)
	}
	if turn := w.Header.Get("X-Turn-Id"); turn == "" || again.Header.Get("X-Turn-Id") != turn || !strings.Contains(get(t, s, "/api/v2/ask/"+turn).Body.String(), answer) {
		t.Errorf("the turn %q, then %q", turn, again.Header.Get("X-Turn-Id"))
	}
}

func TestAPI_Stream_NothingSelected(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	before := balance(t, s)
	w := stream(t, s, s.Keys.Main, `{"query":"x","project_id":"`+httpapitest.EmptyProject+`"}`)
	events := readEvents(t, w.Body)
	if names(events) != "answer" || !strings.Contains(events[0].data, `"sources":[]`) || !strings.Contains(events[0].data, `"iterations":0`) || w.Header.Get("X-Turn-Id") != "" {
		t.Errorf("turn %q: %v", w.Header.Get("X-Turn-Id"), events)
	}
	if balance(t, s) != before {
		t.Error("it is charged")
	}
}

// What is refused before a turn begins is answered as without events.
func TestAPI_Stream_Refused(t *testing.T) {
	g := newGate()
	s := newServer(t, httpapitest.Setup{Model: g, Plan: func(p *access.Plan) { p.ParallelTurns = 1 }, Meter: func(o *access.MeterOptions) {
		o.AtOnce = []access.Bound{{Operations: httpapi.TurnOperations()}}
	}})
	done := make(chan struct{})
	go func() {
		defer close(done)
		call(t, s, http.MethodPost, "/api/v2/ask", question, "Idempotency-Key", "first")
	}()
	defer func() { close(g.open); <-done }()
	<-g.entered // by the first turn
	for name, test := range map[string]struct {
		key, body string
		status    int
		code      string
	}{
		"ErrValidation": {s.Keys.Main, `{"query":""}`, 422, `"errors":`},
		"ErrKey":        {"x", question, 401, "unauthorized"},
		"ErrProject":    {s.Keys.Main, `{"query":"x","project_id":"` + httpapitest.AbsentProject + `"}`, 404, "project_not_found"},
		"ErrActive":     {s.Keys.None, question, 400, "no_active_project"},
		"ErrQuota":      {s.Keys.Poor, question, 429, "quota_exceeded"},
		"ErrBusy":       {s.Keys.Main, question, 429, "rate_limit_exceeded"},
	} {
		t.Run(name, func(t *testing.T) {
			w := stream(t, s, test.key, test.body)
			body, err := io.ReadAll(w.Body)
			if err != nil || w.StatusCode != test.status || w.Header.Get("Content-Type") != "application/problem+json" || !strings.Contains(string(body), test.code) {
				t.Errorf("%d %s %s %v", w.StatusCode, w.Header.Get("Content-Type"), body, err)
			}
			if busy := test.code == "rate_limit_exceeded"; busy && w.Header.Get("Retry-After") == "" {
				t.Error("no Retry-After")
			}
		})
	}
}

func TestAPI_Stream_Error(t *testing.T) {
	s := newServer(t, httpapitest.Setup{Model: failing{}})
	before := balance(t, s)
	w := stream(t, s, s.Keys.Main, question)
	events := readEvents(t, w.Body)
	last := events[len(events)-1]
	if w.StatusCode != http.StatusOK || last.name != "error" || !strings.Contains(last.data, `"status":503`) || strings.Contains(last.data, "secret") {
		t.Errorf("%d %v", w.StatusCode, events)
	}
	if balance(t, s) != before {
		t.Error("a failed turn is charged")
	}
	if turn := get(t, s, "/api/v2/ask/"+w.Header.Get("X-Turn-Id")); !strings.Contains(turn.Body.String(), `"status":"failed"`) {
		t.Errorf("the turn: %s", turn.Body)
	}
}

// A client that hangs up in the middle of a stream finds its answer.
func TestAPI_Stream_Left(t *testing.T) {
	g := newGate()
	s := newServer(t, httpapitest.Setup{Model: g})
	before := balance(t, s)
	w := stream(t, s, s.Keys.Main, question)
	<-g.entered
	if err := w.Body.Close(); err != nil {
		t.Fatal(err)
	}
	close(g.open)
	if err := s.Meter.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if spent := before - balance(t, s); spent != 1 {
		t.Errorf("%d credits spent, want 1", spent)
	}
	if turn := get(t, s, "/api/v2/ask/"+w.Header.Get("X-Turn-Id")); !strings.Contains(turn.Body.String(), `"status":"answered"`) {
		t.Errorf("the turn: %s", turn.Body)
	}
}

// slowModel drafts after forty seconds.
type slowModel struct{}

func (slowModel) Next(ctx context.Context, _ *ask.Transcript) (ask.Step, error) {
	select {
	case <-time.After(40 * time.Second):
		return ask.Step{Draft: "Nada."}, nil
	case <-ctx.Done():
		return ask.Step{}, ctx.Err()
	}
}

func TestAPI_Stream_KeepAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, httpapitest.Setup{Model: slowModel{}, Offline: true})
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/v2/ask", strings.NewReader(question))
		r.Header.Set("Authorization", "Bearer "+s.Keys.Main)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "text/event-stream")
		w := httptest.NewRecorder()
		s.API.ServeHTTP(w, r)
		if n := strings.Count(w.Body.String(), ": keep-alive\n\n"); n < 2 || !w.Flushed {
			t.Errorf("%d comments within forty seconds or more, want one every 15 s: %s", n, w.Body)
		}
		if !strings.Contains(w.Body.String(), "event: answer\n") {
			t.Errorf("no answer: %s", w.Body)
		}
	})
}
