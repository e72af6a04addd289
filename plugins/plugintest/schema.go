package plugintest

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
)

const draft = "https://json-schema.org/draft/2020-12/schema"

// schema is as much of a JSON Schema as a form is drawn of.
type schema struct {
	Dialect    string             `json:"$schema"`
	Type       string             `json:"type"`
	Title      string             `json:"title"`
	Unit       *string            `json:"x-unit"`
	Properties map[string]*schema `json:"properties"`
	Required   []string           `json:"required"`
	Items      *schema            `json:"items"`
	Enum       []any              `json:"enum"`
}

// readSchema reads a schema and reports what a form cannot be drawn of; nil when
// it cannot be read.
func readSchema(data json.RawMessage, what string, fail failer) *schema {
	s := &schema{}
	if err := json.Unmarshal(data, s); err != nil {
		fail("the schema of its %s cannot be read: %v", what, err)
		return nil
	}
	if s.Dialect != "" && s.Dialect != draft {
		fail("the schema of its %s is of %q, want %q", what, s.Dialect, draft)
	}
	if s.Type != "object" || len(s.Properties) == 0 {
		fail("the schema of its %s is of type %q with %d properties, want an object with some", what, s.Type, len(s.Properties))
	}
	s.checkProperties(what, fail)
	return s
}

var types = []string{"string", "number", "integer", "boolean", "array", "object", "null"}

func (s *schema) checkProperties(what string, fail failer) {
	for name, p := range s.Properties {
		at := what + "." + name
		switch {
		case p == nil:
			fail("%s has no schema", at)
			continue
		case p.Title == "":
			fail("%s has no title", at)
		case p.Unit != nil && (*p.Unit == "" || p.Type == "string" || p.Type == "boolean"):
			fail("%s, a %s, has the unit %q: leave it out where there is none", at, p.Type, *p.Unit)
		}
		if p.Type != "" && !slices.Contains(types, p.Type) {
			fail("%s is of type %q, which JSON Schema has not", at, p.Type)
		}
		if p.Type == "array" && p.Items == nil {
			fail("%s does not say of what it is a list", at)
		}
		p.checkProperties(at, fail)
		if p.Items != nil {
			p.Items.checkProperties(at+"[]", fail)
		}
	}
	for _, name := range s.Required {
		if s.Properties[name] == nil {
			fail("%s requires %q, which it does not describe", what, name)
		}
	}
}

// check reports where data are not as s says.
func (s *schema) check(what string, data json.RawMessage, fail failer) {
	var value any
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&value); err != nil {
		fail("the %s is no JSON: %v", what, err)
		return
	}
	s.checkValue(what, value, fail)
}

func (s *schema) checkValue(at string, value any, fail failer) {
	if !s.takes(value) {
		fail("%s is %s, but its schema says %q", at, short(value), s.Type)
		return
	}
	switch v := value.(type) {
	case map[string]any:
		s.checkObject(at, v, fail)
	case []any:
		for _, item := range v {
			if s.Items != nil {
				s.Items.checkValue(at+"[]", item, fail)
			}
		}
	}
	if s.Enum != nil && !slices.Contains(s.Enum, value) {
		fail("%s is %s, which its schema does not list", at, short(value))
	}
}

func (s *schema) checkObject(at string, members map[string]any, fail failer) {
	for _, name := range s.Required {
		if _, ok := members[name]; !ok {
			fail("%s lacks %q, which its schema requires", at, name)
		}
	}
	for name, value := range members {
		if p := s.Properties[name]; p != nil {
			p.checkValue(at+"."+name, value, fail)
		} else if s.Properties != nil {
			fail("%s has the member %q, which its schema does not describe", at, name)
		}
	}
}

func (s *schema) takes(value any) bool {
	switch v := value.(type) {
	case string:
		return s.Type == "string" || s.Type == ""
	case bool:
		return s.Type == "boolean" || s.Type == ""
	case float64:
		return s.Type == "number" || s.Type == "" || s.Type == "integer" && v == math.Trunc(v)
	case []any:
		return s.Type == "array" || s.Type == ""
	case map[string]any:
		return s.Type == "object" || s.Type == ""
	}
	return s.Type == "null" || s.Type == ""
}
