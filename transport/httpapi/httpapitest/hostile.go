package httpapitest

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/webhooks"
)

// hostileScenarios are what somebody might try on lists, days and texts. Nothing is saved.
func hostileScenarios() []scenario {
	const checks, changes, run = "/api/v1/projects/" + ActiveProject + "/checks", "/api/v1/changes", "/api/v1/projects/" + ActiveProject + "/checks/run"
	var list []scenario
	for _, text := range []string{`a\u0000b`, "a\x00b", "a\xffb", `\ud800`, "\xed\xa0\x80", "\xc0\x80"} {
		for _, member := range []string{"element", "parameter", "unit", "geo_id", "building_use"} {
			list = append(list, scenario{name: member + " " + url.QueryEscape(text), path: checks, body: with(member, `"`+text+`"`), status: 422})
		}
		list = append(list, scenario{name: "name " + url.QueryEscape(text), path: checks, body: storedCheck(`,"name":"` + text + `"`), status: 422})
	}
	for _, day := range []string{"10000-01-01", "-0001-01-01", "0000-00-00", "2026-1-1", "2026-01-01T00:00:00Z", "20260101", "today", "%00", "%ff", "2026-01-01%20", "٢٠٢٦-٠١-٠١", "'%3B--"} {
		list = append(list,
			scenario{name: "run as of " + day, method: http.MethodPost, path: run + "?as_of=" + day, status: 422, want: `{"errors":[{"location":"query.as_of"}]}`},
			scenario{name: "changes since " + day, path: changes + "?since=" + day, status: 422, want: `{"errors":[{"location":"query.since"}]}`},
			scenario{name: "changes until " + day, path: changes + "?since=2020-01-01&until=" + day, status: 422, want: `{"errors":[{"location":"query.until"}]}`})
	}
	for _, days := range []string{"since=0001-01-01&until=9999-12-31", "since=9999-12-31", "since=9999-12-31&until=0001-01-01"} {
		list = append(list, scenario{name: "changes " + days, path: changes + "?" + days, status: 200})
	}
	list = append(list,
		scenario{name: "run as of the first day", method: http.MethodPost, path: run + "?as_of=0001-01-01", status: 200},
		scenario{name: "run as of the last day", method: http.MethodPost, path: run + "?as_of=9999-12-31", status: 200})
	for _, page := range []string{"0", "-1", "1.0", "1e3", "+1", "01", "%00", "%ff", "١", "99999999999999999999", "1000001", "0x1", "1%20", "first", "eyJpZCI6MX0%3D"} {
		for _, path := range []string{checks, "/api/v1/projects", changes + "?since=2020-01-01", "/api/v1/codes/search", "/api/v1/projects/" + ActiveProject + "/webhooks"} {
			list = append(list, scenario{name: path + " page " + page, path: withQuery(path, "page="+page), status: 422, want: `{"errors":[{"location":"query.page"}]}`})
		}
	}
	return list
}

func withQuery(path, query string) string {
	u, err := url.Parse(path)
	if err != nil || u.RawQuery == "" {
		return path + "?" + query
	}
	return path + "&" + query
}

// testForeignEntries: what another organization's project holds is not there, by whatever
// project it is asked for.
func testForeignEntries(t *testing.T, s *Server) {
	ctx := t.Context()
	foreign, err := s.Stores.ListOrganizations(ctx)
	must(t, err)
	for _, o := range foreign {
		if p, err := s.Stores.Projects.GetProject(ctx, o.ID, ForeignProject); err == nil {
			testForeignEntriesOf(t, s, p)
			return
		}
	}
	t.Fatal("there is no foreign project")
}

func testForeignEntriesOf(t *testing.T, s *Server, p projects.Project) {
	ctx := t.Context()
	check := projects.SavedCheck{ID: savedCheckID, Request: []byte(`{}`), Decision: projects.Decision{Verdict: "compliant"}}
	must(t, s.Stores.Projects.PutChecks(ctx, p.OrganizationID, p.ID, check))
	hook := webhooks.Hook{ID: projects.NewID(), ProjectID: p.ID, URL: "https://example.org/", Events: webhooks.Events(), Secret: []byte{1}}
	must(t, s.Stores.Webhooks.AddHook(ctx, p.OrganizationID, hook))
	for _, tt := range [][2]string{
		{http.MethodGet, "/checks/" + check.ID}, {http.MethodDelete, "/checks/" + check.ID},
		{http.MethodPost, "/webhooks/" + hook.ID + "/test"}, {http.MethodDelete, "/webhooks/" + hook.ID},
	} {
		for _, project := range []string{ActiveProject, EmptyProject} {
			s.send(t, tt[0], "/api/v1/projects/"+project+tt[1], "", 404).wants(t, `{"code":"not_found"}`)
		}
		if r := s.send(t, tt[0], "/api/v1/projects/"+ForeignProject+tt[1], "", 404); r.Text != projectNotFound {
			t.Errorf("%s %s: %s", tt[0], tt[1], r.Text)
		}
	}
	kept, err := s.Stores.Projects.GetCheck(ctx, p.OrganizationID, p.ID, check.ID)
	if err != nil || kept.Verdict != check.Verdict {
		t.Errorf("the check afterwards: %+v, %v", kept, err)
	}
	if _, err := s.Stores.Webhooks.GetHook(ctx, p.OrganizationID, p.ID, hook.ID); err != nil {
		t.Errorf("the webhook afterwards: %v", err)
	}
}

// testKeysReused: an Idempotency-Key names one request, whatever else is alike.
func testKeysReused(t *testing.T, s *Server) {
	const reused = `{"errors":[{"location":"header.Idempotency-Key","code":"reused"}]}`
	project := func(id, rest string) string { return "/api/v1/projects/" + id + rest }
	s.repeated(t, "/api/v1/verify", "hostile", stairCheck, 200)
	for _, path := range []string{project(ActiveProject, "/checks"), project(EmptyProject, "/checks"), "/api/v1/verify?detail=receipt"} {
		s.repeated(t, path, "hostile", stairCheck, 422).wants(t, reused)
	}
	s.repeated(t, "/api/v1/verify", "hostile", stairCheck+" ", 422).wants(t, reused)
	s.repeated(t, project(ActiveProject, "/checks"), "checks", stairCheck, 201)
	s.repeated(t, project(EmptyProject, "/checks"), "checks", stairCheck, 422).wants(t, reused)
	s.repeated(t, project(ActiveProject, "/checks/run"), "checks", "", 422).wants(t, reused)
	s.repeated(t, project(ActiveProject, "/calculations"), "calculations", `{"calculator_id":"u-value","input":{"r":4}}`, 201)
	s.repeated(t, project(EmptyProject, "/calculations"), "calculations", `{"calculator_id":"u-value","input":{"r":4}}`, 422).wants(t, reused)

	// One user may have keys of several countries: what was made with one is not shown to another.
	const body = `{"name":"Una","geo_id":"ES-28079"}`
	made := s.repeated(t, "/api/v1/projects", "project", body, 201)
	scenario{path: "/api/v1/projects", key: s.Keys.French, body: body, header: map[string]string{"Idempotency-Key": "project"}, status: 422, want: reused}.run(t, s)
	scenario{path: "/api/v1/projects", key: s.Keys.None, body: body, header: map[string]string{"Idempotency-Key": "project"}, status: 201, headers: map[string]string{"Idempotency-Replayed": ""}}.run(t, s)
	s.send(t, "DELETE", made.Header.Get("Location"), "", 204)
	s.send(t, "DELETE", project(ActiveProject, "/checks?all=true"), "", 204)
}
