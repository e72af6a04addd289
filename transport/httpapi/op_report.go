package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/report"
)

var (
	reportFormat = &field{name: "format", kind: enumField, enum: formatNames(), example: "json",
		doc: "The kind of file: html for print, csv and xlsx for spreadsheets (what one would take for a formula is a text), json, bcf (BCF-XML 3.0) of what may be broken, a topic each, and ids (IDS 1.0) of what the selected regulations require that a model can hold. json when omitted."}
	reportLanguage = &field{name: "lang", kind: textField, max: 35, example: "es",
		doc: "Language of the report's own words, as a BCP 47 tag; that of the project's country when omitted, English where there are no words of it. What a check came to stays as it was told."}
	reportAsOf = &field{name: "as_of", kind: dateField, example: "2027-01-01",
		doc: "Decides every check anew by the law in force on that day, and keeps nothing. When omitted, each stands as it is kept."}
)

func formatNames() []string {
	return list(ReportFormats(), func(f report.Format) string { return f.Name })
}

func (a *API) reportOperations() []*operation {
	return []*operation{{
		id: "getReport", method: http.MethodGet, path: "/api/v1/projects/{project_id}/report", tag: "Projects",
		summary: "Get a project's report",
		description: "Writes what the saved checks of a project came to as a file that leaves the service: the project, its place and regulations, the verdicts with limit, margin, conditions, passages and receipts. " +
			"The schema is that of format=json; the other formats have media types of their own. Costs nothing, but with as_of one credit for each check that can be decided; when the credits do not suffice for all of them, none is decided: 429 quota_exceeded." + foreignProject,
		group: access.Intelligence, pathFields: []*field{projectIDPath}, queryFields: []*field{reportFormat, reportLanguage, reportAsOf}, mayCost: true, extension: true,
		response: ReportDocument{}, run: a.getReport,
	}}
}

// ReportDocument is a report as JSON, as package report writes it.
type ReportDocument json.RawMessage

// Schema implements [huma.SchemaProvider].
func (ReportDocument) Schema(huma.Registry) *huma.Schema {
	object := func(doc string) *huma.Schema {
		return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: doc}
	}
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Required: []string{"project", "on", "engine", "data", "summary", "results"}, Properties: map[string]*huma.Schema{
		"project": object("The project, its place and the regulations selected."),
		"on":      {Type: huma.TypeString, Format: "date", Description: "The day of the report."},
		"as_of":   {Type: huma.TypeString, Format: "date", Description: "The day by whose law the checks were decided anew; absent where they stand as they are kept."},
		"engine":  {Type: huma.TypeString, Description: "Name and version of the program that wrote it."},
		"data":    object("SHA-256 of each part of the data that is loaded."),
		"summary": object("How often each verdict occurs."),
		"results": {Type: huma.TypeArray, Description: "The checks, oldest first, as `regengine verify --format json` writes them, with their receipts.", Items: object("A check with what it came to.")},
	}}
}

func (a *API) getReport(ctx context.Context, x *exchange, in *input) (reply, error) {
	asOf := dayOf(in, reportAsOf)
	if !asOf.IsZero() && !x.principal.Plan.APIAccess {
		return reply{}, problemPlan.err()
	}
	info, err := a.infoNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	listed, _, err := a.deps.Projects.ListChecks(ctx, info.OrganizationID, info.ID, projects.AllChecks)
	if err != nil {
		return reply{}, err
	}
	today := codes.DateOf(a.now())
	written := ProjectReport(info, a.deps.Engine.Snapshot(), in.text(reportLanguage.name), today, EngineName(a.opts.Version))
	if asOf.IsZero() {
		KeptChecks(ctx, written, a.deps.Projects, info.Project, listed, a.opts.BaseURL)
	} else if err := a.reportAgain(ctx, x, in, written, info, listed, asOf); err != nil {
		return reply{}, err
	}
	format := formatOf(in.text(reportFormat.name))
	name := fmt.Sprintf("report-%.8s-%s.%s", info.ID, today, format.Name)
	return fileReply(format.MediaType, name, func(w io.Writer) error { return format.Write(w, written) }), nil
}

// reportAgain decides the checks of a report anew, for credits.
func (a *API) reportAgain(ctx context.Context, x *exchange, in *input, written *report.Report, info *projects.Info, listed []projects.SavedCheck, asOf codes.Date) error {
	run := NewCheckRun(a.deps.Engine.Snapshot(), listed, asOf, codes.DateOf(a.now()), EngineName(a.opts.Version))
	again := func(ctx context.Context) ([]byte, error) {
		return []byte("{}"), CheckAgain(ctx, written, a.deps.Projects, info.Project, run, a.now(), a.opts.BaseURL)
	}
	if len(run.Valid) == 0 {
		_, err := again(ctx)
		return err
	}
	_, _, err := a.charge(ctx, x, in, charged{operation: meteredReport, about: fmt.Sprint(info.ID, " ", asOf), credits: a.opts.VerifyCredits * int64(len(run.Valid)), timeout: runTimeout, work: again})
	return err
}

// formatOf returns the format of a name; "" is JSON.
func formatOf(name string) report.Format {
	formats := ReportFormats()
	if i := slices.IndexFunc(formats, func(f report.Format) bool { return f.Name == name }); i >= 0 {
		return formats[i]
	}
	return report.Format{Name: "json", MediaType: "application/json", Write: report.WriteJSON}
}
