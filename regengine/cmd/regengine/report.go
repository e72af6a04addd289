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

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/transport/httpapi"
)

// reportOptions are the flags of "report".
type reportOptions struct {
	who                  projectFlags
	project, file        string
	format, output, lang string
	asOf                 string
}

func newReport(a *app) *cobra.Command {
	var o reportOptions
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "report",
		Short: "Write what checks came to as a file for others",
		Long: `Write a report of the saved checks of a project, or of a file of results as
"regengine verify --format json" and POST /api/v1/verify/batch write them.

  html   a page for print, with passages, receipts and a place to sign
  csv    a table; xlsx the same as a workbook. What a spreadsheet would take for a
         formula is a text
  json   everything, with whole receipts
  bcf    BCF-XML 3.0: a topic for each check that may be broken. A check whose ref is
         the IfcGuid of a part of a model selects it. A later file updates an earlier one
  ids    IDS 1.0: what the regulations selected require that properties of a model can
         hold; what is left out is listed in it

The checks of a project stand as they were decided and kept. With --as-of they are
decided anew, and nothing is kept.`,
		Example: `  regengine report --project 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 -o informe.html
  regengine report --project 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 --as-of 2027-01-01 -o informe.xlsx
  regengine report --project 0b2c7c1e-6f0d-4b52-a4f5-0c8a56b5ad11 --format ids -o requisitos.ids
  regengine report --file results.json --lang es -o informe.html`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.report(cmd.Context(), o) },
	}), 0)
	f := cmd.Flags()
	f.StringVar(&o.project, "project", "", "the project, by id")
	f.StringVar(&o.file, "file", "", "results of a batch, as JSON")
	f.StringVar(&o.format, "format", "", "one of "+strings.Join(reportNames(), ", ")+"; by default what --output ends in, else html")
	f.StringVarP(&o.output, "output", "o", "", "file to write; standard output without")
	f.StringVar(&o.lang, "lang", "", "language of the report's own words, as es; by default that of the project's country, else English")
	f.StringVar(&o.asOf, "as-of", "", "decide the project's checks anew, by the law in force on that day, YYYY-MM-DD")
	f.StringVar(&o.who.org, "org", "", "organization of the project, by id or name")
	f.StringVar(&o.who.user, "user", "", "user, by id or e-mail")
	f.String("base-url", "", "address of the server whose reading pages sources lead to, such as https://reg.example.org")
	addPluginFlags(f)
	return cmd
}

func reportNames() []string {
	return mapped(httpapi.ReportFormats(), func(f report.Format) string { return f.Name })
}

// reportFormat returns the format of a name that is one.
func reportFormat(name string) report.Format {
	formats := httpapi.ReportFormats()
	return formats[slices.IndexFunc(formats, func(f report.Format) bool { return f.Name == name })]
}

// formatName returns which format the flags ask for.
func (o *reportOptions) formatName(asJSON bool) (string, error) {
	name := cmp.Or(o.format, strings.TrimPrefix(strings.ToLower(filepath.Ext(o.output)), "."), "html")
	if asJSON {
		name = "json"
	}
	if !slices.Contains(reportNames(), name) {
		return "", usagef("%s is none of the formats %s; say which with --format", quote(name), strings.Join(reportNames(), ", "))
	}
	return name, nil
}

func (a *app) report(ctx context.Context, o reportOptions) error {
	name, err := o.formatName(a.asJSON)
	if err != nil {
		return err
	}
	write := func(r *report.Report) error {
		err := a.writeTo(o.output, func(w io.Writer) error { return reportFormat(name).Write(w, r) })
		return advise(err, report.ErrNothingRequired, "nothing is required of this project that a model can carry; \"regengine projects select\" chooses its regulations")
	}
	switch {
	case (o.project == "") == (o.file == ""):
		return usagef("name either a project with --project or results with --file")
	case o.file != "" && o.asOf != "":
		return usagef("--as-of decides the checks of a project; \"regengine verify\" those of a file")
	case o.file != "":
		return a.reportFile(o, write)
	}
	day, err := dayOf(o.asOf)
	if err != nil {
		return err
	}
	return a.contents(ctx, &o.who, o.project, func(f *office, info *projects.Info) error {
		r, err := a.reportOf(ctx, f, info, o.lang, day)
		if err != nil {
			return err
		}
		return write(r)
	})
}

// reportOf makes the report of a project; by the law of a day where one is given.
func (a *app) reportOf(ctx context.Context, f *office, info *projects.Info, lang string, day codes.Date) (*report.Report, error) {
	listed, _, err := f.ListChecks(ctx, info.OrganizationID, info.ID, projects.AllChecks)
	if err != nil {
		return nil, err
	}
	snapshot, engine := f.engine.Snapshot(), httpapi.EngineName(thisBuild().Version)
	r := httpapi.ProjectReport(info, snapshot, lang, a.today(), engine)
	if day.IsZero() {
		httpapi.KeptChecks(ctx, r, f, info.Project, listed, a.settings.BaseURL)
		return r, nil
	}
	run := httpapi.NewCheckRun(snapshot, listed, day, a.today(), engine)
	return r, httpapi.CheckAgain(ctx, r, f, info.Project, run, a.now(), a.settings.BaseURL)
}

// errResults says that a file holds no results.
var errResults = errors.New("no results of a batch")

func (a *app) reportFile(o reportOptions, write func(*report.Report) error) error {
	data, err := os.ReadFile(o.file)
	if err != nil {
		return err
	}
	checks, err := readResults(data, a.settings.BaseURL)
	if err != nil {
		return fmt.Errorf("%s: %w", o.file, err)
	}
	return write(&report.Report{
		Language: o.lang, On: a.today(), Engine: httpapi.EngineName(thisBuild().Version), Tally: report.TallyOf(checks), Checks: report.Of(checks),
	})
}

// readResults reads the results of a batch: of "verify --format json", or an answer of the API.
func readResults(data []byte, server string) ([]report.Check, error) {
	var file struct {
		Results *[]json.RawMessage `json:"results"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("%w: %w", errResults, err)
	}
	if file.Results == nil {
		return nil, errResults
	}
	checks := make([]report.Check, len(*file.Results))
	for i, raw := range *file.Results {
		var answered struct {
			Index  *int             `json:"index"`
			Result *httpapi.Verdict `json:"result"`
			Error  *json.RawMessage `json:"error"`
		}
		err := json.Unmarshal(raw, &answered)
		switch {
		case err == nil && answered.Index == nil:
			err = json.Unmarshal(raw, &checks[i])
		case err == nil && answered.Result != nil:
			checks[i] = httpapi.ReportVerdict(answered.Result, server)
		case err == nil && answered.Error != nil:
			var problem httpapi.Problem
			err = json.Unmarshal(*answered.Error, &problem)
			checks[i].Error = cmp.Or(problemText(problem), "?")
		}
		if err != nil {
			return nil, fmt.Errorf("%w: result %d: %w", errResults, i+1, err)
		}
	}
	return checks, nil
}
