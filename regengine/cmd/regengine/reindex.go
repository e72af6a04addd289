package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/codes/retrieval/pgvectorindex"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

func newReindex(a *app) *cobra.Command {
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "reindex",
		Short: "Build the index of all texts, and the limits found in them, anew",
		Long: `Build the index of all texts anew, find the limits they state again, and store both.
An import does that for what it imports, and a start for what it finds missing, damaged
or of an earlier release; this command spares later starts that work. It may run beside
a server.

With an embedder configured (see "regengine serve --help"), texts without a vector
are embedded as well.`,
		Example: `  regengine reindex --data-dir ./data`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.database(cmd.Context(), func(db *sqlstore.DB) error { return a.reindex(cmd.Context(), db) })
		},
	}), 0)
	addVectorFlags(cmd.Flags())
	return cmd
}

// reindexResult is what "reindex --json" prints.
type reindexResult struct {
	Documents int `json:"documents"`
	Blocks    int `json:"blocks"`
	Bytes     int `json:"bytes"`
	Limits    int `json:"limits"` // found in the texts
	Changed   int `json:"changed"`
	Embedded  int `json:"embedded"` // texts; 0 without an embedder
}

func (a *app) reindex(ctx context.Context, db *sqlstore.DB) error {
	report, finish := a.progress()
	defer finish()
	if _, err := a.load(ctx, db); err != nil { // texts are read in the languages of countries that joined
		return err
	}
	done, err := regengine.Reindex(ctx, db, a.writeOptions(report))
	if err != nil {
		return err
	}
	finish()
	embedded, err := a.embedAll(ctx, db)
	if err != nil {
		return err
	}
	result := reindexResult{done.Documents, done.Blocks, done.Bytes, done.Limits, done.Changed, embedded}
	return a.print(result, func(w io.Writer) {
		perBlock := 0
		if done.Blocks > 0 {
			perBlock = done.Bytes / done.Blocks
		}
		fmt.Fprintf(w, "%d documents, %d blocks, %d bytes of index (%d a block), %d limits found: %d changed\n",
			done.Documents, done.Blocks, done.Bytes, perBlock, done.Limits, done.Changed)
		if embedded > 0 {
			fmt.Fprintf(w, "%d texts embedded\n", embedded)
		}
	})
}

// embedAll embeds what has no vector yet, where an embedder is set.
func (a *app) embedAll(ctx context.Context, db *sqlstore.DB) (embedded int, err error) {
	engine, done, err := a.searchEngine(ctx, db)
	if err != nil {
		return 0, err
	}
	defer done()
	report, err := a.syncVectors(ctx, engine)
	if err != nil || a.settings.VectorIndex != "pgvector" {
		return report.Embedded, err
	}
	return report.Embedded, a.buildGraphs(ctx)
}

// buildGraphs makes the indexes a large collection is searched by, which pays
// only once it is complete.
func (a *app) buildGraphs(ctx context.Context) error {
	index, err := pgvectorindex.Open(ctx, a.settings.DatabaseURL, nil)
	if err != nil {
		return err
	}
	defer index.Close()
	_, err = index.BuildGraphs(ctx)
	return err
}
