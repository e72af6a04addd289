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
	p, err := s.Store.GetProject(ctx, organizationID, strings.ToLower(projectID))
	if err != nil {
		return Project{}, err
	}
	next, err := change(slices.Clone(p.Selected))
	if err != nil {
		return Project{}, err
	}
	view := s.view()
	p.Selected = slices.DeleteFunc(next, func(slug string) bool {
		_, err := view.catalog.Get(slug)
		return err != nil && slices.Contains(p.Selected, slug)
	})
	return s.Put(ctx, p)
}

// SetMemory stores a datum of the site under its key. An empty Source is the
// user. ErrInvalid, ErrNotFound.
func (s *Service) SetMemory(ctx context.Context, organizationID, projectID string, m MemoryItem) error {
	if m.Source == "" {
		m.Source = SourceUser
	}
	if err := m.validate(); err != nil {
		return err
	}
	return s.Store.PutMemory(ctx, organizationID, strings.ToLower(projectID), m)
}

// AddDocument stores what is known of a file. An empty ID means a new document,
// a zero CreatedAt the present. It returns what was stored. ErrInvalid,
// ErrNotFound.
func (s *Service) AddDocument(ctx context.Context, organizationID, projectID string, d Document) (Document, error) {
	s.fill(&d.ID, &d.CreatedAt)
	if err := d.validate(); err != nil {
		return Document{}, err
	}
	return d, s.Store.PutDocument(ctx, organizationID, strings.ToLower(projectID), d)
}

// AddGenerated stores a document the assistant wrote, or its next version under
// the same ID. An empty ID means a new document, Version 0 the first version. It
// returns what was stored. ErrInvalid, ErrNotFound.
func (s *Service) AddGenerated(ctx context.Context, organizationID, projectID string, d GeneratedDocument) (GeneratedDocument, error) {
	s.fill(&d.ID, nil)
	if d.Version == 0 {
		d.Version = 1
	}
	if err := d.validate(); err != nil {
		return GeneratedDocument{}, err
	}
	return d, s.Store.PutGenerated(ctx, organizationID, strings.ToLower(projectID), d)
}

// AddCalculation stores a run of a calculator. An empty ID means a new one, a
// zero CreatedAt the present. It returns what was stored. ErrInvalid,
// ErrNotFound.
func (s *Service) AddCalculation(ctx context.Context, organizationID, projectID string, c Calculation) (Calculation, error) {
	s.fill(&c.ID, &c.CreatedAt)
	if err := c.validate(); err != nil {
		return Calculation{}, err
	}
	return c, s.Store.PutCalculation(ctx, organizationID, strings.ToLower(projectID), c)
}

// fill sets what a caller leaves to the service.
func (s *Service) fill(id *string, createdAt *time.Time) {
	if *id == "" {
		*id = NewID()
	}
	*id = strings.ToLower(*id)
	if createdAt != nil && createdAt.IsZero() {
		*createdAt = s.stamp()
	}
}
