package ask_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/note"
)

// Whole sentences of a passage stand in quotation marks whatever they say, parts do not,
// nor does what has a claim in front.
func TestAgent_Answer_WholeQuotation(t *testing.T) {
	const sentence = "Habrá barreras de protección en los desniveles, balcones y ventanas con una diferencia de cota mayor que 60 cm, excepto cuando la disposición del edificio haga muy improbable la caída."
	for _, tt := range []struct {
		name, draft string
		stands      bool
	}{
		{"whole", "«" + sentence + "»", true},
		{"a part that says the contrary", "«excepto cuando la disposición del edificio haga muy improbable la caída» es lo que manda: no habrá barreras", false},
		{"a claim in front", "Se puede prescindir de las barreras: «" + sentence + "»", false},
		{"a claim behind", "«" + sentence + "» Basta con 20 cm de altura", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := world(t)
			draft := asktest.Draft(func(handle func(string) string) string { return tt.draft + " [[" + handle("Habrá barreras") + "]]" })
			script := asktest.NewScript(asktest.Search("barreras de protección desniveles"), draft, draft)
			strict := asktest.NewReader(func(_ context.Context, claims []ask.Claim) ([]ask.Reading, error) {
				return []ask.Reading{{ID: claims[0].ID, Support: ask.NoSupport}}, nil
			})
			a, err := w.Agent(script, &ask.Options{SecondReader: strict}).Answer(t.Context(), w.Question("¿Dónde hacen falta barreras?"))
			if err != nil {
				t.Fatal(err)
			}
			if stands := strings.HasPrefix(a.Text, tt.draft); stands != tt.stands {
				t.Errorf("stands %v, want %v:\n%s", stands, tt.stands, a.Text)
			}
			if read := len(strict.Seen()) > 0; read && tt.stands {
				t.Errorf("read a second time %v: what is verbatim stands without", read)
			}
		})
	}
}

// looks is a fallback that searches for the question and says that it did.
type looks struct{}

func (looks) Next(_ context.Context, t *ask.Transcript) (ask.Step, error) {
	if !t.Final && len(t.Results) == 0 {
		return ask.Step{Calls: []ask.Call{asktest.SearchFor(t.Question.Text)}}, nil
	}
	for _, p := range t.Results[0].Passages {
		return ask.Step{Draft: "«" + ask.Statements(p.Text, "", nil)[0].Text + "» [[" + p.Handle + "]]", Form: ask.FormPossible}, nil
	}
	return ask.Step{}, nil
}

// A model that cannot be reached, or that drafts no answer and searched for none, is done
// without: one search is made, and the answer says so.
func TestAgent_Answer_Unaided(t *testing.T) {
	for name, turn := range map[string]asktest.Turn{
		"down":       func(*ask.Transcript) (ask.Step, error) { return ask.Step{}, errors.New("refused") },
		"unsearched": asktest.Say("Las fuentes no contienen una respuesta."),
	} {
		t.Run(name, func(t *testing.T) {
			w := world(t)
			a, err := w.Agent(asktest.NewScript(turn, turn), &ask.Options{Fallback: looks{}}).Answer(t.Context(), w.Question(barrierQuestion))
			if err != nil || a.Searches != 1 || len(a.Sources) != 1 || a.Form != ask.FormNotice || !strings.HasPrefix(a.Text, "Aviso") {
				t.Errorf("error %v, answer %+v", err, a)
			}
		})
	}
	t.Run("nothing else", func(t *testing.T) {
		w := world(t)
		down := func(*ask.Transcript) (ask.Step, error) { return ask.Step{}, errors.New("refused") }
		for name, a := range map[string]*ask.Agent{
			"no fallback":      w.Agent(asktest.NewScript(down), nil),
			"no search":        ask.New(asktest.NewScript(down), failing{w.Texts}, w.Catalog, &ask.Options{Fallback: looks{}}),
			"no search either": ask.New(asktest.NewScript(down), failing{w.Texts}, w.Catalog, &ask.Options{Fallback: note.New(nil)}),
		} {
			if _, err := a.Answer(t.Context(), w.Question(barrierQuestion)); !errors.Is(err, ask.ErrUnavailable) {
				t.Errorf("%s: error %v, want ErrUnavailable", name, err)
			}
		}
	})
}
