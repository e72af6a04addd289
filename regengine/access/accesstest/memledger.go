package accesstest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

// Reserve implements [access.Ledger].
func (m *Mem) Reserve(_ context.Context, r access.Request) (access.Record, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r.Credits < 0 {
		return access.Record{}, false, fmt.Errorf("negative credits: %w", access.ErrInvalid)
	}
	if _, taken := m.records[r.ID]; taken {
		return access.Record{}, false, fmt.Errorf("request id: %w", access.ErrConflict)
	}
	earlier, seen := m.earlier(r)
	if seen {
		rec, replay, err := replay(earlier, r)
		if replay || err != nil {
			return rec, replay, err
		}
	}
	b, ok := m.balances[r.OrganizationID]
	if !ok {
		return access.Record{}, false, fmt.Errorf("organization: %w", access.ErrNotFound)
	}
	if b.Left < r.Credits {
		return access.Record{}, false, access.ErrQuotaExceeded
	}
	if seen {
		m.forgetKey(earlier.ID)
	}
	b.Left -= r.Credits
	b.Reserved += r.Credits
	m.balances[r.OrganizationID] = b
	rec := access.Record{Request: r, State: access.Reserved}
	m.records[r.ID] = rec
	return rec, false, nil
}

// earlier returns the request that holds r's idempotency key.
func (m *Mem) earlier(r access.Request) (access.Record, bool) {
	if r.IdempotencyKey == "" {
		return access.Record{}, false
	}
	for _, rec := range m.records {
		if rec.UserID != r.UserID || rec.IdempotencyKey != r.IdempotencyKey {
			continue
		}
		if r.CreatedAt.Sub(rec.CreatedAt) >= access.KeepFor {
			m.forgetKey(rec.ID)
			continue
		}
		return rec, true
	}
	return access.Record{}, false
}

func (m *Mem) forgetKey(id string) {
	rec := m.records[id]
	rec.IdempotencyKey = ""
	m.records[id] = rec
}

func replay(earlier access.Record, r access.Request) (access.Record, bool, error) {
	switch {
	case earlier.Fingerprint != r.Fingerprint:
		return access.Record{}, false, fmt.Errorf("idempotency key of another request: %w", access.ErrConflict)
	case earlier.State == access.Reserved:
		return access.Record{}, false, access.ErrInProgress
	case earlier.State == access.Committed:
		return copied(earlier), true, nil
	}
	return access.Record{}, false, nil
}

// Commit implements [access.Ledger].
func (m *Mem) Commit(_ context.Context, id string, reply []byte, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.settle(id, access.Committed, reply, at)
}

// Release implements [access.Ledger].
func (m *Mem) Release(_ context.Context, id string, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.settle(id, access.Released, nil, at)
}

func (m *Mem) settle(id string, state access.RequestState, reply []byte, at time.Time) error {
	rec, ok := m.records[id]
	if !ok || rec.State != access.Reserved {
		return fmt.Errorf("reservation: %w", access.ErrNotFound)
	}
	rec.State, rec.Reply, rec.SettledAt = state, slices.Clone(reply), at
	m.records[id] = rec
	b := m.balances[rec.OrganizationID]
	b.Reserved -= rec.Credits
	if state == access.Committed {
		b.Spent += rec.Credits
	} else {
		b.Left += rec.Credits
	}
	m.balances[rec.OrganizationID] = b
	return nil
}

// Renew implements [access.Ledger].
func (m *Mem) Renew(_ context.Context, id string, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if rec, ok := m.records[id]; !ok || rec.State != access.Reserved {
		return fmt.Errorf("reservation: %w", access.ErrNotFound)
	}
	m.renewed[id] = at
	return nil
}

// GetRequest implements [access.Ledger].
func (m *Mem) GetRequest(_ context.Context, userID, id string) (access.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	rec, ok := m.records[id]
	if !ok || rec.UserID != userID {
		return access.Record{}, fmt.Errorf("request: %w", access.ErrNotFound)
	}
	return copied(rec), nil
}

// ListRequests implements [access.Ledger].
func (m *Mem) ListRequests(_ context.Context, userID, operation string, most int) ([]access.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []access.Record
	for _, rec := range m.records {
		if rec.UserID == userID && rec.Operation == operation {
			list = append(list, copied(rec))
		}
	}
	slices.SortFunc(list, func(a, b access.Record) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
	})
	return list[:min(most, len(list))], nil
}

func copied(rec access.Record) access.Record {
	rec.Reply = slices.Clone(rec.Reply)
	return rec
}

// Sweep implements [access.Ledger].
func (m *Mem) Sweep(_ context.Context, renewedBefore, keepAfter time.Time) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	interrupted := 0
	for id, rec := range m.records {
		switch {
		case rec.State == access.Reserved && rec.CreatedAt.Before(renewedBefore) && m.renewed[id].Before(renewedBefore):
			if err := m.settle(id, access.Interrupted, nil, renewedBefore); err != nil {
				return interrupted, err
			}
			interrupted++
		case rec.State != access.Reserved && rec.CreatedAt.Before(keepAfter):
			delete(m.records, id)
			delete(m.renewed, id)
		}
	}
	return interrupted, nil
}

// GetBalance implements [access.Ledger].
func (m *Mem) GetBalance(_ context.Context, organizationID string) (access.Balance, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, ok := m.balances[organizationID]
	if !ok {
		return access.Balance{}, fmt.Errorf("organization: %w", access.ErrNotFound)
	}
	return b, nil
}

// Grant implements [access.Ledger].
func (m *Mem) Grant(_ context.Context, organizationID string, credits int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, ok := m.balances[organizationID]
	if !ok {
		return fmt.Errorf("organization: %w", access.ErrNotFound)
	}
	if b.Left+credits < 0 {
		return access.ErrQuotaExceeded
	}
	b.Left += credits
	m.balances[organizationID] = b
	return nil
}
