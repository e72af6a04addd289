package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es/official"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/pack"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/verify/textlimits"
)

// importer reads one file format.
type importer struct {
	format string
	short  string
	long   string
	file   string // what FILE is, in the Use line

	// read reads a file. With an error about its content comes what could be
	// read, so that all mistakes can be told at once.
	read func(path string, existing regengine.Data, report regengine.Progress) (*imported, error)
}

// imported is a file as data.
type imported struct {
	data    regengine.Data
	notes   []string              // what a person should know about it
	explain func(err error) error // names the file's lines in an error of the engine
}

var packImporter = importer{
	format: "pack",
	short:  "Import a pack: places, codes, texts and rules",
	long: `Import a pack: a folder or zip of Markdown, YAML and CSV with places, codes,
versions, texts and rules. What the pack says of a version replaces what was
stored of it; what it does not mention stays.`,
	file: "DIR|FILE.zip",
	read: func(path string, _ regengine.Data, report regengine.Progress) (*imported, error) {
		p, err := pack.Open(path, &pack.ReadOptions{Progress: report})
		if p == nil {
			return nil, err
		}
		return &imported{data: p.Data, explain: p.Explain}, err
	},
}

var ignImporter = importer{
	format: "ign",
	short:  "Import Spain's municipalities from IGN's MUNICIPIOS.csv",
	long: `Import all municipalities of Spain with altitude and population from
MUNICIPIOS.csv of IGN's "Nomenclátor Geográfico de Municipios y Entidades de
Población". The climate zone is computed from province and altitude (CTE DB-HE,
Annex B). Other technical data that is stored already stays.`,
	file: "MUNICIPIOS.csv",
	read: spanish(official.ReadIGN),
}

var ineImporter = importer{
	format: "ine",
	short:  "Import Spain's municipalities from INE's list (codmun)",
	long: `Import codes and names of all municipalities of Spain from INE's yearly list,
as CSV or XLSX. It has neither altitude nor population: import the IGN file for
those.`,
	file: "FILE",
	read: spanish(official.ReadINE),
}

// spanish makes an importer's read function of a reader of package official.
func spanish(read func(r io.Reader, name string) (*official.File, error)) func(string, regengine.Data, regengine.Progress) (*imported, error) {
	return func(path string, existing regengine.Data, _ regengine.Progress) (*imported, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		list, err := read(f, filepath.Base(path))
		if list == nil {
			return nil, err
		}
		places, report := list.Merge(existing.Places)
		return &imported{
			data:    regengine.Data{Places: places},
			notes:   spanishNotes(list, report),
			explain: func(err error) error { return nameLines(list, err) },
		}, err
	}
}

func spanishNotes(list *official.File, r official.Report) []string {
	notes := []string{fmt.Sprintf("%d municipalities read, %d of them new, %d renamed", r.Read, r.Added, len(r.Renamed))}
	if r.Older {
		note := fmt.Sprintf("the list looks older than what is stored: %d municipalities stored are not in it, and it brings %d", r.Absent, r.Added)
		if list.Title != "" {
			note += fmt.Sprintf(" (%s)", list.Title)
		}
		notes = append(notes, note+"; its names are former ones")
	}
	if len(r.Renamed) > 0 {
		notes = append(notes, renames(r.Renamed))
	}
	if r.WithoutAltitude > 0 {
		notes = append(notes, fmt.Sprintf("%d have no altitude, so no climate zone can be computed for them", r.WithoutAltitude))
	}
	if r.Absent > 0 {
		notes = append(notes, fmt.Sprintf("%d stored municipalities are not in the file; they stay", r.Absent))
	}
	return notes
}

// renames names the municipalities whose name a list changes.
func renames(list []official.Rename) string {
	const most = 100
	named := make([]string, 0, most)
	for _, r := range list[:min(len(list), most)] {
		named = append(named, fmt.Sprintf("%s %s to %s", r.ID, r.Old, r.New))
	}
	if more := len(list) - most; more > 0 {
		named = append(named, fmt.Sprintf("and %d more", more))
	}
	return "renames: " + strings.Join(named, "; ")
}

// nameLines puts the file's lines in place of rows, and the mistakes found among
// all places beside those found in the file.
func nameLines(list *official.File, err error) error {
	var tree *geo.TreeError
	if !errors.As(err, &tree) {
		return err
	}
	all := official.Error{Name: list.Name}
	var inFile *official.Error
	if errors.As(err, &inFile) {
		all.Problems, all.More = slices.Clone(inFile.Problems), inFile.More
	}
	var elsewhere strings.Builder
	for _, p := range tree.Problems {
		if p.Row >= 0 && p.Row < len(list.Lines) && list.Lines[p.Row] > 0 {
			all.Problems = append(all.Problems, official.Problem{Line: list.Lines[p.Row], Message: p.Message})
			continue
		}
		fmt.Fprintf(&elsewhere, "\n%s: %s", p.ID, p.Message)
	}
	slices.SortStableFunc(all.Problems, func(a, b official.Problem) int { return cmp.Compare(a.Line, b.Line) })
	return fmt.Errorf("%w%s", &all, elsewhere.String())
}

func newImport(a *app) *cobra.Command {
	children := append(mapped(a.adapters.importers, a.importCommand), mapped(a.adapters.texts, a.textCommand)...)
	return group(&cobra.Command{
		Use:   "import",
		Short: "Import places, codes and texts from a file",
		Long: `Import places, codes and texts from a file of the format named.

An import is checked as a whole, against everything stored, before anything is
written, and then written in one step: either all of it or nothing. Importing
the same file again changes nothing. Servers on the same database show the new
data within seconds; they need not be stopped.`,
		Example: `  regengine import ign MUNICIPIOS.csv --data-dir ./data
  regengine import pack ./my-pack --check --data-dir ./data
  regengine import pack my-pack.zip --json
  regengine import boe BOE-A-2007-15820.xml --code rite --dry-run
  regengine import pdf DBHE.pdf --code cte-db-he --effective 2022-06-16`,
	}, children...)
}

func (a *app) importCommand(i importer) *cobra.Command {
	var check bool
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   i.format + " " + i.file,
		Short: i.short,
		Long:  i.long,
		RunE: func(cmd *cobra.Command, args []string) error {
			if check {
				return a.database(cmd.Context(), func(db *sqlstore.DB) error { return a.checkFile(cmd.Context(), db, i, args[0]) })
			}
			if _, err := os.Stat(args[0]); err != nil {
				return err // before a database is made for it
			}
			return a.databaseOrNew(cmd.Context(), func(db *sqlstore.DB) error { return a.importFile(cmd.Context(), db, i, args[0]) })
		},
	}), 1)
	cmd.Flags().BoolVar(&check, "check", false, "only check the file against what is stored; write nothing")
	return cmd
}

// importResult is what "import --json" prints.
type importResult struct {
	Format  string   `json:"format"`
	Places  int      `json:"places"` // in the file, as the numbers below
	Codes   int      `json:"codes"`
	Blocks  int      `json:"blocks"`
	Rules   int      `json:"rule_sets"`
	Limits  int      `json:"limits"`  // found in the texts; 0 for --check, which does not look for them
	Changed int      `json:"changed"` // how much of it was new or different
	Written bool     `json:"written"` // false for --check
	Notes   []string `json:"notes"`
}

func (a *app) importFile(ctx context.Context, db *sqlstore.DB, i importer, path string) error {
	report, finish := a.progress()
	defer finish()
	stored, err := a.load(ctx, db)
	if err != nil {
		return err
	}
	file, err := i.read(path, stored, report)
	if err != nil {
		return a.everyMistake(stored, file, err)
	}
	opts, limits := a.writeOptions(report), 0
	opts.Found = func(sets []textlimits.LimitSet) { limits = countFound(sets) }
	changed, err := regengine.Import(ctx, db, a.adapters.countries, file.data, opts)
	if err != nil {
		return file.explain(err)
	}
	finish()
	return a.printImport(i, file, importResult{Changed: changed, Limits: limits, Written: true})
}

// everyMistake adds to what is wrong with a file itself what is wrong with it
// beside all that is stored.
func (a *app) everyMistake(stored regengine.Data, file *imported, err error) error {
	if file == nil {
		return err
	}
	more := regengine.Check(a.adapters.countries, stored, file.data)
	return file.explain(errors.Join(err, more))
}

func (a *app) checkFile(ctx context.Context, db *sqlstore.DB, i importer, path string) error {
	stored, err := a.load(ctx, db)
	if err != nil {
		return err
	}
	file, err := i.read(path, stored, nil)
	if err != nil {
		return a.everyMistake(stored, file, err)
	}
	if err := regengine.Check(a.adapters.countries, stored, file.data); err != nil {
		return file.explain(err)
	}
	return a.printImport(i, file, importResult{})
}

func countFound(sets []textlimits.LimitSet) (limits int) {
	for _, set := range sets {
		limits += len(set.Limits)
	}
	return limits
}

// printImport prints what came of an import, with what the file holds.
func (a *app) printImport(i importer, file *imported, r importResult) error {
	d := file.data
	r.Format, r.Places, r.Codes, r.Blocks, r.Rules = i.format, len(d.Places), len(d.Codes), len(d.Blocks), len(d.Rules)
	r.Notes = append([]string{}, file.notes...)
	return a.print(r, func(w io.Writer) {
		for _, note := range r.Notes {
			fmt.Fprintln(w, note)
		}
		outcome := fmt.Sprintf("%d changes written", r.Changed)
		switch {
		case !r.Written:
			outcome = "checked; nothing written"
		case r.Changed == 0:
			outcome = "all of it stored already"
		}
		fmt.Fprintf(w, "%d places, %d codes, %d blocks, %d rule sets: %s\n", r.Places, r.Codes, r.Blocks, r.Rules, outcome)
		if r.Limits > 0 {
			fmt.Fprintf(w, "%d limits found in the texts\n", r.Limits)
		}
	})
}
