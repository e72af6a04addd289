// Package webhookstest holds a [webhooks.Store] to its contract, and has one in memory.
package webhookstest

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/webhooks"
)

// Projects tells whose a project is; a [projects.Store] does.
type Projects interface {
	GetProject(ctx context.Context, organizationID, id string) (projects.Project, error)
}

// Mem is a [webhooks.Store] in memory, for tests. Make one with [NewMem].
type Mem struct {
	projects Projects

	mu         sync.Mutex
	hooks      map[string]webhooks.Hook
	deliveries map[string]*delivery
	watches    map[string]*watch // by project
}

type delivery struct {
	webhooks.Delivery
	due time.Time
}

type watch struct {
	webhooks.Watch
	day      codes.Date
	revision int64
	looked   time.Time
}

var _ webhooks.Store = (*Mem)(nil)

// NewMem returns a Mem of no hooks.
func NewMem(of Projects) *Mem {
	return &Mem{projects: of, hooks: map[string]webhooks.Hook{}, deliveries: map[string]*delivery{}, watches: map[string]*watch{}}
}

// own forgets what belonged to a project that is gone, and returns projects.ErrNotFound of
// one that is not the organization's.
func (m *Mem) own(ctx context.Context, organizationID, projectID string) error {
	_, err := m.projects.GetProject(ctx, organizationID, projectID)
	return err
}

// AddHook implements [webhooks.Store].
func (m *Mem) AddHook(ctx context.Context, organizationID string, h webhooks.Hook) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.own(ctx, organizationID, h.ProjectID); err != nil {
		return err
	}
	if len(m.of(h.ProjectID)) == webhooks.MaxHooks {
		return projects.Full("webhooks", webhooks.MaxHooks)
	}
	m.hooks[h.ID] = h
	if m.watches[h.ProjectID] == nil {
		m.watches[h.ProjectID] = &watch{Watch: webhooks.Watch{OrganizationID: organizationID, ProjectID: h.ProjectID}}
	}
	return nil
}

func (m *Mem) of(projectID string) []webhooks.Hook {
	list := slices.DeleteFunc(slices.Collect(maps.Values(m.hooks)), func(h webhooks.Hook) bool { return h.ProjectID != projectID })
	slices.SortFunc(list, func(a, b webhooks.Hook) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// ListHooks implements [webhooks.Store].
func (m *Mem) ListHooks(ctx context.Context, organizationID, projectID string) ([]webhooks.Hook, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.own(ctx, organizationID, projectID); err != nil {
		return nil, err
	}
	return m.of(projectID), nil
}

// GetHook implements [webhooks.Store].
func (m *Mem) GetHook(ctx context.Context, organizationID, projectID, id string) (webhooks.Hook, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.get(ctx, organizationID, projectID, id)
}

func (m *Mem) get(ctx context.Context, organizationID, projectID, id string) (webhooks.Hook, error) {
	err := m.own(ctx, organizationID, projectID)
	if h, ok := m.hooks[id]; err == nil && ok && h.ProjectID == projectID {
		return h, nil
	}
	return webhooks.Hook{}, projects.ErrNotFound
}

// DeleteHook implements [webhooks.Store].
func (m *Mem) DeleteHook(ctx context.Context, organizationID, projectID, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.get(ctx, organizationID, projectID, id); err != nil {
		return err
	}
	delete(m.hooks, id)
	maps.DeleteFunc(m.deliveries, func(_ string, d *delivery) bool { return d.HookID == id })
	if len(m.of(projectID)) == 0 {
		delete(m.watches, projectID)
	}
	return nil
}

// NoteOutcome implements [webhooks.Store].
func (m *Mem) NoteOutcome(_ context.Context, hookID string, o webhooks.Outcome) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.note(hookID, o)
	return nil
}

func (m *Mem) note(hookID string, o webhooks.Outcome) {
	if h, ok := m.hooks[hookID]; ok {
		h.Last = o
		m.hooks[hookID] = h
	}
}

// forget removes what belonged to projects that are gone.
func (m *Mem) forget(ctx context.Context) {
	maps.DeleteFunc(m.watches, func(id string, w *watch) bool {
		gone := m.own(ctx, w.OrganizationID, id) != nil
		if gone {
			maps.DeleteFunc(m.hooks, func(_ string, h webhooks.Hook) bool { return h.ProjectID == id })
			maps.DeleteFunc(m.deliveries, func(_ string, d *delivery) bool { return m.hooks[d.HookID].ID == "" })
		}
		return gone
	})
}

// ClaimDeliveries implements [webhooks.Store].
func (m *Mem) ClaimDeliveries(ctx context.Context, now, until time.Time, most int) (list []webhooks.Delivery, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forget(ctx)
	due := slices.DeleteFunc(slices.Collect(maps.Values(m.deliveries)), func(d *delivery) bool { return d.due.After(now) })
	slices.SortFunc(due, func(a, b *delivery) int { return cmp.Or(a.due.Compare(b.due), cmp.Compare(a.ID, b.ID)) })
	for _, d := range due[:min(most, len(due))] {
		d.due = until
		d.Tries++
		taken := d.Delivery
		taken.URL, taken.Secret = m.hooks[d.HookID].URL, m.hooks[d.HookID].Secret
		list = append(list, taken)
	}
	return list, nil
}

// SettleDelivery implements [webhooks.Store].
func (m *Mem) SettleDelivery(_ context.Context, d webhooks.Delivery, o webhooks.Outcome) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	stored := m.deliveries[d.ID]
	if stored == nil || stored.Tries != d.Tries {
		return nil
	}
	m.note(d.HookID, o)
	if stored.due = o.Again; o.Again.IsZero() {
		delete(m.deliveries, d.ID)
	}
	return nil
}

// ClaimWatch implements [webhooks.Store].
func (m *Mem) ClaimWatch(ctx context.Context, l webhooks.Look) (webhooks.Watch, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forget(ctx)
	for _, id := range slices.Sorted(maps.Keys(m.watches)) {
		w := m.watches[id]
		stale := w.day.Before(l.Day) || w.revision < l.Revision && !w.looked.After(l.Since)
		if stale && !w.Until.After(l.Now) {
			w.Until = l.Until
			taken := w.Watch
			taken.State = bytes.Clone(taken.State)
			return taken, nil
		}
	}
	return webhooks.Watch{}, webhooks.ErrNoWatch
}

// EndWatch implements [webhooks.Store].
func (m *Mem) EndWatch(ctx context.Context, w webhooks.Watch, l webhooks.Look, seen webhooks.Seen) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forget(ctx)
	stored := m.watches[w.ProjectID]
	if stored == nil || !stored.Until.Equal(w.Until) {
		return nil
	}
	stored.State, stored.Until = bytes.Clone(seen.State), time.Time{}
	stored.day, stored.revision, stored.looked = l.Day, l.Revision, l.Now
	for _, h := range m.of(w.ProjectID) {
		for _, n := range seen.News {
			if slices.Contains(h.Events, n.Event) {
				d := webhooks.Delivery{ID: projects.NewID(), HookID: h.ID, Event: n.Event, Body: bytes.Clone(n.Body), CreatedAt: l.Now}
				m.deliveries[d.ID] = &delivery{d, l.Now}
			}
		}
	}
	return nil
}
