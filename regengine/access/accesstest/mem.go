package accesstest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

// Mem is an [access.Store] and [access.Ledger] in memory, for tests. Make one
// with [NewMem].
type Mem struct {
	mu       sync.Mutex
	plans    map[string]access.Plan
	orgs     map[string]access.Organization
	users    map[string]access.User
	keys     map[string]access.APIKey
	balances map[string]access.Balance
	records  map[string]access.Record
	renewed  map[string]time.Time // when, by the record's id
	sessions map[[32]byte]access.Session
}

var _ Backend = (*Mem)(nil)

// NewMem returns an empty Mem.
func NewMem() *Mem {
	return &Mem{
		plans:    make(map[string]access.Plan),
		orgs:     make(map[string]access.Organization),
		users:    make(map[string]access.User),
		keys:     make(map[string]access.APIKey),
		balances: make(map[string]access.Balance),
		records:  make(map[string]access.Record),
		renewed:  make(map[string]time.Time),
		sessions: make(map[[32]byte]access.Session),
	}
}

// PutPlan implements [access.Store].
func (m *Mem) PutPlan(_ context.Context, p access.Plan) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p.Limits = maps.Clone(p.Limits)
	m.plans[p.ID] = p
	return nil
}

// ListPlans implements [access.Store].
func (m *Mem) ListPlans(context.Context) ([]access.Plan, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.Collect(maps.Values(m.plans))
	slices.SortFunc(list, func(a, b access.Plan) int { return cmp.Compare(a.ID, b.ID) })
	for i := range list {
		list[i].Limits = maps.Clone(list[i].Limits)
	}
	return list, nil
}

// GetPlan implements [access.Store].
func (m *Mem) GetPlan(_ context.Context, id string) (access.Plan, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.plan(id)
}

func (m *Mem) plan(id string) (access.Plan, error) {
	p, ok := m.plans[id]
	if !ok {
		return access.Plan{}, fmt.Errorf("plan: %w", access.ErrNotFound)
	}
	p.Limits = maps.Clone(p.Limits)
	return p, nil
}

// CreateOrganization implements [access.Store].
func (m *Mem) CreateOrganization(_ context.Context, o access.Organization) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.plan(o.PlanID)
	if err != nil {
		return err
	}
	if _, taken := m.orgs[o.ID]; taken {
		return fmt.Errorf("organization: %w", access.ErrConflict)
	}
	m.orgs[o.ID] = o
	m.balances[o.ID] = access.Balance{Left: p.Credits}
	return nil
}

// ListOrganizations implements [access.Store].
func (m *Mem) ListOrganizations(context.Context) ([]access.Organization, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.Collect(maps.Values(m.orgs))
	slices.SortFunc(list, func(a, b access.Organization) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// GetOrganization implements [access.Store].
func (m *Mem) GetOrganization(_ context.Context, id string) (access.Organization, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o, ok := m.orgs[id]
	if !ok {
		return access.Organization{}, fmt.Errorf("organization: %w", access.ErrNotFound)
	}
	return o, nil
}

// SetPlan implements [access.Store].
func (m *Mem) SetPlan(_ context.Context, organizationID, planID string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.plan(planID)
	if err != nil {
		return err
	}
	o, ok := m.orgs[organizationID]
	if !ok {
		return fmt.Errorf("organization: %w", access.ErrNotFound)
	}
	o.PlanID = planID
	m.orgs[organizationID] = o
	b := m.balances[organizationID]
	b.Left = p.Credits
	m.balances[organizationID] = b
	return nil
}

// CreateUser implements [access.Store].
func (m *Mem) CreateUser(_ context.Context, u access.User) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.orgs[u.OrganizationID]; !ok {
		return fmt.Errorf("organization: %w", access.ErrNotFound)
	}
	for _, other := range m.users {
		if other.Email == u.Email || other.ID == u.ID {
			return fmt.Errorf("user: %w", access.ErrConflict)
		}
	}
	m.users[u.ID] = u
	return nil
}

// ListUsers implements [access.Store].
func (m *Mem) ListUsers(_ context.Context, organizationID string) ([]access.User, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []access.User
	for _, u := range m.users {
		if organizationID == "" || u.OrganizationID == organizationID {
			list = append(list, u)
		}
	}
	slices.SortFunc(list, func(a, b access.User) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// GetUser implements [access.Store].
func (m *Mem) GetUser(_ context.Context, id string) (access.User, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	u, ok := m.users[id]
	if !ok {
		return access.User{}, fmt.Errorf("user: %w", access.ErrNotFound)
	}
	return u, nil
}

// CreateKey implements [access.Store].
func (m *Mem) CreateKey(_ context.Context, k access.APIKey) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.users[k.UserID]; !ok {
		return fmt.Errorf("user: %w", access.ErrNotFound)
	}
	for _, other := range m.keys {
		if other.Hash == k.Hash || other.ID == k.ID {
			return fmt.Errorf("key: %w", access.ErrConflict)
		}
	}
	m.keys[k.ID] = k
	return nil
}

// ListKeys implements [access.Store].
func (m *Mem) ListKeys(_ context.Context, userID string) ([]access.APIKey, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []access.APIKey
	for _, k := range m.keys {
		if userID == "" || k.UserID == userID {
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(a, b access.APIKey) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// RevokeKey implements [access.Store].
func (m *Mem) RevokeKey(_ context.Context, id string, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	k, ok := m.keys[id]
	if !ok {
		return fmt.Errorf("key: %w", access.ErrNotFound)
	}
	if k.RevokedAt.IsZero() || at.Before(k.RevokedAt) {
		k.RevokedAt = at
		m.keys[id] = k
	}
	return nil
}

// NoteUses implements [access.UseStore].
func (m *Mem) NoteUses(_ context.Context, uses map[string]time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, at := range uses {
		if k, ok := m.keys[id]; ok && k.LastUsedAt.Before(at) {
			k.LastUsedAt = at
			m.keys[id] = k
		}
	}
	return nil
}

// PrincipalByHash implements [access.Store].
func (m *Mem) PrincipalByHash(_ context.Context, hash [32]byte) (access.Principal, time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range m.keys {
		if k.Hash == hash {
			return m.principal(k), k.RevokedAt, nil
		}
	}
	return access.Principal{}, time.Time{}, fmt.Errorf("key: %w", access.ErrNotFound)
}

func (m *Mem) principal(k access.APIKey) access.Principal {
	user := m.users[k.UserID]
	plan, _ := m.plan(m.orgs[user.OrganizationID].PlanID)
	return access.Principal{
		KeyID:          k.ID,
		UserID:         user.ID,
		OrganizationID: user.OrganizationID,
		Country:        k.Country,
		Plan:           plan,
		KeyExpiresAt:   k.ExpiresAt,
	}
}
