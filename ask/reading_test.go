package ask_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
)

// readTwice runs a turn whose model drafts a paraphrase with a wrong exception, that the hard
// facts let stand, twice.
func readTwice(t *testing.T, reader ask.SecondReader, draft string) *ask.Answer {
	t.Helper()
	step := asktest.Draft(func(h func(string) string) string { return strings.ReplaceAll(draft, "{}", "[["+h("0,95")+"]]") })
	w := world(t)
	opts := &ask.Options{SecondReader: reader}
	a, err := w.Agent(asktest.NewScript(asktest.Search("altura de las barreras"), step, step), opts).Answer(t.Context(), w.Question(barrierQuestion))
	if err != nil {
		t.Fatal(err)
	}
	if err := asktest.CheckMarkers(a); err != nil {
		t.Fatalf("%v\n%s", err, a.Text)
	}
	return a
}

const paraphrase = "Toda barrera, sin excepción, mide 0,95 m como mínimo"

// A reading decides what figures cannot, and only with words that stand in the passage;
// one that lies about them, or that is about other sentences, counts as absent, never as
// full (CITATIONS V).
func TestAgent_Answer_SecondReading(t *testing.T) {
	for name, tt := range map[string]struct {
		reading func(c ask.Claim) ask.Reading
		stands  bool
	}{
		"full": {asktest.Supported, true},
		"words laid out": {func(c ask.Claim) ask.Reading {
			return ask.Reading{ID: c.ID, Support: ask.FullSupport, Words: "0,95  m, COMO mínimo … exceda de 5 m"}
		}, true},
		"partly": {func(c ask.Claim) ask.Reading {
			return ask.Reading{ID: c.ID, Support: ask.PartSupport, Words: "no exceda de 5 m"}
		}, false},
		"contradicted": {func(c ask.Claim) ask.Reading {
			return ask.Reading{ID: c.ID, Support: ask.Contradiction, Words: "no exceda de 5 m"}
		}, false},
		"absent": {func(c ask.Claim) ask.Reading { return ask.Reading{ID: c.ID, Support: ask.NoSupport} }, false},
		"words invented": {func(c ask.Claim) ask.Reading {
			return ask.Reading{ID: c.ID, Support: ask.FullSupport, Words: "sin excepción alguna"}
		}, false},
		"no words": {func(c ask.Claim) ask.Reading { return ask.Reading{ID: c.ID, Support: ask.FullSupport} }, false},
		"unknown support": {func(c ask.Claim) ask.Reading {
			return ask.Reading{ID: c.ID, Support: "sure", Words: "0,95 m, como mínimo"}
		}, false},
		"part of a number": {func(c ask.Claim) ask.Reading { return ask.Reading{ID: c.ID, Support: ask.FullSupport, Words: "95 m"} }, false},
	} {
		t.Run(name, func(t *testing.T) {
			reader := asktest.NewReader(func(_ context.Context, claims []ask.Claim) ([]ask.Reading, error) {
				return []ask.Reading{tt.reading(claims[0])}, nil
			})
			a := readTwice(t, reader, paraphrase+" {}.")
			if got := strings.Contains(a.Text, paraphrase); got != tt.stands {
				t.Errorf("stands %v, want %v: %s", got, tt.stands, a.Text)
			}
			if !tt.stands && !strings.HasPrefix(a.Text, "El texto dice: «Las barreras") {
				t.Errorf("want the statement in its place: %s", a.Text)
			}
			if n := len(reader.Seen()); n != 1 || a.Usage.Requests != 1 {
				t.Errorf("want one request, counted, and none for what was read: %d, %+v", n, a.Usage)
			}
		})
	}
	t.Run("one of two claims", func(t *testing.T) {
		reader := asktest.NewReader(func(_ context.Context, claims []ask.Claim) ([]ask.Reading, error) {
			return []ask.Reading{asktest.Supported(claims[0]), {ID: 99, Support: ask.FullSupport, Words: "0,95 m"}}, nil
		})
		a := readTwice(t, reader, paraphrase+" {}. Se mide siempre desde el suelo {}.")
		if !strings.Contains(a.Text, paraphrase) || strings.Contains(a.Text, "desde el suelo") {
			t.Errorf("a claim without a reading stays: %s", a.Text)
		}
	})
	t.Run("verbatim stands without", func(t *testing.T) {
		reader := asktest.NewReader(func(context.Context, []ask.Claim) ([]ask.Reading, error) { return nil, errors.New("never asked") })
		a := readTwice(t, reader, "La altura de las barreras «Las barreras de protección tendrán una altura de 0,95 m, como mínimo, cuando la diferencia de cota que protegen no exceda de 5 m, y de 1,15 m en el resto de los casos» {}.")
		if strings.Contains(a.Text, "Aviso") && len(reader.Seen()) == 0 {
			t.Errorf("read %v: %s", reader.Seen(), a.Text)
		}
	})
}

// TestAgent_Answer_ReadingTold: whoever watches is told of how many sentences a reading came
// back, and how many stand by it; what it cost counts, whatever came of it (CITATIONS V).
func TestAgent_Answer_ReadingTold(t *testing.T) {
	const draft = paraphrase + " {}. Se mide siempre desde el suelo {}. Se mide siempre desde el suelo {}."
	for name, tt := range map[string]struct {
		read func(claims []ask.Claim) ([]ask.Reading, error)
		want ask.ReadingTold
	}{
		"one stands": {func(c []ask.Claim) ([]ask.Reading, error) {
			return []ask.Reading{asktest.Supported(c[0]), {ID: c[1].ID, Support: ask.NoSupport}}, nil
		}, ask.ReadingTold{Sentences: 2, Read: 2, Stand: 1}},
		"one is not read": {func(c []ask.Claim) ([]ask.Reading, error) { return []ask.Reading{asktest.Supported(c[1])}, nil }, ask.ReadingTold{Sentences: 2, Read: 1, Stand: 1}},
		"words invented": {func(c []ask.Claim) ([]ask.Reading, error) {
			return []ask.Reading{{ID: 1, Support: ask.FullSupport, Words: "sin excepción"}, asktest.Supported(c[1])}, nil
		}, ask.ReadingTold{Sentences: 2, Read: 2, Stand: 1}},
		"none came": {func([]ask.Claim) ([]ask.Reading, error) { return nil, errors.New("down") }, ask.ReadingTold{Sentences: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			w := world(t)
			step := asktest.Draft(func(h func(string) string) string { return strings.ReplaceAll(draft, "{}", "[["+h("0,95")+"]]") })
			var told []ask.ReadingTold
			opts := &ask.Options{
				SecondReader: asktest.NewReader(func(_ context.Context, claims []ask.Claim) ([]ask.Reading, error) { return tt.read(claims) }),
				Observe: func(e ask.Event) {
					if e.Kind == ask.ReadingEvent {
						told = append(told, *e.Reading)
					}
				},
			}
			a, err := w.Agent(asktest.NewScript(asktest.Search("altura de las barreras"), step, step), opts).Answer(t.Context(), w.Question(barrierQuestion))
			if err != nil || len(told) == 0 || told[0] != tt.want || a.Usage.Requests != len(told) {
				t.Errorf("want %+v, got %+v, %d requests, %v", tt.want, told, a.Usage.Requests, err)
			}
		})
	}
}

// Without a reading the hard facts decide alone, and the answer says so; a figure that is
// wrong goes all the same (CITATIONS V4).
func TestAgent_Answer_Unread(t *testing.T) {
	const unchecked = "no la ha revisado una segunda lectura"
	failing := asktest.NewReader(func(context.Context, []ask.Claim) ([]ask.Reading, error) { return nil, errors.New("down") })
	others := asktest.NewReader(func(context.Context, []ask.Claim) ([]ask.Reading, error) {
		return []ask.Reading{{ID: 99, Support: ask.FullSupport, Words: "0,95 m"}}, nil
	})
	panics := asktest.NewReader(func(context.Context, []ask.Claim) ([]ask.Reading, error) { panic("boom") })
	for name, reader := range map[string]ask.SecondReader{"fails": failing, "other sentences only": others, "panics": panics} {
		t.Run(name, func(t *testing.T) {
			a := readTwice(t, reader, paraphrase+" {}. La barrera mide 0,99 m {}.")
			if !strings.Contains(a.Text, paraphrase) || !strings.Contains(a.Text, unchecked) || strings.Contains(a.Text, "0,99") {
				t.Errorf("got %s", a.Text)
			}
		})
	}
	t.Run("none", func(t *testing.T) {
		w := world(t)
		script := asktest.NewScript(asktest.Search("altura de las barreras"), asktest.Draft(func(h func(string) string) string { return paraphrase + " [[" + h("0,95") + "]]." }))
		a, err := ask.New(script, w.Texts, w.Catalog, nil).Answer(t.Context(), w.Question(barrierQuestion))
		if err != nil || !strings.HasSuffix(a.Text, unchecked+".") {
			t.Errorf("%v: %s", err, a.Text)
		}
	})
	t.Run("stalls", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			defer close(release)
			stuck := asktest.NewReader(func(context.Context, []ask.Claim) ([]ask.Reading, error) {
				<-release // heeds no context
				return nil, nil
			})
			if a := readTwice(t, stuck, paraphrase+" {}."); !strings.Contains(a.Text, paraphrase) || !strings.Contains(a.Text, unchecked) {
				t.Errorf("got %s", a.Text)
			}
		})
	})
}

// What a reader sees is the sentence and its passages, and nothing of the conversation.
func TestAgent_Answer_ReaderSees(t *testing.T) {
	reader := asktest.Agreeing()
	readTwice(t, reader, "## Barreras\n\n"+paraphrase+" {}.")
	claims := reader.Seen()[0]
	if len(claims) != 1 || claims[0].Sentence != paraphrase+"." && claims[0].Sentence != paraphrase+" ." || claims[0].Over != "Barreras" {
		t.Errorf("got %+v", claims)
	}
	if p := claims[0].Passages; len(p) != 1 || !strings.Contains(p[0].Text, "0,95 m") || !strings.Contains(p[0].Title, "Barreras") {
		t.Errorf("got %+v", p)
	}
}
