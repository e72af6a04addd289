package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/plugins/host"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// pluginImported is what "plugin import --json" prints.
type pluginImported struct {
	brought
	Changed int `json:"changed"`
}

func newPluginImport(a *app) *cobra.Command {
	cmd := a.jsonFlag(&cobra.Command{
		Use:   "import NAME [FORMAT FILE]",
		Short: "Import what an approved plugin brings, or an official file it reads",
		Long: `Without a file: fetch everything an approved plugin brings and import it, in one step
or not at all. A server does the same by itself when a plugin is new or upgraded.

With FORMAT and FILE: have the plugin read an official file of its country, such as a
statistics office's list of municipalities, and add the places to what is stored.
"regengine plugin check NAME" lists the formats. The rest of the country stays.`,
		Example: `  regengine plugin import fr --data-dir ./data
  regengine plugin import fr cog v_commune_2025.csv --data-dir ./data`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 && len(args) != 3 {
				return usagef("usage: %s; see \"%s --help\"", cmd.UseLine(), cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.plugins(func(h *host.Host) error {
				return a.importPlugin(cmd.Context(), h, args)
			})
		},
	})
	return cmd
}

func (a *app) importPlugin(ctx context.Context, h *host.Host, args []string) error {
	state, err := pluginNamed(ctx, h, args[0])
	if err != nil {
		return err
	}
	if err := notStarted(state); err != nil {
		return err
	}
	c, err := h.Client(args[0])
	if err != nil {
		return err
	}
	return a.databaseOrNew(ctx, func(db *sqlstore.DB) error {
		report, finish := a.progress()
		defer finish()
		stored, err := a.load(ctx, db)
		if err != nil {
			return err
		}
		var j *joined
		if len(args) == 1 {
			j, err = a.fetchPlugin(ctx, c, stored, report)
		} else {
			j, err = a.readFromFile(ctx, c, args[1], args[2], stored, report)
		}
		if err != nil {
			return err
		}
		changed, err := a.store(ctx, db, j.data, report)
		if err != nil {
			return err
		}
		finish()
		result := pluginImported{describe(j), changed}
		return a.print(result, result.print)
	})
}

func (r pluginImported) print(w io.Writer) {
	for _, n := range r.Notices {
		fmt.Fprintln(w, n)
	}
	outcome := fmt.Sprintf("%d changes written", r.Changed)
	if r.Changed == 0 {
		outcome = "all of it stored already"
	}
	fmt.Fprintf(w, "%s: %d places, %d codes, %d blocks, %d rule sets: %s\n", r.Country, r.Places, r.Codes, r.Blocks, r.RuleSets, outcome)
	r.Kept.write(w, r.Plugin)
}

// notStarted says why an approved plugin cannot be started now. That its file is another
// one than was approved, or is gone, is mended by no approval.
func notStarted(s host.State) error {
	switch s.Status {
	case "changed", "missing", "refused":
		return fmt.Errorf("%w: plugin %s is not imported (%s): %s", host.ErrNotApproved, s.Name, s.Status, s.Problem)
	case "unapproved":
		return fmt.Errorf("%w: plugin %s is not imported: %s", host.ErrNotApproved, s.Name, s.Problem)
	}
	return nil
}

// store imports what was joined.
func (a *app) store(ctx context.Context, db *sqlstore.DB, data regengine.Data, report regengine.Progress) (int, error) {
	return regengine.Import(ctx, db, a.adapters.countries, data, a.writeOptions(report))
}
