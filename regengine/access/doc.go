// Package access says who may ask, how often and on what credit: principals,
// API keys, plans, the credit ledger, the limiter, and the meter that charges
// for ask and verify.
//
// An [Authenticator] turns the text of a key into a [Principal], a [Limiter]
// counts the principal's requests, and a [Meter] runs what costs credits on a
// [Ledger]. [Admin] is what an operator's command calls to issue and withdraw.
package access
