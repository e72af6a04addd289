package openaiembed

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
)

// asked is the body of a request.
type asked struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Format     string   `json:"encoding_format"`
	Dimensions int      `json:"dimensions"`
}

// server is an OpenAI-compatible server that plays a script: one handler for each
// request, and a good answer when the script is over.
type server struct {
	*httptest.Server
	mu       sync.Mutex
	script   []http.HandlerFunc
	requests []asked
	headers  []http.Header
}

func newServer(t *testing.T, script ...http.HandlerFunc) *server {
	t.Helper()
	s := &server{script: script}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *server) serve(w http.ResponseWriter, r *http.Request) {
	var body asked
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.URL.Path != "/v1/embeddings" {
		http.Error(w, "no such thing", http.StatusNotFound)
		return
	}
	s.mu.Lock()
	s.requests = append(s.requests, body)
	s.headers = append(s.headers, r.Header.Clone())
	var act http.HandlerFunc
	if len(s.script) > 0 {
		act, s.script = s.script[0], s.script[1:]
	}
	s.mu.Unlock()
	if act != nil {
		act(w, r)
		return
	}
	send(w, vectorsOf(body))
}

func (s *server) sent() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

const testDimension = 8

// vectorsOf answers a request as a server would, with vectors of no certain
// length.
func vectorsOf(a asked) []map[string]any {
	data := make([]map[string]any, len(a.Input))
	for i, text := range a.Input {
		data[i] = map[string]any{"object": "embedding", "index": i, "embedding": valuesOf(text, max(a.Dimensions, testDimension))}
	}
	return data
}

func valuesOf(text string, n int) []float64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(text))
	random := rand.New(rand.NewPCG(1, hash.Sum64()))
	values := make([]float64, n)
	for i := range values {
		values[i] = 3 * random.NormFloat64()
	}
	return values
}

func send(w http.ResponseWriter, data any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "model": "m", "data": data})
}

// status answers with a status, a body and headers ("Name", "value" ...).
func status(code int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		_, _ = fmt.Fprint(w, body)
	}
}

// vectors answers with the vectors given, numbered in order.
func vectors(list ...[]float64) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		data := make([]map[string]any, len(list))
		for i, v := range list {
			data[i] = map[string]any{"index": i, "embedding": v}
		}
		send(w, data)
	}
}

// garbage answers with bytes that are no HTTP.
func garbage(bytes string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = conn.Write([]byte(bytes))
		_ = conn.Close()
	}
}

func inBase64(values []float64) string {
	var data []byte
	for _, v := range values {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(v)))
	}
	return base64.StdEncoding.EncodeToString(data)
}
