// Package pgtest runs a real Postgres for tests. It finds the server's programs
// on this machine, creates a cluster in a temporary folder and hands out
// databases. Nothing outside that folder is touched, and nothing stays behind:
// the server stops and the folder goes when the test binary ends, even when it
// is killed.
//
// Where there is no Postgres the test is skipped and says so, unless the
// environment variable REGENGINE_REQUIRE_POSTGRES is 1: then it fails.
package pgtest
