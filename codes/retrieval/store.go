package retrieval

import "context"

// Store keeps blocks durably. Implementations are safe for concurrent use.
type Store interface {
	// ListBlocks returns the blocks of the documents named, or of every document
	// when docs is nil, ordered by document and then Order.
	ListBlocks(ctx context.Context, docs []string) ([]Block, error)

	// PutBlocks makes the blocks of doc exactly the given ones. It reports
	// whether that changed anything.
	PutBlocks(ctx context.Context, doc string, blocks []Block) (changed bool, err error)
}
