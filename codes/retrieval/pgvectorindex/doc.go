// Package pgvectorindex finds the nearest vectors with pgvector in Postgres: for
// installations where several machines share one index, or where it does not fit
// into memory.
//
// # Tables
//
// All live in a schema of their own, which [Open] creates. Each space, that is an
// embedder and a dimension, has a table of vectors: pgvector indexes one
// dimension at a time, vectors of two embedders are never compared, and a graph
// that holds only what is searched need not be filtered. The table collections
// says which document is in which space. Documents, embedders and blocks are
// known to SQL by hashes and numbers, so that neither the length of a name nor
// the database's collation matters.
//
// # Search
//
// Over few vectors in scope each is compared with the query. Over many the HNSW
// index of the space is asked, in the iterative mode of pgvector 0.8, which goes
// on until it has enough vectors of the scope; should it give up before, each is
// compared after all. HNSW is approximate: it may miss one of the k best. Above
// 2,000 dimensions the index holds half precision, and what it finds is ordered
// by full precision; above 4,000 there is no index.
//
// [Index.BuildGraphs] creates these indexes, where there are enough vectors to
// need one: filling them vector by vector takes many times longer than building
// them at once.
//
// # Several writers and readers
//
// A document is replaced in one transaction, readers see one snapshot, and
// writers of the same document wait for each other, on whatever machine they
// are: the last one stays, whole. Transactions the database asks to repeat are
// repeated.
package pgvectorindex
