package projectstest

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/reglookup/regengine/projects"
)

// PutChecks implements [projects.Store].
func (m *Mem) PutChecks(_ context.Context, organizationID, projectID string, list ...projects.SavedCheck) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	has := func(p *stored) bool {
		return slices.ContainsFunc(list, func(c projects.SavedCheck) bool { _, has := p.checks[c.ID]; return has })
	}
	return m.put(organizationID, projectID, has, func(p *stored) error {
		next := maps.Clone(p.checks)
		for _, c := range list {
			next[c.ID] = copiedCheck(c, false)
		}
		if err := bounded("checks", len(next), projects.MaxChecks); err != nil {
			return err
		}
		p.checks = next
		return nil
	})
}

func copiedCheck(c projects.SavedCheck, bare bool) projects.SavedCheck {
	c.Request, c.Result, c.Receipt = slices.Clone(c.Request), slices.Clone(c.Result), slices.Clone(c.Receipt)
	if bare {
		c.Result, c.Receipt = nil, nil
	}
	return c
}

// GetCheck implements [projects.Store].
func (m *Mem) GetCheck(_ context.Context, organizationID, projectID, id string) (projects.SavedCheck, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, projectID)
	if err != nil {
		return projects.SavedCheck{}, err
	}
	c, has := p.checks[id]
	if !has {
		return projects.SavedCheck{}, projects.ErrNotFound
	}
	return copiedCheck(c, false), nil
}

// ListChecks implements [projects.Store].
func (m *Mem) ListChecks(_ context.Context, organizationID, projectID string, page projects.CheckPage) (list []projects.SavedCheck, total int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, projectID)
	if err != nil {
		return nil, 0, err
	}
	rank := func(c projects.SavedCheck) int {
		if at := slices.Index(page.First, c.Verdict); at >= 0 {
			return at
		}
		return len(page.First)
	}
	all := sorted(p.checks, func(a, b projects.SavedCheck) int {
		byAge := cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
		if page.Newest {
			byAge = -byAge
		}
		return cmp.Or(cmp.Compare(rank(a), rank(b)), byAge)
	})
	all = slices.DeleteFunc(all, func(c projects.SavedCheck) bool { return len(page.Only) > 0 && !slices.Contains(page.Only, c.Verdict) })
	from := min(page.From, len(all))
	for _, c := range all[from:min(from+page.Most, len(all))] {
		list = append(list, copiedCheck(c, page.Bare))
	}
	return list, len(all), nil
}

// CountChecks implements [projects.Store].
func (m *Mem) CountChecks(_ context.Context, organizationID, projectID string) (map[string]int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, projectID)
	if err != nil {
		return nil, err
	}
	counts := map[string]int{}
	for _, c := range p.checks {
		counts[c.Verdict]++
	}
	return counts, nil
}

// PutDecisions implements [projects.Store].
func (m *Mem) PutDecisions(_ context.Context, organizationID, projectID string, decisions map[string]projects.Decision) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, projectID)
	if err != nil {
		return err
	}
	for id, decision := range decisions {
		if c, has := p.checks[id]; has {
			c.Decision = decision
			p.checks[id] = copiedCheck(c, false)
		}
	}
	return nil
}

// DeleteCheck implements [projects.Store].
func (m *Mem) DeleteCheck(_ context.Context, organizationID, projectID, id string) error {
	return remove(m, organizationID, projectID, id, func(p *stored) map[string]projects.SavedCheck { return p.checks })
}

// DeleteChecks implements [projects.Store].
func (m *Mem) DeleteChecks(_ context.Context, organizationID, projectID string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.own(organizationID, projectID)
	if err == nil {
		clear(p.checks)
	}
	return err
}
