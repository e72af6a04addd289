package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
)

var (
	calculationIDPath = &field{name: "calculation_id", kind: uuidField, required: true, doc: "The calculation's identifier, in either letter case.",
		example: "3f1c7a52-6f0e-4d3b-9a55-2f4f8f6f1b10"}
	calculationBody = []*field{
		{name: "calculator_id", kind: textField, required: true, max: 200, example: "stair-geometry",
			doc: "One of available_calculators of the project's context."},
		{name: "name", kind: textField, nullable: true, max: 200, shape: oneLine, example: "Escalera principal", doc: "What to call the run; the calculator's title when null or omitted."},
		{name: "input", kind: objectField, required: true, example: stairInput, doc: "What the calculator asks for."},
	}
)

func (a *API) calculationOperations() []*operation {
	const path = "/api/v1/projects/{project_id}/calculations"
	return []*operation{{
		id: "listCalculations", method: http.MethodGet, path: path, tag: "Projects",
		summary:     "List the saved calculations of a project",
		description: "Returns them with input, result and verdict, newest first." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, extension: true,
		queryFields: listPages, response: CalculationListResponse{}, run: a.listCalculations,
	}, {
		id: "calculate", method: http.MethodPost, path: path, tag: "Projects",
		summary:     "Run a calculator and save the run",
		description: "Runs a calculator of the project's country over the input, and keeps input, result, summary and verdict. Questions of the project know it." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, body: calculationBody, idempotent: true, creates: true, extension: true,
		status: http.StatusCreated, response: Calculation{}, run: a.calculate,
	}, {
		id: "getCalculation", method: http.MethodGet, path: path + "/{calculation_id}", tag: "Projects",
		summary:     "Get a saved calculation",
		description: "Returns a run with input and result." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath, calculationIDPath}, extension: true,
		response: Calculation{}, run: a.getCalculation,
	}, {
		id: "deleteCalculation", method: http.MethodDelete, path: path + "/{calculation_id}", tag: "Projects",
		summary:     "Delete a saved calculation",
		description: "Deletes a run. A second time it is not found." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath, calculationIDPath}, extension: true,
		status: http.StatusNoContent, run: a.deleteCalculation,
	}}
}

func (a *API) listCalculations(ctx context.Context, x *exchange, in *input) (reply, error) {
	info, err := a.infoNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	page, links := paged(in, info.Calculations)
	return jsonReply(CalculationListResponse{Calculations: list(page, calculation), Total: len(info.Calculations)}).with(links), nil
}

func (a *API) getCalculation(ctx context.Context, x *exchange, in *input) (reply, error) {
	info, err := a.infoNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	for _, c := range info.Calculations {
		if strings.EqualFold(c.ID, in.path(calculationIDPath.name)) {
			return jsonReply(calculation(c)), nil
		}
	}
	return reply{}, errEntryNotFound
}

func (a *API) calculate(ctx context.Context, x *exchange, in *input) (reply, error) {
	info, err := a.infoNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	id := in.member("calculator_id")
	if !slices.ContainsFunc(info.Calculators, func(c projects.Calculator) bool { return c.ID() == id }) {
		return reply{}, invalid(ErrorDetail{"body.calculator_id", "must be one of available_calculators of the project's context", MistakeChoice})
	}
	input, err := objectMember(in.raw, "input")
	if err != nil {
		return reply{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, calculateTimeout)
	defer cancel()
	done, err := a.deps.Projects.Calculate(ctx, info.OrganizationID, info.ID, id, in.member("name"), input)
	if err != nil {
		return reply{}, ofRun(err)
	}
	return created("/api/v1/projects/"+info.ID+"/calculations/"+done.ID, calculation(done)), nil
}

// calculateTimeout bounds a calculator, which may be another program.
const calculateTimeout = verifyTimeout

// ofRun says what an error of running a calculator means. The project was there a
// moment ago: not found is the project's.
func ofRun(err error) error {
	var input *projects.InputError
	if errors.As(err, &input) && input.Member != "input" {
		return invalid(ErrorDetail{"body.input." + input.Member, input.Reason, MistakeRefused})
	}
	if errors.Is(err, projects.ErrInvalid) {
		return invalid(ErrorDetail{"body.input", reason(err), MistakeRefused})
	}
	return err
}

// objectMember returns a member of a body as it was sent. The body was read
// strictly before, so that the two readings agree.
func objectMember(body []byte, name string) (json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil {
		return nil, fmt.Errorf("member of a valid body: %w", err)
	}
	return members[name], nil
}

func (a *API) deleteCalculation(ctx context.Context, x *exchange, in *input) (reply, error) {
	return a.deleteEntry(ctx, x, in, calculationIDPath, a.deps.Projects.DeleteCalculation)
}
