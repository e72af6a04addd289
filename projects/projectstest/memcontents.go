package projectstest

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// GetContents implements [projects.Store].
func (m *Mem) GetContents(_ context.Context, organizationID, id string) (projects.Contents, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, id)
	if err != nil {
		return projects.Contents{}, err
	}
	var generated []projects.GeneratedDocument
	for _, versions := range p.generated {
		generated = append(generated, listed(versions[len(versions)-1]))
	}
	slices.SortFunc(generated, func(a, b projects.GeneratedDocument) int {
		return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.ID, b.ID))
	})
	return projects.Contents{
		Documents: p.listDocuments(),
		Generated: generated,
		Memory:    sorted(p.memory, func(a, b projects.MemoryItem) int { return cmp.Compare(a.Key, b.Key) }),
		Calculations: sorted(p.calculations, func(a, b projects.Calculation) int {
			return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(a.ID, b.ID))
		}),
	}, nil
}

func sorted[T any](entries map[string]T, compare func(a, b T) int) []T {
	return slices.SortedFunc(maps.Values(entries), compare)
}

func listed(d projects.GeneratedDocument) projects.GeneratedDocument {
	d.Content = ""
	return d
}

func (p *stored) listDocuments() []projects.Document {
	var list []projects.Document
	for _, d := range p.documents {
		list = append(list, d.Document)
	}
	slices.SortFunc(list, func(a, b projects.Document) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// ListDocuments implements [projects.Store].
func (m *Mem) ListDocuments(_ context.Context, organizationID, projectID string) ([]projects.Document, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, projectID)
	if err != nil {
		return nil, err
	}
	return p.listDocuments(), nil
}

// PutDocument implements [projects.Store].
func (m *Mem) PutDocument(_ context.Context, organizationID, projectID string, d projects.Document, blocks []retrieval.Block, index projects.Index) (replaced bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	blocks = slices.Clone(blocks)
	for i := range blocks {
		blocks[i].SHA256, blocks[i].Lead = retrieval.HashText(blocks[i].Text), ""
	}
	err = m.put(organizationID, projectID,
		func(p *stored) bool { _, has := p.documents[d.ID]; return has },
		func(p *stored) error {
			rest := maps.Clone(p.documents)
			maps.DeleteFunc(rest, func(_ string, old storedDocument) bool { return old.Name == d.Name })
			replaced = len(rest) < len(p.documents)
			size := projects.TextSize(blocks)
			for _, other := range rest {
				size += projects.TextSize(other.blocks)
			}
			rest[d.ID] = storedDocument{d, blocks, index}
			if err := bounded("documents", len(rest), projects.MaxDocuments); err != nil {
				return err
			}
			if size > projects.MaxProjectText {
				return projects.Full("bytes of text in its documents", projects.MaxProjectText)
			}
			p.documents = rest
			return nil
		})
	return replaced && err == nil, err
}

func bounded(what string, n, most int) error {
	if n > most {
		return projects.Full(what, int64(most))
	}
	return nil
}

// GetDocumentBlocks implements [projects.Store].
func (m *Mem) GetDocumentBlocks(_ context.Context, organizationID, projectID string, documentIDs ...string) ([]retrieval.Block, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, projectID)
	if err != nil {
		return nil, err
	}
	ids := slices.Sorted(slices.Values(documentIDs))
	var blocks []retrieval.Block
	for _, id := range slices.Compact(ids) {
		blocks = append(blocks, p.documents[id].blocks...)
	}
	return blocks, nil
}

// DeleteDocument implements [projects.Store].
func (m *Mem) DeleteDocument(_ context.Context, organizationID, projectID, documentID string) error {
	return remove(m, organizationID, projectID, documentID, func(p *stored) map[string]storedDocument { return p.documents })
}

// remove deletes an entry of the organization's project.
func remove[T any](m *Mem, organizationID, projectID, key string, entries func(*stored) map[string]T) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, projectID)
	if err != nil {
		return err
	}
	if _, has := entries(p)[key]; !has {
		return projects.ErrNotFound
	}
	delete(entries(p), key)
	return nil
}

// AddGenerated implements [projects.Store].
func (m *Mem) AddGenerated(_ context.Context, organizationID, projectID string, d projects.GeneratedDocument) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	has := func(p *stored) bool { return len(p.generated[d.ID]) > 0 }
	return m.put(organizationID, projectID, has, func(p *stored) error {
		if has(p) {
			return projects.ErrNotFound
		}
		d.Version = 1
		if err := bounded("generated documents", len(p.generated)+1, projects.MaxGenerated); err != nil {
			return err
		}
		p.generated[d.ID] = []projects.GeneratedDocument{d}
		return nil
	})
}

// AddVersion implements [projects.Store].
func (m *Mem) AddVersion(_ context.Context, organizationID, projectID string, d projects.GeneratedDocument) (version int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, versions, err := m.versions(organizationID, projectID, d.ID)
	if err != nil {
		return 0, err
	}
	d.Version = len(versions) + 1
	if err := bounded("versions of a document", d.Version, projects.MaxVersions); err != nil {
		return 0, err
	}
	p.generated[d.ID] = append(versions, d)
	return d.Version, nil
}

func (m *Mem) versions(organizationID, projectID, id string) (*stored, []projects.GeneratedDocument, error) {
	p, err := m.own(organizationID, projectID)
	if err != nil {
		return nil, nil, err
	}
	if len(p.generated[id]) == 0 {
		return nil, nil, projects.ErrNotFound
	}
	return p, p.generated[id], nil
}

// GetGenerated implements [projects.Store].
func (m *Mem) GetGenerated(_ context.Context, organizationID, projectID, id string, version int) (projects.GeneratedDocument, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, versions, err := m.versions(organizationID, projectID, id)
	if err != nil {
		return projects.GeneratedDocument{}, err
	}
	if version == 0 {
		version = len(versions)
	}
	if version < 1 || version > len(versions) {
		return projects.GeneratedDocument{}, projects.ErrNotFound
	}
	return versions[version-1], nil
}

// ListVersions implements [projects.Store].
func (m *Mem) ListVersions(_ context.Context, organizationID, projectID, id string) ([]projects.GeneratedDocument, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, versions, err := m.versions(organizationID, projectID, id)
	if err != nil {
		return nil, err
	}
	var list []projects.GeneratedDocument
	for _, d := range slices.Backward(versions) {
		list = append(list, listed(d))
	}
	return list, nil
}

// DeleteGenerated implements [projects.Store].
func (m *Mem) DeleteGenerated(_ context.Context, organizationID, projectID, id string) error {
	return remove(m, organizationID, projectID, id, func(p *stored) map[string][]projects.GeneratedDocument { return p.generated })
}

// PutMemory implements [projects.Store].
func (m *Mem) PutMemory(_ context.Context, organizationID, projectID string, item projects.MemoryItem) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.put(organizationID, projectID, func(*stored) bool { return false },
		func(p *stored) error { return set(p.memory, item.Key, item, "memory items", projects.MaxMemory) })
}

// set puts an entry unless it is one more than there may be.
func set[T any](entries map[string]T, key string, entry T, what string, most int) error {
	if _, has := entries[key]; !has {
		if err := bounded(what, len(entries)+1, most); err != nil {
			return err
		}
	}
	entries[key] = entry
	return nil
}

// DeleteMemory implements [projects.Store].
func (m *Mem) DeleteMemory(_ context.Context, organizationID, projectID, key string) error {
	return remove(m, organizationID, projectID, key, func(p *stored) map[string]projects.MemoryItem { return p.memory })
}

// PutCalculation implements [projects.Store].
func (m *Mem) PutCalculation(_ context.Context, organizationID, projectID string, c projects.Calculation) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if c.Compliant != nil {
		c.Compliant = new(*c.Compliant)
	}
	c.Input, c.Result = slices.Clone(c.Input), slices.Clone(c.Result)
	c.Steps, c.Sources = slices.Clone(c.Steps), slices.Clone(c.Sources)
	return m.put(organizationID, projectID, func(p *stored) bool { _, has := p.calculations[c.ID]; return has },
		func(p *stored) error { return set(p.calculations, c.ID, c, "calculations", projects.MaxCalculations) })
}

// DeleteCalculation implements [projects.Store].
func (m *Mem) DeleteCalculation(_ context.Context, organizationID, projectID, id string) error {
	return remove(m, organizationID, projectID, id, func(p *stored) map[string]projects.Calculation { return p.calculations })
}

// put writes into the organization's project unless another project has the
// entry already.
func (m *Mem) put(organizationID, projectID string, has func(*stored) bool, write func(*stored) error) error {
	p, err := m.own(organizationID, projectID)
	if err != nil {
		return err
	}
	for id, other := range m.projects {
		if id != projectID && has(other) {
			return projects.ErrNotFound
		}
	}
	return write(p)
}
