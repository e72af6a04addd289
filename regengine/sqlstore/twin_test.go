package sqlstore_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/internal/pgtest"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// brokenTwin is the ledger as it must not be: it reads the balance, checks it and
// writes back what it has computed. Each transaction is one, and still two of
// them spend the same credit.
type brokenTwin struct {
	*sqlstore.DB
	pool *pgxpool.Pool
}

// Reserve implements [access.Ledger], wrongly.
func (b brokenTwin) Reserve(ctx context.Context, r access.Request) (rec access.Record, replay bool, err error) {
	err = pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error {
		var left, reserved int64
		balance := "SELECT credits_left, credits_reserved FROM organizations WHERE id = $1"
		if err := tx.QueryRow(ctx, balance, r.OrganizationID).Scan(&left, &reserved); err != nil {
			return err
		}
		if left < r.Credits {
			return access.ErrQuotaExceeded
		}
		if _, err := tx.Exec(ctx, "UPDATE organizations SET credits_left = $1, credits_reserved = $2 WHERE id = $3",
			left-r.Credits, reserved+r.Credits, r.OrganizationID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO requests (id, organization_id, user_id, operation, credits, fingerprint, created_at, state)
			VALUES ($1, $2, $3, $4, $5, $6, $7, 'reserved')`,
			r.ID, r.OrganizationID, r.UserID, r.Operation, r.Credits, r.Fingerprint[:], r.CreatedAt.UnixMicro())
		return err
	})
	return access.Record{Request: r, State: access.Reserved}, false, err
}

// TestDB_Ledger_races lets the races happen over and over, with every connection
// of the pool open: while one is being made there is no race.
func TestDB_Ledger_races(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		rounds := 8
		if raceDetector { // each is many times slower
			rounds = 3
		}
		for range rounds {
			if err := accesstest.LedgerRaces(t.Context(), db); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestLedgerRaces_catchTheBrokenTwin: the race checker the ledger passes is able
// to tell one that is wrong.
func TestLedgerRaces_catchTheBrokenTwin(t *testing.T) {
	url := pgtest.Start(t)
	db := databases[1].at(t, url)
	pool, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	const rounds = 20 // it is a race; one round nearly always shows it
	for range rounds {
		if err := accesstest.Overspend(t.Context(), brokenTwin{db, pool}); err != nil {
			t.Logf("caught: %v", err)
			return
		}
	}
	t.Errorf("a ledger that reads, checks and writes passed %d rounds", rounds)
}
