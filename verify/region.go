package verify

import (
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

// placeRegion is the identifier of the region a place lies in, such as "ES-IB":
// what a fact may name under "place" beside the technical data. The values of a
// category are lower case, and so is the identifier there.
const placeRegion = "region"

// takeRegion adds the region of the place to what is known.
func (v *rulebook) takeRegion(place *geo.Place, world []knowledge) {
	region := v.regionOf(place)
	if region == "" {
		return
	}
	for _, f := range v.facts {
		if f.Place != placeRegion || f.Kind == rules.QuantityFact {
			continue
		}
		text := region
		if f.Kind == rules.CategoryFact {
			text = strings.ToLower(region)
		}
		world[f.index] = world[f.index].with(knowledge{origin: byPlace, texts: []string{text}})
	}
}

// regionOf returns the identifier of the region that holds the place, "" above
// regions and where the country has none.
func (v *rulebook) regionOf(place *geo.Place) string {
	if place.Level == geo.Region {
		return string(place.ID)
	}
	ancestors, err := v.places.Ancestors(place.ID)
	if err != nil {
		return ""
	}
	for _, each := range ancestors {
		if each.Level == geo.Region {
			return string(each.ID)
		}
	}
	return ""
}
