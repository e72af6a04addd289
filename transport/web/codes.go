package web

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// codesPage lists what is loaded.
type codesPage struct {
	frame
	Loaded []countryGroup
}

func (s *Site) codes(w http.ResponseWriter, r *http.Request) {
	snapshot := s.engine.Snapshot()
	page := codesPage{frame: s.frame(r, "", "codes", "")}
	page.Title = page.T("codes.heading")
	page.Loaded = byCountry(snapshot, snapshot.Codes.All(), page.Words)
	s.write(w, r, http.StatusOK, "codes", page)
}

// countryGroup lists the codes of one country, or those of no single one.
type countryGroup struct {
	Name   string // of the country, in its own words
	Lang   string // BCP 47 tag its titles are in; "" where no single one
	Scopes []scopeGroup
}

// scopeGroup lists the codes of one scope.
type scopeGroup struct {
	Name  string
	Codes []codeLinks
}

// codeLinks is one code with its versions.
type codeLinks struct {
	Code     *codes.Code
	Versions []versionLink
}

// byCountry groups codes by country, those of several countries first.
func byCountry(snapshot *regengine.Snapshot, all []*codes.Code, w *words) []countryGroup {
	of := map[string][]*codes.Code{}
	for _, code := range all {
		of[code.CountryCode] = append(of[code.CountryCode], code)
	}
	groups := make([]countryGroup, 0, len(of))
	for _, country := range slices.SortedFunc(maps.Keys(of), supranationalFirst) {
		group := countryGroup{Name: country, Scopes: byScope(of[country], w)}
		if country == codes.Supranational {
			group.Name = w.text("codes.several")
		}
		if place, err := snapshot.Places.Get(geo.ID(country)); err == nil {
			group.Name = place.Name
		}
		if scheme, ok := snapshot.Places.Scheme(geo.ID(country)); ok {
			group.Lang = scheme.Language()
		}
		groups = append(groups, group)
	}
	return groups
}

func supranationalFirst(a, b string) int {
	if (a == codes.Supranational) != (b == codes.Supranational) {
		if a == codes.Supranational {
			return -1
		}
		return 1
	}
	return strings.Compare(a, b)
}

// byScope groups codes by scope, widest territory first.
func byScope(all []*codes.Code, w *words) []scopeGroup {
	var groups []scopeGroup
	for _, scope := range codes.Scopes() {
		group := scopeGroup{Name: w.text("scope." + string(scope))}
		for _, code := range all {
			if code.Scope != scope {
				continue
			}
			links := codeLinks{Code: code}
			for _, v := range code.Versions {
				links.Versions = append(links.Versions, newLink(code, v, w))
			}
			group.Codes = append(group.Codes, links)
		}
		if len(group.Codes) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// code sends on to the version of a code that applies today, or else its newest.
func (s *Site) code(w http.ResponseWriter, r *http.Request) {
	snapshot := s.engine.Snapshot()
	code, err := snapshot.Codes.Get(r.PathValue("slug"))
	if err != nil || len(code.Versions) == 0 {
		s.notFound(w, r)
		return
	}
	version := snapshot.Codes.Current(code, codes.DateOf(s.opts.Now()))
	if version == nil {
		version = &code.Versions[0]
	}
	http.Redirect(w, r, path(codes.VersionRef{Code: code.Slug, Version: version.Slug}), http.StatusSeeOther)
}
