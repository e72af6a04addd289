package web

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// homePage is the first page.
type homePage struct {
	frame
	Places, Codes, Blocks int
	Countries             []geo.ID
	Credits               map[string]string // of the places, by language
	News                  []newVersion
}

// newVersion is a version that came into force.
type newVersion struct {
	Code    *codes.Code
	Version *codes.Version
	Path    string
}

// manyNews is how many of them the first page shows.
const manyNews = 5

func (s *Site) home(w http.ResponseWriter, r *http.Request) {
	snapshot := s.engine.Snapshot()
	page := homePage{
		frame:     s.frame(r, "", "", ""),
		Places:    snapshot.Places.Len(),
		Codes:     len(snapshot.Codes.All()),
		Blocks:    snapshot.Texts.Len(),
		Countries: snapshot.Places.Countries(),
		Credits:   s.opts.Credits,
		News:      s.news(snapshot),
	}
	page.Title, page.Search = page.T("home.title"), false // it has a box of its own
	s.write(w, r, http.StatusOK, "home", page)
}

// news returns the versions in force that came into it last, newest first.
func (s *Site) news(snapshot *regengine.Snapshot) []newVersion {
	today := codes.DateOf(s.opts.Now())
	var list []newVersion
	for _, code := range snapshot.Codes.All() {
		if v := snapshot.Codes.Current(code, today); v != nil && !v.Effective.IsZero() {
			list = append(list, newVersion{Code: code, Version: v, Path: path(codes.VersionRef{Code: code.Slug, Version: v.Slug})})
		}
	}
	slices.SortStableFunc(list, func(a, b newVersion) int {
		return cmp.Or(b.Version.Effective.Compare(a.Version.Effective), cmp.Compare(a.Code.Slug, b.Code.Slug))
	})
	return list[:min(manyNews, len(list))]
}
