package httpapitest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// calculator takes the thermal resistance of a wall. It is of every country.
type calculator struct {
	projects.UnimplementedCalculator
}

func (calculator) ID() string    { return "u-value" }
func (calculator) Title() string { return "Transmitancia" }

func (calculator) Country() geo.ID { return "" }

// Schema implements [projects.Calculator].
func (calculator) Schema() (input, result json.RawMessage) {
	return json.RawMessage(`{"type":"object","properties":{"r":{"type":"number","exclusiveMinimum":0,"title":"Resistencia térmica","x-unit":"m²K/W"}},"required":["r"],"additionalProperties":false}`),
		json.RawMessage(`{"type":"object","properties":{"u":{"type":"number","title":"Transmitancia térmica","x-unit":"W/m²K"}},"required":["u"],"additionalProperties":false}`)
}

// Run implements [projects.Calculator].
func (calculator) Run(_ context.Context, input json.RawMessage) (projects.Outcome, error) {
	var wall struct{ R float64 }
	if err := json.Unmarshal(input, &wall); err != nil || wall.R <= 0 {
		return projects.Outcome{}, &projects.InputError{Member: "r", Reason: "must be a number above zero"}
	}
	u, compliant := 1/wall.R, new(wall.R >= 2)
	if wall.R > 100 {
		compliant = nil // no such wall is known
	}
	return projects.Outcome{
		Result: fmt.Appendf(nil, `{"u":%g}`, u), Summary: fmt.Sprintf("U = %g W/m²K", u), Compliant: compliant,
		Steps: []string{"U = 1 / R"}, Sources: []string{"DB-HE 1, 3.1.1"},
	}, nil
}

// frenchCalculator is of the other country; what it does shows what becomes of a
// calculator that another program runs.
type frenchCalculator struct {
	projects.UnimplementedCalculator
	id  string
	run func() (projects.Outcome, error)
}

func (c frenchCalculator) ID() string      { return c.id }
func (c frenchCalculator) Title() string   { return "Calcul " + c.id }
func (c frenchCalculator) Country() geo.ID { return "FR" }

// Run implements [projects.Calculator].
func (c frenchCalculator) Run(context.Context, json.RawMessage) (projects.Outcome, error) {
	return c.run()
}

// pluggedCalculators are calculators of a plugin: one without a verdict, one whose
// program is down, and some that are at fault.
func pluggedCalculators() []projects.Calculator {
	outcome := func(o projects.Outcome, err error) func() (projects.Outcome, error) {
		return func() (projects.Outcome, error) { return o, err }
	}
	return []projects.Calculator{
		frenchCalculator{id: "ouvert", run: outcome(projects.Outcome{Result: json.RawMessage(`{}`), Summary: "Rien à respecter."}, nil)},
		frenchCalculator{id: "panne", run: outcome(projects.Outcome{}, fmt.Errorf("%w: s3cr3t", projects.ErrUnavailable))},
		frenchCalculator{id: "cassé", run: outcome(projects.Outcome{Result: json.RawMessage(`{`)}, nil)},
		frenchCalculator{id: "nul", run: outcome(projects.Outcome{Result: json.RawMessage(`{}`), Summary: "s3cr3t\x00"}, nil)},
		frenchCalculator{id: "panique", run: outcome(projects.Outcome{}, errors.New("plugin: Run panicked: s3cr3t"))},
		frenchCalculator{id: "lent", run: outcome(projects.Outcome{}, context.DeadlineExceeded)},
	}
}

func calculatorScenarios(k Keys) []scenario {
	const list, run = "/api/v1/calculators", "/api/v1/calculators/u-value/run"
	const wall = `{"input":{"r":4.00}}`
	const nothing = `{"input":{}}`
	const broken = `{"code":"unavailable","detail":"The calculator broke down on this input, or gave what cannot be shown: the fault is its own, and whoever made it has to mend it."}`
	all := badBodies(run, wall)
	for i := range all {
		all[i].name = "run " + all[i].name
	}
	all = withoutIdempotency(all)
	return append(all, []scenario{
		{name: "list", path: list, status: 200, without: []string{"ouvert"},
			want: `{"total":1,"calculators":[{"calculator_id":"u-value","title":"Transmitancia","country_code":null,
				"input_schema":{"type":"object","properties":{"r":{"title":"Resistencia térmica","x-unit":"m²K/W"}},"required":["r"]},
				"result_schema":{"properties":{"u":{"x-unit":"W/m²K"}}}}]}`},
		{name: "list of another country", path: list, key: k.French, status: 200,
			want: `{"total":7,"calculators":[{"calculator_id":"u-value"},{"calculator_id":"ouvert","country_code":"FR"},{},{},{},{},{}]}`},
		{name: "list without a key", path: list, key: "-", status: 401, want: `{"code":"unauthorized"}`},

		{name: "get", path: "/api/v1/calculators/u-value", status: 200, want: `{"calculator_id":"u-value","input_schema":{"required":["r"]}}`},
		{name: "get one of another country", path: "/api/v1/calculators/ouvert", status: 404, want: `{"code":"not_found"}`},

		{name: "run", path: run, body: wall, status: 200,
			whole: `{"calculator_id":"u-value","title":"Transmitancia","result":{"u":0.25},"summary":"U = 0.25 W/m²K","compliant":true,"steps":["U = 1 / R"],"sources":["DB-HE 1, 3.1.1"]}`},
		{name: "run fails", path: run, body: `{"input":{"r":1}}`, status: 200, want: `{"compliant":false}`},
		{name: "run without a verdict", path: "/api/v1/calculators/ouvert/run", key: k.French, body: nothing, status: 200,
			whole: `{"calculator_id":"ouvert","title":"Calcul ouvert","result":{},"summary":"Rien à respecter.","compliant":null,"steps":[],"sources":[]}`},
		{name: "run what is down", path: "/api/v1/calculators/panne/run", key: k.French, body: nothing, status: 503,
			want: `{"code":"unavailable"}`, headers: map[string]string{"Retry-After": "10"}, without: []string{"s3cr3t"}},
		{name: "run what does not answer", path: "/api/v1/calculators/lent/run", key: k.French, body: nothing, status: 503, want: `{"code":"unavailable"}`},
		{name: "run what is at fault", path: "/api/v1/calculators/cass%C3%A9/run", key: k.French, body: nothing, status: 503, want: broken},
		{name: "run what gives what cannot be kept", path: "/api/v1/calculators/nul/run", key: k.French, body: nothing, status: 503, want: broken, without: []string{"s3cr3t"}},
		{name: "run what panics", path: "/api/v1/calculators/panique/run", key: k.French, body: nothing, status: 503, want: broken, without: []string{"s3cr3t"}},
		{name: "run a calculator of another country", path: "/api/v1/calculators/ouvert/run", body: nothing, status: 404, want: `{"code":"not_found"}`},
		{name: "run an absent calculator", path: "/api/v1/calculators/nothing/run", body: nothing, status: 404, want: `{"code":"not_found"}`},
		{name: "run with an input refused", path: run, body: `{"input":{"r":0}}`, status: 422, want: `{"errors":[{"location":"body.input.r","message":"must be a number above zero"}]}`},
		{name: "run with a list", path: run, body: `{"input":[]}`, status: 422, want: `{"errors":[{"location":"body.input"}]}`},
		{name: "run without input", path: run, body: `{}`, status: 422, want: `{"errors":[{"location":"body.input"}]}`},
		{name: "run with a member twice", path: run, body: `{"input":{"r":1,"r":2}}`, status: 422, want: `{"errors":[{"location":"body.input.r"}]}`},
		{name: "run by GET", path: run, status: 405, headers: map[string]string{"Allow": "POST"}},
	}...)
}

// withoutIdempotency leaves out the scenarios of a header that only operations
// which cost credits read.
func withoutIdempotency(list []scenario) []scenario {
	var kept []scenario
	for _, sc := range list {
		if !strings.Contains(sc.name, "idempotency") {
			kept = append(kept, sc)
		}
	}
	return kept
}
