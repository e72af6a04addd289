package webhooks

import (
	"context"
	"errors"
	"time"

	"github.com/reglookup/regengine/codes"
)

// MaxHooks is how many webhooks a project has at most.
const MaxHooks = 10

// Event is what a message tells.
type Event string

// The events. Every webhook can be sent Test, by hand.
const (
	EditionInForce Event = "edition.in_force"
	ChecksFlipped  Event = "checks.flipped"
	Test           Event = "test"
)

// Events returns what a webhook can be sent of itself.
func Events() []Event { return []Event{ChecksFlipped, EditionInForce} }

// ErrNoWatch says that there is no project to look at.
var ErrNoWatch = errors.New("webhooks: no project is to be looked at")

// ErrAddress says that nothing is sent to an address; the error wrapping it says why.
var ErrAddress = errors.New("webhooks: address refused")

// Hook is an address that is told what happens to a project.
type Hook struct {
	ID        string // UUID
	ProjectID string
	URL       string
	Events    []Event // in the order of [Events]
	Secret    []byte  // what messages are signed with
	CreatedAt time.Time
	Last      Outcome // of the newest message; zero before there was one
}

// Outcome is what came of sending a message.
type Outcome struct {
	Event   Event
	At      time.Time
	Status  int       // of the answer; 0 where none came
	Problem string    // "" where the message was taken
	Tries   int       // so far
	Again   time.Time // when it is tried the next time; zero for never
}

// Delivery is a message on its way to one hook.
type Delivery struct {
	ID        string // UUID
	HookID    string
	Event     Event
	Body      []byte // JSON
	CreatedAt time.Time
	Tries     int // with the one it was claimed for

	URL    string
	Secret []byte
}

// News is something to be told to the hooks of a project that want to know.
type News struct {
	Event Event
	Body  []byte
}

// Watch is a project that somebody looks at for its hooks.
type Watch struct {
	OrganizationID, ProjectID string

	State []byte    // what the last look found, JSON; nil before the first
	Until time.Time // whose look it is: it is given up then
}

// Look says which projects are to be looked at: those that were not on Day, and those
// that were with data before Revision, though not since Since.
type Look struct {
	Day      codes.Date
	Revision int64
	Since    time.Time
	Now      time.Time
	Until    time.Time
}

// Seen is what a look found.
type Seen struct {
	State []byte // JSON
	News  []News
}

// Store keeps hooks, what is on its way to them, and when their projects were looked at.
// Where a method names organization and project, projects.ErrNotFound says that the
// organization has no such project, or the project no such hook. Implementations are safe
// for concurrent use, also by several programs at once. What a project has here goes with
// it. Times are kept to the microsecond.
type Store interface {
	// AddHook stores a hook of its ProjectID, which is looked at from then on.
	// projects.ErrFull beyond MaxHooks.
	AddHook(ctx context.Context, organizationID string, h Hook) error
	ListHooks(ctx context.Context, organizationID, projectID string) ([]Hook, error) // oldest first, then by id
	GetHook(ctx context.Context, organizationID, projectID, id string) (Hook, error)

	// DeleteHook also forgets what is on its way, and with the last hook of a project what
	// was found there.
	DeleteHook(ctx context.Context, organizationID, projectID, id string) error

	// NoteOutcome stores what came of a message that was sent by hand. A hook that is not
	// there is passed over.
	NoteOutcome(ctx context.Context, hookID string, o Outcome) error

	// ClaimDeliveries takes messages that are due now, no more than most, those due longest
	// first, and counts a try of each. Nobody else gets them before until.
	ClaimDeliveries(ctx context.Context, now, until time.Time, most int) ([]Delivery, error)

	// SettleDelivery stores what came of a message as it was claimed. It is due again at
	// o.Again, and done with when that is zero. One that somebody claimed anew, or that is
	// gone, is passed over.
	SettleDelivery(ctx context.Context, d Delivery, o Outcome) error

	// ClaimWatch takes a project that is to be looked at. Nobody else gets it before
	// l.Until. ErrNoWatch.
	ClaimWatch(ctx context.Context, l Look) (Watch, error)

	// EndWatch stores what a look at a claimed project found, and sends what is new, each
	// to the hooks that want to know, at once. A project that somebody claimed anew, or
	// that is gone, is passed over.
	EndWatch(ctx context.Context, w Watch, l Look, seen Seen) error
}
