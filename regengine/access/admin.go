package access

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reglookup/regengine/geo"
)

// Admin issues and withdraws what a Store keeps, with everything checked that a
// person can get wrong. The zero Now means time.Now.
type Admin struct {
	Store Store
	Now   func() time.Time
}

// PutPlan stores a plan or replaces the one of its id. ErrInvalid.
func (a *Admin) PutPlan(ctx context.Context, p Plan) error {
	if err := p.validate(); err != nil {
		return err
	}
	return a.Store.PutPlan(ctx, p)
}

// CreateOrganization stores a new organization with its plan's credits.
// ErrInvalid; ErrNotFound when there is no such plan.
func (a *Admin) CreateOrganization(ctx context.Context, name, planID string) (Organization, error) {
	if err := validText("name", name, maxName); err != nil {
		return Organization{}, err
	}
	o := Organization{ID: NewID(), Name: name, PlanID: planID, CreatedAt: a.now()}
	if err := a.Store.CreateOrganization(ctx, o); err != nil {
		return Organization{}, err
	}
	return o, nil
}

// CreateUser stores a new user. The e-mail is kept in lower case, so that
// nobody is there twice. ErrInvalid, ErrConflict when it is taken, ErrNotFound
// when there is no such organization.
func (a *Admin) CreateUser(ctx context.Context, organizationID, email string) (User, error) {
	email, err := canonicalEmail(email)
	if err != nil {
		return User{}, err
	}
	u := User{ID: NewID(), OrganizationID: organizationID, Email: email, CreatedAt: a.now()}
	if err := a.Store.CreateUser(ctx, u); err != nil {
		return User{}, err
	}
	return u, nil
}

// KeyOptions describe a key to be issued.
type KeyOptions struct {
	Name      string    // what its owner calls it
	Country   geo.ID    // the only country it opens
	ExpiresAt time.Time // zero for never
}

// CreateKey issues a key. The secret is in no other place: show it once.
// ErrInvalid; ErrNotFound when there is no such user.
func (a *Admin) CreateKey(ctx context.Context, userID string, opts KeyOptions) (secret string, key APIKey, err error) {
	if err := validText("key name", opts.Name, maxName); err != nil {
		return "", APIKey{}, err
	}
	now := a.now()
	if ended(opts.ExpiresAt, now) {
		return "", APIKey{}, fmt.Errorf("%w: the key would have expired on %s; give a time that lies ahead",
			ErrInvalid, opts.ExpiresAt.UTC().Format(time.RFC3339))
	}
	secret, key, err = NewKey(opts.Country)
	if err != nil {
		return "", APIKey{}, err
	}
	key.UserID, key.Name, key.CreatedAt = userID, opts.Name, now
	if !opts.ExpiresAt.IsZero() {
		key.ExpiresAt = stored(opts.ExpiresAt)
	}
	if err := a.Store.CreateKey(ctx, key); err != nil {
		return "", APIKey{}, err
	}
	return secret, key, nil
}

// RotateKey issues a key like an existing one, with its name, country and
// expiry, and revokes the old one after a grace. Either both happen or the new
// key does not work. ErrNotFound when there is no such key, ErrInvalid when it
// no longer works itself or the grace is negative.
func (a *Admin) RotateKey(ctx context.Context, keyID string, grace time.Duration) (secret string, key APIKey, err error) {
	if grace < 0 {
		return "", APIKey{}, fmt.Errorf("%w: the grace is negative", ErrInvalid)
	}
	old, err := a.GetKey(ctx, keyID)
	if err != nil {
		return "", APIKey{}, err
	}
	now := a.now()
	if ended(old.RevokedAt, now) || ended(old.ExpiresAt, now) {
		return "", APIKey{}, fmt.Errorf("%w: the key is revoked or expired; issue a new one instead", ErrInvalid)
	}
	secret, key, err = a.CreateKey(ctx, old.UserID, KeyOptions{Name: old.Name, Country: old.Country, ExpiresAt: old.ExpiresAt})
	if err != nil {
		return "", APIKey{}, err
	}
	if err := a.Store.RevokeKey(ctx, old.ID, now.Add(grace)); err != nil {
		undo := a.Store.RevokeKey(context.WithoutCancel(ctx), key.ID, now)
		return "", APIKey{}, errors.Join(fmt.Errorf("revoke the old key: %w", err), undo)
	}
	return secret, key, nil
}

// RevokeKey ends a key now. ErrNotFound.
func (a *Admin) RevokeKey(ctx context.Context, keyID string) error {
	return a.Store.RevokeKey(ctx, keyID, a.now())
}

// GetKey returns a key by its id. ErrNotFound.
func (a *Admin) GetKey(ctx context.Context, keyID string) (APIKey, error) {
	keys, err := a.Store.ListKeys(ctx, "")
	if err != nil {
		return APIKey{}, err
	}
	for _, k := range keys {
		if k.ID == keyID {
			return k, nil
		}
	}
	return APIKey{}, fmt.Errorf("key: %w", ErrNotFound)
}

func (a *Admin) now() time.Time {
	if a.Now != nil {
		return stored(a.Now())
	}
	return stored(time.Now())
}

// stored returns t as a Store gives it back.
func stored(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }
