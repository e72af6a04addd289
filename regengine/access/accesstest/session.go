package accesstest

import (
	"testing"
	"time"

	"github.com/reglookup/regengine/regengine/access"
)

// SessionBackend is a database that keeps sessions and the keys they hang on.
type SessionBackend interface {
	access.Store
	access.SessionStore
}

// TestSessionStore holds a SessionStore to its contract. open returns an empty one.
func TestSessionStore(t *testing.T, open func(t *testing.T) SessionBackend) {
	for name, run := range map[string]func(*testing.T, SessionBackend){
		"Principal": testSessionPrincipal, "Conflicts": testSessionConflicts, "End": testEndSession, "Forgets": testForgetsSessions,
	} {
		t.Run(name, func(t *testing.T) { run(t, open(t)) })
	}
}

// sessionOf returns a session of a new key, which is stored and expires in an hour.
func sessionOf(t *testing.T, s SessionBackend, n byte) (access.Session, access.APIKey, Account) {
	t.Helper()
	a := account(t, s, 3)
	k := key(a.UserID, n)
	k.ExpiresAt = Noon.Add(time.Hour)
	must(t, s.CreateKey(t.Context(), k))
	return access.Session{Hash: [32]byte{9, n}, KeyID: k.ID, CreatedAt: Noon, ExpiresAt: Noon.Add(time.Minute)}, k, a
}

func testSessionPrincipal(t *testing.T, s SessionBackend) {
	ctx := t.Context()
	session, k, a := sessionOf(t, s, 1)
	must(t, s.CreateSession(ctx, session))
	plan := ok(s.GetPlan(ctx, "plan-"+a.OrganizationID))(t)
	want := access.Principal{KeyID: k.ID, UserID: a.UserID, OrganizationID: a.OrganizationID, Country: "ES", Plan: plan, KeyExpiresAt: session.ExpiresAt}
	got, revoked, err := s.PrincipalBySession(ctx, session.Hash)
	must(t, err)
	same(t, "PrincipalBySession", want, got)
	if !revoked.IsZero() {
		t.Errorf("revoked: want zero, got %v", revoked)
	}

	longer := session
	longer.Hash, longer.ExpiresAt = [32]byte{8}, Noon.Add(2*time.Hour)
	must(t, s.CreateSession(ctx, longer))
	want.KeyExpiresAt = k.ExpiresAt
	got, _, err = s.PrincipalBySession(ctx, longer.Hash)
	must(t, err)
	same(t, "PrincipalBySession of one that outlives its key", want, got)

	must(t, s.RevokeKey(ctx, k.ID, Noon.Add(time.Second)))
	if _, revoked, err = s.PrincipalBySession(ctx, session.Hash); err != nil || !revoked.Equal(Noon.Add(time.Second)) {
		t.Errorf("PrincipalBySession of a revoked key: revoked %v, %v", revoked, err)
	}
	for _, hash := range [][32]byte{k.Hash, {7}} {
		_, _, err = s.PrincipalBySession(ctx, hash)
		is(t, "PrincipalBySession of another hash", err, access.ErrNotFound)
	}
	_, _, err = s.PrincipalByHash(ctx, session.Hash)
	is(t, "PrincipalByHash of a session", err, access.ErrNotFound)
}

func testSessionConflicts(t *testing.T, s SessionBackend) {
	ctx := t.Context()
	session, _, _ := sessionOf(t, s, 1)
	must(t, s.CreateSession(ctx, session))
	is(t, "CreateSession with a taken hash", s.CreateSession(ctx, session), access.ErrConflict)
	session.Hash, session.KeyID = [32]byte{6}, access.NewID()
	is(t, "CreateSession without its key", s.CreateSession(ctx, session), access.ErrNotFound)
}

func testEndSession(t *testing.T, s SessionBackend) {
	ctx := t.Context()
	session, _, _ := sessionOf(t, s, 1)
	other, _, _ := sessionOf(t, s, 2)
	must(t, s.CreateSession(ctx, session))
	must(t, s.CreateSession(ctx, other))
	for range 2 {
		must(t, s.EndSession(ctx, session.Hash))
	}
	_, _, err := s.PrincipalBySession(ctx, session.Hash)
	is(t, "PrincipalBySession of an ended one", err, access.ErrNotFound)
	if _, _, err := s.PrincipalBySession(ctx, other.Hash); err != nil {
		t.Errorf("another session ended with it: %v", err)
	}
}

func testForgetsSessions(t *testing.T, s SessionBackend) {
	ctx := t.Context()
	old, _, _ := sessionOf(t, s, 1)
	fresh, _, _ := sessionOf(t, s, 2)
	must(t, s.CreateSession(ctx, old))
	fresh.CreatedAt, fresh.ExpiresAt = old.ExpiresAt, old.ExpiresAt.Add(time.Hour)
	must(t, s.CreateSession(ctx, fresh))
	_, _, err := s.PrincipalBySession(ctx, old.Hash)
	is(t, "PrincipalBySession of what had expired", err, access.ErrNotFound)
	if _, _, err := s.PrincipalBySession(ctx, fresh.Hash); err != nil {
		t.Errorf("PrincipalBySession of a fresh one: %v", err)
	}
}
