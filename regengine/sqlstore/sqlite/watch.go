package sqlite

import (
	"context"
	"database/sql"
	"time"
)

// pollEvery is how often a follower looks for commits of others. The look reads
// one number in shared memory.
const pollEvery = 50 * time.Millisecond

// Watch implements [sqlstore.Backend]: data_version of a connection changes when
// any other connection, of whatever process, has committed.
func (b *backend) Watch(ctx context.Context, wake func()) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	var conn *sql.Conn
	defer func() { closeConn(conn) }()
	known := int64(-1)
	for {
		version, err := dataVersion(ctx, b.watcher, &conn)
		if err != nil {
			closeConn(conn)
			conn, version = nil, -1 // another connection counts from another number
		}
		if version != known && err == nil {
			known = version
			wake()
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// dataVersion asks the connection, which it makes when there is none.
func dataVersion(ctx context.Context, pool *sql.DB, conn **sql.Conn) (version int64, err error) {
	if *conn == nil {
		if *conn, err = pool.Conn(ctx); err != nil {
			return 0, err
		}
	}
	err = (*conn).QueryRowContext(ctx, "PRAGMA data_version").Scan(&version)
	return version, err
}

func closeConn(conn *sql.Conn) {
	if conn != nil {
		_ = conn.Close() // nothing is lost with a connection that only reads
	}
}
