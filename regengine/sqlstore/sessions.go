package sqlstore

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/regengine/access"
)

var _ access.SessionStore = (*DB)(nil)

type sessionRow struct {
	bun.BaseModel `bun:"table:sessions,alias:s"`

	Hash      []byte `bun:",pk"`
	KeyID     string
	CreatedAt instant
	ExpiresAt instant
}

// CreateSession implements [access.SessionStore].
func (db *DB) CreateSession(ctx context.Context, s access.Session) error {
	if err := checkText(s); err != nil {
		return fmt.Errorf("%w: %w", access.ErrInvalid, err)
	}
	row := sessionRow{Hash: s.Hash[:], KeyID: s.KeyID, CreatedAt: instant(s.CreatedAt), ExpiresAt: instant(s.ExpiresAt)}
	return db.write(ctx, "create a session", func(ctx context.Context, tx bun.IDB) error {
		if _, err := tx.NewDelete().Model((*sessionRow)(nil)).Where("expires_at <= ?", row.CreatedAt).Exec(ctx); err != nil {
			return err
		}
		return db.insert(ctx, tx, &row, "session")
	})
}

// EndSession implements [access.SessionStore].
func (db *DB) EndSession(ctx context.Context, hash [32]byte) error {
	return db.write(ctx, "end a session", func(ctx context.Context, tx bun.IDB) error {
		_, err := tx.NewDelete().Model((*sessionRow)(nil)).Where("hash = ?", hash[:]).Exec(ctx)
		return err
	})
}

// PrincipalBySession implements [access.SessionStore].
func (db *DB) PrincipalBySession(ctx context.Context, hash [32]byte) (access.Principal, time.Time, error) {
	return db.principalBy(ctx, "look up a session", func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Join("JOIN sessions AS s ON s.key_id = k.id").
			ColumnExpr("CASE WHEN k.expires_at <= s.expires_at THEN k.expires_at ELSE s.expires_at END AS expires_at").
			Where("s.hash = ?", hash[:])
	})
}
