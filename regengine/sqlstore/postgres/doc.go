// Package postgres opens a regengine database in Postgres, version 15 or later.
// Any number of replicas serve from one database: they share its rate limits and
// follow each other's changes.
//
// Statements go out in the simple protocol and a transaction never outlives its
// call, so a pooler in transaction mode may stand between, except for migrations
// and for following changes, which need a session: without one, changes of other
// replicas are seen after two seconds.
package postgres
