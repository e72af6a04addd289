package calculators

import (
	"bytes"
	"encoding/json"
)

// Kind is what a field holds.
type Kind string

// The kinds of fields. They are the types of JSON Schema, but for Choice.
const (
	Number  Kind = "number"
	Integer Kind = "integer"
	Text    Kind = "string" // one line
	Switch  Kind = "boolean"
	Choice  Kind = "choice" // a text that is one of Choices
	List    Kind = "array"  // of objects with the fields of Items
)

// Option is one value of a Choice and what it stands for.
type Option struct{ Value, Title string }

// Field is one member of an object.
type Field struct {
	Name     string
	Title    string // in the language of the calculator's country
	Help     string // more than the title says, such as what is taken when it is left out
	Kind     Kind
	Unit     string // of the number, as it is shown: "m", "m³/h"; "" where it has none
	Optional bool

	Min, Max Exact // of a number; of how many items a List has. No number is open
	Above    bool  // Min itself is not taken

	Choices []Option
	Items   Form
}

// Form is the fields of an object, in the order in which they are shown.
type Form []Field

// MaxItems is how many items a List takes that does not say.
const MaxItems = 200

// maxTextLength is how long a text may be, in code points.
const maxTextLength = 200

// Schema returns the form as JSON Schema (2020-12), its properties in order. Units
// are in "x-unit", the meanings of choices in "x-titles".
func (f Form) Schema() json.RawMessage {
	var o object
	o.add("$schema", "https://json-schema.org/draft/2020-12/schema")
	f.describe(&o)
	return o.bytes()
}

func (f Form) describe(o *object) {
	var properties object
	required := []string{}
	for i := range f {
		properties.add(f[i].Name, f[i].schema())
		if !f[i].Optional {
			required = append(required, f[i].Name)
		}
	}
	o.add("type", "object")
	o.add("properties", properties.bytes())
	o.add("required", required)
	o.add("additionalProperties", false)
}

func (f *Field) schema() json.RawMessage {
	var o object
	switch f.Kind {
	case Choice:
		f.choices(&o)
	case List:
		var items object
		f.Items.describe(&items)
		o.add("type", f.Kind)
		o.add("items", items.bytes())
		low, high := f.count()
		o.add("minItems", low)
		o.add("maxItems", high)
	case Text:
		o.add("type", f.Kind)
		o.add("maxLength", maxTextLength)
	default:
		o.add("type", f.Kind)
		f.bounds(&o)
	}
	o.add("title", f.Title)
	if f.Help != "" {
		o.add("description", f.Help)
	}
	if f.Unit != "" {
		o.add("x-unit", f.Unit)
	}
	return o.bytes()
}

func (f *Field) choices(o *object) {
	var titles object
	values := make([]string, len(f.Choices))
	for i, c := range f.Choices {
		values[i] = c.Value
		titles.add(c.Value, c.Title)
	}
	o.add("type", Text)
	o.add("enum", values)
	o.add("x-titles", titles.bytes())
}

func (f *Field) bounds(o *object) {
	if f.Min.Known() {
		name := "minimum"
		if f.Above {
			name = "exclusiveMinimum"
		}
		o.add(name, f.Min.json())
	}
	if f.Max.Known() {
		o.add("maximum", f.Max.json())
	}
}

// count returns how many items a List has at least and at most.
func (f *Field) count() (low, high int) {
	low, high = 1, MaxItems
	if f.Min.Known() {
		low = f.Min.Integer()
	}
	if f.Max.Known() {
		high = f.Max.Integer()
	}
	return low, high
}

// object writes a JSON object whose members keep their order.
type object struct{ b bytes.Buffer }

func (o *object) add(name string, value any) {
	if o.b.Len() > 0 {
		o.b.WriteByte(',')
	}
	for i, part := range []any{name, value} {
		if i > 0 {
			o.b.WriteByte(':')
		}
		text, err := json.Marshal(part)
		if err != nil {
			panic("calculators: " + err.Error()) // every value is a text, a number or made by this type
		}
		o.b.Write(text)
	}
}

func (o *object) bytes() json.RawMessage {
	return json.RawMessage("{" + o.b.String() + "}")
}
