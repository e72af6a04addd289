package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/reglookup/regengine/regengine/sqlstore"
)

func TestFaultOf(t *testing.T) {
	for state, want := range map[string]sqlstore.Fault{
		"40001": sqlstore.Conflict, "40P01": sqlstore.Conflict,
		"23505": sqlstore.Duplicate, "23503": sqlstore.Dangling, "23514": sqlstore.NoFault,
		"53100": sqlstore.Unusable, // disk full
		"53300": sqlstore.Unusable, // too many connections
		"57P03": sqlstore.Unusable, // starting up
		"57P01": sqlstore.Lost,     // terminated by an administrator
		"08006": sqlstore.Lost,
		"58030": sqlstore.Unusable, "XX001": sqlstore.Unusable, "25006": sqlstore.Unusable,
		"28P01": sqlstore.Unusable, "3D000": sqlstore.Unusable,
		"57014": sqlstore.Interrupted,
		"42601": sqlstore.NoFault, "": sqlstore.NoFault,
	} {
		if got := faultOf(state); got != want {
			t.Errorf("SQLSTATE %q: want fault %d, got %d", state, want, got)
		}
	}
}

func TestBackend_Fault(t *testing.T) {
	b := &backend{}
	for name, c := range map[string]struct {
		err  error
		want sqlstore.Fault
	}{
		"Answer":      {fmt.Errorf("wrapped: %w", &pgconn.PgError{Code: "40001"}), sqlstore.Conflict},
		"Refused":     {&net.OpError{Op: "dial", Err: errors.New("refused")}, sqlstore.Lost},
		"BadConn":     {driver.ErrBadConn, sqlstore.Lost},
		"Cut":         {fmt.Errorf("read: %w", io.ErrUnexpectedEOF), sqlstore.Lost},
		"Ended":       {fmt.Errorf("wrapped: %w", context.Canceled), sqlstore.Interrupted},
		"AnotherKind": {errors.New("of another kind"), sqlstore.NoFault},
	} {
		if got := b.Fault(c.err); got != c.want {
			t.Errorf("%s: want fault %d, got %d", name, c.want, got)
		}
	}
}
