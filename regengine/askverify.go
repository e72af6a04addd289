package regengine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// Names of the verify tool and of its arguments.
const (
	verifyName   = "verify"
	argElement   = "element"
	argParameter = "parameter"
	argValue     = "value"
	argUnit      = "unit"
	argUse       = "building_use"
)

// verifyTool checks a value against the regulations selected in a project, at its
// place.
type verifyTool struct {
	snapshot *Snapshot
	project  *projects.Info
	scope    []codes.VersionRef // the editions that apply of what is selected
	on       codes.Date
	words    *toolWording
}

func newVerifyTool(s *Snapshot, project *projects.Info, on codes.Date, words *toolWording) *verifyTool {
	return &verifyTool{snapshot: s, project: project, scope: editions(project), on: on, words: words}
}

// Spec implements [ask.Tool].
func (v *verifyTool) Spec() ask.ToolSpec {
	return ask.ToolSpec{
		Name: verifyName,
		Description: "Checks one value against the selected regulations at the project's place: verdict, limit, margin, conditions, and the passages it stands on. " +
			"For a value of which the question asks whether it complies. What complies under some readings only is not compliance.",
		Params: []ask.Param{
			{Name: argElement, Kind: ask.TextParam, Required: true, Max: 500, Doc: "What is built, with its circumstances, in the regulations' language."},
			{Name: argParameter, Kind: ask.TextParam, Required: true, Max: 200, Doc: "What is measured of it."},
			{Name: argValue, Kind: ask.NumberParam, Required: true, Doc: "The value; 0 or 1 for a yes/no check."},
			{Name: argUnit, Kind: ask.TextParam, Required: true, Max: 100, Doc: "Its unit; \"boolean\" for a yes/no check."},
			{Name: ask.ArgCode, Kind: ask.TextParam, Max: codes.MaxSlug, Doc: "Slug of one regulation, to check against it alone."},
			{Name: argUse, Kind: ask.TextParam, Max: 300, Doc: "Use of the building, where it matters."},
		},
	}
}

// Run implements [ask.Tool].
func (v *verifyTool) Run(ctx context.Context, args ask.Args) (ask.Output, error) {
	check, err := v.check(args)
	if err != nil {
		return ask.Output{}, err
	}
	result, err := v.snapshot.Verifier.Verify(ctx, check, v.on)
	switch {
	case errors.Is(err, verify.ErrLocationNotFound):
		return ask.Output{}, errors.New("the project's place is not known here, so nothing can be checked at it")
	case ctx.Err() != nil:
		return ask.Output{}, ctx.Err()
	case err != nil:
		return ask.Output{}, errors.New("the check could not be made; search for the limit instead")
	}
	output := ask.Output{Text: v.text(result, check)}
	for _, source := range result.Sources {
		if source.Block != nil {
			output.Blocks = append(output.Blocks, source.Block.ID)
		}
	}
	return output, nil
}

// check is what the arguments ask, at the project's place and of what is
// selected in it.
func (v *verifyTool) check(args ask.Args) (verify.Check, error) {
	value, _ := args.Number(argValue)
	check := verify.Check{
		Element:     args.Text(argElement),
		Parameter:   args.Text(argParameter),
		Value:       decimal(value),
		Unit:        args.Text(argUnit),
		GeoID:       string(v.project.GeoID),
		Country:     v.project.GeoID.Country(),
		Codes:       v.scope,
		BuildingUse: args.Text(argUse),
		Project:     ProjectData(v.project),
	}
	if slug := args.Text(ask.ArgCode); slug != "" {
		i := slices.IndexFunc(v.scope, func(ref codes.VersionRef) bool { return ref.Code == slug })
		if i < 0 {
			return check, fmt.Errorf("%q is not a regulation selected in the project whose text is here", slug)
		}
		check.Codes = v.scope[i : i+1]
	}
	return check, nil
}

// decimal writes a number with the digits it was sent with.
func decimal(value float64) string {
	const plain = 1e15 // beyond it a float has no more digits than an exponent needs
	if math.Abs(value) < plain {
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}

// text tells a verdict. The value that was checked is not in it: it is the
// model's word, and what a tool says counts as found.
func (v *verifyTool) text(r *verify.Result, check verify.Check) string {
	w := v.words
	unit := check.Unit
	lines := []string{fmt.Sprintf(w.result, w.verdicts[r.Verdict()])}
	switch {
	case r.Limit != "" && r.Direction != rules.Boolean:
		lines = append(lines, fmt.Sprintf(w.limit, w.directions[r.Direction], v.figure(r.Limit), unit))
	case r.Direction == rules.Boolean:
		lines = append(lines, w.duty)
	}
	if r.Margin != "" && r.Direction != rules.Boolean {
		lines = append(lines, fmt.Sprintf(w.margin, v.figure(r.Margin), unit))
	}
	for _, condition := range r.Conditions {
		lines = append(lines, fmt.Sprintf(w.condition, unsaid(condition, check)))
	}
	for _, c := range r.Considered {
		limit := v.figure(c.Limit) + " " + unit
		lines = append(lines, fmt.Sprintf(w.considered, v.titleOf(c.Ref), strings.TrimSpace(limit+" "+w.directions[c.Direction]), unsaid(c.Reason, check)))
	}
	for _, each := range r.Applied {
		lines = append(lines, fmt.Sprintf(w.applied, each.Text))
	}
	for _, warning := range r.Warnings {
		lines = append(lines, fmt.Sprintf(w.warning, unsaid(warning, check)))
	}
	for _, source := range r.Sources {
		lines = append(lines, fmt.Sprintf(w.source, v.where(source)))
	}
	return strings.Join(lines, "\n")
}

func (v *verifyTool) figure(decimal string) string {
	return strings.Replace(decimal, ".", v.words.decimal, 1)
}

// unsaid takes from a text the words of the check that hold figures.
func unsaid(text string, check verify.Check) string {
	for _, said := range []string{check.Element, check.Parameter, check.BuildingUse, check.Value + " " + check.Unit} {
		if strings.ContainsAny(said, "0123456789") {
			text = strings.ReplaceAll(text, said, "…")
		}
	}
	return text
}

func (v *verifyTool) titleOf(ref codes.VersionRef) string {
	if code, err := v.snapshot.Codes.In(v.project.GeoID.Country()).Get(ref.Code); err == nil {
		return code.Title
	}
	return ref.String()
}

func (v *verifyTool) where(s verify.Source) string {
	parts := []string{v.titleOf(s.Ref)}
	if s.Block != nil {
		parts = append(parts, s.Block.Path...)
		if !slices.Contains(s.Block.Path, s.Block.Title) {
			parts = append(parts, s.Block.Title)
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " › ")
}
