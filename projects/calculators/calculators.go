package calculators

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// Definition is what an author writes of a calculator.
type Definition struct {
	ID      string // a slug, such as "stair-geometry"
	Title   string // in the language of the country
	Country geo.ID // "" for any

	Input  Form // what is filled in
	Result Form // what is found, in the order in which it is shown

	// Calculate finds the result of an input that is as Input says. What only the
	// calculator can refuse it refuses with [Invalid]. It is called by many at once.
	// The same values give the same finding.
	Calculate func(ctx context.Context, in Values) (Finding, error)
}

// Finding is what a calculator found: a projects.Outcome whose result is still
// values of the form.
type Finding struct {
	Result    Values   // every member of Definition.Result that is not optional
	Summary   string   // one or two sentences with every figure and its unit
	Compliant *bool    // see [Verdict]; nil where there is nothing to comply with, or no telling
	Steps     []string // one line each, with the formula and its figures; more than a project keeps share lines
	Sources   []string // norm, clause and table the steps rest on
}

// Verdict returns what Finding.Compliant takes.
func Verdict(ok bool) *bool { return &ok }

// New returns the calculator of a definition. The error says what the definition
// lacks: it is a mistake of the program, not of a user.
func New(d Definition) (projects.Calculator, error) {
	if err := d.check(); err != nil {
		return nil, fmt.Errorf("calculators: %q: %w", d.ID, err)
	}
	return &calculator{Definition: d}, nil
}

// MustNew is New for definitions that are constants of a program; it panics where
// New gives an error.
func MustNew(d Definition) projects.Calculator {
	c, err := New(d)
	if err != nil {
		panic(err)
	}
	return c
}

// calculator is a projects.Calculator made of a definition that was checked.
type calculator struct {
	projects.UnimplementedCalculator
	Definition
}

var _ projects.Calculator = (*calculator)(nil)

// ID implements [projects.Calculator].
func (c *calculator) ID() string { return c.Definition.ID }

// Title implements [projects.Calculator].
func (c *calculator) Title() string { return c.Definition.Title }

// Country implements [projects.Calculator].
func (c *calculator) Country() geo.ID { return c.Definition.Country }

// Schema implements [projects.Calculator].
func (c *calculator) Schema() (input, result json.RawMessage) {
	return c.Input.Schema(), c.Result.Schema()
}

// Run implements [projects.Calculator].
func (c *calculator) Run(ctx context.Context, input json.RawMessage) (projects.Outcome, error) {
	if err := ctx.Err(); err != nil {
		return projects.Outcome{}, err
	}
	in, err := c.Input.Read(input)
	if err != nil {
		return projects.Outcome{}, err
	}
	found, err := c.calculate(ctx, in)
	if err != nil {
		return projects.Outcome{}, err
	}
	result, err := c.Result.Write(found.Result)
	if err != nil {
		return projects.Outcome{}, fmt.Errorf("calculators: result of %s: %w", c.ID(), err)
	}
	return projects.Outcome{
		Result: result, Summary: cut(found.Summary, maxSummary), Compliant: found.Compliant,
		Steps: fit(found.Steps), Sources: fit(found.Sources),
	}, nil
}

// calculate runs the calculation; the error says which field it reads that the form
// does not have.
func (c *calculator) calculate(ctx context.Context, in Values) (found Finding, err error) {
	defer func() {
		switch reason := recover().(type) {
		case nil:
		case misread:
			err = fmt.Errorf("calculators: %s: %s", c.ID(), string(reason))
		default:
			panic(reason)
		}
	}()
	return c.Calculate(ctx, in)
}
