// Package verifyeval measures a [verify.Verifier] on cases whose verdict is
// known: how many come out right, how many wrong, and how many in the dangerous
// direction, where a value is said to comply that does not.
package verifyeval
