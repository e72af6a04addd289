package pgvectorindex

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"
	pgxvector "github.com/pgvector/pgvector-go/pgx"
)

// prepare creates what the database lacks, on a connection of its own: those of
// the pool need the extension's types.
func (x *Index) prepare(ctx context.Context, config *pgx.ConnConfig) (err error) {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("pgvectorindex: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		// Postgres itself does not let two create the same thing IF NOT EXISTS at
		// the same time: one of them fails.
		if err := lock(ctx, tx, "pgvectorindex"); err != nil {
			return err
		}
		if err := createExtension(ctx, tx); err != nil {
			return err
		}
		return x.createTables(ctx, tx)
	})
	switch {
	case err == nil, errors.Is(err, ErrExtension):
		return err
	case ctx.Err() != nil:
		return fmt.Errorf("pgvectorindex: prepare the database: %w (%w)", ctx.Err(), err)
	}
	return fmt.Errorf("pgvectorindex: prepare the database: %w", err)
}

func createExtension(ctx context.Context, tx pgx.Tx) error {
	version, err := extensionVersion(ctx, tx)
	if err != nil {
		return err
	}
	if version == "" {
		if _, err := tx.Exec(ctx, "CREATE EXTENSION vector"); err != nil {
			return extensionError(err)
		}
		if version, err = extensionVersion(ctx, tx); err != nil {
			return err
		}
	}
	if !recent(version) {
		return fmt.Errorf("%w in version 0.8 or later, it has %s: install a newer one and run ALTER EXTENSION vector UPDATE", ErrExtension, version)
	}
	return nil
}

// extensionVersion returns "" where the extension has not been created.
func extensionVersion(ctx context.Context, tx pgx.Tx) (version string, err error) {
	err = tx.QueryRow(ctx, "SELECT coalesce(max(extversion), '') FROM pg_extension WHERE extname = 'vector'").Scan(&version)
	return version, err
}

// recent tells whether a version of pgvector knows iterative scans, as 0.8 and
// later do.
func recent(version string) bool {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	a, err := strconv.Atoi(major)
	if err != nil {
		return false
	}
	b, err := strconv.Atoi(minor)
	return a > 0 || err == nil && b >= 8
}

// createTables creates nothing where everything exists, so that a user without
// the right to create can use what another has created.
func (x *Index) createTables(ctx context.Context, tx pgx.Tx) error {
	var exists bool
	if err := tx.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", x.table("collections")).Scan(&exists); err != nil || exists {
		return err
	}
	for _, statement := range []string{
		"CREATE SCHEMA IF NOT EXISTS " + pgx.Identifier{x.options.Schema}.Sanitize(),
		"CREATE TABLE " + x.table("spaces") + ` (
			id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
			embedder_key bytea NOT NULL,
			embedder     text  NOT NULL,
			dimension    int   NOT NULL,
			graph        bool  NOT NULL DEFAULT false,
			UNIQUE (embedder_key, dimension)
		)`,
		"CREATE TABLE " + x.table("collections") + ` (
			id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
			doc_key bytea NOT NULL UNIQUE,
			doc     text  NOT NULL,
			space   int   NOT NULL REFERENCES ` + x.table("spaces") + `,
			vectors int   NOT NULL,
			pointed int   NOT NULL
		)`,
		"COMMENT ON COLUMN " + x.table("collections") + ".pointed IS 'how many of the vectors are not all zeros'",
	} {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// register teaches a connection the types of pgvector.
func register(ctx context.Context, conn *pgx.Conn) error {
	if err := pgxvector.RegisterTypes(ctx, conn); err != nil {
		return fmt.Errorf("the type vector is not to be found: is the schema of the extension in the user's search_path? %w", err)
	}
	conn.TypeMap().RegisterDefaultPgType(pgvector.Vector{}, "vector")
	conn.TypeMap().RegisterDefaultPgType([]*pgvector.Vector{}, "_vector")
	return nil
}
