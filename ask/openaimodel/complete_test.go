package openaimodel_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/reglookup/regengine/ask/openaimodel"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// server answers requests with one step after the other; the last one stays.
func server(t *testing.T, steps ...http.HandlerFunc) (url string, asked *atomic.Int64) {
	t.Helper()
	asked = &atomic.Int64{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := int(asked.Add(1)) - 1
		steps[min(n, len(steps)-1)](w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1", asked
}

func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"id": "x", "object": "chat.completion",
			"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": text}}}})
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"error":{"message":"secret words"}}`, code)
	}
}

func open(t *testing.T, url string) *openaimodel.Model {
	t.Helper()
	m, err := openaimodel.New(url, "small", &openaimodel.Options{APIKey: "k-1", Backoff: time.Millisecond, AttemptTimeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

func TestModel_Complete(t *testing.T) {
	var body map[string]any
	url, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer k-1" || !strings.HasSuffix(r.URL.Path, "/chat/completions") {
			t.Errorf("%s %v", r.URL, r.Header)
		}
		raw, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(raw, &body)
		says("```json\n{\"a\":1}\n```")(w, r)
	})
	got, err := open(t, url).Complete(t.Context(), "be brief", "hello", []byte(`{"type":"object"}`))
	if err != nil || got != `{"a":1}` {
		t.Fatalf("%q, %v", got, err)
	}
	want := map[string]any{
		"model": "small", "temperature": 0.0,
		"messages":        []any{map[string]any{"role": "system", "content": "be brief"}, map[string]any{"role": "user", "content": "hello"}},
		"response_format": map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": "answer", "strict": true, "schema": map[string]any{"type": "object"}}},
	}
	if diff := cmp.Diff(want, body); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
}

// A server that knows no schemas is asked again without, and from then on so.
func TestModel_Complete_NoSchemas(t *testing.T) {
	refuse := func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		if strings.Contains(string(raw), "response_format") {
			status(http.StatusBadRequest)(w, r)
			return
		}
		says("{}")(w, r)
	}
	url, asked := server(t, refuse)
	m := open(t, url)
	for range 2 {
		if got, err := m.Complete(t.Context(), "s", "u", []byte(`{}`)); got != "{}" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
	if asked.Load() != 3 {
		t.Errorf("asked %d times, want 3", asked.Load())
	}
}

// TestModel_Complete_NoSchemasAtOnce: requests that are under way when the first
// of them learns that there are no schemas are answered like it.
func TestModel_Complete_NoSchemasAtOnce(t *testing.T) {
	const callers = 4
	var together sync.WaitGroup
	together.Add(callers)
	url, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		if !strings.Contains(string(raw), "response_format") {
			says("{}")(w, r)
			return
		}
		together.Done()
		together.Wait()
		status(http.StatusBadRequest)(w, r)
	})
	m := open(t, url)
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			if got, err := m.Complete(t.Context(), "s", "u", []byte(`{}`)); got != "{}" || err != nil {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	all.Wait()
}

// TestModel_Complete_refusedText: a text that is refused with and without a schema
// says nothing about schemas.
func TestModel_Complete_refusedText(t *testing.T) {
	url, _ := server(t, func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		if strings.Contains(string(raw), "too long") {
			status(http.StatusBadRequest)(w, r)
			return
		}
		says(fmt.Sprint(strings.Contains(string(raw), "response_format")))(w, r)
	})
	m := open(t, url)
	if _, err := m.Complete(t.Context(), "s", "too long", []byte(`{}`)); !errors.Is(err, openaimodel.ErrNoAnswer) {
		t.Errorf("error %v", err)
	}
	if got, err := m.Complete(t.Context(), "s", "u", []byte(`{}`)); got != "true" || err != nil {
		t.Errorf("asked with a schema: %s, %v; want true", got, err)
	}
}

// TestModel_Complete_wrapped: what stands around the JSON is not part of it.
func TestModel_Complete_wrapped(t *testing.T) {
	for name, text := range map[string]string{
		"Plain": ` {"a":1} `, "Fence": "```\n{\"a\":1}\n```", "Thought": "<think>\n```{}```\n</think>\n{\"a\":1}", "ThoughtFence": "<think>x</think>```json\n{\"a\":1}\n```\n",
	} {
		t.Run(name, func(t *testing.T) {
			url, _ := server(t, says(text))
			if got, err := open(t, url).Complete(t.Context(), "s", "u", nil); got != `{"a":1}` || err != nil {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

func TestModel_Complete_Passing(t *testing.T) {
	cut := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, `{"choices":[`)
	}
	for name, step := range map[string]http.HandlerFunc{"429": status(429), "500": status(500), "Cut": cut} {
		t.Run(name, func(t *testing.T) {
			url, asked := server(t, step, says("1"))
			if got, err := open(t, url).Complete(t.Context(), "s", "u", nil); got != "1" || err != nil || asked.Load() != 2 {
				t.Errorf("%q, %v, asked %d times", got, err, asked.Load())
			}
		})
	}
}

func TestModel_Complete_Err(t *testing.T) {
	endless := func(w http.ResponseWriter, _ *http.Request) {
		for range 200 {
			if _, err := io.WriteString(w, strings.Repeat(" ", 64<<10)); err != nil {
				return
			}
		}
	}
	for name, step := range map[string]http.HandlerFunc{
		"401": status(401), "404": status(404), "500": status(500), "TooLong": endless,
		"Garbage": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") },
		"NoChoice": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, "{}")
		},
		"Redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
		},
	} {
		t.Run(name, func(t *testing.T) {
			url, _ := server(t, step)
			_, err := open(t, url).Complete(t.Context(), "s", "u", nil)
			if !errors.Is(err, openaimodel.ErrNoAnswer) || strings.Contains(err.Error(), "secret words") {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestModel_Complete_Canceled(t *testing.T) {
	release := make(chan struct{})
	url, _ := server(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := open(t, url).Complete(ctx, "s", "u", nil)
	close(release)
	if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, openaimodel.ErrNoAnswer) {
		t.Errorf("want the context's error, got %v", err)
	}
}

func TestNew_ErrSettings(t *testing.T) {
	for _, url := range []string{"", "ftp://x", "http://u:p@x/v1", "http://x/v1?k=1"} {
		if _, err := openaimodel.New(url, "m", nil); !errors.Is(err, openaimodel.ErrSettings) {
			t.Errorf("%q: %v", url, err)
		}
	}
	if _, err := openaimodel.New("http://x/v1", " ", nil); !errors.Is(err, openaimodel.ErrSettings) {
		t.Error(err)
	}
	if _, err := openaimodel.New("http://x/v1", "m", &openaimodel.Options{APIKey: "a b"}); !errors.Is(err, openaimodel.ErrSettings) {
		t.Error(err)
	}
}

func ExampleNew() {
	m, err := openaimodel.New("http://127.0.0.1:11434/v1", "qwen3:8b", nil)
	fmt.Println(m.Name(), err)
	// Output: qwen3:8b <nil>
}
