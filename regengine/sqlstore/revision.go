package sqlstore

import (
	"context"
	"sync"
	"time"

	"github.com/uptrace/bun"
)

// A revision is a number that rises with every change of what it stands for, in
// the same transaction. Followers compare it with the one they know.
const (
	contentRevision = "content" // places, codes, texts of versions, rules
	accessRevision  = "access"  // plans, organizations, users, keys
)

type revisionRow struct {
	bun.BaseModel `bun:"table:revisions,alias:r"`

	Name  string `bun:",pk"`
	Value int64
}

// Revision implements [regengine.Source].
func (db *DB) Revision(ctx context.Context) (int64, error) { return db.revision(ctx, contentRevision) }

// AccessRevision returns a number that rises with every change of a plan,
// organization, user or key.
func (db *DB) AccessRevision(ctx context.Context) (int64, error) {
	return db.revision(ctx, accessRevision)
}

// Changes implements [regengine.Source]: at once for a change made through this
// DB, within 50 ms for one of another process on the same SQLite file, and as
// fast as Postgres notifies for one of another replica.
func (db *DB) Changes(ctx context.Context) <-chan struct{} { return db.follow(ctx, contentRevision) }

// AccessChanges is [DB.Changes] for [DB.AccessRevision].
func (db *DB) AccessChanges(ctx context.Context) <-chan struct{} {
	return db.follow(ctx, accessRevision)
}

func (db *DB) revision(ctx context.Context, name string) (value int64, err error) {
	err = db.read(ctx, "read the revision", func(ctx context.Context, q bun.IDB) error {
		value, err = selectRevision(ctx, q, name)
		return err
	})
	return value, err
}

func selectRevision(ctx context.Context, q bun.IDB, name string) (int64, error) {
	var row revisionRow
	err := q.NewSelect().Model(&row).Where("name = ?", name).Scan(ctx)
	return row.Value, err
}

// lockRevision makes the transaction the only writer of what the revision stands
// for, and returns the revision.
func (db *DB) lockRevision(ctx context.Context, tx bun.IDB, name string) (int64, error) {
	var row revisionRow
	err := db.forUpdate(tx.NewSelect().Model(&row).Where("name = ?", name)).Scan(ctx)
	return row.Value, err
}

func raiseRevision(ctx context.Context, tx bun.IDB, name string) error {
	_, err := tx.NewUpdate().Model((*revisionRow)(nil)).Set("value = value + 1").Where("name = ?", name).Exec(ctx)
	return err
}

// changeContent runs f as the only writer of content and raises the revision
// when f says that something changed.
func (db *DB) changeContent(ctx context.Context, what string, f func(ctx context.Context, tx bun.IDB) (changed int, err error)) error {
	return db.change(ctx, contentRevision, what, func(ctx context.Context, tx bun.IDB) (bool, error) {
		if _, err := db.lockRevision(ctx, tx, contentRevision); err != nil {
			return false, err
		}
		changed, err := f(ctx, tx)
		return changed > 0, err
	})
}

// changeAccess runs f and raises the access revision.
func (db *DB) changeAccess(ctx context.Context, what string, f func(ctx context.Context, tx bun.IDB) error) error {
	return db.change(ctx, accessRevision, what, func(ctx context.Context, tx bun.IDB) (bool, error) {
		return true, f(ctx, tx)
	})
}

// change raises a revision in f's transaction, last so that the row is locked
// for a moment only, and wakes the local followers after the commit.
func (db *DB) change(ctx context.Context, name, what string, f func(ctx context.Context, tx bun.IDB) (bool, error)) error {
	changed := false
	err := db.write(ctx, what, func(ctx context.Context, tx bun.IDB) (err error) {
		if changed, err = f(ctx, tx); err != nil || !changed {
			return err
		}
		return raiseRevision(ctx, tx, name)
	})
	if err == nil && changed {
		db.local.wake(name)
	}
	return err
}

// follow sends a value whenever a revision may have risen: once at the beginning,
// because it may have risen since the caller read it, and then on every rise.
func (db *DB) follow(ctx context.Context, name string) <-chan struct{} {
	out := make(chan struct{}, 1)
	signal := func() {
		select {
		case out <- struct{}{}:
		default: // one is waiting to be taken already
		}
	}
	remove := db.local.add(name, signal)
	signal()
	go func() {
		defer close(out) // after remove: nobody signals any more
		defer remove()
		known := int64(-1)
		db.backend.Watch(ctx, func() {
			if now, err := db.readable(ctx, name); err == nil && now != known {
				known = now
				signal()
			}
		})
	}()
	return out
}

// readable returns a revision as soon as it can be read: while it cannot, who follows it
// could read nothing anew either, and may go on with what is known. The error is ctx's.
func (db *DB) readable(ctx context.Context, name string) (int64, error) {
	const pause = 200 * time.Millisecond
	for {
		now, err := db.revision(ctx, name)
		if err == nil || !sleep(ctx, pause) {
			return now, err
		}
	}
}

// listeners are those who follow revisions in this process.
type listeners struct {
	mu     sync.Mutex
	next   int
	byName map[string]map[int]func()
}

// add registers signal, which must not block, until remove is called.
func (l *listeners) add(name string, signal func()) (remove func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byName == nil {
		l.byName = make(map[string]map[int]func())
	}
	if l.byName[name] == nil {
		l.byName[name] = make(map[int]func())
	}
	id := l.next
	l.next++
	l.byName[name][id] = signal
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.byName[name], id)
	}
}

func (l *listeners) wake(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, signal := range l.byName[name] {
		signal()
	}
}
