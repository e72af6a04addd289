package projects

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Put stores a project, or replaces the organization's own of that id. An empty
// ID means a new project; CreatedAt is set for a new one and kept otherwise.
// GeoID is taken in any letter case. It returns what was stored. ErrInvalid;
// ErrNotFound when the id is another organization's.
func (s *Service) Put(ctx context.Context, p Project) (Project, error) {
	checked, err := s.validated(p)
	if err != nil {
		return Project{}, err
	}
	if err := s.date(ctx, &checked); err != nil {
		return Project{}, err
	}
	if err := s.Store.PutProject(ctx, checked); err != nil {
		return Project{}, err
	}
	return checked, nil
}

// date gives a project its id and day of creation.
func (s *Service) date(ctx context.Context, p *Project) error {
	if p.CreatedAt.IsZero() {
		p.CreatedAt = s.stamp()
	}
	if p.ID == "" {
		p.ID = NewID()
		return nil
	}
	p.ID = strings.ToLower(p.ID)
	if !uuidShape.MatchString(p.ID) {
		return fmt.Errorf("%w: the id is no UUID; leave it out for a new project", ErrInvalid)
	}
	old, err := s.Store.GetProject(ctx, p.OrganizationID, p.ID)
	switch {
	case err == nil:
		p.CreatedAt = old.CreatedAt
	case !errors.Is(err, ErrNotFound):
		return fmt.Errorf("get project: %w", err)
	}
	return nil
}

// stamp returns the present as a Store gives it back.
func (s *Service) stamp() time.Time { return s.now().UTC().Truncate(time.Microsecond) }

// Delete removes a project with all it holds. ErrNotFound.
func (s *Service) Delete(ctx context.Context, organizationID, projectID string) error {
	return s.Store.DeleteProject(ctx, organizationID, strings.ToLower(projectID))
}

// Activate makes a project the member's active one; "" clears it. ErrNotFound.
func (s *Service) Activate(ctx context.Context, m Member, projectID string) error {
	return s.Store.SetActive(ctx, m.OrganizationID, m.UserID, strings.ToLower(projectID))
}

// Select adds regulations to a project, behind those selected already; what is
// selected stays where it is. It returns the project as stored. ErrInvalid when
// a slug is no code the project's country sees, ErrNotFound.
func (s *Service) Select(ctx context.Context, organizationID, projectID string, slugs ...string) (Project, error) {
	return s.reselect(ctx, organizationID, projectID, func(selected []string) ([]string, error) {
		for _, slug := range slugs {
			if !slices.Contains(selected, slug) {
				selected = append(selected, slug)
			}
		}
		return selected, nil
	})
}

// Unselect takes regulations out of a project. It returns the project as
// stored. ErrInvalid when a slug is not selected, ErrNotFound.
func (s *Service) Unselect(ctx context.Context, organizationID, projectID string, slugs ...string) (Project, error) {
	return s.reselect(ctx, organizationID, projectID, func(selected []string) ([]string, error) {
		for _, slug := range slugs {
			i := slices.Index(selected, slug)
			if i < 0 {
				return nil, fmt.Errorf("%w: %q is not selected", ErrInvalid, slug)
			}
			selected = slices.Delete(selected, i, i+1)
		}
		return selected, nil
	})
}

// reselect changes what is selected. Codes that have left the catalogue since
// they were selected are dropped on the way: a project that has some could not
// be stored again.
func (s *Service) reselect(ctx context.Context, organizationID, projectID string, change func([]string) ([]string, error)) (Project, error) {
	return s.Update(ctx, organizationID, projectID, func(p *Project) error {
		next, err := change(slices.Clone(p.Selected))
		if err != nil {
			return err
		}
		view := s.view()
		p.Selected = slices.DeleteFunc(next, func(slug string) bool {
			_, err := view.catalog.Get(slug)
			return err != nil && slices.Contains(p.Selected, slug)
		})
		return nil
	})
}

// Update changes a project in place: nobody else writes it between what change is
// given and what is stored. change may be called more than once, must not call
// the Service, and its error is returned as it is. Whatever it does to them, ID, OrganizationID and CreatedAt
// stay. It returns what was stored. ErrInvalid, ErrNotFound.
func (s *Service) Update(ctx context.Context, organizationID, projectID string, change func(p *Project) error) (Project, error) {
	return s.Store.UpdateProject(ctx, organizationID, strings.ToLower(projectID), func(p Project) (Project, error) {
		if err := change(&p); err != nil {
			return Project{}, err
		}
		return s.validated(p)
	})
}

// SetMemory stores a datum of the site under its key. An empty Source is the
// user. ErrInvalid, ErrFull, ErrNotFound.
func (s *Service) SetMemory(ctx context.Context, organizationID, projectID string, m MemoryItem) error {
	if m.Source == "" {
		m.Source = SourceUser
	}
	if err := m.validate(); err != nil {
		return err
	}
	return s.Store.PutMemory(ctx, organizationID, strings.ToLower(projectID), m)
}

// DeleteMemory removes the datum under a key. ErrNotFound.
func (s *Service) DeleteMemory(ctx context.Context, organizationID, projectID, key string) error {
	return s.Store.DeleteMemory(ctx, organizationID, strings.ToLower(projectID), key)
}
