package codes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
)

// Applicable is one code that applies at a place, and why.
type Applicable struct {
	Code  *Code
	Match geo.Level // level of the territory that matched: match_reason
}

// Applicable returns the codes with an active version whose territory is the
// place, an ancestor, or a group the place belongs to (DECISIONS 13): widest
// match first, then by slug. Where a code's list holds both the place and an
// ancestor, the nearest territory is the reason. geo.ErrNotFound when the place
// does not exist. The slice is shared and must not be changed; places with the
// same codes get the same slice.
func (c *Catalog) Applicable(id geo.ID) ([]Applicable, error) {
	list, ok := c.applicable[id]
	if !ok {
		return nil, geo.ErrNotFound
	}
	return list, nil
}

// ApplicableOn returns the codes of which a version was in force at the place on a day,
// or may have been, in the order of [Catalog.Applicable]: those that were repealed since
// are among them, and those that came later are not. geo.ErrNotFound.
func (c *Catalog) ApplicableOn(id geo.ID, on Date) ([]Applicable, error) {
	covering, ok := c.covering[id]
	if !ok {
		return nil, geo.ErrNotFound
	}
	var list []Applicable
	for _, a := range covering {
		if len(c.VersionsOn(a.Code, on)) > 0 {
			list = append(list, a)
		}
	}
	return list, nil
}

// spread hands every place its parent's codes and its own. Most places have no
// code of their own and share their parent's slice, so the result costs one map
// entry a place and one slice for each different set.
//
// Each code is there as the place's country reads it.
func spread(places *geo.Gazetteer, list []*Code, read *readings) map[geo.ID][]Applicable {
	own := make(map[geo.ID][]*Code)
	for _, code := range list {
		for _, id := range code.Territories {
			own[id] = append(own[id], read.of(code, id.Country()))
		}
	}
	sets := make(map[string][]Applicable)
	out := make(map[geo.ID][]Applicable, places.Len())
	places.All(func(p *geo.Place) bool { // parents come before their children
		inherited := out[p.Parent]
		if len(own[p.ID]) == 0 {
			out[p.ID] = inherited
			return true
		}
		set := inherit(inherited, own[p.ID], p.Level)
		key := setKey(set)
		if known, ok := sets[key]; ok {
			set = known
		}
		sets[key] = set
		out[p.ID] = set
		return true
	})
	return out
}

// inherit returns a new set of the inherited codes and own ones, which match at
// level.
func inherit(inherited []Applicable, own []*Code, level geo.Level) []Applicable {
	set := make([]Applicable, 0, len(inherited)+len(own))
	for _, a := range inherited {
		if !slices.Contains(own, a.Code) {
			set = append(set, a)
		}
	}
	for _, code := range own {
		set = append(set, Applicable{Code: code, Match: level})
	}
	slices.SortFunc(set, func(a, b Applicable) int {
		return cmp.Or(cmp.Compare(a.Match, b.Match), cmp.Compare(a.Code.Slug, b.Code.Slug))
	})
	return set
}

func setKey(set []Applicable) string {
	var key strings.Builder
	for _, a := range set {
		fmt.Fprintf(&key, "%d %p\n", a.Match, a.Code) // one code is another where it is read otherwise
	}
	return key.String()
}
