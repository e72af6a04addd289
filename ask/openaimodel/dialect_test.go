package openaimodel_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/openaimodel"
	"github.com/reglookup/regengine/ask/openaimodel/openaitest"
)

// refusing is a server that refuses what it does not know, in the words of a real
// one, and else calls a tool, in the text where it was offered none.
func refusing(refused func(c *openaitest.Chat) bool, status int, body string) openaitest.Step {
	return func(r *openaitest.Request) openaitest.Reply {
		switch {
		case refused(&r.Chat):
			return openaitest.Raw(status, "application/json", body)(r)
		case len(r.Chat.Tools) == 0:
			return openaitest.Says("```json\n[{\"name\":\"search_regulations\",\"arguments\":{\"queries\":[\"altura\"]}}]\n```")(r)
		}
		return openaitest.Searches("altura")(r)
	}
}

func strict(c *openaitest.Chat) bool      { return c.Strict() }
func temperature(c *openaitest.Chat) bool { return c.Temperature != nil }
func oldBound(c *openaitest.Chat) bool    { return c.MaxTokens != nil }
func newBound(c *openaitest.Chat) bool    { return c.MaxTokens != nil || c.MaxCompletionTokens != nil }
func options(c *openaitest.Chat) bool     { return len(c.StreamOptions) > 0 }
func system(c *openaitest.Chat) bool      { return c.Messages[0].Role == "system" }

// TestModel_Next_Refused: what a server does not take is left out, and nothing
// else; what helped is remembered.
func TestModel_Next_Refused(t *testing.T) {
	const (
		oldBoundWords = `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}`
		warmWords     = `{"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.","type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}`
		strictWords   = `{"error":{"message":"Invalid schema for function 'search_regulations': In context=(), 'required' is required to be supplied","type":"invalid_request_error","param":"tools[0].function.parameters","code":"invalid_function_parameters"}}`
		vllmWords     = `{"object":"error","message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","param":null,"code":400}`
		ollamaWords   = `{"error":{"message":"registry.ollama.ai/library/gemma3:1b does not support tools","type":"api_error","param":null,"code":null}}`
		jinjaWords    = `{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}`
		pydanticWords = `{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}`
		gemmaWords    = `{"error":"Error rendering prompt with jinja template: System role not supported"}`
	)
	all := sent{Tools: "strict", Bound: "max_tokens", Temperature: true, System: true}
	plain, written, newer, warm, boundless, user := all, all, all, all, all, all
	plain.Tools, written.Tools, newer.Bound, warm.Temperature, boundless.Bound, user.System = "plain", "none", "max_completion_tokens", false, "", false
	for _, tt := range []struct {
		name     string
		refused  func(c *openaitest.Chat) bool
		status   int
		body     string
		want     sent
		requests int // of the first step
	}{
		{"OpenAINewBound", oldBound, 400, oldBoundWords, newer, 2},
		{"OpenAITemperature", temperature, 400, warmWords, warm, 2},
		{"OpenAISchema", strict, 400, strictWords, plain, 2},
		{"NoBound", newBound, 422, `{"detail":"max_tokens: extra fields not permitted"}`, boundless, 3},
		{"vLLMNoParser", openaitest.WithTools, 400, vllmWords, written, 2},
		{"OllamaNoTools", openaitest.WithTools, 400, ollamaWords, written, 2},
		{"LlamaCppNoJinja", openaitest.WithTools, 500, jinjaWords, written, 2},
		{"NoSystemRole", system, 400, gemmaWords, user, 2},
		{"SilentSchema", strict, 400, `{"error":"bad request"}`, plain, 2},
		{"SilentTools", openaitest.WithTools, 400, "", sent{Tools: "none", System: true}, 6},
		{"StreamOptions", options, 422, pydanticWords, all, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, s := serve(t, nil, refusing(tt.refused, tt.status, tt.body))
			for range 2 {
				step, err := m.Next(t.Context(), transcript(t))
				if err != nil || len(step.Calls) != 1 || step.Calls[0].Tool != ask.SearchRegulations {
					t.Fatalf("step %+v, error %v", step, err)
				}
			}
			requests := s.Requests()
			if want := tt.requests + 1; len(requests) != want {
				t.Errorf("%d requests, want %d", len(requests), want)
			}
			if diff := cmp.Diff(tt.want, sentIn(requests[len(requests)-1])); diff != "" {
				t.Errorf("what was sent at last (-want +got):\n%s", diff)
			}
		})
	}
}

// sent is how a request was put.
type sent struct {
	Tools               string // strict, plain or none
	Bound               string
	Temperature, System bool
}

func sentIn(r *openaitest.Request) sent {
	s := sent{Tools: "none", Temperature: r.Chat.Temperature != nil, System: system(&r.Chat)}
	switch {
	case r.Chat.Strict():
		s.Tools = "strict"
	case len(r.Chat.Tools) > 0:
		s.Tools = "plain"
	}
	switch {
	case r.Chat.MaxTokens != nil:
		s.Bound = "max_tokens"
	case r.Chat.MaxCompletionTokens != nil:
		s.Bound = "max_completion_tokens"
	}
	return s
}

// TestModel_Next_RefusedStream: a server without stream options, and one that
// loses calls when it streams, are asked as they can.
func TestModel_Next_RefusedStream(t *testing.T) {
	t.Run("Options", func(t *testing.T) {
		m, s := serve(t, &openaimodel.Options{Stream: true}, refusing(options, 422, `{"detail":[{"loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}`))
		if step, err := m.Next(t.Context(), transcript(t)); err != nil || len(step.Calls) != 1 {
			t.Fatalf("step %+v, error %v", step, err)
		}
		if requests := s.Requests(); len(requests) != 2 || !requests[1].Chat.Stream {
			t.Errorf("%d requests, the last streamed: %t", len(requests), requests[len(requests)-1].Chat.Stream)
		}
	})
	t.Run("LostCalls", func(t *testing.T) {
		lossy := func(r *openaitest.Request) openaitest.Reply {
			if r.Chat.Stream {
				return openaitest.Says("")(r)
			}
			return openaitest.Searches("altura")(r)
		}
		m, s := serve(t, &openaimodel.Options{Stream: true}, lossy)
		for range 2 {
			if step, err := m.Next(t.Context(), transcript(t)); err != nil || len(step.Calls) != 1 {
				t.Fatalf("step %+v, error %v", step, err)
			}
		}
		if n := len(s.Requests()); n != 3 {
			t.Errorf("%d requests, want 3: what was learned holds", n)
		}
	})
}

// TestModel_Next_RefusedText: a request that is refused in every form teaches
// nothing about the server.
func TestModel_Next_RefusedText(t *testing.T) {
	m, s := serve(t, nil, refusing(func(c *openaitest.Chat) bool { return strings.Contains(c.Question(), "submarino") }, 400, "{}"))
	odd := transcript(t)
	odd.Question.Text = "¿Y la de un submarino?"
	if _, err := m.Next(t.Context(), odd); !errors.Is(err, openaimodel.ErrNoAnswer) {
		t.Errorf("error %v", err)
	}
	if _, err := m.Next(t.Context(), transcript(t)); err != nil {
		t.Fatal(err)
	}
	requests := s.Requests()
	want := sent{Tools: "strict", Bound: "max_tokens", Temperature: true, System: true}
	if diff := cmp.Diff(want, sentIn(requests[len(requests)-1])); diff != "" {
		t.Errorf("afterwards (-want +got):\n%s", diff)
	}
}

// TestModel_Next_RefusedAtOnce: turns that learn different things at the same time
// are all answered.
func TestModel_Next_RefusedAtOnce(t *testing.T) {
	picky := func(r *openaitest.Request) openaitest.Reply {
		switch c := &r.Chat; {
		case c.MaxTokens != nil:
			return openaitest.Fails(400, "unsupported_parameter", "use max_completion_tokens", 0)(r)
		case c.Temperature != nil:
			return openaitest.Fails(400, "unsupported_value", "temperature", 0)(r)
		case c.Strict():
			return openaitest.Fails(400, "", "strict is not known", 0)(r)
		}
		return openaitest.Searches("altura")(r)
	}
	m, _ := serve(t, nil, picky)
	var all sync.WaitGroup
	question := transcript(t)
	for range 8 {
		all.Go(func() {
			if step, err := m.Next(t.Context(), question); err != nil || len(step.Calls) != 1 {
				t.Errorf("step %+v, error %v", step, err)
			}
		})
	}
	all.Wait()
}

// TestModel_Next_TooLong: of a conversation that is too long the oldest passages
// lose their text, and the question stays.
func TestModel_Next_TooLong(t *testing.T) {
	words := map[string]string{
		"OpenAI":   `{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens. Please reduce the length of the messages.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`,
		"LlamaCpp": `{"error":{"code":400,"message":"request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it","type":"exceed_context_size_error"}}`,
		"LMStudio": `{"error":"Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 8192 tokens"}`,
		"vLLM":     `{"object":"error","message":"This model's maximum context length is 8192 tokens. However, you requested 9000 tokens","type":"BadRequestError","code":400}`,
	}
	for name, body := range words {
		t.Run(name, func(t *testing.T) {
			step := func(r *openaitest.Request) openaitest.Reply {
				if len(r.Body) > 25_000 {
					return openaitest.Raw(http.StatusBadRequest, "application/json", body)(r)
				}
				return openaitest.Writes(func(c *openaitest.Chat) string { return "Dice eso [[" + c.Handle("nuevo") + "]]." })(r)
			}
			m, s := serve(t, nil, step)
			got, err := m.Next(t.Context(), longTranscript(t))
			if err != nil || got.Draft != "Dice eso [[new23456]]." {
				t.Fatalf("draft %q, error %v", got.Draft, err)
			}
			requests := s.Requests()
			last := requests[len(requests)-1].Chat
			if len(requests) != 2 || last.Handle("viejo") != "" || !strings.Contains(last.Text(), "[[old23456]]") || last.Question() == "" {
				t.Errorf("%d requests; the last:\n%.2000s", len(requests), last.Text())
			}
		})
	}
	t.Run("ErrNoAnswer", func(t *testing.T) {
		m, s := serve(t, nil, openaitest.Raw(400, "application/json", words["OpenAI"]))
		if _, err := m.Next(t.Context(), longTranscript(t)); !errors.Is(err, openaimodel.ErrNoAnswer) || len(s.Requests()) != 3 {
			t.Errorf("error %v, %d requests", err, len(s.Requests()))
		}
	})
}

// longTranscript has two long passages, the newer of them in the second round.
func longTranscript(t testing.TB) *ask.Transcript {
	t.Helper()
	c := transcript(t)
	for i, p := range []ask.Passage{{Handle: "old23456", Text: "viejo "}, {Handle: "new23456", Text: "nuevo "}} {
		p.Title = fmt.Sprint("Pasaje ", i)
		p.Text = strings.Repeat(p.Text, 2000)
		c.Results = append(c.Results, ask.Result{Call: asktest.SearchFor("x"), Round: i + 1, Passages: []ask.Passage{p}})
	}
	c.Round = 3
	return c
}
