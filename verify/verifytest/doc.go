// Package verifytest runs the cases of [github.com/reglookup/regengine/verify/verifyeval] as tests of a Verifier, and has a
// small country with rules of its own for unit tests.
package verifytest
