package httpapitest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"strings"
	"testing"
)

// scenario is one request and what must come of it.
type scenario struct {
	name   string
	method string // "" is GET, or POST with a body
	path   string
	key    string            // "" is the main key, "-" sends none
	header map[string]string // sent; a Content-Type of "-" sends none with a body
	body   string

	status  int
	want    string            // JSON of which every member must be answered so
	whole   string            // the very body; "" for any
	headers map[string]string // answered; "" must be absent, "*" present
	without []string          // what the body may not hold
}

func runScenarios(t *testing.T, s *Server, list []scenario) {
	t.Helper()
	for _, sc := range list {
		t.Run(sc.name, func(t *testing.T) { sc.run(t, s) })
	}
}

func (sc scenario) run(t *testing.T, s *Server) {
	t.Helper()
	response := s.do(t, sc.request(t, s))
	if response.StatusCode != sc.status {
		t.Fatalf("%s: status %d, want %d: %s", sc.path, response.StatusCode, sc.status, response.Text)
	}
	for name, want := range sc.headers {
		got := response.Header.Get(name)
		if want == "*" && got != "" {
			continue
		}
		if got != want {
			t.Errorf("header %s = %q, want %q", name, got, want)
		}
	}
	if sc.whole != "" && response.Text != sc.whole {
		t.Errorf("body %s, want %s", response.Text, sc.whole)
	}
	for _, text := range sc.without {
		if strings.Contains(response.Text, text) {
			t.Errorf("the body repeats %q: %s", text, response.Text)
		}
	}
	if sc.status >= 400 {
		checkProblem(t, response)
		s.checkPage(t, response)
	}
	if sc.want != "" {
		for _, difference := range subset("$", decode(t, sc.want), decode(t, response.Text)) {
			t.Error(difference)
		}
	}
	if t.Failed() {
		t.Logf("body: %s", response.Text)
	}
}

func (sc scenario) request(t *testing.T, s *Server) *http.Request {
	t.Helper()
	method := sc.method
	if method == "" {
		method = http.MethodGet
		if sc.body != "" || sc.header["Content-Type"] != "" {
			method = http.MethodPost
		}
	}
	r, err := http.NewRequest(method, s.URL+sc.path, strings.NewReader(sc.body))
	must(t, err)
	if method == http.MethodPost || sc.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	switch sc.key {
	case "-":
	case "":
		r.Header.Set("Authorization", "Bearer "+s.Keys.Main)
	default:
		r.Header.Set("Authorization", "Bearer "+sc.key)
	}
	for name, value := range sc.header {
		r.Header.Del(name)
		if value != "-" {
			r.Header.Set(name, value)
		}
	}
	return r
}

// Response is an answer that was read to its end.
type Response struct {
	*http.Response
	Text string // the body
}

func (s *Server) do(t testing.TB, r *http.Request) Response {
	t.Helper()
	answer, err := s.Client().Do(r)
	must(t, err)
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	must(t, err)
	if answer.Header.Get("X-Request-Id") == "" {
		t.Errorf("%s: no X-Request-Id", r.URL)
	}
	return Response{answer, string(body)}
}

// readResponse reads one answer from a connection. What follows it is lost.
func readResponse(t *testing.T, conn io.Reader) Response {
	t.Helper()
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	must(t, err)
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	must(t, err)
	return Response{answer, string(body)}
}

// Get asks for a path with the main key.
func (s *Server) Get(t testing.TB, path string) Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
	must(t, err)
	r.Header.Set("Authorization", "Bearer "+s.Keys.Main)
	return s.do(t, r)
}

// checkProblem holds every error to RFC 9457 and DECISIONS 2.
func checkProblem(t *testing.T, r Response) {
	t.Helper()
	if got := r.Header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("Content-Type = %q", got)
	}
	p, ok := decode(t, r.Text).(map[string]any)
	if !ok {
		t.Fatalf("the problem is no object: %s", r.Text)
	}
	for _, name := range []string{"type", "title", "detail"} {
		if text, ok := p[name].(string); !ok || text == "" {
			t.Errorf("problem without %s: %s", name, r.Text)
		}
	}
	if got := fmt.Sprint(p["status"]); got != fmt.Sprint(r.StatusCode) {
		t.Errorf("problem has status %s, the answer %d", got, r.StatusCode)
	}
	if r.StatusCode == http.StatusUnprocessableEntity {
		checkMistakes(t, r, p)
		return
	}
	_, listed := p["errors"].([]any)
	if text, ok := p["code"].(string); !ok || text == "" || listed {
		t.Errorf("problem must have a code and no errors: %s", r.Text)
	}
}

// checkMistakes holds a 422 to its list: each mistake has a code, the problem has none.
func checkMistakes(t *testing.T, r Response, p map[string]any) {
	t.Helper()
	_, coded := p["code"]
	mistakes, _ := p["errors"].([]any)
	if coded || len(mistakes) == 0 {
		t.Errorf("422 must have errors and no code: %s", r.Text)
	}
	for _, mistake := range mistakes {
		if word, _ := mistake.(map[string]any)["code"].(string); word == "" {
			t.Errorf("a mistake without a code: %s", r.Text)
		}
	}
}

// checkPage holds the type of a problem to what it promises: a page that explains it, which
// needs no key.
func (s *Server) checkPage(t *testing.T, r Response) {
	t.Helper()
	p := decode(t, r.Text).(map[string]any)
	path, _ := p["type"].(string)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
	must(t, err)
	page := s.do(t, request)
	if !strings.HasPrefix(path, "/errors/") || page.StatusCode != http.StatusOK || !strings.Contains(page.Text, template.HTMLEscapeString(p["detail"].(string))) {
		t.Errorf("the type %q leads to %d, a page without %q", path, page.StatusCode, p["detail"])
	}
	if got := r.Header.Get("Content-Language"); got != "en" {
		t.Errorf("Content-Language = %q", got)
	}
}

func decode(t testing.TB, text string) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatalf("no JSON: %v: %s", err, text)
	}
	return v
}

// subset lists where got is not as want: every member of an object wanted must
// be there, arrays must have the same length, all else must be equal.
func subset(at string, want, got any) (differences []string) {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: want an object, got %v", at, got)}
		}
		for name, value := range want {
			member, ok := object[name]
			if !ok {
				differences = append(differences, fmt.Sprintf("%s.%s is absent", at, name))
				continue
			}
			differences = append(differences, subset(at+"."+name, value, member)...)
		}
	case []any:
		array, ok := got.([]any)
		if !ok || len(array) != len(want) {
			return []string{fmt.Sprintf("%s: want %d items, got %v", at, len(want), got)}
		}
		for i := range want {
			differences = append(differences, subset(fmt.Sprintf("%s[%d]", at, i), want[i], array[i])...)
		}
	default:
		if want != got {
			return []string{fmt.Sprintf("%s: want %v, got %v", at, want, got)}
		}
	}
	return differences
}
