package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/verify"
)

// failure is a row of the table that turns errors into problems.
type failure struct {
	operation string // its id; "" for every operation
	is        error
	problem   *problem
}

// failures is the one table from errors to what is answered (SPEC section 7).
// The first row that fits counts. What no row names is an internal error: its
// text goes to the log and never to the client.
var failures = []failure{
	{"searchLocations", regengine.ErrNotServed, problemNotServed},
	{"getLocation", regengine.ErrNotServed, problemNotServed},
	{"searchCodes", regengine.ErrNotServed, problemNotServed},
	{"getCode", regengine.ErrNotServed, problemNotServed},
	{"getLatestVersions", regengine.ErrNotServed, problemNotServed},
	{"getCodeVersion", regengine.ErrNotServed, problemNotServed},
	{"searchTexts", regengine.ErrNotServed, problemNotServed},
	{"getSection", regengine.ErrNotServed, problemNotServed},
	{"compareVersions", regengine.ErrNotServed, problemNotServed},
	{"listChanges", regengine.ErrNotServed, problemNotServed},
	{"listCalculators", regengine.ErrNotServed, problemNotServed},
	{"getCalculator", regengine.ErrNotServed, problemNotServed},
	{"runCalculator", regengine.ErrNotServed, problemNotServed},
	{"verify", regengine.ErrNotServed, newProblem(http.StatusNotFound, CodeLocationNotFound, countryNotServed)},
	{"saveCheck", regengine.ErrNotServed, newProblem(http.StatusNotFound, CodeLocationNotFound, countryNotServed)},
	{"requirements", regengine.ErrNotServed, newProblem(http.StatusNotFound, CodeLocationNotFound, countryNotServed)},
	{"ask", regengine.ErrNotServed, newProblem(http.StatusNotFound, CodeProjectNotFound, countryNotServed)},
	{"legacyAsk", regengine.ErrNotServed, newProblem(http.StatusNotFound, CodeProjectNotFound, countryNotServed)},

	{"getLocation", geo.ErrNotFound, problemPlaceNotFound},
	{"getLocation", geo.ErrInvalidID, problemPlaceNotFound},
	{"getLocation", errCountryMismatch, newProblem(http.StatusForbidden, CodeCountryMismatch,
		"The place is in another country than the API key is for.")},
	{"searchLocations", geo.ErrInvalidQuery, newInvalid(ErrorDetail{"query.q", "must hold a letter or a digit, and at most 200 characters", MistakeEmpty})},

	{"getCode", codes.ErrNotFound, problemCodeNotFound},
	{"getLatestVersions", codes.ErrNotFound, problemCodeNotFound},
	{"getCodeVersion", codes.ErrNotFound, problemVersionNotFound},
	{"getSection", codes.ErrNotFound, problemVersionNotFound},
	{"getSection", errNoSection, newProblem(http.StatusNotFound, CodeNotFound,
		"The version has no such section: /api/v1/codes/{slug}/{version} lists them.")},
	{"compareVersions", codes.ErrNotFound, problemVersionNotFound},

	{"verify", verify.ErrLocationNotFound, problemLocationNotFound},
	{"verify", verify.ErrInvalidCode, problemInvalidCode},
	{"saveCheck", verify.ErrLocationNotFound, problemLocationNotFound},
	{"saveCheck", verify.ErrInvalidCode, problemInvalidCode},
	{"requirements", verify.ErrLocationNotFound, problemLocationNotFound},
	{"requirements", verify.ErrInvalidCode, problemInvalidCode},

	{"addDocument", projects.ErrTooLarge, newProblem(http.StatusRequestEntityTooLarge, CodePayloadTooLarge,
		"The file, or the text in it, is too large: split it, and send the parts as files of their own.")},
	{"", errEntryNotFound, newProblem(http.StatusNotFound, CodeNotFound,
		"The project has no such entry: GET the list it would be in.")},
	{"addDocument", projects.ErrInterrupted, newRetryProblem(http.StatusServiceUnavailable, CodeUnavailable,
		"The file could not be read now, which is no fault of it: send it again later.", 10)},
	{"", projects.ErrBusy, newRetryProblem(http.StatusServiceUnavailable, CodeUnavailable,
		"The documents of many projects are being read at once, and there was no room for one more: ask again later.", 10)},
	{"", projects.ErrFull, newProblem(http.StatusConflict, CodeProjectFull,
		"The project holds as many of these as it can: delete some first.")},

	{"getReport", report.ErrNothingRequired, newProblem(http.StatusNotFound, CodeNotFound,
		"Nothing is required of this project that a property of a model can carry: /api/v1/projects/{project_id}/collections selects its regulations.")},
	{"getReport", errChecksChanged, newRetryProblem(http.StatusServiceUnavailable, CodeUnavailable,
		"Checks were saved or deleted while the report was written: ask again.", 1)},

	{"getAccount", errNoAccount, newProblem(http.StatusNotFound, CodeNotFound, "This service keeps no accounts.")},
	{"listWebhooks", errNoWebhooks, problemNoWebhooks},
	{"createWebhook", errNoWebhooks, problemNoWebhooks},
	{"testWebhook", errNoWebhooks, problemNoWebhooks},
	{"deleteWebhook", errNoWebhooks, problemNoWebhooks},
	{"getTurn", access.ErrNotFound, newProblem(http.StatusNotFound, CodeNotFound,
		"There is no such turn of this user in the last 24 hours.")},
	{"ask", ask.ErrUnavailable, problemUnavailable},
	{"legacyAsk", ask.ErrUnavailable, problemUnavailable},

	{"getCalculator", errNoCalculator, problemNoCalculator},
	{"runCalculator", errNoCalculator, problemNoCalculator},
	{"", projects.ErrUnavailable, newRetryProblem(http.StatusServiceUnavailable, CodeUnavailable,
		"What runs this calculator is not running: it may be down for a moment, or the service's operator has taken it away.", 10)},

	{"", projects.ErrBroken, newRetryProblem(http.StatusServiceUnavailable, CodeUnavailable,
		"The calculator broke down on this input, or gave what cannot be shown: the fault is its own, and whoever made it has to mend it.", 60)},

	{"", projects.ErrNoActive, newProblem(http.StatusBadRequest, CodeNoActiveProject,
		"No project_id was sent and the user has no active project in the key's country: /api/v1/projects lists the projects.")},
	{"", projects.ErrNotFound, newProblem(http.StatusNotFound, CodeProjectNotFound,
		"There is no such project: /api/v1/projects lists the projects.")},
	{"", access.ErrQuotaExceeded, newProblem(http.StatusTooManyRequests, CodeQuotaExceeded,
		"The organization's credits are used up.")},
	{"", access.ErrInProgress, newRetryProblem(http.StatusConflict, CodeRequestInProgress,
		"The first request with this Idempotency-Key is still running: ask again later.", 5)},
	{"ask", access.ErrBusy, problemTurnsBusy},
	{"legacyAsk", access.ErrBusy, problemTurnsBusy},
	{"", access.ErrBusy, newRetryProblem(http.StatusTooManyRequests, CodeRateLimited,
		"Too many requests of this user are running at once: wait until one is answered.", 5)},
	{"", access.ErrClosed, problemUnavailable},
	{"", access.ErrInterrupted, problemUnavailable},
	{"", access.ErrUnauthorized, problemUnauthorized},
	{"", regengine.ErrUnavailable, problemUnavailable},
	{"", context.DeadlineExceeded, problemUnavailable}, // of the service's own making: a client that left is not answered
	{"", context.Canceled, problemUnavailable},         // likewise: the service is stopping
}

// countryNotServed is one sentence for all operations: what is not loaded is not
// told from what never was.
const countryNotServed = "The API key is for a country that is not served: nothing of it is loaded, or not yet."

var (
	problemNoWebhooks = newProblem(http.StatusNotFound, CodeNotFound, "This service sends no webhooks.")
	problemTurnsBusy  = newRetryProblem(http.StatusTooManyRequests, CodeRateLimited,
		"As many questions of this user are being answered as the plan lets run at once, and none of them ended in time: ask again when one has. No credit was charged.", 5)
	problemNotServed     = newProblem(http.StatusNotFound, CodeNotFound, countryNotServed)
	problemPlaceNotFound = newProblem(http.StatusNotFound, CodeNotFound,
		"There is no place with this geo_id: /api/v1/location/search finds places by name.")
	problemNoCalculator = newProblem(http.StatusNotFound, CodeNotFound,
		"The key's country has no such calculator: GET /api/v1/calculators lists them.")
	problemVersionNotFound = newProblem(http.StatusNotFound, CodeNotFound,
		"There is no such code, or it has no such version: /api/v1/codes/{slug} lists them.")
	problemLocationNotFound = newProblem(http.StatusNotFound, CodeLocationNotFound,
		"There is no place with this geo_id: /api/v1/location/search finds places by name.")
	problemInvalidCode = newProblem(http.StatusBadRequest, CodeInvalidCode,
		"A code or version named in codes does not exist: /api/v1/codes/search finds codes.")
	problemCodeNotFound = newProblem(http.StatusNotFound, CodeNotFound,
		"There is no code with this slug: /api/v1/codes/search finds codes.")
)

// problemOf returns what is answered for an error of an operation; known is
// false when no row names it.
func problemOf(operation string, err error) (p *problem, known bool) {
	var ready problemError
	if errors.As(err, &ready) {
		return ready.problem, true
	}
	for _, row := range failures {
		if (row.operation == "" || row.operation == operation) && errors.Is(err, row.is) {
			return row.problem, true
		}
	}
	return problemInternal, false
}

// fail answers with the problem an error stands for.
func (a *API) fail(x *exchange, err error) {
	if clientGone(x.request.Context(), err) {
		x.status = statusClientGone
		return
	}
	a.blame(x, err).write(x)
}

// blame returns the problem an error stands for, and logs what the service is to
// blame for.
func (a *API) blame(x *exchange, err error) *problem {
	p, known := problemOf(x.op.id, err)
	p = a.orJoining(p, x.principal.Country, err)
	if !known || p.Status >= http.StatusInternalServerError {
		a.log.ErrorContext(x.request.Context(), "request failed",
			"request_id", x.id, "operation", x.op.id, "status", p.Status, "error", err)
	}
	return p
}

// statusClientGone is what the log has for a client that did not wait.
const statusClientGone = 499

func (p *problem) write(x *exchange) {
	h := x.Header()
	for _, name := range []string{"Content-Encoding", "Etag"} {
		h.Del(name)
	}
	h["Content-Type"] = typeProblem
	h["Content-Language"] = languageEnglish
	h["Cache-Control"] = cacheNever
	vary(h, varyAnswer)
	if p.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.retryAfter))
	}
	if p.closes {
		h.Set("Connection", "close")
	}
	send(x, p.Status, p.body)
}
