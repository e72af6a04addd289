package httpapi

import (
	"fmt"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/transport/internal/strictjson"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// The circumstances of a check as JSON: an object from the id of each to a boolean, a
// number with its unit, or a text.

// circumstanceID is what an id looks like; one that looks otherwise is not echoed.
var circumstanceID = lazyregexp.New(circumstancePattern)

const circumstancePattern = `^[a-z][a-z0-9_]{0,63}$`

// circumstanceAt is where a mistake is said to be.
func circumstanceAt(at, id string) string {
	if circumstanceID.MatchString(id) {
		return at + "." + id
	}
	return at
}

// quantityMembers are those of a number with its unit.
var quantityMembers = []*field{
	{name: "value", kind: numberField, required: true, doc: "The number.", example: 4},
	{name: "unit", kind: textField, required: true, max: 100, doc: "Its unit.", example: "m"},
}

const noCircumstance = "must be a boolean, a text, a number or a number with its unit, not "

// checkCircumstances appends what is wrong with circumstances whatever the ids mean.
func checkCircumstances(v strictjson.Value, at string, mistakes []ErrorDetail) []ErrorDetail {
	if len(v.Members) > verify.MaxCircumstances {
		return append(mistakes, ErrorDetail{at, fmt.Sprintf("must have at most %d members", verify.MaxCircumstances), MistakeLength})
	}
	for _, m := range v.Members {
		switch at := circumstanceAt(at, m.Name); m.Value.Kind {
		case strictjson.Null, strictjson.Array:
			mistakes = append(mistakes, ErrorDetail{at, noCircumstance + m.Value.Kind.String(), MistakeType})
		case strictjson.Object:
			if len(unknownMembers(m.Value, quantityMembers, at)) > 0 {
				mistakes = append(mistakes, ErrorDetail{at, noCircumstance + "a range or another object", MistakeType})
				continue
			}
			mistakes = checkObject(m.Value, quantityMembers, at, mistakes)
		case strictjson.Bool, strictjson.Number, strictjson.String:
		}
	}
	return mistakes
}

// circumstancesOf returns the circumstances of a valid body, nil for none.
func circumstancesOf(v strictjson.Value) map[string]verify.Value {
	if len(v.Members) == 0 {
		return nil
	}
	out := make(map[string]verify.Value, len(v.Members))
	for _, m := range v.Members {
		out[m.Name] = valueOf(m.Value)
	}
	return out
}

func valueOf(v strictjson.Value) verify.Value {
	switch v.Kind {
	case strictjson.Bool:
		return verify.BooleanValue(v.Bool)
	case strictjson.Number:
		return verify.QuantityValue(v.Text, "")
	case strictjson.Object:
		number, _ := v.Get("value")
		unit, _ := v.Get("unit")
		return verify.QuantityValue(number.Text, strings.TrimSpace(unit.Text))
	case strictjson.Null, strictjson.String, strictjson.Array:
	}
	return verify.TextValue(v.Text)
}

// fitCircumstances holds circumstances to what the rules of a country ask for.
func fitCircumstances(snapshot *regengine.Snapshot, country geo.ID, given map[string]verify.Value, at string) error {
	wrong := snapshot.Verifier.CheckCircumstances(country, given)
	if len(wrong) == 0 {
		return nil
	}
	details := make([]ErrorDetail, len(wrong))
	for i, e := range wrong {
		details[i] = ErrorDetail{circumstanceAt(at, e.ID), e.Message, circumstanceCode(e)}
	}
	return invalid(details...)
}

// circumstanceCode tells an id that is none from a value that does not fit.
func circumstanceCode(e *verify.CircumstanceError) MistakeCode {
	if e.Unknown {
		return MistakeUnknown
	}
	return MistakeRefused
}

// circumstancesSchema is what checkCircumstances accepts.
func circumstancesSchema(s *huma.Schema) {
	most := verify.MaxCircumstances
	s.Type, s.MaxProperties = huma.TypeObject, &most
	s.Extensions = map[string]any{"propertyNames": &huma.Schema{Pattern: circumstancePattern}}
	s.AdditionalProperties = &huma.Schema{OneOf: []*huma.Schema{
		{Type: huma.TypeBoolean}, {Type: huma.TypeString, MaxLength: new(100)}, numberSchema(), objectSchema(quantityMembers),
	}}
}

// CircumstanceValue is the value of a circumstance as JSON; its zero value is null.
type CircumstanceValue verify.Value

// MarshalJSON writes the value as it is sent.
func (v CircumstanceValue) MarshalJSON() ([]byte, error) {
	switch v.Kind {
	case rules.BooleanFact:
		return encode(v.Bool), nil
	case rules.QuantityFact:
		if v.Unit == "" {
			return []byte(v.Number), nil
		}
		return encode(Quantity{Decimal(v.Number), v.Unit}), nil
	case rules.CategoryFact, rules.TextFact:
		return encode(v.Text), nil
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (v *CircumstanceValue) UnmarshalJSON(raw []byte) error {
	parsed, err := strictjson.Parse(raw)
	if err != nil {
		return fmt.Errorf("circumstance: %w", err)
	}
	if mistakes := checkCircumstances(strictjson.Value{Members: []strictjson.Member{{Name: "x", Value: parsed}}}, "x", nil); len(mistakes) > 0 {
		return fmt.Errorf("circumstance: %s", mistakes[0].Message)
	}
	*v = CircumstanceValue(valueOf(parsed))
	return nil
}

// Schema implements [huma.SchemaProvider].
func (CircumstanceValue) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{{Type: huma.TypeBoolean}, {Type: huma.TypeString}, numberSchema(), objectSchema(quantityMembers), {Type: "null"}}}
}

// Quantity is a number with its unit.
type Quantity struct {
	Value Decimal `json:"value" doc:"The number."`
	Unit  string  `json:"unit" doc:"Its unit."`
}
