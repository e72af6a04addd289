package main

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/transport/httpapi"
)

// askLocal answers from the database or a pack.
func (a *app) askLocal(ctx context.Context, o askOptions, tell func(askEvent)) (*httpapi.AskAnswer, error) {
	by, err := a.askModel()
	if err != nil {
		return nil, err
	}
	defer by.close()
	asking := &regengine.AskOptions{Model: by.model, Fallback: by.fallback, SecondReader: by.reader, Now: a.now, Observe: func(e ask.Event) { tell(newAskEvent(e)) }}
	var response *httpapi.AskAnswer
	err = a.askEngine(ctx, o, func(db *sqlstore.DB, engine *regengine.Engine) error {
		info, err := a.askProject(ctx, o, db, engine, asking)
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(ctx, ask.TurnTimeout)
		defer cancel()
		answer, err := engine.Ask(ctx, ask.Question{Text: o.question, Project: info}, asking)
		if err != nil {
			return err
		}
		response = newAskResponse(info, answer, o.baseURL)
		return nil
	})
	return response, err
}

// askEngine opens what is asked; db is nil for a pack.
func (a *app) askEngine(ctx context.Context, o askOptions, f func(db *sqlstore.DB, engine *regengine.Engine) error) error {
	if o.pack != "" {
		data, err := a.readPack(o.pack)
		if err != nil {
			return err
		}
		engine, err := a.staticEngine(ctx, data)
		if err != nil {
			return err
		}
		return f(nil, engine)
	}
	return a.database(ctx, func(db *sqlstore.DB) error {
		engine, done, err := a.searchEngine(ctx, db)
		if err != nil {
			return err
		}
		defer done()
		if _, err := a.syncVectors(ctx, engine); err != nil {
			a.degraded(ctx, err)
		}
		return f(db, engine)
	})
}

// askProject returns the project a question is asked in, and lets the turn open
// its documents.
func (a *app) askProject(ctx context.Context, o askOptions, db *sqlstore.DB, engine *regengine.Engine, asking *regengine.AskOptions) (*projects.Info, error) {
	if o.place != "" {
		place, err := a.placeIn(ctx, engine.Snapshot(), o.place)
		if err != nil {
			return nil, err
		}
		slugs, err := slugsOf(namesOf(engine.Snapshot().Codes), o.codes)
		if err != nil {
			return nil, err
		}
		return engine.At(place, slugs...).Info()
	}
	service := a.projects(db, engine)
	asking.Library = func(ctx context.Context, organizationID, projectID string) (ask.Library, error) {
		return service.Library(ctx, organizationID, projectID)
	}
	member, err := whose(ctx, db, &o.who)
	if err != nil {
		return nil, err
	}
	id := o.project
	if id == "" && member.UserID == "" {
		if id, err = onlyProject(ctx, service, member); err != nil {
			return nil, err
		}
	}
	info, err := service.Info(ctx, member, id)
	if errors.Is(err, projects.ErrNoActive) {
		return nil, notFound("user %s has no active project; name one with --project, or \"regengine projects activate\" one", quote(o.who.user))
	}
	return info, absent(err, id)
}

// onlyProject returns the id of the one project an organization has.
func onlyProject(ctx context.Context, service *projects.Service, member projects.Member) (string, error) {
	list, err := service.List(ctx, member)
	switch {
	case err != nil:
		return "", err
	case len(list) == 1:
		return list[0].ID, nil
	}
	return "", usagef("there are %d projects: name one with --project (\"regengine projects list\" shows them), or a place with --place", len(list))
}

// newAskResponse makes of an answer what the API sends.
func newAskResponse(info *projects.Info, answer *ask.Answer, baseURL string) *httpapi.AskAnswer {
	return &httpapi.AskAnswer{
		Answer: answer.Text, Iterations: answer.Iterations, Searches: answer.Searches,
		Project: httpapi.AskProject{ProjectID: info.ID, GeoID: string(info.GeoID), Location: info.Place.Name},
		Sources: mapped(answer.Sources, func(s ask.Source) httpapi.AskSource {
			return httpapi.AskSource{
				Index: s.Index, CitationType: string(s.Type), DocumentTitle: s.DocumentTitle, SectionTitle: known(s.SectionTitle),
				BlockTitle: known(s.BlockTitle), URL: readingPage(s, baseURL), URLValid: s.Resolved, BlockID: s.BlockID,
			}
		}),
	}
}

// readingPage links a source to its section; "" for what has no public page.
func readingPage(s ask.Source, baseURL string) string {
	if s.Type == ask.CiteUserDocument || s.Code == "" {
		return ""
	}
	link := strings.TrimSuffix(baseURL, "/") + "/codes/" + url.PathEscape(s.Code) + "/" + url.PathEscape(s.Version)
	if s.Section != "" {
		link += "#" + url.PathEscape(s.Section)
	}
	return link
}
