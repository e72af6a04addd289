// Package migrations holds the schema of every database as numbered SQL files.
// A number means the same in both dialects: what differs is only how a column's
// type is written, and what one dialect alone needs.
//
// A migration is never edited once it is on the main branch, and a test holds the sums
// of all of them; a change is a new number in both folders. Each runs in a transaction (".tx.up.sql") and may be run again: a
// crash between its end and the note that it was applied must do no harm.
package migrations

import (
	"embed"
	"io/fs"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// SQLite returns the migrations in SQLite's dialect.
func SQLite() fs.FS { return sub("sqlite") }

// Postgres returns the migrations in Postgres's dialect.
func Postgres() fs.FS { return sub("postgres") }

func sub(dir string) fs.FS {
	tree, err := fs.Sub(files, dir)
	if err != nil {
		panic(err) // the name is a constant above
	}
	return tree
}
