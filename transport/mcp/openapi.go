package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// document is the part of an OpenAPI document that tools are made of.
type document struct {
	Paths      map[string]map[string]operation `json:"paths"`
	Components struct {
		Schemas map[string]any `json:"schemas"`
	} `json:"components"`
}

// operation is one endpoint of the HTTP API.
type operation struct {
	ID          string              `json:"operationId"`
	Parameters  []parameter         `json:"parameters"`
	RequestBody *content            `json:"requestBody"`
	Responses   map[string]response `json:"responses"`

	method, path string
}

// parameter is what an operation takes beside its body.
type parameter struct {
	Name        string         `json:"name"`
	In          string         `json:"in"` // path, query or header
	Description string         `json:"description"`
	Required    bool           `json:"required"`
	Schema      map[string]any `json:"schema"`
}

type content struct {
	Content map[string]struct {
		Schema   map[string]any `json:"schema"`
		Examples map[string]struct {
			Value problem `json:"value"`
		} `json:"examples"`
	} `json:"content"`
}

type response struct{ content }

const typeJSON = "application/json"

// readDocument returns the operations of an OpenAPI document by their ids.
func readDocument(raw []byte) (*document, map[string]*operation, error) {
	var doc document
	if err := json.Unmarshal(raw, &doc); err != nil {
		return nil, nil, fmt.Errorf("mcp: OpenAPI: %w", err)
	}
	byID := map[string]*operation{}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			op.method, op.path = strings.ToUpper(method), path
			byID[op.ID] = &op
		}
	}
	return &doc, byID, nil
}

// body returns the schema of what is sent, nil where nothing is.
func (op *operation) body() map[string]any {
	if op.RequestBody == nil {
		return nil
	}
	return op.RequestBody.Content[typeJSON].Schema
}

// answer returns the schema of what a successful request brings.
func (op *operation) answer() map[string]any { return op.Responses["200"].Content[typeJSON].Schema }

// headerArguments are the headers that are arguments of a tool, by their names there.
var headerArguments = map[string]string{"Idempotency-Key": "idempotency_key"}

// argument returns what a parameter is called among a tool's arguments, "" where it
// is none of them.
func (p parameter) argument() string {
	if p.In == "header" {
		return headerArguments[http.CanonicalHeaderKey(p.Name)]
	}
	return p.Name
}

// pathArguments returns the arguments that the path of an operation holds.
func (op *operation) pathArguments() []string {
	var names []string
	for _, p := range op.Parameters {
		if p.In == "path" {
			names = append(names, p.Name)
		}
	}
	return names
}

const schemaRoot = "#/components/schemas/"

// standalone copies a schema into one that needs no document: what it refers to is
// put under $defs. visit is shown every schema on the way and may change the copy.
func (d *document) standalone(schema map[string]any, visit func(map[string]any)) map[string]any {
	c := copier{doc: d, defs: map[string]any{}, visit: visit}
	out := c.schema(schema)
	if len(c.defs) > 0 {
		out["$defs"] = c.defs
	}
	return out
}

// copier copies schemas of a document.
type copier struct {
	doc   *document
	defs  map[string]any
	visit func(map[string]any)
}

func (c *copier) schema(s map[string]any) map[string]any {
	out := make(map[string]any, len(s))
	for key, value := range s {
		if named, ok := value.(map[string]any); ok && key == "properties" {
			value = c.named(named)
		} else {
			value = c.value(value)
		}
		out[key] = value
	}
	if ref, ok := s["$ref"].(string); ok {
		out["$ref"] = c.define(strings.TrimPrefix(ref, schemaRoot))
	}
	c.visit(out)
	return out
}

// named copies schemas by the names of members, which are no words of a schema.
func (c *copier) named(list map[string]any) map[string]any {
	out := make(map[string]any, len(list))
	for name, s := range list {
		out[name] = c.value(s)
	}
	return out
}

func (c *copier) value(value any) any {
	switch v := value.(type) {
	case map[string]any:
		return c.schema(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = c.value(v[i])
		}
		return list
	}
	return value
}

// define copies a named schema once and returns what refers to the copy.
func (c *copier) define(name string) string {
	if _, known := c.defs[name]; !known {
		c.defs[name] = nil // one that holds itself is not followed for ever
		if s, ok := c.doc.Components.Schemas[name].(map[string]any); ok {
			c.defs[name] = c.schema(s)
		}
	}
	return "#/$defs/" + name
}
