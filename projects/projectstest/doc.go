// Package projectstest is the conformance suite of [projects.Store], with an
// implementation in memory that passes it. An adapter's own test is one call of
// [TestStore] with a factory.
package projectstest
