package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// encode returns v as JSON in UTF-8, with <, > and & as they are. The wire
// types hold nothing JSON cannot say, so a failure is a mistake in this package.
func encode(v any) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("httpapi: encode %T: %v", v, err))
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
}

// orNull returns nil for the empty string, which stands for unknown (DECISIONS 19).
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// list returns items turned by f. It is never nil, so that it encodes as [].
func list[A, B any](items []A, f func(A) B) []B {
	out := make([]B, 0, len(items))
	for _, item := range items {
		out = append(out, f(item))
	}
	return out
}
