package web

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

func get(t *testing.T, path, language string) *httptest.ResponseRecorder {
	t.Helper()
	s, err := New(nil, nil) // the console asks nothing of an engine
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Accept-Language", language)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestSite_Console(t *testing.T) {
	for _, tc := range []struct{ language, lang, heading string }{
		{"es-ES,es;q=0.9", `lang="es"`, "<h1>Consulta</h1>"},
		{"en", `lang="en"`, "<h1>Ask</h1>"},
		{"fr", `lang="en"`, "<h1>Ask</h1>"},
		{"", `lang="en"`, "<h1>Ask</h1>"},
	} {
		t.Run("OK "+tc.language, func(t *testing.T) {
			w := get(t, "/ask", tc.language)
			page := w.Body.String()
			for _, want := range []string{tc.lang, tc.heading, `<script src="/ask.js" defer>`, "<noscript>"} {
				if !strings.Contains(page, want) {
					t.Errorf("the page lacks %q", want)
				}
			}
			if got := w.Header().Get("Content-Security-Policy"); !strings.Contains(got, "script-src 'self'") || !strings.Contains(got, "connect-src 'self'") {
				t.Errorf("policy %q", got)
			}
			if inline := regexp.MustCompile(`<script[^>]*>[^<]|\son\w+=`).FindString(page); inline != "" {
				t.Errorf("inline script %q: the policy would stop it", inline)
			}
		})
	}
}

func TestSite_AskScript(t *testing.T) {
	w := get(t, "/ask.js", "")
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Fatalf("got %d %q", w.Code, w.Header().Get("Content-Type"))
	}
	for _, writesHTML := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "localStorage"} {
		if strings.Contains(w.Body.String(), writesHTML) {
			t.Errorf("the script uses %s", writesHTML)
		}
	}
	for _, id := range regexp.MustCompile(`byId\("(\w+)"\)`).FindAllStringSubmatch(w.Body.String(), -1) {
		if !strings.Contains(consoleHTML, `id="`+id[1]+`"`) {
			t.Errorf("the page has no element %q", id[1])
		}
	}
	for _, word := range regexp.MustCompile(`say\.(\w+)`).FindAllStringSubmatch(w.Body.String(), -1) {
		if !strings.Contains(consoleHTML, "data-"+word[1]+"=") {
			t.Errorf("the form has no word %q", word[1])
		}
	}
}

func TestConsoleWordings(t *testing.T) {
	for lang, say := range consoleWordings {
		for i := range reflect.TypeFor[consoleWords]().NumField() {
			if reflect.ValueOf(say).Field(i).String() == "" {
				t.Errorf("%s: %s is empty", lang, reflect.TypeFor[consoleWords]().Field(i).Name)
			}
		}
	}
}
