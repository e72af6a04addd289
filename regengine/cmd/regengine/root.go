package main

import (
	"context"
	"log/slog"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/note"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/projects"
	spain "github.com/reglookup/regengine/projects/calculators/es"
	"github.com/reglookup/regengine/projects/extract"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/languages"
	"github.com/reglookup/regengine/regengine/pack"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/postgres"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
	"github.com/reglookup/regengine/regengine/starter"
	"github.com/reglookup/regengine/verify/textlimits"
)

// adapters are the parts a command can be built from. This is the only place
// that chooses them.
type adapters struct {
	countries    []geo.Scheme
	importers    []importer
	texts        []textReader
	readers      []regengine.LanguageReader
	languages    []string             // those the readers have themselves
	limits       textlimits.Extractor // reads limits out of texts
	calculators  []projects.Calculator
	extractor    func(lang string) projects.Extractor // of uploaded documents; lang is theirs where it cannot be told
	starter      func() (*pack.Pack, error)
	bringStarter func(ctx context.Context, db regengine.StarterDatabase, schemes []geo.Scheme, opts *regengine.WriteOptions) (regengine.Brought, error)
	lookAt       func(ctx context.Context, db regengine.StarterDatabase) (report regengine.Brought, current bool, err error)
	credits      map[string]string // of the starter's facts, by language
	model        func() ask.Model
	openFile     func(ctx context.Context, path string, opts *sqlite.Options) (*sqlstore.DB, error)
	openDatabase func(ctx context.Context, url string, schema sqlstore.SchemaPolicy) (*sqlstore.DB, error)
	backup       func(ctx context.Context, path, to string, opts *sqlite.CopyOptions) (sqlite.Copy, error)
	restore      func(ctx context.Context, from, path string, opts *sqlite.CopyOptions) (sqlite.Restored, error)
	dump         func(databaseURL, file string) (dump, restore string, err error)
	checkDump    func(ctx context.Context, databaseURL, file string) (postgres.Checked, error)
	checkLine    func(databaseURL, file string) (string, error)
	browse       func(address string) error
	page         func(pager []string, text []byte, screen *os.File, environ []string) error
}

func builtin() adapters {
	return adapters{
		browse: browse, page: page,
		countries:   []geo.Scheme{es.Scheme{}},
		importers:   []importer{packImporter, ignImporter, ineImporter},
		texts:       []textReader{boeTexts, aknTexts, markdownTexts, htmlTexts, pdfTexts, docxTexts},
		readers:     languages.Readers(),
		languages:   []string{"en", "es"},
		limits:      textlimits.New(),
		calculators: append([]projects.Calculator{spain.ClimateZone(es.ClimateZone, es.Territory())}, spain.All()...),
		extractor: func(lang string) projects.Extractor {
			return extract.New(&extract.Options{Cache: pdfCache(), Lang: lang})
		},
		starter: starter.Open, bringStarter: starter.Bring, lookAt: starter.LookAt, credits: starter.Credits(),
		model:    func() ask.Model { return note.New(nil) },
		openFile: sqlite.Open,
		openDatabase: func(ctx context.Context, url string, schema sqlstore.SchemaPolicy) (*sqlstore.DB, error) {
			return postgres.Open(ctx, url, &postgres.Options{Schema: schema})
		},
		backup: sqlite.Backup, restore: sqlite.Restore, dump: postgres.DumpCommands,
		checkDump: postgres.CheckDump, checkLine: postgres.CheckCommand,
	}
}

// language is the one language of the countries, "" where they have several.
func (a adapters) language() string {
	lang := ""
	for i, country := range a.countries {
		if i > 0 && country.Language() != lang {
			return ""
		}
		lang = country.Language()
	}
	return lang
}

func newRoot(a *app) *cobra.Command {
	root := group(&cobra.Command{
		Use:   "regengine",
		Short: "Look up construction regulations by place, verify values, ask questions",
		Long: `regengine answers which construction regulations apply at a place, checks values
against them, and answers questions with the passages they rest on.

Start with "regengine serve": on an empty folder it makes a database, loads the
starter data, and prints an address, an API key and commands to try.

Settings come from flags, then from the environment, then from a YAML file:
--data-dir DIR is also REGENGINE_DATA_DIR=DIR, and "data-dir: DIR" in the file. Of a
secret the environment may name the file it is in: REGENGINE_DATABASE_URL_FILE=PATH,
REGENGINE_MODEL_KEY_FILE=PATH.

` + exitHelp,
		Example: `  regengine serve --data-dir ./data
  regengine ask "¿Qué altura mínima tiene una barandilla?" --place ES-05019 --data-dir ./data
  regengine import ign MUNICIPIOS.csv --data-dir ./data
  regengine doctor --data-dir ./data`,
	},
		newServe(a), newMigrate(a), newBackup(a), newRestore(a), newImport(a), newExport(a), newReindex(a), newSearch(a), newAsk(a), newVerify(a), newChecks(a), newReport(a), newWebhooks(a), newCircumstances(a), newRequirements(a), newLimits(a), newRules(a), newReplay(a), newEval(a), newDoctor(a),
		newPlaces(a), newCodes(a), newUse(a), newContext(a),
		newOrgs(a), newUsers(a), newKeys(a), newPlans(a), newProjects(a), newPlugin(a),
		newMCP(a), newOpenAPI(a), newVersion(a),
	)
	addCommonFlags(root.PersistentFlags())
	a.addCompletion(root)
	root.SilenceUsage, root.SilenceErrors = true, true
	root.Version = thisBuild().Version
	root.SetVersionTemplate(thisBuild().String() + "\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("%v; see \"%s --help\"", err, cmd.CommandPath())
	})
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) (err error) {
		a.stdin = cmd.InOrStdin()
		if a.asJSON && a.asCSV || a.asJSON && a.names || a.asCSV && a.names {
			return usagef("--json, --csv and --quiet contradict each other")
		}
		if a.settings, err = loadSettings(cmd.Flags(), a.environ); err != nil {
			return err
		}
		a.log = a.newLogger()
		return nil
	}
	return root
}

func (a *app) newLogger() *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(a.settings.LogLevel)) // checked already
	opts := &slog.HandlerOptions{Level: level}
	a.logs = &logBuffer{out: a.stderr}
	if a.settings.LogFormat == "json" {
		return slog.New(prompt{slog.NewJSONHandler(a.logs, opts), a.logs})
	}
	return slog.New(prompt{slog.NewTextHandler(a.logs, opts), a.logs})
}

// group makes a command that only holds others. Alone it shows its help; a word
// it does not know is an error, not help that looks like success.
func group(cmd *cobra.Command, children ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(children...)
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		message := "\"" + cmd.CommandPath() + "\" has no command " + quote(args[0])
		if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
			message += "; did you mean " + strings.Join(near, " or ") + "?"
		}
		return usagef("%s", message)
	}
	cmd.SuggestionsMinimumDistance = 2
	return cmd
}

// jsonFlag gives a command --json.
func (a *app) jsonFlag(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&a.asJSON, "json", false, "print JSON")
	return cmd
}

// listing gives a command that prints a list --json, --csv and --quiet.
func (a *app) listing(cmd *cobra.Command) *cobra.Command {
	a.jsonFlag(cmd)
	cmd.Flags().BoolVar(&a.asCSV, "csv", false, "print CSV")
	cmd.Flags().BoolVarP(&a.names, "quiet", "q", false, "print the first column alone, without a heading")
	return cmd
}

// args takes exactly the arguments the command's Use line names in capitals.
func args(cmd *cobra.Command, n int) *cobra.Command {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return usagef("usage: %s; see \"%s --help\"", cmd.UseLine(), cmd.CommandPath())
		}
		return nil
	}
	return cmd
}

// quote shows a word of the command line, cut where it is long.
func quote(word string) string {
	const most = 60
	if len(word) > most {
		word = word[:most] + "..."
	}
	return `"` + strings.ToValidUTF8(word, "?") + `"`
}
