// Package quantity holds exact numbers with units: what a regulation limits and
// a project provides. Numbers are rational, so 0.3 - 0.1 is 0.2 and converting
// there and back gives what went in; units carry a dimension and, where a
// dimension is not enough (a percentage, an angle, a number of steps), a kind.
//
// Nothing is guessed: a text that is no number or no known unit is an error,
// and units convert only into units of the same kind. Slopes and fractions,
// which people write as per cent, ratio or degrees, convert by a [Relation]
// that the caller names.
package quantity
