// Package chromemindex finds the nearest vectors with chromem-go, in memory: an
// exact search that compares the query with every vector in scope.
//
// A document's vectors are a chromem collection of their own, so that a search
// over few documents touches theirs alone. Nothing is written to disk (chromem's
// own files lose data; the vectors live in a [retrieval.VectorStore] and the
// index is filled from it at start) and nothing goes to the network: chromem is
// handed vectors only, and a function in place of its embedder that refuses.
package chromemindex
