package openaimodel_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/openaimodel"
	"github.com/reglookup/regengine/ask/openaimodel/openaitest"
)

const soon = 30 * time.Millisecond

// TestModel_Next_Passing: what may pass is tried again.
func TestModel_Next_Passing(t *testing.T) {
	for name, step := range map[string]openaitest.Step{
		"429":           openaitest.Status(429),
		"RetryAfter":    openaitest.Fails(429, "rate_limit_exceeded", "slow down", time.Millisecond),
		"500":           openaitest.Status(500),
		"503":           openaitest.Raw(503, "text/html", "<html>upstream tool</html>"),
		"CutJSON":       openaitest.CutJSON(),
		"Reset":         openaitest.Reset(0),
		"ResetWithin":   openaitest.Reset(100),
		"ErrorIn200":    openaitest.Raw(200, "application/json", `{"error":{"message":"overloaded"}}`),
		"HTML":          openaitest.Raw(200, "text/html", "<html>wait</html>"),
		"Nothing":       openaitest.Raw(200, "application/json", ""),
		"NoChoice":      openaitest.Raw(200, "application/json", `{"choices":[]}`),
		"EmptyContent":  openaitest.Says(""),
		"OnlyThoughts":  openaitest.Says("<think>hm, let me see"),
		"CutStream":     openaitest.Raw(200, "text/event-stream", "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"La altura\"}}]}\n\n"),
		"StreamedError": openaitest.Raw(200, "text/event-stream", "data: {\"error\":{\"message\":\"engine died\"}}\n\n"),
		"BareError":     openaitest.Raw(200, "text/event-stream", "error: {\"code\":500,\"message\":\"engine died\"}\n\n"),
		"Stall":         openaitest.Stalls(false),
		"StallWithin":   openaitest.Stalls(true),
		"TooLong":       openaitest.Answers(openaitest.Answer{Text: "<think>" + strings.Repeat("a", 100), Finish: "length"}),
	} {
		t.Run(name, func(t *testing.T) {
			opts := &openaimodel.Options{Stream: true, Attempts: 6}
			stalls := strings.HasPrefix(name, "Stall")
			if stalls { // on a busy machine a good answer may seem to stall too
				opts.AttemptTimeout, opts.IdleTimeout = 20*soon, 10*soon
			}
			m, s := serve(t, opts, step, openaitest.Says("No consta en las fuentes."))
			got, err := m.Next(t.Context(), transcript(t))
			requests := len(s.Requests())
			if err != nil || got.Draft != "No consta en las fuentes." || got.Usage.Requests != requests || requests < 2 || requests > 2 && !stalls {
				t.Errorf("draft %q, error %v, %d requests", got.Draft, err, len(s.Requests()))
			}
		})
	}
}

// TestModel_Next_Err: what will not pass ends at once or after the attempts, with
// an error that repeats nothing of what the server wrote.
func TestModel_Next_Err(t *testing.T) {
	for name, tt := range map[string]struct {
		step     openaitest.Step
		requests int
	}{
		"401":         {openaitest.Fails(401, "invalid_api_key", "secret words", 0), 1},
		"404":         {openaitest.Fails(404, "model_not_found", "secret words", 0), 1},
		"Quota":       {openaitest.Fails(429, "insufficient_quota", "secret words", 0), 1},
		"LongWait":    {openaitest.Fails(429, "", "secret words", time.Hour), 1},
		"500":         {openaitest.Fails(500, "", "secret words", 0), 3},
		"Filter":      {openaitest.Fails(400, "content_filter", "secret words", 0), 1},
		"TenMegabyte": {openaitest.Floods(10 << 20), 1},
		"Redirect":    {openaitest.Redirects("http://127.0.0.1:1/"), 1},
		"HTML":        {openaitest.Raw(200, "text/html", "secret words"), 3},
		"Empty":       {openaitest.Says(""), 3},
		"Reset":       {openaitest.Reset(0), 3},
	} {
		t.Run(name, func(t *testing.T) {
			m, s := serve(t, nil, tt.step)
			_, err := m.Next(t.Context(), transcript(t))
			if !errors.Is(err, openaimodel.ErrNoAnswer) || strings.Contains(err.Error(), "secret words") {
				t.Errorf("error %v", err)
			}
			if n := len(s.Requests()); n != tt.requests {
				t.Errorf("%d requests, want %d", n, tt.requests)
			}
		})
	}
	t.Run("TLS", func(t *testing.T) {
		s := openaitest.NewTLS(openaitest.Says("x"))
		t.Cleanup(s.Close)
		if _, err := modelAt(t, s.URL, nil).Next(t.Context(), transcript(t)); !errors.Is(err, openaimodel.ErrNoAnswer) || !strings.Contains(err.Error(), "certificate") {
			t.Errorf("error %v", err)
		}
	})
	t.Run("NoServer", func(t *testing.T) {
		if _, err := modelAt(t, "http://127.0.0.1:1/v1", nil).Next(t.Context(), transcript(t)); !errors.Is(err, openaimodel.ErrNoAnswer) {
			t.Errorf("error %v", err)
		}
	})
}

// TestModel_Next_Deadline: a stream that drips ends with the attempt, a server that
// asks for more patience than the turn has is not waited for, and a cancelled turn
// gives its own error.
func TestModel_Next_Deadline(t *testing.T) {
	t.Run("Drip", func(t *testing.T) {
		opts := &openaimodel.Options{Stream: true, AttemptTimeout: 5 * soon, Attempts: 1}
		m, _ := serve(t, opts, openaitest.Drips(time.Millisecond))
		if _, err := m.Next(t.Context(), transcript(t)); !errors.Is(err, openaimodel.ErrNoAnswer) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("Idle", func(t *testing.T) {
		var why error
		opts := &openaimodel.Options{Stream: true, IdleTimeout: soon, Attempts: 1, Observe: func(e openaimodel.Exchange) { why = e.Err }}
		m, _ := serve(t, opts, openaitest.Stalls(true))
		if _, err := m.Next(t.Context(), transcript(t)); !errors.Is(err, openaimodel.ErrNoAnswer) || why == nil || !strings.Contains(why.Error(), "stood still") {
			t.Errorf("error %v; the request: %v", err, why)
		}
	})
	t.Run("LeavesTime", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 60*soon)
		defer cancel()
		m, _ := serve(t, &openaimodel.Options{Attempts: 1}, openaitest.Stalls(false))
		if _, err := m.Next(ctx, transcript(t)); !errors.Is(err, openaimodel.ErrNoAnswer) || ctx.Err() != nil {
			t.Errorf("error %v; the turn: %v", err, ctx.Err())
		}
	})
	t.Run("RetryAfter", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 19*time.Second)
		defer cancel()
		m, s := serve(t, nil, openaitest.Fails(429, "", "", 20*time.Second))
		if _, err := m.Next(ctx, transcript(t)); !errors.Is(err, openaimodel.ErrNoAnswer) || ctx.Err() != nil || len(s.Requests()) != 1 {
			t.Errorf("error %v; the turn: %v; %d requests", err, ctx.Err(), len(s.Requests()))
		}
	})
	t.Run("Canceled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		step := func(r *openaitest.Request) openaitest.Reply { cancel(); return openaitest.Stalls(false)(r) }
		m, _ := serve(t, nil, step)
		if _, err := m.Next(ctx, transcript(t)); !errors.Is(err, context.Canceled) || errors.Is(err, openaimodel.ErrNoAnswer) {
			t.Errorf("error %v", err)
		}
	})
}

// TestModel_Next_Final: a model that goes on calling tools is asked once more for
// words, and a draft beside a call counts.
func TestModel_Next_Final(t *testing.T) {
	final := transcript(t)
	final.Final, final.Round = true, ask.MaxRounds
	loops := openaitest.Searches("altura")
	t.Run("Loops", func(t *testing.T) {
		m, s := serve(t, nil, loops)
		if _, err := m.Next(t.Context(), final); !errors.Is(err, openaimodel.ErrNoAnswer) || len(s.Requests()) != 3 {
			t.Errorf("error %v, %d requests", err, len(s.Requests()))
		}
	})
	t.Run("Relents", func(t *testing.T) {
		m, s := serve(t, nil, loops, openaitest.Says("No consta en las fuentes."))
		step, err := m.Next(t.Context(), final)
		if err != nil || step.Draft != "No consta en las fuentes." || len(step.Calls) > 0 {
			t.Errorf("step %+v, error %v", step, err)
		}
		for _, r := range s.Requests() {
			if len(r.Chat.Tools) > 0 || len(r.Chat.ToolChoice) > 0 {
				t.Errorf("request %d offers tools", r.N)
			}
		}
	})
	t.Run("Beside", func(t *testing.T) {
		m, _ := serve(t, nil, openaitest.Says("No consta.\n<tool_call>{\"name\":\"search_regulations\",\"arguments\":{}}</tool_call>"))
		if step, err := m.Next(t.Context(), final); err != nil || step.Draft != "No consta." || len(step.Calls) > 0 {
			t.Errorf("step %+v, error %v", step, err)
		}
	})
	t.Run("Cut", func(t *testing.T) {
		m, _ := serve(t, nil, openaitest.Answers(openaitest.Answer{Text: "La primera. La segunda es de 0,9", Finish: "length"}))
		if step, err := m.Next(t.Context(), final); err != nil || step.Draft != "La primera." {
			t.Errorf("step %+v, error %v", step, err)
		}
	})
}

// TestModel_Next_LongThought: a model that thought until its answer was full gets
// more room for the next one.
func TestModel_Next_LongThought(t *testing.T) {
	m, s := serve(t, &openaimodel.Options{MaxTokens: 100},
		openaitest.Answers(openaitest.Answer{Text: "<think>" + strings.Repeat("a", 100), Finish: "length"}), openaitest.Says("No consta en las fuentes."))
	step, err := m.Next(t.Context(), transcript(t))
	if err != nil || step.Draft == "" {
		t.Fatalf("%+v, %v", step, err)
	}
	if r := s.Requests(); *r[0].Chat.MaxTokens != 100 || *r[1].Chat.MaxTokens != 400 {
		t.Errorf("room %d, then %d", *r[0].Chat.MaxTokens, *r[1].Chat.MaxTokens)
	}
}
