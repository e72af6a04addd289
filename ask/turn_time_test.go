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
	"github.com/reglookup/regengine/codes/retrieval"
)

// hangs waits until released, whatever its context says.
func hangs(release <-chan struct{}) scriptedTool {
	return named("hang", func(context.Context, ask.Args) (ask.Output, error) {
		<-release
		return ask.Output{Text: "too late"}, nil
	})
}

func barrierDraft(t *ask.Transcript) (ask.Step, error) {
	return ask.Step{Draft: "La altura mínima es de 0,95 m [[" + asktest.Handle(t, "0,95") + "]]."}, nil
}

// The time of these turns is that of a bubble: nothing really waits.
func TestAgent_Answer_Time(t *testing.T) {
	t.Run("a tool that hangs is left behind", func(t *testing.T) {
		w := world(t)
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			script := asktest.NewScript(asktest.Make(ask.NewCall("hang", nil), asktest.SearchFor("barandilla")), barrierDraft)
			began := time.Now()
			a, err := w.Agent(script, &ask.Options{Tools: []ask.Tool{hangs(release)}}).Answer(t.Context(), w.Question(barrierQuestion))
			if err != nil || len(a.Sources) != 1 || time.Since(began) > 21*time.Second {
				t.Errorf("after %v: %v, %+v", time.Since(began), err, a)
			}
			if note := script.Seen()[1].Results[0].Note; !strings.Contains(note, "too long") {
				t.Errorf("got note %q", note)
			}
			close(release)
		})
	})
	t.Run("the last twenty seconds are for a draft", func(t *testing.T) {
		w := world(t)
		synctest.Test(t, func(t *testing.T) {
			script := asktest.NewScript(asktest.Search("barandilla"), func(*ask.Transcript) (ask.Step, error) {
				time.Sleep(101 * time.Second)
				return ask.Step{Calls: []ask.Call{asktest.SearchFor("escalera")}}, nil
			}, barrierDraft)
			a, err := w.Agent(script, nil).Answer(t.Context(), w.Question(barrierQuestion))
			seen := script.Seen()
			if err != nil || len(a.Sources) != 1 || a.Searches != 1 || len(seen) != 3 || !seen[2].Final || seen[1].Final {
				t.Errorf("got %v, %+v after %d steps", err, a, len(seen))
			}
		})
	})
	t.Run("a model that never answers", func(t *testing.T) {
		w := world(t)
		synctest.Test(t, func(t *testing.T) {
			script := asktest.NewScript(asktest.Search("barandilla"), func(*ask.Transcript) (ask.Step, error) {
				time.Sleep(time.Hour)
				return ask.Step{}, nil
			})
			fallback := asktest.NewScript(barrierDraft)
			began := time.Now()
			a, err := w.Agent(script, &ask.Options{Fallback: fallback}).Answer(t.Context(), w.Question(barrierQuestion))
			if err != nil || !strings.HasPrefix(a.Text, "Aviso: se agotó el tiempo") || len(a.Sources) != 1 {
				t.Errorf("got %v, %+v", err, a)
			}
			if took := time.Since(began); took > ask.TurnTimeout {
				t.Errorf("the turn took %v", took)
			}
			time.Sleep(2 * time.Hour) // lets the model's goroutine end
		})
	})
	t.Run("a library that hangs", func(t *testing.T) {
		w := furnished(t)
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			script := asktest.NewScript(asktest.Search("barandilla"), asktest.Make(asktest.DocumentsFor("barandilla")), barrierDraft)
			a, err := w.Agent(script, &ask.Options{Documents: slowLibrary{w.Documents, release}}).Answer(t.Context(), w.Question(barrierQuestion))
			if err != nil || len(a.Sources) != 1 {
				t.Errorf("got %v, %+v", err, a)
			}
			if last := script.Seen()[2]; !last.Final || !strings.Contains(last.Results[1].Note, "nearly up") {
				t.Errorf("got %+v", last.Results[1])
			}
			close(release)
		})
	})
}

type slowLibrary struct {
	*asktest.Library
	release <-chan struct{}
}

func (s slowLibrary) Search(context.Context, retrieval.Query) ([]retrieval.Hit, error) {
	<-s.release
	return nil, nil
}

// failing is a searcher that is down.
type failing struct{ *retrieval.Retriever }

func (failing) Search(context.Context, retrieval.Query) ([]retrieval.Hit, error) {
	return nil, errors.New("index is down")
}

func TestAgent_Answer_SearcherFails(t *testing.T) {
	w := world(t)
	_, err := ask.New(asktest.NewScript(asktest.Search("barandilla"), asktest.Say(absent)), failing{w.Texts}, w.Catalog, nil).
		Answer(t.Context(), w.Question(barrierQuestion))
	if !errors.Is(err, ask.ErrUnavailable) {
		t.Errorf("want ErrUnavailable, got %v", err)
	}
}
