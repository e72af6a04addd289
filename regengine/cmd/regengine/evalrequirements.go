package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/outcomes"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifyeval"
)

// evalRequirementsOptions are the flags of "eval requirements".
type evalRequirementsOptions struct {
	snapshotOptions
	outcomeOptions
	today    string
	failures bool
}

func newEvalRequirements(a *app) *cobra.Command {
	var o evalRequirementsOptions
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "requirements CASES.tsv",
		Short: "Measure lists of requirements that are known",
		Long: `Measure lists of requirements that are known: the share that is complete, and how many
entries are there. A list is right when every entry's operator, value, unit, code and
section is there, the first one governs, and no other value stands under a section of
the list. It is dangerous when something is listed and the first entry is not.

CASES.tsv has a header and tabs: columns element, parameter, geo_id and expected;
optionally id, building_use, facts (id=value, semicolons between) and depends_on. An
entry of expected is "case => op value unit [code section]", " ;; " between two. Facts
are given as circumstances.`,
		Example: `  regengine eval requirements cases.tsv --data-dir ./data
  regengine eval requirements cases.tsv --pack ./my-pack --failures`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.evalRequirements(cmd.Context(), args[0], o)
		},
	}), 1)
	f := cmd.Flags()
	o.snapshotOptions.addFlags(f)
	o.outcomeOptions.addFlags(f)
	addDay(f, &o.today)
	f.BoolVar(&o.failures, "failures", false, "list the cases that came out otherwise, with what is missing and wrong")
	return cmd
}

func (a *app) evalRequirements(ctx context.Context, path string, o evalRequirementsOptions) error {
	if err := a.setDay(o.today); err != nil {
		return err
	}
	kept, err := outcomesOf(o.outcomeOptions)
	if err != nil {
		return err
	}
	cases, err := readList(path, verifyeval.LoadRequirements)
	if err != nil {
		return err
	}
	return a.snapshot(ctx, o.snapshotOptions, func(s *regengine.Snapshot) error {
		bar, finish := a.progress()
		defer finish()
		report := verifyeval.MeasureRequirements(ctx, listRequirements(s), a.today(), cases, progressOf(bar, len(cases), "cases"))
		finish()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := kept.keep(a, mapped(report.Outcomes, requirementsOutcome)); err != nil {
			return err
		}
		err := a.print(newEvalRequirementsResult(report, kept), func(w io.Writer) {
			printLists(w, report, o.failures)
			kept.print(w)
		})
		return errors.Join(err, kept.failed())
	})
}

func requirementsOutcome(o verifyeval.RequirementOutcome) outcomes.Outcome {
	if !o.Tried {
		return outcomes.Outcome{ID: o.ID, Outcome: outcomes.NotTried}
	}
	return outcomes.Outcome{ID: o.ID, Outcome: o.Text, Right: o.Right, Dangerous: o.Dangerous}
}

// listRequirements lists what is required over a snapshot.
func listRequirements(s *regengine.Snapshot) verifyeval.ListFunc {
	return func(ctx context.Context, c verifyeval.RequirementCase, on codes.Date) (*verify.Requirements, bool, error) {
		if id, err := s.Places.ParseID(c.Query.GeoID); err == nil {
			c.Query.Country = id.Country()
		}
		for id, text := range c.Facts {
			value, err := s.Verifier.ParseCircumstance(c.Query.Country, id, text)
			if err != nil {
				return nil, true, fmt.Errorf("%s: %w", id, err)
			}
			if c.Query.Circumstances == nil {
				c.Query.Circumstances = make(map[string]verify.Value)
			}
			c.Query.Circumstances[id] = value
		}
		got, err := s.Verifier.Requirements(ctx, c.Query, on)
		return got, true, err
	}
}

// evalRequirementsResult is what "eval requirements --json" prints.
type evalRequirementsResult struct {
	evalOutcomes
	Cases     int           `json:"cases"`
	Tried     int           `json:"tried"`
	Right     int           `json:"right"`
	Dangerous int           `json:"dangerous"`
	Expected  int           `json:"entries"`
	Found     int           `json:"found"`
	Lists     []listOutcome `json:"lists"`
}

// listOutcome is how one list came out.
type listOutcome struct {
	ID        string   `json:"id"`
	Outcome   string   `json:"outcome"`
	Right     bool     `json:"right"`
	Dangerous bool     `json:"dangerous"`
	Missing   []string `json:"missing"`
	Wrong     []string `json:"wrong"`
	Depends   []string `json:"depends_on_missing"`
}

func newEvalRequirementsResult(r verifyeval.RequirementReport, kept evalOutcomes) evalRequirementsResult {
	out := evalRequirementsResult{evalOutcomes: kept, Cases: r.Cases, Tried: r.Tried, Right: r.Right, Dangerous: r.Dangerous, Expected: r.Expected, Found: r.Found}
	for _, o := range r.Outcomes {
		out.Lists = append(out.Lists, listOutcome{o.ID, o.Text, o.Right, o.Dangerous, o.Missing, o.Wrong, o.Depends})
	}
	return out
}

func printLists(w io.Writer, r verifyeval.RequirementReport, failures bool) {
	fmt.Fprintf(w, "%d cases, %d tried: %d right, %d dangerous; %d of %d entries listed\n", r.Cases, r.Tried, r.Right, r.Dangerous, r.Found, r.Expected)
	if !failures {
		return
	}
	for _, o := range r.Outcomes {
		if o.Right || !o.Tried {
			continue
		}
		mark := ""
		if o.Dangerous {
			mark = " DANGEROUS"
		}
		fmt.Fprintf(w, "\n%s%s: %s\n", o.ID, mark, inert(o.Text))
		for _, text := range o.Missing {
			fmt.Fprintf(w, "  missing %s\n", inert(text))
		}
		for _, text := range o.Wrong {
			fmt.Fprintf(w, "  wrong %s\n", inert(text))
		}
		for _, text := range o.Depends {
			fmt.Fprintf(w, "  not named %s\n", inert(text))
		}
	}
}
