package verify

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// Value is what a circumstance is, given as data. Kind says which of the others counts;
// a text is the value of a category as well.
type Value struct {
	Kind   rules.FactKind
	Bool   bool   // of a boolean
	Number string // of a quantity: a JSON number, digit for digit
	Unit   string // of a quantity; "" for a bare number, good for what counts
	Text   string // of a category the id of one value; of a text the text
}

// BooleanValue returns a yes or a no.
func BooleanValue(yes bool) Value { return Value{Kind: rules.BooleanFact, Bool: yes} }

// QuantityValue returns a number, as JSON writes it, in a unit.
func QuantityValue(number, unit string) Value {
	return Value{Kind: rules.QuantityFact, Number: number, Unit: unit}
}

// TextValue returns the id of a category's value, or a text such as a climate zone.
func TextValue(text string) Value { return Value{Kind: rules.TextFact, Text: text} }

// String writes the value as "id=value" lists take it.
func (v Value) String() string {
	switch v.Kind {
	case rules.BooleanFact:
		return fmt.Sprint(v.Bool)
	case rules.QuantityFact:
		return strings.TrimSpace(v.Number + " " + v.Unit)
	case rules.CategoryFact, rules.TextFact:
	}
	return v.Text
}

// maxValueText is how many characters the text of a Value may have.
const maxValueText = 100

// take returns what a value given says of f; else what is wrong with it. What was
// sent is not in the message.
func (f *fact) take(v Value, lang string) (knowledge, string) {
	switch f.Kind {
	case rules.BooleanFact:
		if v.Kind != rules.BooleanFact {
			return knowledge{}, "must be a boolean"
		}
		return knowledge{origin: byGiven, texts: []string{fmt.Sprint(v.Bool)}}, ""
	case rules.QuantityFact:
		return f.takeQuantity(v, lang)
	case rules.CategoryFact:
		return f.takeCategory(v)
	default:
		return f.takeText(v)
	}
}

func (f *fact) takeQuantity(v Value, lang string) (knowledge, string) {
	wanted := "must be a number with its unit, one of " + string(f.Unit.Kind())
	if f.bare() {
		wanted = "must be a number"
	}
	n, err := quantity.ParseNumber(v.Number)
	if v.Kind != rules.QuantityFact || err != nil || v.Unit == "" && !f.bare() {
		return knowledge{}, wanted
	}
	if v.Unit != "" {
		unit, err := quantity.ParseUnitIn(v.Unit, lang)
		if err == nil {
			n, err = quantity.Convert(n, unit, f.Unit, quantity.Slope)
		}
		if err != nil {
			return knowledge{}, wanted
		}
	}
	switch {
	case n.Sign() < 0 && !f.maySink(n):
		return knowledge{}, "must not be below zero"
	case f.Unit.Kind() == quantity.Count && !n.IsInt():
		return knowledge{}, "must be a whole number"
	}
	return knowledge{origin: byGiven, span: quantity.Exactly(n)}, ""
}

// bare reports whether a number without a unit is a value of f: it counts, or measures
// nothing.
func (f *fact) bare() bool {
	return f.Unit.Kind() == quantity.Count || f.Unit.IsZero() || f.Unit.IsRatio() && f.Unit.Equal(quantity.MustUnit("ratio"))
}

func (f *fact) takeCategory(v Value) (knowledge, string) {
	if n, err := quantity.ParseNumber(v.Number); err == nil && v.Kind == rules.QuantityFact && v.Unit == "" {
		if values := counted(&f.Fact, quantity.Exactly(n)); len(values) == 1 {
			return knowledge{origin: byGiven, texts: values}, ""
		}
	}
	ids := make([]string, len(f.Values))
	for i, each := range f.Values {
		if ids[i] = each.ID; each.ID == v.Text && isText(v) {
			return knowledge{origin: byGiven, texts: []string{each.ID}}, ""
		}
	}
	return knowledge{}, "must be one of: " + strings.Join(ids, ", ")
}

func isText(v Value) bool { return v.Kind == rules.TextFact || v.Kind == rules.CategoryFact }

func (f *fact) takeText(v Value) (knowledge, string) {
	text := strings.TrimSpace(v.Text)
	if !isText(v) || text == "" || utf8.RuneCountInString(text) > maxValueText {
		return knowledge{}, fmt.Sprintf("must be a text of 1 to %d characters", maxValueText)
	}
	for _, list := range [][]string{f.data, f.texts} {
		for _, known := range list {
			if strings.EqualFold(known, text) {
				text = known
			}
		}
	}
	return knowledge{origin: byGiven, texts: []string{text}}, ""
}
