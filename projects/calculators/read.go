package calculators

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/projects"
)

// maxInput is how long an input may be, in bytes.
const maxInput = 64 << 10

// Values are what a form was filled in with: [Exact], string, bool or []Values. An
// optional field that was left out is nil. The methods panic where the form has no
// field of that name or one of another kind, which is a mistake of the calculator and
// ends its run with an error: a misspelt name is not 0. Of values an author makes, as in
// [Finding], what was not put there is no field.
type Values map[string]any

// Number returns a number, 0 when it was left out; see [Values.Has].
func (v Values) Number(name string) Exact {
	if n, filled := field[Exact](v, name); filled {
		return n
	}
	return Int(0)
}

// Text returns a text or choice, "" when it was left out.
func (v Values) Text(name string) string { s, _ := field[string](v, name); return s }

// On reports whether a switch is on.
func (v Values) On(name string) bool { on, _ := field[bool](v, name); return on }

// List returns the items of a list.
func (v Values) List(name string) []Values { l, _ := field[[]Values](v, name); return l }

// Has reports whether a field was filled in.
func (v Values) Has(name string) bool { _, filled := field[any](v, name); return filled }

// misread is what reading a field ends with that the form does not have.
type misread string

// field returns what a field was filled in with.
func field[T any](v Values, name string) (value T, filled bool) {
	held, ok := v[name]
	if !ok {
		panic(misread(fmt.Sprintf("the form has no field %q; it has %s", name, strings.Join(slices.Sorted(maps.Keys(v)), ", "))))
	}
	if held == nil {
		return value, false
	}
	if value, ok = held.(T); !ok {
		panic(misread(fmt.Sprintf("the field %q is of kind %s", name, kindOf(held))))
	}
	return value, true
}

// kindOf says what a field holds, in the words of [Kind].
func kindOf(held any) Kind {
	switch held.(type) {
	case Exact:
		return Number
	case bool:
		return Switch
	case []Values:
		return List
	}
	return Text
}

// Invalid returns a [projects.InputError] about a member of the input.
func Invalid(member, format string, args ...any) error {
	return &projects.InputError{Member: member, Reason: fmt.Sprintf(format, args...)}
}

// Read reads an input by the form. ErrInvalid names the member that is wrong: one
// the form does not have, one that comes twice, is missing, null, of another type or
// beyond its bounds.
func (f Form) Read(input json.RawMessage) (Values, error) {
	if len(input) > maxInput {
		return nil, Invalid("input", "longer than %d bytes", maxInput)
	}
	if !utf8.Valid(input) {
		return nil, Invalid("input", "not UTF-8")
	}
	r := &reader{d: json.NewDecoder(bytes.NewReader(input))}
	r.d.UseNumber()
	values, err := r.object("", f)
	if err != nil {
		return nil, err
	}
	if _, err := r.d.Token(); !errors.Is(err, io.EOF) {
		return nil, Invalid("input", "something stands behind the object")
	}
	return values, nil
}

// reader reads JSON a token at a time, never more than the form asks for.
type reader struct{ d *json.Decoder }

// token returns the next token; path is what it is for.
func (r *reader) token(path string) (json.Token, error) {
	t, err := r.d.Token()
	if err != nil {
		return nil, Invalid(nameOf(path), "not JSON, or cut off")
	}
	return t, nil
}

func nameOf(path string) string {
	if path == "" {
		return "input"
	}
	return path
}

func (r *reader) object(path string, f Form) (Values, error) {
	t, err := r.token(path)
	if err != nil {
		return nil, err
	}
	if t != json.Delim('{') {
		return nil, Invalid(nameOf(path), "must be an object")
	}
	values := make(Values, len(f))
	for r.d.More() {
		if err := r.member(path, f, values); err != nil {
			return nil, err
		}
	}
	if _, err := r.token(path); err != nil {
		return nil, err
	}
	return values, f.complete(path, values)
}

func (r *reader) member(path string, f Form, values Values) error {
	t, err := r.token(path)
	if err != nil {
		return err
	}
	name, _ := t.(string)
	at := strings.TrimPrefix(path+"."+name, ".")
	for i := range f {
		if f[i].Name != name {
			continue
		}
		if values[name] != nil {
			return Invalid(at, "comes twice")
		}
		values[name], err = r.value(at, &f[i])
		return err
	}
	// Its name is not told: what was sent is never sent back.
	return Invalid(nameOf(path), "holds an unknown member; allowed are: %s", strings.Join(f.names(), ", "))
}

func (f Form) names() []string {
	names := make([]string, len(f))
	for i := range f {
		names[i] = f[i].Name
	}
	return names
}

func (f Form) complete(path string, values Values) error {
	for i := range f {
		if values[f[i].Name] != nil {
			continue
		}
		values[f[i].Name] = nil // so that a name the form does not have is told apart
		if !f[i].Optional {
			return Invalid(strings.TrimPrefix(path+"."+f[i].Name, "."), "is missing")
		}
	}
	return nil
}

func (r *reader) value(at string, f *Field) (any, error) {
	if f.Kind == List {
		return r.list(at, f)
	}
	t, err := r.token(at)
	if err != nil {
		return nil, err
	}
	switch f.Kind {
	case Number, Integer:
		return f.number(at, t)
	case Switch:
		if on, ok := t.(bool); ok {
			return on, nil
		}
		return nil, Invalid(at, "must be true or false")
	case Choice:
		return f.choice(at, t)
	default:
		return text(at, t)
	}
}

func (r *reader) list(at string, f *Field) (any, error) {
	t, err := r.token(at)
	if err != nil {
		return nil, err
	}
	low, high := f.count()
	if t != json.Delim('[') {
		return nil, Invalid(at, "must be a list of %d to %d objects", low, high)
	}
	list := []Values{}
	for r.d.More() {
		if len(list) == high {
			return nil, Invalid(at, "must have %s at most", items(high))
		}
		item, err := r.object(fmt.Sprintf("%s[%d]", at, len(list)), f.Items)
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	if _, err := r.token(at); err != nil {
		return nil, err
	}
	if len(list) < low {
		return nil, Invalid(at, "must have %s at least", items(low))
	}
	return list, nil
}

func items(n int) string {
	if n == 1 {
		return "1 item"
	}
	return fmt.Sprintf("%d items", n)
}

func (f *Field) number(at string, t json.Token) (any, error) {
	digits, ok := t.(json.Number)
	if !ok {
		return nil, Invalid(at, "must be a number, without quotes%s", f.inUnit())
	}
	n, ok := ParseExact(digits.String())
	switch {
	case !ok:
		return nil, Invalid(at, "has more digits than are taken")
	case f.Kind == Integer && !n.IsInteger():
		return nil, Invalid(at, "must be a whole number")
	case f.Min.Known() && (n.Less(f.Min) || f.Above && !f.Min.Less(n)):
		what := "at least"
		if f.Above {
			what = "more than"
		}
		return nil, Invalid(at, "must be %s %s%s", what, f.Min.String(), f.unit())
	case f.Max.Known() && f.Max.Less(n):
		return nil, Invalid(at, "must be %s%s at most", f.Max.String(), f.unit())
	}
	return n, nil
}

// unit is what stands behind a bound. What an Integer counts is a noun, which would have
// to agree with its number: the member's name tells it as well.
func (f *Field) unit() string {
	if f.Unit == "" || f.Kind == Integer {
		return ""
	}
	return " " + f.Unit
}

func (f *Field) inUnit() string {
	if f.Unit == "" {
		return ""
	}
	return ", in " + f.Unit
}

func (f *Field) choice(at string, t json.Token) (any, error) {
	value, _ := t.(string)
	values := make([]string, len(f.Choices))
	for i, c := range f.Choices {
		if c.Value == value {
			return value, nil
		}
		values[i] = c.Value
	}
	return nil, Invalid(at, "must be one of %s", strings.Join(values, ", "))
}

func text(at string, t json.Token) (any, error) {
	s, ok := t.(string)
	switch {
	case !ok || strings.TrimSpace(s) == "":
		return nil, Invalid(at, "must be a text that is not empty")
	case utf8.RuneCountInString(s) > maxTextLength:
		return nil, Invalid(at, "must have %d characters at most", maxTextLength)
	case strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }):
		return nil, Invalid(at, "must be one line of characters that can be seen")
	}
	return s, nil
}
