// Package retrievaltest holds the conformance suite every [retrieval.Store] has
// to pass, and an in-memory Store for tests.
package retrievaltest
