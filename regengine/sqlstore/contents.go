package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/projects"
)

type documentRow struct {
	bun.BaseModel `bun:"table:documents,alias:d"`

	ID        string `bun:",pk"`
	ProjectID string
	Name      string
	MediaType string
	Size      int64
	CreatedAt instant
}

type generatedRow struct {
	bun.BaseModel `bun:"table:generated_documents,alias:g"`

	ID        string `bun:",pk"`
	ProjectID string
	Title     string
	Kind      string
	Version   int
}

type memoryRow struct {
	bun.BaseModel `bun:"table:memory_items,alias:m"`

	ProjectID string `bun:",pk"`
	Name      string `bun:",pk"`
	Label     string
	Value     string
	Unit      string
	Source    string
}

type calculationRow struct {
	bun.BaseModel `bun:"table:calculations,alias:ca"`

	ID           string `bun:",pk"`
	ProjectID    string
	CalculatorID string
	Name         string
	Summary      string
	Compliant    bool
	Input        string `bun:",nullzero"` // JSON as it came
	Result       string `bun:",nullzero"`
	CreatedAt    instant
}

// GetContents implements [projects.Store].
func (db *DB) GetContents(ctx context.Context, organizationID, id string) (c projects.Contents, err error) {
	err = db.readAsOne(ctx, "get the contents of a project", func(ctx context.Context, tx bun.IDB) error {
		c = projects.Contents{}
		if _, err := ownProject(ctx, tx, organizationID, id); err != nil {
			return err
		}
		for _, read := range []func(context.Context, bun.IDB, string, *projects.Contents) error{
			readDocuments, readGenerated, readMemory, readCalculations,
		} {
			if err := read(ctx, tx, id, &c); err != nil {
				return err
			}
		}
		return nil
	})
	return afterError(c, err)
}

func readDocuments(ctx context.Context, tx bun.IDB, project string, c *projects.Contents) error {
	var rows []documentRow
	err := tx.NewSelect().Model(&rows).Where("project_id = ?", project).Order("name", "id").Scan(ctx)
	for _, r := range rows {
		c.Documents = append(c.Documents, projects.Document{
			ID: r.ID, Name: r.Name, MediaType: r.MediaType, Size: r.Size, CreatedAt: asTime(r.CreatedAt),
		})
	}
	return err
}

func readGenerated(ctx context.Context, tx bun.IDB, project string, c *projects.Contents) error {
	var rows []generatedRow
	err := tx.NewSelect().Model(&rows).Where("project_id = ?", project).Order("title", "id").Scan(ctx)
	for _, r := range rows {
		c.Generated = append(c.Generated, projects.GeneratedDocument{ID: r.ID, Title: r.Title, Type: r.Kind, Version: r.Version})
	}
	return err
}

func readMemory(ctx context.Context, tx bun.IDB, project string, c *projects.Contents) error {
	var rows []memoryRow
	err := tx.NewSelect().Model(&rows).Where("project_id = ?", project).Order("name").Scan(ctx)
	for _, r := range rows {
		c.Memory = append(c.Memory, projects.MemoryItem{Key: r.Name, Label: r.Label, Value: r.Value, Unit: r.Unit, Source: r.Source})
	}
	return err
}

func readCalculations(ctx context.Context, tx bun.IDB, project string, c *projects.Contents) error {
	var rows []calculationRow
	err := tx.NewSelect().Model(&rows).Where("project_id = ?", project).
		OrderExpr("COALESCE(created_at, 0) DESC, id").Scan(ctx)
	for _, r := range rows {
		c.Calculations = append(c.Calculations, projects.Calculation{
			ID: r.ID, CalculatorID: r.CalculatorID, Name: r.Name, Summary: r.Summary, Compliant: r.Compliant,
			Input: rawJSON(r.Input), Result: rawJSON(r.Result), CreatedAt: asTime(r.CreatedAt),
		})
	}
	return err
}

// PutDocument implements [projects.Store].
func (db *DB) PutDocument(ctx context.Context, organizationID, projectID string, d projects.Document) error {
	return putInProject(ctx, db, organizationID, projectID, "id", documentRow{
		ID: d.ID, ProjectID: projectID, Name: d.Name, MediaType: d.MediaType, Size: d.Size, CreatedAt: instant(d.CreatedAt),
	})
}

// PutGenerated implements [projects.Store].
func (db *DB) PutGenerated(ctx context.Context, organizationID, projectID string, d projects.GeneratedDocument) error {
	return putInProject(ctx, db, organizationID, projectID, "id", generatedRow{
		ID: d.ID, ProjectID: projectID, Title: d.Title, Kind: d.Type, Version: d.Version,
	})
}

// PutMemory implements [projects.Store].
func (db *DB) PutMemory(ctx context.Context, organizationID, projectID string, m projects.MemoryItem) error {
	return putInProject(ctx, db, organizationID, projectID, "project_id, name", memoryRow{
		ProjectID: projectID, Name: m.Key, Label: m.Label, Value: m.Value, Unit: m.Unit, Source: m.Source,
	})
}

// PutCalculation implements [projects.Store]. Input and Result that are not JSON
// give [projects.ErrInvalid].
func (db *DB) PutCalculation(ctx context.Context, organizationID, projectID string, c projects.Calculation) error {
	for field, text := range map[string]json.RawMessage{"input": c.Input, "result": c.Result} {
		if len(text) > 0 && !json.Valid(text) {
			return fmt.Errorf("%w: the %s of the calculation is not JSON", projects.ErrInvalid, field)
		}
	}
	return putInProject(ctx, db, organizationID, projectID, "id", calculationRow{
		ID: c.ID, ProjectID: projectID, CalculatorID: c.CalculatorID, Name: c.Name, Summary: c.Summary,
		Compliant: c.Compliant, Input: string(c.Input), Result: string(c.Result), CreatedAt: instant(c.CreatedAt),
	})
}

// putInProject inserts or replaces one row of a project of the organization. A
// key that belongs to another project gives ErrNotFound.
func putInProject[T any](ctx context.Context, db *DB, organizationID, projectID, key string, row T) error {
	if !storable(organizationID, projectID) {
		return projects.ErrNotFound
	}
	if err := checkText(row); err != nil {
		return fmt.Errorf("%w: %w", projects.ErrInvalid, err)
	}
	return db.write(ctx, "put into a project", func(ctx context.Context, tx bun.IDB) error {
		if err := db.lockProject(ctx, tx, organizationID, projectID); err != nil {
			return err
		}
		res, err := tx.NewInsert().Model(&row).On("CONFLICT (" + key + ") DO UPDATE").
			Where("?TableAlias.project_id = EXCLUDED.project_id").Exec(ctx)
		return oneRow(res, err, projects.ErrNotFound)
	})
}

func rawJSON(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}
