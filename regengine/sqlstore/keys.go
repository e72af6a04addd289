package sqlstore

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/access"
)

type keyRow struct {
	bun.BaseModel `bun:"table:api_keys,alias:k"`

	ID        string `bun:",pk"`
	UserID    string
	Name      string
	Country   geo.ID
	Hash      []byte
	Hint      string
	CreatedAt instant
	ExpiresAt instant
	RevokedAt instant

	UsedAt instant `bun:",scanonly"`
}

// principalRow is a key joined with its user, organization and plan.
type principalRow struct {
	KeyID          string
	UserID         string
	OrganizationID string
	Country        geo.ID
	ExpiresAt      instant
	RevokedAt      instant
	PlanID         string
	PlanName       string
	APIAccess      bool
	Credits        int64
	Limits         asJSON[map[access.Group]int]
}

// CreateKey implements [access.Store].
func (db *DB) CreateKey(ctx context.Context, k access.APIKey) error {
	if err := checkText(k); err != nil {
		return fmt.Errorf("%w: %w", access.ErrInvalid, err)
	}
	row := keyRow{
		ID: k.ID, UserID: k.UserID, Name: k.Name, Country: k.Country, Hash: k.Hash[:], Hint: k.Hint,
		CreatedAt: instant(k.CreatedAt), ExpiresAt: instant(k.ExpiresAt), RevokedAt: instant(k.RevokedAt),
	}
	return db.changeAccess(ctx, "create a key", func(ctx context.Context, tx bun.IDB) error {
		return db.insert(ctx, tx, &row, "key")
	})
}

// ListKeys implements [access.Store].
func (db *DB) ListKeys(ctx context.Context, userID string) (list []access.APIKey, err error) {
	if !storable(userID) {
		return nil, nil
	}
	err = db.read(ctx, "list keys", func(ctx context.Context, q bun.IDB) error {
		var rows []keyRow
		query := oldestFirst(q.NewSelect().Model(&rows), "k").ColumnExpr("k.*").ColumnExpr("ku.used_at").
			Join("LEFT JOIN key_uses AS ku ON ku.key_id = k.id")
		if userID != "" {
			query.Where("user_id = ?", userID)
		}
		err := query.Scan(ctx)
		list = make([]access.APIKey, len(rows))
		for i := range rows {
			list[i] = rows[i].key()
		}
		return err
	})
	return list, err
}

func (r *keyRow) key() access.APIKey {
	k := access.APIKey{
		ID: r.ID, UserID: r.UserID, Name: r.Name, Country: r.Country, Hint: r.Hint,
		CreatedAt: asTime(r.CreatedAt), ExpiresAt: asTime(r.ExpiresAt), RevokedAt: asTime(r.RevokedAt),
		LastUsedAt: asTime(r.UsedAt),
	}
	copy(k.Hash[:], r.Hash)
	return k
}

// RevokeKey implements [access.Store].
func (db *DB) RevokeKey(ctx context.Context, id string, at time.Time) error {
	if !storable(id) {
		return access.ErrNotFound
	}
	return db.changeAccess(ctx, "revoke a key", func(ctx context.Context, tx bun.IDB) error {
		res, err := tx.NewUpdate().Model((*keyRow)(nil)).
			Set("revoked_at = CASE WHEN revoked_at <= ?0 THEN revoked_at ELSE ?0 END", instant(at)).
			Where("id = ?", id).Exec(ctx)
		return oneRow(res, err, fmt.Errorf("key: %w", access.ErrNotFound))
	})
}

// NoteUses implements [access.UseStore].
func (db *DB) NoteUses(ctx context.Context, uses map[string]time.Time) error {
	ids := slices.Sorted(maps.Keys(uses)) // in one order: two writers never wait for each other
	return db.write(ctx, "note when keys were used", func(ctx context.Context, tx bun.IDB) error {
		for _, id := range ids {
			_, err := tx.NewRaw("INSERT INTO key_uses (key_id, used_at) SELECT id, ? FROM api_keys WHERE id = ?"+
				" ON CONFLICT (key_id) DO UPDATE SET used_at = excluded.used_at WHERE key_uses.used_at < excluded.used_at",
				uses[id].UnixMicro(), id).Exec(ctx)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// PrincipalByHash implements [access.Store].
func (db *DB) PrincipalByHash(ctx context.Context, hash [32]byte) (access.Principal, time.Time, error) {
	return db.principalBy(ctx, "look up a key", func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.ColumnExpr("k.expires_at").Where("k.hash = ?", hash[:])
	})
}

// principalBy returns who a key stands for and when it is, or was, revoked. choose says
// which key, and when what was looked up by expires.
func (db *DB) principalBy(ctx context.Context, what string, choose func(*bun.SelectQuery) *bun.SelectQuery) (p access.Principal, revokedAt time.Time, err error) {
	err = db.read(ctx, what, func(ctx context.Context, q bun.IDB) error {
		var row principalRow
		err := choose(q.NewSelect().TableExpr("api_keys AS k").
			Join("JOIN users AS u ON u.id = k.user_id").
			Join("JOIN organizations AS o ON o.id = u.organization_id").
			Join("JOIN plans AS pl ON pl.id = o.plan_id").
			ColumnExpr("k.id AS key_id, k.country, k.revoked_at").
			ColumnExpr("u.id AS user_id, o.id AS organization_id").
			ColumnExpr("pl.id AS plan_id, pl.name AS plan_name, pl.api_access, pl.credits, pl.limits")).Scan(ctx, &row)
		p, revokedAt = row.principal(), asTime(row.RevokedAt)
		return noRows(err, fmt.Errorf("key: %w", access.ErrNotFound))
	})
	if err != nil {
		return access.Principal{}, time.Time{}, err
	}
	return p, revokedAt, nil
}

func (r *principalRow) principal() access.Principal {
	return access.Principal{
		KeyID: r.KeyID, UserID: r.UserID, OrganizationID: r.OrganizationID, Country: r.Country,
		KeyExpiresAt: asTime(r.ExpiresAt),
		Plan:         withLimits(access.Plan{ID: r.PlanID, Name: r.PlanName, APIAccess: r.APIAccess, Credits: r.Credits}, r.Limits.It),
	}
}
