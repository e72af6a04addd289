package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/verifyeval"
)

// evalWordingsOptions are the flags of "eval wordings".
type evalWordingsOptions struct {
	snapshotOptions
	fit string
}

func newEvalWordings(a *app) *cobra.Command {
	var o evalWordingsOptions
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "wordings",
		Short: "Measure how the wordings of rules are read by weight",
		Long: `Measure how checks are read that call nothing by name, on the wordings that rules files
hold for that. The wordings are cut into five parts. Those of each part are read by the
words of the other four, as checks in no unit and at no place. One is right where the
likeliest pair of an element and a parameter is of a rule that the wording's own pair is
of, too, and sure where a check would be decided by it.

It says how many are right, how many are sure and how many of those are right, by
language, and of the ten codes that come out worst. A code whose wordings come out badly
has pairs that are called alike, or too few wordings of each.

--fit FILE fits what the features weigh to the wordings, writes that to FILE (in the
sources of the engine verify/likeness.tsv), and measures every part once more by weights
that were fitted to the other four.`,
		Example: `  regengine eval wordings --data-dir ./data
  regengine eval wordings --pack ./my-pack --json
  regengine eval wordings --pack regengine/starter/pack --fit verify/likeness.tsv`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.evalWordings(cmd.Context(), o) },
	}), 0)
	f := cmd.Flags()
	f.StringVar(&o.pack, "pack", "", "a pack, as folder or zip, instead of the database")
	f.StringVar(&o.fit, "fit", "", "fit weights to the wordings, write them to this file, and say how they do on parts they were not fitted to")
	return cmd
}

func (a *app) evalWordings(ctx context.Context, o evalWordingsOptions) error {
	return a.snapshot(ctx, o.snapshotOptions, func(s *regengine.Snapshot) error {
		bar, finish := a.progress()
		defer finish()
		out := evalWordingsResult{WordingReport: verifyeval.MeasureWordings(ctx, s.Verifier, nil, progressOf(bar, verify.WordingFolds, "parts"))}
		if out.Wordings == 0 && ctx.Err() == nil {
			return fmt.Errorf("no rules file has wordings to measure: see \"wordings\" in the guide to rules")
		}
		if o.fit != "" {
			fit := verifyeval.FitWordings(ctx, s.Verifier)
			unseen := verifyeval.MeasureWordings(ctx, s.Verifier, fit.Folds, nil)
			out.CrossValidated, out.Weights = &unseen, weighedFeatures(fit.Weights)
		}
		finish()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if o.fit != "" {
			if err := os.WriteFile(o.fit, []byte(out.weightsText()), 0o600); err != nil {
				return err
			}
		}
		return a.print(out, out.print)
	})
}

// evalWordingsResult is what "eval wordings --json" prints.
type evalWordingsResult struct {
	verifyeval.WordingReport
	CrossValidated *verifyeval.WordingReport `json:"cross_validated,omitempty"`
	Weights        []verify.LikenessWeight   `json:"weights,omitempty"`
}

func weighedFeatures(weights []float64) []verify.LikenessWeight {
	out := verify.LikenessWeights()
	for i := range out {
		out[i].Weight = weights[i]
	}
	return out
}

// weightsText writes weights as the engine reads them.
func (r *evalWordingsResult) weightsText() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# What the features of a likeness weigh in a softmax over the pairs that a wording may be\n# about. Written by \"regengine eval wordings --fit\" from %d wordings; not to be changed by hand.\n", r.Wordings)
	for _, w := range r.Weights {
		fmt.Fprintf(&b, "%s\t%.3f\n", w.Feature, w.Weight)
	}
	return b.String()
}

// worstCodes is how many codes are listed.
const worstCodes = 10

func (r *evalWordingsResult) print(w io.Writer) {
	rows := [][]string{{"", "wordings", "right", "sure", "right of those"}, wordingRow("all", r.WordingTally)}
	if r.CrossValidated != nil {
		rows = append(rows, wordingRow("all, cross-validated", r.CrossValidated.WordingTally))
	}
	table(w, append(rows, mapped(r.ByLanguage, wordingGroupRow)...))
	fmt.Fprintln(w)
	table(w, append([][]string{{"worst codes", "wordings", "right", "sure", "right of those"}}, mapped(r.ByCode[:min(len(r.ByCode), worstCodes)], wordingGroupRow)...))
	if r.Weights == nil {
		return
	}
	fmt.Fprintln(w)
	table(w, mapped(r.Weights, func(f verify.LikenessWeight) []string { return []string{f.Feature, fmt.Sprintf("%.3f", f.Weight)} }))
}

func wordingGroupRow(g verifyeval.WordingGroup) []string { return wordingRow(g.Name, g.WordingTally) }

func wordingRow(name string, t verifyeval.WordingTally) []string {
	percent := func(part, whole int) string {
		if whole == 0 {
			return "-"
		}
		return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
	}
	return []string{name, fmt.Sprint(t.Wordings), percent(t.Right, t.Wordings), percent(t.Sure, t.Wordings), percent(t.SureRight, t.Sure)}
}
