package regengine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/verify"
)

// ErrNotOpen says that an Engine was not made by [Open], or is nil.
var ErrNotOpen = errors.New("regengine: the engine is not open")

// NoProject is the id of a project that is stored nowhere, the nil UUID.
const NoProject = "00000000-0000-0000-0000-000000000000"

// Site is a place to build at: what is selected there, and what its project knows.
// Each call looks at the snapshot that is the newest by then, so a Site can be kept, and
// used from several goroutines. A ctx that is nil is [context.Background]. Whatever is
// wrong with how a Site was made is the error of every call.
type Site struct {
	engine *Engine
	info   *projects.Info // as it was given; nil of a place
	place  string
	codes  []string // slugs; none for all that apply
}

// At returns the site at a place, by its identifier in any letter case, with the
// regulations of those slugs selected; none stands for all that apply. A place that
// does not exist is [geo.ErrNotFound] at the first call, a code [codes.ErrNotFound].
func (e *Engine) At(place string, slugs ...string) *Site {
	return &Site{engine: e, place: place, codes: slugs}
}

// Project returns the site of a project. Where info says neither what is selected nor
// what is not, that and the place are worked out from its Project, and without a
// selection all that applies is selected: memory, documents and calculations are the
// caller's. info is kept, and must not change.
func (e *Engine) Project(info *projects.Info) *Site {
	if info == nil {
		info = &projects.Info{}
	}
	return &Site{engine: e, info: info, place: string(info.GeoID), codes: info.Project.Selected}
}

// sight is a site as one snapshot sees it.
type sight struct {
	*Snapshot
	info *projects.Info
	on   codes.Date
}

func (s *Site) look() (*sight, error) {
	if s == nil {
		return nil, ErrNotOpen
	}
	snapshot := s.engine.Snapshot()
	if snapshot == nil {
		return nil, ErrNotOpen
	}
	at := &sight{Snapshot: snapshot, on: codes.DateOf(s.engine.now())}
	id, err := at.Places.ParseID(strings.TrimSpace(s.place))
	if err == nil {
		_, err = at.Places.Get(id)
	}
	if err != nil {
		return nil, fmt.Errorf("there is no place %q: %w", s.place, geo.ErrNotFound)
	}
	if s.info != nil && (s.info.Selected != nil || s.info.Unselected != nil) {
		at.info = s.info
		return at, nil
	}
	at.info, err = s.described(at, id)
	return at, err
}

// described works out what a project holds that nobody described.
func (s *Site) described(at *sight, id geo.ID) (*projects.Info, error) {
	p := projects.Project{ID: NoProject, Name: string(id), CreatedAt: s.engine.now().Truncate(time.Second)}
	if s.info != nil {
		p = s.info.Project
	}
	p.GeoID, p.Selected = id, s.codes
	if len(p.Selected) == 0 {
		applicable, err := at.Codes.Applicable(id)
		if err != nil {
			return nil, err
		}
		for _, a := range applicable {
			p.Selected = append(p.Selected, a.Code.Slug)
		}
	}
	for _, slug := range s.codes {
		if code, err := at.Codes.Get(slug); err != nil || !at.Codes.Visible(code, id.Country()) {
			return nil, fmt.Errorf("there is no code %q for %s: %w", slug, id, codes.ErrNotFound)
		}
	}
	info := projects.Describe(p, at.Places, at.Codes, at.on)
	info.Calculators = projects.ForCountry(s.engine.calculators, id.Country())
	if s.info != nil {
		info.Active, info.Contents = s.info.Active, s.info.Contents
		info.Calculators = append(info.Calculators, s.info.Calculators...)
	}
	return info, nil
}

// Info returns the context of the site, as a question is asked in.
func (s *Site) Info() (*projects.Info, error) {
	at, err := s.look()
	if err != nil {
		return nil, err
	}
	return at.info, nil
}

// Applicable returns the codes that apply at the place, and why; see
// [codes.Catalog.Applicable].
func (s *Site) Applicable() ([]codes.Applicable, error) {
	at, err := s.look()
	if err != nil {
		return nil, err
	}
	return at.Codes.Applicable(at.info.GeoID)
}

// Requirements lists what is required here; see [verify.Verifier.Requirements]. The
// query needs an element and a parameter: place, country and what the project knows are
// filled in, and, where it names none, the codes that are selected.
func (s *Site) Requirements(ctx context.Context, q verify.Query) (*verify.Requirements, error) {
	at, err := s.look()
	if err != nil {
		return nil, err
	}
	q.GeoID, q.Country, q.Codes = string(at.info.GeoID), at.info.GeoID.Country(), s.scope(at, q.Codes)
	q.Project = append(ProjectData(at.info), q.Project...)
	return at.Verifier.Requirements(contextOf(ctx), q, at.on)
}

// Verify decides a check here; see [verify.Verifier.Verify]. Of the check is filled in
// what is of a query of [Site.Requirements].
func (s *Site) Verify(ctx context.Context, check verify.Check) (*verify.Result, error) {
	at, err := s.look()
	if err != nil {
		return nil, err
	}
	check.GeoID, check.Country, check.Codes = string(at.info.GeoID), at.info.GeoID.Country(), s.scope(at, check.Codes)
	check.Project = append(ProjectData(at.info), check.Project...)
	return at.Verifier.Verify(contextOf(ctx), check, at.on)
}

// scope is what a check is decided by: what it names, else what is selected. nil is all
// that applies, where nothing was chosen.
func (s *Site) scope(at *sight, named []codes.VersionRef) []codes.VersionRef {
	if named != nil || s.info == nil && len(s.codes) == 0 {
		return named
	}
	for _, c := range at.info.Selected {
		named = append(named, codes.VersionRef{Code: c.Slug, Version: c.Version})
	}
	return named
}

// Search finds passages of the editions that apply of what is selected; see
// [Snapshot.Search]. The query's documents are filled in.
func (s *Site) Search(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	at, err := s.look()
	if err != nil {
		return nil, err
	}
	q.Docs = nil
	for _, ref := range editions(at.info) {
		q.Docs = append(q.Docs, ref.String())
	}
	return at.Search(contextOf(ctx), q)
}

// Ask answers a question about the site; see [Engine.Ask]. Without options, or without a
// model in them, the answer is put together from the texts.
func (s *Site) Ask(ctx context.Context, question string, opts *AskOptions) (*ask.Answer, error) {
	at, err := s.look()
	if err != nil {
		return nil, err
	}
	return s.engine.Ask(ctx, ask.Question{Text: question, Project: at.info}, opts)
}

// editions are those that apply of what is selected in a project and that have a text.
func editions(project *projects.Info) []codes.VersionRef {
	var refs []codes.VersionRef
	for _, c := range project.Selected {
		if ref := (codes.VersionRef{Code: c.Slug, Version: c.Version}); ask.Searchable(c) && !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	return refs
}

func contextOf(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}
