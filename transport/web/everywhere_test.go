package web_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// route is an address of the pages for who is signed in, as site.go has it.
type route struct{ method, path string }

// of is the address for a project, and for what belongs to one by an id like its own.
func (r route) of(id string) string {
	return strings.NewReplacer("{id}", id, "{calculation}", id, "{turn}", id, "{check}", id, "{calculator}", "u-value", "{geo_id}", "ES-28079", "{secret}", "AAAA").Replace(r.path)
}

// addresses lists all of them: what is said of every page holds of those to come.
func addresses(t testing.TB) []route {
	t.Helper()
	source, err := os.ReadFile("site.go")
	if err != nil {
		t.Fatal(err)
	}
	_, inside, _ := strings.Cut(string(source), "func (s *Site) routeInside()")
	inside = strings.ReplaceAll(inside, `" + signInPath`, `/signin"`)
	var list []route
	for _, m := range regexp.MustCompile(`"(GET|POST) ([^"]+)"(?: \+ "([^"]+)")?`).FindAllStringSubmatch(inside, -1) {
		list = append(list, route{m[1], m[2] + m[3]})
	}
	const fewest = 35
	if len(list) < fewest {
		t.Fatalf("%d addresses: the pattern is wrong", len(list))
	}
	return list
}

// Every address that takes a form refuses one that was not made here for this browser.
func TestSite_CSRF_everywhere(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b, other := h.signedIn(t, h.Keys.Main), h.signedIn(t, h.Keys.Main)
	other.page(t, "/")
	foreign := regexp.MustCompile(`name="csrf" value="([^"]+)"`).FindStringSubmatch(other.last)[1]
	for _, at := range addresses(t) {
		if at.method != http.MethodPost {
			continue
		}
		path := at.of(httpapitest.ActiveProject)
		for name, token := range map[string]string{"none": "", "made up": "AAAA", "another's": foreign} {
			form := url.Values{"csrf": {token}, "name": {"x"}, "geo_id": {"ES-28079"}}
			b.page(t, "/")
			wantStatus(t, path+" with "+name, b.post(t, path, form), map[bool]int{true: http.StatusForbidden, false: http.StatusBadRequest}[!strings.Contains(path, "/documents") && path != "/batch" || strings.HasSuffix(path, "/delete")])
			b.page(t, "/")
			wantStatus(t, path+" as a form with files, with "+name, b.upload(t, path, "a.csv", stairs, form), http.StatusForbidden)
		}
	}
	if h.left(t) != 1000 || !b.inside(t) {
		t.Error("a refused form did something")
	}
}

// No page is shown, and no form taken, for a session that was made up, has ended or has
// lasted its time.
func TestSite_Sessions_everywhere(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	expired, ended := h.signedIn(t, h.Keys.Main), h.signedIn(t, h.Keys.Main)
	expired.page(t, "/")
	csrf := between(t, expired.last, `name="csrf" value="`, `"`)
	session := *ended.cookies["session"]
	ended.page(t, "/")
	wantStatus(t, "signing out", ended.post(t, "/signout", url.Values{}), http.StatusSeeOther)
	ended.cookies["session"] = &session
	h.Clock.Advance(access.SessionLife)
	forged := h.browser()
	forged.cookies["session"] = &http.Cookie{Name: "session", Value: "rgs_" + strings.Repeat("a", 43)}
	for name, b := range map[string]*browser{"expired": expired, "ended": ended, "forged": forged} {
		for _, at := range addresses(t) {
			if strings.HasPrefix(at.path, "/signin") {
				continue
			}
			path, want := at.of(httpapitest.ActiveProject), http.StatusSeeOther
			r := httptest.NewRequest(at.method, path, strings.NewReader(url.Values{"csrf": {csrf}}.Encode()))
			if at.method == http.MethodPost {
				want = http.StatusForbidden
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			}
			got := b.do(t, r)
			wantStatus(t, name+": "+at.method+" "+path, got, want)
			if to := got.Header.Get("Location"); strings.Contains(b.last, "Viviendas") || want == http.StatusSeeOther && !strings.HasPrefix(to, "/signin?next=") {
				t.Errorf("%s: %s %s leads to %q and shows\n%s", name, at.method, path, to, b.last)
			}
		}
	}
}

// Nothing with another organization's id in its address answers otherwise than with an id
// that nothing has.
func TestSite_Foreign_everywhere(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	b.page(t, "/places/ES-28079") // which every page shows from now on
	const noID = "0b6f3a10-0000-4000-8000-00000000ffff"
	fields := url.Values{
		"nonce": {"x"}, "name": {"x"}, "slug": {"cte-db-sua"}, "label": {"x"}, "value": {"1"}, "key": {"altitude"},
		"document_id": {noID}, "calculation_id": {noID}, "check_id": {noID}, "format": {"csv"},
	}
	seen := 0
	for _, at := range addresses(t) {
		if !strings.Contains(at.path, "{id}") && !strings.Contains(at.path, "{turn}") {
			continue
		}
		seen++
		answer := func(id string) string {
			b.page(t, "/check")
			var r *http.Response
			switch {
			case at.method == http.MethodGet:
				r = b.get(t, at.of(id)+"?"+fields.Encode())
			case strings.HasSuffix(at.path, "/documents"):
				r = b.upload(t, at.of(id), "a.txt", "x", nil)
			default:
				r = b.post(t, at.of(id), maps.Clone(fields))
			}
			return r.Status + strings.ReplaceAll(b.last, id, "ID")
		}
		if foreign, absent := answer(httpapitest.ForeignProject), answer(httpapitest.AbsentProject); foreign != absent || !strings.HasPrefix(foreign, "404") {
			t.Errorf("%s %s of another: %.60q, of nobody: %.60q", at.method, at.path, foreign, absent)
		}
	}
	if seen < 12 {
		t.Errorf("%d addresses hold an id", seen)
	}
	if h.left(t) != 1000 {
		t.Errorf("%d credits are left of 1000", h.left(t))
	}
}
