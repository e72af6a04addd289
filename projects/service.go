package projects

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

// Service answers about projects over a Store and the current snapshot. It is
// safe for concurrent use; its fields are set before the first call.
type Service struct {
	Store       Store
	Territory   func() (*geo.Gazetteer, *codes.Catalog) // one consistent snapshot
	Calculators []Calculator

	// Plugged returns the calculators of countries that are not built in, as they
	// are now. It may be nil; it is asked at every call and must not wait.
	Plugged func() []Calculator

	Extractor Extractor        // of uploaded files; without it none is taken
	Now       func() time.Time // nil means time.Now

	// LibraryBytes bounds the memory that the indexes of documents take while they are
	// made or open, over all projects of all organizations; 0 means DefaultLibraryBytes.
	// What finds no room waits for LibraryWait, 0 means DefaultLibraryWait, and is
	// refused with ErrBusy then.
	LibraryBytes int64
	LibraryWait  time.Duration

	libraries libraries
}

// Member names a user of an organization.
type Member struct {
	OrganizationID string
	UserID         string
}

// Summary is one item of a project list (SPEC section 2.6).
type Summary struct {
	Project
	Location    string // name of the place; its id where the place is not loaded
	Collections int    // as many as Info.Selected has
	Documents   int
	Active      bool
}

// Info is the full context of a project (SPEC section 2.7).
type Info struct {
	Project
	Active      bool
	Place       geo.Place    // where it is not loaded: its id, and the id as name
	Ancestors   []geo.Place  // nearest first
	TechSummary string       // a datum a line, in the country's language
	Language    string       // of the country, as a BCP 47 tag; "" where it is not loaded
	Selected    []Collection // in order of selection
	Unselected  []Collection // widest territory first
	Contents
	Calculators []Calculator
}

// Collection is a regulation selected, or available, in a project.
type Collection struct {
	Slug       string
	Title      string
	Scope      string // the country's word
	ScopeLabel string
	Version    string // the current version; "" when none is in force

	// Versions are the active ones that are hosted. A question of this project
	// searches the one named by Version alone.
	Versions []codes.VersionRef
}

// List returns the organization's projects as the member sees them, newest
// first.
func (s *Service) List(ctx context.Context, m Member) ([]Summary, error) {
	list, err := s.Store.ListProjects(ctx, m.OrganizationID)
	if err != nil {
		return nil, fmt.Errorf("list projects: %w", err)
	}
	active, err := s.active(ctx, m)
	if err != nil {
		return nil, err
	}
	view := s.view()
	summaries := make([]Summary, len(list))
	for i, p := range list {
		summaries[i] = Summary{
			Project:     p.Project,
			Location:    view.place(p.GeoID).Name,
			Collections: len(view.selected(p.Project)),
			Documents:   p.Documents,
			Active:      p.ID == active,
		}
	}
	return summaries, nil
}

// Info returns the full context of a project; projectID "" means the member's
// active one. ErrNoActive, ErrNotFound.
func (s *Service) Info(ctx context.Context, m Member, projectID string) (*Info, error) {
	p, err := s.Resolve(ctx, m, projectID)
	if err != nil {
		return nil, err
	}
	active, err := s.active(ctx, m)
	if err != nil {
		return nil, err
	}
	contents, err := s.Store.GetContents(ctx, m.OrganizationID, p.ID)
	if err != nil {
		return nil, fmt.Errorf("contents of a project: %w", err)
	}
	info := s.view().info(p)
	info.Active, info.Contents, info.Calculators = p.ID == active, contents, s.calculators(p.GeoID.Country())
	return info, nil
}

// Describe returns the context of a project as it is on a day, from what is loaded
// alone: without contents and calculators. The project need be stored nowhere.
func Describe(p Project, places *geo.Gazetteer, catalog *codes.Catalog, on codes.Date) *Info {
	return (&view{places: places, catalog: catalog, today: on}).info(p)
}

// Resolve returns the project an id or "" stands for. An id is taken in either
// letter case. ErrNoActive, ErrNotFound.
func (s *Service) Resolve(ctx context.Context, m Member, projectID string) (Project, error) {
	if projectID != "" {
		return s.Store.GetProject(ctx, m.OrganizationID, strings.ToLower(projectID))
	}
	id, err := s.Store.GetActive(ctx, m.OrganizationID, m.UserID)
	if err != nil {
		return Project{}, err
	}
	p, err := s.Store.GetProject(ctx, m.OrganizationID, id)
	if errors.Is(err, ErrNotFound) { // deleted between the two reads
		return Project{}, ErrNoActive
	}
	return p, err
}

// active returns the id of the member's active project, "" for none.
func (s *Service) active(ctx context.Context, m Member) (string, error) {
	id, err := s.Store.GetActive(ctx, m.OrganizationID, m.UserID)
	if err != nil && !errors.Is(err, ErrNoActive) {
		return "", fmt.Errorf("active project: %w", err)
	}
	return id, nil
}

func (s *Service) calculators(country geo.ID) []Calculator {
	list := slices.Clone(s.Calculators)
	if s.Plugged != nil {
		list = append(list, s.Plugged()...)
	}
	return ForCountry(list, country)
}

// ForCountry returns the calculators of a list that users of a country can fill in.
func ForCountry(list []Calculator, country geo.ID) []Calculator {
	return slices.DeleteFunc(slices.Clone(list), func(c Calculator) bool { return c.Country() != "" && c.Country() != country })
}

func (s *Service) now() time.Time {
	if s.Now != nil {
		return s.Now()
	}
	return time.Now()
}

func (s *Service) view() *view {
	places, catalog := s.Territory()
	return &view{places: places, catalog: catalog, today: codes.DateOf(s.now())}
}
