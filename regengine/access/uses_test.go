package access_test

import (
	"context"
	"errors"
	"maps"
	"testing"
	"time"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
)

// noted is a UseStore that remembers what it was told, and fails with err.
type noted struct {
	writes []map[string]time.Time
	err    error
}

func (n *noted) NoteUses(ctx context.Context, uses map[string]time.Time) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	n.writes = append(n.writes, maps.Clone(uses))
	return n.err
}

func (n *noted) wants(t *testing.T, writes int, want map[string]time.Time) {
	t.Helper()
	if len(n.writes) != writes || writes > 0 && !maps.EqualFunc(want, n.writes[writes-1], time.Time.Equal) {
		t.Errorf("written: %v, want %v as number %d", n.writes, want, writes)
	}
}

func TestAuthenticator_NoteUses(t *testing.T) {
	d := newDoor(t, access.AuthenticatorOptions{})
	store := &noted{}
	note := func(want error) {
		t.Helper()
		if err := d.NoteUses(t.Context(), store); !errors.Is(err, want) {
			t.Errorf("NoteUses: %v, want %v", err, want)
		}
	}
	note(nil)
	store.wants(t, 0, nil)
	for range 50 { // many requests, one write
		d.want(t, nil, 1)
	}
	if len(store.writes) > 0 {
		t.Error("a request waited for a write")
	}
	note(nil)
	note(nil)
	store.wants(t, 1, map[string]time.Time{d.key.ID: accesstest.Noon})

	d.clock.Advance(time.Minute)
	d.want(t, nil, 2)
	store.err = errors.New("down")
	note(store.err)
	store.err = nil
	note(nil)
	store.wants(t, 3, map[string]time.Time{d.key.ID: accesstest.Noon.Add(time.Minute)})

	d.clock.Advance(time.Hour)
	d.want(t, access.ErrUnauthorized, 3)
	note(nil)
	store.wants(t, 3, map[string]time.Time{d.key.ID: accesstest.Noon.Add(time.Minute)}) // who is refused does not use a key
}

// TestAuthenticator_KeepUses: what was used since the last write is written at the end.
func TestAuthenticator_KeepUses(t *testing.T) {
	d := newDoor(t, access.AuthenticatorOptions{})
	d.want(t, nil, 1)
	store := &noted{err: errors.New("down")}
	ended, end := context.WithCancel(t.Context())
	end()
	var told error
	d.KeepUses(ended, store, func(err error) { told = err })
	store.wants(t, 1, map[string]time.Time{d.key.ID: accesstest.Noon})
	if !errors.Is(told, store.err) {
		t.Errorf("told %v", told)
	}
}
