package httpapi

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// RequirementList is what is required of one parameter of one element.
type RequirementList struct {
	Element       UnderstoodText         `json:"element" doc:"The element asked for."`
	Parameter     UnderstoodText         `json:"parameter" doc:"The parameter asked for; several of one name are listed together."`
	GeoContext    *LocationClimate       `json:"geo_context" doc:"The place resolved, or null."`
	AsOf          string                 `json:"as_of" format:"date" doc:"The day that the list is of."`
	Circumstances []KnownCircumstance    `json:"circumstances" nullable:"false" doc:"What is known or assumed of what the requirements turn on."`
	Requirements  []Requirement          `json:"requirements" nullable:"false" doc:"Those that hold, then those that depend on what nobody said, then those that are excluded; in each the strictest first where they can be compared, formulas last. At most 200."`
	DependsOn     []DecidingCircumstance `json:"depends_on" nullable:"false" doc:"What decides among the requirements, most decisive first; then what is assumed until it is told."`
	Total         int                    `json:"total" doc:"How many requirements there are, those that are excluded only where they were asked for."`
	Truncated     bool                   `json:"truncated" doc:"There are more than are listed."`
	Warnings      []string               `json:"warnings" nullable:"false" doc:"What limits the list without preventing it."`
}

// UnderstoodText is a text and what it was understood as.
type UnderstoodText struct {
	Text  string   `json:"text" doc:"As sent."`
	IDs   []string `json:"ids" nullable:"false" doc:"The concepts it names; empty when it was not understood."`
	Label *string  `json:"label" doc:"Their names in the answer's language; null when it was not understood."`
}

// KnownCircumstance is something the requirements were chosen by.
type KnownCircumstance struct {
	ID         string    `json:"id" doc:"Identifier of the circumstance."`
	Label      string    `json:"label" doc:"Its name in the answer's language."`
	Value      CaseValue `json:"value" doc:"Its value; a list where it may be any of them, or lies between two."`
	From       string    `json:"from" enum:"request,text,place,assumed" doc:"Where it is known from."`
	Understood bool      `json:"understood" doc:"Always true: what was not understood is a warning."`
}

// Requirement is one requirement in one case.
type Requirement struct {
	ID             string          `json:"id" doc:"The rule, as code/version#rule, or the block of a limit found in a text. The cases of one rule share it."`
	State          string          `json:"state" enum:"holds,depends,excluded" doc:"Whether it applies: depends on what nobody said, excluded by what is known."`
	Governs        bool            `json:"governs" doc:"The strictest that holds, and the strictest that may where that is stricter; among those that can be compared."`
	Operator       string          `json:"operator" enum:"<,<=,=,>=,>,between,in,true,false,none" doc:"How a value is compared; true and false for what must be there and must not, none where the text sets no limit."`
	LimitValue     *Decimal        `json:"limit_value" nullable:"true" doc:"The limit; null for ranges, lists, duties, formulas and none."`
	LimitMin       *Decimal        `json:"limit_min" nullable:"true" doc:"The lower limit of between."`
	LimitMax       *Decimal        `json:"limit_max" nullable:"true" doc:"The upper limit of between."`
	Values         []Decimal       `json:"values" nullable:"false" doc:"The values allowed by in."`
	Formula        *string         `json:"formula" doc:"How the limit is computed from circumstances that are not known, each by its id in its unit; the result is in unit."`
	Unit           *string         `json:"unit" doc:"The unit asked for, of a formula and without one the regulation's own; null for duties and none."`
	LimitDirection *string         `json:"limit_direction" enum:"maximum,minimum,equality,boolean" doc:"How it bounds a value; null for ranges and none."`
	Case           string          `json:"case" doc:"The case it holds in, on one line; empty for always."`
	When           []CaseCondition `json:"when" nullable:"false" doc:"What of the case is still open; all of it holds together. Alternatives are requirements of their own."`
	Conditions     []string        `json:"conditions" nullable:"false" doc:"Further duties that stand beside it."`
	ElementLabel   string          `json:"element_label" doc:"What the rule is about."`
	CodeSlug       string          `json:"code_slug" doc:"Slug of the code."`
	Version        string          `json:"version" doc:"Slug of the version."`
	SectionTitle   *string         `json:"section_title" doc:"Article, table and heading where the limit is found."`
	BlockID        string          `json:"block_id" doc:"Identifier of the block that states it."`
	URL            string          `json:"url" format:"uri-reference" doc:"Link to the section on the service's reading page."`
	ContentExcerpt *string         `json:"content_excerpt" doc:"The relevant fragment of the text."`
	Origin         string          `json:"origin" enum:"rule,pattern,model" doc:"Who read the text: an author of rules, the pattern extractor at import, or a language model at import."`
}

// CaseCondition is one circumstance that a case turns on.
type CaseCondition struct {
	ID       string    `json:"id" doc:"Identifier of the circumstance."`
	Operator string    `json:"operator" enum:"<,<=,=,!=,>=,>,in,not in,starts,not starts" doc:"How the circumstance compares with the value."`
	Value    CaseValue `json:"value" doc:"The value; a list for in and not in."`
	Label    string    `json:"label" doc:"The condition in the answer's language."`
}

// DecidingCircumstance is a circumstance that decides, as a form can ask for it.
type DecidingCircumstance struct {
	ID      string           `json:"id" doc:"Identifier of the circumstance."`
	Label   string           `json:"label" doc:"Its name in the answer's language."`
	Kind    string           `json:"kind" enum:"boolean,quantity,category,text" doc:"What kind of value it has."`
	Unit    *string          `json:"unit" doc:"Unit of a quantity, the rules' own."`
	Options []DecidingOption `json:"options" nullable:"false" doc:"The values of a boolean or a category."`
	Assumed CaseValue        `json:"assumed" doc:"What is taken to hold until it is told; null for nothing."`
}

// DecidingOption is one of the values a circumstance may have.
type DecidingOption struct {
	Value CaseValue `json:"value" doc:"The value."`
	Label string    `json:"label" doc:"Its name in the answer's language."`
}

// CaseValue is a value of a circumstance by its kind: a boolean, a text, or a
// number with its unit; several as a list, and null for none.
type CaseValue struct{ Values []verify.FactValue }

// MarshalJSON writes the value as its kind has it.
func (c CaseValue) MarshalJSON() ([]byte, error) {
	var all []any
	for _, v := range c.Values {
		switch v.Kind {
		case rules.QuantityFact:
			all = append(all, map[string]any{"value": Decimal(v.Number), "unit": v.Unit})
		case rules.BooleanFact:
			all = append(all, slices.Equal(v.Texts, []string{"true"}))
		default:
			for _, text := range v.Texts {
				all = append(all, text)
			}
		}
	}
	switch len(all) {
	case 0:
		return []byte("null"), nil
	case 1:
		return json.Marshal(all[0])
	}
	return json.Marshal(all)
}

// UnmarshalJSON reads what MarshalJSON writes, for clients. A category is told from a text
// by nothing.
func (c *CaseValue) UnmarshalJSON(text []byte) error {
	var several []json.RawMessage
	if json.Unmarshal(text, &several) != nil {
		several = []json.RawMessage{text}
	}
	c.Values = nil
	for _, one := range several {
		value, err := factValue(one)
		if err != nil {
			return err
		}
		if value != nil {
			c.Values = append(c.Values, *value)
		}
	}
	return nil
}

// factValue reads one value; nil for null.
func factValue(text []byte) (*verify.FactValue, error) {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, err
	}
	switch v := value.(type) {
	case bool:
		return &verify.FactValue{Kind: rules.BooleanFact, Texts: []string{strconv.FormatBool(v)}}, nil
	case string:
		return &verify.FactValue{Kind: rules.CategoryFact, Texts: []string{v}}, nil
	case nil:
		return nil, nil //nolint:nilnil // null is a fine value
	}
	var number struct {
		Value json.Number `json:"value"`
		Unit  string      `json:"unit"`
	}
	err := json.Unmarshal(text, &number)
	return &verify.FactValue{Kind: rules.QuantityFact, Number: number.Value.String(), Unit: number.Unit}, err
}

// String writes the value for people; "" for none.
func (c CaseValue) String() string {
	return strings.Join(list(c.Values, func(v verify.FactValue) string {
		return strings.TrimSpace(strings.Join(v.Texts, ", ") + v.Number + " " + v.Unit)
	}), ", ")
}

// Schema implements [huma.SchemaProvider].
func (CaseValue) Schema(huma.Registry) *huma.Schema {
	one := []*huma.Schema{{Type: huma.TypeBoolean}, {Type: huma.TypeString}, {Type: huma.TypeObject,
		Properties: map[string]*huma.Schema{"value": numberSchema(), "unit": {Type: huma.TypeString}}, Required: []string{"value", "unit"}}}
	several := &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{AnyOf: one}}
	return &huma.Schema{AnyOf: append(slices.Clone(one), several, &huma.Schema{Type: "null"})}
}

// NewRequirementList writes a list of requirements; sections lead to the reading
// pages of the server at an address.
func NewRequirementList(got *verify.Requirements, server string) RequirementList {
	row := func(r verify.RequirementRow) Requirement { return requirement(r, server) }
	return RequirementList{
		Element: understoodText(got.Element), Parameter: understoodText(got.Parameter), GeoContext: locationClimate(got.Place), AsOf: got.AsOf.String(),
		Circumstances: list(got.Known, knownCircumstance), Requirements: list(got.Rows, row), DependsOn: list(got.DependsOn, decidingCircumstance),
		Total: got.Total, Truncated: got.Truncated(), Warnings: list(got.Warnings, same),
	}
}

func understoodText(u verify.Understood) UnderstoodText {
	return UnderstoodText{Text: u.Text, IDs: list(u.IDs, same), Label: orNull(u.Label)}
}

func knownCircumstance(k verify.KnownFact) KnownCircumstance {
	return KnownCircumstance{ID: k.ID, Label: k.Label, Value: CaseValue{k.Values}, From: string(k.From), Understood: true}
}

func requirement(r verify.RequirementRow, server string) Requirement {
	out := Requirement{
		ID: r.ID, State: string(r.State), Governs: r.Governs, Operator: string(r.Op),
		LimitValue: numberOrNull(r.Limit), LimitMin: numberOrNull(r.Min), LimitMax: numberOrNull(r.Max),
		Values:  list(r.Values, func(s string) Decimal { return Decimal(s) }),
		Formula: orNull(r.Formula), Unit: orNull(r.Unit), LimitDirection: orNull(string(r.Direction)),
		Case: r.Case, When: list(r.When, caseCondition), Conditions: list(r.Conditions, same), ElementLabel: r.Element,
		CodeSlug: r.Ref.Code, Version: r.Ref.Version, SectionTitle: orNull(crossref.Title(r.Block, r.Cite)),
		ContentExcerpt: orNull(r.Excerpt), Origin: string(r.Origin),
	}
	if r.Block != nil {
		out.BlockID, out.URL = r.Block.ID, sectionURL(server, r.Ref, r.Block.Section)
	}
	return out
}

// sectionURL links a section of a version on its reading page.
func sectionURL(server string, ref codes.VersionRef, section string) string {
	link := server + "/codes/" + url.PathEscape(ref.Code) + "/" + url.PathEscape(ref.Version)
	if section != "" {
		link += "#" + url.PathEscape(section)
	}
	return link
}

func caseCondition(c verify.CaseCondition) CaseCondition {
	return CaseCondition{ID: c.ID, Operator: c.Operator, Value: CaseValue{[]verify.FactValue{c.Value}}, Label: c.Label}
}

func decidingCircumstance(f verify.OpenFact) DecidingCircumstance {
	out := DecidingCircumstance{ID: f.ID, Label: f.Label, Kind: string(f.Kind), Unit: orNull(f.Unit), Options: list(f.Options, decidingOption)}
	if f.Assumed != nil {
		out.Assumed = CaseValue{[]verify.FactValue{*f.Assumed}}
	}
	return out
}

func decidingOption(o verify.FactOption) DecidingOption {
	return DecidingOption{Value: CaseValue{[]verify.FactValue{o.Value}}, Label: o.Label}
}
