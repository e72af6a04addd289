package projects

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Library is the searchable text of one project's documents as they were when it
// was opened, and of no other project's. It is safe for concurrent use. What it
// returns is shared and must not be changed.
type Library struct {
	store          Store
	organizationID string
	projectID      string
	texts          *retrieval.Retriever
	documents      []string // ids, in order
	size           int64    // bytes of memory, about
}

// Library opens the documents of a project; projectID may be in either letter
// case. It asks the Store which documents there are, so one that was deleted is
// gone and one that was added is there, and indexes only what is new since the
// last time. ErrNotFound.
func (s *Service) Library(ctx context.Context, organizationID, projectID string) (*Library, error) {
	projectID = strings.ToLower(projectID)
	list, err := s.Store.ListDocuments(ctx, organizationID, projectID)
	if err != nil {
		return nil, fmt.Errorf("documents of a project: %w", err)
	}
	documents := make([]string, len(list))
	for i, d := range list {
		documents[i] = d.ID
	}
	slices.Sort(documents)
	return s.libraries.open(ctx, s, libraryKey{organizationID, projectID}, documents)
}

// load makes a library, taking over from an earlier one of the same project, if
// there is one, the documents that both have.
func (s *Service) load(ctx context.Context, key libraryKey, documents []string, earlier *Library) (*Library, error) {
	var blocks []retrieval.Block
	var missing []string
	for _, id := range documents {
		known := earlier.blocks(id)
		if len(known) == 0 {
			missing = append(missing, id)
		}
		for _, b := range known {
			blocks = append(blocks, *b)
		}
	}
	if len(missing) > 0 {
		loaded, err := s.Store.GetDocumentBlocks(ctx, key.organizationID, key.projectID, missing...)
		if err != nil {
			return nil, fmt.Errorf("text of a project's documents: %w", err)
		}
		blocks = append(blocks, loaded...)
	}
	texts, _ := earlier.retriever().Update(blocks, nil)
	return &Library{
		store: s.Store, organizationID: key.organizationID, projectID: key.projectID,
		texts: texts, documents: documents, size: footprint(blocks),
	}, nil
}

// footprint estimates the memory of an index over blocks. Measured on prose and
// tables it takes 2 to 4 bytes for each byte of text, and some hundred a block.
func footprint(blocks []retrieval.Block) int64 {
	return 4*TextSize(blocks) + 1000*int64(len(blocks)) + 4096
}

func (l *Library) blocks(documentID string) []*retrieval.Block {
	if l == nil {
		return nil
	}
	return l.texts.Doc(documentID)
}

func (l *Library) retriever() *retrieval.Retriever {
	if l == nil {
		return nil
	}
	return l.texts
}

// Search returns the best blocks first, as [retrieval.Retriever.Search] does.
// Query.Docs are ids of documents: one that is not the project's finds nothing,
// whatever it is, and neither does a query without any. retrieval.ErrInvalidQuery.
func (l *Library) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	return l.texts.Search(ctx, q)
}

// Read returns the blocks of one document in order. ErrNotFound when the project
// did not have it when the library was opened.
func (l *Library) Read(_ context.Context, documentID string) ([]*retrieval.Block, error) {
	blocks := l.blocks(documentID)
	if len(blocks) == 0 {
		return nil, ErrNotFound
	}
	return blocks, nil
}

// Block returns the block of that id.
func (l *Library) Block(id string) (b *retrieval.Block, ok bool) { return l.texts.Block(id) }

// Existing returns which of the documents the project has now, as the Store says,
// in the order given. A project that is gone has none.
func (l *Library) Existing(ctx context.Context, documentIDs []string) ([]string, error) {
	list, err := l.store.ListDocuments(ctx, l.organizationID, l.projectID)
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("documents of a project: %w", err)
	}
	return slices.DeleteFunc(slices.Clone(documentIDs), func(id string) bool {
		return !slices.ContainsFunc(list, func(d Document) bool { return d.ID == id })
	}), nil
}
