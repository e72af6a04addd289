package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// advise replaces an error of a kind by a message a person can act on; errors.Is
// still finds the kind.
func advise(err, kind error, format string, args ...any) error {
	if !errors.Is(err, kind) {
		return err
	}
	return &advice{fmt.Sprintf(format, args...), err}
}

type advice struct {
	message string
	err     error
}

func (a *advice) Error() string { return a.message }
func (a *advice) Unwrap() error { return a.err }

// notFound is an [access.ErrNotFound] in words.
func notFound(format string, args ...any) error {
	return &advice{fmt.Sprintf(format, args...), access.ErrNotFound}
}

// findOrganization takes an id, or a name that only one organization has.
func findOrganization(ctx context.Context, db *sqlstore.DB, text string) (access.Organization, error) {
	list, err := db.ListOrganizations(ctx)
	if err != nil {
		return access.Organization{}, err
	}
	var named []access.Organization
	for _, o := range list {
		if o.ID == strings.ToLower(text) {
			return o, nil
		}
		if o.Name == text {
			named = append(named, o)
		}
	}
	switch len(named) {
	case 0:
		return access.Organization{}, notFound("there is no organization %s; \"regengine orgs list\" shows them", quote(text))
	case 1:
		return named[0], nil
	}
	return access.Organization{}, usagef("%d organizations are called %s; give the id", len(named), quote(text))
}

// theOrganization is findOrganization, where an empty text means the only one
// there is.
func theOrganization(ctx context.Context, db *sqlstore.DB, text string) (access.Organization, error) {
	if text != "" {
		return findOrganization(ctx, db, text)
	}
	list, err := db.ListOrganizations(ctx)
	switch {
	case err != nil:
		return access.Organization{}, err
	case len(list) == 1:
		return list[0], nil
	}
	return access.Organization{}, usagef("--org is missing: there are %d organizations; \"regengine orgs list\" shows them", len(list))
}

// findUser takes an id or an e-mail.
func findUser(ctx context.Context, db *sqlstore.DB, text string) (access.User, error) {
	list, err := db.ListUsers(ctx, "")
	if err != nil {
		return access.User{}, err
	}
	for _, u := range list {
		if strings.EqualFold(u.ID, text) || strings.EqualFold(u.Email, text) {
			return u, nil
		}
	}
	return access.User{}, notFound("there is no user %s; \"regengine users list\" shows them", quote(text))
}

// findKey takes an id.
func findKey(ctx context.Context, admin *access.Admin, text string) (access.APIKey, error) {
	key, err := admin.GetKey(ctx, strings.ToLower(text))
	return key, advise(err, access.ErrNotFound, "there is no key %s; \"regengine keys list\" shows the ids", quote(text))
}
