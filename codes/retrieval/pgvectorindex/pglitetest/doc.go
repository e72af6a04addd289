// Package pglitetest runs a real Postgres with pgvector for tests where no server
// is installed: PGlite, which is Postgres compiled to WebAssembly, behind its
// socket server. It needs node and npm, and installs the packages by name and
// exact version in a folder of its own below the user's cache, once.
//
// That takes time, so that tests that need it are skipped, and say so, unless the
// environment variable REGENGINE_TESTS is "all": then they run, and fail where node,
// npm or the packages are not to be had.
//
// A PGlite server has one session, which all connections share, and answers them
// in turn: a prepared statement of one is seen by another, and no two
// transactions run at the same time. The URLs handed out ask for one connection
// and for statements without names.
package pglitetest
