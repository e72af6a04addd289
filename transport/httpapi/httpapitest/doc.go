// Package httpapitest is the scenario suite of the HTTP API: requests over a
// real connection, as tables, against a small world of two countries. [Run]
// takes the databases to run on, so that SQLite, Postgres and memory are held
// to the same answers.
package httpapitest
