package access_test

import (
	"errors"
	"testing"
	"time"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
)

// replicas are two programs over one store, with one key.
func replicas(t *testing.T) (one, two *access.Sessions, d *door) {
	t.Helper()
	d = newDoor(t, access.AuthenticatorOptions{})
	opts := &access.AuthenticatorOptions{Now: d.clock.Now}
	return access.NewSessions(d.store, opts), access.NewSessions(d.store, opts), d
}

func wantSession(t *testing.T, s *access.Sessions, token, what string, want error) {
	t.Helper()
	p, err := s.Authenticate(t.Context(), token)
	if !errors.Is(err, want) || err == nil && p.UserID == "" {
		t.Errorf("%s: want %v, got %v, %+v", what, want, err, p)
	}
}

func begin(t *testing.T, s *access.Sessions, d *door) string {
	t.Helper()
	token, err := s.Begin(t.Context(), d.key.ID)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestSessions(t *testing.T) {
	t.Run("OK", func(t *testing.T) {
		one, two, d := replicas(t)
		token := begin(t, one, d)
		wantSession(t, one, token, "where it began", nil)
		wantSession(t, two, token, "on another replica", nil)
		if again := begin(t, one, d); again == token {
			t.Error("two sessions have one token")
		}
	})
	t.Run("ErrEnded", func(t *testing.T) {
		one, two, d := replicas(t)
		token := begin(t, one, d)
		wantSession(t, one, token, "before", nil)
		wantSession(t, two, token, "before", nil)
		if err := one.End(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		wantSession(t, one, token, "where it ended", access.ErrUnauthorized)
		d.clock.Advance(5 * time.Second)
		wantSession(t, two, token, "five seconds later on another replica", access.ErrUnauthorized)
	})
	t.Run("ErrKeyRevoked", func(t *testing.T) {
		one, two, d := replicas(t)
		token := begin(t, one, d)
		wantSession(t, one, token, "before", nil)
		wantSession(t, two, token, "before", nil)
		if err := d.store.RevokeKey(t.Context(), d.key.ID, d.clock.Now()); err != nil {
			t.Fatal(err)
		}
		d.clock.Advance(5 * time.Second)
		wantSession(t, one, token, "five seconds after its key", access.ErrUnauthorized)
		wantSession(t, two, token, "five seconds after its key", access.ErrUnauthorized)
	})
	t.Run("ErrExpired", func(t *testing.T) {
		one, _, d := replicas(t)
		token := begin(t, one, d)
		d.clock.Advance(time.Hour) // the key's; a session's own is longer
		wantSession(t, one, token, "after its key", access.ErrUnauthorized)
	})
	t.Run("ErrForged", func(t *testing.T) {
		one, _, d := replicas(t)
		token := begin(t, one, d)
		for _, forged := range []string{"", "rgs_", d.secret, token + "x", token[:len(token)-1] + "é", "rgs_" + string(make([]byte, 43))} {
			wantSession(t, one, forged, forged, access.ErrUnauthorized)
			if err := one.End(t.Context(), forged); err != nil {
				t.Errorf("End(%q): %v", forged, err)
			}
		}
		if _, err := d.Authenticate(t.Context(), token); !errors.Is(err, access.ErrUnauthorized) {
			t.Errorf("a token passes for a key: %v", err)
		}
	})
	t.Run("ErrNoKey", func(t *testing.T) {
		one, _, _ := replicas(t)
		if _, err := one.Begin(t.Context(), access.NewID()); !errors.Is(err, access.ErrUnauthorized) {
			t.Errorf("Begin without a key: %v", err)
		}
	})
}

func TestMem_Sessions(t *testing.T) {
	accesstest.TestSessionStore(t, func(*testing.T) accesstest.SessionBackend { return accesstest.NewMem() })
}
