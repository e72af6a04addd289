package asktest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/reglookup/regengine/ask"
)

// good is the least model that keeps every promise.
func good(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
	if err := ctx.Err(); err != nil {
		return ask.Step{}, err
	}
	if len(t.Results) == 0 && !t.Final {
		return ask.Step{Calls: []ask.Call{SearchFor(t.Question.Text)}}, nil
	}
	if handle := Handle(t, "una altura de 0,95 m, como mínimo"); handle != "" && t.Question.Text == usualQuestion {
		return ask.Step{Draft: "La altura mínima es de 0,95 m [[" + handle + "]]."}, nil
	}
	return ask.Step{Draft: "No consta en las fuentes."}, nil
}

type modelFunc func(ctx context.Context, t *ask.Transcript) (ask.Step, error)

func (f modelFunc) Next(ctx context.Context, t *ask.Transcript) (ask.Step, error) { return f(ctx, t) }

func TestModel_Conformance(t *testing.T) {
	TestModel(t, func(*testing.T) ask.Model { return modelFunc(good) })
}

// TestModel_BrokenTwins runs the suite over models that each break one promise.
func TestModel_BrokenTwins(t *testing.T) {
	var mu sync.Mutex
	twins := map[string]modelFunc{
		"ignores cancel": func(_ context.Context, t *ask.Transcript) (ask.Step, error) { return good(context.Background(), t) },
		"always searches": func(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
			return ask.Step{Calls: []ask.Call{SearchFor("x")}}, ctx.Err()
		},
		"invents handles": func(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
			step, err := good(ctx, t)
			step.Draft += " Y más. [[a2b3c4d5]]"
			return step, err
		},
		"cites the nearest passage": func(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
			step, err := good(ctx, t)
			if handle := Handle(t, ""); handle != "" {
				step.Draft = "Véase este pasaje [[" + handle + "]]."
			}
			return step, err
		},
		"changes the transcript": func(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
			mu.Lock() // the change is the fault, not the race
			defer mu.Unlock()
			if t.Round == 1 && len(t.Results) == 0 {
				t.Final = true
			}
			return good(ctx, t)
		},
		"calls what is not offered": func(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
			if len(t.Results) == 1 && !t.Final {
				return ask.Step{Calls: []ask.Call{ask.NewCall("browse", nil)}}, nil
			}
			return good(ctx, t)
		},
		"breaks down at a note": func(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
			for _, r := range t.Results {
				if r.Note != "" && len(r.Passages) == 0 && t.Final {
					return ask.Step{}, errors.New("no passages")
				}
			}
			return good(ctx, t)
		},
		"calls in a repair": func(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
			if t.Repair != nil {
				return ask.Step{Calls: []ask.Call{SearchFor("x")}}, nil
			}
			return good(ctx, t)
		},
		"repeats what was refused": func(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
			if t.Repair != nil {
				return ask.Step{Draft: t.Repair.Draft}, nil
			}
			return good(ctx, t)
		},
		"never cites": func(ctx context.Context, _ *ask.Transcript) (ask.Step, error) {
			return ask.Step{Draft: "No consta en las fuentes."}, ctx.Err()
		},
	}
	for name, twin := range twins {
		t.Run(name, func(t *testing.T) {
			if !slices.ContainsFunc(slices.Concat(modelCases, toolCases), func(c modelCase) bool {
				w, err := NewWorld()
				return err == nil && c.run(t.Context(), w, twin) != nil
			}) {
				t.Errorf("the suite accepts a model that is wrong: %s", name)
			}
		})
	}
}
