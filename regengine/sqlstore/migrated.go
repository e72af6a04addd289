package sqlstore

import (
	"context"

	"github.com/uptrace/bun"
)

// appliedMigrations returns the names in the migrations table, none when there
// is no such table.
func (db *DB) appliedMigrations(ctx context.Context) (names []string, err error) {
	err = db.read(ctx, "read the schema's version", func(ctx context.Context, q bun.IDB) error {
		names = nil
		exists, err := db.tableExists(ctx, q, migrationsTable)
		if err != nil || !exists {
			return err
		}
		return q.NewSelect().TableExpr(migrationsTable).ColumnExpr("DISTINCT name").OrderExpr("name").Scan(ctx, &names)
	})
	return names, err
}

func (db *DB) tableExists(ctx context.Context, q bun.IDB, name string) (bool, error) {
	query := q.NewSelect().TableExpr("sqlite_master").Where("type = 'table'").Where("name = ?", name)
	if db.postgres() {
		query = q.NewSelect().TableExpr("pg_tables").
			Where("schemaname = ANY (current_schemas(false))").Where("tablename = ?", name)
	}
	n, err := query.Count(ctx)
	return n > 0, err
}
