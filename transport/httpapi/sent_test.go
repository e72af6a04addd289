package httpapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// documentedOperation is what the document says of an operation.
type documentedOperation struct {
	method, path string // set when found

	OperationID string `json:"operationId"`
	Parameters  []struct {
		Name, In string
		Required bool
		Example  any
		Schema   struct{ Format string }
	}
	RequestBody *struct {
		Content map[string]struct {
			Example json.RawMessage
			Schema  struct {
				Required   []string
				Properties map[string]struct {
					Examples []json.RawMessage
					Type     any
				}
			}
		}
	} `json:"requestBody"`
	Responses map[string]struct {
		Content map[string]struct {
			Example  any
			Examples map[string]struct{ Value any }
		}
	}
}

// sentDocument is a document, the server that gave it, and what was made there.
type sentDocument struct {
	server     *httpapitest.Server
	operations map[string]documentedOperation
	schemas    *jsonschema.Compiler
	made       map[string]string // identifier by the path it was made at
}

func openDocument(t *testing.T, s *httpapitest.Server) *sentDocument {
	t.Helper()
	raw := s.Get(t, "/openapi.json").Text
	var doc struct {
		Paths map[string]map[string]documentedOperation
	}
	if err := json.Unmarshal([]byte(raw), &doc); err != nil {
		t.Fatal(err)
	}
	whole, err := jsonschema.UnmarshalJSON(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	d := &sentDocument{server: s, operations: map[string]documentedOperation{}, schemas: jsonschema.NewCompiler(), made: map[string]string{}}
	d.schemas.AssertFormat()
	if err := d.schemas.AddResource("openapi.json", whole); err != nil {
		t.Fatal(err)
	}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			op.method, op.path = strings.ToUpper(method), path
			d.operations[op.OperationID] = op
		}
	}
	return d
}

// validate holds a value against the schema at a place of an operation.
func (d *sentDocument) validate(t *testing.T, op documentedOperation, value any, at ...string) {
	t.Helper()
	pointer := "openapi.json#"
	for _, step := range slices.Concat([]string{"paths", op.path, strings.ToLower(op.method)}, at, []string{"schema"}) {
		pointer += "/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(step))
	}
	schema, err := d.schemas.Compile(pointer)
	if err != nil {
		t.Fatalf("%s: %v", pointer, err)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%s %s: %v", op.OperationID, strings.Join(at, " "), err)
	}
}

// examplesHold holds every example of an operation against its schema.
func (d *sentDocument) examplesHold(t *testing.T, op documentedOperation) {
	t.Helper()
	for i, p := range op.Parameters {
		if p.Example != nil {
			d.validate(t, op, p.Example, "parameters", strconv.Itoa(i))
		}
	}
	for status, r := range op.Responses {
		for media, content := range r.Content {
			if content.Example != nil {
				d.validate(t, op, content.Example, "responses", status, "content", media)
			}
			for _, example := range content.Examples {
				d.validate(t, op, example.Value, "responses", status, "content", media)
			}
		}
	}
}

// target writes the address of an operation from the examples of its parameters;
// what has to be made first is named by what was made.
func (d *sentDocument) target(t *testing.T, op documentedOperation) string {
	t.Helper()
	path, query := op.path, url.Values{}
	for _, p := range op.Parameters {
		text, isText := fmt.Sprint(p.Example), p.Example != nil
		switch p.In {
		case "path":
			place := "{" + p.Name + "}"
			before, _, _ := strings.Cut(op.path, "/"+place)
			if id := d.made[before]; id != "" {
				text = id
			} else if !isText {
				t.Errorf("%s: the parameter %s has no example", op.OperationID, p.Name)
			}
			path = strings.Replace(path, place, url.PathEscape(text), 1)
		case "query":
			if isText {
				query.Set(p.Name, text)
			} else if p.Required {
				t.Errorf("%s: the parameter %s has no example", op.OperationID, p.Name)
			}
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return path
}

// bodies returns what an operation can be sent: the example of its body, and one
// put together from the examples of its members, as documentation pages do.
func (op documentedOperation) bodies(t *testing.T) map[string]json.RawMessage {
	t.Helper()
	if op.RequestBody == nil {
		return map[string]json.RawMessage{"": nil}
	}
	content, ok := op.RequestBody.Content["application/json"]
	if !ok {
		return map[string]json.RawMessage{"application/octet-stream": json.RawMessage(uploadedText)}
	}
	if content.Example == nil {
		t.Fatalf("%s: its body has no example", op.OperationID)
	}
	members := map[string]json.RawMessage{}
	for name, member := range content.Schema.Properties {
		if len(member.Examples) > 0 {
			members[name] = member.Examples[0]
		} else if slices.Contains(content.Schema.Required, name) {
			t.Errorf("%s: the member %s of its body has no example", op.OperationID, name)
		}
	}
	together, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]json.RawMessage{"application/json": content.Example, "application/json; charset=utf-8": together}
}

// nullsHold holds null for every member that may be null against the schema.
func (d *sentDocument) nullsHold(t *testing.T, op documentedOperation) {
	t.Helper()
	if op.RequestBody == nil {
		return
	}
	content := op.RequestBody.Content["application/json"]
	for name, member := range content.Schema.Properties {
		if types, several := member.Type.([]any); several && slices.Contains(types, any("null")) {
			body := decoded(t, content.Example).(map[string]any)
			body[name] = nil
			d.validate(t, op, body, "requestBody", "content", "application/json")
		}
	}
}

// send sends the examples of an operation and holds the answers against the document.
func (d *sentDocument) send(t *testing.T, op documentedOperation) {
	t.Helper()
	for media, body := range op.bodies(t) {
		if strings.HasPrefix(media, "application/json") {
			d.validate(t, op, decoded(t, body), "requestBody", "content", "application/json")
		}
		d.sendOne(t, op, media, body)
	}
}

func (d *sentDocument) sendOne(t *testing.T, op documentedOperation, media string, body []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), op.method, d.server.URL+d.target(t, op), bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+d.server.Keys.Main)
	if media != "" {
		r.Header.Set("Content-Type", media)
	}
	response, err := d.server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	status := strconv.Itoa(response.StatusCode)
	if _, documented := op.Responses[status]; !documented || response.StatusCode >= http.StatusMultipleChoices {
		t.Fatalf("%s %s %s: %s %s", op.method, r.URL, body, status, answer)
	}
	if len(answer) > 0 {
		d.validate(t, op, decoded(t, answer), "responses", status, "content", response.Header.Get("Content-Type"))
	}
	if id := madeID.FindSubmatch(answer); id != nil && response.StatusCode == http.StatusCreated {
		d.made[op.path] = string(id[1])
	}
	if id := response.Header.Get("X-Turn-Id"); id != "" {
		d.made[op.path] = id
	}
}

func decoded(t *testing.T, raw []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return v
}

// sentLast are the operations behind those that exampleRequests orders.
var sentLast = []string{
	"listCircumstances", "selectCollection", "unselectCollection", "deleteMemory", "deleteCalculation", "deleteCheck", "deleteChecks", "deleteWebhook", "deleteDocument", "deleteGenerated", "deleteProject",
}

// TestOpenAPI_examples sends every example of the document to the server that gave
// it: it answers with a documented status and what the schema describes.
func TestOpenAPI_examples(t *testing.T) {
	d := openDocument(t, starterServer(t))
	var order []string
	for _, e := range exampleRequests {
		order = append(order, e.operation)
	}
	for id := range maps.Keys(d.operations) {
		if !slices.Contains(order, id) && !slices.Contains(sentLast, id) {
			t.Errorf("nothing sends %s", id)
		}
	}
	for _, id := range append(order, sentLast...) {
		t.Run(id, func(t *testing.T) {
			op := d.operations[id]
			d.examplesHold(t, op)
			d.nullsHold(t, op)
			d.send(t, op)
		})
	}
}
