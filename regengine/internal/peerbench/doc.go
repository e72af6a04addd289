// Package peerbench measures the search of places against engines one might
// have used instead: SQLite FTS5 (trigram and unicode61), Bleve, and Postgres
// with pg_trgm and unaccent. All answer the same queries over the same names in
// one run, and each is set up as its manual advises for this task. The README
// of package geo has the command and the figures.
package peerbench
