package sqlite

import (
	"context"
	"errors"
	"fmt"
	"testing"

	lib "modernc.org/sqlite/lib"

	"github.com/reglookup/regengine/regengine/sqlstore"
)

func TestFaultOf(t *testing.T) {
	for code, want := range map[int]sqlstore.Fault{
		lib.SQLITE_BUSY:                  sqlstore.Locked,
		lib.SQLITE_BUSY_SNAPSHOT:         sqlstore.Locked,
		lib.SQLITE_LOCKED:                sqlstore.Locked,
		lib.SQLITE_FULL:                  sqlstore.Unusable,
		lib.SQLITE_IOERR:                 sqlstore.Unusable,
		lib.SQLITE_IOERR_FSYNC:           sqlstore.Unusable,
		lib.SQLITE_CORRUPT:               sqlstore.Unusable,
		lib.SQLITE_NOTADB:                sqlstore.Unusable,
		lib.SQLITE_CANTOPEN:              sqlstore.Unusable,
		lib.SQLITE_READONLY:              sqlstore.Unusable,
		lib.SQLITE_READONLY_DBMOVED:      sqlstore.Unusable,
		lib.SQLITE_CONSTRAINT_UNIQUE:     sqlstore.Duplicate,
		lib.SQLITE_CONSTRAINT_PRIMARYKEY: sqlstore.Duplicate,
		lib.SQLITE_CONSTRAINT_FOREIGNKEY: sqlstore.Dangling,
		lib.SQLITE_CONSTRAINT_CHECK:      sqlstore.NoFault,
		lib.SQLITE_INTERRUPT:             sqlstore.Interrupted,
		lib.SQLITE_ERROR:                 sqlstore.NoFault,
	} {
		if got := faultOf(code); got != want {
			t.Errorf("code %d: want fault %d, got %d", code, want, got)
		}
	}
}

func TestBackend_Fault(t *testing.T) {
	b := &backend{}
	for want, err := range map[sqlstore.Fault]error{
		sqlstore.Interrupted: fmt.Errorf("wrapped: %w", context.Canceled),
		sqlstore.NoFault:     errors.New("of another kind"),
	} {
		if got := b.Fault(err); got != want {
			t.Errorf("%v: want fault %d, got %d", err, want, got)
		}
	}
}
