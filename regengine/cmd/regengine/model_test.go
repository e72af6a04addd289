package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/reglookup/regengine/ask/openaimodel/openaitest"
)

// models are the running ones by script.
var models sync.Map // of *testscript.TestScript to *scriptedModel

// scriptedModel is a server that speaks the OpenAI chat API and answers requests
// with one step after the other; the last one stays.
type scriptedModel struct {
	steps []http.HandlerFunc
	asked atomic.Int64
	texts chan string // the passages it was asked about
}

// ServeHTTP implements [http.Handler].
func (m *scriptedModel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions" {
		http.Error(w, "no such thing", http.StatusNotFound)
		return
	}
	select {
	case m.texts <- r.Header.Get("Authorization") + " " + string(body):
	default:
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	n := int(m.asked.Add(1)) - 1
	m.steps[min(n, len(m.steps)-1)](w, r)
}

// cmdModel starts a scripted model and sets $MODEL_URL: model STEP... A step is a
// file with what the model says, a status, "stall", or "reads" for one that searches
// and repeats what it found. Requests are written to
// the file "asked" by "asked COUNT", which wants so many.
func cmdModel(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: model STEP...")
	}
	m := &scriptedModel{texts: make(chan string, 1000)}
	for _, step := range args {
		m.steps = append(m.steps, modelStep(ts, step))
	}
	server := httptest.NewServer(m)
	ts.Defer(server.Close)
	models.Store(ts, m)
	ts.Setenv("MODEL_URL", server.URL+"/v1")
}

func modelStep(ts *testscript.TestScript, step string) http.HandlerFunc {
	if step == "reads" {
		return openaitest.Reads().ServeHTTP
	}
	if step == "stall" {
		return func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	}
	if status, err := strconv.Atoi(step); err == nil {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After-Ms", "1")
			http.Error(w, `{"error":{"message":"the words of a server"}}`, status)
		}
	}
	text := ts.ReadFile(step)
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"id": "x", "object": "chat.completion", "choices": []any{map[string]any{
			"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": text},
		}}})
	}
}

// cmdAsked wants the model to have been asked so many times since it was started
// and writes the requests to the file "asked": asked COUNT.
func cmdAsked(ts *testscript.TestScript, neg bool, args []string) {
	found, ok := models.Load(ts)
	if neg || len(args) != 1 || !ok {
		ts.Fatalf("usage, behind model: asked COUNT")
	}
	m := found.(*scriptedModel)
	if got := fmt.Sprint(m.asked.Load()); got != args[0] {
		ts.Fatalf("the model was asked %s times, want %s", got, args[0])
	}
	var all strings.Builder
	for range len(m.texts) {
		fmt.Fprintln(&all, <-m.texts)
	}
	ts.Check(os.WriteFile(ts.MkAbs("asked"), []byte(all.String()), 0o600))
}
