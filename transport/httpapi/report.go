package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/langfile"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/regengine/report/xlsx"
	"github.com/reglookup/regengine/verify"
)

// ReportFormats are the kinds of file a report can be had as.
func ReportFormats() []report.Format { return append(report.Formats(), xlsx.Format) }

// ReportCheck writes a check that a project keeps as reports tell it: as it was decided
// and kept. Its sources lead to the reading pages of the server at an address, "" for
// none: a report is read where a path alone leads nowhere.
func ReportCheck(c projects.SavedCheck, server string) (report.Check, error) {
	var inputs ReceiptInputs
	var v Verdict
	if err := errors.Join(json.Unmarshal(c.Request, &inputs), json.Unmarshal(c.Result, &v)); err != nil {
		return report.Check{}, fmt.Errorf("saved check %s: %w", c.ID, err)
	}
	out := reportInputs(c, inputs)
	v.report(&out, server)
	out.DecidedAt, out.Receipt = c.DecidedAt.UTC(), c.Receipt
	return out, nil
}

// reportInputs is a check before it is decided.
func reportInputs(c projects.SavedCheck, in ReceiptInputs) report.Check {
	out := report.Check{
		CheckID: c.ID, ID: c.Name, Element: in.Element, Parameter: in.Parameter, ProvidedValue: string(in.Value), Unit: in.Unit, GeoID: in.GeoID,
		BuildingUse: orEmpty(in.BuildingUse), AsOf: orEmpty(in.AsOf), Ref: c.Ref, CreatedAt: c.CreatedAt.UTC(),
	}
	named := list(in.Codes, func(r ReceiptCode) string { return strings.TrimSuffix(r.Slug+"@"+orEmpty(r.Version), "@") })
	out.Codes = strings.Join(named, "; ")
	given := make([]string, 0, len(in.Circumstances))
	for id, value := range in.Circumstances {
		given = append(given, id+"="+verify.Value(value).String())
	}
	slices.Sort(given)
	out.Circumstances = strings.Join(given, "; ")
	return out
}

// report fills in what a verdict says, as reports tell it.
func (r *Verdict) report(out *report.Check, server string) {
	out.Status, out.Compliant, out.Direction = verify.Status(r.ResultStatus), r.IsCompliant, orEmpty(r.LimitDirection)
	out.Limit, out.Margin = reportNumber(r.LimitValue), reportNumber(r.Margin)
	out.Conditions, out.Warnings = r.Conditions, r.Warnings
	out.Sources = list(r.Sources, func(s VerifySource) report.Source { return reportSource(s, server) })
	out.Considered = list(r.Considered, func(l ConsideredLimit) string {
		limit := limitSigns[orEmpty(l.LimitDirection)] + digitsOf(l.LimitValue)
		return strings.TrimSuffix(l.CodeSlug+"/"+orEmpty(l.Version), "/") + ": " + limit + ": " + l.Reason
	})
	out.Missing = list(r.Missing, func(m MissingCircumstance) report.Missing { return report.Missing{ID: m.ID, Label: m.Label} })
}

// ReportVerdict writes an answer of the API as reports tell it; sources as [ReportCheck].
func ReportVerdict(v *Verdict, server string) report.Check {
	out := report.Check{Element: v.Element, Parameter: v.Parameter, ProvidedValue: string(v.ProvidedValue), Unit: v.Unit, Ref: orEmpty(v.Ref)}
	if v.GeoContext != nil {
		out.GeoID = v.GeoContext.GeoID
	}
	if v.Receipt != nil {
		out.Receipt = encode(v.Receipt)
	}
	v.report(&out, server)
	return out
}

// limitSigns say how a limit bounds a value, in every language.
var limitSigns = map[string]string{"minimum": "≥ ", "maximum": "≤ ", "equality": "= "}

func reportNumber(n *Decimal) *json.Number {
	if n == nil {
		return nil
	}
	out := json.Number(*n)
	return &out
}

func reportSource(s VerifySource, server string) report.Source {
	out := report.Source{Code: s.CodeSlug, Version: orEmpty(s.Version), Section: orEmpty(s.SectionTitle), Excerpt: orEmpty(s.ContentExcerpt)}
	if server != "" {
		out.URL = server + "/codes/" + url.PathEscape(out.Code) + "/" + url.PathEscape(out.Version)
	}
	return out
}

// ProjectReport makes the report of a project: what is told of it, before its checks.
// lang is the language it is written in, "" for that of the project's country.
func ProjectReport(info *projects.Info, snapshot *regengine.Snapshot, lang string, on codes.Date, engine string) *report.Report {
	if lang == "" {
		lang = info.Language
	}
	names := append([]string{info.Place.Name}, list(info.Ancestors, func(p geo.Place) string { return p.Name })...)
	r := NewReport(snapshot, lang, on, engine)
	r.Project = &report.Project{
		ID: info.ID, Name: info.Name, Description: info.Description, Place: strings.Join(slices.Compact(names), ", "), GeoID: string(info.GeoID),
		Codes: list(info.Selected, func(c projects.Collection) report.Code {
			return report.Code{Slug: c.Slug, Title: c.Title, Version: c.Version}
		}),
	}
	r.Labels = circumstanceLabels(snapshot.Verifier.Circumstances(info.GeoID.Country()), langfile.Primary(lang), info.Language)
	r.Required = required(info, snapshot, on)
	return r
}

// circumstanceLabels say circumstances and their values in a language, else in another, as
// [report.Report] takes them.
func circumstanceLabels(known []verify.Circumstance, lang, fallback string) map[string]string {
	labels := make(map[string]string)
	for _, c := range known {
		labels[c.ID] = c.Label.In(lang, fallback)
		for _, o := range c.Options {
			labels[c.ID+"="+o.Value.String()] = o.Label.In(lang, fallback)
		}
	}
	return labels
}

// NewReport makes a report that has no checks yet.
func NewReport(snapshot *regengine.Snapshot, lang string, on codes.Date, engine string) *report.Report {
	return &report.Report{
		Language: lang, On: on, Engine: engine, Data: report.Data(snapshot.Fingerprint()),
		Checks: report.Of(nil),
	}
}

// required asks for the requirements that the regulations selected for a project make at
// its place, by what its memory tells.
func required(info *projects.Info, snapshot *regengine.Snapshot, on codes.Date) func(report.Wanted) (*verify.Requirements, error) {
	country := info.GeoID.Country()
	query := verify.Query{GeoID: string(info.GeoID), Country: country, Project: regengine.ProjectData(info)}
	for _, c := range info.Selected {
		query.Codes = append(query.Codes, c.Versions...)
	}
	subjects := snapshot.Verifier.Subjects(country)
	return func(wanted report.Wanted) (*verify.Requirements, error) {
		i := slices.IndexFunc(subjects, func(s verify.Subject) bool {
			return s.ElementID == wanted.Element && s.ParameterID == wanted.Parameter
		})
		if i < 0 || len(query.Codes) == 0 {
			return nil, nil //nolint:nilnil // what no rule is about
		}
		q := query
		q.Element, q.Parameter, q.Unit = subjects[i].Element.In(info.Language, ""), subjects[i].Parameter.In(info.Language, ""), wanted.Unit
		if id, text, told := strings.Cut(wanted.Given, "="); told {
			value, err := snapshot.Verifier.ParseCircumstance(country, id, text)
			if err != nil {
				return nil, nil //nolint:nilnil,nilerr // a circumstance that the country's rules do not know
			}
			q.Circumstances = map[string]verify.Value{id: value}
		}
		found, err := snapshot.Verifier.Requirements(context.Background(), q, on)
		if err != nil || !slices.Contains(found.Element.IDs, wanted.Element) || !slices.Contains(found.Parameter.IDs, wanted.Parameter) {
			return nil, err
		}
		return found, nil
	}
}

// Checks is where a project's checks are kept; [projects.Service] is one.
type Checks interface {
	ListChecks(ctx context.Context, organizationID, projectID string, page projects.CheckPage) (list []projects.SavedCheck, total int, err error)
	RunChecks(ctx context.Context, organizationID, projectID string, list []projects.SavedCheck, keep bool,
		decide func(ctx context.Context, c projects.SavedCheck) (projects.Decision, error)) (projects.Rerun, error)
}

// errChecksChanged says that checks came or went while a report was written.
var errChecksChanged = errors.New("httpapi: the checks changed while they were reported")

// reportPage is how many checks a report holds at a time: whole ones are large.
const reportPage = 500

// KeptChecks makes a report tell the checks of a project as they are kept. They are read
// while the report is written, so ctx must last as long. listed is what
// [projects.AllChecks] brings.
func KeptChecks(ctx context.Context, r *report.Report, from Checks, p projects.Project, listed []projects.SavedCheck, server string) {
	for _, c := range listed {
		r.Tally.Add(verify.Status(c.Verdict))
	}
	r.Checks = func(yield func(*report.Check, error) bool) {
		for at := 0; at < len(listed); at += reportPage {
			page, total, err := from.ListChecks(ctx, p.OrganizationID, p.ID, projects.CheckPage{From: at, Most: reportPage})
			if err == nil && total != len(listed) {
				err = errChecksChanged
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for _, c := range page {
				told, err := ReportCheck(c, server)
				if !yield(&told, err) || err != nil {
					return
				}
			}
		}
	}
}

// CheckAgain makes a report tell what the checks of a run come to now. Nothing is kept.
// The error is that of [projects.Service.RunChecks].
func CheckAgain(ctx context.Context, r *report.Report, from Checks, p projects.Project, run *CheckRun, at time.Time, server string) error {
	var mu sync.Mutex
	told := make(map[string]report.Check, len(run.Valid))
	_, err := from.RunChecks(ctx, p.OrganizationID, p.ID, run.Valid, false, func(ctx context.Context, c projects.SavedCheck) (projects.Decision, error) {
		now, err := run.Decide(ctx, c)
		if err != nil {
			return now, err
		}
		c.Decision = now
		c.DecidedAt = at
		one, err := ReportCheck(c, server)
		mu.Lock()
		defer mu.Unlock()
		told[c.ID] = one
		return now, err
	})
	if err != nil {
		return err
	}
	checks := make([]report.Check, 0, len(run.listed))
	for _, c := range run.listed {
		one, decided := told[c.ID]
		if !decided {
			one = run.told(c)
		}
		checks = append(checks, one)
		r.Tally.Add(one.Verdict())
	}
	r.Again, r.Checks = run.asOf, report.Of(checks)
	return nil
}

// told is a check that cannot be decided any more.
func (r *CheckRun) told(c projects.SavedCheck) report.Check {
	var inputs ReceiptInputs
	_ = json.Unmarshal(c.Request, &inputs) // that it cannot be read is what is wrong with it
	out := reportInputs(c, inputs)
	for _, refused := range r.refused {
		if refused.CheckID == c.ID {
			out.Error = refused.Error.Detail
		}
	}
	return out
}
