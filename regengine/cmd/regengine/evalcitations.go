package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/ask/askeval"
)

func newEvalCitations(a *app) *cobra.Command {
	var failures bool
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "citations SENTENCES.tsv",
		Short: "Measure which sentences the check of a draft lets stand on what they cite",
		Long: `Measure which sentences the check of a draft lets stand on what they cite, by hard facts
alone: the share of true sentences that are harmed, and of wrong ones that are let
through, by kind.

SENTENCES.tsv has a header and tabs: columns id, kind, lang, sentence, passage, code,
section, heading, context and stands (yes or no). "\n" in a passage is a line break; "|"
parts the cells of a table.`,
		Example: `  regengine eval citations sentences.tsv
  regengine eval citations sentences.tsv --failures`,
		RunE: func(_ *cobra.Command, args []string) error { return a.evalCitations(args[0], failures) },
	}), 1)
	cmd.Flags().BoolVar(&failures, "failures", false, "list the sentences that came out otherwise, with the reason")
	return cmd
}

func (a *app) evalCitations(path string, failures bool) error {
	cases, err := readList(path, askeval.LoadCitations)
	if err != nil {
		return err
	}
	r := askeval.MeasureCitations(cases)
	return a.print(newEvalCitationsResult(r), func(w io.Writer) { printCitations(w, r, failures) })
}

// evalCitationsResult is what "eval citations --json" prints.
type evalCitationsResult struct {
	Harmed     evalRate           `json:"harmed"`
	LetThrough evalRate           `json:"let_through"`
	Kinds      []evalCitationKind `json:"kinds"`
	Failures   []evalCitation     `json:"failures"`
}

type evalCitationKind struct {
	Kind   string   `json:"kind"`
	Stands bool     `json:"stands"`
	Wrong  evalRate `json:"wrong"`
}

// evalCitation is a sentence that came out otherwise.
type evalCitation struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Stands bool   `json:"stands"`
	Reason string `json:"reason"`
}

func newEvalCitationsResult(r askeval.CitationReport) evalCitationsResult {
	out := evalCitationsResult{Harmed: newEvalRate(r.Harmed), LetThrough: newEvalRate(r.LetThrough), Failures: []evalCitation{}}
	for _, k := range r.Kinds {
		out.Kinds = append(out.Kinds, evalCitationKind{k.Kind, k.Stands, newEvalRate(k.Wrong)})
	}
	for _, o := range r.Outcomes {
		if o.Wrong() {
			out.Failures = append(out.Failures, evalCitation{o.ID, o.Kind, o.Stands, o.Reason})
		}
	}
	return out
}

func printCitations(w io.Writer, r askeval.CitationReport, failures bool) {
	fmt.Fprintf(w, "true sentences harmed     %s\nwrong ones let through    %s\n", r.Harmed, r.LetThrough)
	for _, k := range r.Kinds {
		what := "let through"
		if k.Stands {
			what = "harmed"
		}
		fmt.Fprintf(w, "  %-11s  %-28s  %d of %d\n", what, inert(k.Kind), k.Wrong.Hits, k.Wrong.Of)
	}
	for _, o := range r.Outcomes {
		if failures && o.Wrong() {
			fmt.Fprintf(w, "\n%s (%s): %s\n  %s\n", inert(o.ID), inert(o.Kind), inert(o.Sentence), inert(o.Reason))
		}
	}
}
