package codestest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
)

// MemStore is a [codes.Store] in memory. The zero value is empty and ready.
type MemStore struct {
	mu    sync.Mutex
	codes map[string]codes.Code
}

var _ codes.Store = (*MemStore)(nil)

// ListCodes implements [codes.Store].
func (s *MemStore) ListCodes(context.Context) ([]codes.Code, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []codes.Code
	for _, slug := range slices.Sorted(maps.Keys(s.codes)) {
		list = append(list, clone(s.codes[slug]))
	}
	return list, nil
}

// PutCodes implements [codes.Store].
func (s *MemStore) PutCodes(ctx context.Context, list []codes.Code) (changed int, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	next := maps.Clone(s.codes)
	if next == nil {
		next = make(map[string]codes.Code)
	}
	for _, c := range list {
		if strings.ContainsRune(c.Title, 0) {
			return 0, fmt.Errorf("code %s: NUL in title", c.Slug)
		}
		merged := merge(next[c.Slug], clone(c))
		if old, ok := next[c.Slug]; !ok || !cmp.Equal(old, merged, equal) {
			changed++
		}
		next[c.Slug] = merged
	}
	s.codes = next
	return changed, nil
}

// DeleteCode implements [codes.Store].
func (s *MemStore) DeleteCode(_ context.Context, slug string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.codes[slug]; !ok {
		return codes.ErrNotFound
	}
	delete(s.codes, slug)
	return nil
}

func merge(old, c codes.Code) codes.Code {
	for _, v := range old.Versions {
		if !slices.ContainsFunc(c.Versions, func(n codes.Version) bool { return n.Slug == v.Slug }) {
			c.Versions = append(c.Versions, v)
		}
	}
	codes.SortVersions(c.Versions)
	return c
}

func clone(c codes.Code) codes.Code {
	c.Tags, c.Territories, c.Versions = slices.Clone(c.Tags), slices.Clone(c.Territories), slices.Clone(c.Versions)
	c.Wordings = maps.Clone(c.Wordings)
	for i := range c.Versions {
		c.Versions[i].Wordings = maps.Clone(c.Versions[i].Wordings)
		c.Versions[i].Sections = slices.Clone(c.Versions[i].Sections)
	}
	return c
}
