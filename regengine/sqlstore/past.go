package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"
)

// What a database remembers of its own past stands beside the revisions, as numbers.
// Nobody follows these.
const (
	markServing       = "serving"       // 1 while a server runs, or where one ended without a word
	markServed        = "served"        // rises at least every minute while a server runs
	markBackup        = "backup"        // when the copy was made that this database is, in Unix seconds
	markRestored      = "restored"      // when it was put in place, likewise
	markOrganizations = "organizations" // how many there were when it was served last
)

// Past is what a database tells of its own past. The zero value is nothing unusual.
type Past struct {
	// LogMissing says that a server has the file open, or was killed, and that the
	// log with what was written last was not beside it: it is a bare copy.
	LogMissing bool

	// Earlier says that the file is of an earlier time than the one that was served
	// from this folder: somebody put an older copy in its place.
	Earlier bool

	// Emptied says that there were organizations when the database was served last,
	// and that there are none.
	Emptied bool

	// Backup is when the copy was made that this database began as, Restored when it
	// was put in place; zero for a database that was never restored.
	Backup, Restored time.Time

	// Served says that a server has used the database since it was put in place.
	Served bool
}

// FileBackend is a [Backend] whose database can be copied and put back behind the
// program's back.
type FileBackend interface {
	Backend

	// LogMissing reports that the file had no log beside it when it was opened.
	LogMissing() bool

	// Settle puts what was committed into the file itself, as far as readers allow.
	Settle(ctx context.Context) error

	// Witness returns the number noted beside the file, 0 for none; Bear notes one.
	Witness() (int64, error)
	Bear(served int64) error
}

// Past returns what the database tells of its past.
func (db *DB) Past(ctx context.Context) (Past, error) {
	marks, err := db.marks(ctx)
	if err != nil {
		return Past{}, err
	}
	orgs, err := db.countOrganizations(ctx)
	if err != nil {
		return Past{}, err
	}
	p := Past{
		Emptied: marks[markOrganizations] > 0 && orgs == 0,
		Backup:  moment(marks[markBackup]), Restored: moment(marks[markRestored]),
		Served: marks[markServed] > 0,
	}
	if file, ok := db.backend.(FileBackend); ok {
		witness, err := file.Witness()
		if err != nil {
			return p, err
		}
		p.LogMissing = marks[markServing] == 1 && file.LogMissing()
		p.Earlier = witness > marks[markServed]
	}
	return p, nil
}

// BeginServing notes that a server runs. Call it once [DB.Past] was looked at: it
// begins anew.
func (db *DB) BeginServing(ctx context.Context) error {
	return db.noteServed(ctx, 1)
}

// KeepServing goes on noting that a server runs until ctx ends, and then that it ended.
// Failures are of no consequence but that less is known later.
func (db *DB) KeepServing(ctx context.Context) error {
	const every = time.Minute
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = db.noteServed(ctx, 1) // the next one says the same
		case <-ctx.Done():
			end, cancel := context.WithTimeout(context.WithoutCancel(ctx), db.patience)
			defer cancel()
			return db.noteServed(end, 0)
		}
	}
}

// noteServed raises the number of the database and then that beside it, which so is
// never ahead of its own database.
func (db *DB) noteServed(ctx context.Context, serving int64) error {
	orgs, err := db.countOrganizations(ctx)
	if err != nil {
		return err
	}
	var served int64
	err = db.write(ctx, "note that it is served", func(ctx context.Context, tx bun.IDB) error {
		before, err := selectRevision(ctx, tx, markServed)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		served = before + 1
		return putNumbers(ctx, tx, map[string]int64{markServing: serving, markServed: served, markOrganizations: orgs})
	})
	if file, ok := db.backend.(FileBackend); ok && err == nil {
		err = errors.Join(file.Settle(ctx), file.Bear(served)) // a copy of the file alone must tell
	}
	return db.failed(ctx, "note that it is served", err)
}

// MarkCopy notes in a copy of a database, which nobody else has open, when it was made.
func (db *DB) MarkCopy(ctx context.Context, made time.Time) error {
	return db.putMarks(ctx, map[string]int64{markServing: 0, markServed: 0, markRestored: 0, markBackup: made.Unix()})
}

// MarkRestored notes in a copy when it was put in the place of a database. One that was
// not made by [DB.MarkCopy] is of the time made.
func (db *DB) MarkRestored(ctx context.Context, made, now time.Time) error {
	marks, err := db.marks(ctx)
	if err != nil {
		return err
	}
	if marks[markBackup] > 0 {
		made = time.Unix(marks[markBackup], 0)
	}
	return db.putMarks(ctx, map[string]int64{markServing: 0, markServed: 0, markBackup: made.Unix(), markRestored: now.Unix()})
}

func (db *DB) putMarks(ctx context.Context, marks map[string]int64) error {
	return db.write(ctx, "mark the copy", func(ctx context.Context, tx bun.IDB) error { return putNumbers(ctx, tx, marks) })
}

// putNumbers writes rows in the order of their names: replicas that do the same lock
// them in one order.
func putNumbers(ctx context.Context, tx bun.IDB, numbers map[string]int64) error {
	rows := make([]revisionRow, 0, len(numbers))
	for _, name := range slices.Sorted(maps.Keys(numbers)) {
		rows = append(rows, revisionRow{Name: name, Value: numbers[name]})
	}
	_, err := tx.NewInsert().Model(&rows).On("CONFLICT (name) DO UPDATE").Set("value = EXCLUDED.value").Exec(ctx)
	return err
}

func (db *DB) marks(ctx context.Context) (map[string]int64, error) {
	var rows []revisionRow
	err := db.read(ctx, "read the database's past", func(ctx context.Context, q bun.IDB) error {
		rows = nil
		names := []string{markServing, markServed, markBackup, markRestored, markOrganizations}
		return q.NewSelect().Model(&rows).Where("name IN (?)", bun.List(names)).Scan(ctx)
	})
	marks := make(map[string]int64, len(rows))
	for _, row := range rows {
		marks[row.Name] = row.Value
	}
	return marks, err
}

func (db *DB) countOrganizations(ctx context.Context) (n int64, err error) {
	err = db.read(ctx, "count the organizations", func(ctx context.Context, q bun.IDB) error {
		n, err = q.NewSelect().Table("organizations").Count(ctx)
		return err
	})
	return n, err
}

func moment(unix int64) time.Time {
	if unix <= 0 {
		return time.Time{}
	}
	return time.Unix(unix, 0).UTC()
}
