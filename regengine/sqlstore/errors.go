package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/reglookup/regengine/regengine"
)

// Sentinel errors. Callers compare with errors.Is.
var (
	// ErrNotMigrated says that the database has no schema, or an older one.
	ErrNotMigrated = errors.New("the database is not migrated: run `regengine migrate`")

	// ErrNewer says that the database was migrated by a newer program, which
	// this one must not write into.
	ErrNewer = errors.New("the database belongs to a newer version of regengine: " +
		"install that version (its `regengine migrate` was run here), or restore a backup made before")

	// ErrLost says that there was a database, of which the file is empty or gone. A new
	// one is not made in its place unless that is asked for.
	ErrLost = errors.New("there was a database here, and its file is empty or gone: put it back, or restore a backup; --new makes a new one")

	// ErrInvalidText says that a text holds a NUL character or is not valid
	// UTF-8. Nothing was written.
	ErrInvalidText = errors.New("sqlstore: text cannot be stored")
)

// failed gives an error its final form: with what was being done, and with
// [regengine.ErrUnavailable] when the database is at fault. Errors of the
// domains pass through, the context's own come out as such.
func (db *DB) failed(ctx context.Context, what string, err error) error {
	if err == nil {
		return nil
	}
	fault := db.fault(err)
	if ended := ctx.Err(); ended != nil && !errors.Is(err, ended) && (fault != NoFault || errors.Is(err, sql.ErrTxDone)) {
		return fmt.Errorf("%s: %w: %w", what, ended, err)
	}
	if fault.unavailable() && !errors.Is(err, regengine.ErrUnavailable) && ctx.Err() == nil {
		return fmt.Errorf("%s: %w: %w", what, regengine.ErrUnavailable, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// fault classifies err; an error that is unavailable already stays so.
func (db *DB) fault(err error) Fault {
	if err == nil {
		return NoFault
	}
	if errors.Is(err, regengine.ErrUnavailable) || errors.Is(err, errNoConnection) || errors.Is(err, errCut) {
		return Unusable
	}
	return db.backend.Fault(err)
}
