package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/askeval"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/outcomes"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// evalAskOptions are the flags of "eval ask".
type evalAskOptions struct {
	texts    []string
	pack     string
	place    string
	codes    []string
	kinds    []string
	failures bool
	most     int
	today    string
	fit      string
	samples  string
	set      string
	outcomeOptions
}

const evalAskHelp = `Measure answers to questions whose answer is known: how many were answered, with the
right passage cited and the right figures in the answer; how many that the texts do not
answer were left unanswered; citation recall and precision as ALCE defines them; and the
time a question takes. Rates come with the bounds that hold the true one with 95 %
confidence.

QUESTIONS.tsv has a header and tabs: columns id, question and answerable (yes or no), and
optionally
  expected_keys       what the answer has to hold, all parts of it, separated by "|":
                      amounts (8% is found in "8 %", 1.000 m2 in "1000 m²", 1,6 cm in
                      "16 mm"), names, "sí" and "no"
  source_file         the text that answers: a file, or the slug of a code
  section             where in it, for people
  evidence_or_reason  words of the passage that answers, "[…]" for what is left out; of a
                      question that cannot be answered, why
  kind                what is tried, several by commas

or, instead of expected_keys, source_file, section and evidence_or_reason,
  must                what the answer has to hold: " & " joins what is wanted, "|"
                      separates alternatives of one of them
  must_not            what it must not claim, alternatives separated by "|": what stands in
                      a sentence of the answer that holds nothing of must. Words behind
                      "como" or "as" do not count ("EI 45 como tope" is EI 45)
  place               where the project of the question is
  project_facts       what the memory of that project holds, as key=value;...
  source              "code section section; code": where the answer stands
  note                for people

The questions are asked in one project, which has all the texts selected, or those of
--code; one with a place of its own in a project there, which has selected what applies
there. The texts are those of the database, of --pack, or with --texts the files that
source_file names: a folder is searched for them, a file is taken as well. Formats are
told by the ending: .md, .txt, .pdf, .docx, .html, .xml. Nothing is stored.

A citation counts as right when what it points to holds the numbers of its sentence and
at least half of its words; the text of a sentence in another language than the block is
judged by its numbers alone.

A question is right when its passage is cited and every part of what is expected stands
in the answer, or, where there is no answer, when nothing is claimed and nothing cited.
It misleads when the answer claims what it must not, settles the question the other way
in its first word (sí, yes, no), or answers what has no answer.

Of all answers given it is told how many are about the thing asked: a cited block holds the
evidence, or is of a section that source names. Questions with an answer and those without
are judged in equal weight as well, and all of it by kind and by language.

` + outcomesHelp + `
What misleads is dangerous.`

func newEvalAsk(a *app) *cobra.Command {
	var o evalAskOptions
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "ask QUESTIONS.tsv",
		Short: "Measure answers to questions whose answer is known",
		Long:  evalAskHelp,
		Example: `  regengine eval ask questions.tsv --data-dir ./data --place ES-28079
  regengine eval ask questions.tsv --texts ./texts --failures
  regengine eval ask questions.tsv --pack ./my-pack --json
  regengine eval ask questions.tsv --pack ./my-pack --today 2026-01-01 --against kept.tsv
  regengine eval ask questions.tsv --texts ./texts --model-url http://127.0.0.1:11434/v1 --model qwen3:8b`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.evalAsk(cmd.Context(), args[0], o) },
	}), 1)
	f := cmd.Flags()
	f.StringSliceVar(&o.texts, "texts", nil, "folder of the files that source_file names, or a file to read as well; may be repeated")
	f.StringVar(&o.pack, "pack", "", "a pack, as folder or zip, instead of the database")
	f.StringVar(&o.place, "place", "", "the project's place, such as ES-28079; by default the country, where there is one")
	f.StringSliceVar(&o.codes, "code", nil, "select only this code; may be repeated")
	f.StringSliceVar(&o.kinds, "kind", nil, "only questions of that kind; may be repeated")
	f.BoolVar(&o.failures, "failures", false, "list the questions that came out otherwise, the worst first, with answer and sources")
	f.IntVar(&o.most, "most", 0, "list at most so many of them; 0 for all")
	f.StringVar(&o.fit, "fit", "", "fit the weights of the answers without a language model to the questions, write them to this file, and say how they do on parts they were not fitted on")
	f.StringVar(&o.samples, "samples", "", "with --fit: keep what was judged in this file, and fit to what other sets left there as well")
	addDay(f, &o.today)
	o.addFlags(f)
	addAskModelFlags(f)
	addVectorFlags(f)
	return cmd
}

func (a *app) evalAsk(ctx context.Context, path string, o evalAskOptions) error {
	if err := a.setDay(o.today); err != nil {
		return err
	}
	if err := wholeCodes(o.codes); err != nil {
		return err
	}
	o.set = filepath.Base(path)
	kept, err := outcomesOf(o.outcomeOptions)
	if err != nil {
		return err
	}
	cases, err := readList(path, askeval.LoadTSV)
	if err != nil {
		return err
	}
	sources := sourcesOf(cases) // whichever questions are asked, the texts are the same
	if cases = o.chosen(cases); len(cases) == 0 {
		return fmt.Errorf("%s: %w: none is left to measure", path, askeval.ErrCases)
	}
	by, err := a.askModel()
	if err != nil {
		return err
	}
	defer by.close()
	run := &askRun{app: a, options: o, cases: cases, sources: sources, kept: kept, asking: &regengine.AskOptions{Model: by.model, Fallback: by.fallback, SecondReader: by.reader, Now: a.now}}
	return a.evalAskTexts(ctx, path, run)
}

// chosen returns the cases to measure.
func (o evalAskOptions) chosen(cases []askeval.Case) []askeval.Case {
	if len(o.kinds) == 0 {
		return cases
	}
	return slices.DeleteFunc(cases, func(c askeval.Case) bool {
		return !slices.ContainsFunc(c.Kinds, func(kind string) bool { return slices.Contains(o.kinds, kind) })
	})
}

// evalAskTexts runs the questions over the texts the options name.
func (a *app) evalAskTexts(ctx context.Context, path string, run *askRun) error {
	if len(run.options.texts) == 0 && run.options.pack == "" {
		return a.database(ctx, func(db *sqlstore.DB) error {
			engine, done, err := a.searchEngine(ctx, db)
			if err != nil {
				return err
			}
			defer done()
			return run.measure(ctx, engine)
		})
	}
	data, err := a.evalAskData(ctx, path, run)
	if err != nil {
		return err
	}
	engine, err := a.staticEngine(ctx, data)
	if err != nil {
		return err
	}
	return run.measure(ctx, engine)
}

// askRun is one run of "eval ask".
type askRun struct {
	*app
	options evalAskOptions
	cases   []askeval.Case
	sources []string // that the whole set names
	kept    evalOutcomes
	asking  *regengine.AskOptions
	files   map[string][]string // documents by the source they were read for; nil without --texts
}

func (r *askRun) measure(ctx context.Context, engine *regengine.Engine) error {
	if _, err := r.syncVectors(ctx, engine); err != nil {
		r.degraded(ctx, err)
	}
	sites, err := r.projects(engine)
	if err != nil {
		return err
	}
	corpus := askeval.NewCorpus(sites.searched(engine.Snapshot()))
	if r.options.fit != "" {
		return newAskFit(r, engine, sites, corpus, r.options.set).fit(ctx, r.options.fit, r.stdout)
	}
	bar, finish := r.progress()
	defer finish()
	answer := func(ctx context.Context, c askeval.Case) (*ask.Answer, error) {
		ctx, cancel := context.WithTimeout(ctx, ask.TurnTimeout)
		defer cancel()
		return engine.Ask(ctx, ask.Question{Text: c.Question, Project: sites.of(c)}, r.asking)
	}
	report := askeval.Measure(ctx, r.cases, answer, corpus, &askeval.Options{Docs: r.documents(corpus), Progress: progressOf(bar, len(r.cases), "questions")})
	finish()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := r.kept.keep(r.app, mapped(report.Outcomes, answerOutcome)); err != nil {
		return err
	}
	err = r.print(newEvalAskResult(report, corpus, r.kept, r.options), func(w io.Writer) {
		printAnswers(w, report, corpus, r.options)
		r.kept.print(w)
	})
	return errors.Join(err, r.kept.failed())
}

func answerOutcome(o askeval.Outcome) outcomes.Outcome {
	return outcomes.Outcome{ID: o.Case.ID, Outcome: o.String(), Right: o.Right, Dangerous: o.Misleading}
}

// documents tells which documents a source stands for: those read from a file of
// that name, else the editions of a code.
func (r *askRun) documents(corpus *askeval.Corpus) func(source string) []string {
	all := corpus.Docs()
	return func(source string) []string {
		if docs := r.files[source]; docs != nil {
			return docs
		}
		return slices.DeleteFunc(slices.Clone(all), func(doc string) bool {
			return doc != source && !strings.HasPrefix(doc, source+"/")
		})
	}
}
