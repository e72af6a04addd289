package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/verify/textlimits"
)

func newLimits(a *app) *cobra.Command {
	var packPath, section string
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "limits CODE[/VERSION]",
		Short: "List the limits found in a text",
		Long: `List the limits found in the text of a version: each with the passage that states it,
how it bounds a value, the figure, and the circumstances under which it holds. They
decide checks that no rule decides.

"doubt" marks what could not be read for certain: such a limit never makes a check
compliant by itself.

They are read by patterns, at import. "regengine limits read" asks a language model for
more; those it proposed are marked with "origin model".`,
		Example: `  regengine limits cte-db-sua/2019 --data-dir ./data
  regengine limits my-code --pack ./my-pack --section escaleras --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.texts(cmd.Context(), packPath, func(data regengine.Data) error {
				return a.limits(cmd.Context(), data, args[0], section)
			})
		},
	}), 1)
	cmd.Flags().StringVar(&packPath, "pack", "", "a pack, as folder or zip, instead of the database")
	cmd.Flags().StringVar(&section, "section", "", "only the section with this slug")
	cmd.AddCommand(newLimitsRead(a), newLimitsForget(a))
	return cmd
}

// texts runs f with the data of a pack, or of the database.
func (a *app) texts(ctx context.Context, packPath string, f func(data regengine.Data) error) error {
	if packPath != "" {
		data, err := a.readPack(packPath)
		if err != nil {
			return err
		}
		return f(data)
	}
	return a.database(ctx, func(db *sqlstore.DB) error {
		data, err := a.load(ctx, db)
		if err != nil {
			return err
		}
		return f(data)
	})
}

// foundLimit is a limit as "limits --json" prints it.
type foundLimit struct {
	Document string       `json:"document"`
	Section  string       `json:"section"`
	Block    string       `json:"block_id"`
	Origin   string       `json:"origin"`
	Operator string       `json:"operator"`
	Figure   string       `json:"figure"` // canonical, with its unit; "" for a duty
	Clause   string       `json:"clause"`
	Start    int          `json:"start"` // of the clause in the block, in bytes
	End      int          `json:"end"`
	Words    []foundWords `json:"words"`
	Doubts   []string     `json:"doubts"`
}

// foundWords are words around a limit, with what they do.
type foundWords struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

func (a *app) limits(ctx context.Context, data regengine.Data, name, section string) error {
	code, version, versioned := strings.Cut(name, "/")
	var found []foundLimit
	known := false
	for doc, blocks := range docsIn(data.Blocks) {
		slug, of, _ := strings.Cut(doc, "/")
		if slug != code || versioned && of != version {
			continue
		}
		known = true
		list, err := a.limitsOf(ctx, data, doc, blocks)
		if err != nil {
			return err
		}
		found = append(found, list...)
	}
	if !known {
		return noSuchText(name)
	}
	if section != "" {
		found = slices.DeleteFunc(found, func(l foundLimit) bool { return l.Section != section })
	}
	slices.SortStableFunc(found, func(a, b foundLimit) int { return cmp.Compare(a.Document, b.Document) })
	return a.print(append([]foundLimit{}, found...), func(w io.Writer) { a.printLimits(w, found) })
}

func docsIn(blocks []retrieval.Block) map[string][]retrieval.Block {
	docs := make(map[string][]retrieval.Block)
	for _, b := range blocks {
		docs[b.Doc] = append(docs[b.Doc], b)
	}
	return docs
}

// limitsOf reads one document, and adds what a model proposed of it.
func (a *app) limitsOf(ctx context.Context, data regengine.Data, doc string, blocks []retrieval.Block) ([]foundLimit, error) {
	slices.SortStableFunc(blocks, func(a, b retrieval.Block) int { return cmp.Compare(a.Order, b.Order) })
	limits, err := a.adapters.limits.Extract(ctx, blocks)
	if err != nil {
		return nil, err
	}
	for _, set := range data.Limits {
		if set.Doc == doc && set.Origin == textlimits.FromModel {
			limits = append(limits, set.Limits...)
		}
	}
	byID := make(map[string]*retrieval.Block, len(blocks))
	for i := range blocks {
		byID[blocks[i].ID] = &blocks[i]
	}
	var out []foundLimit
	for i := range limits {
		if b := byID[limits[i].Block]; b != nil {
			out = append(out, newFoundLimit(b, &limits[i]))
		}
	}
	return out, nil
}

func newFoundLimit(b *retrieval.Block, l *textlimits.Limit) foundLimit {
	start, end := max(0, min(l.Clause.Start, len(b.Text))), max(0, min(l.Clause.End, len(b.Text)))
	out := foundLimit{
		Document: b.Doc, Section: b.Section, Block: b.ID, Origin: string(l.Origin), Operator: string(l.Op), Figure: figureOf(l),
		Clause: b.Text[min(start, end):end], Start: start, End: end, Words: []foundWords{}, Doubts: append([]string{}, l.Doubts...),
	}
	for _, p := range l.Phrases {
		out.Words = append(out.Words, foundWords{string(p.Role), p.Text})
	}
	return out
}

func figureOf(l *textlimits.Limit) string {
	value := l.Value
	switch {
	case l.Min != "" || l.Max != "":
		value = l.Min + ".." + l.Max
	case len(l.Values) > 0:
		value = strings.Join(l.Values, " or ")
	}
	text := strings.TrimSpace(value + " " + l.Unit)
	if l.Per != nil {
		text += " for every " + strings.Join(strings.Fields(l.Per.Count+" "+l.Per.Unit+" "+l.Per.Of), " ")
		if l.Per.Fraction {
			text += " or part of it"
		}
	}
	return text
}

func (a *app) printLimits(w io.Writer, found []foundLimit) {
	p := painter{a.colours()}
	heading := ""
	for _, l := range found {
		if here := l.Document + "#" + l.Section; here != heading {
			heading = here
			fmt.Fprintf(w, "%s\n", p.bold(here))
		}
		fmt.Fprintf(w, "  %s\n", strings.TrimSpace(strings.Join([]string{l.Operator, l.Figure}, " ")))
		fmt.Fprintf(w, "    %-9s%s\n", "states", strings.Join(strings.Fields(l.Clause), " "))
		if l.Origin == string(textlimits.FromModel) {
			fmt.Fprintf(w, "    %-9s%s\n", "origin", l.Origin)
		}
		for _, words := range l.Words {
			fmt.Fprintf(w, "    %-9s%s\n", words.Role, strings.Join(strings.Fields(words.Text), " "))
		}
		for _, doubt := range l.Doubts {
			fmt.Fprintf(w, "    %-9s%s\n", "doubt", doubt)
		}
	}
	fmt.Fprintf(w, "%d limits found\n", len(found))
}
