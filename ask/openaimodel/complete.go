// Package openaimodel asks a language model behind a server that speaks the
// OpenAI chat API: OpenAI itself, Azure, vLLM, llama.cpp, Ollama and others.
package openaimodel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"

	"github.com/reglookup/regengine/codes/retrieval/openaihttp"
)

// Options change how a model is asked. The zero value is useful.
type Options struct {
	// APIKey is sent as a bearer token; "" sends none. It is taken from nowhere
	// else: no environment variable is read.
	APIKey string

	// Attempts is how often a request is tried that failed for a reason that may
	// pass, waiting Backoff, twice that and so on up to MaxWait in between. 0 means
	// 3, 500 ms and 30 s.
	Attempts         int
	Backoff, MaxWait time.Duration

	// AttemptTimeout is how long one try may take. 0 means 60 s.
	AttemptTimeout time.Duration

	// MaxResponse is how many bytes of an answer are read. 0 means 4 MiB.
	MaxResponse int64

	// Transport makes the requests. nil means one of the Model's own.
	Transport http.RoundTripper
}

func (o *Options) orDefaults() Options {
	var d Options
	if o != nil {
		d = *o
	}
	fill(&d.Attempts, 3)
	fill(&d.Backoff, 500*time.Millisecond)
	fill(&d.MaxWait, 30*time.Second)
	fill(&d.AttemptTimeout, time.Minute)
	fill(&d.MaxResponse, 4<<20)
	return d
}

func fill[T int | int64 | time.Duration](n *T, fallback T) {
	if *n <= 0 {
		*n = fallback
	}
}

// Model is one model of one server. It is safe for concurrent use.
type Model struct {
	name   string
	opts   Options
	chat   openai.ChatCompletionService
	client *http.Client
	loose  atomic.Bool // the server refused to hold answers to a schema
}

// ErrSettings says that a Model cannot be made with the settings given.
var ErrSettings = errors.New("openaimodel: unusable settings")

// ErrNoAnswer says that the server gave no answer that can be used.
var ErrNoAnswer = errors.New("openaimodel: the model gave no answer")

// New returns the model called name at baseURL, such as
// "http://127.0.0.1:11434/v1". It does no I/O. ErrSettings.
func New(baseURL, name string, opts *Options) (*Model, error) {
	m := &Model{name: name, opts: opts.orDefaults()}
	if err := errors.Join(openaihttp.CheckURL(baseURL), openaihttp.CheckKey(m.opts.APIKey)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSettings, err)
	}
	if strings.TrimSpace(name) == "" {
		return nil, fmt.Errorf("%w: the model has no name", ErrSettings)
	}
	m.client = openaihttp.NewClient(m.opts.Transport)
	settings := []option.RequestOption{
		option.WithBaseURL(baseURL),
		option.WithHTTPClient(&openaihttp.Door{Client: m.client, Limit: m.opts.MaxResponse, Now: time.Now}),
		option.WithMaxRetries(0),
		option.WithHeaderDel("Authorization"),
	}
	if m.opts.APIKey != "" {
		settings = append(settings, option.WithAPIKey(m.opts.APIKey))
	}
	m.chat = openai.NewChatCompletionService(settings...)
	return m, nil
}

// Name returns the model's name.
func (m *Model) Name() string { return m.name }

// Close lets go of idle connections. The Model can still be used.
func (m *Model) Close() { m.client.CloseIdleConnections() }

// Complete answers a user's text under a system's instructions with one JSON
// value. A server that can is held to schema, a JSON Schema; from others the
// answer may be anything, and the caller checks it either way. The error wraps
// ErrNoAnswer, or is ctx's.
func (m *Model) Complete(ctx context.Context, system, user string, schema []byte) (string, error) {
	retry := openaihttp.Retry{Attempts: m.opts.Attempts, Backoff: m.opts.Backoff, MaxWait: m.opts.MaxWait}
	text, err := openaihttp.Do(ctx, retry, func(ctx context.Context) (string, error) {
		if m.loose.Load() || len(schema) == 0 {
			return m.attempt(ctx, system, user, nil)
		}
		text, err := m.attempt(ctx, system, user, schema)
		if !refusedSchema(err) {
			return text, err
		}
		text, err = m.attempt(ctx, system, user, nil)
		if err == nil { // so it was the schema, and will be
			m.loose.Store(true)
		}
		return text, err
	})
	switch {
	case err == nil:
		return text, nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	}
	return "", fmt.Errorf("%w: %s: %w", ErrNoAnswer, m.name, err)
}

// refusedSchema reports whether a server may have refused a request for the
// schema in it.
func refusedSchema(err error) bool {
	var refused *openaihttp.Refusal
	return errors.As(err, &refused) && (refused.Status == http.StatusBadRequest || refused.Status == http.StatusUnprocessableEntity)
}

// attempt makes one request, without a schema where it is nil.
func (m *Model) attempt(ctx context.Context, system, user string, schema []byte) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, m.opts.AttemptTimeout)
	defer cancel()
	params := openai.ChatCompletionNewParams{
		Model:       m.name,
		Messages:    []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(system), openai.UserMessage(user)},
		Temperature: openai.Float(0),
	}
	if schema != nil {
		params.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: "answer", Strict: openai.Bool(true), Schema: json.RawMessage(schema)},
		}
	}
	answer, err := m.chat.New(ctx, params)
	if err != nil {
		return "", openaihttp.Plain(err)
	}
	if len(answer.Choices) == 0 {
		return "", &openaihttp.Refusal{Reason: "the answer is none of the chat API; check the base URL", Passing: true}
	}
	return unfenced(answer.Choices[0].Message.Content), nil
}

// unfenced returns the answer without what a model thought aloud before it, and
// without the code fence that many put around JSON.
func unfenced(text string) string {
	const thought = "</think>"
	if at := strings.LastIndex(text, thought); at >= 0 {
		text = text[at+len(thought):]
	}
	text = strings.TrimSpace(text)
	rest, fenced := strings.CutPrefix(text, "```")
	if !fenced {
		return text
	}
	_, rest, _ = strings.Cut(rest, "\n") // the name of the language
	inner, _, _ := strings.Cut(rest, "```")
	return strings.TrimSpace(inner)
}
