package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/projects"
)

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
	Compliant    *bool  // NULL without a verdict
	Input        string `bun:",nullzero"` // JSON as it came
	Result       string `bun:",nullzero"`
	Steps        asJSON[[]string]
	Sources      asJSON[[]string]
	CreatedAt    instant
}

// GetContents implements [projects.Store].
func (db *DB) GetContents(ctx context.Context, organizationID, id string) (c projects.Contents, err error) {
	err = db.readAsOne(ctx, "get the contents of a project", func(ctx context.Context, tx bun.IDB) error {
		c = projects.Contents{}
		if _, err := ownProject(ctx, tx, organizationID, id); err != nil {
			return err
		}
		at := within{organizationID, id}
		for _, read := range []func(context.Context, bun.IDB, within, *projects.Contents) error{
			readDocuments, readGenerated, readMemory, readCalculations,
		} {
			if err := read(ctx, tx, at, &c); err != nil {
				return err
			}
		}
		return nil
	})
	return afterError(c, err)
}

// within names a project by whose it is, too: no statement reads or removes an
// entry by the project's id alone.
type within struct{ organizationID, projectID string }

// ownedBy is the condition that a column holds the id of the project.
const ownedBy = " IN (SELECT id FROM projects WHERE id = ? AND organization_id = ?)"

// of adds the condition to a query of entries.
func (w within) of(q bun.QueryBuilder) bun.QueryBuilder {
	return q.Where("project_id"+ownedBy, w.projectID, w.organizationID)
}

func readMemory(ctx context.Context, tx bun.IDB, at within, c *projects.Contents) error {
	var rows []memoryRow
	err := tx.NewSelect().Model(&rows).ApplyQueryBuilder(at.of).Order("name").Scan(ctx)
	for _, r := range rows {
		c.Memory = append(c.Memory, projects.MemoryItem{Key: r.Name, Label: r.Label, Value: r.Value, Unit: r.Unit, Source: r.Source})
	}
	return err
}

func readCalculations(ctx context.Context, tx bun.IDB, at within, c *projects.Contents) error {
	var rows []calculationRow
	err := tx.NewSelect().Model(&rows).ApplyQueryBuilder(at.of).
		OrderExpr("COALESCE(created_at, 0) DESC, id").Scan(ctx)
	for _, r := range rows {
		c.Calculations = append(c.Calculations, projects.Calculation{
			ID: r.ID, CalculatorID: r.CalculatorID, Name: r.Name, Summary: r.Summary, Compliant: r.Compliant,
			Input: rawJSON(r.Input), Result: rawJSON(r.Result), Steps: r.Steps.It, Sources: r.Sources.It,
			CreatedAt: asTime(r.CreatedAt),
		})
	}
	return err
}

// PutMemory implements [projects.Store].
func (db *DB) PutMemory(ctx context.Context, organizationID, projectID string, m projects.MemoryItem) error {
	at := within{organizationID, projectID}
	row := memoryRow{ProjectID: projectID, Name: m.Key, Label: m.Label, Value: m.Value, Unit: m.Unit, Source: m.Source}
	return db.changeProject(ctx, "put a memory item", at, row, func(ctx context.Context, tx bun.IDB) error {
		if err := putEntry(ctx, tx, "project_id, name", &row); err != nil {
			return err
		}
		return bounded(ctx, tx, (*memoryRow)(nil), at, "memory items", projects.MaxMemory)
	})
}

// DeleteMemory implements [projects.Store].
func (db *DB) DeleteMemory(ctx context.Context, organizationID, projectID, key string) error {
	return db.deleteEntry(ctx, within{organizationID, projectID}, (*memoryRow)(nil), "name", key)
}

// PutCalculation implements [projects.Store]. Input and Result that are not JSON
// give [projects.ErrInvalid].
func (db *DB) PutCalculation(ctx context.Context, organizationID, projectID string, c projects.Calculation) error {
	for field, text := range map[string]json.RawMessage{"input": c.Input, "result": c.Result} {
		if len(text) > 0 && !json.Valid(text) {
			return fmt.Errorf("%w: the %s of the calculation is not JSON", projects.ErrInvalid, field)
		}
	}
	at := within{organizationID, projectID}
	row := calculationRow{
		ID: c.ID, ProjectID: projectID, CalculatorID: c.CalculatorID, Name: c.Name, Summary: c.Summary,
		Compliant: c.Compliant, Input: string(c.Input), Result: string(c.Result),
		Steps: jsonOf(c.Steps), Sources: jsonOf(c.Sources), CreatedAt: instant(c.CreatedAt),
	}
	return db.changeProject(ctx, "put a calculation", at, row, func(ctx context.Context, tx bun.IDB) error {
		if err := putEntry(ctx, tx, "id", &row); err != nil {
			return err
		}
		return bounded(ctx, tx, (*calculationRow)(nil), at, "calculations", projects.MaxCalculations)
	})
}

// DeleteCalculation implements [projects.Store].
func (db *DB) DeleteCalculation(ctx context.Context, organizationID, projectID, id string) error {
	return db.deleteEntry(ctx, within{organizationID, projectID}, (*calculationRow)(nil), "id", id)
}

// changeProject writes into a project of the organization, which nobody else
// writes meanwhile: what is counted before the end of the transaction stays so.
// Text in written that cannot be stored gives ErrInvalid.
func (db *DB) changeProject(ctx context.Context, what string, at within, written any,
	f func(ctx context.Context, tx bun.IDB) error,
) error {
	if !storable(at.organizationID, at.projectID) {
		return projects.ErrNotFound
	}
	if err := checkText(written); err != nil {
		return fmt.Errorf("%w: %w", projects.ErrInvalid, err)
	}
	return db.write(ctx, what, func(ctx context.Context, tx bun.IDB) error {
		if err := db.lockProject(ctx, tx, at.organizationID, at.projectID); err != nil {
			return err
		}
		return f(ctx, tx)
	})
}

// putEntry inserts or replaces a row of a locked project. A key that belongs to
// another project gives ErrNotFound.
func putEntry[T any](ctx context.Context, tx bun.IDB, key string, row *T) error {
	res, err := tx.NewInsert().Model(row).On("CONFLICT (" + key + ") DO UPDATE").
		Where("?TableAlias.project_id = EXCLUDED.project_id").Exec(ctx)
	return oneRow(res, err, projects.ErrNotFound)
}

// bounded returns ErrFull when a locked project has more entries than it may.
func bounded(ctx context.Context, tx bun.IDB, model any, at within, what string, most int64) error {
	n, err := tx.NewSelect().Model(model).ApplyQueryBuilder(at.of).Count(ctx)
	if err == nil && n > most {
		err = projects.Full(what, most)
	}
	return err
}

// deleteEntry removes an entry, and by foreign keys what hangs on it.
func (db *DB) deleteEntry(ctx context.Context, at within, model any, key, value string) error {
	if !storable(at.organizationID, at.projectID, value) {
		return projects.ErrNotFound
	}
	return db.write(ctx, "delete from a project", func(ctx context.Context, tx bun.IDB) error {
		res, err := tx.NewDelete().Model(model).Where("? = ?", bun.Ident(key), value).ApplyQueryBuilder(at.of).Exec(ctx)
		return oneRow(res, err, projects.ErrNotFound)
	})
}

func rawJSON(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}
