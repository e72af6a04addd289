package sqlstore

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/webhooks"
)

var _ webhooks.Store = (*DB)(nil)

type hookRow struct {
	bun.BaseModel `bun:"table:webhooks,alias:wh"`

	ID        string `bun:",pk"`
	ProjectID string
	URL       string
	Events    asJSON[[]webhooks.Event]
	Secret    []byte
	CreatedAt instant
	Last      asJSON[*webhooks.Outcome]
}

func (r *hookRow) hook() webhooks.Hook {
	h := webhooks.Hook{ID: r.ID, ProjectID: r.ProjectID, URL: r.URL, Events: r.Events.It, Secret: r.Secret, CreatedAt: asTime(r.CreatedAt)}
	if r.Last.It != nil {
		h.Last = *r.Last.It
	}
	return h
}

// AddHook implements [webhooks.Store].
func (db *DB) AddHook(ctx context.Context, organizationID string, h webhooks.Hook) error {
	at := within{organizationID, h.ProjectID}
	row := hookRow{ID: h.ID, ProjectID: h.ProjectID, URL: h.URL, Events: jsonOf(h.Events), Secret: h.Secret, CreatedAt: instant(h.CreatedAt)}
	return db.changeProject(ctx, "add a webhook", at, h, func(ctx context.Context, tx bun.IDB) error {
		if _, err := tx.NewInsert().Model(&row).Exec(ctx); err != nil {
			return err
		}
		if _, err := tx.NewInsert().Model(&watchRow{ProjectID: h.ProjectID}).On("CONFLICT DO NOTHING").Exec(ctx); err != nil {
			return err
		}
		return bounded(ctx, tx, (*hookRow)(nil), at, "webhooks", webhooks.MaxHooks)
	})
}

// ListHooks implements [webhooks.Store].
func (db *DB) ListHooks(ctx context.Context, organizationID, projectID string) (list []webhooks.Hook, err error) {
	err = db.readAsOne(ctx, "list webhooks", func(ctx context.Context, tx bun.IDB) error {
		if _, err := ownProject(ctx, tx, organizationID, projectID); err != nil {
			return err
		}
		var rows []hookRow
		err := oldestFirst(tx.NewSelect().Model(&rows).ApplyQueryBuilder(within{organizationID, projectID}.of), "wh").Scan(ctx)
		list = make([]webhooks.Hook, len(rows))
		for i := range rows {
			list[i] = rows[i].hook()
		}
		return err
	})
	return afterError(list, err)
}

// GetHook implements [webhooks.Store].
func (db *DB) GetHook(ctx context.Context, organizationID, projectID, id string) (h webhooks.Hook, err error) {
	if !storable(organizationID, projectID, id) {
		return h, projects.ErrNotFound
	}
	err = db.read(ctx, "get a webhook", func(ctx context.Context, q bun.IDB) error {
		var row hookRow
		err := q.NewSelect().Model(&row).Where("id = ?", id).ApplyQueryBuilder(within{organizationID, projectID}.of).Scan(ctx)
		h = row.hook()
		return noRows(err, projects.ErrNotFound)
	})
	return afterError(h, err)
}

// DeleteHook implements [webhooks.Store].
func (db *DB) DeleteHook(ctx context.Context, organizationID, projectID, id string) error {
	if !storable(id) {
		return projects.ErrNotFound
	}
	at := within{organizationID, projectID}
	return db.changeProject(ctx, "delete a webhook", at, nil, func(ctx context.Context, tx bun.IDB) error {
		res, err := tx.NewDelete().Model((*hookRow)(nil)).Where("id = ?", id).ApplyQueryBuilder(at.of).Exec(ctx)
		if err := oneRow(res, err, projects.ErrNotFound); err != nil {
			return err
		}
		_, err = tx.NewDelete().Model((*watchRow)(nil)).Where("project_id = ?", projectID).
			Where("NOT EXISTS (?)", tx.NewSelect().Model((*hookRow)(nil)).Column("id").Where("project_id = ?", projectID)).Exec(ctx)
		return err
	})
}

// NoteOutcome implements [webhooks.Store].
func (db *DB) NoteOutcome(ctx context.Context, hookID string, o webhooks.Outcome) error {
	if !storable(hookID) {
		return nil
	}
	return db.write(ctx, "note what came of a webhook", func(ctx context.Context, tx bun.IDB) error {
		return noteOutcome(ctx, tx, hookID, o)
	})
}

func noteOutcome(ctx context.Context, tx bun.IDB, hookID string, o webhooks.Outcome) error {
	_, err := tx.NewUpdate().Model((*hookRow)(nil)).Set("last = ?", jsonOf(&o)).Where("id = ?", hookID).Exec(ctx)
	return err
}

type deliveryRow struct {
	bun.BaseModel `bun:"table:webhook_deliveries,alias:wd"`

	ID        string `bun:",pk"`
	WebhookID string
	Event     webhooks.Event
	Body      string // JSON
	CreatedAt instant
	DueAt     instant
	Tries     int
}

// ClaimDeliveries implements [webhooks.Store]. On Postgres rows that another is taking at
// this moment are passed over; on SQLite there is one writer at a time.
func (db *DB) ClaimDeliveries(ctx context.Context, now, until time.Time, most int) (list []webhooks.Delivery, err error) {
	due := func(q *bun.SelectQuery) *bun.SelectQuery { return q.Where("due_at <= ?", instant(now)) }
	if found, err := db.exists(ctx, "look for messages", (*deliveryRow)(nil), due); err != nil || !found {
		return nil, err
	}
	err = db.write(ctx, "claim messages", func(ctx context.Context, tx bun.IDB) error {
		list = nil
		var rows []deliveryRow
		query := due(tx.NewSelect().Model(&rows)).Order("due_at", "id").Limit(int64(most))
		if err := db.skipLocked(query).Scan(ctx); err != nil || len(rows) == 0 {
			return err
		}
		var hooks []hookRow
		if err := tx.NewSelect().Model(&hooks).Where("id IN (?)", bun.List(mapped(rows, func(r deliveryRow) string { return r.WebhookID }))).Scan(ctx); err != nil {
			return err
		}
		of := make(map[string]hookRow, len(hooks))
		for _, h := range hooks {
			of[h.ID] = h
		}
		for _, r := range rows {
			list = append(list, webhooks.Delivery{
				ID: r.ID, HookID: r.WebhookID, Event: r.Event, Body: []byte(r.Body), CreatedAt: asTime(r.CreatedAt), Tries: r.Tries + 1,
				URL: of[r.WebhookID].URL, Secret: of[r.WebhookID].Secret,
			})
		}
		_, err := tx.NewUpdate().Model((*deliveryRow)(nil)).Set("due_at = ?", instant(until)).Set("tries = tries + 1").
			Where("id IN (?)", bun.List(mapped(rows, func(r deliveryRow) string { return r.ID }))).Exec(ctx)
		return err
	})
	return afterError(list, err)
}

// exists looks for a row without waiting for who writes.
func (db *DB) exists(ctx context.Context, what string, model any, which func(*bun.SelectQuery) *bun.SelectQuery) (found bool, err error) {
	err = db.read(ctx, what, func(ctx context.Context, q bun.IDB) error {
		found, err = which(q.NewSelect().Model(model)).Exists(ctx)
		return err
	})
	return found, err
}

// skipLocked locks the rows of a query but those that somebody else has locked.
func (db *DB) skipLocked(q *bun.SelectQuery) *bun.SelectQuery {
	if db.postgres() {
		return q.For("UPDATE SKIP LOCKED")
	}
	return q
}

func mapped[T, U any](list []T, f func(T) U) []U {
	out := make([]U, len(list))
	for i, it := range list {
		out[i] = f(it)
	}
	return out
}

// SettleDelivery implements [webhooks.Store].
func (db *DB) SettleDelivery(ctx context.Context, d webhooks.Delivery, o webhooks.Outcome) error {
	return db.write(ctx, "settle a message", func(ctx context.Context, tx bun.IDB) error {
		res, err := tx.NewUpdate().Model((*deliveryRow)(nil)).Set("due_at = ?", instant(settledAt(o))).
			Where("id = ?", d.ID).Where("tries = ?", d.Tries).Exec(ctx)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
		if o.Again.IsZero() {
			if _, err := tx.NewDelete().Model((*deliveryRow)(nil)).Where("id = ?", d.ID).Exec(ctx); err != nil {
				return err
			}
		}
		return noteOutcome(ctx, tx, d.HookID, o)
	})
}

// settledAt is when a message is due again; of one that is deleted at once, any time.
func settledAt(o webhooks.Outcome) time.Time {
	if o.Again.IsZero() {
		return o.At
	}
	return o.Again
}

type watchRow struct {
	bun.BaseModel `bun:"table:webhook_watches,alias:ww"`

	ProjectID    string `bun:",pk"`
	Day          date
	Revision     int64
	LookedAt     instant
	ClaimedUntil instant
	State        string `bun:",nullzero"`
}

// ClaimWatch implements [webhooks.Store].
func (db *DB) ClaimWatch(ctx context.Context, l webhooks.Look) (w webhooks.Watch, err error) {
	due := func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("COALESCE(claimed_until, 0) <= ?", instant(l.Now)).
			Where("COALESCE(day, '') < ? OR (revision < ? AND COALESCE(looked_at, 0) <= ?)", date(l.Day), l.Revision, instant(l.Since))
	}
	if found, err := db.exists(ctx, "look for projects to watch", (*watchRow)(nil), due); err != nil || !found {
		return w, orErr(err, webhooks.ErrNoWatch)
	}
	err = db.write(ctx, "claim a project to watch", func(ctx context.Context, tx bun.IDB) error {
		var row watchRow
		err := db.skipLocked(due(tx.NewSelect().Model(&row)).Order("project_id").Limit(1)).Scan(ctx)
		if err != nil {
			return noRows(err, webhooks.ErrNoWatch)
		}
		var p projectRow
		if err := tx.NewSelect().Model(&p).Column("organization_id").Where("id = ?", row.ProjectID).Scan(ctx); err != nil {
			return err
		}
		w = webhooks.Watch{OrganizationID: p.OrganizationID, ProjectID: row.ProjectID, State: rawJSON(row.State), Until: l.Until}
		_, err = tx.NewUpdate().Model((*watchRow)(nil)).Set("claimed_until = ?", instant(l.Until)).Where("project_id = ?", row.ProjectID).Exec(ctx)
		return err
	})
	return afterError(w, err)
}

func orErr(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// EndWatch implements [webhooks.Store].
func (db *DB) EndWatch(ctx context.Context, w webhooks.Watch, l webhooks.Look, seen webhooks.Seen) error {
	if err := checkText(seen); err != nil {
		return fmt.Errorf("%w: %w", projects.ErrInvalid, err)
	}
	return db.write(ctx, "end a look at a project", func(ctx context.Context, tx bun.IDB) error {
		row := watchRow{ProjectID: w.ProjectID, Day: date(l.Day), Revision: l.Revision, LookedAt: instant(l.Now), State: string(seen.State)}
		res, err := tx.NewUpdate().Model(&row).WherePK().Where("claimed_until = ?", instant(w.Until)).Exec(ctx)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 || len(seen.News) == 0 {
			return err
		}
		var hooks []hookRow
		if err := db.forUpdate(tx.NewSelect().Model(&hooks).Where("project_id = ?", w.ProjectID).Order("id")).Scan(ctx); err != nil { // none goes before it is told
			return err
		}
		for _, h := range hooks {
			if rows := deliveriesTo(h.hook(), l.Now, seen.News); len(rows) > 0 {
				if _, err := tx.NewInsert().Model(&rows).Exec(ctx); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// deliveriesTo are the messages of what a hook wants to know.
func deliveriesTo(h webhooks.Hook, now time.Time, news []webhooks.News) (rows []deliveryRow) {
	for _, n := range news {
		for _, wanted := range h.Events {
			if wanted == n.Event {
				rows = append(rows, deliveryRow{ID: projects.NewID(), WebhookID: h.ID, Event: n.Event, Body: string(n.Body), CreatedAt: instant(now), DueAt: instant(now)})
			}
		}
	}
	return rows
}
