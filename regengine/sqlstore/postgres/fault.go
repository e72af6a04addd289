package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/reglookup/regengine/regengine/sqlstore"
)

// Fault implements [sqlstore.Backend] by SQLSTATE
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
func (b *backend) Fault(err error) sqlstore.Fault {
	var answer *pgconn.PgError
	if errors.As(err, &answer) {
		return faultOf(answer.Code)
	}
	var connect *pgconn.ConnectError
	var network net.Error
	switch {
	case errors.As(err, &connect):
		return sqlstore.Lost
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return sqlstore.Interrupted
	case errors.As(err, &network), errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed),
		err != nil && strings.Contains(err.Error(), "conn closed"): // pgx has no sentinel for it
		return sqlstore.Lost
	}
	return sqlstore.NoFault
}

func faultOf(state string) sqlstore.Fault {
	switch state {
	case "23505":
		return sqlstore.Duplicate
	case "23503":
		return sqlstore.Dangling
	case "40001", "40P01", "55P03":
		return sqlstore.Conflict
	case "57014":
		return sqlstore.Interrupted
	case "57P01", "57P02", "57P05": // ended by an administrator, a crash, for being idle
		return sqlstore.Lost
	case "25006", "3D000", "XX001", "XX002": // read-only, no such database, damaged
		return sqlstore.Unusable
	}
	switch state[:min(2, len(state))] {
	case "08":
		return sqlstore.Lost
	case "28", "53", "57", "58": // not let in, no resources (a full disk, too many connections), starting, I/O
		return sqlstore.Unusable
	}
	return sqlstore.NoFault
}
