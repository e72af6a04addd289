package openaimodel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

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
	text, err = openaihttp.Do(ctx, m.opts.retry(), func(ctx context.Context) (string, error) {
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
	r, err := m.send(ctx, params, false, map[string]bool{}, usage) // no tool, so nothing of it is a call
	if err != nil {
		return "", err
	}
	return r.text, nil
}
