package main

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/transport/httpapi"
)

// territory is where a place is looked up by its name.
type territory interface {
	// find searches as the API does, best first.
	find(ctx context.Context, text string) ([]httpapi.LocationItem, error)

	// ancestors lists what a place lies in, nearest first.
	ancestors(ctx context.Context, geoID string) ([]httpapi.LocationItem, error)
}

// find implements [territory].
func (c *client) find(ctx context.Context, text string) ([]httpapi.LocationItem, error) {
	var found httpapi.LocationSearchResponse
	err := c.get(ctx, "/api/v1/location/search", url.Values{"q": {text}}, &found)
	return found.Results, err
}

// ancestors implements [territory].
func (c *client) ancestors(ctx context.Context, geoID string) ([]httpapi.LocationItem, error) {
	detail, err := c.place(ctx, geoID, "")
	return detail.Ancestors, err
}

// place returns one place, with what applies there on a day, "" for today.
func (c *client) place(ctx context.Context, geoID, day string) (detail httpapi.LocationDetailResponse, err error) {
	query := url.Values{}
	if day != "" {
		query.Set("as_of", day)
	}
	err = c.get(ctx, "/api/v1/location/"+url.PathEscape(geoID), query, &detail)
	return detail, err
}

// gazetteer is a territory in memory.
type gazetteer struct{ *geo.Gazetteer }

// find implements [territory].
func (g gazetteer) find(_ context.Context, text string) ([]httpapi.LocationItem, error) {
	found, err := g.Search(text, nil)
	return mapped(found, locationItem), err
}

// ancestors implements [territory].
func (g gazetteer) ancestors(_ context.Context, geoID string) ([]httpapi.LocationItem, error) {
	above, err := g.Ancestors(geo.ID(geoID))
	return mapped(above, locationItem), err
}

func locationItem(p *geo.Place) httpapi.LocationItem {
	return httpapi.LocationItem{GeoID: string(p.ID), Name: p.Name, Level: p.Level.String()}
}

// placeID returns the identifier of the place a person names, by identifier or by name.
// Where several bear the name it asks; without a person to ask that is an error that lists
// them. Of places that lie in one another, such as a city and its province, the innermost
// is meant. Nothing is taken for a place by its likeness alone.
func (a *app) placeID(ctx context.Context, in territory, text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", usagef("the place is empty; give its name, or its identifier such as ES-28079")
	}
	found, err := in.find(ctx, text)
	if err != nil {
		return "", err
	}
	if id := strings.ToUpper(strings.TrimSpace(text)); len(found) > 0 && strings.HasSuffix("-"+found[0].GeoID, "-"+id) {
		return found[0].GeoID, nil
	}
	named := bearing(found, text)
	if len(named) == 0 {
		if found, err = alike(ctx, in, text, found); err != nil {
			return "", err
		}
		return a.whichPlace(ctx, in, found, fmt.Sprintf("there is no place %s; did you mean", quote(text)))
	}
	inner, err := innermost(ctx, in, named)
	if err != nil {
		return "", err
	}
	if inner == nil {
		return a.whichPlace(ctx, in, named, fmt.Sprintf("%d places are called %s; give the identifier of one", len(named), quote(text)))
	}
	if len(named) > 1 {
		fmt.Fprintf(a.stderr, "%s: the %s, %s\n", inner.Name, inner.Level, inner.GeoID)
	}
	return inner.GeoID, nil
}

// bearing returns the places that are called so; where none is, those of the rank and name
// of the best one, if the text says more than its name ("Moya, Cuenca").
func bearing(found []httpapi.LocationItem, text string) (named []httpapi.LocationItem) {
	folded := geo.Fold(text)
	for _, p := range found {
		if slices.Contains(partsOf(p.Name), folded) {
			named = append(named, p)
		}
	}
	if len(named) > 0 || len(found) == 0 {
		return named
	}
	best := found[0]
	if !slices.ContainsFunc(partsOf(best.Name), func(part string) bool { return holdsWords(folded, part) }) {
		return nil
	}
	for _, p := range found {
		if p.Name == best.Name && p.Level == best.Level {
			named = append(named, p)
		}
	}
	return named
}

// partsOf are the names a place has, folded: two of a bilingual one, and the whole.
func partsOf(name string) []string {
	parts := []string{geo.Fold(name)}
	for part := range strings.SplitSeq(name, "/") {
		parts = append(parts, geo.Fold(part))
	}
	return parts
}

// innermost returns the place that lies in all the others; nil for none.
func innermost(ctx context.Context, in territory, named []httpapi.LocationItem) (*httpapi.LocationItem, error) {
	last := &named[len(named)-1] // of one name the wider come first
	if len(named) == 1 {
		return last, nil
	}
	above, err := in.ancestors(ctx, last.GeoID)
	if err != nil {
		return nil, err
	}
	for _, p := range named[:len(named)-1] {
		if !slices.Contains(above, p) {
			return nil, nil //nolint:nilnil // none is a fine answer
		}
	}
	return last, nil
}

// shortestStart is the fewest letters by which places are looked for that are alike.
const shortestStart = 3

// alike returns the places whose names are the most like a text, of those found, or else of
// those that begin as it does.
func alike(ctx context.Context, in territory, text string, found []httpapi.LocationItem) ([]httpapi.LocationItem, error) {
	letters := []rune(strings.TrimSpace(text))
	for n := len(letters) * 3 / 4; len(found) == 0 && n >= shortestStart; n-- {
		var err error
		if found, err = in.find(ctx, string(letters[:n])); err != nil {
			return nil, err
		}
		names := near(text, namesOfPlaces(found))
		found = slices.DeleteFunc(found, func(p httpapi.LocationItem) bool { return !slices.Contains(names, p.Name) })
	}
	rank := func(p httpapi.LocationItem) int { return levenshtein.ComputeDistance(geo.Fold(text), geo.Fold(p.Name)) }
	slices.SortStableFunc(found, func(a, b httpapi.LocationItem) int { return cmp.Compare(rank(a), rank(b)) })
	return found[:min(len(found), mostNear)], nil
}

// whichPlace asks which of several places is meant, or says in an error which there are.
func (a *app) whichPlace(ctx context.Context, in territory, found []httpapi.LocationItem, message string) (string, error) {
	if len(found) == 0 {
		return "", notFound("%s another? \"regengine places search\" looks for one by a part of its name", message)
	}
	options := make([]string, len(found))
	for i, p := range found {
		above, err := in.ancestors(ctx, p.GeoID)
		if err != nil {
			return "", err
		}
		options[i] = fmt.Sprintf("%s  %s", p.GeoID, placeWords(p, above))
	}
	if mayAsk(a.stdin) {
		i, err := a.choose(message, options)
		if err != nil {
			return "", err
		}
		return found[i].GeoID, nil
	}
	return "", notFound("%s\n  %s", message, strings.Join(options, "\n  "))
}

// placeWords says what a place is and where it lies.
func placeWords(p httpapi.LocationItem, above []httpapi.LocationItem) string {
	return strings.Join(append([]string{p.Name + " (" + p.Level + ")"}, namesOfPlaces(above)...), ", ")
}

func namesOfPlaces(list []httpapi.LocationItem) []string {
	return mapped(list, func(p httpapi.LocationItem) string { return p.Name })
}
