package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// guard knows whether the database's server is there. While it is not, operations fail
// at once, and those that wait for an answer are cut off: a request must not hang for
// as long as its client has patience.
type guard struct {
	mu  sync.Mutex
	up  context.Context // ends when it goes, of the cause
	cut context.CancelCauseFunc
}

// errCut says that an operation was cut off, or not begun.
var errCut = errors.New("its server is not there")

// Guard watches over the database's server until ctx ends. Without it, as for a command,
// each operation finds out for itself. A database without a server needs none.
func (db *DB) Guard(ctx context.Context) {
	if backend, ok := db.backend.(GuardedBackend); ok {
		backend.Guard(ctx, db.guard.report)
	}
}

func (g *guard) report(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch gone := g.up.Err() != nil; {
	case err != nil:
		g.cut(err) // the first cause stays
	case gone:
		g.renew()
	}
}

func (g *guard) renew() { g.up, g.cut = context.WithCancelCause(context.Background()) }

// present returns a context that has ended when the server is not there, and else ends
// when it goes.
func (g *guard) present() context.Context {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.up
}

// guarded runs f with a context that ends with ctx, and when the server goes.
func (db *DB) guarded(ctx context.Context, f func(ctx context.Context) error) error {
	up := db.guard.present()
	if gone := context.Cause(up); gone != nil {
		return fmt.Errorf("%w: %w", errCut, gone)
	}
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(up, func() { cancel(errCut) })()
	err := f(within)
	if err != nil && errors.Is(context.Cause(within), errCut) {
		return fmt.Errorf("%w: %w", errCut, err)
	}
	return err
}
