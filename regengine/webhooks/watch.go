package webhooks

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reglookup/regengine/codes"
)

const (
	lookLease = 10 * time.Minute // for whom a project was claimed; a look that fails is repeated then
	lookTime  = 5 * time.Minute  // for one look
	lookPause = time.Hour        // between two looks on one day, however often the data change
)

// Observer finds out what there is to tell.
type Observer interface {
	// Moment returns the day it is, and the revision of the data that Observe looks at.
	Moment() (day codes.Date, revision int64)

	// Observe looks at a project. before is the State it returned the last time, nil at
	// first.
	Observe(ctx context.Context, organizationID, projectID string, before []byte) (Seen, error)
}

// Watch looks at every project that has hooks and was not looked at today, or not since
// the data changed, one after the other.
func (s *Service) Watch(ctx context.Context, by Observer) error {
	var failed []error
	for ctx.Err() == nil {
		now := s.now()
		l := Look{Since: now.Add(-lookPause), Now: now, Until: now.Add(lookLease)}
		l.Day, l.Revision = by.Moment()
		w, err := s.Store.ClaimWatch(ctx, l)
		if errors.Is(err, ErrNoWatch) {
			break
		}
		if err != nil {
			return errors.Join(append(failed, err)...)
		}
		if err := s.look(ctx, by, w, l); err != nil {
			failed = append(failed, fmt.Errorf("project %s: %w", w.ProjectID, err))
		}
	}
	return errors.Join(failed...)
}

func (s *Service) look(ctx context.Context, by Observer, w Watch, l Look) error {
	limited, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	seen, err := by.Observe(limited, w.OrganizationID, w.ProjectID, w.State)
	if err != nil {
		return err
	}
	return s.Store.EndWatch(ctx, w, l, seen)
}
