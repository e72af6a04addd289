package httpapi

import "github.com/danielgtaylor/huma/v2"

// schema returns the JSON Schema of what checkText and checkValue accept.
func (f *field) schema() *huma.Schema {
	s := &huma.Schema{Description: f.doc, Nullable: f.nullable}
	if example := f.exampleValue(); example != nil {
		s.Examples = []any{example}
	}
	switch f.kind {
	case textField, anyText:
		f.textSchema(s)
	case enumField:
		s.Type = huma.TypeString
		for _, word := range f.enum {
			s.Enum = append(s.Enum, word)
		}
		if f.nullable {
			s.Enum = append(s.Enum, nil) // JSON Schema asks both type and enum
		}
	case uuidField:
		s.Type, s.Format = huma.TypeString, "uuid"
	case dateField:
		s.Type, s.Format = huma.TypeString, "date"
	case boolField:
		s.Type, s.Default = huma.TypeBoolean, false
	case numberField:
		s.Type, s.Format = huma.TypeNumber, numberSchema().Format
	case integerField:
		f.integerSchema(s)
	case listField:
		s.Type, s.Items = huma.TypeArray, objectSchema(f.members)
		s.MinItems, s.MaxItems = &f.min, &f.max
	case textsField:
		s.Type, s.Items = huma.TypeArray, textItem.schema()
		s.MinItems, s.MaxItems = &f.min, &f.max
	case objectField:
		s.Type, s.AdditionalProperties = huma.TypeObject, true
	case givenField:
		circumstancesSchema(s)
	}
	return s
}

// exampleValue returns an example of the field, of a list of objects one item put
// together from the examples of its members; nil for none.
func (f *field) exampleValue() any {
	if f.example != nil || f.members == nil {
		return f.example
	}
	item := map[string]any{}
	for _, m := range f.members {
		if example := m.exampleValue(); example != nil {
			item[m.name] = example
		}
	}
	return []any{item}
}

// numberSchema is of 64 bits: a generated client that took 32 would change digits.
func numberSchema() *huma.Schema { return &huma.Schema{Type: huma.TypeNumber, Format: "double"} }

func (f *field) textSchema(s *huma.Schema) {
	s.Type, s.Pattern = huma.TypeString, f.shape.pattern(f.kind == textField)
	if f.kind == textField {
		one := 1
		s.MinLength = &one
	}
	if f.max > 0 {
		s.MaxLength = &f.max
	}
}

func (f *field) integerSchema(s *huma.Schema) {
	s.Type, s.Format = huma.TypeInteger, "int32"
	low := float64(f.min)
	s.Minimum = &low
	if f.standard >= f.min { // or there is none
		s.Default = f.standard
	}
	if !f.clamp {
		high := float64(f.max)
		s.Maximum = &high
	}
}

// objectSchema returns the schema of an object with exactly these fields.
func objectSchema(fields []*field) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: false}
	for _, f := range fields {
		s.Properties[f.name] = f.schema()
		if f.required {
			s.Required = append(s.Required, f.name)
		}
	}
	return s
}
