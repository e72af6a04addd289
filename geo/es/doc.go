// Package es is Spain as the engine sees it: the shape of its identifiers, its
// words, and the climate zone of CTE DB-HE Annex B by province and altitude.
//
// [Scheme] implements [geo.Scheme]. [Territory] is everything above the
// municipalities. It reads no file: package official does, with the libraries
// that takes.
package es
