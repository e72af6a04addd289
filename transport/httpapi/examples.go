package httpapi

import (
	"embed"
	"encoding/json"
	"fmt"
)

// The examples of the OpenAPI document are answers that a server over the
// starter pack really gave. TestExamples writes them with -update and otherwise
// holds them against what is answered now. The document holds them, so it is
// written after them.
//
//go:generate go test -run ^TestExamples$ -update .
//go:generate go test -run ^TestAPI_OpenAPI$ -update .

//go:embed examples/*.json
var exampleFiles embed.FS

// example is one request and its answer.
type example struct {
	Method   string          `json:"method"`
	Path     string          `json:"path"`
	Body     json.RawMessage `json:"body,omitempty"`
	Response json.RawMessage `json:"response"`
}

// documentedExample is an example as the OpenAPI document takes it: a value, or
// nil for none.
type documentedExample struct{ Body, Response any }

func exampleOf(operation string) documentedExample {
	raw, err := exampleFiles.ReadFile("examples/" + operation + ".json")
	if err != nil {
		return documentedExample{} // hidden operations have none
	}
	var e example
	if err := json.Unmarshal(raw, &e); err != nil {
		panic(fmt.Sprintf("httpapi: embedded example of %s: %v", operation, err))
	}
	out := documentedExample{Response: e.Response}
	if e.Body != nil {
		out.Body = e.Body
	}
	return out
}
