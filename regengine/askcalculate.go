package regengine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/projects"
)

// Names of the calculator tool and of its arguments.
const (
	calculatorName = "calculator"
	argCalculator  = "calculator"
	argInput       = "input"
)

// calculatorTool runs one of a project's calculators. What it finds is not saved.
type calculatorTool struct {
	calculators []projects.Calculator
	words       *toolWording
}

// Spec implements [ask.Tool].
func (c *calculatorTool) Spec() ask.ToolSpec {
	ids := make([]string, len(c.calculators))
	titles := make([]string, len(c.calculators))
	for i, one := range c.calculators {
		ids[i] = one.ID()
		titles[i] = one.ID() + ": " + one.Title()
	}
	return ask.ToolSpec{
		Name:        calculatorName,
		Description: "Runs a calculator and tells its result; without input it tells what that takes. Every input comes from the question or the project. Nothing is saved.",
		Params: []ask.Param{
			{Name: argCalculator, Kind: ask.ChoiceParam, Required: true, Choices: ids, Doc: "Which one. " + strings.Join(titles, "; ")},
			{Name: argInput, Kind: ask.ObjectParam, Schema: json.RawMessage(`{"type":"object"}`), Doc: "What to fill in."},
		},
	}
}

// itemsToo is how deep members are listed: those of an object and of the objects in
// its lists. A schema may come from a plugin, nested as it likes.
const itemsToo = 2

// membersOf lists the members a JSON Schema of an object has.
func membersOf(schema json.RawMessage, depth int) string {
	var object struct {
		Properties map[string]struct {
			Title string          `json:"title"`
			Type  any             `json:"type"`
			Unit  string          `json:"x-unit"`
			Enum  []any           `json:"enum"`
			Items json.RawMessage `json:"items"`
		} `json:"properties"`
		Required []string `json:"required"`
	}
	if depth == 0 || json.Unmarshal(schema, &object) != nil || len(object.Properties) == 0 {
		return "any object"
	}
	var members []string
	for _, name := range slices.Sorted(maps.Keys(object.Properties)) {
		p := object.Properties[name]
		about := []string{p.Title}
		if kind, ok := p.Type.(string); ok {
			about = append(about, kind)
		}
		if p.Unit != "" {
			about = append(about, "in "+p.Unit)
		}
		if len(p.Enum) > 0 {
			about = append(about, "one of "+strings.Trim(fmt.Sprint(p.Enum), "[]"))
		}
		if len(p.Items) > 0 {
			about = append(about, "each an object of ["+membersOf(p.Items, depth-1)+"]")
		}
		if slices.Contains(object.Required, name) {
			about = append(about, "required")
		}
		about = slices.DeleteFunc(about, func(s string) bool { return s == "" })
		members = append(members, fmt.Sprintf("%q (%s)", name, strings.Join(about, ", ")))
	}
	return strings.Join(members, "; ")
}

// Run implements [ask.Tool].
func (c *calculatorTool) Run(ctx context.Context, args ask.Args) (ask.Output, error) {
	i := slices.IndexFunc(c.calculators, func(one projects.Calculator) bool { return one.ID() == args.Text(argCalculator) })
	if i < 0 {
		return ask.Output{}, errors.New("there is no calculator of that name")
	}
	one := c.calculators[i]
	if input := args.Object(argInput); len(bytes.TrimSpace(input)) == 0 || string(bytes.Join(bytes.Fields(input), nil)) == "{}" {
		schema, _ := one.Schema()
		return ask.Output{Help: one.Title() + " takes: " + membersOf(schema, itemsToo)}, nil
	}
	outcome, err := one.Run(ctx, args.Object(argInput))
	switch {
	case errors.Is(err, projects.ErrInvalid):
		return ask.Output{}, err // it names the member that is wrong
	case ctx.Err() != nil:
		return ask.Output{}, ctx.Err()
	case err != nil:
		return ask.Output{}, errors.New("the calculator broke down; do without it")
	}
	_, schema := one.Schema()
	return ask.Output{Text: c.text(one.Title(), outcome, schema)}, nil
}

func (c *calculatorTool) text(title string, o projects.Outcome, schema json.RawMessage) string {
	lines := []string{title, o.Summary, ask.JSONText(o.Result, schema)}
	switch {
	case o.Compliant == nil:
		lines = append(lines, c.words.noVerdict)
	case *o.Compliant:
		lines = append(lines, c.words.complies)
	default:
		lines = append(lines, c.words.fails)
	}
	for _, step := range o.Steps {
		lines = append(lines, fmt.Sprintf(c.words.step, step))
	}
	for _, source := range o.Sources {
		lines = append(lines, fmt.Sprintf(c.words.source, source))
	}
	return strings.Join(slices.DeleteFunc(lines, func(s string) bool { return strings.TrimSpace(s) == "" }), "\n")
}
