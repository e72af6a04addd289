package access

import (
	"time"

	"github.com/reglookup/regengine/geo"
)

// Organization owns users, projects and credits.
type Organization struct {
	ID        string // UUID
	Name      string
	PlanID    string
	CreatedAt time.Time
}

// User belongs to one organization.
type User struct {
	ID              string // UUID
	OrganizationID  string
	Email           string
	ActiveProjectID string // "" for none
	CreatedAt       time.Time
}

// APIKey is an issued key without its secret.
type APIKey struct {
	ID        string // UUID
	UserID    string
	Name      string // what its owner calls it
	Country   geo.ID
	Hash      [32]byte // SHA-256 of the whole key
	Hint      string   // its last four characters
	CreatedAt time.Time
	ExpiresAt time.Time // zero for never
	RevokedAt time.Time // zero while no revocation is set; may lie ahead

	// LastUsedAt is when the key was used last, at most some minutes ago or some seconds
	// off; zero for never.
	LastUsedAt time.Time
}

// Principal is who a request comes from.
type Principal struct {
	KeyID          string
	UserID         string
	OrganizationID string
	Country        geo.ID
	Plan           Plan
	KeyExpiresAt   time.Time // zero for never
}
