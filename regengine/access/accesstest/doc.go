// Package accesstest is the conformance suite of package access's ports, with
// an implementation in memory that passes it.
//
// An adapter's own test is one call of [TestStore], [TestLedger] or
// [TestLimiter] with a factory. The checks that look for lost or doubled
// credits under concurrency are also plain functions that return what they
// found ([LedgerRaces]), so that a test can hand them a ledger broken on
// purpose and see it caught.
package accesstest
