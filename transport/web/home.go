package web

import (
	"net/http"

	"github.com/reglookup/regengine/codes"
)

// homePage is the first page.
type homePage struct {
	chrome
	BaseURL               string
	Places, Codes, Blocks int
	Revision              int64
	Countries             []string
	Scopes                []scopeGroup
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

func (s *Site) home(w http.ResponseWriter, r *http.Request) {
	snapshot := s.engine.Snapshot()
	page := homePage{
		chrome:   s.chrome("en", "Regulation lookup"),
		BaseURL:  s.opts.BaseURL,
		Places:   snapshot.Places.Len(),
		Blocks:   snapshot.Texts.Len(),
		Revision: snapshot.Revision,
	}
	if page.BaseURL == "" {
		page.BaseURL = "http://" + r.Host
	}
	for _, country := range snapshot.Places.Countries() {
		page.Countries = append(page.Countries, string(country))
	}
	all := snapshot.Codes.All()
	page.Codes = len(all)
	page.Scopes = byScope(all, page.Words)
	s.write(w, r, http.StatusOK, "home", page)
}

// byScope groups codes by scope, widest territory first.
func byScope(all []*codes.Code, w words) []scopeGroup {
	var groups []scopeGroup
	for _, scope := range codes.Scopes() {
		group := scopeGroup{Name: string(scope)}
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
