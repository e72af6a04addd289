package web

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// homePage is the first page.
type homePage struct {
	frame
	Places, Codes, Blocks int
	Countries             []geo.ID
	Credits               map[string]string // of the places, by language: the reader's, or all
	News                  []newVersion
	Resume                *resumed // nil for a stranger, and who has no project
}

// resumed is the project that somebody left off in.
type resumed struct {
	Info   projectInfo
	Checks []savedCheck // the newest
}

// Selects reports whether a code is of the project.
func (p *resumed) Selects(slug string) bool {
	return p != nil && slices.ContainsFunc(p.Info.Selected, func(c selectedCode) bool { return c.Slug == slug })
}

// resume returns the project looked at last, or else the active one; without one, or
// where it cannot be had, the page does without.
func (v *visit) resume(s *Site, f frame) *resumed {
	query, checks := url.Values{}, struct{ Checks []savedCheck }{}
	if id := v.lastProject(); id != "" {
		query.Set("project_id", id)
	}
	p := &resumed{}
	if v.get("/api/v1/project/info", query, &p.Info) != nil {
		return nil
	}
	if v.get(checksAPI(p.Info.ID), url.Values{"page_size": {strconv.Itoa(fewHits)}, "order": {"newest"}}, &checks) != nil {
		return nil
	}
	p.Checks = checks.Checks
	s.describe(v, f, p.Info.ID, p.Checks)
	return p
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
		News:      s.news(snapshot),
	}
	page.Credits = s.opts.Credits
	if own, ok := s.opts.Credits[page.Lang]; ok {
		page.Credits = map[string]string{page.Lang: own}
	}
	if v := visitOf(r); v.principal != nil {
		page.Resume = v.resume(s, page.frame)
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
