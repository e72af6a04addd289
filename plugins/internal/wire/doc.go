// Package wire turns what host and plugin say to each other into the types of the
// domain and back. Both ends use it: package sdk writes, package host reads.
//
// Reading trusts nothing: what comes from the other side may be missing, too large,
// too many or no text, and gives an error then. What a country may hold is not
// decided here but by package regengine/join; what fits into memory and into a Go
// type is.
package wire
