package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// requirementsOptions are the flags of "requirements".
type requirementsOptions struct {
	snapshotOptions
	place, use, asOf, unit, server string
	code, with                     []string
	all                            bool
	within                         projectOption
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
	f.StringVar(&o.server, "server", "", "with --json: address of a regengine server whose reading pages sections lead to, such as https://reg.example.org")
	f.StringArrayVar(&o.with, "with", nil, "a circumstance that is certain, as id=value, such as \"drop_height=4 m\"; may be repeated")
	f.BoolVar(&o.all, "all", false, "list what is excluded, too")
	return cmd
}

func (a *app) requirements(ctx context.Context, element, parameter string, o requirementsOptions) error {
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
		err = advise(err, verify.ErrInvalidCode, "--code %s names a code or version that does not exist", quote(strings.Join(o.code, ",")))
		if err != nil {
			return err
		}
		if !o.all {
			got = got.WithoutExcluded()
		}
		return a.print(httpapi.NewRequirementList(got, o.server), func(w io.Writer) { printRequirements(w, painter{a.colours()}, got) })
	})
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

// printRequirements shows a list to a person.
func printRequirements(w io.Writer, paint painter, got *verify.Requirements) {
	rows := make([][]string, 0, 1+len(got.Rows))
	rows = append(rows, []string{"", "limit", "case", "section"})
	for _, r := range got.Rows {
		mark := " "
		if r.Governs {
			mark = "*"
		}
		section := strings.TrimSuffix(r.Ref.String()+", "+crossref.Title(r.Block, r.Cite), ", ")
		rows = append(rows, []string{mark, inert(limitText(r)), inert(stateText(r)), inert(section)})
	}
	if len(got.Rows) > 0 {
		var out strings.Builder
		table(&out, rows)
		for i, line := range strings.SplitAfter(out.String(), "\n") {
			paintRow(w, paint, got.Rows, i, line)
		}
	}
	for _, r := range got.Rows {
		for _, condition := range r.Conditions {
			fmt.Fprintln(w, paint.faint("also: "+inert(condition)))
		}
	}
	if got.Truncated() {
		fmt.Fprintf(w, "%d of %d\n", len(got.Rows), got.Total)
	}
	for _, each := range got.Applied {
		fmt.Fprintln(w, "project: "+inert(each.Text))
	}
	if names := openNames(got.DependsOn); names != "" {
		fmt.Fprintln(w, "depends on: "+inert(names))
	}
	for _, warning := range got.Warnings {
		fmt.Fprintln(w, "warning: "+inert(warning))
	}
}

// paintRow writes a line of the table: what governs bold, what is excluded faint.
func paintRow(w io.Writer, paint painter, rows []verify.RequirementRow, i int, line string) {
	text := strings.TrimRight(line, " \n")
	switch {
	case text == "":
		return
	case i == 0 || rows[i-1].State == verify.RowExcluded:
		text = paint.faint(text)
	case rows[i-1].Governs:
		text = paint.bold(text)
	}
	fmt.Fprintln(w, text)
}

// limitText writes what a requirement asks.
func limitText(r verify.RequirementRow) string {
	switch r.Op {
	case rules.MustBeTrue:
		return "required"
	case rules.MustBeAbsent:
		return "not allowed"
	case rules.NoLimit:
		return "no limit"
	case rules.Between:
		if r.Formula == "" {
			return r.Min + " to " + r.Max + " " + r.Unit
		}
	default:
	}
	return strings.Join(strings.Fields(string(r.Op)+" "+r.Limit+r.Formula+strings.Join(r.Values, ", ")+" "+r.Unit), " ")
}

// stateText says in which case a requirement stands.
func stateText(r verify.RequirementRow) string {
	text := r.Case
	if text == "" {
		text = "always"
	}
	if r.State == verify.RowExcluded {
		return "excluded: " + text
	}
	return text
}

// openNames lists what decides, with what is assumed.
func openNames(list []verify.OpenFact) string {
	names := make([]string, 0, len(list))
	for _, f := range list {
		name := f.Label
		if f.Assumed != nil {
			name += " (assumed: " + assumedText(f) + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, "; ")
}

func assumedText(f verify.OpenFact) string {
	for _, o := range f.Options {
		if slices.Equal(o.Value.Texts, f.Assumed.Texts) {
			return o.Label
		}
	}
	return strings.TrimSpace(strings.Join(f.Assumed.Texts, ", ") + f.Assumed.Number + " " + f.Assumed.Unit)
}
