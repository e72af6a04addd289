package projects

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Library is the searchable text of one project's documents, those that it had when the
// library was opened, and of no other project's. It is safe for concurrent use.
type Library struct {
	service   *Service
	key       libraryKey
	documents []string // ids, in order
}

// Library opens the documents of a project; projectID may be in either letter
// case. It asks the Store which documents there are, so one that was deleted is
// gone and one that was added is there, and makes the indexes that are missing or out
// of date. ErrNotFound; ErrBusy where there was no room for it in time.
func (s *Service) Library(ctx context.Context, organizationID, projectID string) (*Library, error) {
	key := libraryKey{organizationID, strings.ToLower(projectID)}
	list, err := s.Store.ListIndexes(ctx, key.organizationID, key.projectID)
	if err != nil {
		return nil, fmt.Errorf("documents of a project: %w", err)
	}
	l := &Library{service: s, key: key, documents: make([]string, len(list))}
	for i, d := range list {
		l.documents[i] = d.ID
	}
	slices.Sort(l.documents)
	return l, l.opened(ctx, func(*retrieval.Kept) error { return nil })
}

// opened calls f with the index, which stays in memory until f returns.
func (l *Library) opened(ctx context.Context, f func(*retrieval.Kept) error) error {
	o, err := l.service.libraries.open(ctx, l.service, l.key, l.documents)
	if err != nil {
		return err
	}
	defer l.service.libraries.close(o)
	return f(o.index)
}

// texts brings text out of the Store.
func (l *Library) texts(ctx context.Context, places []retrieval.Place) ([]retrieval.Block, error) {
	blocks, err := l.service.Store.GetBlocks(ctx, l.key.organizationID, l.key.projectID, places)
	if err != nil {
		return nil, fmt.Errorf("text of a project's documents: %w", err)
	}
	return blocks, nil
}

// Search returns the best blocks first, as [retrieval.Retriever.Search] does.
// Query.Docs are ids of documents: one that is not the project's finds nothing,
// whatever it is, and neither does a query without any.
// retrieval.ErrInvalidQuery, ErrBusy.
func (l *Library) Search(ctx context.Context, q retrieval.Query) (hits []retrieval.Hit, err error) {
	err = l.opened(ctx, func(index *retrieval.Kept) error {
		hits, err = index.Search(ctx, q, l.texts)
		return err
	})
	return hits, err
}

// Read returns the blocks of one document from one Order up to another, which is not
// among them, and how many it has in all. ErrNotFound when the project did not have it
// when the library was opened, or has it no more; ErrBusy.
func (l *Library) Read(ctx context.Context, documentID string, from, to int) (blocks []*retrieval.Block, of int, err error) {
	err = l.opened(ctx, func(index *retrieval.Kept) error {
		if of, err = index.Len(documentID); err == nil {
			blocks, err = index.Read(ctx, documentID, from, to, l.texts)
		}
		if errors.Is(err, retrieval.ErrNoDocument) || err == nil && len(blocks) == 0 && min(to, of) > max(from, 0) {
			return ErrNotFound
		}
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	return blocks, of, nil
}

// Existing returns which of the documents the project has now, as the Store says,
// in the order given. A project that is gone has none.
func (l *Library) Existing(ctx context.Context, documentIDs []string) ([]string, error) {
	list, err := l.service.Store.ListDocuments(ctx, l.key.organizationID, l.key.projectID)
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
