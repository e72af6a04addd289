package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// requirementsOptions are the flags of "requirements".
type requirementsOptions struct {
	snapshotOptions
	place, use, asOf, unit string
	code, with             []string
	all                    bool
	within                 projectOption
}

func newRequirements(a *app) *cobra.Command {
	var o requirementsOptions
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "requirements ELEMENT PARAMETER",
		Short: "List what is required of an element",
		Long: `List every requirement that applies to one parameter of one element at a place: the
limit, the case it holds in and the section it stands in. It reads the words as "verify"
does, and a check is decided by exactly the requirements listed.

First stands what holds, then what depends on something nobody said; in each the
strictest first, formulas last. An asterisk marks what governs. --all lists as well what
is excluded by what is known.`,
		Example: `  regengine requirements barandilla altura --place ES-28079
  regengine requirements "escalera de uso general" huella --place ES-28079 --use "residencial vivienda"
  regengine requirements muro "transmitancia térmica" --place ES-05019 --unit "W/m²K" --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.requirements(cmd.Context(), args[0], args[1], o)
		},
	}), 2)
	f := cmd.Flags()
	o.addFlags(f)
	o.within.addFlags(f)
	placeFlag(f, &o.place, "the place")
	f.StringVar(&o.use, "use", "", "the use of the building")
	f.StringVar(&o.asOf, "as-of", "", "by the law in force on that day, YYYY-MM-DD")
	f.StringVar(&o.unit, "unit", "", "unit of the limits; by default each regulation's own")
	f.StringSliceVar(&o.code, "code", nil, "only this code, as name or name@version; may be repeated")
	f.String("base-url", "", "with --json: address of the server whose reading pages sections lead to, such as https://reg.example.org")
	addServerFlag(f)
	f.StringArrayVar(&o.with, "with", nil, "a circumstance that is certain, as id=value, such as \"drop_height=4 m\"; may be repeated")
	f.BoolVar(&o.all, "all", false, "list what is excluded, too")
	return cmd
}

func (a *app) requirements(ctx context.Context, element, parameter string, o requirementsOptions) error {
	c, err := a.serverFor(ctx, o.snapshotOptions, o.within)
	if err != nil {
		return err
	}
	if c != nil {
		return a.requirementsAt(ctx, c, element, parameter, o)
	}
	project, err := a.project(ctx, o.within)
	if err != nil {
		return err
	}
	o.place = cmp.Or(o.place, project.place)
	query, err := o.query(element, parameter)
	if err != nil {
		return err
	}
	query.Project = project.data
	return a.snapshot(ctx, o.snapshotOptions, func(s *regengine.Snapshot) error {
		var err error
		if query.GeoID, err = a.placeIn(ctx, s, o.place); err != nil {
			return err
		}
		if err := codesIn(s, query.Codes); err != nil {
			return err
		}
		query.Country = geo.ID(query.GeoID).Country()
		if query.Circumstances, err = readCircumstances(s.Verifier, query.Country, o.with); err != nil {
			return err
		}
		got, err := s.Verifier.Requirements(ctx, query, a.today())
		if err != nil {
			return advise(err, verify.ErrInvalidCode, "--code %s names a code or version that does not exist", quote(strings.Join(o.code, ",")))
		}
		if !o.all {
			got = got.WithoutExcluded()
		}
		applied := mapped(got.Applied, func(each verify.Applied) string { return each.Text })
		return a.printRequirements(httpapi.NewRequirementList(got, a.settings.BaseURL), applied)
	})
}

// askedRequirements is the body of POST /api/v1/requirements.
type askedRequirements struct {
	Element       string         `json:"element"`
	Parameter     string         `json:"parameter"`
	GeoID         string         `json:"geo_id"`
	Unit          string         `json:"unit,omitempty"`
	Codes         []askedCode    `json:"codes,omitempty"`
	BuildingUse   string         `json:"building_use,omitempty"`
	Circumstances map[string]any `json:"circumstances,omitempty"`
	AsOf          string         `json:"as_of,omitempty"`
	Excluded      bool           `json:"excluded"`
}

// requirementsAt asks a server.
func (a *app) requirementsAt(ctx context.Context, c *client, element, parameter string, o requirementsOptions) error {
	query, err := o.query(element, parameter)
	if err != nil {
		return err
	}
	body := askedRequirements{Element: element, Parameter: parameter, Unit: o.unit, BuildingUse: o.use, AsOf: o.asOf, Excluded: o.all}
	if body.GeoID, err = a.placeID(ctx, c, o.place); err != nil {
		return err
	}
	if body.Codes, err = c.askedCodes(ctx, query.Codes); err != nil {
		return err
	}
	if body.Circumstances, err = c.askedCircumstances(ctx, o.with); err != nil {
		return err
	}
	var got httpapi.RequirementList
	if err := c.post(ctx, "/api/v1/requirements", body, &got); err != nil {
		return err
	}
	return a.printRequirements(got, nil)
}

// query reads the flags.
func (o requirementsOptions) query(element, parameter string) (verify.Query, error) {
	query := verify.Query{Element: element, Parameter: parameter, Unit: o.unit, GeoID: o.place, BuildingUse: o.use}
	for name, text := range map[string]string{"ELEMENT": element, "PARAMETER": parameter, "--place": o.place} {
		if strings.TrimSpace(text) == "" {
			return query, usagef("%s is empty", name)
		}
	}
	var err error
	for _, text := range o.code {
		name, version, _ := strings.Cut(text, "@")
		query.Codes = append(query.Codes, codes.VersionRef{Code: name, Version: version})
	}
	if o.asOf != "" {
		if query.AsOf, err = codes.ParseDate(o.asOf); err != nil {
			return query, usagef("--as-of %s is no day; write it as 2026-01-31", quote(o.asOf))
		}
	}
	return query, nil
}

// printRequirements shows a list, and what of a project's facts it rests on.
func (a *app) printRequirements(got httpapi.RequirementList, applied []string) error {
	return a.print(got, func(w io.Writer) { writeRequirements(w, painter{a.colours()}, got, applied) })
}

func writeRequirements(w io.Writer, paint painter, got httpapi.RequirementList, applied []string) {
	if len(got.Requirements) > 0 {
		var out strings.Builder
		table(&out, append([][]string{{"", "limit", "case", "section"}}, mapped(got.Requirements, requirementRow)...))
		for i, line := range strings.SplitAfter(out.String(), "\n") {
			paintRow(w, paint, got.Requirements, i, line)
		}
	}
	for _, r := range got.Requirements {
		for _, condition := range r.Conditions {
			fmt.Fprintln(w, paint.faint("also: "+inert(condition)))
		}
	}
	if got.Truncated {
		fmt.Fprintf(w, "%d of %d\n", len(got.Requirements), got.Total)
	}
	for _, text := range applied {
		fmt.Fprintln(w, "project: "+inert(text))
	}
	if names := openNames(got.DependsOn); names != "" {
		fmt.Fprintln(w, "depends on: "+inert(names))
	}
	for _, warning := range got.Warnings {
		fmt.Fprintln(w, "warning: "+inert(warning))
	}
}

func requirementRow(r httpapi.Requirement) []string {
	mark := " "
	if r.Governs {
		mark = "*"
	}
	section := strings.TrimSuffix(r.CodeSlug+"/"+r.Version+", "+orEmpty(r.SectionTitle), ", ")
	return []string{mark, inert(limitText(r)), inert(stateText(r)), inert(section)}
}

// paintRow writes a line of the table: what governs bold, what is excluded faint.
func paintRow(w io.Writer, paint painter, rows []httpapi.Requirement, i int, line string) {
	text := strings.TrimRight(line, " \n")
	switch {
	case text == "":
		return
	case i == 0 || excluded(rows[i-1]):
		text = paint.faint(text)
	case rows[i-1].Governs:
		text = paint.bold(text)
	}
	fmt.Fprintln(w, text)
}

func excluded(r httpapi.Requirement) bool { return r.State == string(verify.RowExcluded) }

// limitText writes what a requirement asks.
func limitText(r httpapi.Requirement) string {
	switch rules.Op(r.Operator) {
	case rules.MustBeTrue:
		return "required"
	case rules.MustBeAbsent:
		return "not allowed"
	case rules.NoLimit:
		return "no limit"
	case rules.Between:
		if r.Formula == nil {
			return decimalText(r.LimitMin) + " to " + decimalText(r.LimitMax) + " " + orEmpty(r.Unit)
		}
	default:
	}
	values := strings.Join(mapped(r.Values, func(d httpapi.Decimal) string { return string(d) }), ", ")
	return strings.Join(strings.Fields(r.Operator+" "+decimalText(r.LimitValue)+orEmpty(r.Formula)+values+" "+orEmpty(r.Unit)), " ")
}

func decimalText(d *httpapi.Decimal) string {
	if d == nil {
		return ""
	}
	return string(*d)
}

// stateText says in which case a requirement stands.
func stateText(r httpapi.Requirement) string {
	text := cmp.Or(r.Case, "always")
	if excluded(r) {
		return "excluded: " + text
	}
	return text
}

// openNames lists what decides, with what is assumed.
func openNames(list []httpapi.DecidingCircumstance) string {
	names := make([]string, 0, len(list))
	for _, f := range list {
		name := f.Label
		if text := assumedText(f); text != "" {
			name += " (assumed: " + text + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, "; ")
}

func assumedText(f httpapi.DecidingCircumstance) string {
	text := f.Assumed.String()
	for _, o := range f.Options {
		if text != "" && o.Value.String() == text {
			return o.Label
		}
	}
	return text
}
