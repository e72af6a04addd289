package openaiembed

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const testKey = "sk-test-0123456789"

// open returns an Embedder of s that notes its pauses instead of making them.
func open(t *testing.T, s *server, opts Options) (e *Embedder, pauses *[]time.Duration) {
	t.Helper()
	if opts.APIKey == "" {
		opts.APIKey = testKey
	}
	e, err := New(s.URL+"/v1", "m", &opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	pauses = new([]time.Duration)
	e.wait = func(ctx context.Context, d time.Duration) error {
		*pauses = append(*pauses, d)
		return ctx.Err()
	}
	return e, pauses
}

func TestEmbedder_Conformance(t *testing.T) {
	s := newServer(t)
	with := func(o Options) func(*testing.T) retrieval.Embedder {
		return func(t *testing.T) retrieval.Embedder {
			e, _ := open(t, s, o)
			return e
		}
	}
	retrievaltest.TestEmbedder(t, with(Options{}),
		with(Options{Dimensions: 16}), with(Options{QueryPrefix: "query: "}), with(Options{PassagePrefix: "query: "}),
		with(Options{MaxChars: 100}), with(Options{Revision: "2"}))
}

func TestEmbedder_OK(t *testing.T) {
	s := newServer(t)
	e, _ := open(t, s, Options{QueryPrefix: "query: ", PassagePrefix: "passage: ", Dimensions: 8, MaxChars: 12})
	if _, err := e.Embed(t.Context(), []string{"  the ramp's slope "}, retrieval.ForQuery); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Embed(t.Context(), []string{"a\x00b", "", "\xff", "ñandú piñón ñandú"}, retrieval.ForPassage); err != nil {
		t.Fatal(err)
	}
	want := []asked{
		{Model: "m", Input: []string{"query: the ramp's"}, Format: "float", Dimensions: 8},
		{Model: "m", Input: []string{"passage: a b", "passage: ñandú piñón"}, Format: "float", Dimensions: 8},
	}
	if diff := cmp.Diff(want, s.sent()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	if got := s.headers[0].Get("Authorization"); got != "Bearer "+testKey {
		t.Errorf("Authorization is %q", got)
	}
}

func TestEmbedder_NoEnvironment(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-from-environment")
	t.Setenv("OPENAI_ORG_ID", "org-from-environment")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
	s := newServer(t)
	e, err := New(s.URL+"/v1", "m", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if _, err := e.Embed(t.Context(), []string{"x"}, retrieval.ForQuery); err != nil {
		t.Fatal(err)
	}
	for name, values := range s.headers[0] {
		if text := strings.Join(values, " "); name == "Authorization" || strings.Contains(text, "from-environment") {
			t.Errorf("header %s: %s", name, text)
		}
	}
}

func TestEmbedder_Batches(t *testing.T) {
	s := newServer(t)
	e, _ := open(t, s, Options{BatchTexts: 3, BatchChars: 20, Concurrency: 1})
	texts := []string{"a", "b", "c", "d", strings.Repeat("long", 10), "e", strings.Repeat("x", 15), "fffff", "g"}
	if _, err := e.Embed(t.Context(), texts, retrieval.ForPassage); err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, r := range s.sent() {
		got = append(got, len(r.Input))
	}
	if diff := cmp.Diff([]int{3, 1, 1, 2, 2}, got); diff != "" {
		t.Errorf("texts of each request (-want +got):\n%s", diff)
	}
}

// Passages of all calls together keep to Concurrency; a query does not wait for
// them.
func TestEmbedder_Concurrency(t *testing.T) {
	s := newServer(t)
	e, _ := open(t, s, Options{BatchTexts: 1, Concurrency: 2})
	e.slots <- struct{}{} // as two other requests would
	e.slots <- struct{}{}
	if _, err := e.Embed(t.Context(), []string{"a"}, retrieval.ForQuery); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := e.Embed(ctx, []string{"a", "b", "c"}, retrieval.ForPassage); !errors.Is(err, context.DeadlineExceeded) || len(s.sent()) != 1 {
		t.Errorf("got %v after %d requests, want to wait for a place", err, len(s.sent()))
	}
	<-e.slots
	if _, err := e.Embed(t.Context(), []string{"a", "b", "c"}, retrieval.ForPassage); err != nil || len(s.sent()) != 4 {
		t.Errorf("got %v after %d requests", err, len(s.sent()))
	}
}

// passing are troubles that go away: the answer comes in the end.
func TestEmbedder_Passing(t *testing.T) {
	broken := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "5000")
		_, _ = w.Write([]byte(`{"data":[{"index":0,"embe`))
	}
	cut := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	for name, c := range map[string]struct {
		script []http.HandlerFunc
		pauses []time.Duration
	}{
		"429 with seconds":      {[]http.HandlerFunc{status(429, "{}", "Retry-After", "7")}, []time.Duration{7 * time.Second}},
		"429 with date":         {[]http.HandlerFunc{status(429, "{}", "Retry-After", "Mon, 02 Mar 2026 10:00:09 GMT")}, []time.Duration{9 * time.Second}},
		"503 with milliseconds": {[]http.HandlerFunc{status(503, "", "Retry-After-Ms", "1500", "Retry-After", "9")}, []time.Duration{1500 * time.Millisecond}},
		"500 and 502":           {[]http.HandlerFunc{status(500, "{}"), status(502, "<html>")}, []time.Duration{0, 0}},
		"truncated body":        {[]http.HandlerFunc{broken}, []time.Duration{0}},
		"connection cut":        {[]http.HandlerFunc{cut}, []time.Duration{0}},
		"error in 200":          {[]http.HandlerFunc{status(200, `{"error":{"message":"overloaded"}}`)}, []time.Duration{0}},
		"HTML in 200":           {[]http.HandlerFunc{status(200, "<html>sign in</html>", "Content-Type", "text/html")}, []time.Duration{0}},
		"two lines of JSON":     {[]http.HandlerFunc{status(200, "{}\n{}")}, []time.Duration{0}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, c.script...)
			now := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
			e, pauses := open(t, s, Options{Backoff: time.Second, Now: func() time.Time { return now }})
			got, err := e.Embed(t.Context(), []string{"x"}, retrieval.ForPassage)
			if err != nil || len(got) != 1 {
				t.Fatalf("got %d vectors, %v", len(got), err)
			}
			for i, want := range c.pauses {
				d := (*pauses)[i]
				if base := time.Second << i; want == 0 && (d < base/2 || d > base) {
					t.Errorf("pause %d is %v, want %v to %v", i, d, base/2, base)
				} else if want != 0 && d != want {
					t.Errorf("pause %d is %v, want %v", i, d, want)
				}
			}
			if len(*pauses) != len(c.pauses) {
				t.Errorf("pauses %v, want %d", *pauses, len(c.pauses))
			}
		})
	}
}

// ErrEmbedder: the troubles that stay, and that no error repeats what the server
// said or the key.
func TestEmbedder_ErrEmbedder(t *testing.T) {
	const secret = "SECRET the text you sent was: anchura"
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("the redirect was followed")
	}))
	t.Cleanup(elsewhere.Close)
	problem := `{"error":{"message":"` + secret + `","code":"` + secret + `"}}`
	numbered := func(indexes ...any) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			data := make([]map[string]any, len(indexes))
			for i, n := range indexes {
				data[i] = map[string]any{"embedding": []float64{1, 2}}
				if n != nil {
					data[i]["index"] = n
				}
			}
			send(w, data)
		}
	}
	for name, c := range map[string]struct {
		act      http.HandlerFunc
		says     string
		requests int
	}{
		"500 for ever":     {status(500, problem), "500 Internal Server Error (4 attempts)", 4},
		"no HTTP":          {garbage("HTTP/1.1 " + secret + "\r\n\r\n"), "connection broke", 4},
		"401":              {status(401, problem), "check the API key", 1},
		"404":              {status(404, problem), "check the base URL", 1},
		"400":              {status(400, problem), "lower MaxChars", 2},
		"quota":            {status(429, `{"error":{"code":"insufficient_quota","message":"`+secret+`"}}`), "quota", 1},
		"long wait":        {status(429, problem, "Retry-After", "3600"), "later than we wait", 1},
		"error in 200":     {status(200, problem), "200 with an error", 4},
		"HTML":             {status(200, "<html>"+secret, "Content-Type", "text/html; x="+secret), "no JSON", 4},
		"redirect":         {status(307, problem, "Location", elsewhere.URL), "redirects are not followed", 1},
		"moved":            {status(301, problem, "Location", elsewhere.URL), "redirects are not followed", 1},
		"too few":          {vectors([]float64{1, 2}), "1 vectors for 2 texts", 1},
		"too many":         {vectors([]float64{1, 2}, []float64{1, 2}, []float64{1, 2}), "3 vectors for 2 texts", 1},
		"none":             {status(200, `{"data":[]}`), "0 vectors for 2 texts", 1},
		"no values":        {vectors([]float64{}, []float64{}), "no values", 1},
		"other dimension":  {vectors([]float64{1, 2}, []float64{1, 2, 3}), "of 2 and of 3 values", 1},
		"index twice":      {numbered(0, 0), "numbered", 1},
		"index from 1":     {numbered(1, 2), "numbered", 1},
		"negative index":   {numbered(0, -1), "numbered", 1},
		"index once":       {numbered(0, nil), "numbered", 1},
		"null in a vector": {status(200, `{"data":[{"index":0,"embedding":[1,null]},{"index":1,"embedding":[1,2]}]}`), "no list of numbers", 1},
		"null vector":      {status(200, `{"data":[{"index":0,"embedding":null},{"index":1,"embedding":[1,2]}]}`), "no list of numbers", 1},
		"too large number": {status(200, `{"data":[{"index":0,"embedding":[1e999]},{"index":1,"embedding":[1]}]}`), "no list of numbers", 1},
		"base64 of NaN":    {status(200, `{"data":[{"index":0,"embedding":"AADAfw=="},{"index":1,"embedding":"AADAfw=="}]}`), "no number", 1},
		"oversize":         {status(200, `{"data":[`+strings.Repeat(" ", 1<<20)), "raise MaxResponse", 2},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			for range 10 {
				s.script = append(s.script, c.act)
			}
			e, _ := open(t, s, Options{MaxResponse: 1 << 18})
			got, err := e.Embed(t.Context(), []string{"anchura", "altura"}, retrieval.ForPassage)
			if !errors.Is(err, retrieval.ErrEmbedder) || got != nil || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("got %d vectors, error %v; want one that says %q", len(got), err, c.says)
			}
			if text := fmt.Sprintf("%v %+v", err, err); strings.Contains(text, "SECRET") || strings.Contains(text, testKey) {
				t.Errorf("the error repeats what it must not: %s", text)
			}
			if n := len(s.sent()); n != c.requests {
				t.Errorf("%d requests, want %d", n, c.requests)
			}
		})
	}
}

func TestEmbedder_WrongOrder(t *testing.T) {
	s := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		send(w, []map[string]any{{"index": 1, "embedding": []float64{0, 3}}, {"index": 0, "embedding": inBase64([]float64{2, 0})}})
	}, func(w http.ResponseWriter, _ *http.Request) { // a server that numbers nothing
		send(w, []map[string]any{{"embedding": []float64{3e200, 4e200}}, {"embedding": []float64{0, 0}}})
	})
	e, _ := open(t, s, Options{})
	for _, want := range [][][]float32{{{1, 0}, {0, 1}}, {{0.6, 0.8}, {0, 0}}} {
		got, err := e.Embed(t.Context(), []string{"a", "b"}, retrieval.ForPassage)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-6)); diff != "" {
			t.Errorf("vectors (-want +got):\n%s", diff)
		}
	}
}

func TestEmbedder_ErrDimension(t *testing.T) {
	s := newServer(t, vectors([]float64{1, 2}), vectors([]float64{1, 2, 3}))
	e, _ := open(t, s, Options{BatchTexts: 1, Concurrency: 1})
	_, err := e.Embed(t.Context(), []string{"a", "b"}, retrieval.ForPassage)
	if !errors.Is(err, retrieval.ErrDimension) || !errors.Is(err, retrieval.ErrEmbedder) {
		t.Errorf("another dimension in the middle gives %v", err)
	}
	s = newServer(t, vectors([]float64{1, 2}))
	e, _ = open(t, s, Options{Dimensions: 4})
	if _, err := e.Embed(t.Context(), []string{"a"}, retrieval.ForPassage); !errors.Is(err, retrieval.ErrDimension) {
		t.Errorf("a dimension not asked for gives %v", err)
	}
}

// Halves: a server with a smaller limit, or one text it cannot take.
func TestEmbedder_Halves(t *testing.T) {
	s := newServer(t)
	limit := func(w http.ResponseWriter, r *http.Request) {
		if batch := s.sent(); len(batch[len(batch)-1].Input) > 2 {
			status(422, "{}")(w, r)
			return
		}
		send(w, vectorsOf(s.sent()[len(s.sent())-1]))
	}
	for range 20 {
		s.script = append(s.script, limit)
	}
	e, _ := open(t, s, Options{Concurrency: 1})
	texts := strings.Split("a b c d e f g", " ")
	got, err := e.Embed(t.Context(), texts, retrieval.ForPassage)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		want, _ := unit(valuesOf(text, testDimension))
		if diff := cmp.Diff(want, got[i], cmpopts.EquateApprox(0, 1e-6)); diff != "" {
			t.Errorf("vector of %q (-want +got):\n%s", text, diff)
		}
	}
}

// Hang and slow trickle: no attempt outlives its time, nor the caller's.
func TestEmbedder_Slow(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	trickle := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for r.Context().Err() == nil {
			<-tick.C
			_, _ = w.Write([]byte(" "))
			w.(http.Flusher).Flush()
		}
	}
	for name, act := range map[string]http.HandlerFunc{"hang": hang, "trickle": trickle} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, act)
			e, pauses := open(t, s, Options{AttemptTimeout: 200 * time.Millisecond})
			if _, err := e.Embed(t.Context(), []string{"x"}, retrieval.ForPassage); err != nil || len(*pauses) == 0 {
				t.Errorf("error %v after %d pauses, want a second attempt to succeed", err, len(*pauses))
			}
		})
		t.Run(name+" cancelled", func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
				cancel()
				act(w, r)
			})
			e, _ := open(t, s, Options{})
			if got, err := e.Embed(ctx, []string{"x"}, retrieval.ForPassage); !errors.Is(err, context.Canceled) || got != nil {
				t.Errorf("got %v, %v; want %v", got, err, context.Canceled)
			}
		})
	}
}

func TestEmbedder_Unreachable(t *testing.T) {
	s := newServer(t)
	e, _ := open(t, s, Options{})
	s.Close()
	_, err := e.Embed(t.Context(), []string{"x"}, retrieval.ForQuery)
	if !errors.Is(err, retrieval.ErrEmbedder) || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("a server that is away gives %v", err)
	}
}

// The deadline of the caller is nearer than the pause: it is not waited for.
func TestEmbedder_NoTimeToWait(t *testing.T) {
	s := newServer(t, status(503, "", "Retry-After", "30"))
	e, pauses := open(t, s, Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if _, err := e.Embed(ctx, []string{"x"}, retrieval.ForQuery); !errors.Is(err, retrieval.ErrEmbedder) || len(*pauses) != 0 {
		t.Errorf("got %v after pauses %v", err, *pauses)
	}
}

func TestNew_ErrSettings(t *testing.T) {
	for name, c := range map[string]struct {
		url, model string
		opts       *Options
	}{
		"no URL":      {"", "m", nil},
		"no scheme":   {"localhost:8080/v1", "m", nil},
		"file":        {"file:///etc", "m", nil},
		"password":    {"http://me:" + testKey + "@localhost/v1", "m", nil},
		"query":       {"http://localhost/v1?key=" + testKey, "m", nil},
		"no model":    {"http://localhost/v1", " ", nil},
		"broken key":  {"http://localhost/v1", "m", &Options{APIKey: testKey + "\n"}},
		"long prefix": {"http://localhost/v1", "m", &Options{QueryPrefix: strings.Repeat("x", 300)}},
		"zero byte":   {"http://localhost/v1", "m\x00", nil},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := New(c.url, c.model, c.opts)
			if !errors.Is(err, ErrSettings) || e != nil || strings.Contains(err.Error(), testKey) {
				t.Errorf("got %v, %v", e, err)
			}
		})
	}
}
