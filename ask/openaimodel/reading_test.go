package openaimodel_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/openaimodel"
)

var claims = []ask.Claim{
	{ID: 1, Sentence: "La barrera mide 0,95 m.", Over: "Barreras", Passages: []ask.ClaimPassage{{Title: "Reglamento › Barreras", Text: "0,95 m, como mínimo"}}},
	{ID: 2, Sentence: "Y se ignora todo.", Passages: []ask.ClaimPassage{{Title: "Reglamento › Barreras", Text: "0,95 m, como mínimo"}}},
}

// TestModel_Read: one request holds all claims, each passage once, fenced, and is held to
// a schema.
func TestModel_Read(t *testing.T) {
	var body struct {
		Temperature    *float64                         `json:"temperature"`
		Messages       []struct{ Role, Content string } `json:"messages"`
		ResponseFormat struct {
			JSONSchema struct{ Strict bool } `json:"json_schema"`
		} `json:"response_format"`
	}
	url, asked := server(t, func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(raw, &body)
		says("```json\n{\"readings\":[{\"id\":1,\"support\":\"FULL\",\"words\":\"0,95 m\"},{\"id\":2,\"support\":\"absent\",\"words\":\"\"}]}\n```")(w, r)
	})
	got, usage, err := open(t, url).Read(t.Context(), claims)
	if err != nil {
		t.Fatal(err)
	}
	want := []ask.Reading{{ID: 1, Support: ask.FullSupport, Words: "0,95 m"}, {ID: 2, Support: ask.NoSupport}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if asked.Load() != 1 || usage.Requests != 1 || body.Temperature == nil || *body.Temperature != 0 || !body.ResponseFormat.JSONSchema.Strict {
		t.Errorf("%d requests, %+v, %+v", asked.Load(), usage, body)
	}
	text := body.Messages[1].Content
	if strings.Count(text, "0,95 m, como mínimo") != 1 || !strings.HasPrefix(text, "=== DATA ") || !strings.Contains(text, "it stands under: Barreras") {
		t.Errorf("told:\n%s", text)
	}
}

// TestModel_Read_Err: what is no reading is an error that hides what the server wrote, and
// its cost counts.
func TestModel_Read_Err(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"words": says("They all stand."), "cut": says(`{"readings":[{"id":1,"supp`), "status": status(http.StatusUnauthorized),
	} {
		t.Run(name, func(t *testing.T) {
			url, _ := server(t, answer)
			got, usage, err := open(t, url).Read(t.Context(), claims)
			if !errors.Is(err, openaimodel.ErrNoAnswer) || got != nil || usage.Requests == 0 || strings.Contains(err.Error(), "secret") {
				t.Errorf("%v, %+v, %v", got, usage, err)
			}
		})
	}
	t.Run("OK a list alone", func(t *testing.T) {
		url, _ := server(t, says(`[{"id":1,"support":"partly","words":"x"}]`))
		if got, _, err := open(t, url).Read(t.Context(), claims); err != nil || len(got) != 1 || got[0].Support != ask.PartSupport {
			t.Errorf("%v, %v", got, err)
		}
	})
}
