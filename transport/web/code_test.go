package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/transport/web"
)

// A code shows its editions, newest first, each with how it stands and what changed.
func TestSite_Code(t *testing.T) {
	_, body := get(t, lawSite(t, "2024-01-01"), "/codes/ley?lang=es")
	newest, oldest := strings.Index(body, `href="/codes/ley/2030"`), strings.Index(body, `href="/codes/ley/2001"`)
	if newest < 0 || oldest < newest {
		t.Error("the editions are not newest first")
	}
	wantIn(t, body, `<span class="tag ok">En vigor</span>`, `<span class="tag n">Ya no está en vigor`, `<span class="tag wait">Aún no está en vigor`,
		`href="/codes/ley/compare?from=2001&amp;to=2010"`, `<time datetime="2010-05-01">01-05-2010</time>`)
}

func TestSite_Codes_filter(t *testing.T) {
	h := lawSite(t, "2024-01-01")
	for path, want := range map[string]bool{
		"/codes": true, "/codes?q=ley": true, "/codes?scope=national": true, "/codes?scope=municipal": false, "/codes?q=rampas": false,
		"/codes?scope=" + url.QueryEscape(hostile): false,
	} {
		r, body := get(t, h, path)
		if got := strings.Contains(body, `href="/codes/ley"`); got != want || r.StatusCode != http.StatusOK {
			t.Errorf("%s: %d, lists the code: %v", path, r.StatusCode, got)
		}
	}
}

// Two editions stand side by side: what went is struck out, what came is underlined,
// and figures that are others now come first.
func TestSite_Compare(t *testing.T) {
	data := law(t)
	data.Blocks = append(data.Blocks,
		retrieval.Block{ID: "o1", Doc: "ley/2001", Section: "a1", Path: []string{"Artículo 1. Objeto"}, Kind: retrieval.Paragraph, Lang: "es", Text: "Véanse el artículo 3 y la tabla 1."})
	data.Codes[0].Versions = append(data.Codes[0].Versions, codes.Version{ // whose text is not here
		Slug: "2005", Title: "Ley 7/2001 (2005)", Status: codes.Repealed, Effective: day(t, "2005-01-01"), SucceededBy: codes.VersionRef{Code: "ley", Version: "2010"},
	})
	engine, err := regengine.Open(t.Context(), regengine.Static(data), []geo.Scheme{es.Scheme{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	site, err := web.New(engine, &web.Options{Now: func() time.Time { return time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	_, body := get(t, site, "/codes/ley/compare?from=2001&to=2010")
	wantIn(t, body, "What changed from 2001 to 2010", "Véanse el artículo <del>3</del> y la tabla 1.", "Véanse el artículo <ins>2</ins> y la tabla 1.", "Artículo 2. Rampas", `<option value="2001" selected>`)
	plain := httptest.NewRecorder()
	site.ServeHTTP(plain, httptest.NewRequest(http.MethodGet, "/codes/ley/compare", nil))
	if to := plain.Header().Get("Location"); plain.Code != http.StatusSeeOther || to != "/codes/ley/compare?from=2001&to=2010" {
		t.Errorf("without editions: %d, %q", plain.Code, to)
	}
	if _, history := get(t, site, "/codes/ley"); strings.Contains(history, "from=2005") || strings.Contains(history, "to=2005") {
		t.Error("the history leads to a comparison with a text that is not here")
	}
	_, none := get(t, site, "/codes/ley/compare?from=2010&to=2030")
	wantIn(t, none, "is not hosted here")
	r := httptest.NewRequest(http.MethodGet, "/codes/ley/compare?from="+url.QueryEscape(hostile)+"&to=2010", nil)
	w := httptest.NewRecorder()
	site.ServeHTTP(w, r)
	if w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "<script>alert") {
		t.Errorf("an edition that does not exist: %d", w.Code)
	}
}
