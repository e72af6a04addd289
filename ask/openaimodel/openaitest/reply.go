package openaitest

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// Call is a tool call an answer makes.
type Call struct {
	ID   string // "" for one that is made up
	Name string
	Args any // as JSON; a string is taken as it is
}

// Answer is an ordinary answer. It comes whole or streamed, as the request wants.
type Answer struct {
	Text    string
	Calls   []Call
	Finish  string // "" for "stop", or "tool_calls" with calls
	Refusal string
	Input   int // tokens
	Output  int
	NoUsage bool
}

// Answers plans an answer.
func Answers(a Answer) Step { return always(a.Reply()) }

// Says plans a text.
func Says(text string) Step { return Answers(Answer{Text: text}) }

// Calls plans tool calls.
func Calls(calls ...Call) Step { return Answers(Answer{Calls: calls}) }

// Searches plans a search for regulations.
func Searches(queries ...string) Step {
	return Calls(Call{Name: "search_regulations", Args: map[string]any{"queries": queries}})
}

// Writes plans a text that depends on the request.
func Writes(write func(c *Chat) string) Step {
	return func(r *Request) Reply { return Answer{Text: write(&r.Chat)}.Reply() }
}

func always(reply Reply) Step { return func(*Request) Reply { return reply } }

// Reply returns the answer as a Reply.
func (a Answer) Reply() Reply {
	return func(w http.ResponseWriter, r *Request) {
		if r.Chat.Stream {
			a.stream(w, r)
			return
		}
		message := map[string]any{"role": "assistant", "content": nullable(a.Text)}
		if a.Refusal != "" {
			message["refusal"] = a.Refusal
		}
		if len(a.Calls) > 0 {
			message["tool_calls"] = a.wireCalls(r.N)
		}
		writeJSON(w, map[string]any{
			"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": r.Chat.Model, "usage": a.usage(),
			"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": a.finish(), "logprobs": nil}},
		})
	}
}

func (a Answer) finish() string {
	switch {
	case a.Finish != "":
		return a.Finish
	case len(a.Calls) > 0:
		return "tool_calls"
	}
	return "stop"
}

func (a Answer) usage() any {
	if a.NoUsage {
		return nil
	}
	return map[string]any{"prompt_tokens": a.Input, "completion_tokens": a.Output, "total_tokens": a.Input + a.Output}
}

func (a Answer) wireCalls(request int) []any {
	list := make([]any, len(a.Calls))
	for i, c := range a.Calls {
		id := c.ID
		if id == "" {
			id = fmt.Sprintf("call_%d_%d", request, i)
		}
		list[i] = map[string]any{"index": i, "id": id, "type": "function", "function": map[string]any{"name": c.Name, "arguments": c.arguments()}}
	}
	return list
}

func (c Call) arguments() string {
	if text, ok := c.Args.(string); ok {
		return text
	}
	text, err := json.Marshal(c.Args)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// stream sends the answer in pieces of a few letters, the arguments of calls too,
// and the usage in a last piece without choices.
func (a Answer) stream(w http.ResponseWriter, r *Request) {
	events := startEvents(w)
	events.delta(map[string]any{"role": "assistant", "content": ""}, nil)
	for _, piece := range pieces(a.Text) {
		events.delta(map[string]any{"content": piece}, nil)
	}
	for i, c := range a.wireCalls(r.N) {
		call := c.(map[string]any)
		args := pieces(a.Calls[i].arguments())
		call["function"].(map[string]any)["arguments"] = ""
		events.delta(map[string]any{"tool_calls": []any{call}}, nil)
		for _, piece := range args {
			events.delta(map[string]any{"tool_calls": []any{map[string]any{"index": i, "function": map[string]any{"arguments": piece}}}}, nil)
		}
	}
	events.delta(map[string]any{}, a.finish())
	if len(r.Chat.StreamOptions) > 0 {
		events.send(map[string]any{"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": []any{}, "usage": a.usage()})
	}
	events.raw("data: [DONE]\n\n")
}

// pieces cuts a text into pieces of seven letters.
func pieces(text string) []string {
	const length = 7
	var list []string
	for letters := []rune(text); len(letters) > 0; {
		n := min(length, len(letters))
		list = append(list, string(letters[:n]))
		letters = letters[n:]
	}
	return list
}

type events struct{ w http.ResponseWriter }

func startEvents(w http.ResponseWriter) events {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.WriteHeader(http.StatusOK)
	return events{w}
}

func (e events) delta(delta map[string]any, finish any) {
	e.send(map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "usage": nil,
		"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}},
	})
}

func (e events) send(value any) {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	e.raw("data: " + string(text) + "\n\n")
}

func (e events) raw(text string) {
	_, _ = io.WriteString(e.w, text) // the client may have gone
	if f, ok := e.w.(http.Flusher); ok {
		f.Flush()
	}
}

func nullable(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func writeJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value) // the client may have gone
}

// Raw plans a body as it is, with a status and a content type.
func Raw(status int, contentType, body string) Step {
	return always(func(w http.ResponseWriter, _ *Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

// Fails plans a refusal in the API's form. after is what Retry-After says, in
// milliseconds too; 0 for none.
func Fails(status int, code, message string, after time.Duration) Step {
	return always(func(w http.ResponseWriter, _ *Request) {
		if after > 0 {
			w.Header().Set("Retry-After", fmt.Sprint(max(int(after.Seconds()), 1)))
			w.Header().Set("Retry-After-Ms", fmt.Sprint(after.Milliseconds()))
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": message, "type": "invalid_request_error", "param": nil, "code": code}})
	})
}

// Status plans a mere status.
func Status(code int) Step { return Fails(code, "", http.StatusText(code), 0) }

// Reset plans a connection that is reset after some bytes of an answer; 0 resets
// it before any.
func Reset(after int) Step {
	return always(func(w http.ResponseWriter, _ *Request) {
		if after > 0 {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "1000000")
			events{w}.raw(strings.Repeat(" ", after))
		}
		hang(w)
	})
}

// hang closes a connection so that its other end sees a reset.
func hang(w http.ResponseWriter) {
	hijacker, ok := w.(http.Hijacker)
	if !ok {
		panic(http.ErrAbortHandler)
	}
	conn, _, err := hijacker.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// CutJSON plans a whole response whose JSON ends too early.
func CutJSON() Step {
	return Raw(http.StatusOK, "application/json", `{"id":"x","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"La al`)
}

// Stalls plans silence until the client goes or the server closes: with head, after
// the header and the beginning of a stream.
func Stalls(head bool) Step {
	return always(func(w http.ResponseWriter, r *Request) {
		if head {
			startEvents(w).delta(map[string]any{"role": "assistant", "content": "La "}, nil)
		}
		r.wait()
	})
}

// wait waits until nobody wants the answer any more.
func (r *Request) wait() {
	select {
	case <-r.gone:
	case <-r.closed:
	}
}

// Drips plans a stream that sends a comment at every tick and never a piece.
func Drips(every time.Duration) Step {
	return always(func(w http.ResponseWriter, r *Request) {
		e := startEvents(w)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				e.raw(": still here\n\n")
			case <-r.gone:
				return
			case <-r.closed:
				return
			}
		}
	})
}

// Floods plans an answer of so many bytes.
func Floods(bytes int) Step {
	return always(func(w http.ResponseWriter, _ *Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"choices":[{"index":0,"message":{"role":"assistant","content":"`)
		piece := strings.Repeat("a", 64<<10)
		for n := 0; n < bytes; n += len(piece) {
			if _, err := io.WriteString(w, piece); err != nil {
				return
			}
		}
		_, _ = io.WriteString(w, `"},"finish_reason":"stop"}]}`)
	})
}

// Redirects plans a redirect.
func Redirects(to string) Step {
	return always(func(w http.ResponseWriter, _ *Request) {
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
	})
}
