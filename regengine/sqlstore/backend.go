package sqlstore

import (
	"context"
	"io/fs"

	"github.com/uptrace/bun"
)

// Backend is an open database of one kind. Packages sqlite and postgres
// implement it; a DB calls it from many goroutines at once.
type Backend interface {
	// Reader and Writer return the pools for statements that only read and for
	// those that write. They may be the same.
	Reader() *bun.DB
	Writer() *bun.DB

	// Ready returns an error when the database is no longer the one that was
	// opened, such as a file that was removed: what is written to it would be
	// lost. It is called before every transaction and must be cheap.
	Ready() error

	// Fault says what a driver's error means.
	Fault(err error) Fault

	// Discard closes pooled connections that are idle: one of them turned out to
	// be broken, and the others may be as old.
	Discard()

	// Migrations returns the schema in the database's dialect.
	Migrations() fs.FS

	// LockMigrations runs f while no other process or goroutine does.
	LockMigrations(ctx context.Context, f func(ctx context.Context) error) error

	// Watch calls wake whenever another connection may have committed a change
	// of a revision, at the latest four seconds after it did, until ctx ends.
	// It may call too often, and calls once at the beginning.
	Watch(ctx context.Context, wake func())

	// Close ends every connection.
	Close() error
}

// GuardedBackend is a [Backend] whose server may go while its clients stay.
type GuardedBackend interface {
	Backend

	// Guard asks the server again and again, until ctx ends, whether it is there, and
	// reports every answer: nil, or why not.
	Guard(ctx context.Context, report func(err error))
}

// Fault is the meaning of a driver's error, as far as it matters here.
type Fault int

// The faults.
const (
	NoFault     Fault = iota // an error of no known kind, or not of the driver
	Duplicate                // a unique value is taken
	Dangling                 // a row referred to does not exist
	Conflict                 // transactions were in each other's way: run again
	Locked                   // somebody else writes, and nothing was done yet: ask again soon
	Lost                     // the connection broke, or there is none to be had
	Unusable                 // full, read-only, damaged, not the database it was
	Interrupted              // the context ended while the statement ran
)

// unavailable reports whether the database, not the request, is at fault.
func (f Fault) unavailable() bool { return f == Conflict || f == Locked || f == Lost || f == Unusable }
