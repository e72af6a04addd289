package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/evalset"
	"github.com/reglookup/regengine/regengine/outcomes"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// evalOptions are the flags of "eval retrieval".
type evalOptions struct {
	corpus string
	codes  []string
	ks     []int
	misses bool
	today  string

	outcomeOptions
	figures bool
}

// setDay makes a day the one a measurement is of, so that it comes out the same
// on any other.
func (a *app) setDay(day string) error {
	if day == "" {
		return nil
	}
	if _, err := codes.ParseDate(day); err != nil {
		return usagef("--today %s: %v", quote(day), err)
	}
	date, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return usagef("--today %s: %v", quote(day), err)
	}
	a.now = func() time.Time { return date }
	return nil
}

// addDay adds the flag of setDay.
func addDay(f *pflag.FlagSet, day *string) {
	f.StringVar(day, "today", "", "take that day for today, YYYY-MM-DD")
}

func newEval(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "eval",
		Short: "Measure how well questions are answered",
		Long:  `Measure how well a set of questions with known answers is answered.`,
	}, newEvalRetrieval(a), newEvalVerify(a), newEvalRequirements(a), newEvalWordings(a), newEvalAsk(a), newEvalCitations(a))
}

func newEvalRetrieval(a *app) *cobra.Command {
	var o evalOptions
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "retrieval QUESTIONS",
		Short: "Measure search on questions with known passages",
		Long: `Measure search on questions with known passages: recall, mean average precision and
nDCG at one or more ranks, and the time a search takes.

QUESTIONS is one of
  JSON        questions of ObliQA, the benchmark of the RIRAG shared task; its passages
              are read from the folder --corpus (its documents/*.json)
  JSON Lines  a question a line: {"id", "question", "docs": [...], "gold": [{"block": ...}
              or {"doc", "section", "quote"}]}
  a table     with tabs and a header: columns id, question, evidence (or quote) and others

Without --corpus the texts of the database are searched, every edition in force, or
those of --code.

` + outcomesHelp + `
A question is right when one of its passages is among the first hits, as many as the
first --k says. With --figures the outcomes are the figures of the whole set instead: one
that fell is lost, one that rose is won. Times are in neither.`,
		Example: `  regengine eval retrieval dev.json --corpus obliqa/documents
  regengine eval retrieval dev.json --corpus obliqa/documents --figures --against kept.tsv
  regengine eval retrieval questions.tsv --code rebt --k 1,5,10 --misses`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.evalRetrieval(cmd.Context(), args[0], o) },
	}), 1)
	f := cmd.Flags()
	f.StringVar(&o.corpus, "corpus", "", "folder of ObliQA's documents, instead of the database")
	f.StringSliceVar(&o.codes, "code", nil, "only this code, or this version as code/version; may be repeated")
	f.IntSliceVar(&o.ks, "k", []int{10}, "ranks to cut at; may be repeated")
	addVectorFlags(f)
	f.BoolVar(&o.misses, "misses", false, "list the questions for which nothing was found")
	addDay(f, &o.today)
	o.addFlags(f)
	f.BoolVar(&o.figures, "figures", false, "keep the figures of the set, not a line a question")
	return cmd
}

func (a *app) evalRetrieval(ctx context.Context, path string, o evalOptions) error {
	for _, k := range o.ks {
		if k < 1 || k > retrieval.MaxTopK {
			return usagef("--k %d must be 1 to %d", k, retrieval.MaxTopK)
		}
	}
	if o.figures && o.outcomeOptions == (outcomeOptions{}) {
		return usagef("--figures is for --outcomes and --against")
	}
	if err := a.setDay(o.today); err != nil {
		return err
	}
	questions, err := readList(path, evalset.Read)
	if err != nil {
		return err
	}
	if o.corpus != "" {
		blocks, err := evalset.ObliQABlocks(os.DirFS(o.corpus))
		if err != nil {
			return fmt.Errorf("%s: %w", o.corpus, err)
		}
		texts := retrieval.New(blocks)
		return a.measure(ctx, questions, blocks, docsOf(blocks), texts.Search, o)
	}
	return a.database(ctx, func(db *sqlstore.DB) error {
		engine, done, err := a.searchEngine(ctx, db)
		if err != nil {
			return err
		}
		defer done()
		if _, err := a.syncVectors(ctx, engine); err != nil {
			return err
		}
		snapshot := engine.Snapshot()
		search := searchOptions{codes: o.codes}
		filter, err := search.filter(a.today())
		if err != nil {
			return err
		}
		chosen, err := snapshot.Codes.Select(filter)
		if err != nil {
			return explainFilter(err, search)
		}
		chosen.Refs = append(chosen.Refs, chosen.Unknown...)
		return a.measure(ctx, questions, blocksIn(snapshot.Texts, chosen), chosen.Docs(), snapshot.Search, o)
	})
}

func blocksIn(texts *retrieval.Retriever, chosen codes.Selection) []retrieval.Block {
	var blocks []retrieval.Block
	for _, doc := range chosen.Docs() {
		for _, b := range texts.Doc(doc) {
			blocks = append(blocks, *b)
		}
	}
	return blocks
}

func docsOf(blocks []retrieval.Block) []string {
	var docs []string
	seen := make(map[string]bool)
	for i := range blocks {
		if doc := blocks[i].Doc; !seen[doc] {
			seen[doc] = true
			docs = append(docs, doc)
		}
	}
	return docs
}

// evalResult is what "eval retrieval --json" prints.
type evalResult struct {
	*evalset.Report
	evalOutcomes
	Missing []string `json:"missing"` // passages of the set that no block holds
}

func (a *app) measure(ctx context.Context, questions []evalset.Question, blocks []retrieval.Block, docs []string, search evalset.SearchFunc, o evalOptions) error {
	kept, err := outcomesOf(o.outcomeOptions)
	if err != nil {
		return err
	}
	judged, missing := evalset.Judge(questions, blocks)
	report, err := evalset.Run(ctx, judged, search, &evalset.Options{Ks: o.ks, Docs: docs})
	if err != nil {
		return err
	}
	if report.Questions == 0 {
		return fmt.Errorf("none of %d questions has a passage among the %d blocks searched: is --corpus the folder with the documents, or --code the right code?",
			len(questions), len(blocks))
	}
	if err := kept.keep(a, retrievalOutcomes(report, o)); err != nil {
		return err
	}
	result := evalResult{Report: report, evalOutcomes: kept, Missing: []string{}}
	for _, m := range missing {
		result.Missing = append(result.Missing, m.String())
	}
	err = a.print(result, func(w io.Writer) {
		fmt.Fprint(w, report.String())
		if len(missing) > 0 {
			fmt.Fprintf(w, "%d passages of the set stand in no block searched\n", len(missing))
		}
		if o.misses {
			for _, m := range report.Failed {
				fmt.Fprintf(w, "missed %s: %s\n", m.ID, strings.Join(strings.Fields(m.Text), " "))
			}
		}
		kept.print(w)
	})
	return errors.Join(err, kept.failed())
}

// retrievalOutcomes are what came of the questions, or the figures of the set.
func retrievalOutcomes(r *evalset.Report, o evalOptions) []outcomes.Outcome {
	if o.figures {
		return retrievalFigures(r)
	}
	var list []outcomes.Outcome
	for _, f := range r.Findings {
		out := outcomes.Outcome{ID: f.ID, Outcome: "not found"}
		switch {
		case !f.Asked:
			out.Outcome = outcomes.NotTried
		case f.Found(o.ks[0]):
			out.Outcome, out.Right = "found", true
		}
		list = append(list, out)
	}
	return list
}

func retrievalFigures(r *evalset.Report) []outcomes.Outcome {
	var list []outcomes.Outcome
	add := func(name string, k int, value float64) {
		list = append(list, outcomes.Outcome{ID: fmt.Sprintf("%s@%d", name, k), Outcome: fmt.Sprintf("%.4f", value), Right: true})
	}
	for _, m := range r.Measures {
		add("recall", m.K, m.Recall)
		add("map", m.K, m.MAP)
		add("ndcg", m.K, m.NDCG)
	}
	return list
}

// readList reads what a file lists. The error of one that is read wrong begins
// with its path.
func readList[T any](path string, read func(io.Reader) ([]T, error)) ([]T, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	list, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return list, nil
}
