package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/askeval"
	"github.com/reglookup/regengine/ask/note"
	"github.com/reglookup/regengine/regengine"
)

// askFit fits the weights of the answers without a language model to a set, and judges
// them by parts of it that they were not fitted on.
type askFit struct {
	run     *askRun
	ask     func(ctx context.Context, m ask.Model, c askeval.Case) (*ask.Answer, error)
	corpus  *askeval.Corpus
	samples map[note.Part][]askeval.Sample
	name    string   // of the set
	sets    []string // that the weights are fitted to, with how many questions of each
}

// parts are what is judged, and the features beforehand.
var fitParts = []note.Part{note.ListPart, note.PassagePart, note.AnyPart}

// fit writes the weights to a file and prints how they do on what they have not seen.
func (f *askFit) fit(ctx context.Context, path string, w io.Writer) error {
	f.samples = map[note.Part][]askeval.Sample{}
	answers := map[string]bool{} // cases that some part answers
	for _, part := range fitParts {
		if err := f.collect(ctx, part, answers); err != nil {
			return err
		}
	}
	if err := f.share(f.run.options.samples); err != nil {
		return err
	}
	all := f.weights(-1)
	if err := os.WriteFile(path, []byte(weightsText(all, f.sets)), 0o600); err != nil {
		return err
	}
	seen := f.measure(ctx, func(askeval.Case) note.Weights { return all })
	folds := make([]note.Weights, askeval.Folds)
	for i := range folds {
		folds[i] = f.weights(i)
	}
	unseen := f.measure(ctx, func(c askeval.Case) note.Weights { return folds[askeval.FoldOf(c)] })
	fmt.Fprintf(w, "on the set they were fitted to: right %s, misleading %d, refused %s\n", seen.Right, seen.Misleading, seen.Abstained)
	fmt.Fprintf(w, "cross-validated, %d parts by regulation: right %s, misleading %d, refused %s\n", askeval.Folds, unseen.Right, unseen.Misleading, unseen.Abstained)
	printForms(w, unseen)
	return ctx.Err()
}

// collect asks every question with one part shown, and notes how it came out.
func (f *askFit) collect(ctx context.Context, part note.Part, answers map[string]bool) error {
	var features []note.Feature
	model := note.New(&note.Options{Show: part, Observe: func(_ string, judged []note.Judged) {
		i := slices.IndexFunc(judged, func(j note.Judged) bool { return j.Part == part })
		features = judged[i].Features
	}})
	for _, c := range f.run.cases {
		features = nil
		report := askeval.Measure(ctx, []askeval.Case{c}, func(ctx context.Context, c askeval.Case) (*ask.Answer, error) { return f.ask(ctx, model, c) }, f.corpus, &askeval.Options{Docs: f.run.documents(f.corpus)})
		if ctx.Err() != nil || len(report.Outcomes) == 0 {
			return ctx.Err()
		}
		right := c.Answerable && report.Outcomes[0].Right
		answers[c.ID] = answers[c.ID] || right
		// Whether the texts answer at all is told by what they answer and by what
		// nothing answers.
		if features == nil || part == note.AnyPart && c.Answerable && !answers[c.ID] {
			continue
		}
		f.samples[part] = append(f.samples[part], askeval.Sample{ID: c.ID, Features: featureValues(features), Right: right || part == note.AnyPart && c.Answerable, Fold: askeval.FoldOf(c)})
	}
	return nil
}

func featureValues(features []note.Feature) map[string]float64 {
	out := make(map[string]float64, len(features))
	for _, one := range features {
		out[one.Name] = one.Value
	}
	return out
}

// share adds the samples to a file and takes what other sets left there, so that weights
// are fitted to several sets; "" shares nothing.
func (f *askFit) share(path string) error {
	f.sets = []string{setOf(f.name, len(f.run.cases))}
	if path == "" {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	others := map[string]map[note.Part][]askeval.Sample{}
	if len(data) > 0 {
		if err := json.Unmarshal(data, &others); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	others[f.name] = f.samples
	if data, err = json.MarshalIndent(others, "", " "); err != nil {
		return err
	}
	f.samples, f.sets = map[note.Part][]askeval.Sample{}, nil
	for _, name := range slices.Sorted(maps.Keys(others)) {
		asked := map[string]bool{}
		for part, list := range others[name] {
			f.samples[part] = append(f.samples[part], list...)
			for _, sample := range list {
				asked[sample.ID] = true
			}
		}
		f.sets = append(f.sets, setOf(name, len(asked)))
	}
	return os.WriteFile(path, data, 0o600)
}

// setOf names a set with how many of its questions have something to judge.
func setOf(name string, questions int) string { return fmt.Sprintf("%s (%d)", name, questions) }

// weights fits every part, without one fold.
func (f *askFit) weights(without int) note.Weights {
	out := note.Weights{}
	for _, part := range fitParts {
		out[part] = askeval.Fit(f.samples[part], note.Bias, without, part == note.AnyPart)
	}
	return out
}

func (f *askFit) measure(ctx context.Context, weights func(askeval.Case) note.Weights) *askeval.Report {
	answer := func(ctx context.Context, c askeval.Case) (*ask.Answer, error) {
		return f.ask(ctx, note.New(&note.Options{Weights: weights(c)}), c)
	}
	return askeval.Measure(ctx, f.run.cases, answer, f.corpus, &askeval.Options{Docs: f.run.documents(f.corpus)})
}

// weightsText writes weights as the package reads them.
func weightsText(w note.Weights, sets []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Coefficients of the logistics that tell how sure an answer without a language model is:\n# the part that is judged, the feature, its weight. Written by \"regengine eval ask --fit\"\n# from the questions of %s;\n# not to be changed by hand.\n", strings.Join(sets, ", "))
	for _, part := range fitParts {
		for _, name := range slices.Sorted(maps.Keys(w[part])) {
			fmt.Fprintf(&b, "%s\t%s\t%.3f\n", part, name, w[part][name])
		}
	}
	return b.String()
}

// newAskFit prepares a fit over the projects of a set.
func newAskFit(r *askRun, engine *regengine.Engine, sites askSites, corpus *askeval.Corpus, name string) *askFit {
	return &askFit{run: r, corpus: corpus, name: name, ask: func(ctx context.Context, m ask.Model, c askeval.Case) (*ask.Answer, error) {
		opts := *r.asking
		opts.Model, opts.Fallback = m, nil
		return engine.Ask(ctx, ask.Question{Text: c.Question, Project: sites.of(c)}, &opts)
	}}
}
