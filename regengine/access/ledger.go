package access

import (
	"context"
	"time"
)

// Request is one metered operation, about to run.
type Request struct {
	ID             string // UUID: the turn id
	OrganizationID string
	UserID         string
	Operation      string // "ask", "legacy_ask", "verify"
	Credits        int64
	IdempotencyKey string   // "" for none; unique within a user
	Fingerprint    [32]byte // hash of operation and body: the same key must come with the same
	CreatedAt      time.Time

	// AtOnce is how many requests of its Bound the user may have running, where it is
	// not the Bound's number. It is not kept.
	AtOnce int
}

// RequestState is where a metered request stands.
type RequestState string

// The states. Interrupted is a reservation a crash left open: credit released.
const (
	Reserved    RequestState = "reserved"
	Committed   RequestState = "committed"
	Released    RequestState = "released"
	Interrupted RequestState = "interrupted"
)

// KeepFor is how long a settled request and its reply are kept, and with it an
// idempotency key (DECISIONS 8 and 17).
const KeepFor = 24 * time.Hour

// Record is a metered request as stored.
type Record struct {
	Request
	State     RequestState
	Reply     []byte // what was answered; nil unless Committed
	SettledAt time.Time
}

// Balance is an organization's credit.
type Balance struct {
	Left     int64 // spendable now: reserved credits are already taken off
	Reserved int64
	Spent    int64
}

// Ledger accounts for credits. Every change is one conditional statement
// together with its request row in one transaction, so that no interleaving of
// callers can spend a credit twice or lose one.
type Ledger interface {
	// Reserve takes credits off the balance and stores the request as
	// Reserved. ErrQuotaExceeded when too little is left, and then nothing is
	// stored; zero credits are always there. ErrConflict when the request's id
	// was used before.
	//
	// Where the user's IdempotencyKey was seen in the last 24 h (by the two
	// requests' CreatedAt), in this order and whatever the balance: ErrConflict
	// when the fingerprint differs; the earlier Record with replay true when it
	// is Committed; ErrInProgress while it is Reserved; a Released or
	// Interrupted one is run anew. An older one is forgotten.
	Reserve(ctx context.Context, r Request) (rec Record, replay bool, err error)

	// Commit stores the reply and makes the reservation spent. ErrNotFound
	// unless it is Reserved.
	Commit(ctx context.Context, id string, reply []byte, at time.Time) error

	// Release gives the credits back. ErrNotFound unless it is Reserved.
	Release(ctx context.Context, id string, at time.Time) error

	// Renew says that the reservation is still being worked on. ErrNotFound
	// unless it is Reserved.
	Renew(ctx context.Context, id string, at time.Time) error

	// GetRequest returns a user's own request. ErrNotFound for another's.
	GetRequest(ctx context.Context, userID, id string) (Record, error)

	// ListRequests returns a user's own requests of an operation that are kept, the
	// newest first, no more than most.
	ListRequests(ctx context.Context, userID, operation string, most int) ([]Record, error)

	// Sweep interrupts reservations that were last made or renewed before
	// renewedBefore and releases their credit, and deletes settled requests that
	// were made before keepAfter without changing any balance. It returns how many
	// it interrupted.
	Sweep(ctx context.Context, renewedBefore, keepAfter time.Time) (int, error)

	// GetBalance: ErrNotFound without the organization.
	GetBalance(ctx context.Context, organizationID string) (Balance, error)

	// Grant adds credits (or takes them, never below zero: ErrQuotaExceeded).
	// ErrNotFound without the organization.
	Grant(ctx context.Context, organizationID string, credits int64) error
}
