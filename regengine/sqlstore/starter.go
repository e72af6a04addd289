package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/regengine"
)

// What starters wrote stands beside the revisions, which are numbers by name as well: so
// a database of an earlier release has room for it as it is. Nobody follows these.
const (
	starterEdition = "starter"  // the edition brought in last
	starterRecord  = "starter/" // and the name of a record: its fingerprint
)

var _ regengine.StarterDatabase = (*DB)(nil)

// StarterEdition implements [regengine.StarterDatabase].
func (db *DB) StarterEdition(ctx context.Context) (regengine.Edition, error) {
	value, err := db.revision(ctx, starterEdition)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return regengine.Edition(value), err
}

// StarterMarks implements [regengine.StarterDatabase].
func (db *DB) StarterMarks(ctx context.Context) (marks regengine.StarterMarks, err error) {
	var rows []revisionRow
	err = db.read(ctx, "read what the starter wrote", func(ctx context.Context, q bun.IDB) error {
		rows = nil
		return q.NewSelect().Model(&rows).Where("name = ? OR name LIKE ?", starterEdition, starterRecord+"%").Scan(ctx)
	})
	marks.Records = make(map[string]int64, len(rows))
	for _, row := range rows {
		if name, ok := strings.CutPrefix(row.Name, starterRecord); ok {
			marks.Records[name] = row.Value
		} else {
			marks.Edition = regengine.Edition(row.Value)
		}
	}
	return marks, err
}

// ApplyStarter implements [regengine.StarterDatabase].
func (db *DB) ApplyStarter(ctx context.Context, base int64, data regengine.Data, marks regengine.StarterMarks, progress regengine.Progress) (changed int, err error) {
	unruled := data
	unruled.Rules = nil // they were parsed to get here
	if err := checkData(unruled); err != nil {
		return 0, err
	}
	err = db.change(ctx, contentRevision, "apply the starter", func(ctx context.Context, tx bun.IDB) (bool, error) {
		if err := db.mustBe(ctx, tx, base); err != nil {
			return false, err
		}
		a := application{ctx: ctx, tx: tx, data: data, progress: progress}
		if changed, err = a.run(); err != nil {
			return false, err
		}
		return changed > 0, putMarks(ctx, tx, marks)
	})
	return afterError(changed, err)
}

// putMarks writes all marks anew. On Postgres a row that is put in, unlike one that is
// changed, notifies nobody.
func putMarks(ctx context.Context, tx bun.IDB, marks regengine.StarterMarks) error {
	_, err := tx.NewDelete().Model((*revisionRow)(nil)).
		Where("name = ? OR name LIKE ?", starterEdition, starterRecord+"%").Exec(ctx)
	if err != nil {
		return err
	}
	rows := make([]revisionRow, 0, len(marks.Records)+1)
	rows = append(rows, revisionRow{Name: starterEdition, Value: int64(marks.Edition)})
	for name, sum := range marks.Records {
		rows = append(rows, revisionRow{Name: starterRecord + name, Value: sum})
	}
	for chunk := range slices.Chunk(rows, batch) {
		if _, err := tx.NewInsert().Model(&chunk).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
