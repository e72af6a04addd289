package webhooks

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reglookup/regengine/projects"
)

const (
	secretBytes = 32

	// SecretPrefix begins the text of a secret, so that one that got out is found.
	SecretPrefix = "whsec_"
)

// Service looks after the hooks of projects. Its fields are set before the first call; it
// is safe for concurrent use.
type Service struct {
	Store  Store
	Sender *Sender
	Now    func() time.Time // nil means time.Now
}

// Add stores a new hook that is told of events, all where none is named. The secret that
// its messages are signed with is told only here. ErrAddress, projects.ErrInvalid,
// projects.ErrFull, projects.ErrNotFound.
func (s *Service) Add(ctx context.Context, organizationID, projectID, address string, events ...Event) (h Hook, secret string, err error) {
	list, err := chosen(events)
	if err != nil {
		return Hook{}, "", err
	}
	if err := s.Sender.checkURL(ctx, address); err != nil {
		return Hook{}, "", err
	}
	h = Hook{ID: projects.NewID(), ProjectID: strings.ToLower(projectID), URL: address, Events: list, Secret: make([]byte, secretBytes), CreatedAt: s.now()}
	rand.Read(h.Secret) // never fails: the runtime aborts when there is no randomness
	if err := s.Store.AddHook(ctx, organizationID, h); err != nil {
		return Hook{}, "", err
	}
	return h, SecretPrefix + base64.StdEncoding.EncodeToString(h.Secret), nil
}

// chosen returns events once each, in order.
func chosen(events []Event) ([]Event, error) {
	for _, e := range events {
		if !slices.Contains(Events(), e) {
			return nil, fmt.Errorf("%w: there is no event %.40q; there are %s and %s", projects.ErrInvalid, string(e), ChecksFlipped, EditionInForce)
		}
	}
	if len(events) == 0 {
		return Events(), nil
	}
	return slices.DeleteFunc(Events(), func(e Event) bool { return !slices.Contains(events, e) }), nil
}

// List returns the hooks of a project, oldest first. projects.ErrNotFound.
func (s *Service) List(ctx context.Context, organizationID, projectID string) ([]Hook, error) {
	return s.Store.ListHooks(ctx, organizationID, strings.ToLower(projectID))
}

// Delete removes a hook with what is on its way. projects.ErrNotFound.
func (s *Service) Delete(ctx context.Context, organizationID, projectID, id string) error {
	return s.Store.DeleteHook(ctx, organizationID, strings.ToLower(projectID), strings.ToLower(id))
}

// Test sends a message to a hook now, once, and returns what came of it.
// projects.ErrNotFound.
func (s *Service) Test(ctx context.Context, organizationID, projectID, id string) (Outcome, error) {
	h, err := s.Store.GetHook(ctx, organizationID, strings.ToLower(projectID), strings.ToLower(id))
	if err != nil {
		return Outcome{}, err
	}
	now := s.now()
	news, err := NewMessage(Test, now, TestData{h.ProjectID, h.ID})
	if err != nil {
		return Outcome{}, err
	}
	o := Outcome{Event: Test, At: now, Tries: 1}
	o.Status, o.Problem = s.Sender.send(ctx, Delivery{ID: projects.NewID(), Body: news.Body, URL: h.URL, Secret: h.Secret}, now)
	if ctx.Err() != nil {
		return Outcome{}, ctx.Err()
	}
	return o, s.Store.NoteOutcome(ctx, h.ID, o)
}

func (s *Service) now() time.Time {
	now := time.Now
	if s.Now != nil {
		now = s.Now
	}
	return now().UTC().Truncate(time.Microsecond)
}
