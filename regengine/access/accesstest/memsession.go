package accesstest

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

var _ access.SessionStore = (*Mem)(nil)

// CreateSession implements [access.SessionStore].
func (m *Mem) CreateSession(_ context.Context, s access.Session) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.keys[s.KeyID]; !ok {
		return fmt.Errorf("session: %w", access.ErrNotFound)
	}
	if _, taken := m.sessions[s.Hash]; taken {
		return fmt.Errorf("session: %w", access.ErrConflict)
	}
	maps.DeleteFunc(m.sessions, func(_ [32]byte, old access.Session) bool { return !old.ExpiresAt.After(s.CreatedAt) })
	m.sessions[s.Hash] = s
	return nil
}

// EndSession implements [access.SessionStore].
func (m *Mem) EndSession(_ context.Context, hash [32]byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.sessions, hash)
	return nil
}

// PrincipalBySession implements [access.SessionStore].
func (m *Mem) PrincipalBySession(_ context.Context, hash [32]byte) (access.Principal, time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.sessions[hash]
	if !ok {
		return access.Principal{}, time.Time{}, fmt.Errorf("session: %w", access.ErrNotFound)
	}
	k := m.keys[s.KeyID]
	p := m.principal(k)
	if p.KeyExpiresAt.IsZero() || s.ExpiresAt.Before(p.KeyExpiresAt) {
		p.KeyExpiresAt = s.ExpiresAt
	}
	return p, k.RevokedAt, nil
}
