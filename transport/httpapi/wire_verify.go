package httpapi

import (
	"encoding/json"
	"fmt"

	"github.com/danielgtaylor/huma/v2"

	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
)

// Decimal is a JSON number kept as its digits.
type Decimal string

// MarshalJSON makes a Decimal a number: the digits as they are.
func (d Decimal) MarshalJSON() ([]byte, error) { return []byte(d), nil }

// UnmarshalJSON keeps the digits of a number.
func (d *Decimal) UnmarshalJSON(raw []byte) error {
	var n json.Number
	if err := json.Unmarshal(raw, &n); err != nil {
		return fmt.Errorf("decimal: %w", err)
	}
	*d = Decimal(n)
	return nil
}

// Schema implements [huma.SchemaProvider].
func (Decimal) Schema(huma.Registry) *huma.Schema { return numberSchema() }

// Verdict is a verdict (SPEC section 4.7). Numbers are written digit for
// digit as they were sent or computed in decimal.
type Verdict struct {
	IsCompliant    bool                  `json:"is_compliant" doc:"True when the value meets the limit under every reading the check leaves open: compliant, and conditional where only further duties stand beside the limit. False when undetermined, non_compliant, and conditional where the limit is met under some readings only; then limit_value and margin are those of the strictest reading that cannot be excluded, and conditions say which limit holds when."`
	ResultStatus   string                `json:"result_status" enum:"compliant,conditional,non_compliant,undetermined" doc:"The verdict. conditional: the value is within the limit but conditions must be met too (is_compliant true), or it passes under some readings only (is_compliant false)."`
	Element        string                `json:"element" doc:"As sent."`
	Parameter      string                `json:"parameter" doc:"As sent."`
	ProvidedValue  Decimal               `json:"provided_value" doc:"The value as sent, digit for digit."`
	LimitValue     *Decimal              `json:"limit_value" nullable:"true" doc:"The limit in the request's unit; of a range the bound that is broken or nearer; null for boolean checks and undetermined."`
	Unit           string                `json:"unit" doc:"As sent."`
	Margin         *Decimal              `json:"margin" nullable:"true" doc:"How far the value is on the right side, in the request's unit: zero or positive means compliant. limit - value for a maximum, value - limit for a minimum, -|limit - value| for an equality; null without a limit, and where the value meets every limit known but none is known under some reading."`
	LimitDirection *string               `json:"limit_direction" enum:"maximum,minimum,equality,boolean" doc:"How the limit bounds the value; null when undetermined. An extension."`
	Conditions     []string              `json:"conditions" nullable:"false" doc:"Conditions that apply as well, even to a compliant result."`
	Sources        []VerifySource        `json:"sources" nullable:"false" doc:"The passages the verdict stands on."`
	Considered     []ConsideredLimit     `json:"considered" nullable:"false" doc:"Other limits that were weighed: the other bound of a range, or one that did not govern. An extension."`
	Governing      *GoverningLimit       `json:"governing" doc:"The requirement that decides, as its text has it; null when undetermined. An extension."`
	GeoContext     *LocationClimate      `json:"geo_context" doc:"The place resolved, or null."`
	Warnings       []string              `json:"warnings" nullable:"false" doc:"What limits the answer without preventing it."`
	Missing        []MissingCircumstance `json:"missing" nullable:"false" doc:"The circumstances that would decide: of an undetermined check for want of data, and of a conditional with is_compliant false; [] otherwise. The most decisive first, at most 8. An extension."`
	Ref            *string               `json:"ref" doc:"As sent, or null. An extension."`
	Receipt        *Receipt              `json:"receipt" doc:"What the verdict was made from; regengine replay makes it again. null unless it was asked for with detail=receipt. An extension."`
}

// GoverningLimit is the requirement that decides, in the unit of its text.
type GoverningLimit struct {
	_              struct{} `nullable:"true"`
	CodeSlug       string   `json:"code_slug" doc:"Slug of the code."`
	Version        string   `json:"version" doc:"Slug of the version."`
	BlockID        string   `json:"block_id" doc:"Identifier of the block that states it."`
	Rule           *string  `json:"rule" doc:"Identifier of the rule in the version's rule file; null for a limit found in a text."`
	Origin         string   `json:"origin" enum:"rule,pattern,model" doc:"Who read the text: an author of rules, the pattern extractor at import, or a language model at import. The first outranks the others."`
	Operator       string   `json:"operator" doc:"How the value is compared: <, <=, =, >=, >, between, in, true, false or none."`
	LimitValue     *Decimal `json:"limit_value" nullable:"true" doc:"The limit in the unit of the regulation; null for a yes/no requirement."`
	Unit           *string  `json:"unit" doc:"The unit of the regulation; null for a yes/no requirement."`
	LimitDirection *string  `json:"limit_direction" enum:"maximum,minimum,equality,boolean" doc:"How it bounds the value."`
}

// BatchVerdicts holds the verdicts of a batch in the order the checks were
// sent.
type BatchVerdicts struct {
	Total    int                 `json:"total" doc:"How many checks were sent."`
	Decided  int                 `json:"decided" doc:"How many were valid and decided; each cost one credit."`
	Statuses VerdictCounts       `json:"result_statuses" doc:"How often each verdict occurs."`
	Results  []VerifyBatchResult `json:"results" nullable:"false" doc:"One for each check, in the order sent."`
}

// VerdictCounts says how often each verdict occurs.
type VerdictCounts struct {
	Compliant    int `json:"compliant" doc:"Checks whose value meets the limit."`
	Conditional  int `json:"conditional" doc:"Checks that comply and have further duties: conditional with is_compliant true."`
	SomeReadings int `json:"conditional_not_compliant" doc:"Checks that meet the limit under some readings only: conditional with is_compliant false."`
	NonCompliant int `json:"non_compliant" doc:"Checks whose value breaks the limit."`
	Undetermined int `json:"undetermined" doc:"Checks nothing can be said about."`
}

// of returns the count of a verdict, nil for one there is not.
func (c *VerdictCounts) of(verdict verify.Status) *int {
	return map[verify.Status]*int{
		verify.Compliant: &c.Compliant, verify.Conditional: &c.Conditional, verify.ConditionalNotCompliant: &c.SomeReadings,
		verify.NonCompliant: &c.NonCompliant, verify.Undetermined: &c.Undetermined,
	}[verdict]
}

// verdictCounts counts verdicts by their words.
func verdictCounts(counts map[string]int) (c VerdictCounts) {
	for verdict, n := range counts {
		if of := c.of(verify.Status(verdict)); of != nil {
			*of += n
		}
	}
	return c
}

// verdict is the status with the two kinds of conditional told apart.
func (r *Verdict) verdict() verify.Status {
	return verify.VerdictOf(verify.Status(r.ResultStatus), r.IsCompliant)
}

// VerifyBatchResult is what became of one check of a batch.
type VerifyBatchResult struct {
	Index  int      `json:"index" minimum:"0" doc:"Place of the check in the request, from 0."`
	Status int      `json:"status" doc:"The HTTP status the check would have had by itself."`
	Result *Verdict `json:"result" doc:"The verdict; null when there is an error."`
	Error  *Problem `json:"error" doc:"What is wrong with the check; null when it was decided."`
}

// TransformSchema implements [huma.SchemaTransformer]: one of result and error is
// null, and their types, which stand elsewhere by themselves, do not say so.
func (VerifyBatchResult) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	for _, name := range []string{"result", "error"} {
		of := s.Properties[name]
		s.Properties[name] = &huma.Schema{Description: of.Description, AnyOf: []*huma.Schema{{Ref: of.Ref}, {Type: "null"}}}
	}
	return s
}

// VerifySource is a passage a verdict stands on.
type VerifySource struct {
	CodeSlug       string  `json:"code_slug" doc:"Slug of the code."`
	Version        *string `json:"version" doc:"Slug of the version."`
	SectionTitle   *string `json:"section_title" doc:"Article, table and heading where the limit is found."`
	ContentExcerpt *string `json:"content_excerpt" doc:"The relevant fragment of the text."`
}

// ConsideredLimit is a limit that was weighed and does not decide the verdict.
type ConsideredLimit struct {
	CodeSlug       string   `json:"code_slug" doc:"Slug of the code."`
	Version        *string  `json:"version" doc:"Slug of the version."`
	LimitValue     *Decimal `json:"limit_value" nullable:"true" doc:"The limit in the request's unit, or null."`
	LimitDirection *string  `json:"limit_direction" enum:"maximum,minimum,equality,boolean" doc:"How it bounds the value."`
	Reason         string   `json:"reason" doc:"Why it does not decide."`
}

// LocationClimate is a place with its climate zone.
type LocationClimate struct {
	_           struct{} `nullable:"true"`
	GeoID       string   `json:"geo_id" doc:"Identifier of the place."`
	Name        string   `json:"name" doc:"Name of the place."`
	ClimateZone *string  `json:"climate_zone" doc:"From the technical data of the place; null when unknown."`
}

func verifyResponse(check verify.Check, r *verify.Result) Verdict {
	return Verdict{
		IsCompliant: r.IsCompliant, ResultStatus: string(r.Status),
		Element: check.Element, Parameter: check.Parameter, Unit: check.Unit,
		ProvidedValue: Decimal(check.Value), LimitValue: numberOrNull(r.Limit), Margin: numberOrNull(r.Margin),
		LimitDirection: orNull(string(r.Direction)),
		Conditions:     list(r.Conditions, same), Warnings: list(r.Warnings, same),
		Sources: list(r.Sources, verifySource), Considered: list(r.Considered, consideredLimit),
		Governing: governingLimit(r.Governing), GeoContext: locationClimate(r.Place), Missing: Missing(r.Missing), Ref: orNull(check.Ref),
	}
}

func same(s string) string { return s }

func numberOrNull(digits string) *Decimal {
	if digits == "" {
		return nil
	}
	n := Decimal(digits)
	return &n
}

func verifySource(s verify.Source) VerifySource {
	return VerifySource{
		CodeSlug: s.Ref.Code, Version: orNull(s.Ref.Version),
		SectionTitle: orNull(crossref.Title(s.Block, s.Cite)), ContentExcerpt: orNull(s.Excerpt),
	}
}

func consideredLimit(c verify.Considered) ConsideredLimit {
	return ConsideredLimit{
		CodeSlug: c.Ref.Code, Version: orNull(c.Ref.Version), LimitValue: numberOrNull(c.Limit),
		LimitDirection: orNull(string(c.Direction)), Reason: c.Reason,
	}
}

func governingLimit(g *verify.Governing) *GoverningLimit {
	if g == nil {
		return nil
	}
	return &GoverningLimit{
		CodeSlug: g.Ref.Code, Version: g.Ref.Version, BlockID: g.Block, Rule: orNull(g.Rule), Origin: string(g.Origin), Operator: string(g.Op),
		LimitValue: numberOrNull(g.Limit), Unit: orNull(g.Unit), LimitDirection: orNull(string(g.Direction)),
	}
}

func locationClimate(p *geo.Place) *LocationClimate {
	if p == nil {
		return nil
	}
	c := &LocationClimate{GeoID: string(p.ID), Name: p.Name}
	if p.Tech != nil {
		c.ClimateZone = orNull(p.Tech.ClimateZone)
	}
	return c
}
