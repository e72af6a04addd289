package access

import (
	"context"
	"time"
)

// Store keeps organizations, users, plans and keys. Implementations are safe
// for concurrent use. Times are kept to the microsecond and come back in UTC.
// A list is never an error for being empty.
type Store interface {
	PutPlan(ctx context.Context, p Plan) error
	ListPlans(ctx context.Context) ([]Plan, error)        // by id
	GetPlan(ctx context.Context, id string) (Plan, error) // ErrNotFound

	// CreateOrganization stores o and grants it its plan's credits, in one
	// transaction. ErrNotFound when the plan does not exist, ErrConflict when
	// the id is taken.
	CreateOrganization(ctx context.Context, o Organization) error
	ListOrganizations(ctx context.Context) ([]Organization, error)        // oldest first, then by id
	GetOrganization(ctx context.Context, id string) (Organization, error) // ErrNotFound

	// SetPlan moves an organization to a plan; what it has left to spend
	// becomes the plan's credits. ErrNotFound when either does not exist.
	SetPlan(ctx context.Context, organizationID, planID string) error

	// CreateUser: ErrConflict when the e-mail is taken, ErrNotFound without its organization.
	CreateUser(ctx context.Context, u User) error
	ListUsers(ctx context.Context, organizationID string) ([]User, error) // "" for all; oldest first, then by id
	GetUser(ctx context.Context, id string) (User, error)                 // ErrNotFound

	// CreateKey: ErrNotFound without its user, ErrConflict when the hash is taken.
	CreateKey(ctx context.Context, k APIKey) error

	UseStore
	ListKeys(ctx context.Context, userID string) ([]APIKey, error) // "" for all; oldest first, then by id

	// RevokeKey ends a key at a time, which may lie ahead (rotation with a
	// grace). Of two revocations the earlier counts: a later time changes
	// nothing, an earlier one brings the end forward. ErrNotFound.
	RevokeKey(ctx context.Context, id string, at time.Time) error

	// PrincipalByHash returns who a key stands for and when it is, or was,
	// revoked (zero for never). It says nothing about expiry. ErrNotFound.
	PrincipalByHash(ctx context.Context, hash [32]byte) (Principal, time.Time, error)
}
