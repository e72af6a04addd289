package sqlstore

import (
	"context"
	"io/fs"
	"slices"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/codes/retrieval"
)

// The first migration was edited until the second came. A database made before has its
// first tables as they were then, and is brought to what the first migration makes now
// before any later one runs. Nothing like it is to come: migrations are frozen.
const (
	firstMigration  = "0001"
	firstFile       = "0001_initial.tx.up.sql"
	secondMigration = "0003"
)

// lateColumns are those that came to the first tables afterwards, in the order they came.
var lateColumns = []struct{ table, column, sqlite, postgres string }{
	{"blocks", "anchor", "TEXT NOT NULL DEFAULT ''", "TEXT NOT NULL DEFAULT ''"},
	{"blocks", "depth", "INTEGER NOT NULL DEFAULT 0", "BIGINT NOT NULL DEFAULT 0"},
	{"blocks", "page", "INTEGER NOT NULL DEFAULT 0", "BIGINT NOT NULL DEFAULT 0"},
	{"blocks", "sha256", "TEXT NOT NULL DEFAULT ''", `TEXT COLLATE "C" NOT NULL DEFAULT ''`},
	{"blocks", "refs", "TEXT", "TEXT"},
	{"documents", "sha256", "TEXT NOT NULL DEFAULT ''", "TEXT NOT NULL DEFAULT ''"},
	{"documents", "pages", "INTEGER NOT NULL DEFAULT 0", "BIGINT NOT NULL DEFAULT 0"},
	{"documents", "blocks", "INTEGER NOT NULL DEFAULT 0", "BIGINT NOT NULL DEFAULT 0"},
	{"documents", "text_size", "INTEGER NOT NULL DEFAULT 0", "BIGINT NOT NULL DEFAULT 0"},
	{"calculations", "steps", "TEXT", "TEXT"},
	{"calculations", "sources", "TEXT", "TEXT"},
}

// completeEarly does so, all or nothing; to a database of the present first migration
// it does nothing.
func (db *DB) completeEarly(ctx context.Context, schema Schema) error {
	if !slices.Contains(schema.Applied, firstMigration) || !slices.Contains(schema.Pending, secondMigration) {
		return nil
	}
	first, err := fs.ReadFile(db.backend.Migrations(), firstFile)
	if err != nil {
		return err
	}
	return db.write(ctx, "complete the first tables", func(ctx context.Context, tx bun.IDB) error {
		if err := db.addLateColumns(ctx, tx); err != nil {
			return err
		}
		return db.splitGenerated(ctx, tx, func() error {
			_, err := tx.ExecContext(ctx, string(first)) // makes the tables that are missing
			return err
		})
	})
}

func (db *DB) addLateColumns(ctx context.Context, tx bun.IDB) error {
	for _, late := range lateColumns {
		there, err := db.hasColumn(ctx, tx, late.table, late.column)
		if err != nil {
			return err
		}
		if there {
			continue
		}
		kind := late.sqlite
		if db.postgres() {
			kind = late.postgres
		}
		if _, err := tx.ExecContext(ctx, "ALTER TABLE "+late.table+" ADD COLUMN "+late.column+" "+kind); err != nil {
			return err
		}
	}
	if err := hashBlocks(ctx, tx); err != nil {
		return err
	}
	// Names were not unique; the first keeps its own.
	for _, statement := range []string{
		"UPDATE documents SET name = name || ' ' || id WHERE EXISTS (SELECT 1 FROM documents AS d WHERE d.project_id = documents.project_id AND d.name = documents.name AND d.id < documents.id)",
		"CREATE UNIQUE INDEX IF NOT EXISTS documents_project_name ON documents (project_id, name)",
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

func hashBlocks(ctx context.Context, tx bun.IDB) error {
	var rows []struct{ ID, Body string }
	if err := tx.NewSelect().Table("blocks").Column("id", "body").Where("sha256 = ''").Scan(ctx, &rows); err != nil {
		return err
	}
	for _, row := range rows {
		_, err := tx.NewUpdate().Table("blocks").Set("sha256 = ?", retrieval.HashText(row.Body)).Where("id = ?", row.ID).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// splitGenerated lets makeTables make the tables, of which generated documents, which
// were one, are two.
func (db *DB) splitGenerated(ctx context.Context, tx bun.IDB, makeTables func() error) error {
	whole, err := db.hasColumn(ctx, tx, "generated_documents", "title")
	if err != nil {
		return err
	}
	if !whole {
		return makeTables()
	}
	before := []string{"DROP INDEX generated_documents_project", "ALTER TABLE generated_documents RENAME TO generated_whole"}
	if db.postgres() { // the name of the primary key goes with the table otherwise
		before = append(before, "ALTER TABLE generated_whole DROP CONSTRAINT generated_documents_pkey")
	}
	after := []string{
		"INSERT INTO generated_documents (id, project_id) SELECT id, project_id FROM generated_whole",
		"INSERT INTO generated_versions (document_id, version, title, kind, content) SELECT id, version, title, kind, '' FROM generated_whole",
		"DROP TABLE generated_whole",
	}
	run := func(statements []string) error {
		for _, statement := range statements {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	}
	if err := run(before); err != nil {
		return err
	}
	if err := makeTables(); err != nil {
		return err
	}
	return run(after)
}

func (db *DB) hasColumn(ctx context.Context, q bun.IDB, table, column string) (bool, error) {
	query := q.NewSelect().TableExpr("pragma_table_info(?)", table).Where("name = ?", column)
	if db.postgres() {
		query = q.NewSelect().TableExpr("information_schema.columns").
			Where("table_schema = ANY (current_schemas(false))").Where("table_name = ?", table).Where("column_name = ?", column)
	}
	n, err := query.Count(ctx)
	return n > 0, err
}
