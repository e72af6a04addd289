package access

import "errors"

// Sentinel errors. Callers compare with errors.Is.
var (
	// ErrUnauthorized says that a key is malformed, unknown, revoked or expired;
	// which of these is nobody's business.
	ErrUnauthorized = errors.New("access: unauthorized")

	// ErrNotFound says that an organization, user, plan, key or turn does not exist.
	ErrNotFound = errors.New("access: not found")

	// ErrQuotaExceeded says that the organization's credits are used up.
	ErrQuotaExceeded = errors.New("access: quota exceeded")

	// ErrConflict says that a name is taken, or that an idempotency key was
	// used for another request.
	ErrConflict = errors.New("access: conflict")

	// ErrInProgress says that the first request of an idempotency key still runs.
	ErrInProgress = errors.New("access: request in progress")

	// ErrBusy says that the user runs as many requests of this kind at once as
	// are allowed.
	ErrBusy = errors.New("access: too many requests at once")

	// ErrInterrupted says that the request's reservation was given back while it
	// still ran: it is not charged, and its reply is not handed out.
	ErrInterrupted = errors.New("access: request interrupted")

	// ErrClosed says that the meter takes no more requests: the server is
	// shutting down.
	ErrClosed = errors.New("access: shutting down")

	// ErrInvalid says that a name, e-mail, plan or amount breaks a rule; the
	// error wrapping it says which.
	ErrInvalid = errors.New("access: invalid")
)
