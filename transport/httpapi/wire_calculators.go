package httpapi

import (
	"encoding/json"

	"github.com/reglookup/regengine/projects"
)

// CalculatorListResponse lists calculators with their forms.
type CalculatorListResponse struct {
	Calculators []CalculatorForm `json:"calculators" nullable:"false" doc:"The calculators of the key's country."`
	Total       int              `json:"total" minimum:"0" doc:"Number of calculators."`
}

// CalculatorForm is a calculator and what it takes and gives.
type CalculatorForm struct {
	CalculatorItem
	CountryCode  *string         `json:"country_code" doc:"Country the calculator is of, or null when it is of any."`
	InputSchema  json.RawMessage `json:"input_schema" doc:"JSON Schema (2020-12) of the input, an object."`
	ResultSchema json.RawMessage `json:"result_schema" doc:"JSON Schema (2020-12) of the result, an object."`
}

// CalculatorOutcome is what a calculator found.
type CalculatorOutcome struct {
	CalculatorItem
	Result    json.RawMessage `json:"result" doc:"What it found: an object result_schema describes."`
	Summary   string          `json:"summary" doc:"One or two sentences with every figure and its unit."`
	Compliant *bool           `json:"compliant" doc:"Whether the result meets the regulation; null where there is nothing to comply with, or where that cannot be told."`
	Steps     []string        `json:"steps" nullable:"false" doc:"How the result came about."`
	Sources   []string        `json:"sources" nullable:"false" doc:"Norm and clause the steps rest on."`
}

func calculatorForm(c projects.Calculator) CalculatorForm {
	input, result := c.Schema()
	return CalculatorForm{
		CalculatorItem: CalculatorItem{CalculatorID: c.ID(), Title: c.Title()}, CountryCode: orNull(string(c.Country())),
		InputSchema: jsonOrNull(input), ResultSchema: jsonOrNull(result),
	}
}

func calculatorOutcome(id, title string, o projects.Outcome) CalculatorOutcome {
	same := func(line string) string { return line }
	return CalculatorOutcome{
		CalculatorItem: CalculatorItem{CalculatorID: id, Title: title}, Result: jsonOrNull(o.Result), Summary: o.Summary, Compliant: o.Compliant,
		Steps: list(o.Steps, same), Sources: list(o.Sources, same),
	}
}
