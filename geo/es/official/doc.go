// Package official reads the lists of municipalities of Spain that IGN and INE
// publish.
//
// [ReadIGN] and [ReadINE] turn an official file into a whole tree of places,
// which [File.Merge] lays over the places that are there already. It is the one
// package that links a reader of spreadsheets.
package official
