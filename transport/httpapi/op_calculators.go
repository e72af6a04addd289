package httpapi

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
)

// errNoCalculator says that the key's country has no such calculator.
var errNoCalculator = errors.New("httpapi: no such calculator")

var (
	calculatorIDPath = &field{name: "calculator_id", kind: anyText, required: true, doc: "Identifier of the calculator.", example: "stair-geometry"}
	stairInput       = map[string]any{"use": "general", "riser": 17, "tread": 28, "public_use": false, "lift": true}
	calculatorBody   = []*field{
		{name: "input", kind: objectField, required: true, example: stairInput, doc: "What the calculator asks for: an object its input_schema describes."},
	}
)

func (a *API) calculatorOperations() []*operation {
	return []*operation{{
		id: "listCalculators", method: http.MethodGet, path: "/api/v1/calculators", tag: "Calculators",
		summary: "List the calculators of the key's country",
		description: "Returns each with the JSON Schema (2020-12) of its input and of its result, so that a form can be drawn: properties have a title, " +
			"their unit in x-unit where they have one, and what the values of an enum stand for in x-titles. Some are run by another program; they are listed while it is down." + notServed,
		group: access.Data, extension: true,
		queryFields: listPages, response: CalculatorListResponse{}, run: a.listCalculators,
	}, {
		id: "getCalculator", method: http.MethodGet, path: "/api/v1/calculators/{calculator_id}", tag: "Calculators",
		summary:     "Get one calculator",
		description: "Returns one calculator as the list of all has it." + notServed,
		group:       access.Data, pathFields: []*field{calculatorIDPath}, extension: true,
		response: CalculatorForm{}, run: a.getCalculator,
	}, {
		id: "runCalculator", method: http.MethodPost, path: "/api/v1/calculators/{calculator_id}/run", tag: "Calculators",
		summary: "Run a calculator",
		description: "Works out the result and keeps nothing; POST /api/v1/projects/{project_id}/calculations keeps a run in a project. " +
			"compliant is null where there is nothing to comply with, or where that cannot be told.",
		group: access.Data, pathFields: []*field{calculatorIDPath}, body: calculatorBody, extension: true,
		response: CalculatorOutcome{}, run: a.runCalculator,
	}}
}

func (a *API) listCalculators(_ context.Context, x *exchange, in *input) (reply, error) {
	if err := checkServed(a.deps.Engine.Snapshot(), x.principal.Country); err != nil {
		return reply{}, err
	}
	all := list(a.deps.Projects.CalculatorsOf(x.principal.Country), calculatorForm)
	page, links := paged(in, all)
	return jsonReply(CalculatorListResponse{Calculators: page, Total: len(all)}).with(links), nil
}

func (a *API) getCalculator(_ context.Context, x *exchange, in *input) (reply, error) {
	c, err := a.calculator(x, in)
	if err != nil {
		return reply{}, err
	}
	return jsonReply(calculatorForm(c)), nil
}

// calculator returns the one that the path names.
func (a *API) calculator(x *exchange, in *input) (projects.Calculator, error) {
	country, id := x.principal.Country, in.path(calculatorIDPath.name)
	if err := checkServed(a.deps.Engine.Snapshot(), country); err != nil {
		return nil, err
	}
	all := a.deps.Projects.CalculatorsOf(country)
	i := slices.IndexFunc(all, func(c projects.Calculator) bool { return c.ID() == id })
	if i < 0 {
		return nil, errNoCalculator
	}
	return all[i], nil
}

func (a *API) runCalculator(ctx context.Context, x *exchange, in *input) (reply, error) {
	c, err := a.calculator(x, in)
	if err != nil {
		return reply{}, err
	}
	country, id, title := x.principal.Country, c.ID(), c.Title()
	given, err := objectMember(in.raw, "input")
	if err != nil {
		return reply{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, calculateTimeout)
	defer cancel()
	outcome, err := a.deps.Projects.Run(ctx, country, id, given)
	if err != nil {
		return reply{}, ofRun(err)
	}
	return jsonReply(calculatorOutcome(id, title, outcome)), nil
}
