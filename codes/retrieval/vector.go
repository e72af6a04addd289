package retrieval

import (
	"context"
	"errors"
)

// Errors of the vector ports.
var (
	// ErrDimension says that vectors of different lengths were mixed.
	ErrDimension = errors.New("retrieval: vectors of different dimensions")

	// ErrNoVectors says that an index holds nothing under that name.
	ErrNoVectors = errors.New("retrieval: no such collection")

	// ErrEmbedder says that an Embedder could not do its work now: a server that
	// is away, a quota used up. Search goes on without vectors.
	ErrEmbedder = errors.New("retrieval: embedding failed")
)

// Purpose says what a text is embedded for: some models treat them differently.
type Purpose string

// The two purposes.
const (
	ForPassage Purpose = "passage"
	ForQuery   Purpose = "query"
)

// Embedder turns texts into vectors of one length. Implementations are safe for
// concurrent use.
type Embedder interface {
	// ID names the model and every setting that changes its vectors. Vectors of
	// different ids are never compared.
	ID() string

	// Embed returns a vector of length 1 (Euclidean) for each text, in order,
	// all of the same dimension. A text without anything to embed has a vector of
	// zeros, which is near nothing. ErrEmbedder, or ctx's error; then no vectors.
	Embed(ctx context.Context, texts []string, purpose Purpose) ([][]float32, error)
}

// Vector is the embedding of one block.
type Vector struct {
	ID     string // of the block
	SHA256 string // of the text embedded, see [Block.SHA256]
	Values []float32
}

// Collection describes the vectors of one document in an Index.
type Collection struct {
	Doc       string // "code/version", or a project's document id
	Embedder  string // [Embedder.ID]
	Dimension int
	Vectors   int
}

// Near is one neighbour found.
type Near struct {
	Doc   string
	ID    string  // of the block
	Score float64 // cosine, -1 to 1
}

// Index keeps vectors, a collection for each document and embedder, and finds the
// nearest. Implementations are safe for concurrent use; a reader sees a
// collection as it was or as it is, never between.
type Index interface {
	// Put makes the collection of doc and embedder exactly the given vectors and
	// removes doc's collections of other embedders. No vectors removes it.
	// ErrDimension when they differ in length, or have none.
	Put(ctx context.Context, doc, embedder string, vectors []Vector) error

	// Delete removes every collection of doc. It is no error when there is none.
	Delete(ctx context.Context, doc string) error

	// List returns the collections, ordered by document and embedder.
	List(ctx context.Context) ([]Collection, error)

	// Vectors returns what a collection holds, ordered by block id; ErrNoVectors.
	Vectors(ctx context.Context, doc, embedder string) ([]Vector, error)

	// Nearest returns the k vectors nearest to query among the collections of
	// docs and embedder, best first, equal ones by document and id. Documents
	// without a collection are passed over; fewer than k are no error. Vectors of
	// zeros are never returned. ErrDimension when query is of another length.
	Nearest(ctx context.Context, embedder string, query []float32, docs []string, k int) ([]Near, error)
}

// VectorStore keeps vectors durably for an Index that lives in memory, and for
// Embedders, so that no text is embedded twice. Implementations are safe for
// concurrent use.
type VectorStore interface {
	// GetVectors returns the stored vectors of texts by their SHA-256; those not
	// stored are missing from the map.
	GetVectors(ctx context.Context, embedder string, hashes []string) (map[string][]float32, error)

	// PutVectors stores vectors by SHA-256 of their texts.
	PutVectors(ctx context.Context, embedder string, vectors map[string][]float32) error

	// PruneVectors removes vectors of other embedders than those named, and of
	// these all that belong to none of the texts named. It returns how many.
	PruneVectors(ctx context.Context, embedders []string, hashes []string) (removed int, err error)
}
