package projects

import (
	"context"
	"strings"
)

// SaveGenerated stores a document that was written for the project: with an empty
// ID a new one, as version 1, else the next version of the one of that ID; the
// earlier versions stay. Version and CreatedAt are set. It returns what was
// stored. ErrInvalid, ErrFull, ErrNotFound.
func (s *Service) SaveGenerated(ctx context.Context, organizationID, projectID string, d GeneratedDocument) (GeneratedDocument, error) {
	projectID = strings.ToLower(projectID)
	fresh := d.ID == ""
	if fresh {
		d.ID = NewID()
	}
	d.ID, d.Version, d.CreatedAt = strings.ToLower(d.ID), 1, s.stamp()
	if err := d.validate(); err != nil {
		return GeneratedDocument{}, err
	}
	var err error
	if fresh {
		err = s.Store.AddGenerated(ctx, organizationID, projectID, d)
	} else {
		d.Version, err = s.Store.AddVersion(ctx, organizationID, projectID, d)
	}
	if err != nil {
		return GeneratedDocument{}, err
	}
	return d, nil
}

// GetGenerated returns one version of a document with its content, the latest for
// version 0. ErrNotFound.
func (s *Service) GetGenerated(ctx context.Context, organizationID, projectID, id string, version int) (GeneratedDocument, error) {
	return s.Store.GetGenerated(ctx, organizationID, strings.ToLower(projectID), strings.ToLower(id), version)
}

// ListVersions returns the versions of a document, newest first and without their
// content. ErrNotFound.
func (s *Service) ListVersions(ctx context.Context, organizationID, projectID, id string) ([]GeneratedDocument, error) {
	return s.Store.ListVersions(ctx, organizationID, strings.ToLower(projectID), strings.ToLower(id))
}

// DeleteGenerated removes a document with all its versions. ErrNotFound.
func (s *Service) DeleteGenerated(ctx context.Context, organizationID, projectID, id string) error {
	return s.Store.DeleteGenerated(ctx, organizationID, strings.ToLower(projectID), strings.ToLower(id))
}
