package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/reglookup/regengine/regengine/sqlstore"
)

// Fault implements [sqlstore.Backend] by SQLite's result codes
// (https://www.sqlite.org/rescode.html).
func (b *backend) Fault(err error) sqlstore.Fault {
	var failure *sqlite.Error
	switch {
	case errors.As(err, &failure):
		return faultOf(failure.Code())
	case errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone):
		return sqlstore.Lost
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return sqlstore.Interrupted
	}
	return sqlstore.NoFault
}

func faultOf(code int) sqlstore.Fault {
	switch code {
	case lib.SQLITE_CONSTRAINT_UNIQUE, lib.SQLITE_CONSTRAINT_PRIMARYKEY:
		return sqlstore.Duplicate
	case lib.SQLITE_CONSTRAINT_FOREIGNKEY:
		return sqlstore.Dangling
	}
	switch code & 0xff { // the primary code of an extended one
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return sqlstore.Locked
	case lib.SQLITE_INTERRUPT:
		return sqlstore.Interrupted
	case lib.SQLITE_FULL, lib.SQLITE_IOERR, lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB, lib.SQLITE_CANTOPEN,
		lib.SQLITE_READONLY, lib.SQLITE_PERM, lib.SQLITE_NOMEM, lib.SQLITE_PROTOCOL, lib.SQLITE_NOLFS:
		return sqlstore.Unusable
	}
	return sqlstore.NoFault
}
