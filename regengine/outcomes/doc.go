// Package outcomes keeps how the cases of a set came out, so that a later run
// says which of them moved: a table that is kept beside the program holds a line
// a case, and [Compare] names what was lost, won, became dangerous or is gone.
//
// It knows nothing of what a case is. Whoever runs a set says what came of it.
package outcomes
