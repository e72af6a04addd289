package asktest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
)

// TestModel runs the conformance suite over a Model. open gives every subtest a
// model of its own. What a model answers is its affair; the suite holds what an
// agent, and whoever pays for the turn, relies on.
func TestModel(t *testing.T, open func(t *testing.T) ask.Model) {
	for _, c := range slices.Concat(modelCases, toolCases) {
		t.Run(c.name, func(t *testing.T) {
			w, err := NewWorld()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.run(t.Context(), w, open(t)); err != nil {
				t.Error(err)
			}
		})
	}
}

// modelCase is one promise. It returns an error instead of failing a test so
// that the suite can be tried on models that are wrong on purpose.
type modelCase struct {
	name string
	run  func(ctx context.Context, w *World, m ask.Model) error
}

var modelCases = []modelCase{
	{"HeedsCancel", heedsCancel},
	{"FinalDrafts", finalDrafts},
	{"CitesOnlyIssued", citesOnlyIssued},
	{"EndsTurn", endsTurn},
	{"NothingFound", nothingFound},
	{"Concurrent", concurrent},
	{"OddQuestions", oddQuestions},
}

const usualQuestion = "¿Qué altura mínima debe tener la barandilla de un balcón?"

func heedsCancel(ctx context.Context, w *World, m ask.Model) error {
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := m.Next(ctx, &ask.Transcript{Question: w.Question(usualQuestion), Round: 1}); err == nil {
		return errors.New("a cancelled context gave no error")
	}
	return nil
}

func finalDrafts(ctx context.Context, w *World, m ask.Model) error {
	step, err := m.Next(ctx, &ask.Transcript{Question: w.Question(usualQuestion), Round: 6, Final: true})
	if err != nil {
		return err
	}
	if len(step.Calls) > 0 || strings.TrimSpace(step.Draft) == "" {
		return fmt.Errorf("final asks for a draft; got %d calls and %q", len(step.Calls), step.Draft)
	}
	return nil
}

var handleMarker = regexp.MustCompile(`\[\[([^\]]*)\]\]`)

func citesOnlyIssued(ctx context.Context, w *World, m ask.Model) error {
	const handle = "q2w3e4r5"
	step, err := m.Next(ctx, &ask.Transcript{
		Question: w.Question(usualQuestion), Round: 2, Final: true,
		Results: []ask.Result{{Call: SearchFor("x"), Round: 1, Passages: []ask.Passage{{
			Handle: handle, Title: "Reglamento › Barreras", Version: "seguridad/2022",
			Text: "Las barreras de protección de balcones tendrán una altura de 0,95 m, como mínimo. Nota (7).",
		}}}},
	})
	if err != nil {
		return err
	}
	for _, found := range handleMarker.FindAllStringSubmatch(step.Draft, -1) {
		if found[1] != handle {
			return fmt.Errorf("the draft cites %q, which was never issued:\n%s", found[1], step.Draft)
		}
	}
	return nil
}

func endsTurn(ctx context.Context, w *World, m ask.Model) error {
	answer, err := w.Ask(ctx, m, usualQuestion)
	if err != nil {
		return err
	}
	if len(answer.Sources) == 0 || answer.Iterations < 1 || answer.Iterations > ask.MaxRounds || answer.Searches > ask.MaxSearches {
		return fmt.Errorf("got %d iterations, %d searches, text %q", answer.Iterations, answer.Searches, answer.Text)
	}
	return CheckMarkers(answer)
}

func nothingFound(ctx context.Context, w *World, m ask.Model) error {
	answer, err := w.Ask(ctx, m, "¿De qué color se pinta la barandilla de un submarino según el Eurocódigo 12?")
	if err != nil {
		return err
	}
	if len(answer.Sources) > 0 || answer.Text == "" {
		return fmt.Errorf("no text answers that; got %d sources and %q", len(answer.Sources), answer.Text)
	}
	return nil
}

func concurrent(ctx context.Context, w *World, m ask.Model) error {
	transcript := &ask.Transcript{Question: w.Question(usualQuestion), Round: 1}
	before := fmt.Sprintf("%+v", *transcript)
	errs := make([]error, 4)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { _, errs[i] = m.Next(ctx, transcript) })
	}
	wg.Wait()
	if diff := cmp.Diff(before, fmt.Sprintf("%+v", *transcript)); diff != "" {
		return fmt.Errorf("the model changed what it was given:\n%s", diff)
	}
	return errors.Join(errs...)
}

func oddQuestions(ctx context.Context, w *World, m ask.Model) error {
	for _, text := range []string{"?", "¿", "[1]", "a", strings.Repeat("altura ", 280), "\u202e0,9\u200b m", "12 34 56 %", "U"} {
		answer, err := w.Ask(ctx, m, text)
		if err == nil {
			err = CheckMarkers(answer)
		}
		if err != nil {
			return fmt.Errorf("%q: %w", text, err)
		}
	}
	return nil
}

var anyMarker = regexp.MustCompile(`[\[【]\s*\^?([0-9]{1,4})[^\[\]【】]{0,20}[\]】]`)

// CheckMarkers holds the promise on an answer's markers: those of the text are
// 1..k by first appearance without gaps, sources are exactly 1..k, and no block
// has two numbers (CITATIONS M5).
func CheckMarkers(a *ask.Answer) error {
	var seen []string
	for _, m := range anyMarker.FindAllStringSubmatch(a.Text, -1) {
		if want := "[" + m[1] + "]"; m[0] != want {
			return fmt.Errorf("marker %q is not of the form %q", m[0], want)
		}
		if !slices.Contains(seen, m[1]) {
			seen = append(seen, m[1])
		}
	}
	blocks := map[string]bool{}
	for i, s := range a.Sources {
		if s.Index != i+1 || blocks[s.BlockID] {
			return fmt.Errorf("source %d has index %d and block %s", i, s.Index, s.BlockID)
		}
		blocks[s.BlockID] = true
	}
	if len(seen) != len(a.Sources) {
		return fmt.Errorf("the text has markers %v, there are %d sources", seen, len(a.Sources))
	}
	for i, n := range seen {
		if n != fmt.Sprint(i+1) {
			return fmt.Errorf("markers appear as %v, not 1 to %d in order", seen, len(seen))
		}
	}
	return nil
}
