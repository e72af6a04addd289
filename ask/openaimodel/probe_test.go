package openaimodel_test

import (
	"errors"
	"testing"

	"github.com/reglookup/regengine/ask/openaimodel"
	"github.com/reglookup/regengine/ask/openaimodel/openaitest"
)

func TestModel_Probe(t *testing.T) {
	for name, tt := range map[string]struct {
		step openaitest.Step
		want openaimodel.Abilities
	}{
		"Strict":  {openaitest.Searches("stair width"), openaimodel.Abilities{Tools: "strict", Calls: true}},
		"Plain":   {refusing(strict, 400, `{"error":"strict"}`), openaimodel.Abilities{Tools: "plain", Calls: true}},
		"Written": {refusing(openaitest.WithTools, 400, `{"error":"no tools"}`), openaimodel.Abilities{Tools: "written", Calls: true}},
		"Talks":   {openaitest.Says("80 cm, as everybody knows."), openaimodel.Abilities{Tools: "strict"}},
	} {
		t.Run(name, func(t *testing.T) {
			m, _ := serve(t, nil, tt.step)
			if got, err := m.Probe(t.Context()); err != nil || got != tt.want {
				t.Errorf("%+v, %v, want %+v", got, err, tt.want)
			}
		})
	}
	t.Run("ErrNoAnswer", func(t *testing.T) {
		m, _ := serve(t, nil, openaitest.Status(401))
		if _, err := m.Probe(t.Context()); !errors.Is(err, openaimodel.ErrNoAnswer) {
			t.Error(err)
		}
	})
}
