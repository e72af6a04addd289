package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/transport/internal/strictjson"
	"github.com/reglookup/regengine/verify"
)

// maxBatch is how many checks one batch may hold.
const maxBatch = 500

// verifyBatchTimeout is for a whole batch.
const verifyBatchTimeout = time.Minute

var verifyBatchBody = []*field{
	{name: "checks", kind: listField, required: true, min: 1, max: maxBatch, members: verifyBody, apart: true,
		doc: "The checks, each as POST /api/v1/verify takes it. One that is not valid does not keep the others from being decided."},
	{name: "receipts", kind: boolField, doc: "Whether each verdict comes with its receipt, as with detail=receipt; false when omitted."},
}

func (a *API) verifyBatchOperation() *operation {
	return &operation{
		id: "verifyBatch", method: http.MethodPost, path: "/api/v1/verify/batch", tag: "Verify",
		summary: "Check many values at once",
		description: "Decides up to 500 checks over one and the same data. Every check has its own status, in the order sent: 200 with a result, or 422, 404 or 400 with the problem that POST /api/v1/verify would answer. " +
			"Costs one credit for each check that is decided; when the credits do not suffice for all of them, none is decided: 429 quota_exceeded. " +
			"Counts as one request for the rate limit. Send an Idempotency-Key to repeat a request safely.",
		group: access.Intelligence, queryFields: []*field{verifyDetail}, body: verifyBatchBody, maxBody: MaxBatchBody, needsPlan: true, idempotent: true, extension: true,
		response: BatchVerdicts{}, run: a.verifyBatch,
	}
}

// batch is the checks of one request: what is wrong with each, or how it was
// decided.
type batch struct {
	checks  []verify.Check
	results []VerifyBatchResult
	valid   []int // indexes of the checks that can be decided
}

func (a *API) verifyBatch(ctx context.Context, x *exchange, in *input) (reply, error) {
	snapshot := a.deps.Engine.Snapshot()
	listed, _ := in.body.Get("checks")
	receipts, _ := in.body.Get("receipts")
	b := a.newBatch(snapshot, x, listed.Items)
	if len(b.valid) == 0 {
		return reply{body: encode(b.response())}, nil // nothing to decide costs nothing
	}
	today := codes.DateOf(a.now())
	answer, _, err := a.charge(ctx, x, in, charged{operation: meteredVerifyBatch, credits: a.opts.VerifyCredits * int64(len(b.valid)), timeout: verifyBatchTimeout, work: func(ctx context.Context) ([]byte, error) {
		if err := a.decideAll(ctx, snapshot, b, today, receipts.Bool || wantsReceipt(in)); err != nil {
			return nil, err
		}
		return encode(b.response()), nil
	}})
	return answer, err
}

// newBatch checks every item by itself.
func (a *API) newBatch(snapshot *regengine.Snapshot, x *exchange, items []strictjson.Value) *batch {
	b := &batch{checks: make([]verify.Check, len(items)), results: make([]VerifyBatchResult, len(items))}
	for i, item := range items {
		at := fmt.Sprintf("body.checks[%d]", i)
		b.results[i] = VerifyBatchResult{Index: i, Status: http.StatusOK}
		var err error
		if mistakes := checkObject(item, verifyBody, at, nil); len(mistakes) > 0 {
			err = invalid(mistakes...)
		} else {
			b.checks[i], err = newCheck(snapshot, x.principal.Country, item, at)
		}
		if err == nil {
			b.valid = append(b.valid, i)
			continue
		}
		problem, _ := problemOf("verify", err)
		problem = a.orJoining(problem, x.principal.Country, err)
		b.results[i].Status, b.results[i].Error = problem.Status, &problem.Problem
	}
	return b
}

// decideAll decides the valid checks. An error of one is an error of the service,
// and of the whole: the credits are given back.
func (a *API) decideAll(ctx context.Context, snapshot *regengine.Snapshot, b *batch, today codes.Date, receipts bool) error {
	for _, i := range b.valid {
		response, err := a.decide(ctx, snapshot, b.checks[i], today)
		if err != nil {
			return fmt.Errorf("check %d: %w", i, err)
		}
		if !receipts {
			response.Receipt = nil
		}
		b.results[i].Result = response
	}
	return nil
}

func (b *batch) response() BatchVerdicts {
	out := BatchVerdicts{Total: len(b.results), Decided: len(b.valid), Results: b.results}
	for i := range b.results {
		if r := b.results[i].Result; r != nil {
			*out.Statuses.of(r.verdict())++
		}
	}
	return out
}
