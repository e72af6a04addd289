package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/transport/web"
)

const hostile = `<script>alert(1)</script>"'>`

func data() regengine.Data {
	date, _ := codes.ParseDate("2019-12-28")
	return regengine.Data{
		Places: []geo.Place{{ID: "ES", Name: "España", Level: geo.Country}},
		Codes: []codes.Code{{
			Slug: "db-sua", Title: "Seguridad de utilización", CountryCode: "ES", Scope: codes.National, Territories: []geo.ID{"ES"},
			Versions: []codes.Version{{
				Slug: "2019", Title: "DB-SUA 2019", Status: codes.Active, Effective: date, Internal: true, Digest: true,
				SourceURL: "https://www.codigotecnico.org/a?b=1&c=2", Author: "Ministerio " + hostile,
				Sections: []codes.Section{{Slug: "escaleras", Title: "Escaleras", Level: 1}, {Slug: "tabla", Title: "Tabla " + hostile, Level: 2}},
			}, {
				Slug: "2010", Title: "DB-SUA 2010", Status: codes.Repealed, SourceURL: "javascript:alert(1)",
				SucceededBy: codes.VersionRef{Code: "db-sua", Version: "2019"},
			}},
		}},
		Blocks: []retrieval.Block{
			{ID: "b1", Doc: "db-sua/2019", Section: "escaleras", Title: "Anchura", Path: []string{"Escaleras"}, Kind: retrieval.Paragraph, Lang: "es", Order: 0, Text: "Como mínimo 1,00 m. " + hostile},
			{ID: "b2", Doc: "db-sua/2019", Section: "escaleras", Path: []string{"Escaleras"}, Kind: retrieval.List, Lang: "es", Order: 1, Text: "- primero\n- segundo"},
			{ID: "b3", Doc: "db-sua/2019", Section: "tabla", Path: []string{"Escaleras", "Tabla"}, Kind: retrieval.TableKind, Lang: "es", Order: 2, Text: "A | B\n1 | 2",
				Table: &retrieval.Table{Caption: "Anchuras", Header: []string{"A", "B"}, Rows: [][]string{{"1", hostile}}, Notes: []string{"nota"}}},
		},
	}
}

func site(t testing.TB) http.Handler {
	t.Helper()
	engine, err := regengine.Open(context.Background(), regengine.Static(data()), []geo.Scheme{es.Scheme{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := web.New(engine, &web.Options{Version: "test", Credits: map[string]string{"es": "© Quien <sea>", "en": "© Who ever"}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func get(t testing.TB, h http.Handler, path string) (*http.Response, string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Result(), string(body)
}

func TestSite_Version(t *testing.T) {
	r, body := get(t, site(t), "/codes/db-sua/2019")
	if r.StatusCode != http.StatusOK {
		t.Fatalf("status %d", r.StatusCode)
	}
	for _, want := range []string{
		`<html lang="es">`, `id="escaleras"`, `id="tabla"`, `href="#escaleras"`, `id="b1"`, `<li>primero</li>`, `<caption>Anchuras</caption>`,
		`<th scope="col">A</th>`, `<td>1</td>`, `nota`, `No es el texto oficial`, `vigente`, `datetime="2019-12-28"`,
		`href="https://www.codigotecnico.org/a?b=1&amp;c=2"`, `href="/codes/db-sua/2010"`, `name="viewport"`, `<h2>`, `<h3>`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestSite_Version_Hostile(t *testing.T) {
	for _, path := range []string{"/codes/db-sua/2019", "/codes/db-sua/2010", "/", "/%3Cscript%3Ealert(1)%3C/script%3E"} {
		_, body := get(t, site(t), path)
		if strings.Contains(body, "<script>") || strings.Contains(body, "javascript:") {
			t.Errorf("%s lets hostile text through:\n%s", path, body)
		}
	}
}

// Whose facts the places are made of stands on the first page in the reader's language, as
// text.
func TestSite_Home_Credits(t *testing.T) {
	h := site(t)
	for lang, want := range map[string]string{"en": `<p class="s" lang="en">© Who ever</p>`, "es": `<p class="s" lang="es">© Quien &lt;sea&gt;</p>`} {
		if _, body := get(t, h, "/?lang="+lang); !strings.Contains(body, want) || strings.Count(body, "©") != 1 {
			t.Errorf("the page lacks %s, or has more", want)
		}
	}
}

func TestSite_Version_NotHosted(t *testing.T) {
	_, body := get(t, site(t), "/codes/db-sua/2010")
	for _, want := range []string{"no está alojado", "derogada", "Sustituida por", `href="/codes/db-sua/2019"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(body, "No es el texto oficial") {
		t.Error("a version that is no digest is called one")
	}
}

func TestSite_Headers(t *testing.T) {
	h := site(t)
	external := regexp.MustCompile(`(?:src|href)="(https?:)?//`)
	for _, path := range []string{"/", "/codes/db-sua/2019", "/nothing"} {
		r, body := get(t, h, path)
		policy := r.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; script-src 'self'; style-src 'self';") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: policy %q", path, policy)
		}
		body = strings.ReplaceAll(body, `href="https://www.codigotecnico.org`, "")
		if external.MatchString(body) {
			t.Errorf("%s loads from elsewhere", path)
		}
	}
}

// A page loads its files by an address of theirs alone, under which they may be kept.
func TestSite_Assets(t *testing.T) {
	h := site(t)
	_, body := get(t, h, "/")
	found := regexp.MustCompile(`"(/assets/[^"]+)"`).FindAllStringSubmatch(body, -1)
	if len(found) < 3 {
		t.Fatalf("the page loads %v", found)
	}
	for _, m := range found {
		r, _ := get(t, h, m[1])
		if r.StatusCode != http.StatusOK || !strings.Contains(r.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d, %q", m[1], r.StatusCode, r.Header.Get("Cache-Control"))
		}
		if r, _ := get(t, h, m[1]+"x"); strings.Contains(r.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%sx is kept as if it were another release's", m[1])
		}
	}
}

// A language is chosen in the address and then kept; without a choice it is what the
// reader asks for.
func TestSite_Language(t *testing.T) {
	h := site(t)
	for _, tt := range []struct{ path, accept, cookie, want, set string }{
		{"/", "", "", "en", ""},
		{"/", "es-ES,en;q=0.5", "", "es", ""},
		{"/?lang=es", "en", "", "es", "es"},
		{"/", "en", "es", "es", ""},
		{"/?lang=xx", "es", "", "es", ""},
		{"/codes/db-sua/2019", "en", "", "en", ""},
		{"/codes/db-sua/2019", "", "", "es", ""}, // the text's own
	} {
		r := httptest.NewRequest(http.MethodGet, tt.path, nil)
		r.Header.Set("Accept-Language", tt.accept)
		if tt.cookie != "" {
			r.AddCookie(&http.Cookie{Name: "lang", Value: tt.cookie})
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if !strings.Contains(w.Body.String(), `<html lang="`+tt.want+`">`) {
			t.Errorf("%+v: another language", tt)
		}
		kept := ""
		for _, c := range w.Result().Cookies() {
			kept = c.Value
			if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || !c.Secure {
				t.Errorf("%+v: cookie %v", tt, c)
			}
		}
		if kept != tt.set {
			t.Errorf("%+v: kept %q", tt, kept)
		}
	}
	_, english := get(t, h, "/codes/db-sua/2019?lang=en")
	for _, want := range []string{`<h1 lang="es">DB-SUA 2019</h1>`, `id="text" lang="es"`, `href="/codes/db-sua/2019?lang=es" lang="es" hreflang="es"><span class="full">Español</span></a>`} {
		if !strings.Contains(english, want) {
			t.Errorf("the page in another language than its text lacks %s", want)
		}
	}
}

func TestSite_Status(t *testing.T) {
	h := site(t)
	for path, want := range map[string]int{
		"/": 200, "/favicon.ico": 200, "/favicon.svg": 200, "/nothing": 404, "/codes/db-sua": 200, "/codes/nothing": 404, "/codes/db-sua/compare": 303, "/codes/nothing/compare": 404, "/codes/db-sua/compare?from=2010&to=2019": 200, "/codes/db-sua/compare?from=2010&to=1999": 404, "/codes/db-sua/1999": 404, "/codes/nothing/2019": 404,
	} {
		if r, _ := get(t, h, path); r.StatusCode != want {
			t.Errorf("%s: status %d, want %d", path, r.StatusCode, want)
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST /: %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
}

func TestSite_Home(t *testing.T) {
	_, body := get(t, site(t), "/")
	for _, want := range []string{"<dt>Places</dt><dd><b>1</b>", "<dt>Blocks of text</dt><dd><b>3</b>", `href="/docs"`, `href="/codes/db-sua/2019"`, `<time datetime="2019-12-28">28 Dec 2019</time>`} {
		if !strings.Contains(body, want) {
			t.Errorf("the first page lacks %s", want)
		}
	}
}

// atlantis is a country of one place.
type atlantis struct{ geo.UnimplementedScheme }

func (atlantis) Country() geo.ID  { return "XQ" }
func (atlantis) Language() string { return "fr" }
func (atlantis) ParseID(text string) (geo.ID, geo.Level, error) {
	if strings.EqualFold(text, "XQ") {
		return "XQ", geo.Country, nil
	}
	return "", 0, geo.ErrInvalidID
}

func TestSite_CodesByCountry(t *testing.T) {
	loaded := data()
	loaded.Places = append(loaded.Places, geo.Place{ID: "XQ", Name: "Atlantide", Level: geo.Country})
	for _, code := range []codes.Code{
		{Slug: "a-law", CountryCode: "XQ", Scope: codes.National, Territories: []geo.ID{"XQ"}},
		{Slug: "union-act", CountryCode: codes.Supranational, Scope: codes.European, Territories: []geo.ID{"ES"}},
	} {
		code.Title = "Title of " + code.Slug
		code.Versions = []codes.Version{{Slug: "1", Title: "Edition of " + code.Slug, Status: codes.Active}}
		loaded.Codes = append(loaded.Codes, code)
	}
	engine, err := regengine.Open(t.Context(), regengine.Static(loaded), []geo.Scheme{es.Scheme{}, atlantis{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := web.New(engine, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, body := get(t, pages, "/codes")
	var found []string
	for _, m := range regexp.MustCompile(`<h2([^>]*>[^<]*)</h2>|href="/codes/([^/"]+)"`).FindAllStringSubmatch(body, -1) {
		found = append(found, m[1]+m[2])
	}
	want := []string{`>Several countries`, "union-act", ` lang="es">España`, "db-sua", ` lang="fr">Atlantide`, "a-law"}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("the list (-want +got):\n%s", diff)
	}
}

func TestSite_NotModified(t *testing.T) {
	h := site(t)
	first, _ := get(t, h, "/codes/db-sua/2019")
	r := httptest.NewRequest(http.MethodGet, "/codes/db-sua/2019", nil)
	r.Header.Set("If-None-Match", first.Header.Get("Etag"))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusNotModified {
		t.Errorf("status %d", w.Code)
	}
}

func ExampleNew() {
	engine, err := regengine.Open(context.Background(), regengine.Static(data()), []geo.Scheme{es.Scheme{}}, nil)
	if err != nil {
		panic(err)
	}
	pages, err := web.New(engine, nil)
	if err != nil {
		panic(err)
	}
	w := httptest.NewRecorder()
	pages.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/codes/db-sua/2019", nil))
	fmt.Println(w.Code)
	// Output: 200
}
