package web

import (
	"encoding/json"
	"errors"
	"html"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/reglookup/regengine/codes"
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

// templateText returns a template as it is written.
func templateText(t *testing.T, name string) string {
	t.Helper()
	text, err := templateFiles.ReadFile("templates/" + name + ".html")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Every text that a template or the program asks for by its key is there, and of those
// that are only asked for so, each is asked for.
func TestWords_keys(t *testing.T) {
	asked := map[string]bool{}
	files, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for _, m := range regexp.MustCompile(`\bT "([\w.]+)"`).FindAllStringSubmatch(templateText(t, strings.TrimSuffix(filepath.Base(file), ".html")), -1) {
			asked[m[1]] = true
		}
	}
	sources, err := filepath.Glob("*.go")
	if err != nil || len(asked) == 0 {
		t.Fatalf("no template says anything: %v", err)
	}
	said := maps.Clone(asked)
	for _, file := range sources {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"([\w.]+)"`).FindAllStringSubmatch(string(source), -1) {
			said[m[1]] = true
		}
	}
	for lang, w := range builtIn() {
		for key := range asked {
			if w.texts[key] == "" {
				t.Errorf("%s: a template says %s, which has no text", lang, key)
			}
		}
	}
	for key := range englishTexts() {
		part, _, _ := strings.Cut(key, ".")
		if !slices.Contains(strings.Fields("status force scope level tech limit verdict form given source mistake column row connect"), part) && !said[key] {
			t.Errorf("nobody says %s", key)
		}
	}
}

// TestSite_Connect: the page has what to copy, with the address of this server.
func TestSite_Connect(t *testing.T) {
	for language, heading := range map[string]string{"es-ES": "<h1>Conectar un asistente</h1>", "en": "<h1>Connect an assistant</h1>"} {
		page := html.UnescapeString(get(t, "/connect", language).Body.String())
		for _, want := range []string{heading, "claude mcp add --transport http regengine http://example.com/mcp --header ", `"url": "http://example.com/mcp"`, `"args": ["mcp", "--data-dir", "/`} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page lacks %q", language, want)
			}
		}
		if !strings.Contains(page, "REGENGINE_API_KEY") || strings.Contains(page, "REGENGINE_KEY") {
			t.Errorf("%s: the key is in another variable than everywhere", language)
		}
		for _, block := range regexp.MustCompile(`(?s)<pre class="copy"[^>]*>(\{.*?)</pre>`).FindAllStringSubmatch(page, -1) {
			if !json.Valid([]byte(block[1])) {
				t.Errorf("%s: %s is no JSON", language, block[1])
			}
		}
	}
}

func TestSite_Scripts(t *testing.T) {
	for path, page := range map[string]string{"/assets/ask.js": "ask", "/assets/console.js": "frame"} {
		t.Run(path, func(t *testing.T) { testScript(t, path, templateText(t, page)) })
	}
}

func testScript(t *testing.T, path, page string) {
	w := get(t, path, "")
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Fatalf("got %d %q", w.Code, w.Header().Get("Content-Type"))
	}
	for _, writesHTML := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "localStorage"} {
		if strings.Contains(w.Body.String(), writesHTML) {
			t.Errorf("the script uses %s", writesHTML)
		}
	}
	for _, id := range regexp.MustCompile(`byId\("(\w+)"\)`).FindAllStringSubmatch(w.Body.String(), -1) {
		if !strings.Contains(page, `id="`+id[1]+`"`) {
			t.Errorf("the page has no element %q", id[1])
		}
	}
	for _, word := range regexp.MustCompile(`say\.(\w+)`).FindAllStringSubmatch(w.Body.String(), -1) {
		if !strings.Contains(page, "data-"+word[1]+"=") {
			t.Errorf("the form has no word %q", word[1])
		}
	}
}

// No text is empty in any language.
func TestWords(t *testing.T) {
	for lang, w := range builtIn() {
		for key, text := range w.texts {
			if text == "" {
				t.Errorf("%s: %s is empty", lang, key)
			}
		}
		v := reflect.ValueOf(*w)
		for i := range v.NumField() {
			if v.Field(i).Kind() == reflect.String && v.Field(i).String() == "" {
				t.Errorf("%s: %s is empty", lang, v.Type().Field(i).Name)
			}
		}
		for _, status := range []codes.Status{codes.Active, codes.Repealed, codes.Draft, codes.InProgress} {
			if w.Status(status) == "" {
				t.Errorf("%s: no word for %s", lang, status)
			}
		}
		for _, state := range []codes.ForceState{codes.InForce, codes.NotYetInForce, codes.NoLonger, codes.ForceUnknown} {
			if w.Force(state) == "" {
				t.Errorf("%s: no word for %s", lang, state)
			}
		}
	}
}

func TestAddLanguage(t *testing.T) {
	files := fstest.MapFS{"messages.tsv": {Data: []byte("web.connect.heading\tKonekti\nweb.console.key\tne plu\nweb.digest\tResumo\nask.none\tNenio\n")}}
	for _, tag := range []string{"es", "en-GB", ""} {
		if err := AddLanguage(tag, files); !errors.Is(err, ErrBuiltInLanguage) {
			t.Errorf("AddLanguage(%q) = %v, want ErrBuiltInLanguage", tag, err)
		}
	}
	wrong := fstest.MapFS{"messages.tsv": {Data: []byte("web.connect.headin\tx\n")}}
	if err := CheckLanguage("eo", wrong); err == nil || !strings.Contains(err.Error(), "messages.tsv:1") {
		t.Errorf("CheckLanguage of an unknown key = %v, want its line", err)
	}
	if got := get(t, "/connect", "eo").Body.String(); !strings.Contains(got, "<h1>Connect an assistant</h1>") {
		t.Error("a language nobody added is not answered in English")
	}
	if err := AddLanguage("eo", files); err != nil {
		t.Fatal(err)
	}
	page := get(t, "/connect", "eo,en;q=0.5").Body.String()
	for _, want := range []string{`lang="eo"`, "<h1>Konekti</h1>", "This server"} { // the last stays English
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if got := wordsIn("eo-XX"); got.Digest != "Resumo" || got.Official != "Official source" {
		t.Errorf("words in eo-XX: %q, %q", got.Digest, got.Official)
	}
	if got := wordsIn("es").Digest; got != "Resumen" {
		t.Errorf("Spanish says %q after another language was added", got)
	}
}
