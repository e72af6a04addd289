package httpapi

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
)

// MaxBody is the size limit of a request body in bytes (DECISIONS 2). A batch may
// have MaxBatchBody: 500 checks of full length do not fit into less.
const (
	MaxBody      = 64 << 10
	MaxBatchBody = 4 << 20
)

// readBody returns the body of a request that says it is JSON, of at most the
// bytes its operation takes. w is the one net/http gave, so that a body too large also ends the
// connection.
func readBody(w http.ResponseWriter, r *http.Request, op *operation) ([]byte, error) {
	if !isJSON(r.Header) {
		return nil, problemMediaType.err()
	}
	limit, tooMuch := op.bodyLimit(), op.tooLarge()
	if r.ContentLength > limit {
		return nil, tooMuch.err()
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, tooMuch.err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, problemTimeout.err()
	case err != nil:
		return nil, invalid(ErrorDetail{"body", "could not be read to its end", MistakeSyntax})
	}
	return raw, nil
}

// isJSON reports whether the headers announce plain JSON in UTF-8.
func isJSON(h http.Header) bool {
	types := h.Values("Content-Type")
	if len(types) != 1 {
		return false
	}
	if encoding := h.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return false
	}
	media, parameters, err := mime.ParseMediaType(types[0])
	if err != nil || media != "application/json" {
		return false
	}
	charset, ok := parameters["charset"]
	return !ok || strings.EqualFold(charset, "utf-8")
}

const maxIdempotencyKey = 255

// idempotencyKey returns the key a client chose for a request, or "".
func idempotencyKey(h http.Header) (key string, wrong mistake) {
	values := h.Values(headerIdempotencyKey)
	switch {
	case len(values) == 0:
		return "", mistake{}
	case len(values) > 1:
		return "", mistake{MistakeRepeated, "may be sent only once"}
	case values[0] == "" || len(values[0]) > maxIdempotencyKey:
		return "", mistake{MistakeLength, "must have 1 to 255 characters"}
	}
	for _, c := range []byte(values[0]) {
		if c <= ' ' || c > '~' {
			return "", mistake{MistakeFormat, "must be visible ASCII characters without spaces"}
		}
	}
	return values[0], mistake{}
}
