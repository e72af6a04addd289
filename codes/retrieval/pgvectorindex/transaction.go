package pgvectorindex

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// attempts is how often a transaction is begun that the database asks to
	// repeat, pause the longest wait before the first repetition; it doubles.
	attempts = 6
	pause    = 20 * time.Millisecond

	// slack is how much longer the server may work on a statement than its caller
	// waits: the caller's own clock ends it first, with the caller's error.
	slack = time.Second
)

// read runs work in a transaction that sees one state of the database.
func (x *Index) read(ctx context.Context, what string, work func(pgx.Tx) error) error {
	return x.transact(ctx, what, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, work)
}

// write runs work in a transaction that locks what it changes.
func (x *Index) write(ctx context.Context, what string, work func(pgx.Tx) error) error {
	return x.transact(ctx, what, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, work)
}

func (x *Index) transact(ctx context.Context, what string, options pgx.TxOptions, work func(pgx.Tx) error) error {
	for attempt := 1; ; attempt++ {
		err := pgx.BeginTxFunc(ctx, x.pool, options, func(tx pgx.Tx) error {
			if err := limit(ctx, tx); err != nil {
				return err
			}
			return work(tx)
		})
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return fmt.Errorf("pgvectorindex: %s: %w (%w)", what, ctx.Err(), err)
		case attempt == attempts || !repeatable(err):
			return fmt.Errorf("pgvectorindex: %s: %w", what, err)
		}
		if err := wait(ctx, attempt); err != nil {
			return fmt.Errorf("pgvectorindex: %s: %w", what, err)
		}
	}
}

// repeatable tells whether a transaction failed through no fault of its own and
// left nothing behind.
func repeatable(err error) bool {
	state := sqlState(err)
	return state == serializationFailure || state == deadlockDetected || pgconn.SafeToRetry(err)
}

// wait sleeps for a random time that grows with the attempts, so that those who
// met do not meet again.
func wait(ctx context.Context, attempt int) error {
	timer := time.NewTimer(rand.N(pause << (attempt - 1))) //nolint:gosec // chance, not secrecy
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// limit has the server give up a statement soon after its caller has: the
// message that cancels it may get lost.
func limit(ctx context.Context, tx pgx.Tx) error {
	deadline, ok := ctx.Deadline()
	if !ok {
		return nil
	}
	remaining := max(time.Until(deadline), 0) + slack
	return set(ctx, tx, "statement_timeout", strconv.FormatInt(remaining.Milliseconds(), 10))
}

// set changes a setting of the database for the rest of tx.
func set(ctx context.Context, tx pgx.Tx, name, value string) error {
	_, err := tx.Exec(ctx, "SELECT set_config($1, $2, true)", name, value)
	return err
}
