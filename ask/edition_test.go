package ask_test

import (
	"context"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// listener is a model that searches once and keeps what came back.
type listener struct{ found []ask.Passage }

func (l *listener) Next(_ context.Context, t *ask.Transcript) (ask.Step, error) {
	if len(t.Results) == 0 {
		return ask.Step{Calls: []ask.Call{asktest.SearchFor("altura de las barreras")}}, nil
	}
	l.found = t.Results[0].Passages
	return ask.Step{Draft: "No consta en las fuentes."}, nil
}

// Only the edition that the project shows as the one that applies is searched
// (SPEC section 2.7), whatever other is active and has a text.
func TestAgent_Answer_SearchesCurrentEdition(t *testing.T) {
	other := retrieval.Block{ID: "00000000-0000-5000-8000-00000000ed17", Doc: "seguridad/2031", Section: "barreras",
		Title: "Altura de las barreras", Kind: retrieval.Paragraph, Lang: "es", Text: "La altura de las barreras será de 1,44 m como mínimo."}
	for _, c := range []struct {
		name, shown string
		editions    []string
		want        map[string]bool
	}{
		{"OK", "2022", []string{"2031", "2022"}, map[string]bool{"seguridad/2022": true}},
		{"Other", "2031", []string{"2031", "2022"}, map[string]bool{"seguridad/2031": true}},
		{"CurrentHasNoText", "2022", []string{"2031"}, map[string]bool{}},
		{"NoneInForce", "", []string{"2031", "2022"}, map[string]bool{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, err := asktest.NewWorld(other)
			if err != nil {
				t.Fatal(err)
			}
			collection := projects.Collection{Slug: "seguridad", Title: "Seguridad", Version: c.shown}
			for _, e := range c.editions {
				collection.Versions = append(collection.Versions, codes.VersionRef{Code: "seguridad", Version: e})
			}
			w.Project.Selected = []projects.Collection{collection}
			heard := &listener{}
			if _, err := w.Ask(t.Context(), heard, "altura de las barreras"); err != nil {
				t.Fatal(err)
			}
			got := map[string]bool{}
			for _, p := range heard.found {
				got[p.Version] = true
			}
			if len(got) != len(c.want) || len(got) > 0 && !got[firstKey(c.want)] {
				t.Errorf("want passages of %v, got %v", c.want, got)
			}
		})
	}
}

func firstKey(m map[string]bool) string {
	for k := range m {
		return k
	}
	return ""
}
