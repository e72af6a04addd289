package projects

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Index is what a document is searched by, kept beside its text.
type Index struct {
	Segment []byte // of its blocks, see [retrieval.BuildSegment]
	Memory  int64  // that it takes while it is open, see [retrieval.Footprint]; above 0
}

// Indexed says how a document stands to its index.
type Indexed struct {
	ID     string
	Text   int64 // bytes, see TextSize
	Memory int64 // of its index; 0 while it has none
}

// errIndexes says that indexes are unfit however often they are made.
var errIndexes = errors.New("projects: the indexes of documents stay unfit: other programs may be writing them")

// load opens the index of documents, in memory it has taken. Those that have none, or one
// that is out of date, are indexed first.
func (s *Service) load(ctx context.Context, key libraryKey, documents []string) (index *retrieval.Kept, taken int64, err error) {
	const tries = 3
	for range tries {
		list, err := s.Store.ListIndexes(ctx, key.organizationID, key.projectID)
		if err != nil {
			return nil, 0, fmt.Errorf("indexes of a project's documents: %w", err)
		}
		list = slices.DeleteFunc(list, func(d Indexed) bool { return !slices.Contains(documents, d.ID) })
		missing := slices.DeleteFunc(slices.Clone(list), func(d Indexed) bool { return d.Memory > 0 })
		if len(missing) == 0 {
			if index, taken, missing, err = s.openIndexes(ctx, key, list); err != nil || len(missing) == 0 {
				return index, taken, err
			}
		}
		if err := s.indexAll(ctx, key, missing); err != nil {
			return nil, 0, err
		}
	}
	return nil, 0, errIndexes
}

// openIndexes opens the indexes of documents. Where some are unfit, nothing is open and
// taken.
func (s *Service) openIndexes(ctx context.Context, key libraryKey, list []Indexed) (index *retrieval.Kept, taken int64, unfit []Indexed, err error) {
	var memory int64
	ids := make([]string, len(list))
	for i, d := range list {
		ids[i], memory = d.ID, memory+d.Memory
	}
	if taken, err = s.libraries.take(ctx, s, memory); err != nil {
		return nil, 0, nil, err
	}
	segments, err := s.Store.GetSegments(ctx, key.organizationID, key.projectID, ids...)
	if err == nil {
		var names []string
		if index, names = retrieval.OpenSegments(segments); len(names) == 0 {
			return index, taken, nil, nil
		}
		unfit = slices.DeleteFunc(slices.Clone(list), func(d Indexed) bool { return !slices.Contains(names, d.ID) })
	}
	s.libraries.release(taken)
	return nil, 0, unfit, err
}

// indexAll makes the indexes of documents anew, one after the other. What was deleted
// meanwhile needs none.
func (s *Service) indexAll(ctx context.Context, key libraryKey, list []Indexed) error {
	for _, d := range list {
		index, err := s.newIndex(ctx, d.Text, func() ([]retrieval.Block, error) {
			return s.Store.GetDocumentBlocks(ctx, key.organizationID, key.projectID, d.ID)
		})
		if err == nil {
			err = s.Store.PutIndex(ctx, key.organizationID, key.projectID, d.ID, index)
		}
		if err != nil && !errors.Is(err, ErrNotFound) {
			return fmt.Errorf("index a document: %w", err)
		}
	}
	return nil
}

// indexingMemory is how many bytes making an index takes for each of text, about, its
// text included.
const indexingMemory = 24

// newIndex makes the index of a document, in memory that it takes meanwhile.
func (s *Service) newIndex(ctx context.Context, textSize int64, blocks func() ([]retrieval.Block, error)) (Index, error) {
	taken, err := s.libraries.take(ctx, s, indexingMemory*textSize)
	if err != nil {
		return Index{}, err
	}
	defer s.libraries.release(taken)
	list, err := blocks()
	if err != nil {
		return Index{}, err
	}
	segment := retrieval.BuildSegment(list)
	return Index{segment, retrieval.Footprint(segment)}, nil
}
