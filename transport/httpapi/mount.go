package httpapi

import (
	"context"
	"net/http"

	"github.com/reglookup/regengine/regengine/access"
)

// Mount is another protocol's endpoint beside the API.
type Mount struct {
	Path    string // taken exactly; below /api only the API is
	Name    string // in metrics and logs, beside the ids of operations
	Handler http.Handler

	// Metadata is the path of the protected-resource metadata (RFC 9728) that who has
	// no key is sent to; "" for none.
	Metadata string
}

// mounted is a Mount and what its requests are counted as.
type mounted struct {
	Mount
	op *operation
}

// Mount serves m.Path behind the same authentication as the API. Its requests are
// counted and logged; [PrincipalOf] tells the handler who asks. Rate limits and credits
// are those of the operations that the handler asks of the API; what asks none it counts
// with [API.Allow]. It must be called before the first request.
func (a *API) Mount(m Mount) {
	if a.mounts == nil {
		a.mounts = map[string]*mounted{}
	}
	a.mounts[m.Path] = &mounted{m, a.pseudo(m.Name)}
}

type principalKey struct{}

// PrincipalOf returns who sent a request that a [Mount] handles; nil for others.
func PrincipalOf(ctx context.Context) *access.Principal {
	p, _ := ctx.Value(principalKey{}).(*access.Principal)
	return p
}

// Allow counts a request that a [Mount] handles against its user's rate limit of a group,
// as requests of the API are. w is what the handler was given. One too many is answered,
// with 429, and must be left alone then: Allow returns false.
func (a *API) Allow(w http.ResponseWriter, group access.Group) bool {
	x, ok := w.(*exchange)
	if !ok {
		return true
	}
	err := a.checkLimit(x, group)
	if err != nil {
		a.fail(x, err)
	}
	return err == nil
}

// serve answers a request for m.Path.
func (m *mounted) serve(a *API, x *exchange, r *http.Request) {
	x.op = m.op
	if err := a.authenticate(x, r); err != nil {
		if challenge := x.Header().Get(headerChallenge); challenge != "" && m.Metadata != "" {
			x.Header().Set(headerChallenge, challenge+`, resource_metadata="`+a.address(r)+m.Metadata+`"`)
		}
		a.fail(x, err)
		return
	}
	m.Handler.ServeHTTP(x, r.WithContext(context.WithValue(r.Context(), principalKey{}, x.principal)))
}

// address returns the public address of the service: what it was told, or else what
// the client asked.
func (a *API) address(r *http.Request) string {
	if a.opts.BaseURL != "" {
		return a.opts.BaseURL
	}
	return "http://" + r.Host
}
