package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// schema is what a page takes of the JSON Schema of a calculator, its properties in
// order.
type schema struct {
	Type        string
	Title       string
	Description string
	Unit        string `json:"x-unit"`
	Enum        []json.RawMessage
	Titles      map[string]string `json:"x-titles"`
	Items       *schema
	Properties  properties
	Required    []string
	MinItems    int
	MaxItems    int
	MaxLength   int
}

// property is a member of an object.
type property struct {
	Name string
	schema
}

type properties []property

// UnmarshalJSON keeps the order of the members.
func (p *properties) UnmarshalJSON(raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		key, ok := name.(string)
		if !ok {
			return errors.New("web: a schema whose properties are no object")
		}
		one := property{Name: key}
		if err := d.Decode(&one.schema); err != nil {
			return err
		}
		*p = append(*p, one)
	}
	return nil
}

// inputField is a field of a form, or a list of them.
type inputField struct {
	Name, Label, Help, Unit string
	Kind                    string // number, choice, text or list
	Value                   string
	Whole                   bool
	Optional                bool
	Wrong                   string
	Most                    int // characters
	Options                 []option
	Items                   []inputItem
	CanAdd                  bool
}

// inputItem is an item of a list.
type inputItem struct {
	Name, Label string
	Fields      []inputField
	CanDrop     bool
}

// inputPrefix begins the names of the fields of a calculator, countPrefix of those that
// say how many items a list has.
const (
	inputPrefix = "in"
	countPrefix = "n."
)

// fieldsOf draws the fields of an object as a form fills them in; wrong says what is
// wrong with them, by name.
func (f frame) fieldsOf(s *schema, at string, form url.Values, wrong map[string]string) []inputField {
	fields := make([]inputField, 0, len(s.Properties))
	for i := range s.Properties {
		p := &s.Properties[i]
		field := inputField{
			Name: at + "." + p.Name, Help: p.Description, Unit: p.Unit, Whole: p.Type == "integer",
			Optional: !slices.Contains(s.Required, p.Name), Most: min(max(p.MaxLength, 1), 200),
		}
		field.Label, field.Value, field.Wrong = p.title(), form.Get(field.Name), wrong[field.Name]
		switch {
		case p.Enum != nil || p.Type == "boolean":
			field.Kind, field.Options = "choice", f.optionsOf(p, field.Value)
		case p.Type == "array" && p.Items != nil:
			field.Kind = "list"
			f.drawItems(&field, p, form, wrong)
		case p.Type == "number" || p.Type == "integer":
			field.Kind = "number"
		default:
			field.Kind, field.Most = "text", max(field.Most, p.MaxLength)
		}
		fields = append(fields, field)
	}
	return fields
}

func (p *property) title() string {
	if p.Title != "" {
		return p.Title
	}
	return p.Name
}

func (f frame) optionsOf(p *property, chosen string) []option {
	if p.Enum == nil {
		return []option{{"true", f.T("calculators.yes"), chosen == "true"}, {"false", f.T("calculators.no"), chosen == "false"}}
	}
	var options []option
	for _, raw := range p.Enum {
		value := plainJSON(raw)
		name := value
		if title := p.Titles[value]; title != "" {
			name = title
		}
		options = append(options, option{value, name, chosen == value})
	}
	return options
}

// plainJSON is a text or number of JSON as a field holds it.
func plainJSON(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

// mostItems is how many items a form draws of a list.
const mostItems = 50

// itemsOf is how many items a list has in a form.
func itemsOf(p *property, name string, form url.Values) int {
	n, err := strconv.Atoi(form.Get(countPrefix + name))
	if err != nil {
		n = max(1, p.MinItems)
	}
	most := mostItems
	if p.MaxItems > 0 {
		most = min(most, p.MaxItems)
	}
	return max(p.MinItems, min(n, most), 0)
}

func (f frame) drawItems(field *inputField, p *property, form url.Values, wrong map[string]string) {
	n := itemsOf(p, field.Name, form)
	for i := range n {
		name := field.Name + "." + strconv.Itoa(i)
		field.Items = append(field.Items, inputItem{
			Name: name, Label: field.Label + " " + strconv.Itoa(i+1), Fields: f.fieldsOf(p.Items, name, form, wrong), CanDrop: n > p.MinItems,
		})
	}
	field.CanAdd = n < mostItems && (p.MaxItems == 0 || n < p.MaxItems)
}

// addItem adds an item to a list of a form, and dropItem takes one away.
func addItem(form url.Values, list string, now int) { form.Set(countPrefix+list, strconv.Itoa(now+1)) }

func dropItem(form url.Values, list string, dropped, now int) {
	rest := url.Values{}
	for name, values := range form {
		if to := withoutItem(name, list, dropped); to != "" {
			rest[to] = values
		}
	}
	clear(form)
	maps.Copy(form, rest)
	form.Set(countPrefix+list, strconv.Itoa(now-1))
}

// withoutItem is what a field is called when an item of a list is gone; "" for a field of
// that item.
func withoutItem(name, list string, dropped int) string {
	before, member, of := strings.Cut(name, list+".")
	index, rest, nested := strings.Cut(member, ".")
	i, err := strconv.Atoi(index)
	switch {
	case !of || !nested || err != nil || before != "" && before != countPrefix || i < dropped:
		return name
	case i == dropped:
		return ""
	}
	return before + list + "." + strconv.Itoa(i-1) + "." + rest
}

// inputOf is what a form says of an object, as JSON; wrong holds the names of fields that
// are empty or no number.
func (f frame) inputOf(s *schema, at string, form url.Values, wrong map[string]string) json.RawMessage {
	var out bytes.Buffer
	for i := range s.Properties {
		p := &s.Properties[i]
		name := at + "." + p.Name
		value := f.valueOfField(p, name, form, wrong)
		if value == nil {
			if slices.Contains(s.Required, p.Name) && wrong[name] == "" {
				wrong[name] = f.T("calculators.missing")
			}
			continue
		}
		if out.Len() > 0 {
			out.WriteByte(',')
		}
		key, _ := json.Marshal(p.Name) // a text
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	return json.RawMessage("{" + out.String() + "}")
}

// valueOfField is what a field says, nil for nothing.
func (f frame) valueOfField(p *property, name string, form url.Values, wrong map[string]string) json.RawMessage {
	written := strings.TrimSpace(strings.ToValidUTF8(form.Get(name), ""))
	switch {
	case p.Type == "array" && p.Items != nil:
		items := make([]json.RawMessage, itemsOf(p, name, form))
		for i := range items {
			items[i] = f.inputOf(p.Items, name+"."+strconv.Itoa(i), form, wrong)
		}
		encoded, _ := json.Marshal(items) // they are JSON
		return encoded
	case written == "":
		return nil
	case p.Enum != nil:
		for _, raw := range p.Enum {
			if plainJSON(raw) == written {
				return raw
			}
		}
		wrong[name] = f.T("calculators.missing")
		return nil
	case p.Type == "boolean":
		return json.RawMessage(strconv.FormatBool(written == "true"))
	case p.Type == "number" || p.Type == "integer":
		digits, ok := digitsOf(written, f.T("decimal"))
		if !ok {
			wrong[name] = f.T("check.wrong_value")
			return nil
		}
		return json.RawMessage(digits)
	}
	encoded, _ := json.Marshal(written) // a text
	return encoded
}

// fieldAt is the name of the field that the API says something of.
func fieldAt(location string) string {
	rest, _ := strings.CutPrefix(location, "body.input")
	return inputPrefix + strings.NewReplacer("[", ".", "]", "").Replace(rest)
}
