package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/regengine/access"
)

type requestRow struct {
	bun.BaseModel `bun:"table:requests,alias:r"`

	ID             string `bun:",pk"`
	OrganizationID string
	UserID         string
	Operation      string
	Credits        int64
	IdempotencyKey string `bun:",nullzero"`
	Fingerprint    []byte
	CreatedAt      int64 // microseconds; a request always has a time
	State          access.RequestState
	Reply          []byte
	SettledAt      instant
}

// Every transaction on credits takes its rows in one order: requests, leases, then
// organizations. An INSERT counts as well, since it waits for whoever settles the request
// that holds its idempotency key.

// errTaken says that another request has the identifier or the idempotency key.
var errTaken = errors.New("another request came first")

// Reserve implements [access.Ledger]. Whoever only hears what an earlier request with its
// idempotency key came to pays for one read, and waits for nobody. The unique index on
// keys lets one of two equal requests in, and the other looks again; the balance is taken
// down by one conditional UPDATE, which locks its row.
func (db *DB) Reserve(ctx context.Context, r access.Request) (access.Record, bool, error) {
	if err := checkRequest(r); err != nil {
		return access.Record{}, false, err
	}
	const tries = 3 // the second finds what the first met; a third if that was removed meanwhile
	look := r.IdempotencyKey != ""
	for range tries {
		var before access.Record
		if look {
			var replay bool
			var err error
			if before, replay, err = db.earlier(ctx, r); replay || err != nil {
				return before, replay, err
			}
		}
		err := db.write(ctx, "reserve credits", func(ctx context.Context, tx bun.IDB) error { return take(ctx, tx, r, before.ID) })
		if err == nil {
			return access.Record{Request: r, State: access.Reserved}, false, nil
		}
		if !errors.Is(err, errTaken) {
			return access.Record{}, false, err
		}
		look = true
	}
	return access.Record{}, false, access.ErrInProgress
}

func checkRequest(r access.Request) error {
	if err := checkText(r); err != nil {
		return fmt.Errorf("%w: %w", access.ErrInvalid, err)
	}
	if r.Credits < 0 {
		return fmt.Errorf("%w: %d credits cannot be reserved", access.ErrInvalid, r.Credits)
	}
	return nil
}

// earlier returns the request that holds r's idempotency key, if there is one, and
// whether r replays it; else r takes the key over. An identifier used before gives
// ErrConflict.
func (db *DB) earlier(ctx context.Context, r access.Request) (access.Record, bool, error) {
	var rows []requestRow
	err := db.read(ctx, "look for an earlier request", func(ctx context.Context, q bun.IDB) error {
		query := q.NewSelect().Model(&rows).Where("id = ?", r.ID)
		if r.IdempotencyKey != "" {
			query.WhereOr("user_id = ? AND idempotency_key = ?", r.UserID, r.IdempotencyKey)
		}
		return query.Scan(ctx)
	})
	if err != nil {
		return access.Record{}, false, err
	}
	for i := range rows {
		if rows[i].ID == r.ID {
			return access.Record{}, false, fmt.Errorf("request id: %w", access.ErrConflict)
		}
	}
	if len(rows) == 0 {
		return access.Record{}, false, nil
	}
	holder := rows[0].record()
	replay, err := replays(holder, r)
	rec, err := afterError(holder, err)
	return rec, replay, err
}

// replays says what the holder of an idempotency key means for r: an error, its own
// reply, or neither, and then r runs.
func replays(holder access.Record, r access.Request) (bool, error) {
	switch {
	case r.CreatedAt.Sub(holder.CreatedAt) >= access.KeepFor:
		return false, nil
	case holder.Fingerprint != r.Fingerprint:
		return false, fmt.Errorf("idempotency key of another request: %w", access.ErrConflict)
	case holder.State == access.Reserved:
		return false, access.ErrInProgress
	}
	return holder.State == access.Committed, nil
}

// take stores r and takes its credits; before is the request whose key it takes over, or
// "". errTaken when somebody else was faster.
func take(ctx context.Context, tx bun.IDB, r access.Request, before string) error {
	if before != "" {
		if err := forgetKey(ctx, tx, before); err != nil {
			return err
		}
	}
	row := newRequestRow(r)
	res, err := tx.NewInsert().Model(&row).On("CONFLICT DO NOTHING").Exec(ctx)
	if err := oneRow(res, err, errTaken); err != nil {
		return err
	}
	return takeCredits(ctx, tx, r)
}

func forgetKey(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewUpdate().Model((*requestRow)(nil)).Set("idempotency_key = NULL").Where("id = ?", id).Exec(ctx)
	return err
}

func takeCredits(ctx context.Context, tx bun.IDB, r access.Request) error {
	res, err := tx.NewUpdate().Model((*organizationRow)(nil)).
		Set("credits_left = credits_left - ?", r.Credits).
		Set("credits_reserved = credits_reserved + ?", r.Credits).
		Where("id = ?", r.OrganizationID).Where("credits_left >= ?", r.Credits).Exec(ctx)
	if err != nil {
		return err
	}
	return refused(ctx, tx, res, r.OrganizationID, access.ErrQuotaExceeded)
}

// Commit implements [access.Ledger].
func (db *DB) Commit(ctx context.Context, id string, reply []byte, at time.Time) error {
	if reply == nil {
		reply = []byte{} // NULL is no reply, this is an empty one
	}
	return db.settle(ctx, "commit credits", id, access.Committed, reply, at)
}

// Release implements [access.Ledger].
func (db *DB) Release(ctx context.Context, id string, at time.Time) error {
	return db.settle(ctx, "release credits", id, access.Released, nil, at)
}

// settle ends a reservation. The conditional UPDATE lets one of two callers
// through, and the balance follows it.
func (db *DB) settle(ctx context.Context, what, id string, state access.RequestState, reply []byte, at time.Time) error {
	if !storable(id) {
		return access.ErrNotFound
	}
	return db.write(ctx, what, func(ctx context.Context, tx bun.IDB) error {
		var row requestRow
		err := tx.NewUpdate().Model(&row).
			Set("state = ?", state).Set("reply = ?", reply).Set("settled_at = ?", instant(at)).
			Where("id = ?", id).Where("state = ?", access.Reserved).
			Returning("organization_id, credits").Scan(ctx)
		if err != nil {
			return noRows(err, fmt.Errorf("reservation: %w", access.ErrNotFound))
		}
		return moveReserved(ctx, tx, row.OrganizationID, row.Credits, state)
	})
}

// moveReserved takes settled credits off the reserved ones: spent when the
// request was committed, spendable again otherwise.
func moveReserved(ctx context.Context, tx bun.IDB, organizationID string, credits int64, state access.RequestState) error {
	to := "credits_left = credits_left + ?"
	if state == access.Committed {
		to = "credits_spent = credits_spent + ?"
	}
	_, err := tx.NewUpdate().Model((*organizationRow)(nil)).
		Set("credits_reserved = credits_reserved - ?", credits).Set(to, credits).
		Where("id = ?", organizationID).Exec(ctx)
	return err
}

// leaseRow says when a reservation was last renewed. It is a row of its own: most
// requests end before they would be renewed, and nobody but the sweeper reads it.
type leaseRow struct {
	bun.BaseModel `bun:"table:leases,alias:l"`

	RequestID string `bun:",pk"`
	RenewedAt int64  // microseconds
}

// Renew implements [access.Ledger].
func (db *DB) Renew(ctx context.Context, id string, at time.Time) error {
	if !storable(id) {
		return access.ErrNotFound
	}
	return db.write(ctx, "renew a reservation", func(ctx context.Context, tx bun.IDB) error {
		res, err := tx.NewRaw("INSERT INTO leases (request_id, renewed_at) SELECT id, ? FROM requests WHERE id = ? AND state = ?"+
			" ON CONFLICT (request_id) DO UPDATE SET renewed_at = excluded.renewed_at",
			at.UnixMicro(), id, access.Reserved).Exec(ctx)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return fmt.Errorf("reservation: %w", access.ErrNotFound)
	})
}

// GetRequest implements [access.Ledger].
func (db *DB) GetRequest(ctx context.Context, userID, id string) (rec access.Record, err error) {
	if !storable(userID, id) {
		return access.Record{}, access.ErrNotFound
	}
	err = db.read(ctx, "get a request", func(ctx context.Context, q bun.IDB) error {
		var row requestRow
		err := q.NewSelect().Model(&row).Where("id = ?", id).Where("user_id = ?", userID).Scan(ctx)
		rec = row.record()
		return noRows(err, fmt.Errorf("request: %w", access.ErrNotFound))
	})
	return afterError(rec, err)
}

// ListRequests implements [access.Ledger]. The index of idempotency keys begins with the
// user, whose requests of a day are few.
func (db *DB) ListRequests(ctx context.Context, userID, operation string, most int) (list []access.Record, err error) {
	if !storable(userID, operation) {
		return nil, nil
	}
	err = db.read(ctx, "list requests", func(ctx context.Context, q bun.IDB) error {
		var rows []requestRow
		err := q.NewSelect().Model(&rows).Where("user_id = ?", userID).Where("operation = ?", operation).
			OrderExpr("created_at DESC, id DESC").Limit(int64(most)).Scan(ctx)
		list = make([]access.Record, len(rows))
		for i := range rows {
			list[i] = rows[i].record()
		}
		return err
	})
	return afterError(list, err)
}

// Sweep implements [access.Ledger]. Rate-limit windows long ended go as well.
func (db *DB) Sweep(ctx context.Context, renewedBefore, keepAfter time.Time) (interrupted int, err error) {
	err = db.write(ctx, "sweep requests", func(ctx context.Context, tx bun.IDB) error {
		var rows []requestRow
		err := tx.NewUpdate().Model(&rows).
			Set("state = ?", access.Interrupted).Set("settled_at = ?", instant(renewedBefore)).
			Where("state = ?", access.Reserved).Where("created_at < ?", renewedBefore.UnixMicro()).
			Where("id NOT IN (?)", tx.NewSelect().Model((*leaseRow)(nil)).Column("request_id").Where("renewed_at >= ?", renewedBefore.UnixMicro())).
			Returning("organization_id, credits").Scan(ctx)
		if err != nil {
			return err
		}
		interrupted = len(rows)
		_, err = tx.NewDelete().Model((*requestRow)(nil)).
			Where("state <> ?", access.Reserved).Where("created_at < ?", keepAfter.UnixMicro()).Exec(ctx)
		if err != nil {
			return err
		}
		if _, err := tx.NewDelete().Model((*leaseRow)(nil)).Where("renewed_at < ?", renewedBefore.UnixMicro()).Exec(ctx); err != nil {
			return err
		}
		return giveBack(ctx, tx, rows)
	})
	if err == nil && db.postgres() {
		err = db.sweepWindows(ctx)
	}
	return afterError(interrupted, err)
}

// giveBack adds interrupted credits to their organizations, in order of their
// identifiers so that two sweepers never wait for each other.
func giveBack(ctx context.Context, tx bun.IDB, rows []requestRow) error {
	credits := make(map[string]int64)
	for _, row := range rows {
		credits[row.OrganizationID] += row.Credits
	}
	for _, id := range slices.Sorted(maps.Keys(credits)) {
		if err := moveReserved(ctx, tx, id, credits[id], access.Interrupted); err != nil {
			return err
		}
	}
	return nil
}

// GetBalance implements [access.Ledger].
func (db *DB) GetBalance(ctx context.Context, organizationID string) (access.Balance, error) {
	row, err := db.organization(ctx, "get a balance", organizationID)
	return afterError(access.Balance{Left: row.CreditsLeft, Reserved: row.CreditsReserved, Spent: row.CreditsSpent}, err)
}

// Grant implements [access.Ledger]. More than an integer of 64 bits holds gives
// [access.ErrInvalid].
func (db *DB) Grant(ctx context.Context, organizationID string, credits int64) error {
	if !storable(organizationID) {
		return access.ErrNotFound
	}
	return db.write(ctx, "grant credits", func(ctx context.Context, tx bun.IDB) error {
		update := tx.NewUpdate().Model((*organizationRow)(nil)).
			Set("credits_left = credits_left + ?", credits).Where("id = ?", organizationID)
		refusal := access.ErrQuotaExceeded
		if credits > 0 {
			update.Where("credits_left <= ?", math.MaxInt64-credits)
			refusal = fmt.Errorf("%w: the balance would be too large", access.ErrInvalid)
		} else {
			update.Where("credits_left >= ?", negated(credits))
		}
		res, err := update.Exec(ctx)
		if err != nil {
			return err
		}
		return refused(ctx, tx, res, organizationID, refusal)
	})
}

// negated returns -n for n <= 0; the most negative number has no counterpart and
// gives the largest, which no balance reaches with something left over.
func negated(n int64) int64 {
	if n == math.MinInt64 {
		return math.MaxInt64
	}
	return -n
}

// refused returns nil when a conditional UPDATE of an organization met its row;
// otherwise the refusal, or ErrNotFound when there is no such organization.
func refused(ctx context.Context, tx bun.IDB, res sql.Result, organizationID string, refusal error) error {
	if n, err := res.RowsAffected(); err != nil || n > 0 {
		return err
	}
	if _, err := getOrganization(ctx, tx, organizationID); err != nil {
		return err
	}
	return refusal
}

func newRequestRow(r access.Request) requestRow {
	return requestRow{
		ID: r.ID, OrganizationID: r.OrganizationID, UserID: r.UserID, Operation: r.Operation, Credits: r.Credits,
		IdempotencyKey: r.IdempotencyKey, Fingerprint: r.Fingerprint[:],
		CreatedAt: r.CreatedAt.UnixMicro(), State: access.Reserved,
	}
}

func (r *requestRow) record() access.Record {
	rec := access.Record{
		Request: access.Request{
			ID: r.ID, OrganizationID: r.OrganizationID, UserID: r.UserID, Operation: r.Operation, Credits: r.Credits,
			IdempotencyKey: r.IdempotencyKey, CreatedAt: time.UnixMicro(r.CreatedAt).UTC(),
		},
		State: r.State, Reply: r.Reply, SettledAt: asTime(r.SettledAt),
	}
	copy(rec.Fingerprint[:], r.Fingerprint)
	return rec
}
