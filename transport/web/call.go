package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/reglookup/regengine/regengine/access"
)

// API answers the requests that pages make in the name of who is signed in: a page has
// no way of its own to what it shows, so that limits, credits and what a key may see
// are those of the API. An [httpapi.API] is one.
type API interface {
	ServeAs(p *access.Principal, w http.ResponseWriter, r *http.Request)
}

// refusal is what the API refused.
type refusal struct {
	Status int
	Code   string
	Errors []wrongMember
	Detail string
}

// wrongMember is what is wrong with a member of a request.
type wrongMember struct{ Location, Message string }

// Error implements error.
func (r *refusal) Error() string { return fmt.Sprintf("web: the API answered %d %s", r.Status, r.Code) }

// get asks the API and reads its answer into one of the types of this package. The
// error is a *refusal.
func (v *visit) get(path string, query url.Values, into any) error {
	return v.call(http.MethodGet, path, query, nil, nil, into)
}

// post sends a body to the API. header may be nil.
func (v *visit) post(path string, header http.Header, body, into any) error {
	encoded, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("web: %w", err)
	}
	return v.call(http.MethodPost, path, nil, header, encoded, into)
}

func (v *visit) call(method, path string, query url.Values, header http.Header, body []byte, into any) error {
	r, err := http.NewRequestWithContext(v.request.Context(), method, path, bytes.NewReader(body)) //nolint:gosec // it is answered inside the program
	if err != nil {
		return fmt.Errorf("web: %w", err)
	}
	r.URL.RawQuery = query.Encode()
	if header != nil {
		r.Header = header
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return v.do(&answer{header: http.Header{}}, r, into)
}

// do asks the API and reads its answer, unless into is nil.
func (v *visit) do(w *answer, r *http.Request, into any) error {
	v.site.opts.API.ServeAs(v.principal, w, r)
	if w.status/100 != 2 {
		refused := &refusal{}
		_ = json.Unmarshal(w.body.Bytes(), refused) // without a body the status says all
		refused.Status = w.status
		return refused
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(w.body.Bytes(), into); err != nil {
		return fmt.Errorf("web: answer to %s: %w", r.URL.Path, err)
	}
	return nil
}

// answer is the [http.ResponseWriter] of a call.
type answer struct {
	header     http.Header
	status     int
	body       bytes.Buffer
	connection http.ResponseWriter // a body is read off; nil for none
}

// Unwrap lets http.ResponseController reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.connection }

// Header implements [http.ResponseWriter].
func (a *answer) Header() http.Header { return a.header }

// WriteHeader implements [http.ResponseWriter].
func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

// Write implements [http.ResponseWriter].
func (a *answer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(b)
}
