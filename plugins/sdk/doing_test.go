package sdk_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
	"github.com/reglookup/regengine/plugins/internal/remote"
	"github.com/reglookup/regengine/projects"
)

// TestServer_Hangs has methods hang: who gives up is told which, and of what.
func TestServer_Hangs(t *testing.T) {
	town := geotest.Places()[slices.IndexFunc(geotest.Places(), func(p geo.Place) bool { return p.Level == geo.Municipality })]
	for name, tc := range map[string]struct {
		hangs func(wait func()) *exlandia
		call  func(context.Context, *remote.Country) error
		want  string
	}{
		"Run": {func(wait func()) *exlandia {
			return &exlandia{run: func(context.Context, json.RawMessage) (projects.Outcome, error) {
				wait()
				return projects.Outcome{}, nil
			}}
		}, func(ctx context.Context, c *remote.Country) error {
			_, err := c.Run(ctx, "echo", []byte("{}"))
			return err
		}, "it hangs in Run of echo for "},
		"Derive": {func(wait func()) *exlandia {
			return &exlandia{derive: func(p geo.Place) geo.Place {
				if p.ID == town.ID {
					wait()
				}
				return geotest.Scheme{}.Derive(p)
			}}
		}, places, "it hangs in Derive of " + string(town.ID) + " for "},
		"DeriveAtAltitude": {func(wait func()) *exlandia {
			return &exlandia{derive: func(p geo.Place) geo.Place {
				if p.ID == town.ID && p.Tech != nil && p.Tech.AltitudeM != nil && *p.Tech.AltitudeM == 1000 {
					wait()
				}
				return geotest.Scheme{}.Derive(p)
			}}
		}, places, "it hangs in Derive of " + string(town.ID) + " at 1000 m for "},
		"Places": {func(wait func()) *exlandia {
			return &exlandia{places: func(_ context.Context, yield func(geo.Place) error) error {
				err := yield(geotest.Places()[0])
				wait()
				return err
			}}
		}, places, "it hangs in Places behind " + string(geotest.Places()[0].ID) + " for "},
	} {
		t.Run(name, func(t *testing.T) {
			over, reached := make(chan struct{}), make(chan struct{})
			defer close(over)
			country := connect(t, tc.hangs(func() {
				select {
				case <-reached:
				default:
					close(reached)
				}
				<-over
			}), nil)
			ctx, giveUp := lateBy(t, reached)
			defer giveUp()
			if err := tc.call(ctx, country); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("want %q, got %v", tc.want, err)
			}
		})
	}
}

// lateBy returns a context whose deadline passes some time after what hangs is
// reached.
func lateBy(t *testing.T, reached <-chan struct{}) (context.Context, func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	late := &lateContext{Context: ctx, done: make(chan struct{})}
	go func() {
		defer close(late.done)
		select {
		case <-reached:
		case <-ctx.Done():
		}
	}()
	return late, func() { cancel(); <-late.done }
}

// lateContext passes its deadline when done is closed.
type lateContext struct {
	context.Context //nolint:containedctx // it is one
	done            chan struct{}
}

// Done implements [context.Context].
func (c *lateContext) Done() <-chan struct{} { return c.done }

// Err implements [context.Context].
func (c *lateContext) Err() error {
	select {
	case <-c.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

func places(ctx context.Context, c *remote.Country) error {
	_, err := c.Places(ctx, "", "", nil, nil)
	return err
}

// TestServer_PanicLine wants the line of a panic to fit into what a host takes of
// one, and to show where it was.
func TestServer_PanicLine(t *testing.T) {
	var log lockedBuffer
	country := connect(t, &exlandia{run: func(context.Context, json.RawMessage) (projects.Outcome, error) { return deep(100) }}, jsonLogger(&log))
	if err := run(country); err == nil {
		t.Fatal("no error")
	}
	const taken = 4 << 10
	line := log.String()
	if len(line) > taken || !strings.Contains(line, "sdk_test.deep") || strings.Contains(line, "debug.Stack") || strings.Contains(line, "sdk.recovered") {
		t.Errorf("%d bytes: %s", len(line), line)
	}
}

//go:noinline
func deep(n int) (projects.Outcome, error) {
	if n == 0 {
		panic("out of stone")
	}
	out, err := deep(n - 1)
	return out, errors.Join(err)
}
