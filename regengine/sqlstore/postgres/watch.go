package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// pollEvery bounds how long a change stays unseen when its notification was
	// lost, as behind a pooler in transaction mode.
	pollEvery = 2 * time.Second

	reconnectAfter = 200 * time.Millisecond
)

// Watch implements [sqlstore.Backend]: a connection of its own listens to the
// channel the trigger on revisions notifies. When it breaks another is made, and
// what was missed meanwhile is caught up with at once.
func (b *backend) Watch(ctx context.Context, wake func()) {
	for {
		_ = b.listen(ctx, wake) // the next attempt is the answer; requests report a server that is gone
		select {
		case <-ctx.Done():
			return
		case <-time.After(reconnectAfter):
		}
	}
}

// listen returns when the connection breaks or ctx ends.
func (b *backend) listen(ctx context.Context, wake func()) error {
	conn, err := pgx.ConnectConfig(ctx, b.config.Copy())
	if err != nil {
		return err
	}
	defer closeConn(ctx, conn)
	if _, err := conn.Exec(ctx, "LISTEN regengine"); err != nil {
		return err
	}
	for {
		wake()
		if err := waitForNotification(ctx, conn); err != nil {
			return err
		}
	}
}

// waitForNotification returns nil after a notification, or when it is time to
// look without one and the connection still answers.
func waitForNotification(ctx context.Context, conn *pgx.Conn) error {
	wait, cancel := context.WithTimeout(ctx, pollEvery)
	defer cancel()
	_, err := conn.WaitForNotification(wait)
	if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
		return errors.Join(err, ctx.Err())
	}
	ping, cancel := context.WithTimeout(ctx, pollEvery)
	defer cancel()
	return conn.Ping(ping)
}
