package projects

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo"
)

// Calculate runs a calculator of the project's country and saves the run under a
// name, the calculator's title for "". It returns what was stored. ErrInvalid when
// there is no such calculator or it refuses the input, ErrFull, ErrNotFound,
// ErrUnavailable, ErrBroken.
func (s *Service) Calculate(ctx context.Context, organizationID, projectID, calculatorID, name string, input json.RawMessage) (Calculation, error) {
	p, err := s.Store.GetProject(ctx, organizationID, strings.ToLower(projectID))
	if err != nil {
		return Calculation{}, err
	}
	calculator, err := s.calculator(p.GeoID.Country(), calculatorID)
	if err != nil {
		return Calculation{}, err
	}
	c := Calculation{
		ID: NewID(), CalculatorID: calculatorID, Name: cmp.Or(name, calculator.Title()), CreatedAt: s.stamp(),
		Input: slices.Clone(input),
	}
	if err := c.validate(); err != nil {
		return Calculation{}, err
	}
	if c, err = c.run(ctx, calculator); err != nil {
		return Calculation{}, err
	}
	if err := s.Store.PutCalculation(ctx, organizationID, p.ID, c); err != nil {
		return Calculation{}, err
	}
	return c, nil
}

// run returns the calculation with what its calculator made of its input.
func (c Calculation) run(ctx context.Context, calculator Calculator) (Calculation, error) {
	outcome, err := calculator.Run(ctx, slices.Clone(c.Input))
	if err != nil {
		return c, ranInto(ctx, c.CalculatorID, err)
	}
	return c.with(outcome)
}

// ranInto is an error of a Calculator's Run: what is of no kind that it may give is its
// own fault.
func ranInto(ctx context.Context, id string, err error) error {
	if ctx.Err() != nil || errors.Is(err, ErrInvalid) || errors.Is(err, ErrUnavailable) {
		return fmt.Errorf("calculator %s: %w", id, err)
	}
	return fmt.Errorf("calculator %s: %w: %w", id, ErrBroken, err)
}

// CalculatorsOf returns the calculators users of a country can fill in: those built
// in, then those of plugins. It never waits.
func (s *Service) CalculatorsOf(country geo.ID) []Calculator { return s.calculators(country) }

// Run runs a calculator of a country and keeps nothing. The outcome is one that
// could be kept. ErrInvalid when there is no such calculator or it refuses the
// input, ErrUnavailable, ErrBroken.
func (s *Service) Run(ctx context.Context, country geo.ID, calculatorID string, input json.RawMessage) (Outcome, error) {
	calculator, err := s.calculator(country, calculatorID)
	if err != nil {
		return Outcome{}, err
	}
	if err := validJSON("input", input); err != nil {
		return Outcome{}, err
	}
	outcome, err := calculator.Run(ctx, slices.Clone(input))
	if err != nil {
		return Outcome{}, ranInto(ctx, calculatorID, err)
	}
	c := Calculation{ID: NewID(), CalculatorID: calculatorID, Name: calculatorID, Input: input}
	if _, err := c.with(outcome); err != nil {
		return Outcome{}, err
	}
	return outcome, nil
}

// calculator returns the one of that id that the country has.
func (s *Service) calculator(country geo.ID, id string) (Calculator, error) {
	list := s.calculators(country)
	if i := slices.IndexFunc(list, func(c Calculator) bool { return c.ID() == id }); i >= 0 {
		return list[i], nil
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%w: there is no calculator for projects in %s", ErrInvalid, country)
	}
	ids := make([]string, len(list))
	for i, c := range list {
		ids[i] = c.ID()
	}
	return nil, fmt.Errorf("%w: there is no calculator %.80q for projects in %s, only %s", ErrInvalid, id, country, strings.Join(ids, ", "))
}

// with returns the calculation with what came out. A calculator that gives what
// cannot be kept is at fault, not the user: ErrBroken.
func (c Calculation) with(o Outcome) (Calculation, error) {
	c.Summary, c.Result, c.Steps, c.Sources = o.Summary, slices.Clone(o.Result), slices.Clone(o.Steps), slices.Clone(o.Sources)
	c.Compliant = nil
	if o.Compliant != nil {
		c.Compliant = new(*o.Compliant)
	}
	if err := c.validate(); err != nil {
		return c, fmt.Errorf("calculator %s: %w: it gave what cannot be kept: %s", c.CalculatorID, ErrBroken, err.Error()) // not wrapped: the input is not to blame
	}
	return c, nil
}

// validate refuses what cannot be kept.
func (c *Calculation) validate() error {
	if err := validID(c.ID); err != nil {
		return err
	}
	if !keyShape.MatchString(c.CalculatorID) || len(c.CalculatorID) > maxName {
		return fmt.Errorf("%w: a calculation names its calculator", ErrInvalid)
	}
	if err := validJSON("input", c.Input); err != nil {
		return err
	}
	if err := validJSON("result", c.Result); err != nil {
		return err
	}
	if err := validText("name", c.Name, maxName); err != nil {
		return err
	}
	if len(c.Steps) > maxSteps || len(c.Sources) > maxSteps {
		return fmt.Errorf("%w: a calculation has more than %d steps or sources", ErrInvalid, maxSteps)
	}
	for _, line := range slices.Concat(c.Steps, c.Sources) {
		if err := validLines("steps and sources", line, maxValue); err != nil {
			return err
		}
	}
	return validLines("summary", c.Summary, maxDescription)
}

func validJSON(what string, data json.RawMessage) error {
	if len(data) > maxJSON || len(data) > 0 && (!json.Valid(data) || !utf8.Valid(data)) {
		return fmt.Errorf("%w: the %s is not JSON of at most %d bytes", ErrInvalid, what, maxJSON)
	}
	return nil
}

// DeleteCalculation removes a saved calculation. ErrNotFound.
func (s *Service) DeleteCalculation(ctx context.Context, organizationID, projectID, id string) error {
	return s.Store.DeleteCalculation(ctx, organizationID, strings.ToLower(projectID), strings.ToLower(id))
}
