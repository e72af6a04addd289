package main

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/verify"
)

// askedBatch is the body of POST /api/v1/verify/batch.
type askedBatch struct {
	Checks   []askedCheck `json:"checks"`
	Receipts bool         `json:"receipts"`
}

// askedCheck is one check of it.
type askedCheck struct {
	Element       string         `json:"element"`
	Parameter     string         `json:"parameter"`
	Value         json.Number    `json:"value"`
	Unit          string         `json:"unit"`
	GeoID         string         `json:"geo_id"`
	Codes         []askedCode    `json:"codes,omitempty"`
	BuildingUse   string         `json:"building_use,omitempty"`
	Circumstances map[string]any `json:"circumstances,omitempty"`
	Ref           string         `json:"ref,omitempty"`
	AsOf          string         `json:"as_of,omitempty"`
}

// mostAsked is how many checks a server takes at once.
const mostAsked = 500

// decideAt has a server decide checks, in their order. A check the server refuses says why.
func (a *app) decideAt(ctx context.Context, c *client, rows []checkRow, single, receipts bool, progress func(done int)) ([]checked, error) {
	out := make([]checked, len(rows))
	var asked []askedCheck
	var at []int // which row each of them is
	var named askedCheck
	send := func() error {
		if len(asked) == 0 {
			return nil
		}
		if err := c.decide(ctx, askedBatch{asked, receipts}, out, at); err != nil {
			return err
		}
		asked, at = nil, nil
		return nil
	}
	for i := range rows {
		out[i] = newChecked(&rows[i])
		if out[i].Error == "" {
			check, err := a.askedCheck(ctx, c, &rows[i], single)
			if err != nil && single {
				return nil, err
			}
			if err != nil {
				out[i].Error = err.Error()
			} else {
				asked, at, named = append(asked, check), append(at, i), check
			}
		}
		if len(asked) == mostAsked || i == len(rows)-1 {
			if err := send(); err != nil {
				return nil, err
			}
			if progress != nil {
				progress(i + 1)
			}
		}
	}
	if single && out[0].leavesOpen() {
		return out, c.offerNames(ctx, named, &out[0])
	}
	return out, nil
}

// offerNames asks which names come near where a check names nothing that is known.
func (c *client) offerNames(ctx context.Context, of askedCheck, to *checked) error {
	var list httpapi.RequirementList
	if err := c.post(ctx, "/api/v1/requirements", askedRequirements{Element: of.Element, Parameter: of.Parameter, GeoID: of.GeoID}, &list); err != nil {
		return err
	}
	if list.Total == 0 {
		to.offer(list.Warnings)
	}
	return nil
}

// askedCheck makes the body of a check; of a single one names stand for what they mean.
func (a *app) askedCheck(ctx context.Context, c *client, row *checkRow, single bool) (out askedCheck, err error) {
	check := row.Check
	out = askedCheck{
		Element: check.Element, Parameter: check.Parameter, Value: json.Number(check.Value), Unit: check.Unit, GeoID: check.GeoID,
		BuildingUse: check.BuildingUse, Ref: check.Ref, AsOf: row.AsOf,
	}
	if single {
		if out.GeoID, err = a.placeID(ctx, c, check.GeoID); err != nil {
			return out, err
		}
		if out.Codes, err = c.askedCodes(ctx, check.Codes); err != nil {
			return out, err
		}
	} else {
		for _, ref := range check.Codes {
			out.Codes = append(out.Codes, askedCode{ref.Code, ref.Version})
		}
	}
	out.Circumstances, err = c.askedCircumstances(ctx, row.With)
	return out, err
}

// decide sends a batch, and puts what became of each check where it belongs.
func (c *client) decide(ctx context.Context, batch askedBatch, out []checked, at []int) error {
	var got httpapi.BatchVerdicts
	if err := c.post(ctx, "/api/v1/verify/batch", batch, &got); err != nil {
		return err
	}
	for _, r := range got.Results {
		if r.Index < 0 || r.Index >= len(at) {
			continue
		}
		row := &out[at[r.Index]]
		switch {
		case r.Result != nil:
			row.take(r.Result, c.base)
		case r.Error != nil:
			row.Error = problemText(*r.Error)
		}
	}
	for _, i := range at {
		if out[i].Error == "" && out[i].Status == "" {
			out[i].Error = "the server told nothing of it"
		}
	}
	return nil
}

// take takes a verdict over from a server, whose reading pages sources lead to.
func (r *checked) take(v *httpapi.Verdict, server string) {
	r.Status, r.Compliant, r.Direction = verify.Status(v.ResultStatus), v.IsCompliant, orEmpty(v.LimitDirection)
	r.Limit, r.Margin = numberOrNull(decimalText(v.LimitValue)), numberOrNull(decimalText(v.Margin))
	r.Conditions = append(r.Conditions, v.Conditions...)
	r.Warnings = append(r.Warnings, v.Warnings...)
	r.Missing = append(r.Missing, v.Missing...)
	r.Receipt = v.Receipt
	for _, s := range v.Sources {
		source := report.Source{Code: s.CodeSlug, Version: orEmpty(s.Version), Section: orEmpty(s.SectionTitle), Excerpt: orEmpty(s.ContentExcerpt)}
		source.URL = server + "/codes/" + url.PathEscape(source.Code) + "/" + url.PathEscape(source.Version)
		r.Sources = append(r.Sources, source)
	}
	for _, other := range v.Considered {
		limit := strings.TrimSpace(orEmpty(other.LimitDirection) + " " + decimalText(other.LimitValue))
		r.Considered = append(r.Considered, strings.TrimSuffix(other.CodeSlug+"/"+orEmpty(other.Version), "/")+": "+limit+": "+other.Reason)
	}
}
