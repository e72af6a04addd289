package httpapi

import (
	"context"
	"errors"
	"net/http"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
)

// errCountryMismatch says that a place is another served country's than the
// key's.
var errCountryMismatch = errors.New("httpapi: place of another country")

var levelNames = []string{"country", "region", "province", "municipality"}

var (
	locationQ = &field{name: "q", kind: textField, blank: true, required: true, max: 200, example: "madrid",
		doc: "Free text, 1 to 200 characters: a whole or partial name, with or without accents, in any letter case. Every character is literal."}
	locationLevel = &field{name: "level", kind: enumField, blank: true, enum: levelNames,
		doc: "Only places of this level; empty is as if absent."}
	locationAncestor = &field{name: "ancestor_id", kind: textField, example: "ES-MD",
		doc: "Only places inside this one, itself excluded: a geo_id in any letter case. One that does not exist finds nothing."}
	locationAsOf = &field{name: "as_of", kind: dateField, example: "2010-06-01",
		doc: "The codes of which a version was in force on that day, or may have been; those with an active version when omitted."}
	geoIDPath = &field{name: "geo_id", kind: textField, required: true, example: "ES-28079",
		doc: "Identifier of a place of any level, in any letter case."}
)

func (a *API) locationOperations() []*operation {
	return []*operation{{
		id: "searchLocations", method: http.MethodGet, path: "/api/v1/location/search", tag: "Location",
		summary: "Search places by name or identifier",
		description: "Finds places of any level by name, ignoring accents and letter case, best first, at most 50: exact names, then names that begin with the text, " +
			"then words that do, then names that contain it, and last names within one typing error. Among equals wider levels and larger populations come first. " +
			"An identifier, with its country or without (ES-28079, 28079), finds its place before all others. Only places of the key's country are found." + notServed,
		group: access.Catalogue, queryFields: []*field{locationQ, locationLevel, locationAncestor}, validated: true,
		response: LocationSearchResponse{}, run: a.searchLocations,
	}, {
		id: "getLocation", method: http.MethodGet, path: "/api/v1/location/{geo_id}", tag: "Location",
		summary: "Get a place with its technical data and the codes that apply there",
		description: "Returns one place with its chain of ancestors, its technical data and the codes that apply there after territorial inheritance. " +
			"A geo_id whose prefix is another served country's than the key's gives 403 country_mismatch, whether or not the place exists; " +
			"one of a country that is not served gives 404.",
		group: access.Catalogue, pathFields: []*field{geoIDPath}, queryFields: []*field{locationAsOf}, validated: true,
		response: LocationDetailResponse{}, run: a.getLocation,
	}}
}

func (a *API) searchLocations(_ context.Context, x *exchange, in *input) (reply, error) {
	v := a.views()
	if err := checkServed(v.snapshot, x.principal.Country); err != nil {
		return reply{}, err
	}
	tag := a.searchTag(v.placesSum, x, in)
	if answer, ok := tag.unchanged(x); ok {
		return answer, nil
	}
	places := v.snapshot.Places
	opts := &geo.SearchOptions{Country: x.principal.Country}
	opts.Level, _ = geo.ParseLevel(in.text(locationLevel.name))
	if ancestor := in.text(locationAncestor.name); ancestor != "" {
		id, err := places.ParseID(ancestor)
		if errors.Is(err, geo.ErrInvalidID) {
			return reply{body: v.searchBody(nil), tag: tag}, nil
		}
		opts.Within = id
	}
	found, err := places.Search(in.text(locationQ.name), opts)
	if err != nil {
		return reply{}, err
	}
	return reply{body: v.searchBody(found), tag: tag}, nil
}

func (a *API) getLocation(_ context.Context, x *exchange, in *input) (reply, error) {
	text := in.path(geoIDPath.name)
	v := a.views()
	country, served := v.served(text)
	switch {
	case !served && geo.ID(upper(text)).Country() == x.principal.Country:
		return reply{}, regengine.ErrNotServed
	case !served:
		return reply{}, geo.ErrNotFound
	case country != x.principal.Country:
		return reply{}, errCountryMismatch
	}
	if day := in.text(locationAsOf.name); day != "" {
		return locationOn(v.snapshot, text, day)
	}
	if found, ok := v.places[geo.ID(text)]; ok {
		return reply{view: found}, nil
	}
	id, err := v.snapshot.Places.ParseID(text)
	if err != nil {
		return reply{}, err
	}
	found, ok := v.places[id]
	if !ok {
		return reply{}, geo.ErrNotFound
	}
	return reply{view: found}, nil
}

// locationOn answers with a place as it was on a day: of that only the codes are known.
func locationOn(s *regengine.Snapshot, text, day string) (reply, error) {
	id, err := s.Places.ParseID(text)
	if err != nil {
		return reply{}, err
	}
	place, err := s.Places.Get(id)
	if err != nil {
		return reply{}, err
	}
	on, _ := codes.ParseDate(day) // validated
	applicable, err := s.Codes.ApplicableOn(id, on)
	if err != nil {
		return reply{}, err
	}
	return jsonReply(locationDetail(s, place, applicable)), nil
}
