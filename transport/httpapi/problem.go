package httpapi

import (
	"net/http"
)

// ErrorCode is the stable word for an error (SPEC section 7, DECISIONS 2).
type ErrorCode string

// The error codes. Validation (422) has none.
const (
	CodeUnauthorized         ErrorCode = "unauthorized"
	CodeRequestTimeout       ErrorCode = "request_timeout"
	CodeNotFound             ErrorCode = "not_found"
	CodeMethodNotAllowed     ErrorCode = "method_not_allowed"
	CodePayloadTooLarge      ErrorCode = "payload_too_large"
	CodeUnsupportedMediaType ErrorCode = "unsupported_media_type"
	CodeInternal             ErrorCode = "internal_error"
	CodeUnavailable          ErrorCode = "unavailable"
	CodeRateLimited          ErrorCode = "rate_limit_exceeded"
	CodeQuotaExceeded        ErrorCode = "quota_exceeded"
	CodeCountryMismatch      ErrorCode = "country_mismatch"
	CodePlanNotAllowed       ErrorCode = "plan_not_allowed"
	CodeLocationNotFound     ErrorCode = "location_not_found"
	CodeInvalidCode          ErrorCode = "invalid_code"
	CodeNoActiveProject      ErrorCode = "no_active_project"
	CodeProjectNotFound      ErrorCode = "project_not_found"
	CodeRequestInProgress    ErrorCode = "request_in_progress"
	CodeProjectFull          ErrorCode = "project_full"
)

// Problem is the body of every error: RFC 9457 with the stable code beside it.
type Problem struct {
	Type   string        `json:"type" format:"uri-reference" doc:"Leads to a page about this error, relative to the service: /errors/ and the code, /errors/invalid_request for 422." example:"/errors/not_found"`
	Title  string        `json:"title" doc:"The phrase of the HTTP status."`
	Status int           `json:"status" doc:"The HTTP status."`
	Detail string        `json:"detail" doc:"What is wrong and what to do about it, in English. Never repeats what was sent."`
	Code   ErrorCode     `json:"code,omitempty" doc:"Stable word for this error. Absent from 422."`
	Errors []ErrorDetail `json:"errors,omitempty" nullable:"false" doc:"Every mistake found in the request; only with 422."`
}

// ErrorDetail is one mistake in a request.
type ErrorDetail struct {
	Location string `json:"location" doc:"The member where the mistake is, such as body.value, query.page or path.key, as deep as names go that can be told: body.codes[0].slug." example:"body.value"`
	Message  string `json:"message" doc:"What is expected there. Never repeats what was sent." example:"is required"`

	Code MistakeCode `json:"code" enum:"syntax,required,unknown,repeated,type,empty,length,format,range,choice,not_found,reused,refused" doc:"Stable word for this kind of mistake." example:"required"`
}

// problem is a prepared error answer. Equal errors share it, so that their
// bytes are equal too.
type problem struct {
	Problem
	retryAfter int  // seconds; 0 for no Retry-After
	closes     bool // the connection is of no further use
	body       []byte
}

func newProblem(status int, code ErrorCode, detail string) *problem {
	p := &problem{Problem: Problem{
		Type: typeOf(code), Title: http.StatusText(status), Status: status, Detail: detail, Code: code,
	}}
	p.body = encode(p.Problem)
	return p
}

func newRetryProblem(status int, code ErrorCode, detail string, seconds int) *problem {
	p := newProblem(status, code, detail)
	p.retryAfter = seconds
	return p
}

// newClosingProblem returns a problem after which the connection is closed.
func newClosingProblem(status int, code ErrorCode, detail string) *problem {
	p := newProblem(status, code, detail)
	p.closes = true
	return p
}

// newInvalid returns the 422 for a list of mistakes.
func newInvalid(mistakes ...ErrorDetail) *problem {
	p := &problem{Problem: Problem{
		Type: typeOf(""), Title: http.StatusText(http.StatusUnprocessableEntity),
		Status: http.StatusUnprocessableEntity, Detail: "The request is not valid: see errors.", Errors: mistakes,
	}}
	p.body = encode(p.Problem)
	return p
}

// invalid returns the 422 for a list of mistakes as an error.
func invalid(mistakes ...ErrorDetail) error { return newInvalid(mistakes...).err() }

// problemError is a problem on its way out of a step or operation.
type problemError struct{ problem *problem }

func (e problemError) Error() string { return e.problem.Detail }

// err returns p as an error that is answered as it is.
func (p *problem) err() error { return problemError{p} }

// The problems that do not depend on the operation.
var (
	problemUnauthorized = newProblem(http.StatusUnauthorized, CodeUnauthorized,
		"Send a valid API key in the header: Authorization: Bearer <API_KEY>.")
	problemNoRoute = newProblem(http.StatusNotFound, CodeNotFound,
		"There is nothing at this path. /openapi.json lists what there is.")
	problemMethod = newProblem(http.StatusMethodNotAllowed, CodeMethodNotAllowed,
		"This path does not take this method: see the Allow header.")
	problemTooLarge = newProblem(http.StatusRequestEntityTooLarge, CodePayloadTooLarge,
		"The body may have at most 65536 bytes.")
	problemBatchTooLarge = newProblem(http.StatusRequestEntityTooLarge, CodePayloadTooLarge,
		"The body may have at most 4194304 bytes: send fewer checks at once.")
	problemTextTooLarge = newProblem(http.StatusRequestEntityTooLarge, CodePayloadTooLarge,
		"The body may have at most 2097152 bytes.")
	problemFileTooLarge = newClosingProblem(http.StatusRequestEntityTooLarge, CodePayloadTooLarge,
		"A file may have at most 20971520 bytes, the files of one request 41943040 together.")
	problemUploadType = newProblem(http.StatusUnsupportedMediaType, CodeUnsupportedMediaType,
		"Send files as multipart/form-data in parts named file, or one file as the body with its name in the query parameter name; neither compressed.")
	problemTimeout = newClosingProblem(http.StatusRequestTimeout, CodeRequestTimeout,
		"The body did not arrive in time: send the request again, on a new connection.")
	problemMediaType = newProblem(http.StatusUnsupportedMediaType, CodeUnsupportedMediaType,
		"Send the body as UTF-8 JSON, uncompressed, with the header: Content-Type: application/json.")
	problemPlan = newProblem(http.StatusForbidden, CodePlanNotAllowed,
		"The organization's plan does not include API access (api_access).")
	problemRateLimited = newProblem(http.StatusTooManyRequests, CodeRateLimited,
		"Too many requests in this minute: wait as long as Retry-After says.")
	problemInternal = newProblem(http.StatusInternalServerError, CodeInternal,
		"The service failed. Quote the X-Request-Id header when you report it.")
	problemUnavailable = newRetryProblem(http.StatusServiceUnavailable, CodeUnavailable,
		"The service cannot answer at the moment: try again later.", 5)
)
