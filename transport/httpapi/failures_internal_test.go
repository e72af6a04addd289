package httpapi

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
)

// What may be tried again says when, and blames neither the file nor the question.
func TestProblemOf_again(t *testing.T) {
	for _, test := range []struct {
		operation string
		err       error
		status    int
	}{
		{"ask", projects.ErrBusy, http.StatusServiceUnavailable},
		{"addDocument", projects.ErrBusy, http.StatusServiceUnavailable},
		{"addDocument", projects.ErrInterrupted, http.StatusServiceUnavailable},
		{"addDocument", access.ErrBusy, http.StatusTooManyRequests},
		{"ask", access.ErrBusy, http.StatusTooManyRequests},
	} {
		p, known := problemOf(test.operation, fmt.Errorf("wrapped: %w", test.err))
		if !known || p.Status != test.status || p.retryAfter == 0 {
			t.Errorf("%s, %v: %d, Retry-After %d", test.operation, test.err, p.Status, p.retryAfter)
		}
	}
}

// TestOperation_problems: what the document says of an entry that a project does not have
// is what is answered.
func TestOperation_problems(t *testing.T) {
	for _, op := range new(API).projectOperations() {
		if !op.ofProject() || len(op.pathFields) < 2 {
			continue
		}
		want, _ := problemOf(op.id, errEntryNotFound)
		without, _ := problemOf(op.id, errNoWebhooks) // a service may have none of such entries
		var got []*problem
		for _, p := range op.problems() {
			if p.Code == CodeNotFound && p != without {
				got = append(got, p)
			}
		}
		if len(got) != 1 || got[0] != want {
			t.Errorf("%s: %v", op.id, got)
		}
	}
}
