package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
)

// noProject is the id of a project that is stored nowhere, the nil UUID.
const noProject = "00000000-0000-0000-0000-000000000000"

// transient is a Store of one project that is never written down. Nothing is
// asked of it but what [projects.Service.Info] asks.
type transient struct {
	projects.Store
	project projects.Project
}

// GetProject implements [projects.Store].
func (t transient) GetProject(context.Context, string, string) (projects.Project, error) {
	return t.project, nil
}

// GetContents implements [projects.Store].
func (t transient) GetContents(context.Context, string, string) (projects.Contents, error) {
	return projects.Contents{}, nil
}

// GetActive implements [projects.Store].
func (t transient) GetActive(context.Context, string, string) (string, error) {
	return "", projects.ErrNoActive
}

// transientProject makes a project at a place with codes selected; none stands
// for all that apply there.
func (a *app) transientProject(ctx context.Context, s *regengine.Snapshot, place string, slugs []string) (*projects.Info, error) {
	id, err := s.Places.ParseID(strings.TrimSpace(place))
	if err == nil {
		_, err = s.Places.Get(id)
	}
	if err != nil {
		return nil, notFound("there is no place %s", quote(place))
	}
	if len(slugs) == 0 {
		applicable, err := s.Codes.Applicable(id)
		if err != nil {
			return nil, err
		}
		slugs = mapped(applicable, func(a codes.Applicable) string { return a.Code.Slug })
	}
	if err := selectable(s, id, slugs); err != nil {
		return nil, err
	}
	project := projects.Project{ID: noProject, Name: string(id), GeoID: id, Selected: slugs, CreatedAt: a.now().Truncate(time.Second)}
	service := &projects.Service{
		Store: transient{project: project}, Calculators: a.adapters.calculators, Now: a.now,
		Territory: func() (*geo.Gazetteer, *codes.Catalog) { return s.Places, s.Codes },
	}
	return service.Info(ctx, projects.Member{}, noProject)
}

// selectable complains of codes that a project at a place cannot select.
func selectable(s *regengine.Snapshot, place geo.ID, slugs []string) error {
	for _, slug := range slugs {
		code, err := s.Codes.Get(slug)
		switch {
		case errors.Is(err, codes.ErrNotFound) && strings.Contains(slug, "/"):
			return usagef("--code %s: a project selects a code, not one of its versions; give %s", quote(slug), quote(strings.SplitN(slug, "/", 2)[0]))
		case errors.Is(err, codes.ErrNotFound):
			return notFound("there is no code %s", quote(slug))
		case err != nil:
			return err
		case !s.Codes.Visible(code, place.Country()):
			return notFound("the code %s is of another country than %s", quote(slug), place)
		}
	}
	return nil
}
