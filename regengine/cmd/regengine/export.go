package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/pack"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// exportResult is what "export --json" prints.
type exportResult struct {
	Path   string `json:"path"`
	Places int    `json:"places"` // stored, as the numbers below
	Codes  int    `json:"codes"`
	Blocks int    `json:"blocks"`
	Rules  int    `json:"rule_sets"`
}

func newExport(a *app) *cobra.Command {
	var m pack.Manifest
	var country string
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "export DIR|FILE.zip",
		Short: "Write what is stored as a pack",
		Long: `Write places, codes, texts and rules as a pack: a folder, or a zip archive where
the name ends in .zip. The folder must be empty or new, an archive must not be
there yet. "regengine import pack" reads it back as the same data.

Organizations, keys and projects are not exported: back up the database.`,
		Example: `  regengine export ./pack --data-dir ./data
  regengine export spain.zip --country ES --name spain --title "Spain" --data-dir ./data`,
		RunE: func(cmd *cobra.Command, args []string) error {
			m.Country = geo.ID(strings.ToUpper(country))
			return a.database(cmd.Context(), func(db *sqlstore.DB) error { return a.export(cmd.Context(), db, args[0], m) })
		},
	}), 1)
	flags := cmd.Flags()
	flags.StringVar(&country, "country", "", "only this country, such as ES, and the supranational codes that apply there")
	flags.StringVar(&m.Name, "name", "export", "name of the pack: lower-case letters, digits and hyphens")
	flags.StringVar(&m.Title, "title", "Export", "title of the pack")
	flags.StringVar(&m.Licence, "licence", "", "licence of the data, as an SPDX identifier")
	return cmd
}

func (a *app) export(ctx context.Context, db *sqlstore.DB, path string, m pack.Manifest) error {
	data, _, err := db.Load(ctx)
	if err != nil {
		return err
	}
	report, finish := a.progress()
	defer finish()
	opts := &pack.ExportOptions{Country: m.Country, Progress: report}
	write := writeFolder
	if strings.EqualFold(filepath.Ext(path), ".zip") {
		write = writeArchive
	}
	if err := write(path, func(w pack.Writer) error { return pack.Export(ctx, w, m, data, opts) }); err != nil {
		return err
	}
	finish()
	r := exportResult{Path: path, Places: len(data.Places), Codes: len(data.Codes), Blocks: len(data.Blocks), Rules: len(data.Rules)}
	return a.print(r, func(w io.Writer) { fmt.Fprintf(w, "written to %s\n", path) })
}

func writeFolder(path string, export func(w pack.Writer) error) (err error) {
	w, err := pack.CreateDir(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	return export(w)
}

// writeArchive leaves no half an archive behind.
func writeArchive(path string, export func(w pack.Writer) error) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // regulations are public
	if err != nil {
		return err
	}
	w := pack.NewZipWriter(f)
	err = export(w)
	if err == nil {
		err = w.Close()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}
