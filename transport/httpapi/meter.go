package httpapi

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

// Meter charges for work; [access.Meter] does.
type Meter interface {
	// Run reserves the request's credits, runs fn apart from the client's
	// connection, and commits the credits with the reply, or gives them back
	// when fn fails.
	Run(ctx context.Context, r access.Request, timeout time.Duration, fn func(ctx context.Context) (reply []byte, err error)) (access.Outcome, error)
}

// Turns finds what a metered request was answered; an [access.Ledger] does.
type Turns interface {
	// GetRequest returns a user's own request. access.ErrNotFound for another's.
	GetRequest(ctx context.Context, userID, id string) (access.Record, error)

	// ListRequests returns a user's own requests of an operation that are kept, the
	// newest first, no more than most.
	ListRequests(ctx context.Context, userID, operation string, most int) ([]access.Record, error)
}

// Operations as the ledger names them.
const (
	meteredAsk         = "ask"
	meteredLegacyAsk   = "legacy_ask"
	meteredVerify      = "verify"
	meteredVerifyBatch = "verify_batch"
	meteredSaveCheck   = "save_check"
	meteredRunChecks   = "run_checks"
	meteredReport      = "report"
)

// TurnOperations are the metered operations that run turns, which a Meter bounds
// together.
func TurnOperations() []string { return []string{meteredAsk, meteredLegacyAsk} }

// charged is work that costs credits.
type charged struct {
	id        string // of the request; "" for a new one
	operation string
	about     string // what tells it from the same body elsewhere: a project; "" where the body says all
	credits   int64
	timeout   time.Duration
	work      func(context.Context) ([]byte, error)
}

// charge runs work through the meter and answers with its reply. The outcome
// names the turn even when the client did not wait for it.
func (a *API) charge(ctx context.Context, x *exchange, in *input, c charged) (reply, access.Outcome, error) {
	request := access.Request{
		ID:             c.id,
		OrganizationID: x.principal.OrganizationID,
		UserID:         x.principal.UserID,
		Operation:      c.operation,
		Credits:        c.credits,
		IdempotencyKey: in.idempotencyKey,
		Fingerprint:    fingerprint(c.operation+c.about+detailOf(in), in.raw),
		AtOnce:         x.principal.Plan.Turns(),
	}
	outcome, err := a.deps.Meter.Run(ctx, request, c.timeout, c.work)
	if errors.Is(err, access.ErrConflict) {
		err = invalid(ErrorDetail{"header." + headerIdempotencyKey, "was used for another request in the last 24 hours", MistakeReused})
	}
	if err != nil {
		return reply{}, outcome, err
	}
	answer := reply{body: outcome.Reply}
	if outcome.Replayed {
		answer.header = append(answer.header, [2]string{headerReplayed, "true"})
	}
	return answer, outcome, nil
}

// detailOf is the part of a query that makes another answer to the same body.
func detailOf(in *input) string {
	if detail := in.text(verifyDetail.name); detail != "" {
		return "?" + detail
	}
	return ""
}

// fingerprint tells whether two requests ask the same.
func fingerprint(operation string, body []byte) [sha256.Size]byte {
	return sha256.Sum256(append([]byte(operation+"\n"), body...))
}
