// Package openaitest is a scripted server that speaks the OpenAI chat API over
// real HTTP, for tests of whatever asks a language model: it answers, calls tools,
// lies, loops, streams, stalls, breaks off and refuses, as its script says.
//
// It knows nothing of the rest of the module: any package's tests can use it.
package openaitest

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"sync"
)

// Step is one planned answer. It sees the request, so that it can name what was
// sent.
type Step func(r *Request) Reply

// Reply writes an answer to a request.
type Reply func(w http.ResponseWriter, r *Request)

// Server answers requests with one step after the other; the last one stays. It
// is safe for concurrent use.
type Server struct {
	// URL is the base URL a client is given, with the path "/v1".
	URL string

	http  *httptest.Server
	steps []Step
	done  chan struct{} // closed with the server

	mu       sync.Mutex
	requests []*Request
}

// New starts a server. Whoever starts it closes it.
func New(steps ...Step) *Server { return start((*httptest.Server).Start, steps) }

// NewTLS starts a server whose certificate nobody trusts.
func NewTLS(steps ...Step) *Server { return start((*httptest.Server).StartTLS, steps) }

func start(open func(*httptest.Server), steps []Step) *Server {
	if len(steps) == 0 {
		steps = []Step{Says("")}
	}
	s := &Server{steps: steps, done: make(chan struct{})}
	s.http = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.http.Config.ErrorLog = log.New(io.Discard, "", 0) // connections break as planned
	open(s.http)
	s.URL = s.http.URL + "/v1"
	return s
}

// Close ends the server and every answer under way.
func (s *Server) Close() {
	close(s.done)
	s.http.CloseClientConnections()
	s.http.Close()
}

// Requests returns what was asked so far.
func (s *Server) Requests() []*Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*Request(nil), s.requests...)
}

// mostBody is how many bytes of a request are read.
const mostBody = 64 << 20

// read reads a request; nil when the client has gone.
func read(hr *http.Request) *Request {
	body, err := io.ReadAll(io.LimitReader(hr.Body, mostBody))
	if err != nil {
		return nil
	}
	r := &Request{Method: hr.Method, Path: hr.URL.Path, Query: hr.URL.Query(), Header: hr.Header, Body: body, gone: hr.Context().Done()}
	r.BadJSON = json.Unmarshal(body, &r.Chat) != nil
	return r
}

// ServeHTTP implements [http.Handler]: a step alone answers every request.
func (s Step) ServeHTTP(w http.ResponseWriter, hr *http.Request) {
	if r := read(hr); r != nil {
		s(r)(w, r)
	}
}

func (s *Server) serve(w http.ResponseWriter, hr *http.Request) {
	r := read(hr)
	if r == nil {
		return
	}
	r.closed = s.done
	s.mu.Lock()
	r.N = len(s.requests)
	s.requests = append(s.requests, r)
	step := s.steps[min(r.N, len(s.steps)-1)]
	s.mu.Unlock()
	step(r)(w, r)
}
