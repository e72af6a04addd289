// Package skeleton writes the first version of a country's plugin: a module that
// compiles, passes its tests and serves a made-up country, for its author to
// replace piece by piece.
package skeleton
