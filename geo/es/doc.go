// Package es is Spain as the engine sees it: the shape of its identifiers, its
// words, the climate zone of CTE DB-HE Annex B, and readers of the lists of
// municipalities that IGN and INE publish.
//
// [Scheme] implements [geo.Scheme]. [ReadIGN] and [ReadINE] turn an official
// file into a whole tree of places, which [File.Merge] lays over the places
// that are there already.
package es
