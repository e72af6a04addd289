// Package flatindex finds the nearest vectors in memory, without a graph and
// without another library.
//
// The vectors of a document lie one after the other in one block of memory. A
// search over few of them compares the query with each. A search over many
// compares it first with a code of one bit a dimension (a small part of the
// memory, and counting bits instead of multiplying), which gives an estimate of
// each score and a bound of the estimate's error; only the vectors that may be
// among the k best are then compared in full. Scores returned are always those
// of the full comparison. What the bound misses is measured by the benchmark of
// this package and stands in its README.
//
// The code is that of RaBitQ (Gao and Long, "RaBitQ: Quantizing High-Dimensional
// Vectors with a Theoretical Error Bound for Approximate Nearest Neighbor
// Search", SIGMOD 2024): vectors are taken relative to the mean of their
// document, turned by a fixed random rotation, and keep the signs.
//
// Nothing is written to disk: the vectors live in a [retrieval.VectorStore] and
// the index is filled from it at start.
package flatindex
