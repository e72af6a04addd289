package ask

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Bounds of a JSON value that is told as text.
const (
	deepestJSON  = 6
	mostMembers  = 200 // lines of one value
	maxJSONValue = 400 // code points of one text
)

// schemaNode is as much of a JSON Schema as is needed to name what it describes.
type schemaNode struct {
	Title      string                 `json:"title"`
	Unit       string                 `json:"x-unit"`
	Properties map[string]*schemaNode `json:"properties"`
	Items      *schemaNode            `json:"items"`
}

// label is what the schema calls a member, and in which unit it is.
func (n *schemaNode) label(name string) (label, unit string) {
	if n == nil {
		return name, ""
	}
	if n.Title != "" {
		name = n.Title
	}
	return name, n.Unit
}

func (n *schemaNode) member(name string) *schemaNode {
	if n == nil {
		return nil
	}
	return n.Properties[name]
}

func (n *schemaNode) item() *schemaNode {
	if n == nil {
		return nil
	}
	return n.Items
}

// JSONText tells a JSON value in lines "label: value unit". Labels and units are
// those of the schema ("title", "x-unit"; see [projects.Calculator]), the names
// of the members where it has none. What is no JSON gives "".
func JSONText(value, schema json.RawMessage) string {
	var node *schemaNode
	if len(schema) > 0 && json.Unmarshal(schema, &node) != nil {
		node = nil
	}
	decoder := json.NewDecoder(bytes.NewReader(value))
	decoder.UseNumber() // the digits as they were written
	var v any
	if decoder.Decode(&v) != nil {
		return ""
	}
	w := jsonWriter{}
	w.write("", "", v, node, 0)
	return strings.Join(w.lines, "\n")
}

type jsonWriter struct{ lines []string }

func (w *jsonWriter) add(label, text string) {
	if text == "" || len(w.lines) >= mostMembers {
		return
	}
	if label != "" {
		text = label + ": " + text
	}
	w.lines = append(w.lines, text)
}

func (w *jsonWriter) write(label, unit string, v any, node *schemaNode, depth int) {
	if depth > deepestJSON {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			child := node.member(name)
			own, childUnit := child.label(name)
			w.write(join(label, own), childUnit, v[name], child, depth+1)
		}
	case []any:
		for i, item := range v {
			if len(w.lines) >= mostMembers {
				return
			}
			child := node.item()
			_, itemUnit := child.label("")
			if itemUnit == "" {
				itemUnit = unit
			}
			w.write(fmt.Sprintf("%s (%d)", label, i+1), itemUnit, item, child, depth+1)
		}
	case string:
		w.add(label, clip(strings.TrimSpace(v+" "+unit), maxJSONValue))
	case json.Number:
		w.add(label, strings.TrimSpace(v.String()+" "+unit))
	case bool:
		w.add(label, map[bool]string{true: "yes", false: "no"}[v])
	}
}

func join(outer, inner string) string {
	if outer == "" {
		return inner
	}
	return outer + ", " + inner
}
