package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/ask/openaimodel"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/verify/modelextract"
)

func newLimitsRead(a *app) *cobra.Command {
	cmd := atLeast(a.jsonFlag(&cobra.Command{
		Use:   "read CODE[/VERSION]...",
		Short: "Let a language model propose limits of a text",
		Long: `Let a language model propose limits of texts, and store those that hold against the text
beside the limits found by patterns, in place of what a model proposed of it before. No
other command asks a model for limits.

A proposal is kept only if its quote stands in the passage word for word, its number in
the quote and in that unit, and the words of the quote say its direction. Every verdict
that rests on such a limit says in a warning that a model proposed it, and rules and
limits found by patterns come before it. How many were kept, and why others were not, is
told for each text; each of those with --log-level debug.

Every passage with a figure or a duty is one request, with the passage and its headings:
texts go to the server named by --model-url. A text is stored when all of it was read; one
that fails leaves what was stored. Running servers take the limits up within seconds.`,
		Example: `  regengine limits read cte-db-sua/2022 --model-url http://127.0.0.1:11434/v1 --model qwen3:8b
  REGENGINE_MODEL_KEY=... regengine limits read my-code --model-url https://api.example.org/v1 --model large
  regengine limits forget my-code`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.eachText(cmd.Context(), args, a.readLimits)
		},
	}), 1)
	flags := cmd.Flags()
	flags.String("model-url", "", "address of the model's server, such as http://127.0.0.1:11434/v1; its key is "+envPrefix+"MODEL_KEY")
	flags.String("model", "", "name of the model there")
	flags.Duration("model-timeout", time.Minute, "how long one request may take; it is tried three times")
	addModelServerFlags(flags)
	return cmd
}

func newLimitsForget(a *app) *cobra.Command {
	return atLeast(a.jsonFlag(&cobra.Command{
		Use:     "forget CODE[/VERSION]...",
		Short:   "Remove the limits a language model proposed of a text",
		Long:    `Remove the limits that "regengine limits read" stored. Those found by patterns stay.`,
		Example: `  regengine limits forget cte-db-sua/2022 --data-dir ./data`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.eachText(cmd.Context(), args, a.forgetLimits)
		},
	}), 1)
}

// eachText runs f with the database and the texts the arguments name.
func (a *app) eachText(ctx context.Context, names []string, f func(ctx context.Context, db *sqlstore.DB, docs []string) error) error {
	return a.database(ctx, func(db *sqlstore.DB) error {
		data, err := a.load(ctx, db)
		if err != nil {
			return err
		}
		docs, err := namedTexts(data, names)
		if err != nil {
			return err
		}
		return f(ctx, db, docs)
	})
}

// namedTexts returns the documents that names stand for: a version, or a code for
// all of its versions with a text.
func namedTexts(data regengine.Data, names []string) ([]string, error) {
	all := slices.Sorted(maps.Keys(docsIn(data.Blocks)))
	var docs []string
	for _, name := range names {
		found := false
		for _, doc := range all {
			if doc != name && !strings.HasPrefix(doc, name+"/") {
				continue
			}
			found = true
			if !slices.Contains(docs, doc) {
				docs = append(docs, doc)
			}
		}
		if !found {
			return nil, noSuchText(name)
		}
	}
	return docs, nil
}

func noSuchText(name string) error {
	return usagef("there is no text of %s; \"regengine search\" and \"regengine doctor\" show what there is", quote(name))
}

// readText is one text as "limits read --json" prints it.
type readText struct {
	Document  string         `json:"document"`
	Extractor string         `json:"extractor"`
	Kept      int            `json:"kept"`
	NotKept   int            `json:"not_kept"`
	Reasons   map[string]int `json:"reasons"` // why proposals were not kept, and how many
}

func (a *app) readLimits(ctx context.Context, db *sqlstore.DB, docs []string) error {
	s := a.settings
	if s.ModelURL == "" || s.Model == "" {
		return usagef("limits read needs --model-url and --model")
	}
	if s.ModelTimeout <= 0 {
		return usagef("model-timeout must be above zero")
	}
	model, err := a.languageModel()
	if err != nil {
		return err
	}
	defer model.Close()
	var read []readText
	var failed error
	for _, doc := range docs {
		text, err := a.readText(ctx, db, model, doc)
		if err != nil {
			failed = fmt.Errorf("%s: %w; of %d texts %d are read and stored", doc, err, len(docs), len(read))
			break
		}
		read = append(read, text)
	}
	if err := a.print(append([]readText{}, read...), func(w io.Writer) { printRead(w, read) }); err != nil {
		return err
	}
	return failed
}

func (a *app) readText(ctx context.Context, db *sqlstore.DB, model *openaimodel.Model, doc string) (readText, error) {
	report, finish := a.progress()
	defer finish()
	out := readText{Document: doc, Reasons: make(map[string]int)}
	opts := &modelextract.Options{Judged: func(j modelextract.Judged) {
		if j.Kept {
			return
		}
		out.NotKept++
		out.Reasons[j.Reason]++
		a.log.DebugContext(ctx, "proposal not kept", "document", doc, "block", j.Block, "reason", j.Reason, "quote", j.Quote)
	}}
	if report != nil {
		opts.Progress = func(done, of int) { report(done, of, "passages of "+doc) }
	}
	extractor := modelextract.New(model, opts)
	set, err := regengine.Propose(ctx, db, extractor, doc)
	out.Kept, out.Extractor = len(set.Limits), extractor.Name()
	return out, err
}

func printRead(w io.Writer, read []readText) {
	for _, text := range read {
		fmt.Fprintf(w, "%s: %d proposals kept, %d not\n", text.Document, text.Kept, text.NotKept)
		reasons := slices.SortedFunc(maps.Keys(text.Reasons), func(a, b string) int {
			return cmp.Or(cmp.Compare(text.Reasons[b], text.Reasons[a]), cmp.Compare(a, b))
		})
		for _, reason := range reasons {
			fmt.Fprintf(w, "  %d: %s\n", text.Reasons[reason], reason)
		}
	}
}

// forgottenText is one text as "limits forget --json" prints it.
type forgottenText struct {
	Document string `json:"document"`
	Removed  bool   `json:"removed"` // false where a model had proposed nothing
}

func (a *app) forgetLimits(ctx context.Context, db *sqlstore.DB, docs []string) error {
	list := make([]forgottenText, 0, len(docs))
	for _, doc := range docs {
		removed, err := regengine.Withdraw(ctx, db, doc)
		if err != nil {
			return fmt.Errorf("%s: %w", doc, err)
		}
		list = append(list, forgottenText{doc, removed})
	}
	return a.print(list, func(w io.Writer) {
		for _, text := range list {
			what := "a model had proposed nothing"
			if text.Removed {
				what = "what a model proposed is removed"
			}
			fmt.Fprintf(w, "%s: %s\n", text.Document, what)
		}
	})
}
