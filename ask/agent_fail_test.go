package ask_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
)

func TestAgent_Answer_Repair(t *testing.T) {
	bad := asktest.Draft(func(h func(string) string) string { return "La altura mínima es 0,99 m [[" + h("0,95") + "]]." })
	good := asktest.Draft(func(h func(string) string) string { return "La altura mínima es 0,95 m [[" + h("0,95") + "]]." })
	t.Run("better", func(t *testing.T) {
		script := asktest.NewScript(asktest.Search("barandilla"), bad, good)
		a := answer(t, world(t), script, barrierQuestion)
		if want := "La altura mínima es 0,95 m [1]."; a.Text != want || a.Iterations != 3 {
			t.Errorf("want %q in 3 iterations, got %q in %d", want, a.Text, a.Iterations)
		}
		repair := script.Seen()[2].Repair
		if repair == nil || len(repair.Problems) != 1 || !strings.Contains(repair.Problems[0].Reason, "0,99") || repair.Problems[0].Nearest == "" ||
			!strings.Contains(repair.Draft, "[["+repair.Problems[0].Handle+"]]") {
			t.Errorf("the model was not told what is wrong: %+v", repair)
		}
	})
	t.Run("only once", func(t *testing.T) {
		a := answer(t, world(t), asktest.NewScript(asktest.Search("barandilla"), bad), barrierQuestion)
		if a.Iterations != 3 || !strings.HasPrefix(a.Text, "El texto dice: «Las barreras") || strings.Contains(a.Text, "0,99") {
			t.Errorf("got %d iterations: %q", a.Iterations, a.Text)
		}
	})
	t.Run("repair fails", func(t *testing.T) {
		half := asktest.Draft(func(h func(string) string) string {
			return "La altura mínima es 0,95 m [[" + h("0,95") + "]]. Y el vidrio se prohíbe."
		})
		a := answer(t, world(t), asktest.NewScript(asktest.Search("barandilla"), half, asktest.Fail(errors.New("down"))), barrierQuestion)
		if want := "La altura mínima es 0,95 m [1].\n\nAviso: afirmaciones sin fuente que se han omitido: 1."; a.Text != want {
			t.Errorf("want %q, got %q", want, a.Text)
		}
	})
	t.Run("tools stay allowed", func(t *testing.T) {
		script := asktest.NewScript(asktest.Search("barandilla"), bad, asktest.Search("altura de las barreras"), good)
		a := answer(t, world(t), script, barrierQuestion)
		if want := "La altura mínima es 0,95 m [1]."; a.Text != want || a.Searches != 2 {
			t.Errorf("want %q after 2 searches, got %q after %d", want, a.Text, a.Searches)
		}
	})
}

// TestAgent_Answer_Refused: a model of whose draft nothing stands has failed, and
// the fallback drafts from what it had found; where it has nothing, what the model cited
// is quoted (CITATIONS R2).
func TestAgent_Answer_Refused(t *testing.T) {
	bad := asktest.Draft(func(h func(string) string) string { return "La altura mínima es 0,99 m [[" + h("0,95") + "]]." })
	good := asktest.Draft(func(h func(string) string) string { return "La altura mínima es 0,95 m [[" + h("0,95") + "]]." })
	down := asktest.Fail(errors.New("down"))
	for _, tt := range []struct {
		name      string
		model     []asktest.Turn
		fallback  asktest.Turn
		want, end string
	}{
		{"ErrRepair", []asktest.Turn{asktest.Search("barandilla"), bad, down}, good, "Aviso: el modelo de lenguaje no ha dado respuesta", "La altura mínima es 0,95 m [1]."},
		{"ErrRefused", []asktest.Turn{asktest.Search("barandilla"), bad, bad}, good, "Aviso: los textos encontrados no respaldan", "La altura mínima es 0,95 m [1]."},
		{"ErrRepairEmpty", []asktest.Turn{asktest.Search("barandilla"), bad, asktest.Say("")}, good, "Aviso: los textos encontrados no respaldan", "La altura mínima es 0,95 m [1]."},
		{"ErrRefusedTwice", []asktest.Turn{asktest.Search("barandilla"), bad, bad}, bad, "El texto dice: «Las barreras", "en el resto de los casos.» [1]."},
		{"ErrNoFallback", []asktest.Turn{asktest.Search("barandilla"), bad, bad}, down, "El texto dice: «Las barreras", "en el resto de los casos.» [1]."},
		{"ErrAbstains", []asktest.Turn{asktest.Search("barandilla"), bad, bad}, asktest.Say("No hay respuesta en los textos."), "El texto dice: «Las barreras", "en el resto de los casos.» [1]."},
		{"ErrNothingFound", []asktest.Turn{bad, bad}, good, "Las fuentes consultadas no contienen", ""},
		{"OKModelAbstains", []asktest.Turn{asktest.Search("barandilla"), bad, asktest.Say("No hay respuesta en los textos.")}, good, "Las fuentes consultadas no contienen", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := world(t)
			a, err := w.Agent(asktest.NewScript(tt.model...), &ask.Options{Fallback: asktest.NewScript(tt.fallback)}).
				Answer(t.Context(), w.Question(barrierQuestion))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(a.Text, tt.want) || !strings.HasSuffix(a.Text, tt.end) || (len(a.Sources) > 0) != (tt.end != "") {
				t.Errorf("want %q ... %q, got %q with %d sources", tt.want, tt.end, a.Text, len(a.Sources))
			}
			if near := strings.Contains(a.Text, "Lo más cercano: Reglamento"); near != (tt.name == "OKModelAbstains") {
				t.Errorf("what was found nearest is named %v: %s", near, a.Text)
			}
			if err := asktest.CheckMarkers(a); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAgent_Answer_ModelFails(t *testing.T) {
	down := errors.New("connection refused: secret.internal:443")
	fallback := asktest.NewScript(asktest.Draft(func(h func(string) string) string {
		return "La altura mínima es 0,95 m [[" + h("0,95") + "]]."
	}))
	t.Run("ErrUnavailable with nothing retrieved", func(t *testing.T) {
		_, err := world(t).Agent(asktest.NewScript(asktest.Fail(down)), &ask.Options{Fallback: fallback}).
			Answer(t.Context(), world(t).Question(barrierQuestion))
		if !errors.Is(err, ask.ErrUnavailable) || !errors.Is(err, down) {
			t.Errorf("want ErrUnavailable, got %v", err)
		}
	})
	t.Run("ErrUnavailable by panic", func(t *testing.T) {
		script := asktest.NewScript(func(*ask.Transcript) (ask.Step, error) { panic("boom") })
		if _, err := world(t).Ask(t.Context(), script, barrierQuestion); !errors.Is(err, ask.ErrUnavailable) {
			t.Errorf("want ErrUnavailable, got %v", err)
		}
	})
	broken := func() ask.Model { return asktest.NewScript(asktest.Search("barandilla"), asktest.Fail(down)) }
	t.Run("fallback drafts", func(t *testing.T) {
		w := world(t)
		a, err := w.Agent(broken(), &ask.Options{Fallback: fallback}).Answer(t.Context(), w.Question(barrierQuestion))
		if err != nil || !strings.HasPrefix(a.Text, "Aviso: el modelo") || !strings.HasSuffix(a.Text, "0,95 m [1].") {
			t.Errorf("got %v, %+v", err, a)
		}
	})
	t.Run("passages are listed without fallback", func(t *testing.T) {
		a := answer(t, world(t), broken(), barrierQuestion)
		if len(a.Sources) == 0 || strings.Contains(a.Text, "secret") {
			t.Errorf("got %+v", a)
		}
	})
	t.Run("empty draft", func(t *testing.T) {
		a := answer(t, world(t), asktest.NewScript(asktest.Search("barandilla"), asktest.Say(" \n")), barrierQuestion)
		if a.Text == "" {
			t.Error("the answer is empty")
		}
	})
}

func TestAgent_Answer_Deadline(t *testing.T) {
	w := world(t)
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer close(release)
		stuck := asktest.NewScript(asktest.Search("barandilla"), func(*ask.Transcript) (ask.Step, error) {
			<-release // heeds no context
			return ask.Step{}, nil
		})
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		a, err := w.Agent(stuck, nil).Answer(ctx, w.Question(barrierQuestion))
		if err != nil || !strings.HasPrefix(a.Text, "Aviso: se agotó el tiempo") || len(a.Sources) == 0 {
			t.Errorf("got %v, %+v", err, a)
		}
		if ctx.Err() != nil {
			t.Error("the answer came after the deadline")
		}
	})
}

func TestAgent_Answer_Canceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := world(t)
	if _, err := w.Agent(asktest.NewScript(asktest.Say("x")), nil).Answer(ctx, w.Question("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("want context.Canceled, got %v", err)
	}
}
