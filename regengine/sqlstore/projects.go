package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

type projectRow struct {
	bun.BaseModel `bun:"table:projects,alias:p"`

	ID             string `bun:",pk"`
	OrganizationID string
	Name           string
	Description    string
	GeoID          geo.ID
	Selected       asJSON[[]string]
	CreatedAt      instant

	Documents int `bun:",scanonly"`
}

// PutProject implements [projects.Store]. An identifier that another
// organization uses gives [projects.ErrNotFound], as every other access to its
// project does; so does an organization that does not exist.
func (db *DB) PutProject(ctx context.Context, p projects.Project) error {
	if err := checkText(p); err != nil {
		return fmt.Errorf("%w: %w", projects.ErrInvalid, err)
	}
	row := newProjectRow(p)
	return db.write(ctx, "put a project", func(ctx context.Context, tx bun.IDB) error {
		res, err := tx.NewInsert().Model(&row).On("CONFLICT (id) DO UPDATE").
			Set("name = EXCLUDED.name").Set("description = EXCLUDED.description").Set("geo_id = EXCLUDED.geo_id").
			Set("selected = EXCLUDED.selected").Set("created_at = EXCLUDED.created_at").
			Where("p.organization_id = EXCLUDED.organization_id").Exec(ctx)
		if db.fault(err) == Dangling {
			return projects.ErrNotFound
		}
		return oneRow(res, err, projects.ErrNotFound)
	})
}

func newProjectRow(p projects.Project) projectRow {
	return projectRow{
		ID: p.ID, OrganizationID: p.OrganizationID, Name: p.Name, Description: p.Description,
		GeoID: p.GeoID, Selected: jsonOf(orNil(p.Selected)), CreatedAt: instant(p.CreatedAt),
	}
}

// UpdateProject implements [projects.Store]. The row is locked from before it is
// read until what change made of it is written.
func (db *DB) UpdateProject(ctx context.Context, organizationID, id string,
	change func(projects.Project) (projects.Project, error),
) (p projects.Project, err error) {
	if !storable(organizationID, id) {
		return p, projects.ErrNotFound
	}
	err = db.write(ctx, "update a project", func(ctx context.Context, tx bun.IDB) error {
		var old projectRow
		query := tx.NewSelect().Model(&old).Where("id = ?", id).Where("organization_id = ?", organizationID)
		if err := db.forUpdate(query).Scan(ctx); err != nil {
			return noRows(err, projects.ErrNotFound)
		}
		next, err := change(old.project())
		if err != nil {
			return err
		}
		next.ID, next.OrganizationID, next.CreatedAt = old.ID, old.OrganizationID, asTime(old.CreatedAt)
		if err := checkText(next); err != nil {
			return fmt.Errorf("%w: %w", projects.ErrInvalid, err)
		}
		row := newProjectRow(next)
		p = row.project()
		res, err := tx.NewUpdate().Model(&row).Where("id = ?", id).Where("organization_id = ?", organizationID).Exec(ctx)
		return oneRow(res, err, projects.ErrNotFound)
	})
	return afterError(p, err)
}

// DeleteProject implements [projects.Store]. By foreign keys its contents go
// with it, and it is nobody's active project any more.
func (db *DB) DeleteProject(ctx context.Context, organizationID, id string) error {
	if !storable(organizationID, id) {
		return projects.ErrNotFound
	}
	return db.write(ctx, "delete a project", func(ctx context.Context, tx bun.IDB) error {
		res, err := tx.NewDelete().Model((*projectRow)(nil)).
			Where("id = ?", id).Where("organization_id = ?", organizationID).Exec(ctx)
		return oneRow(res, err, projects.ErrNotFound)
	})
}

// GetProject implements [projects.Store].
func (db *DB) GetProject(ctx context.Context, organizationID, id string) (p projects.Project, err error) {
	err = db.read(ctx, "get a project", func(ctx context.Context, q bun.IDB) error {
		row, err := ownProject(ctx, q, organizationID, id)
		p = row.project()
		return err
	})
	return afterError(p, err)
}

// ownProject returns the organization's project, or ErrNotFound.
func ownProject(ctx context.Context, q bun.IDB, organizationID, id string) (projectRow, error) {
	var row projectRow
	if !storable(organizationID, id) {
		return row, projects.ErrNotFound
	}
	err := q.NewSelect().Model(&row).Where("id = ?", id).Where("organization_id = ?", organizationID).Scan(ctx)
	return row, noRows(err, projects.ErrNotFound)
}

// ListProjects implements [projects.Store].
func (db *DB) ListProjects(ctx context.Context, organizationID string) (list []projects.Counted, err error) {
	if !storable(organizationID) {
		return nil, nil
	}
	err = db.read(ctx, "list projects", func(ctx context.Context, q bun.IDB) error {
		var rows []projectRow
		err := q.NewSelect().Model(&rows).ColumnExpr("p.*").
			ColumnExpr("(SELECT count(*) FROM documents AS d WHERE d.project_id = p.id) AS documents").
			Where("organization_id = ?", organizationID).
			OrderExpr("COALESCE(created_at, 0) DESC, id").Scan(ctx)
		list = make([]projects.Counted, len(rows))
		for i := range rows {
			list[i] = projects.Counted{Project: rows[i].project(), Documents: rows[i].Documents}
		}
		return err
	})
	return list, err
}

func (r *projectRow) project() projects.Project {
	return projects.Project{
		ID: r.ID, OrganizationID: r.OrganizationID, Name: r.Name, Description: r.Description,
		GeoID: r.GeoID, Selected: r.Selected.It, CreatedAt: asTime(r.CreatedAt),
	}
}

// GetActive implements [projects.Store].
func (db *DB) GetActive(ctx context.Context, organizationID, userID string) (id string, err error) {
	if !storable(organizationID, userID) {
		return "", projects.ErrNoActive
	}
	err = db.read(ctx, "get the active project", func(ctx context.Context, q bun.IDB) error {
		err := q.NewSelect().TableExpr("users AS u").
			Join("JOIN projects AS p ON p.id = u.active_project_id AND p.organization_id = u.organization_id").
			ColumnExpr("p.id").
			Where("u.id = ?", userID).Where("u.organization_id = ?", organizationID).Scan(ctx, &id)
		return noRows(err, projects.ErrNoActive)
	})
	return afterError(id, err)
}

// SetActive implements [projects.Store].
func (db *DB) SetActive(ctx context.Context, organizationID, userID, projectID string) error {
	if !storable(organizationID, userID, projectID) {
		return projects.ErrNotFound
	}
	return db.write(ctx, "set the active project", func(ctx context.Context, tx bun.IDB) error {
		if projectID != "" {
			if err := db.lockProject(ctx, tx, organizationID, projectID); err != nil {
				return err
			}
		}
		res, err := tx.NewUpdate().Model((*userRow)(nil)).Set("active_project_id = NULLIF(?, '')", projectID).
			Where("id = ?", userID).Where("organization_id = ?", organizationID).Exec(ctx)
		return oneRow(res, err, projects.ErrNotFound)
	})
}

// lockProject makes sure that the organization has the project and keeps it
// until the transaction ends.
func (db *DB) lockProject(ctx context.Context, tx bun.IDB, organizationID, id string) error {
	var row projectRow
	query := tx.NewSelect().Model(&row).Column("id").Where("id = ?", id).Where("organization_id = ?", organizationID)
	return noRows(db.forUpdate(query).Scan(ctx), projects.ErrNotFound)
}

// noRows replaces the error for a row that is not there.
func noRows(err, sentinel error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return sentinel
	}
	return err
}

// oneRow returns the sentinel when a statement met no row.
func oneRow(res sql.Result, err, sentinel error) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return orNotFound(err, sentinel)
	}
	return nil
}
