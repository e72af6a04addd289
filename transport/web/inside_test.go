package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/sheet/workbook"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
	"github.com/reglookup/regengine/transport/web"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// house is the pages over the world of the HTTP API's tests, with people signed in.
type house struct {
	*httpapitest.Server
	site *web.Site
	keys *access.Authenticator
}

func openHouse(t testing.TB, with httpapitest.Setup, change func(*web.Options)) *house {
	t.Helper()
	with.Offline = true
	h := &house{Server: httpapitest.NewServer(t, httpapitest.MemoryStores(), with)}
	auth := &access.AuthenticatorOptions{Now: h.Clock.Now}
	h.keys = access.NewAuthenticator(h.Stores.Store, auth)
	opts := &web.Options{
		Version: "test", BaseURL: "http://example.com", API: h.API, Keys: h.keys, Loopback: true, Now: h.Clock.Now, Workbooks: workbook.Format{}, Reports: httpapi.ReportFormats(),
		Sessions: access.NewSessions(h.Stores.Store.(access.SessionStore), auth),
	}
	if change != nil {
		change(opts)
	}
	site, err := web.New(h.Engine, opts)
	if err != nil {
		t.Fatal(err)
	}
	h.site = site
	return h
}

// keyID is that of a key's secret.
func (h *house) keyID(t testing.TB, secret string) string {
	t.Helper()
	p, err := h.keys.Authenticate(t.Context(), secret)
	if err != nil {
		t.Fatal(err)
	}
	return p.KeyID
}

// browser keeps cookies as a browser does, and asks in English.
type browser struct {
	h       *house
	cookies map[string]*http.Cookie
	last    string // the page shown
}

func (h *house) browser() *browser { return &browser{h: h, cookies: map[string]*http.Cookie{}} }

// signedIn returns a browser that followed a link.
func (h *house) signedIn(t testing.TB, secret string) *browser {
	t.Helper()
	b := h.browser()
	if r := b.get(t, h.site.SignInLink(h.keyID(t, secret))); r.StatusCode != http.StatusSeeOther {
		t.Fatalf("the link gives %d", r.StatusCode)
	}
	return b
}

func (b *browser) get(t testing.TB, path string) *http.Response {
	t.Helper()
	return b.do(t, httptest.NewRequest(http.MethodGet, path, nil))
}

// page is get of what is to be a page.
func (b *browser) page(t testing.TB, path string) string {
	t.Helper()
	if r := b.get(t, path); r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d\n%s", path, r.StatusCode, b.last)
	}
	return b.last
}

// post sends a form with the token of the page shown.
func (b *browser) post(t testing.TB, path string, form url.Values) *http.Response {
	t.Helper()
	if m := regexp.MustCompile(`name="csrf" value="([^"]*)"`).FindStringSubmatch(b.last); m != nil && !form.Has("csrf") {
		form.Set("csrf", m[1])
	}
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.do(t, r)
}

func (b *browser) do(t testing.TB, r *http.Request) *http.Response {
	t.Helper()
	r.Header.Set("Accept-Language", "en")
	for _, c := range b.cookies {
		r.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value})
	}
	w := httptest.NewRecorder()
	b.h.site.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
			continue
		}
		b.cookies[c.Name] = c
	}
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	b.last = string(body)
	return w.Result()
}

func (b *browser) inside(t testing.TB) bool {
	t.Helper()
	return strings.Contains(b.page(t, "/"), `action="/signout"`)
}

func wantStatus(t testing.TB, what string, r *http.Response, want int) {
	t.Helper()
	if r.StatusCode != want {
		t.Errorf("%s: %d, want %d", what, r.StatusCode, want)
	}
}

// A key is entered once, the browser is then inside and gets to where it wanted.
func TestSite_EnterKey(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.browser()
	if b.inside(t) {
		t.Fatal("a stranger is inside")
	}
	b.page(t, "/signin?next=/codes")
	r := b.post(t, "/signin", url.Values{"key": {" " + h.Keys.Main + "\n"}, "next": {"/codes"}})
	wantStatus(t, "a key", r, http.StatusSeeOther)
	if r.Header.Get("Location") != "/codes" || r.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("sent on to %q, %q", r.Header.Get("Location"), r.Header.Get("Cache-Control"))
	}
	if !b.inside(t) {
		t.Error("who entered a key is outside")
	}
	if r := b.get(t, "/"); r.Header.Get("Cache-Control") != "no-store" || r.Header.Get("Etag") != "" {
		t.Errorf("a page of somebody may be kept: %q, %q", r.Header.Get("Cache-Control"), r.Header.Get("Etag"))
	}
	c := b.cookies["session"]
	if c == nil || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Secure || strings.Contains(c.Value, h.Keys.Main) {
		t.Errorf("cookie %v", c)
	}
	b.page(t, "/check")
	if r := b.post(t, "/check", checkForm(nil)); r.StatusCode != http.StatusOK || r.Header.Get("Cache-Control") != "private, no-cache" {
		t.Errorf("one cannot go back to a verdict: %d, %q", r.StatusCode, r.Header.Get("Cache-Control"))
	}
	r = b.post(t, "/signout", url.Values{})
	wantStatus(t, "signing out", r, http.StatusSeeOther)
	if r.Header.Get("Clear-Site-Data") != `"cache"` {
		t.Error("what forms came to stays in the browser")
	}
	stolen := h.browser()
	stolen.cookies["session"] = c
	if b.inside(t) || stolen.inside(t) {
		t.Error("who signed out is inside")
	}
}

// Off this machine the cookie is for encrypted connections alone.
func TestSite_SecureCookie(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, func(o *web.Options) { o.Loopback = false })
	b := h.signedIn(t, h.Keys.Main)
	if c := b.cookies["__Host-session"]; c == nil || !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" {
		t.Errorf("cookies %v", b.cookies)
	}
}

func TestSite_EnterKey_refused(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	for name, key := range map[string]string{"none": "", "hostile": hostile, "revoked": h.Keys.Revoked, "expired": h.Keys.Expired, "token": "rgs_" + strings.Repeat("a", 43)} {
		b := h.browser()
		b.page(t, "/signin")
		wantStatus(t, name, b.post(t, "/signin", url.Values{"key": {key}}), http.StatusUnauthorized)
		if !strings.Contains(b.last, `aria-invalid="true"`) || key != "" && strings.Contains(b.last, key) {
			t.Errorf("%s: the page does not say so, or shows what was typed", name)
		}
	}
}

// Whoever makes a link sends its reader nowhere else.
func TestSite_EnterKey_next(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	for _, next := range []string{"https://evil.example/", "//evil.example", "///evil.example", `/\evil.example`, "javascript:alert(1)", "codes", "", "/\t/evil.example", "https:/codes"} {
		b := h.browser()
		b.page(t, "/signin?next="+url.QueryEscape(next))
		r := b.post(t, "/signin", url.Values{"key": {h.Keys.Main}, "next": {next}})
		if got := r.Header.Get("Location"); got != "/" {
			t.Errorf("next %q leads to %q (%d)", next, got, r.StatusCode)
		}
	}
}

func TestSite_SignInLink(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	link := h.site.SignInLink(h.keyID(t, h.Keys.Main))
	b := h.browser()
	wantStatus(t, "a link", b.get(t, link), http.StatusSeeOther)
	if !b.inside(t) {
		t.Error("who followed the link is outside")
	}
	for what, path := range map[string]string{"a used link": link, "a made-up link": "/signin/AAAA"} {
		other := h.browser()
		wantStatus(t, what, other.get(t, path), http.StatusGone)
		if other.inside(t) {
			t.Errorf("%s signs in", what)
		}
	}
}

// A session ends within five seconds of its key, and forged ones are none.
func TestSite_SessionEnds(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	forged := h.browser()
	forged.cookies["session"] = &http.Cookie{Name: "session", Value: strings.ToUpper(b.cookies["session"].Value)}
	if forged.inside(t) {
		t.Error("a forged session is inside")
	}
	if err := h.Stores.RevokeKey(t.Context(), h.keyID(t, h.Keys.Main), h.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	h.Clock.Advance(5 * time.Second)
	if b.inside(t) {
		t.Error("the session outlives its key by five seconds")
	}
	h.Clock.Advance(access.SessionLife)
}

// Every form must show that it was made here for this browser.
func TestSite_CSRF(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b, other := h.signedIn(t, h.Keys.Main), h.signedIn(t, h.Keys.Main)
	other.page(t, "/")
	foreign := regexp.MustCompile(`name="csrf" value="([^"]+)"`).FindStringSubmatch(other.last)[1]
	for _, path := range []string{"/signin", "/signout"} {
		for name, token := range map[string]string{"none": "", "made up": "AAAA", "another's": foreign} {
			wantStatus(t, path+" with "+name, b.post(t, path, url.Values{"csrf": {token}, "key": {h.Keys.Main}}), http.StatusForbidden)
		}
		b.page(t, "/")
		own := regexp.MustCompile(`name="csrf" value="([^"]+)"`).FindStringSubmatch(b.last)[1]
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(url.Values{"csrf": {own}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		wantStatus(t, path+" from another site", b.do(t, r), http.StatusForbidden)
	}
	wantStatus(t, "/signin of a stranger without a cookie", h.browser().post(t, "/signin", url.Values{"key": {h.Keys.Main}, "csrf": {""}}), http.StatusForbidden)
	if !b.inside(t) {
		t.Error("a refused form signed out")
	}
	wantStatus(t, "a form that is too large", b.post(t, "/signout", url.Values{"x": {strings.Repeat("x", 70_000)}}), http.StatusRequestEntityTooLarge)
}

// Pages of this machine alone are not shown under the name of another site.
func TestSite_Host(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, func(o *web.Options) { o.BaseURL = "http://127.0.0.1:8080" })
	public := openHouse(t, httpapitest.Setup{}, func(o *web.Options) { o.Loopback = false })
	for host, want := range map[string]int{
		"127.0.0.1:8080": 200, "localhost:8080": 200, "LOCALHOST": 200, "[::1]:8080": 200, "127.0.0.2": 200,
		"evil.example": 421, "evil.example:8080": 421, "127.0.0.1.evil.example": 421, "localhost.evil.example": 421, "10.0.0.1": 421, "": 421, "evil@127.0.0.1": 421,
	} {
		for path := range map[string]bool{"/": true, "/codes": true, "/signin": true} {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Host = host
			wantStatus(t, path+" of "+host, h.browser().do(t, r), want)
			anywhere := httptest.NewRequest(http.MethodGet, path, nil)
			anywhere.Host = host
			wantStatus(t, "public "+path+" of "+host, public.browser().do(t, anywhere), 200)
		}
	}
}
