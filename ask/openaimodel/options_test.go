package openaimodel_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/openaimodel"
	"github.com/reglookup/regengine/ask/openaimodel/openaitest"
)

// TestOptions_Azure: a deployment is asked by its path and version, with its own
// header for the key.
func TestOptions_Azure(t *testing.T) {
	s := openaitest.New(openaitest.Searches("altura"))
	t.Cleanup(s.Close)
	host := strings.TrimSuffix(s.URL, "/v1")
	for base, want := range map[string]string{
		host:                                "/openai/deployments/small/chat/completions",
		host + "/":                          "/openai/deployments/small/chat/completions",
		host + "/openai":                    "/openai/deployments/small/chat/completions",
		host + "/openai/deployments/other/": "/openai/deployments/other/chat/completions",
	} {
		m := modelAt(t, base, &openaimodel.Options{APIKey: "k-1", AzureVersion: "2024-10-21", Headers: map[string]string{"X-Team": "regs"}})
		if _, err := m.Next(t.Context(), transcript(t)); err != nil {
			t.Fatal(err)
		}
		requests := s.Requests()
		r := requests[len(requests)-1]
		got := []string{r.Path, r.Query.Get("api-version"), r.Header.Get("api-key"), r.Header.Get("Authorization"), r.Header.Get("X-Team")}
		if diff := cmp.Diff([]string{want, "2024-10-21", "k-1", "", "regs"}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", base, diff)
		}
	}
}

func TestNew_ErrSettings_Options(t *testing.T) {
	for name, opts := range map[string]*openaimodel.Options{
		"Header": {Headers: map[string]string{"A b": "c"}}, "HeaderValue": {Headers: map[string]string{"A": "b\r\nC: d"}}, "Version": {AzureVersion: "2024 10"},
	} {
		if _, err := openaimodel.New("http://x", "m", opts); !errors.Is(err, openaimodel.ErrSettings) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestModel_Next_Request: what a first request holds.
func TestModel_Next_Request(t *testing.T) {
	m, s := serve(t, &openaimodel.Options{APIKey: "k-1", MaxTokens: 900}, openaitest.Searches("altura"))
	if _, err := m.Next(t.Context(), transcript(t)); err != nil {
		t.Fatal(err)
	}
	r := s.Requests()[0]
	if r.Header.Get("Authorization") != "Bearer k-1" || r.Chat.Model != "small" || *r.Chat.MaxTokens != 900 || *r.Chat.Temperature != 0 {
		t.Errorf("%v %+v", r.Header, r.Chat)
	}
	question := r.Chat.Messages[1].Content
	for _, want := range []string{
		"Place: Equis", "Technical data of the place: Zona climática: D3", "- Reglamento de Seguridad de Uso (seguridad; ; edition that applies: 2022)",
		"not selected, which no search finds: 1\n- Reglamento de Aguas", "- Ocupación prevista: 120 personas (ocupacion; given by user)", "Question: ¿Qué altura",
	} {
		if !strings.Contains(question, want) {
			t.Errorf("%q is missing in\n%s", want, question)
		}
	}
	const want = `{"additionalProperties":false,"properties":{` +
		`"code":{"type":["string","null"]},` +
		`"queries":{"description":"Wordings.","items":{"type":"string"},"type":"array"},` +
		`"status":{"enum":["active","repealed","any",null],"type":["string","null"]},` +
		`"top":{"type":["integer","null"]}},` +
		`"required":["queries","code","status","top"],"type":"object"}`
	got, err := json.Marshal(r.Chat.Tools[0].Function.Parameters)
	if err != nil || string(got) != want {
		t.Errorf("schema:\n%s\nwant\n%s", got, want)
	}
}

// TestModel_Next_ObjectTool: a tool whose schema is its own is not held to it
// strictly; the others are.
func TestModel_Next_ObjectTool(t *testing.T) {
	c := transcript(t)
	c.Tools = append(c.Tools, ask.ToolSpec{Name: "calculator", Params: []ask.Param{
		{Name: "input", Kind: ask.ObjectParam, Required: true, Schema: []byte(`{"type":"object","properties":{"a":{"type":"number"}}}`)}, {Name: "n", Kind: ask.NumberParam},
	}})
	m, s := serve(t, nil, openaitest.Searches("altura"))
	if _, err := m.Next(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	tools := s.Requests()[0].Chat.Tools
	got, err := json.Marshal(tools[2].Function.Parameters)
	const want = `{"additionalProperties":false,"properties":{"input":{"properties":{"a":{"type":"number"}},"type":"object"},"n":{"type":"number"}},"required":["input"],"type":"object"}`
	if err != nil || string(got) != want || tools[2].Function.Strict != nil || tools[0].Function.Strict == nil {
		t.Errorf("schema %s\nwant %s", got, want)
	}
}

// TestModel_Next_Names: names and ids that a model made up go back in a form that
// servers take.
func TestModel_Next_Names(t *testing.T) {
	c := transcript(t)
	for _, made := range []ask.Call{
		{ID: "a", Tool: "browse the web!"}, {ID: "a", Tool: ""}, {Tool: strings.Repeat("x", 99), Args: []byte(`"no object"`)}, {ID: strings.Repeat("i", 99), Tool: "ok"},
	} {
		c.Results = append(c.Results, ask.Result{Call: made, Round: 1, Note: "not run"})
	}
	m, s := serve(t, nil, openaitest.Searches("altura"))
	if _, err := m.Next(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	messages := s.Requests()[0].Chat.Messages
	for i, call := range messages[2].ToolCalls {
		name := call.Function.Name
		if seen[call.ID] || len(call.ID) > 64 || len(name) == 0 || len(name) > 64 || strings.ContainsAny(name, " !") || call.Function.Arguments != "{}" || messages[3+i].ToolCallID != call.ID {
			t.Errorf("call %d: %+v", i, call)
		}
		seen[call.ID] = true
	}
}

// TestModel_Spent counts what turns cost, those too that failed.
func TestModel_Spent(t *testing.T) {
	var observed atomic.Int64
	opts := &openaimodel.Options{Observe: func(e openaimodel.Exchange) { observed.Add(1 + e.Input) }}
	m, _ := serve(t, opts, openaitest.Answers(openaitest.Answer{Text: "Sí.", Input: 10, Output: 3}), openaitest.Status(401))
	_, _ = m.Next(t.Context(), transcript(t))
	step, err := m.Next(t.Context(), transcript(t))
	if want := (ask.Usage{Requests: 2, Input: 10, Output: 3}); m.Spent() != want || err == nil || step.Usage.Requests != 1 || observed.Load() != 12 {
		t.Errorf("spent %+v, want %+v; the last step %+v; observed %d", m.Spent(), want, step.Usage, observed.Load())
	}
}

// TestModel_Live asks a real server, named by REGENGINE_OPENAI_BASE_URL, _MODEL and
// _KEY; REGENGINE_OPENAI_AZURE_VERSION makes it an Azure deployment.
func TestModel_Live(t *testing.T) {
	const base = "REGENGINE_OPENAI_BASE_URL"
	if os.Getenv(base) == "" {
		t.Skip(base + " is not set: no real server to ask")
	}
	m, err := openaimodel.New(os.Getenv(base), os.Getenv("REGENGINE_OPENAI_MODEL"), &openaimodel.Options{
		APIKey: os.Getenv("REGENGINE_OPENAI_KEY"), AzureVersion: os.Getenv("REGENGINE_OPENAI_AZURE_VERSION"), AttemptTimeout: 2 * time.Minute, Stream: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	can, err := m.Probe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %+v", m.Name(), can)
	w, err := asktest.NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	for _, question := range []string{barrierQuestion, "What is the minimum width of a stair flight in a dwelling?", "¿De qué color se pinta un submarino?"} {
		answer, err := w.Ask(t.Context(), m, question)
		if err != nil {
			t.Fatal(err)
		}
		if err := asktest.CheckMarkers(answer); err != nil {
			t.Error(err)
		}
		t.Logf("%s\n%s\n%d sources, %d rounds, %d searches, %+v", question, answer.Text, len(answer.Sources), answer.Iterations, answer.Searches, answer.Usage)
	}
}
