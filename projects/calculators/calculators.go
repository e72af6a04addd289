package calculators

import (
	"context"
	"encoding/json"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// All returns the calculators that need nothing from outside, by id. See also
// [ClimateZone].
func All() []projects.Calculator {
	return []projects.Calculator{Occupancy(), Stairs(), Transmittance()}
}

// calculator is a projects.Calculator made of a form and a function.
type calculator struct {
	projects.UnimplementedCalculator
	id, title string
	country   geo.ID
	input     Form
	result    Form
	run       func(in Values) (outcome, error)
}

// outcome is what a calculator found, its result still as values of its form.
type outcome struct {
	result    Values
	summary   string
	compliant *bool
	steps     []string
	sources   []string
}

var _ projects.Calculator = (*calculator)(nil)

// ID implements [projects.Calculator].
func (c *calculator) ID() string { return c.id }

// Title implements [projects.Calculator].
func (c *calculator) Title() string { return c.title }

// Country implements [projects.Calculator].
func (c *calculator) Country() geo.ID { return c.country }

// Schema implements [projects.Calculator].
func (c *calculator) Schema() (input, result json.RawMessage) {
	return c.input.Schema(), c.result.Schema()
}

// Run implements [projects.Calculator].
func (c *calculator) Run(ctx context.Context, input json.RawMessage) (projects.Outcome, error) {
	if err := ctx.Err(); err != nil {
		return projects.Outcome{}, err
	}
	in, err := c.input.Read(input)
	if err != nil {
		return projects.Outcome{}, err
	}
	found, err := c.run(in)
	if err != nil {
		return projects.Outcome{}, err
	}
	return projects.Outcome{
		Result: c.result.Write(found.result), Summary: found.summary, Compliant: found.compliant,
		Steps: found.steps, Sources: found.sources,
	}, nil
}

func verdict(ok bool) *bool { return &ok }
