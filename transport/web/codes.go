package web

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// codesPage lists what is loaded, or what of it a filter lets pass.
type codesPage struct {
	frame
	Q      string
	Scope  string
	Scopes []option
	Total  int
	Loaded []countryGroup
}

// option is a choice of a field.
type option struct {
	Value, Name string
	Chosen      bool
}

func (s *Site) codes(w http.ResponseWriter, r *http.Request) {
	snapshot := s.engine.Snapshot()
	page := codesPage{frame: s.frame(r, "", "codes", ""), Q: searched(r), Scope: r.URL.Query().Get("scope")}
	page.Title = page.T("codes.heading")
	for _, scope := range codes.Scopes() {
		page.Scopes = append(page.Scopes, option{string(scope), page.T("scope." + string(scope)), string(scope) == page.Scope})
	}
	found := filtered(snapshot.Codes, page.Q, codes.NormativeScope(page.Scope))
	page.Total = len(found)
	page.Loaded = byCountry(snapshot, found, page.Words, codes.DateOf(s.opts.Now()))
	s.write(w, r, http.StatusOK, "codes", page)
}

// filtered returns all codes whose title holds q, of a scope; "" does not ask.
func filtered(catalog *codes.Catalog, q string, scope codes.NormativeScope) []*codes.Code {
	var list []*codes.Code
	for page := 1; ; page++ {
		found := catalog.Search(q, &codes.SearchOptions{Scope: scope, Page: page, PageSize: codes.MaxPageSize})
		list = append(list, found.Items...)
		if page >= found.TotalPages {
			return list
		}
	}
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

// codeLinks is one code with the version that applies today.
type codeLinks struct {
	Code    *codes.Code
	Path    string         // of the page of the code
	Current *codes.Version // nil where none is known to
	Count   int            // of versions
}

// byCountry groups codes by country, those of several countries first.
func byCountry(snapshot *regengine.Snapshot, all []*codes.Code, w *words, today codes.Date) []countryGroup {
	of := map[string][]*codes.Code{}
	for _, code := range all {
		of[code.CountryCode] = append(of[code.CountryCode], code)
	}
	groups := make([]countryGroup, 0, len(of))
	for _, country := range slices.SortedFunc(maps.Keys(of), supranationalFirst) {
		group := countryGroup{Name: country, Scopes: byScope(snapshot.Codes, of[country], w, today)}
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
func byScope(catalog *codes.Catalog, all []*codes.Code, w *words, today codes.Date) []scopeGroup {
	var groups []scopeGroup
	for _, scope := range codes.Scopes() {
		group := scopeGroup{Name: w.text("scope." + string(scope))}
		for _, code := range all {
			if code.Scope == scope {
				group.Codes = append(group.Codes, codeLinks{code, codePath(code.Slug), catalog.Current(code, today), len(code.Versions)})
			}
		}
		if len(group.Codes) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

func codePath(slug string) string { return "/codes/" + url.PathEscape(slug) }
