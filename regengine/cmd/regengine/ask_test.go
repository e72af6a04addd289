package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/transport/httpapi"
)

func TestWrapLine(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		width      int
		want       string
	}{
		{"no terminal", "uno dos tres", 0, "uno dos tres"},
		{"fits", "uno dos", 7, "uno dos"},
		{"breaks at words", "uno dos tres", 8, "uno dos\ntres"},
		{"one letter too many", "uno dos", 6, "uno\ndos"},
		{"the mark counts", "- uno dos", 8, "- uno\n  dos"},
		{"counts letters, not bytes", "áéí óúñ", 7, "áéí óúñ"},
		{"an item hangs", "- uno dos tres", 9, "- uno dos\n  tres"},
		{"a number hangs", "2. uno dos tres", 10, "2. uno dos\n   tres"},
		{"long words stay whole", "a desproporcionadamente b", 6, "a\ndesproporcionadamente\nb"},
		{"a row stays", "| uno | dos | tres |", 8, "| uno | dos | tres |"},
		{"markers stay whole", "uno dos [12]", 9, "uno dos\n[12]"},
		{"nothing", "", 8, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, wrapLine(tt.line, tt.width)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func text(s string) *string { return &s }

func TestAnswerPage_write(t *testing.T) {
	answer := &httpapi.AskAnswer{
		Answer: "Son 0,90 m [1].\x1b[31m\n\n- Salvo en terrazas\u202e [2]", Iterations: 1, Searches: 2,
		Project: httpapi.AskProject{GeoID: "ES-05019", Location: "Ávila"},
		Sources: []httpapi.AskSource{
			{Index: 1, CitationType: "article", DocumentTitle: "Norma", SectionTitle: text("Barreras"), BlockTitle: text("Barreras"), URL: "/codes/a/1#b", URLValid: true},
			{Index: 2, CitationType: "user_document", DocumentTitle: "memoria.pdf\x07"},
			{Index: 3, CitationType: "article", DocumentTitle: "Otra", SectionTitle: text("A"), BlockTitle: text("B"), URL: "/codes/b/1"},
		},
	}
	plain := `Son 0,90 m [1].[31m

- Salvo en terrazas [2]

[1] Norma
    Barreras
    /codes/a/1#b
[2] memoria.pdf
    a document of the project
[3] Otra
    A › B
    /codes/b/1 (could not be resolved)

Ávila (ES-05019) · 1 round, 2 searches
`
	var out bytes.Buffer
	(&answerPage{answer: answer}).write(&out)
	if diff := cmp.Diff(plain, out.String()); diff != "" {
		t.Errorf("plain (-want +got):\n%s", diff)
	}
	out.Reset()
	(&answerPage{answer: answer, paint: painter{on: true}, width: 40}).write(&out)
	for _, want := range []string{"Son 0,90 m \x1b[1;36m[1]\x1b[0m.", "\x1b[1mNorma\x1b[0m", "\x1b[4m/codes/a/1#b\x1b[0m"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("painted: %q is missing in\n%q", want, out.String())
		}
	}
}

const wholeAnswer = `{"answer":"Son 3 m [1].","sources":[{"index":1,"document_title":"Norma"}],"project":{"project_id":"p","geo_id":"ES","location":"España"},"iterations":2,"searches":1}`

// answering answers every request with one text, and keeps the request.
func answering(t *testing.T, status int, kind, body string) (url string, asked *http.Request, sent *string) {
	t.Helper()
	asked, sent = &http.Request{}, new(string)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		*asked, *sent = *r, string(raw)
		w.Header().Set("Content-Type", kind)
		w.Header().Set("X-Turn-Id", "turn-7")
		if status/100 == 3 {
			w.Header().Set("Location", "https://other.example.org/")
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(s.Close)
	return s.URL, asked, sent
}

func TestApp_askServer(t *testing.T) {
	events := ": keep-alive\n\nevent: round\ndata: {\"round\":1}\n\nevent: search\ndata: {\"round\":1,\"tool\":\"search_regulations\",\"text\":\"muros\",\"found\":4}\n\n" +
		"event: reading\ndata: {\"round\":2,\"sentences\":4,\"read\":4,\"stand\":3}\n\nevent: token\ndata: {\"text\":\"Son\"}\n\nevent: answer\r\ndata: " + wholeAnswer + "\r\n\r\n"
	for name, tt := range map[string]struct {
		kind, body string
		told       string
	}{
		"whole":  {"application/json", wholeAnswer, ""},
		"events": {"text/event-stream; charset=utf-8", events, "round 1  0 0/0/0 | search 1 search_regulations muros 4 0/0/0 | reading 2  0 3/4/4 | token 0  Son 0 0/0/0"},
	} {
		t.Run("OK "+name, func(t *testing.T) {
			url, asked, sent := answering(t, http.StatusOK, tt.kind, tt.body)
			a := &app{settings: settings{Server: url + "/", APIKey: "rgk_x"}}
			var told []string
			got, err := a.askServer(t.Context(), askOptions{question: "¿Qué?", project: "p1"}, func(e askEvent) {
				told = append(told, fmt.Sprintf("%s %d %s %s %d %d/%d/%d", e.Kind, e.Round, e.Tool, e.Text, e.Found, e.Stand, e.Read, e.Sentences))
			})
			if err != nil {
				t.Fatal(err)
			}
			if got.Answer != "Son 3 m [1]." || len(got.Sources) != 1 || got.Iterations != 2 {
				t.Errorf("another answer: %+v", got)
			}
			if asked.URL.Path != "/api/v2/ask" || asked.Header.Get("Authorization") != "Bearer rgk_x" || *sent != `{"project_id":"p1","query":"¿Qué?"}` {
				t.Errorf("asked %s %q %s", asked.URL, asked.Header.Get("Authorization"), *sent)
			}
			squeezed := strings.Join(told, " | ")
			if want := tt.told; strings.Join(strings.Fields(want), " ") != strings.Join(strings.Fields(squeezed), " ") {
				t.Errorf("told: want %s, got %s", want, squeezed)
			}
		})
	}
	for name, tt := range map[string]struct {
		status           int
		kind, body, says string
	}{
		"refused":      {401, "application/problem+json", `{"status":401,"detail":"The key is not known.","code":"unauthorized"}`, "401 The key is not known. (the key is taken from REGENGINE_API_KEY)"},
		"no project":   {400, "application/problem+json", `{"detail":"No active project.","code":"no_active_project"}`, "(name a project with --project)"},
		"mistakes":     {422, "application/problem+json", `{"detail":"Wrong.","errors":[{"location":"body.query","message":"is required"}]}`, "422 Wrong.; body.query is required"},
		"no words":     {502, "text/html", "<html>", "502 Bad Gateway"},
		"another":      {200, "text/html", "<html>", "is it a regengine server?"},
		"nothing":      {200, "application/json", `{}`, "is it a regengine server?"},
		"elsewhere":    {302, "text/html", "", "302 Found"},
		"error event":  {200, "text/event-stream", "event: error\ndata: {\"status\":503,\"detail\":\"The model is down.\"}\n\n", "503 The model is down."},
		"broken event": {200, "text/event-stream", "event: answer\ndata: {\n\n", "not an answer of this API"},
		"broken off":   {200, "text/event-stream", "event: round\ndata: {}\n\n", "/api/v2/ask/turn-7"},
		"control":      {500, "application/problem+json", "{\"detail\":\"a\\u001b[2Jb\"}", "500 a[2Jb"},
	} {
		t.Run("Err "+name, func(t *testing.T) {
			url, _, _ := answering(t, tt.status, tt.kind, tt.body)
			a := &app{settings: settings{Server: url, APIKey: "rgk_x"}}
			_, err := a.askServer(t.Context(), askOptions{question: "¿Qué?"}, func(askEvent) {})
			if err == nil || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "rgk_x") {
				t.Errorf("want an error with %q and without the key, got %v", tt.says, err)
			}
		})
	}
}

func TestTeller_event(t *testing.T) {
	var out bytes.Buffer
	tell := teller{w: &out}
	for _, e := range []askEvent{
		{Kind: "round", Round: 2}, {Kind: "search", Tool: "search_regulations", Text: "altura\nde \x1b[31mmuros " + strings.Repeat("x", 100), Found: 3},
		{Kind: "search", Tool: "calculations"}, {Kind: "token", Text: "Son 3 m"}, {Kind: "unknown"},
		newAskEvent(ask.Event{Kind: ask.ReadingEvent, Reading: &ask.ReadingTold{Sentences: 4, Read: 4, Stand: 3}}), {Kind: "reading", Sentences: 4},
	} {
		tell.event(e)
		(teller{}).event(e) // nobody looks
	}
	want := "round 2\n  search regulations: altura de [31mmuros " + strings.Repeat("x", 50) + " …, 3 passages\n  calculations, 0 passages\n" +
		"  second reading: 3 of 4 sentences stand\n  second reading: none came back\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
