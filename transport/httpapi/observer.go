package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/webhooks"
)

// maxFlipsTold is how many checks a message holds; it says how many there are.
const maxFlipsTold = 200

// Observer returns who finds out what webhooks tell, in the form the API has for it.
func (a *API) Observer() webhooks.Observer { return observer{a} }

type observer struct{ *API }

// sight is what was found the last time a project was looked at.
type sight struct {
	Place    geo.ID                 `json:"place"`
	Editions []string               `json:"editions"`          // in force there
	Flipped  map[string]toldOutcome `json:"flipped,omitempty"` // by check: told, and not kept
}

// toldOutcome is what a check came to, as it was told.
type toldOutcome struct {
	Verdict   string `json:"verdict"`
	Limit     string `json:"limit,omitempty"`
	Margin    string `json:"margin,omitempty"`
	Direction string `json:"direction,omitempty"`
	On        string `json:"on"`
}

func told(d projects.Decision) toldOutcome {
	return toldOutcome{d.Verdict, d.Limit, d.Margin, d.Direction, d.On.String()}
}

func (t toldOutcome) decision() projects.Decision {
	on, _ := codes.ParseDate(t.On) // a date of the engine's own
	return projects.Decision{Verdict: t.Verdict, Limit: t.Limit, Margin: t.Margin, Direction: t.Direction, On: on}
}

// Moment implements [webhooks.Observer].
func (o observer) Moment() (day codes.Date, revision int64) {
	return codes.DateOf(o.now()), o.deps.Engine.Snapshot().Revision
}

// Observe implements [webhooks.Observer]. Editions are told against those that were in
// force the last time, so that one that was loaded later is told as well; the first look,
// and the first at another place, tells of none. Checks are told against what is kept with
// them, or else what was told: each flip once, and again when it is taken back.
func (o observer) Observe(ctx context.Context, organizationID, projectID string, before []byte) (webhooks.Seen, error) {
	p, err := o.deps.Projects.Resolve(ctx, projects.Member{OrganizationID: organizationID}, projectID)
	if err != nil {
		return webhooks.Seen{}, err
	}
	var last sight
	if before != nil {
		if err := json.Unmarshal(before, &last); err != nil {
			return webhooks.Seen{}, fmt.Errorf("what was found before: %w", err)
		}
	}
	var out webhooks.Seen
	snapshot, today := o.deps.Engine.Snapshot(), codes.DateOf(o.now())
	tell := func(event webhooks.Event, data any) error {
		news, err := webhooks.NewMessage(event, o.now(), data)
		out.News = append(out.News, news)
		return err
	}
	next, newer := last.editions(snapshot, p.GeoID, today)
	if len(newer) > 0 {
		if err := tell(webhooks.EditionInForce, EditionsInForce{p.ID, string(p.GeoID), today.String(), list(newer, o.editionInForce)}); err != nil {
			return webhooks.Seen{}, err
		}
	}
	flipped, decided, err := o.flips(ctx, snapshot, p, today, last, &next)
	if err != nil {
		return webhooks.Seen{}, err
	}
	if len(flipped) > 0 {
		if err := tell(webhooks.ChecksFlipped, FlippedChecks{p.ID, decided, len(flipped), flipped[:min(len(flipped), maxFlipsTold)]}); err != nil {
			return webhooks.Seen{}, err
		}
	}
	out.State = encode(next)
	return out, nil
}

// editions returns what is in force at a place, and what of it was not the last time.
// Where the place is not loaded, the last time counts on.
func (s sight) editions(snapshot *regengine.Snapshot, place geo.ID, today codes.Date) (next sight, newer []codes.Force) {
	found, err := snapshot.Codes.In(place.Country()).ForceAt(place, today)
	if err != nil {
		return sight{Place: s.Place, Editions: s.Editions}, nil
	}
	next.Place = place
	for _, f := range found {
		if f.State != codes.InForce {
			continue
		}
		ref := codes.VersionRef{Code: f.Code.Slug, Version: f.Version.Slug}.String()
		next.Editions = append(next.Editions, ref)
		if s.Place == place && !slices.Contains(s.Editions, ref) {
			newer = append(newer, f)
		}
	}
	return next, newer
}

// flips decides the checks of a project, and tells those that come to another verdict than
// was told last.
func (o observer) flips(ctx context.Context, snapshot *regengine.Snapshot, p projects.Project, today codes.Date, last sight, next *sight) (flipped []FlippedCheck, decided int, err error) {
	found, _, err := o.deps.Projects.ListChecks(ctx, p.OrganizationID, p.ID, projects.AllChecks)
	if err != nil {
		return nil, 0, err
	}
	run := NewCheckRun(snapshot, found, codes.Date{}, today, EngineName(o.opts.Version))
	done, err := o.deps.Projects.RunChecks(ctx, p.OrganizationID, p.ID, run.Valid, false, run.Decide)
	if err != nil {
		return nil, 0, err
	}
	next.Flipped = make(map[string]toldOutcome, len(done.Flips))
	now := make(map[string]projects.Flip, len(done.Flips))
	for _, f := range done.Flips {
		now[f.Before.ID], next.Flipped[f.Before.ID] = f, told(f.Now)
	}
	for _, c := range run.Valid {
		before, wasTold := last.Flipped[c.ID]
		f, flips := now[c.ID]
		if !flips {
			f = projects.Flip{Before: c, Now: c.Decision} // it comes to what is kept
		}
		if wasTold {
			f.Before.Decision = before.decision()
		}
		if f.Now.Verdict != f.Before.Verdict {
			flipped = append(flipped, run.flipped(f))
		}
	}
	return flipped, len(run.Valid), nil
}

func (o observer) editionInForce(f codes.Force) EditionInForce {
	out := EditionInForce{CodeSlug: f.Code.Slug, CodeTitle: f.Code.Title, Version: f.Version.Slug, Title: f.Version.Title, Since: f.From.String()}
	if f.Version.Internal {
		out.URL = orNull(sectionURL(o.opts.BaseURL, codes.VersionRef{Code: f.Code.Slug, Version: f.Version.Slug}, ""))
	}
	return out
}
