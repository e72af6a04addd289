package access_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
)

func newAdmin(t *testing.T) (*access.Admin, *accesstest.Mem, *accesstest.Clock, accesstest.Account) {
	t.Helper()
	store, clock := accesstest.NewMem(), accesstest.NewClock()
	account, err := accesstest.NewAccount(t.Context(), store, 10)
	if err != nil {
		t.Fatal(err)
	}
	return &access.Admin{Store: store, Now: clock.Now}, store, clock, account
}

func TestAdmin_PutPlan(t *testing.T) {
	admin, store, _, _ := newAdmin(t)
	good := access.Plan{ID: "studio-2", Name: "Studio", Credits: 5, Limits: map[access.Group]int{access.Data: 1}}
	t.Run("OK", func(t *testing.T) {
		if err := admin.PutPlan(t.Context(), good); err != nil {
			t.Fatal(err)
		}
		got, err := store.GetPlan(t.Context(), "studio-2")
		if diff := cmp.Diff(good, got); diff != "" || err != nil {
			t.Errorf("plan (-want +got):\n%s%v", diff, err)
		}
	})
	for name, change := range map[string]func(p *access.Plan){
		"EmptyID":       func(p *access.Plan) { p.ID = "" },
		"UpperCase":     func(p *access.Plan) { p.ID = "Studio" },
		"TwoHyphens":    func(p *access.Plan) { p.ID = "a--b" },
		"NewlineAfter":  func(p *access.Plan) { p.ID = "a\n" },
		"LongID":        func(p *access.Plan) { p.ID = strings.Repeat("a", 65) },
		"EmptyName":     func(p *access.Plan) { p.Name = " \u00a0" },
		"NegativeLimit": func(p *access.Plan) { p.Limits = map[access.Group]int{access.Data: -1} },
		"HugeLimit":     func(p *access.Plan) { p.Limits = map[access.Group]int{access.Data: 1 << 40} },
		"NoGroup":       func(p *access.Plan) { p.Limits = map[access.Group]int{"none": 1} },
		"Debt":          func(p *access.Plan) { p.Credits = -1 },
		"HugeCredits":   func(p *access.Plan) { p.Credits = 1 << 62 },
	} {
		t.Run("ErrInvalid"+name, func(t *testing.T) {
			p := good
			change(&p)
			if err := admin.PutPlan(t.Context(), p); !errors.Is(err, access.ErrInvalid) {
				t.Errorf("want ErrInvalid, got %v", err)
			}
		})
	}
}

func TestAdmin_CreateOrganization(t *testing.T) {
	admin, store, _, account := newAdmin(t)
	plan := "plan-" + account.OrganizationID
	t.Run("OK", func(t *testing.T) {
		want, err := admin.CreateOrganization(t.Context(), "Estudio Ñandú", plan)
		if err != nil {
			t.Fatal(err)
		}
		got, err := store.GetOrganization(t.Context(), want.ID)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("organization (-want +got):\n%s%v", diff, err)
		}
	})
	t.Run("ErrNotFound", func(t *testing.T) {
		if _, err := admin.CreateOrganization(t.Context(), "Name", "absent"); !errors.Is(err, access.ErrNotFound) {
			t.Errorf("want ErrNotFound, got %v", err)
		}
	})
	for _, name := range []string{"", "\t", "a\x00b", "a\xffb", "a\nb", strings.Repeat("ñ", 201)} {
		t.Run("ErrInvalid", func(t *testing.T) {
			if _, err := admin.CreateOrganization(t.Context(), name, plan); !errors.Is(err, access.ErrInvalid) {
				t.Errorf("%q: want ErrInvalid, got %v", name, err)
			}
		})
	}
}

func TestAdmin_CreateUser(t *testing.T) {
	admin, _, _, account := newAdmin(t)
	t.Run("OK", func(t *testing.T) {
		u, err := admin.CreateUser(t.Context(), account.OrganizationID, "Ana.Ruiz@Example.ORG")
		if err != nil || u.Email != "ana.ruiz@example.org" {
			t.Errorf("want the e-mail in lower case, got %q, %v", u.Email, err)
		}
	})
	t.Run("ErrConflict", func(t *testing.T) {
		if _, err := admin.CreateUser(t.Context(), account.OrganizationID, "ana.ruiz@example.org"); !errors.Is(err, access.ErrConflict) {
			t.Errorf("want ErrConflict, got %v", err)
		}
	})
	for _, email := range []string{"", "ana", "@example.org", "ana@", "a@b@c", "a b@example.org", "a@.org", "a@org.", "a@b..c", "a\x00@b.c", strings.Repeat("a", 250) + "@b.es"} {
		t.Run("ErrInvalid", func(t *testing.T) {
			if _, err := admin.CreateUser(t.Context(), account.OrganizationID, email); !errors.Is(err, access.ErrInvalid) {
				t.Errorf("%q: want ErrInvalid, got %v", email, err)
			}
		})
	}
}

func TestAdmin_CreateKey(t *testing.T) {
	admin, store, _, account := newAdmin(t)
	opts := access.KeyOptions{Name: "laptop", Country: "ES", ExpiresAt: accesstest.Noon.Add(time.Hour)}
	t.Run("OK", func(t *testing.T) {
		secret, key, err := admin.CreateKey(t.Context(), account.UserID, opts)
		if err != nil {
			t.Fatal(err)
		}
		p, _, err := store.PrincipalByHash(t.Context(), access.HashKey(secret))
		if err != nil || p.KeyID != key.ID || p.Country != "ES" || !p.KeyExpiresAt.Equal(opts.ExpiresAt) {
			t.Errorf("principal: %+v, %v", p, err)
		}
	})
	t.Run("ErrNotFound", func(t *testing.T) {
		if _, _, err := admin.CreateKey(t.Context(), access.NewID(), opts); !errors.Is(err, access.ErrNotFound) {
			t.Errorf("want ErrNotFound, got %v", err)
		}
	})
	for name, change := range map[string]func(o *access.KeyOptions){
		"Name":    func(o *access.KeyOptions) { o.Name = "" },
		"Country": func(o *access.KeyOptions) { o.Country = geo.ID("ES-28") },
		"Expired": func(o *access.KeyOptions) { o.ExpiresAt = accesstest.Noon },
	} {
		t.Run("ErrInvalid"+name, func(t *testing.T) {
			bad := opts
			change(&bad)
			if _, _, err := admin.CreateKey(t.Context(), account.UserID, bad); !errors.Is(err, access.ErrInvalid) {
				t.Errorf("want ErrInvalid, got %v", err)
			}
		})
	}
}

// unrevokable fails to revoke one key.
type unrevokable struct {
	*accesstest.Mem
	id string
}

func (s *unrevokable) RevokeKey(ctx context.Context, id string, at time.Time) error {
	if id == s.id {
		return errGone
	}
	return s.Mem.RevokeKey(ctx, id, at)
}

func TestAdmin_RotateKey(t *testing.T) {
	setup := func(t *testing.T) (*access.Admin, *accesstest.Mem, *accesstest.Clock, access.APIKey) {
		admin, store, clock, account := newAdmin(t)
		_, old, err := admin.CreateKey(t.Context(), account.UserID, access.KeyOptions{Name: "laptop", Country: "ES"})
		if err != nil {
			t.Fatal(err)
		}
		return admin, store, clock, old
	}
	t.Run("OK", func(t *testing.T) {
		admin, _, clock, old := setup(t)
		secret, next, err := admin.RotateKey(t.Context(), old.ID, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		if next.ID == old.ID || next.Name != old.Name || next.Country != old.Country || access.HashKey(secret) != next.Hash {
			t.Errorf("new key: %+v", next)
		}
		got, err := admin.GetKey(t.Context(), old.ID)
		if err != nil || !got.RevokedAt.Equal(accesstest.Noon.Add(time.Hour)) {
			t.Errorf("old key: want it revoked in an hour, got %v, %v", got.RevokedAt, err)
		}
		clock.Advance(time.Minute) // the old key turns out to be stolen
		if err := admin.RevokeKey(t.Context(), old.ID); err != nil {
			t.Fatal(err)
		}
		if got, _ = admin.GetKey(t.Context(), old.ID); !got.RevokedAt.Equal(accesstest.Noon.Add(time.Minute)) {
			t.Errorf("old key: want it revoked at once, got %v", got.RevokedAt)
		}
	})
	t.Run("ErrNotFound", func(t *testing.T) {
		admin, _, _, _ := setup(t)
		if _, _, err := admin.RotateKey(t.Context(), access.NewID(), 0); !errors.Is(err, access.ErrNotFound) {
			t.Errorf("want ErrNotFound, got %v", err)
		}
	})
	t.Run("ErrInvalid", func(t *testing.T) {
		admin, _, _, old := setup(t)
		if _, _, err := admin.RotateKey(t.Context(), old.ID, -1); !errors.Is(err, access.ErrInvalid) {
			t.Errorf("negative grace: want ErrInvalid, got %v", err)
		}
		if err := admin.RevokeKey(t.Context(), old.ID); err != nil {
			t.Fatal(err)
		}
		if _, _, err := admin.RotateKey(t.Context(), old.ID, 0); !errors.Is(err, access.ErrInvalid) {
			t.Errorf("revoked key: want ErrInvalid, got %v", err)
		}
	})
	t.Run("ErrStore", func(t *testing.T) {
		admin, store, _, old := setup(t)
		admin.Store = &unrevokable{store, old.ID}
		secret, _, err := admin.RotateKey(t.Context(), old.ID, 0)
		if secret != "" || !errors.Is(err, errGone) {
			t.Errorf("want the store's error and no secret, got %v", err)
		}
		keys, err := store.ListKeys(t.Context(), old.UserID)
		if err != nil || len(keys) != 2 {
			t.Fatal(keys, err)
		}
		for _, k := range keys {
			if k.RevokedAt.IsZero() != (k.ID == old.ID) {
				t.Errorf("after a failure: want the old key good and the new one revoked, got %+v", k)
			}
		}
	})
}

func TestValidCredits(t *testing.T) {
	for credits, want := range map[int64]error{1: nil, -1: nil, 1e15: nil, 0: access.ErrInvalid, 1e15 + 1: access.ErrInvalid, -1 << 63: access.ErrInvalid} {
		if err := access.ValidCredits(credits); !errors.Is(err, want) {
			t.Errorf("ValidCredits(%d): want %v, got %v", credits, want, err)
		}
	}
}

func ExampleAdmin() {
	ctx := context.Background()
	store := accesstest.NewMem()
	admin := &access.Admin{Store: store}

	_ = admin.PutPlan(ctx, access.Plan{ID: "studio", Name: "Studio", APIAccess: true, Credits: 1000})
	org, _ := admin.CreateOrganization(ctx, "Estudio Norte", "studio")
	user, _ := admin.CreateUser(ctx, org.ID, "ana@example.org")
	secret, key, err := admin.CreateKey(ctx, user.ID, access.KeyOptions{Name: "laptop", Country: "ES"})
	fmt.Println(len(secret), key.Hint == secret[len(secret)-4:], err)
	// Output: 46 true <nil>
}
