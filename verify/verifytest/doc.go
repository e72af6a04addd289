// Package verifytest runs checks with their expected verdicts against a
// Verifier: cases in YAML or TSV, a runner for tests, a measurement for
// evaluations, and a small country with rules of its own for unit tests.
package verifytest
