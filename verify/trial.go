package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

// A trial runs the tests kept beside the rules of one set, on that set alone,
// in a country of its own whose municipalities have nothing but the technical
// data the tests name.

// trialCountry is a code ISO 3166-1 leaves to its users.
const trialCountry = geo.ID("ZZ")

// trialScheme takes the identifiers of the trial's places.
type trialScheme struct {
	geo.UnimplementedScheme
	language string
}

func (trialScheme) Country() geo.ID    { return trialCountry }
func (s trialScheme) Language() string { return s.language }

func (trialScheme) ParseID(text string) (geo.ID, geo.Level, error) {
	id := geo.ID(text)
	switch {
	case id == trialCountry:
		return id, geo.Country, nil
	case id.Country() == trialCountry:
		return id, geo.Municipality, nil
	}
	return "", 0, geo.ErrInvalidID
}

// runCases returns one problem for each test whose verdict is not the expected
// one. Sets that use what other files declare can only be tried with those.
func runCases(set rules.RuleSet, blocks []retrieval.Block) []rules.Problem {
	if len(set.Uses) > 0 {
		return nil
	}
	sites := trialSites(set)
	v, err := newTrial(set, blocks, sites)
	if err != nil {
		var mistakes *rules.Error
		if errors.As(err, &mistakes) {
			return mistakes.Problems
		}
		return []rules.Problem{{Line: 1, Message: err.Error()}}
	}
	var problems []rules.Problem
	for _, r := range set.Rules {
		for _, c := range r.Cases {
			if reason := v.try(c, sites[c.Place]); reason != "" {
				problems = append(problems, rules.Problem{Line: c.Line, Message: fmt.Sprintf("rule %s: the test fails: %s", r.ID, reason)})
			}
		}
	}
	return problems
}

// trialSites gives each set of technical data that the tests name a place.
func trialSites(set rules.RuleSet) map[rules.CasePlace]geo.ID {
	sites := make(map[rules.CasePlace]geo.ID)
	for _, r := range set.Rules {
		for _, c := range r.Cases {
			if _, ok := sites[c.Place]; !ok {
				sites[c.Place] = trialCountry + geo.ID("-"+strconv.Itoa(len(sites)))
			}
		}
	}
	return sites
}

// techOf returns the data as a place has them.
func techOf(p rules.CasePlace) *geo.TechData {
	number := func(text string) *int {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil
		}
		return &n
	}
	tech := &geo.TechData{ClimateZone: p.ClimateZone, AltitudeM: number(p.Altitude), SeismicZone: p.SeismicZone,
		RadonZone: number(p.RadonZone), Population: number(p.Population)}
	for line := range strings.Lines(p.Extra) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		tech.Extra = append(tech.Extra, geo.TechValue{Key: key, Value: value})
	}
	return tech
}

func newTrial(set rules.RuleSet, blocks []retrieval.Block, sites map[rules.CasePlace]geo.ID) (*Verifier, error) {
	places := make([]geo.Place, 0, 1+len(sites))
	places = append(places, geo.Place{ID: trialCountry, Name: "trial", Level: geo.Country})
	for site, id := range sites {
		places = append(places, geo.Place{ID: id, Name: "trial " + string(id), Level: geo.Municipality, Parent: trialCountry, Tech: techOf(site)})
	}
	gazetteer, err := geo.NewGazetteer([]geo.Scheme{trialScheme{language: known().trying(set.Language)}}, places)
	if err != nil {
		return nil, err
	}
	catalog, err := codes.NewCatalog(gazetteer, []codes.Code{{
		Slug: set.Ref.Code, Title: set.Ref.Code, CountryCode: string(trialCountry), Scope: codes.National,
		Territories: []geo.ID{trialCountry},
		Versions:    []codes.Version{{Slug: set.Ref.Version, Title: set.Ref.Version, Status: codes.Active, Internal: true}},
	}})
	if err != nil {
		return nil, err
	}
	return New(gazetteer, catalog, retrieval.New(blocks), []rules.RuleSet{set}, nil)
}

// try returns how the verdict of a test differs from the one expected, or "".
func (v *Verifier) try(c rules.Case, place geo.ID) string {
	got, err := v.Verify(context.Background(), Check{Element: c.Element, Parameter: c.Parameter, Value: c.Value, Unit: c.Unit,
		BuildingUse: c.BuildingUse, GeoID: string(place)}, c.At)
	switch {
	case err != nil:
		return err.Error()
	case string(got.Status) != c.Status:
		return fmt.Sprintf("want %s, got %s %v %v", c.Status, got.Status, got.Conditions, got.Warnings)
	case c.Limit != "" && !sameFigure(c.Limit, got.Limit):
		return fmt.Sprintf("want the limit %s, got %q", c.Limit, got.Limit)
	case c.Margin != "" && !sameFigure(c.Margin, got.Margin):
		return fmt.Sprintf("want the margin %s, got %q", c.Margin, got.Margin)
	case c.Direction != "" && c.Direction != got.Direction:
		return fmt.Sprintf("want the direction %s, got %q", c.Direction, got.Direction)
	case c.Says != "" && !got.says(c.Says):
		return fmt.Sprintf("want %q said, got %q %q", c.Says, got.Conditions, got.Warnings)
	}
	return ""
}

// sameFigure reports whether two texts are the same number, as "0.40" and "0.4"; those
// that are no numbers, whether they are the same text.
func sameFigure(want, got string) bool {
	if want == got {
		return true
	}
	a, errA := quantity.ParseNumber(want)
	b, errB := quantity.ParseNumber(got)
	return errA == nil && errB == nil && a.Equal(b)
}

// says reports whether a condition or a warning holds the text.
func (r *Result) says(text string) bool {
	return slices.ContainsFunc(slices.Concat(r.Conditions, r.Warnings), func(s string) bool { return strings.Contains(s, text) })
}
