package sqlstore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/projects"
)

// generatedRow is a generated document, whose versions are rows of their own.
type generatedRow struct {
	bun.BaseModel `bun:"table:generated_documents,alias:g"`

	ID        string `bun:",pk"`
	ProjectID string
}

type generatedVersionRow struct {
	bun.BaseModel `bun:"table:generated_versions,alias:v"`

	DocumentID string `bun:",pk"`
	Version    int    `bun:",pk"`
	Title      string
	Kind       string
	Content    string
	CreatedAt  instant
}

func newGeneratedVersion(d projects.GeneratedDocument) generatedVersionRow {
	return generatedVersionRow{DocumentID: d.ID, Version: d.Version, Title: d.Title, Kind: d.Type, Content: d.Content, CreatedAt: instant(d.CreatedAt)}
}

func (r *generatedVersionRow) document() projects.GeneratedDocument {
	return projects.GeneratedDocument{
		ID: r.DocumentID, Title: r.Title, Type: r.Kind, Version: r.Version, Content: r.Content, CreatedAt: asTime(r.CreatedAt),
	}
}

// ofGenerated adds the condition that a version is of a document of the project.
func (w within) ofGenerated(q bun.QueryBuilder) bun.QueryBuilder {
	return q.Where("v.document_id IN (SELECT id FROM generated_documents WHERE project_id"+ownedBy+")", w.projectID, w.organizationID)
}

// withoutContent are the columns of a version that is only listed.
var withoutContent = []string{"document_id", "version", "title", "kind", "created_at"}

// whichLatest is true of the newest version of each document.
const whichLatest = "v.version = (SELECT max(o.version) FROM generated_versions AS o WHERE o.document_id = v.document_id)"

func readGenerated(ctx context.Context, tx bun.IDB, at within, c *projects.Contents) error {
	var rows []generatedVersionRow
	err := tx.NewSelect().Model(&rows).Column(withoutContent...).ApplyQueryBuilder(at.ofGenerated).
		Where(whichLatest).Order("title", "document_id").Scan(ctx)
	for i := range rows {
		c.Generated = append(c.Generated, rows[i].document())
	}
	return err
}

// AddGenerated implements [projects.Store].
func (db *DB) AddGenerated(ctx context.Context, organizationID, projectID string, d projects.GeneratedDocument) error {
	d.Version = 1
	at := within{organizationID, projectID}
	row, version := generatedRow{ID: d.ID, ProjectID: projectID}, newGeneratedVersion(d)
	return db.changeProject(ctx, "add a generated document", at, version, func(ctx context.Context, tx bun.IDB) error {
		res, err := tx.NewInsert().Model(&row).On("CONFLICT (id) DO NOTHING").Exec(ctx)
		if err := oneRow(res, err, projects.ErrNotFound); err != nil {
			return err
		}
		if _, err := tx.NewInsert().Model(&version).Exec(ctx); err != nil {
			return err
		}
		return bounded(ctx, tx, (*generatedRow)(nil), at, "generated documents", projects.MaxGenerated)
	})
}

// AddVersion implements [projects.Store].
func (db *DB) AddVersion(ctx context.Context, organizationID, projectID string, d projects.GeneratedDocument) (int, error) {
	at, row := within{organizationID, projectID}, newGeneratedVersion(d)
	err := db.changeProject(ctx, "add a version", at, row, func(ctx context.Context, tx bun.IDB) error {
		var latest int
		if err := tx.NewSelect().Model((*generatedVersionRow)(nil)).ColumnExpr("COALESCE(max(v.version), 0)").
			Where("v.document_id = ?", d.ID).ApplyQueryBuilder(at.ofGenerated).Scan(ctx, &latest); err != nil {
			return err
		}
		switch latest {
		case 0:
			return projects.ErrNotFound
		case projects.MaxVersions:
			return projects.Full("versions of a document", projects.MaxVersions)
		}
		row.Version = latest + 1
		_, err := tx.NewInsert().Model(&row).Exec(ctx)
		return err
	})
	return afterError(row.Version, err)
}

// GetGenerated implements [projects.Store].
func (db *DB) GetGenerated(ctx context.Context, organizationID, projectID, id string, version int) (d projects.GeneratedDocument, err error) {
	if !storable(organizationID, projectID, id) {
		return d, projects.ErrNotFound
	}
	err = db.read(ctx, "get a generated document", func(ctx context.Context, q bun.IDB) error {
		var row generatedVersionRow
		query := q.NewSelect().Model(&row).Where("v.document_id = ?", id).
			ApplyQueryBuilder(within{organizationID, projectID}.ofGenerated)
		if version == 0 {
			query.Where(whichLatest)
		} else {
			query.Where("v.version = ?", version)
		}
		err := query.Scan(ctx)
		d = row.document()
		return noRows(err, projects.ErrNotFound)
	})
	return afterError(d, err)
}

// ListVersions implements [projects.Store].
func (db *DB) ListVersions(ctx context.Context, organizationID, projectID, id string) (list []projects.GeneratedDocument, err error) {
	if !storable(organizationID, projectID, id) {
		return nil, projects.ErrNotFound
	}
	err = db.read(ctx, "list the versions of a document", func(ctx context.Context, q bun.IDB) error {
		var rows []generatedVersionRow
		err := q.NewSelect().Model(&rows).Column(withoutContent...).Where("v.document_id = ?", id).
			ApplyQueryBuilder(within{organizationID, projectID}.ofGenerated).OrderExpr("v.version DESC").Scan(ctx)
		if err == nil && len(rows) == 0 {
			return projects.ErrNotFound
		}
		list = make([]projects.GeneratedDocument, len(rows))
		for i := range rows {
			list[i] = rows[i].document()
		}
		return err
	})
	return afterError(list, err)
}

// DeleteGenerated implements [projects.Store]. By foreign keys its versions go
// with it.
func (db *DB) DeleteGenerated(ctx context.Context, organizationID, projectID, id string) error {
	return db.deleteEntry(ctx, within{organizationID, projectID}, (*generatedRow)(nil), "id", id)
}
