package openaimodel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval/openaihttp"
)

// Complete answers a user's text under a system's instructions with one JSON
// value. A server that can is held to schema, a JSON Schema; from others the
// answer may be anything, and the caller checks it either way. The error wraps
// ErrNoAnswer, or is ctx's.
func (m *Model) Complete(ctx context.Context, system, user string, schema []byte) (string, error) {
	text, _, err := m.complete(ctx, system, user, schema)
	return text, err
}

// complete is Complete with what it cost, whatever came of it.
func (m *Model) complete(ctx context.Context, system, user string, schema []byte) (text string, usage ask.Usage, err error) {
	retry := openaihttp.Retry{Attempts: m.opts.Attempts, Backoff: m.opts.Backoff, MaxWait: m.opts.MaxWait}
	text, err = openaihttp.Do(ctx, retry, func(ctx context.Context) (string, error) {
		if m.loose.Load() || len(schema) == 0 {
			return m.attempt(ctx, system, user, nil, &usage)
		}
		text, err := m.attempt(ctx, system, user, schema, &usage)
		if !refusedSchema(err) {
			return text, err
		}
		text, err = m.attempt(ctx, system, user, nil, &usage)
		if err == nil { // so it was the schema, and will be
			m.loose.Store(true)
		}
		return text, err
	})
	switch {
	case err == nil:
		return text, usage, nil
	case ctx.Err() != nil:
		return "", usage, ctx.Err()
	}
	return "", usage, fmt.Errorf("%w: %s: %w", ErrNoAnswer, m.name, err)
}

// refusedSchema reports whether a server may have refused a request for the
// schema in it.
func refusedSchema(err error) bool {
	var refused *openaihttp.Refusal
	return errors.As(err, &refused) && (refused.Status == http.StatusBadRequest || refused.Status == http.StatusUnprocessableEntity)
}

// attempt makes one request, without a schema where it is nil.
func (m *Model) attempt(ctx context.Context, system, user string, schema []byte, usage *ask.Usage) (string, error) {
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
	began := time.Now()
	usage.Requests++
	answer, err := m.chat.New(ctx, params)
	if err != nil {
		err = openaihttp.Plain(err)
		m.observe(Exchange{Took: time.Since(began), Err: err})
		return "", err
	}
	usage.Input += answer.Usage.PromptTokens
	usage.Output += answer.Usage.CompletionTokens
	m.observe(Exchange{Took: time.Since(began), Input: answer.Usage.PromptTokens, Output: answer.Usage.CompletionTokens})
	if len(answer.Choices) == 0 {
		return "", &openaihttp.Refusal{Reason: "the answer is none of the chat API; check the base URL", Passing: true}
	}
	return unfenced(answer.Choices[0].Message.Content), nil
}

func (m *Model) observe(e Exchange) {
	if m.opts.Observe != nil {
		m.opts.Observe(e)
	}
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
