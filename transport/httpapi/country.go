package httpapi

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
)

// notServed is the end of what a key is told whose country is not served.
const notServed = " With a key of a country that is not served, or not yet, it is 404 as well, and says so: nothing is found empty for want of data."

// checkServed returns regengine.ErrNotServed where a snapshot holds nothing of a
// country: that a place or a regulation is not found there would be no fact.
func checkServed(s *regengine.Snapshot, country geo.ID) error {
	if !s.Serves(country) {
		return regengine.ErrNotServed
	}
	return nil
}

// orJoining returns p in better words where err is that a country is not served and the
// country is being imported: waiting helps.
func (a *API) orJoining(p *problem, country geo.ID, err error) *problem {
	if !errors.Is(err, regengine.ErrNotServed) || a.opts.Joining == nil || !a.opts.Joining(country) {
		return p
	}
	return newRetryProblem(p.Status, p.Code, fmt.Sprintf("%s is being imported: its places and regulations are served as soon as all of them are there. Ask again in a moment.", country), 10)
}

// resolve returns the project an id stands for, "" for the user's active one. A key
// sees projects in its own country (DECISIONS 6): one elsewhere answers as one that
// does not exist, and an active one elsewhere is no active project.
func (a *API) resolve(ctx context.Context, x *exchange, id string) (projects.Project, error) {
	p, err := a.deps.Projects.Resolve(ctx, member(x), strings.ToLower(id))
	if err == nil {
		err = ofCountry(x, p.GeoID, id)
	}
	if err != nil {
		return projects.Project{}, err
	}
	return p, nil
}

// info returns the full context of the project resolve finds.
func (a *API) info(ctx context.Context, x *exchange, id string) (*projects.Info, error) {
	info, err := a.deps.Projects.Info(ctx, member(x), strings.ToLower(id))
	if err == nil {
		err = ofCountry(x, info.GeoID, id)
	}
	if err != nil {
		return nil, err
	}
	return info, nil
}

// ofCountry tells whether the project that id found, at a place, is for the key.
func ofCountry(x *exchange, at geo.ID, id string) error {
	switch {
	case at.Country() == x.principal.Country:
		return nil
	case id == "":
		return projects.ErrNoActive
	}
	return projects.ErrNotFound
}
