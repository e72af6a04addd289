package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sheet"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/verify"
)

// checked is what became of one check. Its keys are those of the API's verify
// response where they say the same.
type checked struct {
	Line          int           `json:"line,omitempty"` // of the file
	ID            string        `json:"id,omitempty"`
	Element       string        `json:"element"`
	Parameter     string        `json:"parameter"`
	ProvidedValue string        `json:"provided_value"`
	Unit          string        `json:"unit"`
	GeoID         string        `json:"geo_id"`
	BuildingUse   string        `json:"building_use,omitempty"`
	Codes         string        `json:"codes,omitempty"`
	AsOf          string        `json:"as_of,omitempty"`
	Ref           string        `json:"ref,omitempty"`
	Circumstances string        `json:"circumstances,omitempty"` // "id=value; id=value", as written
	Error         string        `json:"error,omitempty"`         // what is wrong with the check; then nothing follows
	Status        verify.Status `json:"result_status,omitempty"`
	Compliant     bool          `json:"is_compliant"`
	Limit         *json.Number  `json:"limit_value"`
	Margin        *json.Number  `json:"margin"`
	Direction     string        `json:"limit_direction,omitempty"`
	Conditions    []string      `json:"conditions"`
	Sources       []checkSource `json:"sources"`
	Considered    []string      `json:"considered"`
	Warnings      []string      `json:"warnings"`
	Project       []string      `json:"project,omitempty"` // what of the project's memory it rests on

	Missing []httpapi.MissingCircumstance `json:"missing"`

	Receipt *httpapi.Receipt `json:"receipt,omitempty"` // of a single check as JSON
}

// verdict is the status with the two kinds of conditional told apart.
func (r *checked) verdict() verify.Status { return verify.VerdictOf(r.Status, r.Compliant) }

// checkSource is a passage a verdict stands on.
type checkSource struct {
	Code    string `json:"code_slug"`
	Version string `json:"version"`
	Section string `json:"section_title"`
	Excerpt string `json:"content_excerpt"`
	URL     string `json:"url,omitempty"` // of the official publication, or of a server's reading page
}

// checker decides checks over one snapshot.
type checker struct {
	snapshot *regengine.Snapshot
	today    codes.Date
	server   string // address whose reading pages sources lead to; "" for the official publication
	receipts bool   // tell what each verdict was made from
}

// all decides rows, several at once, in their order.
func (c checker) all(ctx context.Context, rows []checkRow, progress func(done int)) ([]checked, error) {
	out := make([]checked, len(rows))
	var next, done atomic.Int64
	var mu sync.Mutex // of progress
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(rows)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(rows) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				out[i] = c.one(ctx, &rows[i])
				if n := int(done.Add(1)); progress != nil {
					mu.Lock()
					progress(n)
					mu.Unlock()
				}
			}
		})
	}
	workers.Wait()
	return out, ctx.Err()
}

// one decides a row. A row that cannot be decided says why.
func (c checker) one(ctx context.Context, row *checkRow) checked {
	out := newChecked(row)
	check, err := row.resolve(c.snapshot)
	if err != nil {
		out.Error = err.Error()
		return out
	}
	result, err := c.snapshot.Verifier.Verify(ctx, check, c.today)
	if err == nil {
		c.fill(&out, result)
		out.Receipt, err = c.receipt(ctx, check)
	}
	if err != nil {
		out.Error = row.explained(err).Error()
	}
	return out
}

// resolve returns the check of a row with its country and circumstances. The country of
// a place there is not is "".
func (r *checkRow) resolve(s *regengine.Snapshot) (verify.Check, error) {
	if r.Err != nil {
		return verify.Check{}, r.Err
	}
	check := r.Check
	if id, err := s.Places.ParseID(check.GeoID); err == nil {
		check.Country = id.Country()
	}
	given, err := readCircumstances(s.Verifier, check.Country, r.With)
	if err != nil && check.Country != "" {
		return verify.Check{}, err
	}
	check.Circumstances = given
	return check, nil
}

// explained says which word of a row an error of its decision is about.
func (r *checkRow) explained(err error) error {
	switch {
	case errors.Is(err, verify.ErrLocationNotFound):
		return fmt.Errorf("geo_id %s is no place there is", quote(r.Check.GeoID))
	case errors.Is(err, verify.ErrInvalidCode):
		return fmt.Errorf("codes %s names a code or version that does not exist", quote(r.Codes))
	}
	return err
}

// newChecked is a row before it is decided.
func newChecked(row *checkRow) checked {
	out := checked{
		Line: row.Line, ID: row.ID, Element: row.Check.Element, Parameter: row.Check.Parameter, ProvidedValue: row.Check.Value, Unit: row.Check.Unit,
		GeoID: row.Check.GeoID, BuildingUse: row.Check.BuildingUse, Codes: row.Codes, AsOf: row.AsOf, Ref: row.Check.Ref, Circumstances: strings.Join(row.With, ";"),
		Conditions: []string{}, Sources: []checkSource{}, Considered: []string{}, Warnings: []string{}, Missing: []httpapi.MissingCircumstance{},
	}
	if row.Err != nil {
		out.Error = row.Err.Error()
	}
	return out
}

// receipt tells what a verdict was made from, where that is asked for.
func (c checker) receipt(ctx context.Context, check verify.Check) (*httpapi.Receipt, error) {
	if !c.receipts {
		return nil, nil
	}
	response, err := httpapi.DecideCheck(ctx, c.snapshot, check, c.today, httpapi.EngineName(thisBuild().Version))
	if err != nil {
		return nil, err
	}
	return response.Receipt, nil
}

func (c checker) fill(out *checked, r *verify.Result) {
	out.Status, out.Compliant, out.Direction = r.Status, r.IsCompliant, string(r.Direction)
	out.Limit, out.Margin = numberOrNull(r.Limit), numberOrNull(r.Margin)
	out.Conditions = append(out.Conditions, r.Conditions...)
	out.Warnings = append(out.Warnings, r.Warnings...)
	out.Missing = httpapi.Missing(r.Missing)
	for _, each := range r.Applied {
		out.Project = append(out.Project, each.Text)
	}
	for _, s := range r.Sources {
		if source := c.source(s); !slices.Contains(out.Sources, source) {
			out.Sources = append(out.Sources, source)
		}
	}
	for _, other := range r.Considered {
		limit := strings.TrimSpace(strings.Join([]string{string(other.Direction), other.Limit}, " "))
		out.Considered = append(out.Considered, other.Ref.String()+": "+limit+": "+other.Reason)
	}
}

func numberOrNull(digits string) *json.Number {
	if digits == "" {
		return nil
	}
	n := json.Number(digits)
	return &n
}

// source names a passage and where a person can read it.
func (c checker) source(s verify.Source) checkSource {
	out := checkSource{Code: s.Ref.Code, Version: s.Ref.Version, Excerpt: s.Excerpt}
	version, err := c.snapshot.Codes.Version(s.Ref)
	if err != nil || s.Block == nil {
		return out
	}
	out.Section = crossref.Title(s.Block, s.Cite)
	out.URL = version.SourceURL
	if c.server != "" {
		out.URL = strings.TrimSuffix(c.server, "/") + "/codes/" + url.PathEscape(s.Ref.Code) + "/" + url.PathEscape(s.Ref.Version) + "#" + url.PathEscape(s.Block.Section)
	}
	return out
}

// checkColumns heads a report as CSV.
var checkColumns = []string{
	"line", "id", "element", "parameter", "provided_value", "unit", "geo_id", "building_use", "codes", "as_of", "ref", "circumstances", "result_status", "is_compliant",
	"limit_value", "limit_direction", "margin", "conditions", "sources", "warnings", "error",
}

// writeCheckCSV writes a report as CSV. A cell that a spreadsheet would take for
// a formula is led by an apostrophe.
func writeCheckCSV(w io.Writer, results []checked) error {
	rows := make([][]string, len(results))
	for i := range results {
		rows[i] = results[i].cells()
	}
	return sheet.WriteCSV(w, checkColumns, rows)
}

// cells are those of checkColumns.
func (r *checked) cells() []string {
	var sources []string
	for _, s := range r.Sources {
		if name := strings.TrimSpace(s.Code + "/" + s.Version + " " + s.Section); !slices.Contains(sources, name) {
			sources = append(sources, name)
		}
	}
	compliant := strconv.FormatBool(r.Compliant)
	if r.Error != "" {
		compliant = ""
	}
	return []string{
		strconv.Itoa(r.Line), r.ID, r.Element, r.Parameter, r.ProvidedValue, r.Unit, r.GeoID, r.BuildingUse, r.Codes, r.AsOf, r.Ref, r.Circumstances, string(r.Status), compliant,
		digits(r.Limit), r.Direction, digits(r.Margin), strings.Join(r.Conditions, "; "), strings.Join(sources, "; "), strings.Join(r.Warnings, "; "), r.Error,
	}
}

func digits(n *json.Number) string {
	if n == nil {
		return ""
	}
	return n.String()
}

// checkTally counts verdicts, and rows with mistakes.
type checkTally struct {
	Checks       int `json:"checks"`
	Compliant    int `json:"compliant"`
	Conditional  int `json:"conditional"`
	SomeReadings int `json:"conditional_not_compliant"`
	NonCompliant int `json:"non_compliant"`
	Undetermined int `json:"undetermined"`
	Errors       int `json:"errors"`
}

func tallyChecks(results []checked) checkTally {
	t := checkTally{Checks: len(results)}
	for i := range results {
		switch results[i].verdict() {
		case verify.Compliant:
			t.Compliant++
		case verify.Conditional:
			t.Conditional++
		case verify.ConditionalNotCompliant:
			t.SomeReadings++
		case verify.NonCompliant:
			t.NonCompliant++
		case verify.Undetermined:
			t.Undetermined++
		default:
			t.Errors++
		}
	}
	return t
}
