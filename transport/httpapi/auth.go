package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/reglookup/regengine/regengine/access"
)

// Authenticator tells who a key belongs to.
type Authenticator interface {
	// Authenticate returns the principal of a key, which is shared and must not be
	// changed, or access.ErrUnauthorized.
	Authenticate(ctx context.Context, key string) (*access.Principal, error)
}

// The challenges of a 401 (RFC 6750 section 3).
const (
	challengeMissing = `Bearer realm="api"`
	challengeInvalid = `Bearer realm="api", error="invalid_token"`
)

// authenticate finds out who asks.
func (a *API) authenticate(x *exchange, r *http.Request) error {
	headers := r.Header["Authorization"]
	if len(headers) == 0 || len(headers) == 1 && headers[0] == "" {
		return a.challenge(x, challengeMissing)
	}
	key, ok := bearer(headers)
	if !ok {
		return a.challenge(x, challengeInvalid)
	}
	principal, err := a.deps.Auth.Authenticate(r.Context(), key)
	switch {
	case errors.Is(err, access.ErrUnauthorized):
		return a.challenge(x, challengeInvalid)
	case err != nil:
		return fmt.Errorf("authenticate: %w", err)
	}
	x.principal = principal
	return nil
}

func (a *API) challenge(x *exchange, challenge string) error {
	a.metrics.unauthorized.Inc()
	x.Header().Set(headerChallenge, challenge)
	return problemUnauthorized.err()
}

// bearer takes the key out of exactly one Authorization header.
func bearer(headers []string) (key string, ok bool) {
	if len(headers) != 1 {
		return "", false
	}
	scheme, key, _ := strings.Cut(headers[0], " ")
	key = strings.TrimLeft(key, " ")
	if !strings.EqualFold(scheme, "Bearer") || key == "" || strings.ContainsAny(key, " \t,") {
		return "", false
	}
	return key, true
}
