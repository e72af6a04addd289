package sqlstore_test

import (
	"testing"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/codestest"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/projectstest"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/internal/pgtest"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/webhooks/webhookstest"
)

func TestDB_Places(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		geotest.TestStore(t, func(t *testing.T) geo.Store { return d.new(t) })
	})
}

func TestDB_Codes(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		codestest.TestStore(t, func(t *testing.T) codes.Store { return d.new(t) })
	})
}

func TestDB_Blocks(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		retrievaltest.TestStore(t, func(t *testing.T) retrieval.Store { return d.new(t) })
	})
}

func TestDB_Vectors(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		retrievaltest.TestVectorStore(t, func(t *testing.T) retrieval.VectorStore { return d.new(t) })
	})
}

func TestDB_Projects(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		projectstest.TestStore(t, func(t *testing.T) projectstest.Backend {
			db := d.new(t)
			return projectstest.Backend{Store: db, AddMember: func(t testing.TB, organizationID string) projects.Member {
				return addMember(t, db, organizationID)
			}}
		})
	})
}

// addMember stores a user, of a new organization when organizationID is "".
func addMember(t testing.TB, db *sqlstore.DB, organizationID string) projects.Member {
	t.Helper()
	account, err := accesstest.NewAccount(t.Context(), db, 10)
	if err != nil {
		t.Fatal(err)
	}
	if organizationID == "" {
		return projects.Member{OrganizationID: account.OrganizationID, UserID: account.UserID}
	}
	user := access.User{ID: access.NewID(), OrganizationID: organizationID, Email: access.NewID() + "@example.org"}
	if err := db.CreateUser(t.Context(), user); err != nil {
		t.Fatal(err)
	}
	return projects.Member{OrganizationID: organizationID, UserID: user.ID}
}

func TestDB_Access(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		accesstest.TestStore(t, func(t *testing.T) access.Store { return d.new(t) })
	})
}

func TestDB_Sessions(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		accesstest.TestSessionStore(t, func(t *testing.T) accesstest.SessionBackend { return d.new(t) })
	})
}

func TestDB_Webhooks(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		webhookstest.TestStore(t, func(t *testing.T) webhookstest.Backend {
			db := d.new(t)
			return webhookstest.Backend{Store: db, Projects: db, AddOrganization: func(t testing.TB) string { return addMember(t, db, "").OrganizationID }}
		})
	})
}

func TestDB_Ledger(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		accesstest.TestLedger(t, func(t *testing.T) accesstest.Backend { return d.new(t) })
	})
}

func TestSharedLimiter(t *testing.T) {
	db := databases[1].at(t, pgtest.Start(t))
	accesstest.TestLimiter(t, func(_ *testing.T, clock *accesstest.Clock) access.Limiter {
		limiter := sqlstore.NewSharedLimiter(db)
		limiter.Now = clock.Now
		return limiter
	})
}
