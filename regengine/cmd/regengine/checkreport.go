package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/verify"
)

// checked is what became of one check, as it is reported and with what only JSON tells.
type checked struct {
	report.Check

	Missing []httpapi.MissingCircumstance `json:"missing"`
	Receipt *httpapi.Receipt              `json:"receipt,omitempty"` // of a single check as JSON
}

// leavesOpen reports a check of which nothing could be said.
func (r *checked) leavesOpen() bool { return r.Error == "" && r.Status == verify.Undetermined }

// offer adds what a list of requirements that is empty says: which names come near.
func (r *checked) offer(warnings []string) {
	for _, text := range warnings {
		if !slices.Contains(r.Warnings, text) {
			r.Warnings = append(r.Warnings, text)
		}
	}
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
	out := checked{Check: report.Check{
		Line: row.Line, ID: row.ID, Element: row.Check.Element, Parameter: row.Check.Parameter, ProvidedValue: row.Check.Value, Unit: row.Check.Unit,
		GeoID: row.Check.GeoID, BuildingUse: row.Check.BuildingUse, Codes: row.Codes, AsOf: row.AsOf, Ref: row.Check.Ref, Circumstances: strings.Join(row.With, ";"),
		Conditions: []string{}, Sources: []report.Source{}, Considered: []string{}, Warnings: []string{},
	}, Missing: []httpapi.MissingCircumstance{}}
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
func (c checker) source(s verify.Source) report.Source {
	out := report.Source{Code: s.Ref.Code, Version: s.Ref.Version, Excerpt: s.Excerpt}
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

// reported are checks as reports tell them.
func reported(results []checked) []report.Check {
	return mapped(results, func(r checked) report.Check {
		out := r.Check
		out.Missing = mapped(r.Missing, func(m httpapi.MissingCircumstance) report.Missing { return report.Missing{ID: m.ID, Label: m.Label} })
		return out
	})
}
