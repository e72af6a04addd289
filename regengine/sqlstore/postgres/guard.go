package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/reglookup/regengine/regengine/sqlstore"
)

var _ sqlstore.GuardedBackend = (*backend)(nil)

const (
	guardEvery  = time.Second
	guardWithin = 1500 * time.Millisecond // for an answer
	guardMisses = 2                       // answers that did not come in time, one after the other, before the server is given up
)

// Guard implements [sqlstore.GuardedBackend], over a connection of its own: that all
// others are busy is no sign of a server that is gone.
func (b *backend) Guard(ctx context.Context, report func(err error)) {
	var conn *pgx.Conn
	defer func() { closeConn(ctx, conn) }()
	for misses := 0; ; {
		err := b.answers(ctx, &conn)
		if ctx.Err() != nil {
			return
		}
		if misses++; err == nil || !errors.Is(err, context.DeadlineExceeded) {
			misses = 0
		}
		if misses == 0 || misses >= guardMisses {
			report(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(guardEvery):
		}
	}
}

// answers asks the server. A connection that breaks is made anew before that counts.
func (b *backend) answers(ctx context.Context, conn **pgx.Conn) error {
	within, cancel := context.WithTimeout(ctx, guardWithin)
	defer cancel()
	if *conn != nil {
		err := (*conn).Ping(within)
		if err == nil {
			return nil
		}
		closeConn(ctx, *conn)
		*conn = nil
		if within.Err() != nil {
			return err
		}
	}
	made, err := pgx.ConnectConfig(within, b.config.Copy())
	var full *pgconn.PgError
	if errors.As(err, &full) && full.Code == "53300" { // too many connections: it is there to say so
		return nil
	}
	if err == nil {
		*conn = made
	}
	return err
}

// closeConn takes leave, if the server still listens; it ends the session in any case.
func closeConn(ctx context.Context, conn *pgx.Conn) {
	if conn == nil {
		return
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = conn.Close(closing)
}
