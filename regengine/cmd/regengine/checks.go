package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/transport/httpapi"
)

func newChecks(a *app) *cobra.Command {
	var who projectFlags
	cmd := group(&cobra.Command{
		Use:     "checks",
		Aliases: []string{"check"},
		Short:   "Saved checks of a project: add, list, run, remove",
		Long: `A project keeps checks with the verdict each came to. "checks run" decides all of them
again, by the law of today or of another day, and tells which come to another verdict.
They cost no credits, and are decided by what they say and by their place alone: the
memory of the project does not count.`,
		Example: `  regengine checks add 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 checks.csv
  regengine checks add 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 --element barandilla --parameter altura --value 1 --unit m --with "drop_height=4 m" --name Azotea
  regengine checks run 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 --as-of 2027-01-01
  regengine checks remove 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 --all`,
	}, newChecksAdd(a, &who), newChecksList(a, &who), newChecksRun(a, &who), newChecksRemove(a, &who))
	addPluginFlags(cmd.PersistentFlags())
	cmd.PersistentFlags().StringVar(&who.org, "org", "", "organization, by id or name")
	cmd.PersistentFlags().StringVar(&who.user, "user", "", "user, by id or e-mail")
	return cmd
}

func newChecksAdd(a *app, who *projectFlags) *cobra.Command {
	var o verifyOptions
	var name string
	cmd := a.jsonFlag(&cobra.Command{
		Use:   "add PROJECT [FILE.csv|FILE.xlsx|-]",
		Short: "Decide checks and keep them, of a table or the one the flags describe",
		Long: `Decide checks and keep them in a project: every row of a table as "regengine verify"
takes it, or the one check the flags describe. Where no place is named it is the
project's. The column id is what a check is called. When a row has a mistake, nothing
is kept; the exit code is then 3.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.stdin = cmd.InOrStdin()
			return a.contents(cmd.Context(), who, args[0], func(f *office, info *projects.Info) error {
				o.row.ID, o.row.Check.GeoID = name, cmp.Or(o.row.Check.GeoID, placeOf(info, args))
				rows, err := o.rows(args[1:])
				if err != nil {
					return err
				}
				decided, err := f.decide(cmd.Context(), info, rows, a.today())
				if err != nil {
					return err
				}
				saved, err := f.SaveChecks(cmd.Context(), info.OrganizationID, info.ID, decided...)
				if err != nil {
					return err
				}
				return a.printChecks(saved)
			})
		},
	})
	cmd.Args = cobra.RangeArgs(1, 2)
	o.row.addFlags(cmd.Flags())
	cmd.Flags().StringVar(&name, "name", "", "what to call the check")
	return cmd
}

// placeOf is where a check of the flags is made that names no place; "" where a table is
// named, of which every row has one.
func placeOf(info *projects.Info, args []string) string {
	if len(args) > 1 {
		return ""
	}
	return string(info.GeoID)
}

// decide returns checks as they are kept, or every mistake in them.
func (o *office) decide(ctx context.Context, info *projects.Info, rows []checkRow, today codes.Date) ([]projects.SavedCheck, error) {
	snapshot := o.engine.Snapshot()
	var out []projects.SavedCheck
	var mistakes []string
	for i := range rows {
		row := &rows[i]
		check, err := row.resolve(snapshot)
		var v *httpapi.Verdict
		switch {
		case err != nil:
		case check.Country != info.GeoID.Country():
			err = fmt.Errorf("geo_id %s is no place of the project's country", quote(row.Check.GeoID))
		default:
			v, err = httpapi.DecideCheck(ctx, snapshot, check, today, httpapi.EngineName(thisBuild().Version))
			err = row.explained(err)
		}
		if err != nil {
			mistakes = append(mistakes, strings.TrimPrefix(fmt.Sprintf("line %d: %v", row.Line, err), "line 0: "))
			continue
		}
		out = append(out, httpapi.NewSavedCheck(check, row.ID, v))
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return out, mistakesIn(mistakes)
}

func newChecksList(a *app, who *projectFlags) *cobra.Command {
	return args(a.listing(&cobra.Command{
		Use:   "list PROJECT",
		Short: "List the saved checks, oldest first",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.checksOf(cmd.Context(), who, args[0], func(_ *office, _ *projects.Info, list []projects.SavedCheck) error {
				return a.printChecks(list)
			})
		},
	}), 1)
}

// checksOf runs f with every check of a project.
func (a *app) checksOf(ctx context.Context, who *projectFlags, project string, f func(o *office, info *projects.Info, list []projects.SavedCheck) error) error {
	return a.contents(ctx, who, project, func(o *office, info *projects.Info) error {
		list, _, err := o.ListChecks(ctx, info.OrganizationID, info.ID, projects.CheckPage{Most: projects.MaxChecks})
		if err != nil {
			return err
		}
		return f(o, info, list)
	})
}

func (a *app) printChecks(list []projects.SavedCheck) error {
	shown := mapped(list, func(c projects.SavedCheck) httpapi.SavedCheck { return httpapi.ShowSavedCheck(c, false) })
	byID := make(map[string]projects.SavedCheck, len(list))
	for _, c := range list {
		byID[c.ID] = c
	}
	return printList(a, shown, "no checks", []string{"ID", "VERDICT", "LIMIT", "AS OF", "NAME", "REF"}, func(c httpapi.SavedCheck) []string {
		return []string{c.CheckID, byID[c.CheckID].Verdict, byID[c.CheckID].Limit, c.AsOf, byID[c.CheckID].Name, byID[c.CheckID].Ref}
	})
}

func newChecksRun(a *app, who *projectFlags) *cobra.Command {
	var asOf string
	var keep bool
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "run PROJECT",
		Short: "Decide every saved check again, and tell which come to another verdict",
		RunE: func(cmd *cobra.Command, args []string) error {
			day, err := dayOf(asOf)
			if err != nil {
				return err
			}
			return a.checksOf(cmd.Context(), who, args[0], func(o *office, info *projects.Info, list []projects.SavedCheck) error {
				run := httpapi.NewCheckRun(o.engine.Snapshot(), list, day, a.today(), httpapi.EngineName(thisBuild().Version))
				done, err := o.RunChecks(cmd.Context(), info.OrganizationID, info.ID, run.Valid, keep, run.Decide)
				if err != nil {
					return err
				}
				response := run.Response(done, keep)
				return a.print(response, func(w io.Writer) { writeRun(w, response, done) })
			})
		},
	}), 1)
	cmd.Flags().StringVar(&asOf, "as-of", "", "by the law in force on that day, YYYY-MM-DD, also of checks that name a day; without, by what is active today")
	cmd.Flags().BoolVar(&keep, "keep", false, "keep what each check comes to in the place of what it came to before")
	return cmd
}

// dayOf reads the day of --as-of; the zero Date for none.
func dayOf(text string) (codes.Date, error) {
	if text == "" {
		return codes.Date{}, nil
	}
	day, err := codes.ParseDate(text)
	if err != nil {
		return day, usagef("--as-of %s is no day; write YYYY-MM-DD", quote(text))
	}
	return day, nil
}

func writeRun(w io.Writer, r httpapi.CheckRunResponse, done projects.Rerun) {
	rows := make([][]string, 0, len(done.Flips)+len(r.Refused))
	for _, f := range done.Flips {
		rows = append(rows, []string{f.Before.ID, f.Before.Verdict + " -> " + f.Now.Verdict, strings.TrimSpace(f.Before.Limit + " -> " + f.Now.Limit), f.Before.Name, f.Before.Ref})
	}
	for _, refused := range r.Refused {
		rows = append(rows, []string{refused.CheckID, "cannot be decided any more", refused.Error.Detail})
	}
	table(w, rows)
	fmt.Fprintf(w, "%d checks: %d flipped, %d cannot be decided any more\n", r.Total, len(r.Flipped), len(r.Refused))
}

func newChecksRemove(a *app, who *projectFlags) *cobra.Command {
	var all bool
	cmd := atLeast(a.jsonFlag(&cobra.Command{
		Use:     "remove PROJECT CHECK...",
		Aliases: []string{"rm", "delete"},
		Short:   "Remove saved checks, by id, or all of them",
		RunE: func(cmd *cobra.Command, args []string) error {
			if all == (len(args) > 1) {
				return usagef("name the checks to remove, or give --all")
			}
			return a.contents(cmd.Context(), who, args[0], func(o *office, info *projects.Info) error {
				if all {
					return a.removed(o.DeleteChecks(cmd.Context(), info.OrganizationID, info.ID), "all")
				}
				for _, id := range args[1:] {
					err := o.DeleteCheck(cmd.Context(), info.OrganizationID, info.ID, id)
					if errors.Is(err, projects.ErrNotFound) {
						return fmt.Errorf("the project has no check %s; \"regengine checks list\" shows them", quote(id))
					}
					if err != nil {
						return err
					}
				}
				return a.removed(nil, args[1:]...)
			})
		},
	}), 1)
	cmd.Flags().BoolVar(&all, "all", false, "every check of the project")
	return cmd
}
