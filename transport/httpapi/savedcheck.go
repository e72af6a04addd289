package httpapi

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify"
)

// NewSavedCheck returns a check as a project keeps it, with the verdict it came to.
func NewSavedCheck(check verify.Check, name string, v *Verdict) projects.SavedCheck {
	return projects.SavedCheck{Name: name, Ref: check.Ref, Request: encode(receiptInputs(check)), Decision: decisionOf(v)}
}

// decisionOf returns a verdict as it is kept: its receipt apart from it.
func decisionOf(v *Verdict) projects.Decision {
	d := projects.Decision{
		Verdict: string(v.verdict()), Direction: orEmpty(v.LimitDirection),
		Limit: digitsOf(v.LimitValue), Margin: digitsOf(v.Margin),
	}
	d.On, _ = codes.ParseDate(v.Receipt.AsOf) // a date of the engine's own
	d.Receipt = encode(v.Receipt)
	alone := *v
	alone.Receipt = nil
	d.Result = encode(alone)
	return d
}

func digitsOf(n *Decimal) string {
	if n == nil {
		return ""
	}
	return string(*n)
}

// CheckRun decides saved checks again over one snapshot.
type CheckRun struct {
	Valid   []projects.SavedCheck // those that can be decided
	refused []RefusedCheck
	checks  map[string]verify.Check // the valid ones, by id
	listed  []projects.SavedCheck   // all, in their order
	asOf    codes.Date              // the day all are decided for; zero where each has its own

	snapshot *regengine.Snapshot
	today    codes.Date
	engine   string
}

// NewCheckRun returns a run of checks. asOf is the day whose law is asked for, also by
// those that name one themselves; the zero Date leaves it to each, and to today.
func NewCheckRun(snapshot *regengine.Snapshot, list []projects.SavedCheck, asOf, today codes.Date, engine string) *CheckRun {
	r := &CheckRun{snapshot: snapshot, today: today, engine: engine, refused: []RefusedCheck{}, checks: make(map[string]verify.Check, len(list)), listed: list, asOf: asOf}
	for _, c := range list {
		check, err := checkOf(c)
		if !asOf.IsZero() {
			check.AsOf = asOf
		}
		if err == nil {
			err = decidable(snapshot, check, "check")
		}
		if err != nil {
			r.refuse(c, err)
			continue
		}
		r.Valid, r.checks[c.ID] = append(r.Valid, c), check
	}
	return r
}

func (r *CheckRun) refuse(c projects.SavedCheck, err error) {
	p, _ := problemOf("verify", err)
	r.refused = append(r.refused, RefusedCheck{CheckID: c.ID, Name: orNull(c.Name), Ref: orNull(c.Ref), Status: p.Status, Error: p.Problem})
}

// checkOf returns what a saved check checks.
func checkOf(c projects.SavedCheck) (verify.Check, error) {
	var inputs ReceiptInputs
	if err := json.Unmarshal(c.Request, &inputs); err != nil {
		return verify.Check{}, fmt.Errorf("saved check: %w", err)
	}
	return inputs.check()
}

// Decide decides one of the valid checks.
func (r *CheckRun) Decide(ctx context.Context, c projects.SavedCheck) (projects.Decision, error) {
	v, err := DecideCheck(ctx, r.snapshot, r.checks[c.ID], r.today, r.engine)
	if err != nil {
		return projects.Decision{}, err
	}
	return decisionOf(v), nil
}

// Response tells what a run came to.
func (r *CheckRun) Response(done projects.Rerun, kept bool) CheckRunResponse {
	return CheckRunResponse{
		Total: len(r.Valid) + len(r.refused), Decided: len(r.Valid), Kept: kept,
		Statuses: verdictCounts(done.Verdicts), Flipped: list(done.Flips, r.flipped), Refused: r.refused,
	}
}

func (r *CheckRun) flipped(f projects.Flip) FlippedCheck {
	c := r.checks[f.Before.ID]
	return FlippedCheck{
		CheckID: f.Before.ID, Name: orNull(f.Before.Name), Ref: orNull(f.Before.Ref),
		Element: c.Element, Parameter: c.Parameter, ProvidedValue: Decimal(c.Value), Unit: c.Unit,
		Before: checkOutcome(f.Before.Decision), After: checkOutcome(f.Now),
	}
}

func checkOutcome(d projects.Decision) CheckOutcome {
	status, compliant := verify.Status(d.Verdict).Split()
	return CheckOutcome{
		ResultStatus: string(status), IsCompliant: compliant, LimitValue: numberOrNull(d.Limit), Margin: numberOrNull(d.Margin),
		LimitDirection: orNull(d.Direction), AsOf: d.On.String(),
	}
}

// ShowSavedCheck writes a saved check as the API answers it, with its receipt or without.
func ShowSavedCheck(c projects.SavedCheck, receipt bool) SavedCheck {
	out := SavedCheck{
		CheckID: c.ID, Name: orNull(c.Name), Ref: orNull(c.Ref), Check: StoredInputs(c.Request), CheckOutcome: checkOutcome(c.Decision),
		Result: StoredVerdict(c.Result), CreatedAt: c.CreatedAt.UTC(), DecidedAt: c.DecidedAt.UTC(),
	}
	if receipt {
		out.Receipt = StoredReceipt(c.Receipt)
	}
	return out
}

// checkPath is where a saved check can be had.
func checkPath(projectID, id string) string {
	return "/api/v1/projects/" + projectID + "/checks/" + id
}
