package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// onceTimeout is for what makes something and costs no credits. A calculator may be
// another program, and takes longest but for files, which have the time they always have.
const (
	onceTimeout   = calculateTimeout + 10*time.Second
	uploadTimeout = answeringPatience
)

// madeOnce is what is kept of a request that made something.
type madeOnce struct {
	Location string          `json:"location"`
	Body     json.RawMessage `json:"body"`
}

// once runs an operation that makes something. A request that names itself with an
// Idempotency-Key is done once: sent again it brings the first answer.
func (a *API) once(ctx context.Context, x *exchange, in *input) (reply, error) {
	op := x.op
	if !op.creates || in.idempotencyKey == "" {
		return op.run(ctx, x, in)
	}
	if op.ofProject() { // what a project held is gone with it, and so are the answers
		if _, err := a.projectNamed(ctx, x, in); err != nil {
			return reply{}, err
		}
	}
	timeout := onceTimeout
	if op.uploads {
		leave, err := a.receive(ctx, x, in)
		if err != nil {
			return reply{}, err
		}
		defer leave()
		// The work outlives its client, and so must the place of its files: it is waited for.
		in.raw, timeout, ctx = sumOf(in.files), uploadTimeout, context.WithoutCancel(ctx)
	}
	about := string(x.principal.Country) + in.request.URL.Path // no key of another country is shown what was made with one
	answer, _, err := a.charge(ctx, x, in, charged{operation: op.id, about: about, timeout: timeout, work: func(ctx context.Context) ([]byte, error) {
		made, err := op.run(ctx, x, in)
		if err != nil {
			return nil, err
		}
		return encode(madeOnce{made.location(), made.body}), nil
	}})
	if err != nil {
		return reply{}, err
	}
	var made madeOnce
	if err := json.Unmarshal(answer.body, &made); err != nil {
		return reply{}, fmt.Errorf("read an answer that was kept: %w", err)
	}
	answer.status, answer.body = http.StatusCreated, made.Body
	answer.header = append(answer.header, [2]string{"Location", made.Location})
	return answer, nil
}

// location returns the path of what was made.
func (a reply) location() string {
	for _, pair := range a.header {
		if pair[0] == "Location" {
			return pair[1]
		}
	}
	return ""
}
