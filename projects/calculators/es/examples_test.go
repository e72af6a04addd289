package es_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/calculators/es"
)

// example is a worked example of testdata/examples: figures that others published, or
// the arithmetic written out beside the table it rests on.
type example struct {
	Name, Source  string
	Input, Result yaml.Node
	Compliant     string
}

func all(t testing.TB) map[string]projects.Calculator {
	t.Helper()
	byID := make(map[string]projects.Calculator)
	for _, c := range es.All() {
		byID[c.ID()] = c
	}
	return byID
}

func examples(t testing.TB, id string) []example {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "examples", id+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	var list []example
	if err := d.Decode(&list); err != nil {
		t.Fatal(err)
	}
	return list
}

// toJSON writes a node with the digits of its numbers as they stand.
func toJSON(t testing.TB, n *yaml.Node) string {
	t.Helper()
	var parts []string
	switch n.Kind { //nolint:exhaustive // the rest is refused
	case yaml.MappingNode:
		for i := 0; i < len(n.Content); i += 2 {
			parts = append(parts, strconv.Quote(n.Content[i].Value)+":"+toJSON(t, n.Content[i+1]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case yaml.SequenceNode:
		for _, item := range n.Content {
			parts = append(parts, toJSON(t, item))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case yaml.ScalarNode:
		if n.Tag == "!!int" || n.Tag == "!!float" || n.Tag == "!!bool" {
			return n.Value
		}
		if n.Tag == "!!null" {
			return "null"
		}
		text, err := json.Marshal(n.Value)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	t.Fatalf("line %d: a node of kind %d", n.Line, n.Kind)
	return ""
}

// TestExamples runs the worked examples: result and verdict are as they say, and input
// and result are valid by the schemas.
func TestExamples(t *testing.T) {
	for id, c := range all(t) {
		input, result := c.Schema()
		inputSchema, resultSchema := compile(t, id+"-input", input), compile(t, id+"-result", result)
		for _, e := range examples(t, id) {
			t.Run(id+"/"+e.Name, func(t *testing.T) {
				if e.Source == "" {
					t.Error("no source")
				}
				in := toJSON(t, &e.Input)
				valid(t, inputSchema, in)
				out := run(t, c, in)
				valid(t, resultSchema, string(out.Result))
				if got := compliant(out); got != e.Compliant {
					t.Errorf("want compliant %s, got %s: %s\n%s", e.Compliant, got, out.Summary, strings.Join(out.Steps, "\n"))
				}
				var want, got map[string]json.RawMessage
				unmarshal(t, toJSON(t, &e.Result), &want)
				unmarshal(t, string(out.Result), &got)
				for name, value := range want {
					if string(value) == "null" { // not there
						value = nil
					}
					if diff := cmp.Diff(string(value), string(got[name])); diff != "" {
						t.Errorf("%s (-want +got):\n%s\n%s", name, diff, strings.Join(out.Steps, "\n"))
					}
				}
				checkWording(t, out)
			})
		}
	}
}

func unmarshal(t testing.TB, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

var oneOfMany = regexp.MustCompile(`(^|[^0-9,])1 (personas|plazas|estaciones|sumideros|dormitorios|peldaños|lados|tramos|elementos|asientos)`)

// checkWording holds that what is told is whole sentences without what a mistake of
// formatting leaves.
//
// One of a thing is told as one: "1 persona".
func checkWording(t testing.TB, out projects.Outcome) {
	t.Helper()
	if out.Summary == "" || len(out.Steps) == 0 || len(out.Sources) == 0 {
		t.Errorf("something is missing: %+v", out)
	}
	for _, says := range append(slices.Clone(out.Steps), out.Summary) {
		if strings.Contains(says, "%!") || strings.Contains(says, "  ") || !strings.HasSuffix(says, ".") || strings.HasSuffix(says, "..") || oneOfMany.MatchString(says) {
			t.Errorf("badly told: %q", says)
		}
	}
}

// TestExamples_all holds that no calculator is without a worked example.
func TestExamples_all(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "examples", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, len(files))
	for i, file := range files {
		ids[i] = strings.TrimSuffix(filepath.Base(file), ".yaml")
	}
	want := slices.Sorted(maps.Keys(all(t)))
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Errorf("calculators without examples, or the reverse (-want +got):\n%s", diff)
	}
}

func compile(t testing.TB, name string, schema json.RawMessage) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	c := jsonschema.NewCompiler()
	url := "https://example.org/" + name
	if err := c.AddResource(url, document); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	compiled, err := c.Compile(url)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return compiled
}

func validate(schema *jsonschema.Schema, text string) error {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return schema.Validate(value)
}

func valid(t testing.TB, schema *jsonschema.Schema, text string) {
	t.Helper()
	if err := validate(schema, text); err != nil {
		t.Errorf("%s: %v", text, err)
	}
}
