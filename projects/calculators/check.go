package calculators

import (
	"errors"
	"fmt"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

var (
	slug       = lazyregexp.New(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	memberName = lazyregexp.New(`^[a-z][a-z0-9_]*$`)
)

// maxID is how long an id may be, in bytes.
const maxID = 64

// check returns what the definition lacks.
func (d *Definition) check() error {
	switch {
	case len(d.ID) > maxID || !slug.MatchString(d.ID):
		return fmt.Errorf("an id is lower-case letters, digits and single hyphens, %d at most", maxID)
	case d.Title == "":
		return errors.New("has no title")
	case d.Calculate == nil:
		return errors.New("has nothing that calculates")
	case len(d.Result) == 0:
		return errors.New("has no result")
	}
	if err := d.Input.check("input"); err != nil {
		return err
	}
	return d.Result.check("result")
}

// check returns what the fields of a form lack; path is where the form stands.
func (f Form) check(path string) error {
	seen := make(map[string]bool, len(f))
	for i := range f {
		at := path + "." + f[i].Name
		if !memberName.MatchString(f[i].Name) {
			return fmt.Errorf("%s: a name is lower-case letters, digits and underscores", at)
		}
		if seen[f[i].Name] {
			return fmt.Errorf("%s: comes twice", at)
		}
		seen[f[i].Name] = true
		if err := f[i].check(at); err != nil {
			return err
		}
	}
	return nil
}

func (f *Field) check(at string) error {
	if f.Title == "" {
		return fmt.Errorf("%s: has no title", at)
	}
	switch f.Kind {
	case Number, Integer:
		if f.Min.Known() && f.Max.Known() && f.Max.Less(f.Min) {
			return fmt.Errorf("%s: nothing lies between its bounds", at)
		}
	case Text, Switch:
	case Choice:
		return f.checkChoices(at)
	case List:
		if low, high := f.count(); low < 0 || high < low {
			return fmt.Errorf("%s: no list has as many items", at)
		}
		return f.Items.check(at)
	default:
		return fmt.Errorf("%s: is of no kind", at)
	}
	return nil
}

func (f *Field) checkChoices(at string) error {
	seen := make(map[string]bool, len(f.Choices))
	for _, c := range f.Choices {
		if c.Value == "" || c.Title == "" || seen[c.Value] {
			return fmt.Errorf("%s: choice %q has no value or title, or comes twice", at, c.Value)
		}
		seen[c.Value] = true
	}
	if len(seen) == 0 {
		return fmt.Errorf("%s: has no choices", at)
	}
	return nil
}
