package calculators

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

var (
	errMissing = errors.New("is missing")
	errKind    = errors.New("is not of its field's kind")
)

// Write returns values as a JSON object, in the order of the form. An optional value
// that is not there is left out; the error names a value that is not as the form
// says, or that the form does not have.
func (f Form) Write(v Values) (json.RawMessage, error) {
	var o object
	for i := range f {
		value, ok := v[f[i].Name]
		if !ok || value == nil {
			if f[i].Optional {
				continue
			}
			return nil, fmt.Errorf("%s: %w", f[i].Name, errMissing)
		}
		member, err := f[i].write(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f[i].Name, err)
		}
		o.add(f[i].Name, member)
	}
	return o.bytes(), f.surplus(v)
}

// surplus names a value the form has no field for.
func (f Form) surplus(v Values) error {
	names := f.names()
	for name, value := range v {
		if value != nil && !slices.Contains(names, name) { // what was left out of an input is nil
			return fmt.Errorf("%s: the form has no such field", name)
		}
	}
	return nil
}

// write returns one value as JSON.
func (f *Field) write(value any) (any, error) {
	switch value := value.(type) {
	case Exact:
		if !value.Known() || f.Kind != Number && (f.Kind != Integer || !value.IsInteger()) {
			return nil, errKind
		}
		return value.json(), nil
	case string:
		if f.Kind != Text && (f.Kind != Choice || !slices.ContainsFunc(f.Choices, func(c Option) bool { return c.Value == value })) {
			return nil, errKind
		}
		return value, nil
	case bool:
		if f.Kind != Switch {
			return nil, errKind
		}
		return value, nil
	case []Values:
		return f.writeList(value)
	}
	return nil, errKind
}

func (f *Field) writeList(list []Values) (any, error) {
	if f.Kind != List {
		return nil, errKind
	}
	items := make([]json.RawMessage, len(list))
	for i := range list {
		var err error
		if items[i], err = f.Items.Write(list[i]); err != nil {
			return nil, fmt.Errorf("[%d].%w", i, err)
		}
	}
	return items, nil
}
