package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// The demo organization has fixed identifiers, so that two servers starting on
// one empty database make one of it, and a later start finds it again.
const (
	demoPlan         = "demo"
	demoCredits      = 100_000
	demoOrganization = "d0000000-0000-4000-8000-000000000001"
	demoUser         = "d0000000-0000-4000-8000-000000000002"
	demoProject      = "d0000000-0000-4000-8000-000000000003"
	demoEmail        = "demo@example.org"
	demoKey          = "demo"
)

// demo is what a newcomer needs to try the API.
type demo struct {
	projectID string // "" when no place is loaded
	place     geo.Place
	keyID     string // of a key that is valid; "" for none
	secret    string // of that key; "" when it was shown at an earlier start
}

// seedDemo makes the demo organization where it is wanted, over the data that are
// served. It returns nil where there is none. fitting says that it may be made unasked.
func (a *app) seedDemo(ctx context.Context, db *sqlstore.DB, engine *regengine.Engine, fitting bool) (*demo, error) {
	wanted, err := a.wantsDemo(ctx, db, fitting)
	if err != nil || !wanted {
		return nil, err
	}
	d, err := a.makeDemo(ctx, db, engine)
	if err != nil {
		return nil, fmt.Errorf("demo organization: %w", err)
	}
	return d, nil
}

// loadStarter brings the starter pack into the database: all of it where there is no
// code, and into one that was begun with it what is new since. Where that does not fit
// what somebody put beside it, the server serves what there is.
func (a *app) loadStarter(ctx context.Context, db *sqlstore.DB) error {
	if a.settings.Starter == "off" {
		return nil
	}
	report, finish := a.progress()
	defer finish()
	brought, err := a.adapters.bringStarter(ctx, db, a.adapters.countries, a.writeOptions(report))
	finish()
	if err != nil {
		return a.withoutStarter(ctx, db, err)
	}
	if brought.Wanted {
		a.log.InfoContext(ctx, "starter data brought in",
			"new_places", brought.Added.Places, "new_codes", brought.Added.Codes,
			"renewed_places", brought.Renewed.Places, "renewed_codes", brought.Renewed.Codes,
			"left_alone_places", brought.Kept.Places, "left_alone_codes", brought.Kept.Codes)
	}
	return nil
}

// withoutStarter is why a server that has data of its own goes on all the same; in an
// empty database the error stands.
func (a *app) withoutStarter(ctx context.Context, db *sqlstore.DB, cause error) error {
	list, err := db.ListCodes(ctx)
	if err != nil || len(list) == 0 || ctx.Err() != nil {
		return errors.Join(cause, err)
	}
	a.log.WarnContext(ctx, "starter data not brought in: what is stored stays as it is; --starter off tries no more", "error", cause)
	return nil
}

// wantsDemo says whether there is to be a demo organization. Unless it is asked for,
// there is one where there was one, and a new one only where it is fitting.
func (a *app) wantsDemo(ctx context.Context, db *sqlstore.DB, fitting bool) (bool, error) {
	switch a.settings.Demo {
	case "on":
		return true, nil
	case "off":
		return false, nil
	}
	orgs, err := db.ListOrganizations(ctx)
	if err != nil {
		return false, err
	}
	for _, o := range orgs {
		if o.ID == demoOrganization {
			return true, nil
		}
	}
	return len(orgs) == 0 && fitting, nil
}

// makeDemo makes what is missing of the demo organization and leaves the rest
// as it is.
func (a *app) makeDemo(ctx context.Context, db *sqlstore.DB, engine *regengine.Engine) (*demo, error) {
	if err := a.makeDemoAccount(ctx, db); err != nil {
		return nil, err
	}
	d := &demo{place: demoPlace(engine.Snapshot().Places)}
	if err := a.makeDemoProject(ctx, db, engine, d); err != nil {
		return nil, fmt.Errorf("project: %w", err)
	}
	if err := a.makeDemoKey(ctx, db, d); err != nil {
		return nil, fmt.Errorf("key: %w", err)
	}
	return d, nil
}

func (a *app) makeDemoAccount(ctx context.Context, db *sqlstore.DB) error {
	_, err := db.GetPlan(ctx, demoPlan)
	if errors.Is(err, access.ErrNotFound) {
		err = a.admin(db).PutPlan(ctx, access.Plan{ID: demoPlan, Name: "Demo", APIAccess: true, Credits: demoCredits})
	}
	if err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	now := a.now().UTC()
	err = db.CreateOrganization(ctx, access.Organization{ID: demoOrganization, Name: "Demo", PlanID: demoPlan, CreatedAt: now})
	if err != nil && !errors.Is(err, access.ErrConflict) {
		return fmt.Errorf("organization: %w", err)
	}
	err = db.CreateUser(ctx, access.User{ID: demoUser, OrganizationID: demoOrganization, Email: demoEmail, CreatedAt: now})
	if err != nil && !errors.Is(err, access.ErrConflict) {
		return fmt.Errorf("user: %w", err)
	}
	return nil
}

// demoPlace chooses the municipality most people live in; a territory without
// one gives its first place, an empty one none.
func demoPlace(places *geo.Gazetteer) geo.Place {
	var best geo.Place
	places.All(func(p *geo.Place) bool {
		if best.ID == "" || population(p) > population(&best) {
			best = *p
		}
		return true
	})
	return best
}

func population(p *geo.Place) int {
	if p.Level != geo.Municipality || p.Tech == nil || p.Tech.Population == nil {
		return 0
	}
	return *p.Tech.Population
}

// makeDemoProject makes a project with every regulation whose text can be
// searched, unless the organization has one.
func (a *app) makeDemoProject(ctx context.Context, db *sqlstore.DB, engine *regengine.Engine, d *demo) error {
	service := a.projects(db, engine)
	member := projects.Member{OrganizationID: demoOrganization, UserID: demoUser}
	list, err := service.List(ctx, member)
	if err != nil {
		return err
	}
	if len(list) > 0 {
		d.projectID = list[len(list)-1].ID // the oldest
		return nil
	}
	if d.place.ID == "" {
		return nil
	}
	p, err := service.Put(ctx, projects.Project{
		ID: demoProject, OrganizationID: demoOrganization, Name: "Demo", GeoID: d.place.ID,
		Selected: searchable(engine.Snapshot().Codes, d.place.ID),
	})
	if err != nil {
		return err
	}
	d.projectID = p.ID
	return service.Activate(ctx, member, p.ID)
}

// searchable returns the codes that apply at a place and have a text in force.
func searchable(catalog *codes.Catalog, id geo.ID) []string {
	applicable, err := catalog.Applicable(id)
	if err != nil {
		return nil // the place is not in this snapshot
	}
	var slugs []string
	for _, match := range applicable {
		for i := range match.Code.Versions {
			if v := &match.Code.Versions[i]; v.Status == codes.Active && v.Internal {
				slugs = append(slugs, match.Code.Slug)
				break
			}
		}
	}
	return slugs
}

// makeDemoKey issues a key when there is none yet, and for scripts at every
// start; what was issued before is then revoked.
func (a *app) makeDemoKey(ctx context.Context, db *sqlstore.DB, d *demo) error {
	earlier, err := db.ListKeys(ctx, demoUser)
	if err != nil {
		return err
	}
	if len(earlier) > 0 && !a.asJSON {
		d.keyID = validKey(earlier, a.now())
		return nil
	}
	country := d.place.ID.Country()
	if country == "" {
		country = a.adapters.countries[0].Country()
	}
	secret, made, err := a.admin(db).CreateKey(ctx, demoUser, access.KeyOptions{Name: demoKey, Country: country})
	if err != nil {
		return err
	}
	d.secret, d.keyID = secret, made.ID
	for _, key := range earlier {
		if key.Name != demoKey || !key.RevokedAt.IsZero() {
			continue
		}
		if err := a.admin(db).RevokeKey(ctx, key.ID); err != nil {
			return fmt.Errorf("revoke the key before: %w", err)
		}
	}
	return nil
}

// validKey returns the id of the newest of keys that has not ended, or "".
func validKey(keys []access.APIKey, now time.Time) string {
	for _, key := range slices.Backward(keys) {
		ended := func(at time.Time) bool { return !at.IsZero() && !now.Before(at) }
		if !ended(key.RevokedAt) && !ended(key.ExpiresAt) {
			return key.ID
		}
	}
	return ""
}
