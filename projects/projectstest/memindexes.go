package projectstest

import (
	"cmp"
	"context"
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// GetBlocks implements [projects.Store].
func (m *Mem) GetBlocks(_ context.Context, organizationID, projectID string, places []retrieval.Place) ([]retrieval.Block, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, projectID)
	if err != nil {
		return nil, err
	}
	places = slices.SortedFunc(slices.Values(places), func(a, b retrieval.Place) int {
		return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Order, b.Order))
	})
	var blocks []retrieval.Block
	for _, at := range slices.Compact(places) {
		if list := p.documents[at.Doc].blocks; at.Order >= 0 && at.Order < len(list) {
			blocks = append(blocks, list[at.Order])
		}
	}
	return blocks, nil
}

// ListIndexes implements [projects.Store].
func (m *Mem) ListIndexes(_ context.Context, organizationID, projectID string) ([]projects.Indexed, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, projectID)
	if err != nil {
		return nil, err
	}
	var list []projects.Indexed
	for id, d := range p.documents {
		list = append(list, projects.Indexed{ID: id, Text: projects.TextSize(d.blocks), Memory: d.index.Memory})
	}
	slices.SortFunc(list, func(a, b projects.Indexed) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

// GetSegments implements [projects.Store].
func (m *Mem) GetSegments(_ context.Context, organizationID, projectID string, documentIDs ...string) (map[string][]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, projectID)
	if err != nil {
		return nil, err
	}
	segments := make(map[string][]byte)
	for _, id := range documentIDs {
		if segment := p.documents[id].index.Segment; len(segment) > 0 {
			segments[id] = segment
		}
	}
	return segments, nil
}

// PutIndex implements [projects.Store].
func (m *Mem) PutIndex(_ context.Context, organizationID, projectID, documentID string, index projects.Index) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, projectID)
	if err != nil {
		return err
	}
	d, has := p.documents[documentID]
	if !has {
		return projects.ErrNotFound
	}
	d.index = projects.Index{Segment: slices.Clone(index.Segment), Memory: index.Memory}
	p.documents[documentID] = d
	return nil
}
