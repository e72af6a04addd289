package httpapi

import (
	"context"
	"errors"
	"fmt"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
)

// turn is one question to be answered, whoever waits for it.
type turn struct {
	api      *API
	member   projects.Member
	question ask.Question
	options  *regengine.AskOptions
	response func(*ask.Answer) any // the wire form of the answer
}

// askOptions say with what every question is answered.
func (a *API) askOptions() *regengine.AskOptions {
	return &regengine.AskOptions{
		Model: a.deps.Model, Fallback: a.deps.Fallback, SecondReader: a.deps.Reader, Now: a.now,
		Library: func(ctx context.Context, organizationID, projectID string) (ask.Library, error) {
			library, err := a.deps.Projects.Library(ctx, organizationID, projectID)
			if err != nil {
				return nil, err // not a nil *projects.Library in an interface
			}
			return library, nil
		},
	}
}

// run answers the question. Its error means that nothing is charged.
func (t *turn) run(ctx context.Context) ([]byte, error) {
	m := t.api.metrics
	m.turnsRunning.Inc()
	defer m.turnsRunning.Dec()
	t.options.Selected = t.selected
	answer, err := t.api.deps.Engine.Ask(ctx, t.question, t.options)
	if err == nil {
		m.observeAnswer(answer, t.api.deps.ModelPrice)
		err = t.stillThere(ctx)
	}
	m.turns.WithLabelValues(turnOutcome(err)).Inc()
	if err != nil {
		return nil, err
	}
	return encode(t.response(answer)), nil
}

// selected returns what is selected in the project now.
func (t *turn) selected(ctx context.Context) ([]projects.Collection, error) {
	info, err := t.api.deps.Projects.Info(ctx, t.member, t.question.Project.ID)
	if err != nil {
		return nil, err
	}
	return info.Selected, nil
}

// stillThere looks the project up again: what was deleted while the question was
// being answered may not be answered from, nor paid for. The turn's own time may
// be over by then.
func (t *turn) stillThere(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookUpTimeout)
	defer cancel()
	if _, err := t.api.deps.Projects.Resolve(ctx, t.member, t.question.Project.ID); err != nil {
		return fmt.Errorf("the project after the turn: %w", err)
	}
	return nil
}

// The outcomes of a turn, as the metric calls them.
const (
	turnAnswered        = "answered"
	turnNothingSelected = "nothing_selected"
	turnProjectDeleted  = "project_deleted"
	turnUnavailable     = "model_unavailable"
	turnCancelled       = "cancelled"
	turnFailed          = "failed"
)

func turnOutcome(err error) string {
	switch {
	case err == nil:
		return turnAnswered
	case errors.Is(err, projects.ErrNotFound):
		return turnProjectDeleted
	case errors.Is(err, ask.ErrUnavailable):
		return turnUnavailable
	case errors.Is(err, context.Canceled):
		return turnCancelled
	}
	return turnFailed
}
