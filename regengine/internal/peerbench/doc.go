// Package peerbench measures the search of places against engines one might
// have used instead: SQLite FTS5 (trigram and unicode61), Bleve, and Postgres
// with pg_trgm and unaccent; in the process, and as an endpoint over HTTP. All
// answer the same queries over the same names in one run, and each is set up as
// its manual advises for this task. It also measures how long a snapshot takes
// to build, and what it keeps. The README beside has commands and figures.
//
// It is a module of its own: what it takes to run the others stays out of the
// modules of whoever uses the engine.
package peerbench
