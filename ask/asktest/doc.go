// Package asktest holds what tests of ask and of its models need: a scripted
// [ask.Model], a small invented world of regulations, and the conformance suite
// every model has to pass.
package asktest
