package verify

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
)

// A trial runs the tests kept beside the rules of one set, on that set alone,
// in a country of its own whose municipalities have nothing but the climate
// zones the tests name.

// trialCountry is a code ISO 3166-1 leaves to its users.
const trialCountry = geo.ID("ZZ")

// trialScheme takes the identifiers of the trial's places.
type trialScheme struct{ geo.UnimplementedScheme }

func (trialScheme) Country() geo.ID  { return trialCountry }
func (trialScheme) Language() string { return grammars[0].lang }

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
func runCases(set RuleSet, blocks []retrieval.Block) []Problem {
	if len(set.Uses) > 0 {
		return nil
	}
	zones := trialZones(set)
	v, err := newTrial(set, blocks, zones)
	if err != nil {
		var rules *RuleError
		if errors.As(err, &rules) {
			return rules.Problems
		}
		return []Problem{{1, err.Error()}}
	}
	var problems []Problem
	for _, r := range set.Rules {
		for _, c := range r.Cases {
			if reason := v.try(c, zones[c.ClimateZone]); reason != "" {
				problems = append(problems, Problem{c.Line, fmt.Sprintf("rule %s: the test fails: %s", r.ID, reason)})
			}
		}
	}
	return problems
}

// trialZones gives each climate zone the tests name a place.
func trialZones(set RuleSet) map[string]geo.ID {
	zones := make(map[string]geo.ID)
	for _, r := range set.Rules {
		for _, c := range r.Cases {
			if _, ok := zones[c.ClimateZone]; !ok {
				zones[c.ClimateZone] = trialCountry + geo.ID("-"+strconv.Itoa(len(zones)))
			}
		}
	}
	return zones
}

func newTrial(set RuleSet, blocks []retrieval.Block, zones map[string]geo.ID) (*Verifier, error) {
	places := make([]geo.Place, 0, 1+len(zones))
	places = append(places, geo.Place{ID: trialCountry, Name: "trial", Level: geo.Country})
	for zone, id := range zones {
		places = append(places, geo.Place{ID: id, Name: "trial " + string(id), Level: geo.Municipality, Parent: trialCountry,
			Tech: &geo.TechData{ClimateZone: zone}})
	}
	gazetteer, err := geo.NewGazetteer([]geo.Scheme{trialScheme{}}, places)
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
	return New(gazetteer, catalog, retrieval.New(blocks), []RuleSet{set}, nil)
}

// try returns how the verdict of a test differs from the one expected, or "".
func (v *Verifier) try(c Case, place geo.ID) string {
	got, err := v.Verify(context.Background(), Check{Element: c.Element, Parameter: c.Parameter, Value: c.Value, Unit: c.Unit,
		BuildingUse: c.BuildingUse, GeoID: string(place)}, codes.Date{})
	switch {
	case err != nil:
		return err.Error()
	case got.Status != c.Status:
		return fmt.Sprintf("want %s, got %s %v %v", c.Status, got.Status, got.Conditions, got.Warnings)
	case c.Limit != "" && c.Limit != got.Limit:
		return fmt.Sprintf("want the limit %s, got %q", c.Limit, got.Limit)
	case c.Margin != "" && c.Margin != got.Margin:
		return fmt.Sprintf("want the margin %s, got %q", c.Margin, got.Margin)
	}
	return ""
}
