package httpapi

import (
	"fmt"
	"strconv"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

// checkLimit counts a request against its user's limit of a group and says so
// in the RateLimit headers (draft-ietf-httpapi-ratelimit-headers). Without a
// limiter nothing is counted and nothing said.
func (a *API) checkLimit(x *exchange, group access.Group) error {
	if a.deps.Limiter == nil {
		return nil
	}
	limit := x.principal.Plan.Limit(group)
	decision, err := a.deps.Limiter.Allow(x.request.Context(), x.principal.UserID, group, limit)
	if err != nil {
		return fmt.Errorf("rate limit: %w", err)
	}
	reset := wholeSeconds(decision.Reset)
	x.Header()[headerRateLimitPolicy] = a.policyHeader(group, decision.Limit)
	x.setHeader(headerRateLimit, 1, structured(group, "r", decision.Remaining, "t", reset))
	if decision.Allowed {
		return nil
	}
	x.Header().Set("Retry-After", strconv.Itoa(reset))
	a.metrics.limited.WithLabelValues(string(group)).Inc()
	return problemRateLimited.err()
}

// policy is a limit of a group. There are as many as plans differ.
type policy struct {
	group access.Group
	limit int
}

// policyHeader returns the value of RateLimit-Policy, which is shared and must
// not be changed.
func (a *API) policyHeader(group access.Group, limit int) []string {
	if known, ok := a.policies.Load(policy{group, limit}); ok {
		return known.([]string)
	}
	value := []string{structured(group, "q", limit, "w", int(access.Window/time.Second))}
	a.policies.Store(policy{group, limit}, value)
	return value
}

// structured writes one item of a structured field: "data";q=60;w=60.
func structured(group access.Group, key1 string, n1 int, key2 string, n2 int) string {
	b := make([]byte, 0, 48)
	b = append(b, '"')
	b = append(b, group...)
	b = append(b, `";`...)
	b = append(append(b, key1...), '=')
	b = strconv.AppendInt(b, int64(n1), 10)
	b = append(append(append(b, ';'), key2...), '=')
	b = strconv.AppendInt(b, int64(n2), 10)
	return string(b)
}

// wholeSeconds rounds up: a client that waits that long is let in.
func wholeSeconds(d time.Duration) int {
	return max(1, int((d+time.Second-1)/time.Second))
}
