package projectstest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// Mem is a [projects.Store] in memory, for tests. Make one with [NewMem].
type Mem struct {
	mu       sync.Mutex
	projects map[string]*stored
	members  map[string]string // user -> organization
	active   map[string]string // user -> project
}

type stored struct {
	projects.Project
	documents    map[string]storedDocument
	generated    map[string][]projects.GeneratedDocument // versions from 1 on
	memory       map[string]projects.MemoryItem
	calculations map[string]projects.Calculation
	checks       map[string]projects.SavedCheck
}

type storedDocument struct {
	projects.Document
	blocks []retrieval.Block
	index  projects.Index
}

var _ projects.Store = (*Mem)(nil)

// NewMem returns a Mem without projects. A user is known to it from
// [Mem.AddMember] on.
func NewMem() *Mem {
	return &Mem{
		projects: make(map[string]*stored),
		members:  make(map[string]string),
		active:   make(map[string]string),
	}
}

// AddMember makes a user of an organization known.
func (m *Mem) AddMember(member projects.Member) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.members[member.UserID] = member.OrganizationID
}

// PutProject implements [projects.Store].
func (m *Mem) PutProject(_ context.Context, p projects.Project) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p.Selected = slices.Clone(p.Selected)
	old, ok := m.projects[p.ID]
	switch {
	case !ok:
		m.projects[p.ID] = &stored{
			Project:      p,
			documents:    make(map[string]storedDocument),
			generated:    make(map[string][]projects.GeneratedDocument),
			memory:       make(map[string]projects.MemoryItem),
			calculations: make(map[string]projects.Calculation),
			checks:       make(map[string]projects.SavedCheck),
		}
	case old.OrganizationID != p.OrganizationID:
		return projects.ErrNotFound
	default:
		old.Project = p
	}
	return nil
}

// UpdateProject implements [projects.Store].
func (m *Mem) UpdateProject(_ context.Context, organizationID, id string,
	change func(projects.Project) (projects.Project, error),
) (projects.Project, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, id)
	if err != nil {
		return projects.Project{}, err
	}
	next, err := change(copied(p.Project))
	if err != nil {
		return projects.Project{}, err
	}
	next.ID, next.OrganizationID, next.CreatedAt = p.ID, p.OrganizationID, p.CreatedAt
	p.Project = copied(next)
	return next, nil
}

// DeleteProject implements [projects.Store].
func (m *Mem) DeleteProject(_ context.Context, organizationID, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.own(organizationID, id); err != nil {
		return err
	}
	delete(m.projects, id)
	maps.DeleteFunc(m.active, func(_, active string) bool { return active == id })
	return nil
}

// own returns the organization's project; everything else is not there.
func (m *Mem) own(organizationID, id string) (*stored, error) {
	p, ok := m.projects[id]
	if !ok || p.OrganizationID != organizationID {
		return nil, projects.ErrNotFound
	}
	return p, nil
}

// GetProject implements [projects.Store].
func (m *Mem) GetProject(_ context.Context, organizationID, id string) (projects.Project, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, id)
	if err != nil {
		return projects.Project{}, err
	}
	return copied(p.Project), nil
}

func copied(p projects.Project) projects.Project {
	p.Selected = slices.Clone(p.Selected)
	return p
}

// ListProjects implements [projects.Store].
func (m *Mem) ListProjects(_ context.Context, organizationID string) ([]projects.Counted, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []projects.Counted
	for _, p := range m.projects {
		if p.OrganizationID == organizationID {
			list = append(list, projects.Counted{Project: copied(p.Project), Documents: len(p.documents)})
		}
	}
	slices.SortFunc(list, func(a, b projects.Counted) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// GetActive implements [projects.Store].
func (m *Mem) GetActive(_ context.Context, organizationID, userID string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	id, ok := m.active[userID]
	if _, err := m.own(organizationID, id); !ok || err != nil {
		return "", projects.ErrNoActive
	}
	return id, nil
}

// SetActive implements [projects.Store].
func (m *Mem) SetActive(_ context.Context, organizationID, userID, projectID string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.members[userID] != organizationID {
		return projects.ErrNotFound
	}
	if projectID == "" {
		delete(m.active, userID)
		return nil
	}
	if _, err := m.own(organizationID, projectID); err != nil {
		return err
	}
	m.active[userID] = projectID
	return nil
}
