package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reglookup/regengine/regengine/sqlstore"
)

// ErrNoScratch says that a dump cannot be checked from here: pg_restore is not on this
// machine, or the user may not make a database.
var ErrNoScratch = errors.New("it cannot be restored for a try from here")

// Checked is what a dump was found to hold.
type Checked struct {
	Bytes   int64
	Written time.Time        // when the file was
	Rows    map[string]int64 // by table
	Pending []string         // migrations it lacks
}

// CheckCommand returns the line for a shell that does what [CheckDump] does, but for the
// counting.
func CheckCommand(databaseURL, file string) (string, error) {
	cfg, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return "", fmt.Errorf("the database URL cannot be read: %w", err)
	}
	const scratch = "regengine_check"
	mode := sslMode(databaseURL)
	server := quote(connection(cfg, mode))
	cfg.Database = scratch
	return "createdb --maintenance-db=" + server + " " + scratch +
		" && pg_restore --exit-on-error --no-owner --no-privileges --dbname=" + quote(connection(cfg, mode)) + " " + quote(file) +
		" && dropdb --maintenance-db=" + server + " " + scratch, nil
}

// CheckDump restores a file that pg_dump wrote into a database of its own on the same
// server, opens it with this program, counts its rows, and removes that database again.
// ErrNoScratch, [sqlstore.ErrNewer].
func CheckDump(ctx context.Context, databaseURL, file string) (c Checked, err error) {
	program, err := exec.LookPath("pg_restore")
	if err != nil {
		return c, fmt.Errorf("%w: %w", ErrNoScratch, err)
	}
	info, err := os.Stat(file)
	if err != nil {
		return c, err
	}
	c.Bytes, c.Written = info.Size(), info.ModTime()
	cfg, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return c, fmt.Errorf("the database URL cannot be read: %w", err)
	}
	scratch, drop, err := makeScratch(ctx, cfg)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, drop()) }()
	there := onDatabase(databaseURL, scratch)
	if err := restoreInto(ctx, program, cfg, connectionTo(cfg, scratch, sslMode(databaseURL)), file); err != nil {
		return c, err
	}
	return c, c.look(ctx, there)
}

// makeScratch makes an empty database beside the one of cfg.
func makeScratch(ctx context.Context, cfg *pgx.ConnConfig) (name string, drop func() error, err error) {
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return "", nil, err
	}
	name = fmt.Sprintf("regengine_check_%d", time.Now().UnixNano())
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+name); err != nil {
		return "", nil, errors.Join(fmt.Errorf("%w: %w", ErrNoScratch, err), conn.Close(ctx))
	}
	return name, func() error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
		defer cancel()
		_, err := conn.Exec(ctx, "DROP DATABASE "+name)
		return errors.Join(err, conn.Close(ctx))
	}, nil
}

// connectionTo is connection to another database of the same server.
func connectionTo(cfg *pgx.ConnConfig, database, sslMode string) string {
	other := cfg.Copy()
	other.Database = database
	return connection(other, sslMode)
}

// onDatabase returns the address of another database of the same server.
func onDatabase(databaseURL, name string) string {
	if u, err := url.Parse(databaseURL); err == nil && strings.HasPrefix(u.Scheme, "postgres") {
		u.Path = "/" + name
		return u.String()
	}
	return databaseURL + " dbname=" + name
}

// restoreInto runs pg_restore, which is told the password where nobody else sees it.
func restoreInto(ctx context.Context, program string, cfg *pgx.ConnConfig, to, file string) error {
	cmd := exec.CommandContext(ctx, program, "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--dbname="+to, file) //nolint:gosec // the program is the one on PATH, the file the operator's
	cmd.Env = append(os.Environ(), "PGPASSWORD="+cfg.Password)
	if out, err := cmd.CombinedOutput(); err != nil {
		words, _, _ := bytes.Cut(bytes.TrimSpace(out), []byte("\n"))
		return fmt.Errorf("pg_restore: %w: %.300s", err, words)
	}
	return nil
}

// look opens what was restored and counts it.
func (c *Checked) look(ctx context.Context, databaseURL string) error {
	db, err := Open(ctx, databaseURL, &Options{Schema: sqlstore.AnySchema})
	if err != nil {
		return err
	}
	schema, err := db.Status(ctx)
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	switch {
	case len(schema.Unknown) > 0:
		return sqlstore.ErrNewer
	case len(schema.Applied) == 0:
		return errors.New("there is no database of this program in it")
	}
	c.Pending = schema.Pending
	c.Rows, err = countRows(ctx, databaseURL)
	return err
}

func countRows(ctx context.Context, databaseURL string) (rows map[string]int64, err error) {
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	found, err := conn.Query(ctx, "SELECT tablename FROM pg_tables WHERE schemaname = ANY (current_schemas(false))")
	if err != nil {
		return nil, err
	}
	tables, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	rows = make(map[string]int64, len(tables))
	for _, table := range tables {
		var n int64
		if err := conn.QueryRow(ctx, "SELECT count(*) FROM "+pgx.Identifier{table}.Sanitize()).Scan(&n); err != nil {
			return nil, err
		}
		rows[table] = n
	}
	return rows, nil
}
