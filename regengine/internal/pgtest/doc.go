// Package pgtest runs a real Postgres for tests. It finds the server's programs
// on this machine, creates a cluster in a temporary folder and hands out
// databases. Nothing outside that folder is touched, and nothing stays behind:
// the server stops and the folder goes when the test binary ends, even when it
// is killed.
//
// A server takes seconds to start, so that tests that need one are skipped, and
// say so, unless the environment variable REGENGINE_TESTS is "all": then they run,
// and fail where there is no Postgres.
package pgtest
