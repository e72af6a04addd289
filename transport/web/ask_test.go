package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

const question = "¿Qué anchura mínima tiene una escalera?"

// A question is answered with its passages beside it, each marker leading to one; sent
// twice it is one question.
func TestSite_Ask(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	wantIn(t, b.page(t, "/ask"), `<option value="`+httpapitest.ActiveProject+`" selected>Viviendas en Alcalá`, `name="nonce" value="`)
	nonce := regexp.MustCompile(`name="nonce" value="([^"]+)"`).FindStringSubmatch(b.last)[1]
	form := func() url.Values { return url.Values{"query": {question}, "nonce": {nonce}} }
	for range 2 {
		wantStatus(t, "a question", b.post(t, "/ask", form()), http.StatusOK)
		wantIn(t, b.last, `<h2 class="ques">`+question, `<a class="m" href="#f1">1</a>`, `id="f1"`, "<b>1</b> · DB-SUA 2019-12-27", `href="/codes/cte-db-sua/2019-12-27#5f0c1a52`)
	}
	if spent := 1000 - h.left(t); spent != 1 {
		t.Errorf("a question sent twice cost %d credits", spent)
	}
	if again := regexp.MustCompile(`name="nonce" value="([^"]+)"`).FindStringSubmatch(b.last)[1]; again == nonce {
		t.Error("the next question would be taken for the one before")
	}
}

// What was asked in a project is listed, and shown again as it was answered, for who asked.
func TestSite_Ask_before(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	if strings.Contains(b.page(t, "/ask"), "Asked in this project") {
		t.Error("something was asked before")
	}
	wantStatus(t, "a question", b.post(t, "/ask", url.Values{"query": {question}, "nonce": {"n"}}), http.StatusOK)
	wantIn(t, b.last, "Asked in this project")
	wantIn(t, b.page(t, "/ask?project_id="+httpapitest.ActiveProject), `">`+question+"</a>")
	link := "/ask/" + between(t, b.last, `<a class="grow" href="/ask/`, `"`)
	wantIn(t, b.page(t, link), `<h2 class="ques">`+question, `<a class="m" href="#f1">1</a>`, `<option value="`+httpapitest.ActiveProject+`" selected>`)
	if spent := 1000 - h.left(t); spent != 1 {
		t.Errorf("looking at an answer again costs: %d credits", spent)
	}
	wantStatus(t, "another's", h.signedIn(t, h.Keys.None).get(t, link), http.StatusNotFound)
	wantStatus(t, "none", b.get(t, "/ask/"+httpapitest.AbsentProject), http.StatusNotFound)
	wantStatus(t, "another's project", b.get(t, "/ask?project_id="+httpapitest.ForeignProject), http.StatusOK)
	if strings.Contains(b.last, question) {
		t.Error("what was asked elsewhere is listed")
	}
}

// A script is told what goes on; the form it sends then is the same question.
func TestSite_Ask_stream(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	b.page(t, "/ask")
	csrf := regexp.MustCompile(`name="csrf" value="([^"]+)"`).FindStringSubmatch(b.last)[1]
	form := url.Values{"query": {question}, "nonce": {"n"}, "csrf": {csrf}}
	r := httptest.NewRequest(http.MethodPost, "/ask", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "text/event-stream")
	if got := b.do(t, r).Header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("got %q", got)
	}
	wantIn(t, b.last, "event: round\n", "event: search\n", "event: answer\n")
	wantStatus(t, "the form", b.post(t, "/ask", form), http.StatusOK)
	if spent := 1000 - h.left(t); spent != 1 {
		t.Errorf("a question that was watched cost %d credits", spent)
	}
}

func TestSite_Ask_refused(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	b.page(t, "/ask")
	for name, tt := range map[string]struct {
		form url.Values
		want int
	}{
		"nothing":              {url.Values{"query": {" "}}, http.StatusUnprocessableEntity},
		"too long":             {url.Values{"query": {strings.Repeat("a", 2001)}}, http.StatusUnprocessableEntity},
		"another's project":    {url.Values{"query": {"x"}, "project_id": {httpapitest.ForeignProject}}, http.StatusNotFound},
		"a hostile project id": {url.Values{"query": {"x"}, "project_id": {hostile}}, http.StatusUnprocessableEntity},
		"no token":             {url.Values{"query": {"x"}, "csrf": {"x"}}, http.StatusForbidden},
	} {
		b.page(t, "/ask")
		wantStatus(t, name, b.post(t, "/ask", tt.form), tt.want)
	}
	poor := h.signedIn(t, h.Keys.Poor)
	poor.page(t, "/ask")
	wantStatus(t, "no credits", poor.post(t, "/ask", url.Values{"query": {question}}), http.StatusTooManyRequests)
	wantIn(t, poor.last, "No credits left")
	if h.left(t) != 1000 {
		t.Errorf("%d credits are left of 1000", h.left(t))
	}
}

// What an answer holds is text, whatever it looks like.
func TestSite_Ask_hostile(t *testing.T) {
	h := openHouse(t, httpapitest.Setup{}, nil)
	b := h.signedIn(t, h.Keys.Main)
	for _, p := range payloads()[:8] {
		b.page(t, "/ask")
		b.post(t, "/ask", url.Values{"query": {question + p}, "nonce": {p}})
		if found := active(t, b.last); found != "" {
			t.Errorf("%q: %s", p, found)
		}
	}
}
