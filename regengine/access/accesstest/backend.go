package accesstest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/regengine/access"
)

// Backend is a database under test: a Ledger is only of use over the Store that
// knows its organizations. A Store and a Ledger of two types are joined by
// struct{ access.Store; access.Ledger }.
type Backend interface {
	access.Store
	access.Ledger
}

// Clock is a clock that moves when told to. It is safe for concurrent use.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a Clock that shows noon of an arbitrary day.
func NewClock() *Clock { return &Clock{now: Noon} }

// Noon is what a [NewClock] shows first.
var Noon = time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)

// Now returns the time shown.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Account is an organization with credit and two users, made by [NewAccount].
type Account struct {
	OrganizationID string
	UserID         string
	ColleagueID    string
}

// NewAccount stores a fresh plan, an organization holding that many credits,
// and two users of it. Identifiers are new each time, so accounts of one
// database never meet.
func NewAccount(ctx context.Context, store access.Store, credits int64) (Account, error) {
	id := access.NewID()
	a := Account{OrganizationID: id, UserID: access.NewID(), ColleagueID: access.NewID()}
	if err := store.PutPlan(ctx, access.Plan{ID: "plan-" + id, Name: "Plan", APIAccess: true, Credits: credits}); err != nil {
		return Account{}, fmt.Errorf("PutPlan: %w", err)
	}
	org := access.Organization{ID: id, Name: "Org " + id, PlanID: "plan-" + id, CreatedAt: Noon}
	if err := store.CreateOrganization(ctx, org); err != nil {
		return Account{}, fmt.Errorf("CreateOrganization: %w", err)
	}
	for _, userID := range []string{a.UserID, a.ColleagueID} {
		user := access.User{ID: userID, OrganizationID: id, Email: userID + "@example.org", CreatedAt: Noon}
		if err := store.CreateUser(ctx, user); err != nil {
			return Account{}, fmt.Errorf("CreateUser: %w", err)
		}
	}
	return a, nil
}

// Request returns a new request of the account's first user for one credit.
func (a Account) Request() access.Request {
	return access.Request{
		ID:             access.NewID(),
		OrganizationID: a.OrganizationID,
		UserID:         a.UserID,
		Operation:      "ask",
		Credits:        1,
		Fingerprint:    [32]byte{1, 2, 3},
		CreatedAt:      Noon,
	}
}

// sameTimes compares instants whatever their location, and empty collections
// whether nil or not: a database does not tell these apart.
var sameTimes = cmp.Options{cmpopts.EquateEmpty(), cmpopts.EquateApproxTime(0)}

// inParallel runs n calls of f at once, released together, and returns their
// errors in order of their number.
func inParallel(n int, f func(i int) error) []error {
	errs := make([]error, n)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-start
			errs[i] = f(i)
		})
	}
	close(start)
	wg.Wait()
	return errs
}
