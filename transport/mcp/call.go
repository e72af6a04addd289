package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/reglookup/regengine/transport/internal/strictjson"
)

// caller answers calls of one tool.
type caller struct {
	*session
	tool  *tool
	ops   []*operation
	input map[string]any // schema of the arguments
}

// arguments are those of one call, each as the JSON that was sent. null is as if absent.
type arguments map[string]json.RawMessage

// call implements [sdk.ToolHandler]. What is wrong with a call is a result, which the
// model reads and can act on, and no error of the protocol.
func (c *caller) call(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	args, mistakes := c.read(req.Params.Arguments)
	if len(mistakes) > 0 {
		return c.failed(&problem{Status: http.StatusUnprocessableEntity, Errors: mistakes}), nil
	}
	var detail string
	_ = json.Unmarshal(args[detailArgument], &detail) // read has seen to it
	op := c.choose(args)
	request, err := op.request(ctx, args, detail)
	if err != nil {
		return nil, err
	}
	var told func(event string, data []byte)
	if c.tool.events && req.Params.GetProgressToken() != nil {
		told = c.progress(ctx, req)
	}
	status, body, header := c.ask(request, req.Extra, told)
	if status != http.StatusOK {
		return c.failed(readProblem(status, body, header)), nil
	}
	return c.result(body, detail)
}

// ask sends a request to the API. told, which may be nil, is told of its progress.
func (x *session) ask(request *http.Request, extra *sdk.RequestExtra, told func(event string, data []byte)) (status int, body []byte, header http.Header) {
	request.Header.Set("Authorization", x.authorization(extra))
	w := newRecorder()
	if w.told = told; told != nil {
		request.Header.Set("Accept", "text/event-stream")
	}
	x.api.ServeHTTP(w, request)
	status, body = w.answer()
	return status, body, w.header
}

// authorization is what a call is authenticated by: the header its HTTP request had,
// or the key of sessions over standard input.
func (x *session) authorization(extra *sdk.RequestExtra) string {
	if extra == nil || extra.Header == nil {
		return "Bearer " + x.opts.Key
	}
	return extra.Header.Get("Authorization")
}

func (c *caller) result(body []byte, detail string) (*sdk.CallToolResult, error) {
	var answer json.RawMessage = body
	if detail != fullDetail {
		var err error
		if answer, err = cutDown(body, c.tool.cuts(detail)); err != nil {
			return nil, err
		}
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(answer)}}, StructuredContent: answer}, nil
}

// cuts are those of a detail. A word of the HTTP API's own asks for a member that is
// left out otherwise.
func (t *tool) cuts(detail string) []cut {
	return slices.DeleteFunc(slices.Clone(t.brief), func(c cut) bool { return c.path == detail })
}

// failed tells what went wrong in the user's language.
func (x *session) failed(p *problem) *sdk.CallToolResult {
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: x.explain(p)}}}
}

// read takes the arguments of a call apart and finds what the HTTP API would never
// see: arguments that do not exist, and parameters of a path or query, which are all
// text there, of another type. The rest it leaves to the API.
func (c *caller) read(raw json.RawMessage) (arguments, []mistake) {
	args := arguments{}
	if len(raw) > 0 && !bytes.Equal(raw, []byte("null")) {
		if _, err := strictjson.Parse(raw); err != nil { // a name twice, NUL, 1e400: as the HTTP API
			return nil, []mistake{{"arguments", err.Error()}}
		}
		if err := json.Unmarshal(raw, &args); err != nil {
			return nil, []mistake{{"arguments", "must be an object"}}
		}
	}
	maps.DeleteFunc(args, func(_ string, v json.RawMessage) bool { return string(v) == "null" })
	properties := c.input["properties"].(map[string]any)
	var mistakes []mistake
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if _, known := properties[name]; !known {
			return nil, []mistake{{"arguments", "holds an unknown member; allowed are: " + strings.Join(slices.Sorted(maps.Keys(properties)), ", ")}}
		}
	}
	for name := range c.textArguments() {
		if string(args[name]) == `""` { // as if absent, as an empty parameter of a query is
			delete(args, name)
		}
		if v, sent := args[name]; sent {
			if message := misfit(v, properties[name].(map[string]any)); message != "" {
				mistakes = append(mistakes, mistake{name, message})
			}
		}
	}
	for _, name := range c.ops[0].pathArguments() {
		if _, sent := args[name]; !sent {
			mistakes = append(mistakes, mistake{name, "is required"})
		}
	}
	slices.SortFunc(mistakes, func(a, b mistake) int { return strings.Compare(a.Location, b.Location) })
	return args, mistakes
}

// textArguments are those that are sent as text, and the detail.
func (c *caller) textArguments() map[string]bool {
	names := map[string]bool{detailArgument: true}
	for _, op := range c.ops {
		for _, p := range op.Parameters {
			if name := p.argument(); name != "" {
				names[name] = true
			}
		}
	}
	return names
}

// misfit says in the API's words why a value is none of a schema, or "". Ranges and
// lengths are left to the API.
func misfit(value json.RawMessage, schema map[string]any) string {
	var decoded any
	if json.Unmarshal(value, &decoded) != nil {
		return "must be text"
	}
	text, isText := decoded.(string)
	number, isNumber := decoded.(float64)
	switch want, _ := schema["type"].(string); {
	case want == "integer" && (!isNumber || number != float64(int64(number))):
		return "must be an integer"
	case want != "integer" && !isText:
		return "must be a string, not " + kindOf(decoded)
	}
	if words := texts(schema["enum"]); isText && len(words) > 0 && !slices.Contains(words, text) {
		return "must be one of: " + strings.Join(words, ", ")
	}
	return ""
}

func kindOf(decoded any) string {
	switch decoded.(type) {
	case float64:
		return "number"
	case bool:
		return "boolean"
	case []any:
		return "array"
	}
	return "object"
}

// choose returns the operation that is asked: the last whose path is complete.
func (c *caller) choose(args arguments) *operation {
	for _, op := range slices.Backward(c.ops) {
		if !slices.ContainsFunc(op.pathArguments(), func(name string) bool { return args[name] == nil }) {
			return op
		}
	}
	return c.ops[0]
}

// request makes the HTTP request that a call stands for.
func (op *operation) request(ctx context.Context, args arguments, detail string) (*http.Request, error) {
	path, query, header, rest := op.path, url.Values{}, http.Header{}, maps.Clone(args)
	delete(rest, detailArgument)
	for _, p := range op.Parameters {
		name := p.argument()
		value, sent := args[name]
		if name == "" || !sent {
			continue
		}
		delete(rest, name)
		text := plain(value)
		switch {
		case p.In == "path":
			path = strings.Replace(path, "{"+name+"}", url.PathEscape(text), 1)
		case p.In == "header":
			header.Set(p.Name, text)
		case name == detailArgument && (detail == briefDetail || detail == fullDetail): // words of the tool alone
		default:
			query.Set(name, text)
		}
	}
	var body []byte
	if op.body() != nil {
		body = encode(rest)
	}
	request, err := http.NewRequestWithContext(ctx, op.method, cmp.Or(path, "/"), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.URL.RawQuery, request.Header = query.Encode(), header
	if body != nil {
		header.Set("Content-Type", typeJSON)
	}
	return request, nil
}

// plain returns a JSON text without its quotes, and anything else as it is.
func plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}
