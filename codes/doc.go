// Package codes is the catalogue of regulations: codes, their versions in time,
// and which of them apply at a place and why.
//
// A [Catalog] is an immutable snapshot over a gazetteer; a [Store] keeps codes
// durably. The text of a version is made of blocks, which live in package
// retrieval.
package codes
