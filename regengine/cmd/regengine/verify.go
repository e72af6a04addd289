package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/verify"
)

// verifyOptions are the flags of "verify".
type verifyOptions struct {
	snapshotOptions
	format, output string
	failOn         []string
	stdin          io.Reader
	within         projectOption

	row checkRow // the single check the flags ask for
}

func newVerify(a *app) *cobra.Command {
	var o verifyOptions
	cmd := a.jsonFlag(&cobra.Command{
		Use:   "verify [FILE.csv|FILE.xlsx|-]",
		Short: "Check values against the regulations that apply",
		Long: `Check values against the regulations that apply at a place: every row of a table, or
the one check the flags describe. It decides as POST /api/v1/verify does, and costs no
credits; where --server asks a server, one credit a check.

The table is a workbook (XLSX), or text with columns separated by commas, semicolons or
tabs. Its columns are found by these names, or by what people head them with in Spanish,
English and French (elemento, parámetro, valor, unidad, municipio ...):
  element, parameter, value, unit, geo_id   what is checked, and where
  building_use                              use of the building, free text
  codes                                     slug or slug@version, several with semicolons;
                                            empty for all that apply
  id                                        any text, to find the row in the report
  as_of                                     by the law in force on that day, YYYY-MM-DD
  circumstances                             what is certain, as id=value with semicolons between:
                                            "drop_height=4 m; lift=no"; see "regengine circumstances"
  ref                                       your name for the check; it comes back with the result
Other columns are left aside. The unit boolean takes 0, 1, yes, no, sí. A class of
resistance to fire may stand whole in value (EI2 60-C5). A row with a
mistake is reported with its line, and does not keep the others from being checked;
the exit code is then 3.

The report is CSV, JSON, one HTML page for print, a workbook (xlsx) or the issues of a
model (bcf), by --format or the ending of --output.`,
		Example: `  regengine verify checks.csv --data-dir ./data > report.csv
  regengine verify checks.tsv --output report.html
  regengine verify - --format json < checks.csv
  regengine verify --element "barandilla con una caída de 4 m" --parameter altura --value 0.95 --unit m --place Madrid
  regengine verify checks.csv --fail-on non_compliant,undetermined --output report.csv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.stdin = cmd.InOrStdin()
			return a.verify(cmd.Context(), args, o)
		},
	})
	cmd.Args = cobra.MaximumNArgs(1)
	f := cmd.Flags()
	o.addFlags(f)
	o.within.addFlags(f)
	f.StringVar(&o.format, "format", "", "csv, json, html, xlsx or bcf; by default what --output ends in, else csv")
	f.StringVarP(&o.output, "output", "o", "", "file for the report; standard output without")
	f.String("base-url", "", "address of the server whose reading pages sources lead to, such as https://reg.example.org")
	addServerFlag(f)
	f.StringSliceVar(&o.failOn, "fail-on", nil, "end with code 1 when a check comes to that verdict: non_compliant (a conditional with is_compliant false too), undetermined or conditional; may be repeated")
	o.row.addFlags(f)
	return cmd
}

// addFlags adds those that describe a single check.
func (r *checkRow) addFlags(f *pflag.FlagSet) {
	c := &r.Check
	f.StringVar(&c.Element, "element", "", "a single check: the construction element")
	f.StringVar(&c.Parameter, "parameter", "", "a single check: what is measured of it")
	f.StringVar(&c.Value, "value", "", "a single check: the value")
	f.StringVar(&c.Unit, "unit", "", "a single check: its unit, boolean for yes and no")
	placeFlag(f, &c.GeoID, "a single check: the place")
	f.StringVar(&c.BuildingUse, "building-use", "", "a single check: the use of the building; --use for short")
	f.StringVar(&c.BuildingUse, "use", "", "as --building-use")
	_ = f.MarkHidden("use") // it is there
	f.StringArrayVar(&r.With, "with", nil, "a single check: a circumstance that is certain, as id=value, such as \"drop_height=4 m\"; may be repeated")
	f.StringVar(&c.Ref, "ref", "", "a single check: your name for it")
	f.StringVar(&r.Codes, "codes", "", "a single check: only these, as name or name@version with semicolons")
	f.StringVar(&r.AsOf, "as-of", "", "a single check: by the law in force on that day, YYYY-MM-DD")
}

// errVerdict says that a check came to a verdict of --fail-on.
var errVerdict = errors.New("came to a verdict of --fail-on")

// errRows says that rows of a table could not be checked.
var errRows = errors.New("rows with mistakes")

func (a *app) verify(ctx context.Context, args []string, o verifyOptions) error {
	format, err := o.reportFormat(a.asJSON)
	if err != nil {
		return err
	}
	for _, status := range o.failOn {
		if !slices.Contains([]verify.Status{verify.NonCompliant, verify.Undetermined, verify.Conditional}, verify.Status(status)) {
			return usagef("--fail-on %s is none of non_compliant, undetermined, conditional", quote(status))
		}
	}
	project, err := a.project(ctx, o.within)
	if err != nil {
		return err
	}
	o.row.Check.GeoID = cmp.Or(o.row.Check.GeoID, project.place)
	rows, err := o.rows(args)
	if err != nil {
		return err
	}
	for i := range rows {
		rows[i].Check.Project = project.data
	}
	single := len(args) == 0
	results, err := a.decide(ctx, rows, o, single, single && format == "json")
	if err != nil {
		return err
	}
	if err := a.writeTo(o.output, func(w io.Writer) error { return writeChecks(w, results, format, single, a.today()) }); err != nil {
		return err
	}
	if !single && o.output != "" {
		t := report.TallyOf(reported(results))
		fmt.Fprintf(a.stderr, "%d checks: %d compliant, %d conditional, %d conditional but not compliant, %d non_compliant, %d undetermined, %d with mistakes; written to %s\n",
			t.Checks, t.Compliant, t.Conditional, t.SomeReadings, t.NonCompliant, t.Undetermined, t.Errors, o.output)
	}
	return judgeChecks(results, o.failOn)
}

// decide decides checks here, or has a server do so.
func (a *app) decide(ctx context.Context, rows []checkRow, o verifyOptions, single, receipts bool) (results []checked, err error) {
	report, finish := a.progress()
	defer finish()
	tell := progressOf(report, len(rows), "checks")
	c, err := a.serverFor(ctx, o.snapshotOptions, o.within)
	if err != nil {
		return nil, err
	}
	if c != nil {
		return a.decideAt(ctx, c, rows, single, receipts, tell)
	}
	err = a.snapshot(ctx, o.snapshotOptions, func(s *regengine.Snapshot) error {
		if single {
			if err := a.nameCheck(ctx, s, &rows[0].Check); err != nil {
				return err
			}
		}
		results, err = checker{s, a.today(), a.settings.BaseURL, receipts}.all(ctx, rows, tell)
		if err != nil || !single || !results[0].leavesOpen() {
			return err
		}
		query := verify.Query{Element: rows[0].Check.Element, Parameter: rows[0].Check.Parameter, GeoID: rows[0].Check.GeoID, Country: geo.ID(rows[0].Check.GeoID).Country()}
		list, err := s.Verifier.Requirements(ctx, query, a.today())
		if err == nil && list.Applying == 0 {
			results[0].offer(list.Warnings)
		}
		return err
	})
	return results, err
}

// nameCheck makes of the names in a single check what they stand for.
func (a *app) nameCheck(ctx context.Context, s *regengine.Snapshot, c *verify.Check) (err error) {
	if c.GeoID, err = a.placeIn(ctx, s, c.GeoID); err != nil {
		return err
	}
	return codesIn(s, c.Codes)
}

// judgeChecks returns the error a script should learn of.
func judgeChecks(results []checked, failOn []string) error {
	var mistakes []string
	failed := 0
	for i := range results {
		r := &results[i]
		if r.Error != "" {
			mistakes = append(mistakes, strings.TrimPrefix(fmt.Sprintf("line %d: %s", r.Line, r.Error), "line 0: "))
		}
		if r.failsOn(failOn) {
			failed++
		}
	}
	if err := mistakesIn(mistakes); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d checks %w", failed, len(results), errVerdict)
	}
	return nil
}

// mistakesIn returns an error that tells the first of what is wrong with rows; nil where
// nothing is.
func mistakesIn(mistakes []string) error {
	const shown = 20
	n := len(mistakes)
	if n == 0 {
		return nil
	}
	text := strings.Join(mistakes[:min(n, shown)], "\n")
	if n > shown {
		text += fmt.Sprintf("\nand %d more", n-shown)
	}
	return &advice{text, errRows}
}

// failsOn reports whether a check came to one of the verdicts given. A conditional that
// is not compliant may be broken, and so fails where non_compliant does.
func (r *checked) failsOn(failOn []string) bool {
	return slices.Contains(failOn, string(r.Status)) ||
		r.Verdict() == verify.ConditionalNotCompliant && slices.Contains(failOn, string(verify.NonCompliant))
}

// reportFormat returns the format of the report; "" for words about a single
// check.
func (o verifyOptions) reportFormat(asJSON bool) (string, error) {
	format := o.format
	if asJSON {
		if format != "" && format != "json" {
			return "", usagef("--json and --format %s contradict each other", quote(format))
		}
		format = "json"
	}
	format = cmp.Or(format, strings.TrimPrefix(strings.ToLower(filepath.Ext(o.output)), "."))
	switch format {
	case "", "csv", "json", "html", "xlsx", "bcf":
		return format, nil
	case "htm":
		return "html", nil
	}
	if o.format == "" {
		return "", usagef("--output %s ends in none of .csv, .json, .html, .xlsx and .bcf; say which with --format", quote(o.output))
	}
	return "", usagef("--format %s is none of csv, json, html, xlsx and bcf", quote(o.format))
}

// rows returns the checks to decide.
func (o verifyOptions) rows(args []string) ([]checkRow, error) {
	single := o.row.Check.Element + o.row.Check.Parameter + o.row.Check.Value + o.row.Check.Unit + o.row.Check.GeoID
	switch {
	case len(args) == 0 && single == "":
		return nil, usagef("give a file of checks, - for standard input, or --element, --parameter, --value, --unit and --place; see \"regengine verify --help\"")
	case len(args) == 0:
		row := o.row
		if err := row.Complete(); err != nil {
			return nil, usagef("%v", err)
		}
		return []checkRow{row}, nil
	case single != "":
		return nil, usagef("a file of checks and the flags of a single check contradict each other")
	}
	in := o.stdin
	if args[0] != "-" {
		f, err := os.Open(args[0])
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	rows, err := readChecks(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", args[0], err)
	}
	return rows, nil
}

// writeTo writes to a file, "" for standard output. Half a file does not stay.
func (a *app) writeTo(path string, write func(w io.Writer) error) error {
	if path == "" {
		return write(a.stdout)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".report-*")
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// progressOf tells how many of so many are done.
func progressOf(report regengine.Progress, total int, what string) func(done int) {
	if report == nil {
		return nil
	}
	return func(done int) { report(done, total, what) }
}

func writeChecks(w io.Writer, results []checked, format string, single bool, day codes.Date) error {
	switch {
	case format == "json":
		out := json.NewEncoder(w)
		out.SetEscapeHTML(false)
		out.SetIndent("", "  ")
		if single {
			return out.Encode(results[0])
		}
		return out.Encode(struct {
			Summary report.Tally `json:"summary"`
			Results []checked    `json:"results"`
		}{report.TallyOf(reported(results)), append([]checked{}, results...)})
	case format == "" && single:
		return writeCheckWords(w, &results[0])
	}
	checks := reported(results)
	r := &report.Report{On: day, Engine: httpapi.EngineName(thisBuild().Version), Tally: report.TallyOf(checks), Checks: report.Of(checks)}
	return reportFormat(cmp.Or(format, "csv")).Write(w, r)
}

// writeCheckWords tells a person what one check came to.
func writeCheckWords(w io.Writer, r *checked) error {
	var b strings.Builder
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%-12s%s\n", name, text)
		}
	}
	if r.Error == "" {
		text := string(r.Status)
		if words := report.Words(r.Verdict(), "en"); !strings.EqualFold(words, text) {
			text += " (" + words + ")"
		}
		line("verdict", text)
	}
	if r.Limit != nil {
		line("limit", strings.TrimSpace(fmt.Sprintf("%s %s %s", r.Direction, *r.Limit, r.Unit)))
	}
	if r.Margin != nil {
		line("margin", fmt.Sprintf("%s %s", *r.Margin, r.Unit))
	}
	for _, text := range r.Project {
		line("project", text)
	}
	for _, text := range r.Conditions {
		line("condition", text)
	}
	for _, text := range r.Considered {
		line("considered", text)
	}
	for _, s := range r.Sources {
		line("source", strings.TrimRight(s.Code+"/"+s.Version+", "+s.Section, ", "))
		line("", "  "+strings.Join(strings.Fields(s.Excerpt), " "))
		if s.URL != "" {
			line("", "  "+s.URL)
		}
	}
	for _, m := range r.Missing {
		line("missing", m.Label+", as --with "+m.ID+"=")
		for _, w := range m.Would {
			line("", "  "+w.Label+": "+w.ResultStatus)
		}
	}
	for _, text := range r.Warnings {
		line("note", text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
