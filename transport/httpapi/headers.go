package httpapi

// Header names, as net/http canonicalises them.
const (
	headerRequestID       = "X-Request-Id"
	headerTurnID          = "X-Turn-Id"
	headerIdempotencyKey  = "Idempotency-Key"
	headerReplayed        = "Idempotency-Replayed"
	headerRateLimit       = "Ratelimit"
	headerRateLimitPolicy = "Ratelimit-Policy"
	headerChallenge       = "Www-Authenticate"
	headerContentOptions  = "X-Content-Type-Options"
)

// Header values that never change, ready to be put into a header map.
var (
	typeJSON        = []string{"application/json"}
	typeProblem     = []string{"application/problem+json"}
	noSniff         = []string{"nosniff"}
	cacheRevalidate = []string{"private, no-cache"}
	cacheNever      = []string{"no-store"}
	varyAnswer      = []string{"Accept-Encoding, Authorization"}
	varyCoding      = []string{"Accept-Encoding"}
	varyStream      = []string{"Accept, Authorization"}
	encodingGzip    = []string{"gzip"}
	languageEnglish = []string{"en"}
)
