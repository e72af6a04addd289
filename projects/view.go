package projects

import (
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

// view looks at projects against one snapshot on one day.
type view struct {
	places  *geo.Gazetteer
	catalog *codes.Catalog
	today   codes.Date
}

// info is the context of a project as far as places and codes tell it.
func (v *view) info(p Project) *Info {
	place := v.place(p.GeoID)
	return &Info{
		Project:     p,
		Place:       place,
		Ancestors:   v.ancestors(p.GeoID),
		TechSummary: v.summary(place),
		Language:    v.language(p.GeoID.Country()),
		Selected:    v.collections(p, v.selected(p)),
		Unselected:  v.collections(p, v.unselected(p)),
	}
}

// place survives places that are no longer loaded: a project outlives imports.
func (v *view) place(id geo.ID) geo.Place {
	p, err := v.places.Get(id)
	if err != nil {
		return geo.Place{ID: id, Name: string(id)}
	}
	return *p
}

func (v *view) ancestors(id geo.ID) []geo.Place {
	chain, err := v.places.Ancestors(id)
	if err != nil {
		return nil
	}
	list := make([]geo.Place, len(chain))
	for i, p := range chain {
		list[i] = *p
	}
	return list
}

func (v *view) summary(p geo.Place) string {
	scheme, ok := v.places.Scheme(p.ID.Country())
	if !ok {
		return ""
	}
	return scheme.Summary(p)
}

func (v *view) language(country geo.ID) string {
	scheme, ok := v.places.Scheme(country)
	if !ok {
		return ""
	}
	return scheme.Language()
}

// selected returns the selected codes that exist and that the project's country
// sees. One that does not apply at the place, or not any more, stays: the user
// chose it, and questions go on searching it; only the user takes it away.
func (v *view) selected(p Project) []*codes.Code {
	var list []*codes.Code
	for _, slug := range p.Selected {
		code, err := v.catalog.In(p.GeoID.Country()).Get(slug)
		if err == nil && v.catalog.Visible(code, p.GeoID.Country()) {
			list = append(list, code)
		}
	}
	return list
}

// unselected returns the codes that apply at the place and are not selected.
func (v *view) unselected(p Project) []*codes.Code {
	applicable, err := v.catalog.Applicable(p.GeoID)
	if err != nil {
		return nil // the place is not loaded: nothing is known to apply
	}
	var list []*codes.Code
	for _, a := range applicable {
		if !slices.Contains(p.Selected, a.Code.Slug) {
			list = append(list, a.Code)
		}
	}
	return list
}

func (v *view) collections(p Project, list []*codes.Code) []Collection {
	out := make([]Collection, len(list))
	for i, code := range list {
		out[i] = v.collection(p.GeoID.Country(), code)
	}
	return out
}

func (v *view) collection(country geo.ID, code *codes.Code) Collection {
	c := Collection{Slug: code.Slug, Title: code.Title, Scope: string(code.Scope), ScopeLabel: string(code.Scope)}
	if scheme, ok := v.places.Scheme(country); ok {
		c.Scope, c.ScopeLabel = scheme.ScopeWord(string(code.Scope))
	}
	if current := v.catalog.Current(code, v.today); current != nil {
		c.Version = current.Slug
	}
	for i := range code.Versions {
		if version := &code.Versions[i]; version.Status == codes.Active && version.Internal {
			c.Versions = append(c.Versions, codes.VersionRef{Code: code.Slug, Version: version.Slug})
		}
	}
	return c
}
