package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// textReader is a format of regulation texts.
type textReader struct {
	format string
	short  string
	long   string
	accept string // media type asked of a publisher
	read   importers.Reader
}

// textOptions are the flags of an import of texts.
type textOptions struct {
	code, version, title, shortTitle   string
	geoIDs, tags                       []string
	scope, country, status, language   string
	published, effective, repealed     string
	author, sourceURL                  string
	current, keepBoth, dryRun, replace bool
	hosts                              []string
}

const textLong = `

FILE is a file of this computer, or for those with a network the address of one at an
official publisher (https, a host of the list of official ones or of --allow-host).

What a file does not say must be given: --code, --geo-id and --scope for a new
regulation, --effective or --version for an edition. A code that is stored already
keeps its title, territory and scope, and all its versions: what is imported is
added. An older version that was active gives way to a newer one unless --keep-active
is given. Everything is checked together and written in one step, or not at all.

The report says what was recognised, counted against the source, and what was not.`

func (a *app) textCommand(r textReader) *cobra.Command {
	var o textOptions
	cmd := a.jsonFlag(&cobra.Command{
		Use:   r.format + " FILE...",
		Short: r.short,
		Long:  r.long + textLong,
		Args:  cobra.MinimumNArgs(1),
		Example: fmt.Sprintf(`  regengine import %[1]s law.%[2]s --dry-run
  regengine import %[1]s law.%[2]s --code rite --geo-id ES --scope national --effective 2021-07-01`, r.format, extension(r.format)),
		RunE: func(cmd *cobra.Command, args []string) error {
			given, err := o.given(len(args), a.today())
			if err != nil {
				return err
			}
			files, err := a.fetch(cmd.Context(), r, args, o.hosts)
			if err != nil {
				return err
			}
			return a.database(cmd.Context(), func(db *sqlstore.DB) error {
				t := &textImport{app: a, db: db, reader: r, options: o, given: given}
				return t.run(cmd.Context(), files)
			})
		},
	})
	o.define(cmd)
	return cmd
}

// extension is a file name's ending in examples.
func extension(format string) string {
	endings := map[string]string{"boe": "xml", "akn": "xml", "markdown": "md"}
	if e, ok := endings[format]; ok {
		return e
	}
	return format
}

func (o *textOptions) define(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.code, "code", "", "slug of the code; the default follows from the file's identifier")
	f.StringVar(&o.version, "version", "", "slug of the version; the default is its first day in force")
	f.StringVar(&o.title, "title", "", "title of the regulation")
	f.StringVar(&o.shortTitle, "short-title", "", "as people call it")
	f.StringSliceVar(&o.geoIDs, "geo-id", nil, "territory it applies in, such as ES or ES-MD; may be repeated")
	f.StringVar(&o.scope, "scope", "", "national, regional, provincial, municipal, sectorial, supramunicipal or european")
	f.StringVar(&o.country, "country", "", "country of the code; the default is the territory's")
	f.StringSliceVar(&o.tags, "tag", nil, "tag of the code; may be repeated")
	f.StringVar(&o.status, "status", "", "active, repealed, draft or in_progress; the default follows from the dates")
	f.StringVar(&o.published, "published", "", "day of the official publication, YYYY-MM-DD")
	f.StringVar(&o.effective, "effective", "", "first day in force, YYYY-MM-DD")
	f.StringVar(&o.repealed, "repealed", "", "first day no longer in force, YYYY-MM-DD")
	f.StringVar(&o.author, "author", "", "issuing body")
	f.StringVar(&o.sourceURL, "source-url", "", "address of the official text")
	f.StringVar(&o.language, "language", "", "language of the text, such as es")
	f.BoolVar(&o.current, "current-only", false, "of a file with several dated wordings, only the one in force")
	f.BoolVar(&o.keepBoth, "keep-active", false, "leave stored versions active beside newer ones")
	f.BoolVar(&o.replace, "replace", false, "put the text in place of a stored version of the same slug that is another text or a digest")
	f.BoolVar(&o.dryRun, "dry-run", false, "read, check and report; write nothing")
	f.StringSliceVar(&o.hosts, "allow-host", nil, "host files may be fetched from, beside the official ones; may be repeated")
}

// given turns the flags into what is said of every file. Flags that name one
// edition are for one file.
func (o *textOptions) given(files int, today codes.Date) (importers.Given, error) {
	if files > 1 && (o.code != "" || o.version != "" || o.title != "") {
		return importers.Given{}, usagef("--code, --version and --title are of one file; import these %d one by one", files)
	}
	g := importers.Given{
		Code: o.code, Version: o.version, Title: o.title, ShortTitle: o.shortTitle, Country: o.country,
		Scope: codes.NormativeScope(o.scope), Tags: o.tags, Status: codes.Status(o.status), Author: o.author,
		SourceURL: o.sourceURL, Lang: o.language, Today: today, OnlyCurrent: o.current,
	}
	for _, id := range o.geoIDs {
		g.Territories = append(g.Territories, geo.ID(strings.ToUpper(id)))
	}
	if o.scope != "" && !slices.Contains(codes.Scopes(), g.Scope) {
		return g, usagef("--scope %s is none of national, regional, provincial, municipal, sectorial, supramunicipal, european", quote(o.scope))
	}
	if o.status != "" && !slices.Contains([]codes.Status{codes.Active, codes.Repealed, codes.Draft, codes.InProgress}, g.Status) {
		return g, usagef("--status %s is none of active, repealed, draft, in_progress", quote(o.status))
	}
	for flag, day := range map[string]struct {
		text string
		into *codes.Date
	}{
		"published": {o.published, &g.Published}, "effective": {o.effective, &g.Effective}, "repealed": {o.repealed, &g.Repealed},
	} {
		if day.text == "" {
			continue
		}
		parsed, err := codes.ParseDate(day.text)
		if err != nil {
			return g, usagef("--%s: %s is no date of the form YYYY-MM-DD", flag, quote(day.text))
		}
		*day.into = parsed
	}
	return g, nil
}
