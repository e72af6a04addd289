package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/projects"
)

type checkRow struct {
	bun.BaseModel `bun:"table:saved_checks,alias:sc"`

	ID         string `bun:",pk"`
	ProjectID  string
	Name       string
	Ref        string
	Request    string // JSON as it came, as Result and Receipt
	Verdict    string
	LimitValue string
	Margin     string
	Direction  string
	AsOf       date
	Result     string `bun:",nullzero"`
	Receipt    string `bun:",nullzero"`
	CreatedAt  instant
	DecidedAt  instant
}

func newCheckRow(projectID string, c projects.SavedCheck) checkRow {
	return checkRow{
		ID: c.ID, ProjectID: projectID, Name: c.Name, Ref: c.Ref, Request: string(c.Request),
		Verdict: c.Verdict, LimitValue: c.Limit, Margin: c.Margin, Direction: c.Direction,
		AsOf: date(c.On), Result: string(c.Result), Receipt: string(c.Receipt), CreatedAt: instant(c.CreatedAt), DecidedAt: instant(c.DecidedAt),
	}
}

func (r *checkRow) check() projects.SavedCheck {
	return projects.SavedCheck{
		ID: r.ID, Name: r.Name, Ref: r.Ref, Request: rawJSON(r.Request), CreatedAt: asTime(r.CreatedAt),
		Decision: projects.Decision{
			Verdict: r.Verdict, Limit: r.LimitValue, Margin: r.Margin, Direction: r.Direction,
			On: codes.Date(r.AsOf), Result: rawJSON(r.Result), Receipt: rawJSON(r.Receipt), DecidedAt: asTime(r.DecidedAt),
		},
	}
}

// PutChecks implements [projects.Store]. Request, Result and Receipt that are not JSON give
// [projects.ErrInvalid].
func (db *DB) PutChecks(ctx context.Context, organizationID, projectID string, list ...projects.SavedCheck) error {
	rows := make([]checkRow, len(list))
	for i, c := range list {
		if !json.Valid(c.Request) || !jsonOrNone(c.Result) || !jsonOrNone(c.Receipt) {
			return fmt.Errorf("%w: the request, result or receipt of the check is not JSON", projects.ErrInvalid)
		}
		rows[i] = newCheckRow(projectID, c)
	}
	at := within{organizationID, projectID}
	return db.changeProject(ctx, "put checks", at, rows, func(ctx context.Context, tx bun.IDB) error {
		for i := range rows {
			if err := putEntry(ctx, tx, "id", &rows[i]); err != nil {
				return err
			}
		}
		return bounded(ctx, tx, (*checkRow)(nil), at, "checks", projects.MaxChecks)
	})
}

func jsonOrNone(raw json.RawMessage) bool { return len(raw) == 0 || json.Valid(raw) }

// GetCheck implements [projects.Store].
func (db *DB) GetCheck(ctx context.Context, organizationID, projectID, id string) (c projects.SavedCheck, err error) {
	if !storable(organizationID, projectID, id) {
		return c, projects.ErrNotFound
	}
	err = db.read(ctx, "get a check", func(ctx context.Context, q bun.IDB) error {
		var row checkRow
		err := q.NewSelect().Model(&row).Where("id = ?", id).ApplyQueryBuilder(within{organizationID, projectID}.of).Scan(ctx)
		c = row.check()
		return noRows(err, projects.ErrNotFound)
	})
	return afterError(c, err)
}

// ListChecks implements [projects.Store].
func (db *DB) ListChecks(ctx context.Context, organizationID, projectID string, page projects.CheckPage) (list []projects.SavedCheck, total int, err error) {
	at := within{organizationID, projectID}
	err = db.readAsOne(ctx, "list checks", func(ctx context.Context, tx bun.IDB) error {
		if _, err := ownProject(ctx, tx, organizationID, projectID); err != nil {
			return err
		}
		var rows []checkRow
		query := tx.NewSelect().Model(&rows).ApplyQueryBuilder(at.of).Offset(int64(page.From)).Limit(int64(page.Most))
		inOrder(query, page)
		if page.Bare {
			query.ExcludeColumn("result", "receipt")
		}
		all, err := query.ScanAndCount(ctx)
		if err != nil {
			return err
		}
		total = int(all)
		list = make([]projects.SavedCheck, len(rows))
		for i := range rows {
			list[i] = rows[i].check()
		}
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	return list, total, nil
}

// inOrder selects the checks of the verdicts a page asks for, in its order.
func inOrder(query *bun.SelectQuery, page projects.CheckPage) {
	if len(page.Only) > 0 {
		query.Where("verdict IN (?)", bun.List(page.Only))
	}
	for _, verdict := range page.First {
		query.OrderExpr("CASE verdict WHEN ? THEN 0 ELSE 1 END", verdict)
	}
	if page.Newest {
		query.OrderExpr("COALESCE(created_at, 0) DESC, id DESC")
		return
	}
	query.OrderExpr("COALESCE(created_at, 0), id")
}

// CountChecks implements [projects.Store].
func (db *DB) CountChecks(ctx context.Context, organizationID, projectID string) (counts map[string]int, err error) {
	err = db.readAsOne(ctx, "count checks", func(ctx context.Context, tx bun.IDB) error {
		if _, err := ownProject(ctx, tx, organizationID, projectID); err != nil {
			return err
		}
		var rows []struct {
			Verdict string
			Many    int
		}
		err := tx.NewSelect().Model((*checkRow)(nil)).ColumnExpr("verdict, COUNT(*) AS many").
			ApplyQueryBuilder(within{organizationID, projectID}.of).Group("verdict").Scan(ctx, &rows)
		counts = make(map[string]int, len(rows))
		for _, row := range rows {
			counts[row.Verdict] = row.Many
		}
		return err
	})
	return afterError(counts, err)
}

// PutDecisions implements [projects.Store].
func (db *DB) PutDecisions(ctx context.Context, organizationID, projectID string, decisions map[string]projects.Decision) error {
	at := within{organizationID, projectID}
	return db.changeProject(ctx, "put decisions", at, decisions, func(ctx context.Context, tx bun.IDB) error {
		for id, d := range decisions {
			row := newCheckRow(projectID, projects.SavedCheck{ID: id, Decision: d})
			_, err := tx.NewUpdate().Model(&row).Column("verdict", "limit_value", "margin", "direction", "as_of", "result", "receipt", "decided_at").
				Where("id = ?", id).ApplyQueryBuilder(at.of).Exec(ctx)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// DeleteCheck implements [projects.Store].
func (db *DB) DeleteCheck(ctx context.Context, organizationID, projectID, id string) error {
	return db.deleteEntry(ctx, within{organizationID, projectID}, (*checkRow)(nil), "id", id)
}

// DeleteChecks implements [projects.Store].
func (db *DB) DeleteChecks(ctx context.Context, organizationID, projectID string) error {
	at := within{organizationID, projectID}
	return db.changeProject(ctx, "delete the checks of a project", at, nil, func(ctx context.Context, tx bun.IDB) error {
		_, err := tx.NewDelete().Model((*checkRow)(nil)).ApplyQueryBuilder(at.of).Exec(ctx)
		return err
	})
}
