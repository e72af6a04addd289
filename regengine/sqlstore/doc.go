// Package sqlstore keeps everything durably in SQL: places, codes, texts, rules,
// projects, organizations, keys and credits. One [DB] implements every port of
// the domains, in the same statements for SQLite and Postgres.
//
// Packages sqlite and postgres open one. What the databases do differently is
// behind [Backend]; package migrations holds their schemas.
//
// Places, codes, texts and rules change rarely and are read whole, as one
// moment, into a snapshot ([DB.Load]); lists in them are JSON in a column
// because no statement looks inside. Projects, keys and credits are read and
// written row by row.
//
// Values never travel as SQL parameters: bun writes them into the statement,
// escaped. So no statement is ever logged, here or by a hook, and text with a
// NUL or invalid UTF-8, which bun would alter silently, is refused before with
// [ErrInvalidText].
package sqlstore
