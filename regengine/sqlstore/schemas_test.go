package sqlstore_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/migrations"
)

// frozen are the sums of the migrations by their file. A line is added with each, and
// none is changed: databases were made by them.
var frozen = map[string]string{
	"sqlite/0001_initial.tx.up.sql":             "2aeb17dda04ed4617c6ccacb73aa7831be54d13a0865fd7429a10c2038e67c74",
	"sqlite/0003_leases.tx.up.sql":              "6d5a3a19b9bedfa08544fba511545379ecf90176c8a13c9b41b1c2a1d9de5951",
	"sqlite/0004_countries.tx.up.sql":           "b500e151b448a076f1cab7c7b977a4441c7430fa6cf5acc0181cec3b53174c5c",
	"sqlite/0005_verdicts.tx.up.sql":            "c29ca26b2465e7a7d581b3215ef074d8a29d863365f996d55c1061c13df9b05c",
	"sqlite/0006_wordings.tx.up.sql":            "881c078404f0c2274ecd8701cda36dad64090f2dd8045a418a3edef13c016bbc",
	"sqlite/0007_document_segments.tx.up.sql":   "b59912482702d6e8b4ce56612456d1e4bb37100cb5dbac422b7b06080dd09e80",
	"sqlite/0008_checks.tx.up.sql":              "b71aa1c5557a7f48c4db064110479746f71914623e7dd7a75f622ac9332a0ffa",
	"sqlite/0009_sessions.tx.up.sql":            "1115bcb42bdef221d065f65c2469b19524977f8ef2fcdfe95cc9ee7d1a9f97fd",
	"sqlite/0010_key_uses.tx.up.sql":            "0700e568865489e85b2f0532b580e5df908229b90781ffb7f5981da9eebe5030",
	"sqlite/0011_webhooks.tx.up.sql":            "b19b0681881d6359efd51c86c65590574378a49901f3357a3727f2cfc41c7ae2",
	"postgres/0001_initial.tx.up.sql":           "50bb02804511abe68434cb9402c8070e2731c00fcaed9769a39425d99f17c968",
	"postgres/0003_leases.tx.up.sql":            "eebeb55673bb43f5bebe5b4b792936de1bb1548a89ab40422aa3ee395f8cc9ed",
	"postgres/0004_countries.tx.up.sql":         "02c112cb7b02a170f140bf5277a21fea2d21c878dcf82692c49a01aaa6d1f626",
	"postgres/0005_verdicts.tx.up.sql":          "9c0f08dd2d7ba18ab23abde7005f012d9182f14e8eeb8efe988d8282d2799d65",
	"postgres/0006_wordings.tx.up.sql":          "e27d89541b5b8109822a220aea1fd2b88b2e74a2f41803cc823e7899214c4c03",
	"postgres/0007_document_segments.tx.up.sql": "9053a420022156ba8ced4fa4f47afeb379a8d112037b5868f0c5bcb4798089c7",
	"postgres/0008_checks.tx.up.sql":            "74b9c1c47e80398f9c664cca11aaaed8f3294b3cd4c13d6465df51713138156c",
	"postgres/0009_sessions.tx.up.sql":          "7dd937345278099f5bc9f92410ddbf974129652e729b4303e2717f86c1a59356",
	"postgres/0010_key_uses.tx.up.sql":          "11d68efc777274b23a57cbcc6512fcbbec3f9261d90ea2ad7c08a98649a31956",
	"postgres/0011_webhooks.tx.up.sql":          "8859084ef9db66875ec943564a335821ff12097a7e9f23274ae7735cba2a64c7",
}

func TestMigrations_frozen(t *testing.T) {
	got := map[string]string{}
	for dialect, tree := range map[string]fs.FS{"sqlite": migrations.SQLite(), "postgres": migrations.Postgres()} {
		for name, content := range contents(t, tree) {
			sum := sha256.Sum256([]byte(content))
			got[dialect+"/"+name] = hex.EncodeToString(sum[:])
		}
	}
	if diff := cmp.Diff(frozen, got); diff != "" {
		t.Errorf("migrations are frozen: make a new one (-want +got):\n%s", diff)
	}
}

func contents(t *testing.T, tree fs.FS) map[string]string {
	t.Helper()
	names, err := fs.Glob(tree, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, name := range names {
		content, err := fs.ReadFile(tree, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(content)
	}
	return files
}

// earlier is a schema that databases were made with.
type earlier struct {
	name    string
	applied []string // migrations, as the database says
	scripts []string
}

// earlierSchemas are those of the first migration as it was before it was frozen, which
// testdata holds, and then each number of migrations but all.
func earlierSchemas(t *testing.T, dialect string, tree fs.FS) (list []earlier) {
	t.Helper()
	for n := 1; n <= 4; n++ {
		script, err := os.ReadFile(filepath.Join("testdata", "schemas", fmt.Sprintf("%s-%d.sql", dialect, n)))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, earlier{fmt.Sprintf("Early%d", n), []string{"0001"}, []string{string(script)}})
	}
	files := contents(t, tree)
	var e earlier
	for _, name := range slices.Sorted(mapKeys(files)) {
		if len(e.applied) > 0 {
			list = append(list, e)
		}
		number, _, _ := strings.Cut(name, "_")
		e = earlier{"Till" + number, append(slices.Clone(e.applied), number), append(slices.Clone(e.scripts), files[name])}
	}
	return list
}

func mapKeys(m map[string]string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for key := range m {
			if !yield(key) {
				return
			}
		}
	}
}

// TestDB_Migrate_earlier: from each schema that databases were made with, everything
// they held is there afterwards, in the schema of a new one.
func TestDB_Migrate_earlier(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		tree, driver := migrations.SQLite(), "sqlite"
		if d.name == "postgres" {
			tree, driver = migrations.Postgres(), "pgx"
		}
		fresh := d.address(t)
		d.at(t, fresh)
		want := shape(t, d, driver, fresh)
		for _, e := range earlierSchemas(t, d.name, tree) {
			t.Run(e.name, func(t *testing.T) {
				address := d.address(t)
				makeEarlier(t, d, driver, address, e)
				db := d.at(t, address)
				if diff := cmp.Diff(want, shape(t, d, driver, address)); diff != "" {
					t.Errorf("schema (-new +migrated):\n%s", diff)
				}
				stillThere(t, db)
				apply(t, db, full())
				if again, err := db.Migrate(t.Context()); err != nil || len(again) != 0 {
					t.Errorf("Migrate again: %v, %v", again, err)
				}
			})
		}
	})
}

func raw(t *testing.T, driver, address string, use func(db *sql.DB)) {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	use(db)
	if err := db.Close(); err != nil { // before another opens it: SQLite's log then is in the file
		t.Fatal(err)
	}
}

func makeEarlier(t *testing.T, d database, driver, address string, e earlier) {
	t.Helper()
	raw(t, driver, address, func(db *sql.DB) {
		exec := func(statement string) {
			t.Helper()
			if _, err := db.ExecContext(t.Context(), statement); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
		}
		for _, script := range e.scripts {
			exec(script)
		}
		id := "INTEGER PRIMARY KEY"
		if d.name == "postgres" {
			id = "SERIAL PRIMARY KEY"
		}
		exec("CREATE TABLE schema_migrations (id " + id + ", name VARCHAR, group_id INTEGER, migrated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)")
		for _, name := range e.applied {
			exec(fmt.Sprintf("INSERT INTO schema_migrations (name, group_id) VALUES ('%s', 1)", name))
		}
		for _, r := range heldRows {
			if columns := columnsOf(t, d, db, r.table); len(columns) > 0 {
				exec(r.insert(columns))
			}
		}
	})
}

// held is a row that a database has before it is migrated, if it has the table. Columns
// that the table lacks are left out, those not named are empty where they may not be NULL.
type held struct {
	table  string
	values map[string]string // SQL
}

var heldRows = []held{
	{"places", map[string]string{"id": "'XX'", "name": "'kept'", "level": "0"}},
	{"codes", map[string]string{"slug": "'c'", "title": "'kept'", "country_code": "'XX'", "scope": "'estatal'"}},
	{"versions", map[string]string{"code_slug": "'c'", "slug": "'v'", "title": "'kept'", "status": "'active'"}},
	{"blocks", map[string]string{"id": "'b'", "doc": "'c/v'", "kind": "'paragraph'", "lang": "'es'", "body": "'kept text'", "sha256": "'" + retrieval.HashText("kept text") + "'"}},
	{"plans", map[string]string{"id": "'p'", "name": "'kept'", "limits": "'{}'"}},
	{"organizations", map[string]string{"id": "'o'", "name": "'kept'", "plan_id": "'p'"}},
	{"projects", map[string]string{"id": "'j'", "organization_id": "'o'", "name": "'kept'"}},
	{"calculations", map[string]string{"id": "'k'", "project_id": "'j'", "name": "'kept'", "calculator_id": "'other'"}},
	{"saved_checks", map[string]string{"id": "'s'", "project_id": "'j'", "name": "'kept'", "request": "'{}'", "verdict": "'compliant'"}},
	{"webhooks", map[string]string{"id": "'w'", "project_id": "'j'", "url": "'https://example.org/kept'", "secret": "'x'"}},
	{"documents", map[string]string{"id": "'d'", "project_id": "'j'", "name": "'kept.txt'"}},
	{"generated_documents", map[string]string{"id": "'g'", "project_id": "'j'", "title": "'kept'", "version": "3"}},
	{"generated_versions", map[string]string{"document_id": "'g'", "title": "'kept'", "version": "3"}},
}

// column is one of a table.
type column struct{ Table, Name, Kind, Null string }

func (r held) insert(columns []column) string {
	var names, values []string
	for _, c := range columns {
		value, given := r.values[c.Name]
		if !given && c.Null == "yes" {
			continue
		}
		if !given {
			value = map[string]string{"text": "''", "boolean": "FALSE"}[c.Kind]
		}
		if value == "" {
			value = "0"
		}
		names, values = append(names, c.Name), append(values, value)
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", r.table, strings.Join(names, ", "), strings.Join(values, ", "))
}

func columnsOf(t *testing.T, d database, db *sql.DB, table string) (list []column) {
	t.Helper()
	query := `SELECT m.name, i.name, lower(i.type), CASE WHEN i."notnull" = 1 OR i.pk > 0 THEN 'no' ELSE 'yes' END
		FROM sqlite_master AS m, pragma_table_info(m.name) AS i WHERE m.type = 'table' AND m.name NOT LIKE 'schema\_%' ESCAPE '\' ORDER BY 1, 2`
	if d.name == "postgres" {
		query = `SELECT table_name, column_name, data_type, lower(is_nullable) FROM information_schema.columns
			WHERE table_schema = 'public' AND table_name NOT LIKE 'schema\_%' ORDER BY 1, 2`
	}
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var c column
		if err := rows.Scan(&c.Table, &c.Name, &c.Kind, &c.Null); err != nil {
			t.Fatal(err)
		}
		if table == "" || c.Table == table {
			list = append(list, c)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

func shape(t *testing.T, d database, driver, address string) (list []column) {
	t.Helper()
	raw(t, driver, address, func(db *sql.DB) { list = columnsOf(t, d, db, "") })
	return list
}

// stillThere looks for what heldRows put in, by the ways of a server.
func stillThere(t *testing.T, db *sqlstore.DB) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	if err := db.Check(ctx); err != nil {
		t.Error(err)
	}
	data, _ := load(t, db)
	if len(data.Places) != 1 || data.Places[0].Name != "kept" || len(data.Codes) != 1 || len(data.Codes[0].Versions) != 1 ||
		len(data.Blocks) != 1 || data.Blocks[0].Text != "kept text" || data.Blocks[0].SHA256 != retrieval.HashText("kept text") {
		t.Errorf("data: %+v", data)
	}
	p, err := db.GetProject(ctx, "o", "j")
	if err != nil || p.Name != "kept" {
		t.Errorf("project: %+v, %v", p, err)
	}
	c, err := db.GetContents(ctx, "o", "j")
	if err != nil || len(c.Documents) != 1 || c.Documents[0].Name != "kept.txt" || len(c.Calculations) != 1 || len(c.Generated) != 1 || c.Generated[0].Version != 3 {
		t.Errorf("contents: %+v, %v", c, err)
	}
}
