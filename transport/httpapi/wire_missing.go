package httpapi

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"github.com/reglookup/regengine/verify"
)

// MissingCircumstance is a circumstance that would decide a check: what a form asks for.
type MissingCircumstance struct {
	ID      string               `json:"id" doc:"Its id: what circumstances of the next request are keyed by."`
	Label   string               `json:"label" doc:"Its name in the language of the answer."`
	Kind    string               `json:"kind" enum:"boolean,quantity,category,text" doc:"What kind of value it takes."`
	Unit    *string              `json:"unit" doc:"The rules' own unit of a quantity; null for one that counts, and for the others."`
	Options []CircumstanceOption `json:"options" nullable:"false" doc:"The values of a boolean or a category."`
	Assumed *CircumstanceValue   `json:"assumed" doc:"What holds until it is told, or null."`
	Would   []WouldOutcome       `json:"would" nullable:"false" doc:"What the check would come to, the other circumstances as they are; [] where the outcomes are many. Sending the value back, or a number inside the range, gives this result_status or a better one."`
}

// CircumstanceOption is one value with its name.
type CircumstanceOption struct {
	Value CircumstanceValue `json:"value" doc:"As circumstances take it."`
	Label string            `json:"label" doc:"Its name."`
}

// WouldOutcome is what a check comes to with a value, or with any number of a range.
type WouldOutcome struct {
	When           WouldWhen `json:"when" doc:"A value as circumstances take it, or a range of numbers in unit."`
	Label          string    `json:"label" doc:"The same in words."`
	LimitValue     *Decimal  `json:"limit_value" nullable:"true" doc:"The limit in the request's unit, or null."`
	LimitDirection *string   `json:"limit_direction" enum:"maximum,minimum,equality,boolean" doc:"How it bounds the value, or null."`
	ResultStatus   string    `json:"result_status" enum:"compliant,conditional,non_compliant,undetermined" doc:"The verdict."`
}

// WouldWhen is a value or a range.
type WouldWhen struct {
	value *verify.Value
	of    *verify.Range
}

// whenRange is a range as JSON.
type whenRange struct {
	From         *Decimal `json:"from" nullable:"true" doc:"The lower end; null for none."`
	FromIncluded bool     `json:"from_included" doc:"Whether the lower end itself belongs to it."`
	To           *Decimal `json:"to" nullable:"true" doc:"The upper end; null for none."`
	ToIncluded   bool     `json:"to_included" doc:"Whether the upper end itself belongs to it."`
}

// MarshalJSON writes whichever it is.
func (w WouldWhen) MarshalJSON() ([]byte, error) {
	if w.of == nil {
		return CircumstanceValue(*w.value).MarshalJSON()
	}
	return encode(whenRange{numberOrNull(w.of.From), w.of.FromIncluded, numberOrNull(w.of.To), w.of.ToIncluded}), nil
}

// UnmarshalJSON reads what MarshalJSON writes, for clients.
func (w *WouldWhen) UnmarshalJSON(raw []byte) error {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(raw, &members) // a value may be none
	if _, is := members["from"]; is {
		return w.readRange(raw)
	}
	var value CircumstanceValue
	if err := value.UnmarshalJSON(raw); err != nil {
		return err
	}
	w.of, w.value = nil, (*verify.Value)(&value)
	return nil
}

func (w *WouldWhen) readRange(raw []byte) error {
	var r whenRange
	if err := json.Unmarshal(raw, &r); err != nil {
		return err
	}
	w.value, w.of = nil, &verify.Range{FromIncluded: r.FromIncluded, ToIncluded: r.ToIncluded}
	if r.From != nil {
		w.of.From = string(*r.From)
	}
	if r.To != nil {
		w.of.To = string(*r.To)
	}
	return nil
}

// Schema implements [huma.SchemaProvider].
func (WouldWhen) Schema(r huma.Registry) *huma.Schema {
	end := numberSchema()
	end.Nullable = true
	return &huma.Schema{AnyOf: []*huma.Schema{CircumstanceValue{}.Schema(r), {
		Type: huma.TypeObject, AdditionalProperties: false, Required: []string{"from", "from_included", "to", "to_included"},
		Properties: map[string]*huma.Schema{
			"from": end, "from_included": {Type: huma.TypeBoolean},
			"to": end, "to_included": {Type: huma.TypeBoolean},
		},
	}}}
}

// Missing writes what is missing of a check as the response does.
func Missing(of []verify.Missing) []MissingCircumstance { return list(of, missingCircumstance) }

func missingCircumstance(m verify.Missing) MissingCircumstance {
	return MissingCircumstance{
		ID: m.ID, Label: m.Label, Kind: string(m.Kind), Unit: orNull(m.Unit), Options: list(m.Options, circumstanceOption),
		Assumed: (*CircumstanceValue)(m.Assumed), Would: list(m.Would, wouldOutcome),
	}
}

func circumstanceOption(o verify.Option) CircumstanceOption {
	return CircumstanceOption{CircumstanceValue(o.Value), o.Label}
}

func wouldOutcome(w verify.Would) WouldOutcome {
	return WouldOutcome{
		When: WouldWhen{w.When, w.Range}, Label: w.Label, LimitValue: numberOrNull(w.Limit),
		LimitDirection: orNull(string(w.Direction)), ResultStatus: string(w.Status),
	}
}
