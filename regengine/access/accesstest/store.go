package accesstest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/regengine/access"
)

// TestStore holds a Store to its contract. open returns an empty one.
func TestStore(t *testing.T, open func(t *testing.T) access.Store) {
	cases := []struct {
		name string
		run  func(t *testing.T, s access.Store)
	}{
		{"Plans", testPlans},
		{"Organizations", testOrganizations},
		{"SetPlan", testSetPlan},
		{"Users", testUsers},
		{"UsersConcurrent", testUsersConcurrent},
		{"Keys", testKeys},
		{"RevokeKey", testRevokeKey},
		{"NoteUses", testNoteUses},
		{"PrincipalByHash", testPrincipalByHash},
		{"HostileText", testHostileText},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.run(t, open(t)) })
	}
}

func testPlans(t *testing.T, s access.Store) {
	ctx := t.Context()
	if list, err := s.ListPlans(ctx); err != nil || len(list) != 0 {
		t.Errorf("ListPlans of an empty store: %v, %v", list, err)
	}
	if _, err := s.GetPlan(ctx, "absent"); !errors.Is(err, access.ErrNotFound) {
		t.Errorf("GetPlan(absent): want ErrNotFound, got %v", err)
	}
	plain := access.Plan{ID: "a-plain", Name: "Básico ñ 規", Credits: 0}
	full := access.Plan{
		ID: "b-full", Name: "Full", APIAccess: true, Credits: 1 << 40,
		Limits: map[access.Group]int{access.Data: 7, access.Catalogue: 9}, ParallelTurns: 12,
	}
	for _, p := range []access.Plan{full, plain, full} { // the last one replaces itself
		must(t, s.PutPlan(ctx, p))
	}
	same(t, "ListPlans", []access.Plan{plain, full}, ok(s.ListPlans(ctx))(t))
	same(t, "GetPlan", full, ok(s.GetPlan(ctx, "b-full"))(t))

	full.APIAccess, full.Limits, full.Credits = false, map[access.Group]int{access.Data: 8}, 3
	must(t, s.PutPlan(ctx, full))
	same(t, "GetPlan after a replacement", full, ok(s.GetPlan(ctx, "b-full"))(t))
	full.Limits, full.ParallelTurns = nil, 1
	must(t, s.PutPlan(ctx, full))
	same(t, "GetPlan with parallel turns alone", full, ok(s.GetPlan(ctx, "b-full"))(t))
}

func testOrganizations(t *testing.T, s access.Store) {
	ctx := t.Context()
	must(t, s.PutPlan(ctx, access.Plan{ID: "plan", Name: "Plan"}))
	older := access.Organization{ID: access.NewID(), Name: "Same name", PlanID: "plan", CreatedAt: Noon}
	newer := access.Organization{ID: access.NewID(), Name: "Same name", PlanID: "plan", CreatedAt: Noon.Add(time.Microsecond)}
	must(t, s.CreateOrganization(ctx, newer))
	must(t, s.CreateOrganization(ctx, older))
	same(t, "ListOrganizations", []access.Organization{older, newer}, ok(s.ListOrganizations(ctx))(t))
	same(t, "GetOrganization", newer, ok(s.GetOrganization(ctx, newer.ID))(t))

	is(t, "CreateOrganization with a taken id", s.CreateOrganization(ctx, older), access.ErrConflict)
	lost := access.Organization{ID: access.NewID(), Name: "Lost", PlanID: "absent", CreatedAt: Noon}
	is(t, "CreateOrganization without its plan", s.CreateOrganization(ctx, lost), access.ErrNotFound)
	_, err := s.GetOrganization(ctx, lost.ID)
	is(t, "GetOrganization of one refused", err, access.ErrNotFound)
}

func testSetPlan(t *testing.T, s access.Store) {
	ctx := t.Context()
	a := account(t, s, 5)
	must(t, s.PutPlan(ctx, access.Plan{ID: "other", Name: "Other", Credits: 9}))
	must(t, s.SetPlan(ctx, a.OrganizationID, "other"))
	if got := ok(s.GetOrganization(ctx, a.OrganizationID))(t); got.PlanID != "other" {
		t.Errorf("plan after SetPlan: want other, got %s", got.PlanID)
	}
	is(t, "SetPlan to an absent plan", s.SetPlan(ctx, a.OrganizationID, "absent"), access.ErrNotFound)
	is(t, "SetPlan of an absent organization", s.SetPlan(ctx, access.NewID(), "other"), access.ErrNotFound)
	if got := ok(s.GetOrganization(ctx, a.OrganizationID))(t); got.PlanID != "other" {
		t.Errorf("plan after a refused SetPlan: want other, got %s", got.PlanID)
	}
}

func testUsers(t *testing.T, s access.Store) {
	ctx := t.Context()
	a, b := account(t, s, 0), account(t, s, 0)
	first := access.User{ID: access.NewID(), OrganizationID: a.OrganizationID, Email: "first@example.org", CreatedAt: Noon.Add(-time.Hour)}
	must(t, s.CreateUser(ctx, first))
	same(t, "GetUser", first, ok(s.GetUser(ctx, first.ID))(t))

	list := ok(s.ListUsers(ctx, a.OrganizationID))(t)
	if len(list) != 3 || list[0].ID != first.ID {
		t.Errorf("ListUsers: want the oldest of three first, got %v", list)
	}
	for _, u := range list {
		if u.OrganizationID != a.OrganizationID {
			t.Errorf("ListUsers shows user %s of another organization", u.ID)
		}
	}
	if all := ok(s.ListUsers(ctx, ""))(t); len(all) != 5 {
		t.Errorf("ListUsers of all: want 5, got %d", len(all))
	}
	if none := ok(s.ListUsers(ctx, access.NewID()))(t); len(none) != 0 {
		t.Errorf("ListUsers of an absent organization: want none, got %v", none)
	}

	taken := access.User{ID: access.NewID(), OrganizationID: b.OrganizationID, Email: first.Email, CreatedAt: Noon}
	is(t, "CreateUser with a taken e-mail", s.CreateUser(ctx, taken), access.ErrConflict)
	lost := access.User{ID: access.NewID(), OrganizationID: access.NewID(), Email: "lost@example.org", CreatedAt: Noon}
	is(t, "CreateUser without its organization", s.CreateUser(ctx, lost), access.ErrNotFound)
	for _, id := range []string{taken.ID, lost.ID, "no uuid", ""} {
		_, err := s.GetUser(ctx, id)
		is(t, "GetUser of an absent one", err, access.ErrNotFound)
	}
}

// testUsersConcurrent: of many creations with one e-mail exactly one succeeds.
func testUsersConcurrent(t *testing.T, s access.Store) {
	a := account(t, s, 0)
	errs := inParallel(16, func(int) error {
		return s.CreateUser(t.Context(), access.User{
			ID: access.NewID(), OrganizationID: a.OrganizationID, Email: "one@example.org", CreatedAt: Noon,
		})
	})
	if err := onlyOne(errs, access.ErrConflict); err != nil {
		t.Error(err)
	}
}

func testKeys(t *testing.T, s access.Store) {
	ctx := t.Context()
	a, b := account(t, s, 0), account(t, s, 0)
	newer := key(a.UserID, 1)
	newer.CreatedAt, newer.ExpiresAt = Noon.Add(time.Second), Noon.Add(time.Hour)
	older := key(a.UserID, 2)
	foreign := key(b.UserID, 3)
	for _, k := range []access.APIKey{newer, older, foreign} {
		must(t, s.CreateKey(ctx, k))
	}
	same(t, "ListKeys", []access.APIKey{older, newer}, ok(s.ListKeys(ctx, a.UserID))(t))
	if all := ok(s.ListKeys(ctx, ""))(t); len(all) != 3 {
		t.Errorf("ListKeys of all: want 3, got %d", len(all))
	}
	is(t, "CreateKey without its user", s.CreateKey(ctx, key(access.NewID(), 4)), access.ErrNotFound)
	is(t, "CreateKey with a taken hash", s.CreateKey(ctx, key(b.UserID, 2)), access.ErrConflict)
}

func testRevokeKey(t *testing.T, s access.Store) {
	ctx := t.Context()
	a := account(t, s, 0)
	k := key(a.UserID, 1)
	must(t, s.CreateKey(ctx, k))
	is(t, "RevokeKey of an absent one", s.RevokeKey(ctx, access.NewID(), Noon), access.ErrNotFound)

	steps := []struct {
		name     string
		at, want time.Duration // after Noon
	}{
		{"first", 2 * time.Hour, 2 * time.Hour},
		{"later changes nothing", 3 * time.Hour, 2 * time.Hour},
		{"earlier brings it forward", time.Hour, time.Hour},
		{"again", time.Hour, time.Hour},
	}
	for _, step := range steps {
		must(t, s.RevokeKey(ctx, k.ID, Noon.Add(step.at)))
		_, revoked, err := s.PrincipalByHash(ctx, k.Hash)
		if err != nil || !revoked.Equal(Noon.Add(step.want)) {
			t.Errorf("RevokeKey %s: want revoked at %v, got %v, %v", step.name, Noon.Add(step.want), revoked, err)
		}
	}
	k.RevokedAt = Noon.Add(time.Hour)
	same(t, "ListKeys", []access.APIKey{k}, ok(s.ListKeys(ctx, a.UserID))(t))
}

func testNoteUses(t *testing.T, s access.Store) {
	ctx := t.Context()
	a := account(t, s, 0)
	used, unused := key(a.UserID, 1), key(a.UserID, 2)
	unused.CreatedAt = Noon.Add(time.Second)
	must(t, s.CreateKey(ctx, used))
	must(t, s.CreateKey(ctx, unused))
	must(t, s.NoteUses(ctx, nil))
	for _, step := range []struct{ at, want time.Duration }{{time.Hour, time.Hour}, {time.Minute, time.Hour}, {2 * time.Hour, 2 * time.Hour}} {
		must(t, s.NoteUses(ctx, map[string]time.Time{used.ID: Noon.Add(step.at), access.NewID(): Noon}))
		used.LastUsedAt = Noon.Add(step.want)
		same(t, "ListKeys", []access.APIKey{used, unused}, ok(s.ListKeys(ctx, a.UserID))(t))
	}
}

func testPrincipalByHash(t *testing.T, s access.Store) {
	ctx := t.Context()
	a := account(t, s, 0)
	plan := access.Plan{
		ID: "plan-" + a.OrganizationID, Name: "Plan", Credits: 4, APIAccess: true,
		Limits: map[access.Group]int{access.Intelligence: 3}, ParallelTurns: 5,
	}
	must(t, s.PutPlan(ctx, plan))
	k := key(a.ColleagueID, 7)
	k.ExpiresAt = Noon.Add(time.Minute)
	must(t, s.CreateKey(ctx, k))

	got, revoked, err := s.PrincipalByHash(ctx, k.Hash)
	must(t, err)
	if !revoked.IsZero() {
		t.Errorf("revoked: want zero, got %v", revoked)
	}
	same(t, "PrincipalByHash", access.Principal{
		KeyID: k.ID, UserID: a.ColleagueID, OrganizationID: a.OrganizationID,
		Country: "ES", Plan: plan, KeyExpiresAt: k.ExpiresAt,
	}, got)

	must(t, s.PutPlan(ctx, access.Plan{ID: "next", Name: "Next"}))
	must(t, s.SetPlan(ctx, a.OrganizationID, "next"))
	if got, _, err := s.PrincipalByHash(ctx, k.Hash); err != nil || got.Plan.ID != "next" {
		t.Errorf("plan after SetPlan: want next, got %q, %v", got.Plan.ID, err)
	}
	_, _, err = s.PrincipalByHash(ctx, [32]byte{0xff})
	is(t, "PrincipalByHash of an unknown hash", err, access.ErrNotFound)
}

// testHostileText: text that a query built by hand would trip over is only text.
func testHostileText(t *testing.T, s access.Store) {
	ctx := t.Context()
	for _, text := range []string{`'; DROP TABLE organizations; --`, `%_\`, "\"?:$1", "línea\nnueva", "👷🏽‍♀️"} {
		must(t, s.PutPlan(ctx, access.Plan{ID: "plan", Name: text}))
		if got := ok(s.GetPlan(ctx, "plan"))(t); got.Name != text {
			t.Errorf("plan name: want %q, got %q", text, got.Name)
		}
		_, err := s.GetPlan(ctx, text)
		is(t, "GetPlan("+text+")", err, access.ErrNotFound)
	}
}

func key(userID string, n byte) access.APIKey {
	return access.APIKey{
		ID: access.NewID(), UserID: userID, Name: "laptop", Country: "ES",
		Hash: [32]byte{n, 0, 1}, Hint: "x9Zz", CreatedAt: Noon,
	}
}

func account(t *testing.T, s access.Store, credits int64) Account {
	t.Helper()
	a, err := NewAccount(context.WithoutCancel(t.Context()), s, credits)
	must(t, err)
	return a
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// ok(f())(t) is f's value, or the end of the test.
func ok[T any](value T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		must(t, err)
		return value
	}
}

func is(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: want %v, got %v", what, want, err)
	}
}

func same[T any](t *testing.T, what string, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got, sameTimes); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
