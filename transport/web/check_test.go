package web_test

import (
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

// left is what the main organization has left to spend.
func (h *house) left(t testing.TB) int64 {
	t.Helper()
	b, err := h.Stores.GetBalance(t.Context(), h.Keys.Organization)
	if err != nil {
		t.Fatal(err)
	}
	return b.Left
}

// checkForm is a check of the width of a landing, which turns on how many persons pass.
func checkForm(change map[string]string) url.Values {
	form := url.Values{"element": {"escalera"}, "parameter": {"rellano"}, "value": {"1.1"}, "unit": {"m"}, "geo_id": {"ES-28079"}, "nonce": {"n1"}}
	for name, value := range change {
		form.Set(name, value)
	}
	return form
}

func TestSite_Check(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	b.page(t, "/check?element=escalera&parameter=rellano&value=1.1&unit=m&geo_id=ES-28079")
	wantIn(t, b.last, `value="rellano"`, `value="1.1"`, `name="nonce" value="`)
	if strings.Contains(b.last, `class="verdict`) || h.left(t) != 1000 {
		t.Error("a link decides, or costs")
	}

	wantStatus(t, "a check", b.post(t, "/check", checkForm(nil)), http.StatusOK)
	wantIn(t, b.last, `class="verdict is-wait"`, "Not decided", `name="c.persons"`, "requires ≥\u00a01\u00a0m, <b class=\"ok\">complies", "requires ≥\u00a01.2\u00a0m, <b class=\"bad\">does not comply",
		`class="gauge wait"`, `fill="url(#hatch)"`, "<mark>La anchura útil mínima")

	wantStatus(t, "the datum", b.post(t, "/check", checkForm(map[string]string{"c.persons": "80"})), http.StatusOK)
	wantIn(t, b.last, `class="verdict is-ok"`, "Complies", "&#43;0.1\u00a0m", "persons: 80, said by you", `class="gauge ok"`, `class="gap"`)

	wantStatus(t, "another datum", b.post(t, "/check", checkForm(map[string]string{"c.persons": "150", "lang": "es"})), http.StatusOK)
	wantIn(t, b.last, `class="verdict is-bad"`, "Does not comply", "\u22120.1\u00a0m")
	if spent := 1000 - h.left(t); spent != 3 {
		t.Errorf("three checks cost %d credits", spent)
	}
	b.post(t, "/check", checkForm(map[string]string{"c.persons": "150"}))
	if spent := 1000 - h.left(t); spent != 3 {
		t.Errorf("a form sent twice is charged twice: %d", spent)
	}
	wantStatus(t, "no rule", b.post(t, "/check", checkForm(map[string]string{"element": "unicornio"})), http.StatusOK)
	wantIn(t, b.last, `class="verdict "`, "No rule limits it like this")
}

// What the API answers and what the page says are the same.
func TestSite_Check_sameAsAPI(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	b.page(t, "/check")
	wantStatus(t, "a check", b.post(t, "/check", checkForm(map[string]string{"parameter": "contrahuella", "value": "19", "unit": "cm"})), http.StatusOK)
	wantIn(t, b.last, "Does not comply", "\u22120.5\u00a0cm", "≤\u00a018.5", `">13</text>`, `&#34;value&#34;: 19`, "curl -H", `href="/requirements?element=escalera`)
	wantIn(t, b.last, `<a class="btn q" href="/check?element=escalera&amp;geo_id=ES-28079&amp;parameter=contrahuella&amp;unit=cm&amp;value=19">`)
}

// Whether something is there is asked as such.
func TestSite_Check_boolean(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	b.page(t, "/places/ES-28079")
	wantIn(t, b.page(t, "/requirements?element=escalera&parameter=pasamanos"), "required", "unit=boolean")
	wantIn(t, b.page(t, "/check?element=escalera&parameter=pasamanos&unit=boolean&geo_id=ES-28079"), `<select id="v" name="value"><option value="1">it is there`)
	wantStatus(t, "a check", b.post(t, "/check", checkForm(map[string]string{"parameter": "pasamanos", "unit": "boolean", "value": "0"})), http.StatusOK)
	wantIn(t, b.last, "<h2>escalera, pasamanos it is not there</h2>", `class="verdict is-bad"`)
}

// What is not as it should be is told at its field, and costs nothing.
func TestSite_Check_invalid(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	b.page(t, "/check")
	for name, change := range map[string]map[string]string{
		"no element": {"element": " "}, "no unit": {"unit": ""}, "no value": {"value": ""}, "thousands": {"value": "1,000"}, "words": {"value": "uno"},
		"exponent": {"value": "1e3"}, "two points": {"value": "1.0.0"}, "a datum that does not fit": {"c.lift": "perhaps"},
	} {
		wantStatus(t, name, b.post(t, "/check", checkForm(change)), http.StatusUnprocessableEntity)
		wantIn(t, b.last, "nothing was checked")
		if change["c.lift"] == "" && !strings.Contains(b.last, `aria-invalid="true"`) {
			t.Errorf("%s: no field is marked", name)
		}
	}
	for name, tt := range map[string]struct {
		geoID string
		want  int
	}{"another country": {"FR-75056", http.StatusNotFound}, "nowhere": {"ES-00000", http.StatusNotFound}} {
		b.page(t, "/check")
		wantStatus(t, name, b.post(t, "/check", checkForm(map[string]string{"geo_id": tt.geoID})), tt.want)
		wantIn(t, b.last, "There is no such place")
	}
	if h.left(t) != 1000 {
		t.Errorf("%d credits are left of 1000", h.left(t))
	}
}

// Credits and the plan count as they do for the API.
func TestSite_Check_refused(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	for key, says := range map[string]string{h.Keys.Poor: "No credits left", h.Keys.NoPlan: "Not in your plan"} {
		b := h.signedIn(t, key)
		b.page(t, "/check")
		b.post(t, "/check", checkForm(nil))
		wantIn(t, b.last, says)
	}
	b := h.signedIn(t, h.Keys.Main)
	b.page(t, "/check")
	wantStatus(t, "without a token", b.post(t, "/check", checkForm(map[string]string{"csrf": "x"})), http.StatusForbidden)
	stranger := h.browser()
	stranger.page(t, "/signin")
	wantStatus(t, "a stranger", stranger.post(t, "/check", checkForm(nil)), http.StatusForbidden)
	if h.left(t) != 1000 {
		t.Errorf("%d credits are left of 1000", h.left(t))
	}
}

// payloads are what people write who want a page to run something: those that a browser
// is shown as well, and some that are no text.
var payloads = sync.OnceValue(func() []string {
	file, err := os.ReadFile("../httpapi/testdata/payloads.txt")
	if err != nil {
		panic(err)
	}
	list := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(file), "RUN", "alert(1)")), "\n")
	return append(list, "\x00<script>alert(1)</script>", "\u2028alert(1)", "\u202e<script>", "`id`")
})

// active returns what of a page a browser would run, load or obey that is none of the
// pages' own: the pages are parsed as browsers parse them.
func active(t testing.TB, page string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && slices.Contains(strings.Fields("img iframe object embed base style math video source"), n.Data) {
			return n.Data
		}
		for _, a := range n.Attr {
			address := a.Key == "href" || a.Key == "src" || a.Key == "action"
			switch {
			case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "srcdoc", a.Key == "autofocus", a.Key == "http-equiv":
				return n.Data + " " + a.Key
			case address && !strings.HasPrefix(a.Val, "/") && !strings.HasPrefix(a.Val, "#") && !strings.HasPrefix(a.Val, "https://www.codigotecnico.org/"),
				address && strings.HasPrefix(a.Val, "//"), n.Data == "script" && a.Key == "src" && !strings.HasPrefix(a.Val, "/assets/"):
				return n.Data + " " + a.Key + "=" + a.Val
			}
		}
		if n.Data == "script" && n.FirstChild != nil {
			return "script " + n.FirstChild.Data
		}
	}
	return ""
}

// Nothing that is written into a field or an address becomes part of a page.
func TestSite_Hostile(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	for _, p := range payloads() {
		q := url.QueryEscape(p)
		for _, path := range []string{
			"/search?q=" + q, "/hits?q=" + q, "/requirements?element=" + q + "&parameter=" + q + "&building_use=" + q + "&geo_id=ES-28079&c.persons=" + q + "&as_of=" + q,
			"/requirements?element=" + q + "&parameter=" + q + "&geo_id=ES-28079", "/check?element=" + q + "&parameter=" + q + "&value=" + q + "&unit=" + q + "&geo_id=" + q + "&nonce=" + q,
			"/places/" + url.PathEscape(p), "/codes/" + url.PathEscape(p), "/signin?next=" + q, "/?lang=" + q, "/signin/" + url.PathEscape(p),
		} {
			if r := b.get(t, path); r.StatusCode >= http.StatusInternalServerError {
				t.Errorf("%s: %d", path, r.StatusCode)
			}
			if found := active(t, b.last); found != "" && !strings.HasPrefix(path, "/hits") {
				t.Errorf("%s lets %q through", path, found)
			}
		}
		b.page(t, "/check")
		r := b.post(t, "/check", checkForm(map[string]string{"element": "escalera " + p, "parameter": p, "building_use": p, "unit": p, "nonce": p}))
		if found := active(t, b.last); r.StatusCode >= http.StatusInternalServerError || found != "" {
			t.Errorf("a check of %q: %d, %q", p, r.StatusCode, found)
		}
	}
}
