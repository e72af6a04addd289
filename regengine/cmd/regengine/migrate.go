package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/regengine/sqlstore"
)

// migration is what "migrate --json" prints.
type migration struct {
	Applied []string `json:"applied"` // by this run
	Pending []string `json:"pending"` // not yet in the database
	Unknown []string `json:"unknown"` // of a newer program
	Total   int      `json:"total"`   // of this program
}

func newMigrate(a *app) *cobra.Command {
	var status bool
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "migrate",
		Short: "Create the database, or bring it up to this version",
		Long: `Create the database, or bring its schema up to this version of regengine.

Make a backup first: there is no way back to an older version. Servers refuse a
database that is older or newer than they are, so stop them, migrate, and start
the new version. Any number of processes may migrate at once; one does the work.`,
		Example: `  regengine migrate --data-dir ./data
  REGENGINE_DATABASE_URL=postgres://app@db/regengine regengine migrate
  regengine migrate --status --json --data-dir ./data`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if status {
				return a.schemaStatus(cmd)
			}
			return a.migrate(cmd)
		},
	}), 0)
	a.addNewFlag(cmd.Flags())
	cmd.Flags().BoolVar(&status, "status", false, "only say what would be done")
	return cmd
}

func (a *app) schemaStatus(cmd *cobra.Command) error {
	return a.withDatabase(cmd.Context(), sqlstore.AnySchema, func(db *sqlstore.DB) error {
		schema, err := db.Status(cmd.Context())
		if err != nil {
			return err
		}
		return errors.Join(a.printMigration(nil, schema), schema.Err())
	})
}

func (a *app) migrate(cmd *cobra.Command) error {
	missing, err := a.noFile()
	if err != nil {
		return err
	}
	policy := sqlstore.AnySchema
	if missing {
		policy = sqlstore.MigrateSchema
		if err := a.settings.makeDataDir(); err != nil {
			return err
		}
	}
	return a.withDatabase(cmd.Context(), policy, func(db *sqlstore.DB) error {
		applied, err := db.Migrate(cmd.Context())
		if err != nil {
			return err
		}
		schema, err := db.Status(cmd.Context())
		if err != nil {
			return err
		}
		if missing {
			applied = schema.Applied
		}
		return a.printMigration(applied, schema)
	})
}

func (a *app) printMigration(applied []string, schema sqlstore.Schema) error {
	m := migration{
		Applied: append([]string{}, applied...),
		Pending: append([]string{}, schema.Pending...),
		Unknown: append([]string{}, schema.Unknown...),
		Total:   len(schema.Applied) + len(schema.Pending),
	}
	return a.print(m, func(w io.Writer) {
		for _, line := range slices.Concat(marked("applied", m.Applied), marked("pending", m.Pending), marked("unknown", m.Unknown)) {
			fmt.Fprintln(w, line)
		}
		if len(m.Applied)+len(m.Pending)+len(m.Unknown) == 0 {
			fmt.Fprintf(w, "up to date: %d migrations\n", m.Total)
		}
	})
}

func marked(mark string, list []string) []string {
	lines := make([]string, len(list))
	for i, name := range list {
		lines[i] = strings.Join([]string{mark, name}, " ")
	}
	return lines
}
