package retrieval_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
)

// moody is an Embedder that does as told, and counts.
type moody struct {
	retrievaltest.Concepts
	calls atomic.Int32
	act   func(ctx context.Context) error // nil: well
}

func (m *moody) Embed(ctx context.Context, texts []string, p retrieval.Purpose) ([][]float32, error) {
	m.calls.Add(1)
	if m.act != nil {
		if err := m.act(ctx); err != nil {
			return nil, err
		}
	}
	return m.Concepts.Embed(ctx, texts, p)
}

var errAway = fmt.Errorf("%w: the server is away", retrieval.ErrEmbedder)

func TestHybrid_Degraded(t *testing.T) {
	defer goleak.VerifyNone(t)
	release := make(chan struct{})
	deaf := func(context.Context) error { <-release; return nil }
	slow := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	away := func(context.Context) error { return errAway }
	blocks := passages("d", "Sofa cars.", "Couch legs.")
	r := retrieval.New(blocks)
	good := []retrieval.Near{{Doc: "d", ID: "d-0", Score: 1}}
	for name, c := range map[string]struct {
		embedder *moody
		index    *liar
		want     error
	}{
		"ErrEmbedder":         {&moody{Concepts: *meanings, act: away}, &liar{near: good}, retrieval.ErrEmbedder},
		"slow":                {&moody{Concepts: *meanings, act: slow}, &liar{near: good}, retrieval.ErrEmbedder},
		"deaf to its context": {&moody{Concepts: *meanings, act: deaf}, &liar{near: good}, retrieval.ErrEmbedder},
		"index fails":         {&moody{Concepts: *meanings}, &liar{err: retrieval.ErrDimension}, retrieval.ErrDimension},
		"index empty":         {&moody{Concepts: *meanings}, &liar{}, retrieval.ErrNoVectors},
		"no vector":           {&moody{}, &liar{near: good}, retrieval.ErrEmbedder},
	} {
		t.Run(name, func(t *testing.T) {
			var told error
			h := retrieval.NewHybrid(r, c.embedder, c.index, &retrieval.HybridOptions{
				Timeout: 20 * time.Millisecond, OnDegraded: func(_ context.Context, cause error) { told = cause },
			})
			q := retrieval.Query{Text: "couch", Docs: []string{"d"}}
			words, err := r.Search(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			found := find(t, h, q)
			if !errors.Is(found.Degraded, c.want) {
				t.Errorf("degraded by %v, want %v", found.Degraded, c.want)
			}
			if diff := cmp.Diff(words, found.Hits); diff != "" || told == nil {
				t.Errorf("told %v; hits, want those by words (-want +got):\n%s", told, diff)
			}
		})
	}
	close(release)
}

// clock is a time that a test moves.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func TestHybrid_Rests(t *testing.T) {
	e := &moody{Concepts: *meanings, act: func(context.Context) error { return errAway }}
	now := &clock{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	index := &liar{near: []retrieval.Near{{Doc: "d", ID: "d-0", Score: 1}}}
	r := retrieval.New(passages("d", "Sofa cars."))
	h := retrieval.NewHybrid(r, e, index, &retrieval.HybridOptions{Failures: 2, Rest: time.Minute, Now: now.Now})
	ask := func(n int) error {
		return find(t, h, retrieval.Query{Text: fmt.Sprintf("couch %d", n), Docs: []string{"d"}}).Degraded
	}
	for n := range 10 {
		if err := ask(n); !errors.Is(err, retrieval.ErrEmbedder) && !errors.Is(err, retrieval.ErrResting) {
			t.Fatalf("query %d: %v", n, err)
		}
	}
	if n := e.calls.Load(); n != 2 {
		t.Errorf("a dead server was asked %d times, want 2", n)
	}
	// One try after a rest, and the next after another.
	for range 2 {
		now.pass(time.Minute)
		before := e.calls.Load()
		_, _ = ask(11), ask(12)
		if n := e.calls.Load() - before; n != 1 {
			t.Errorf("after a rest a dead server was asked %d times, want 1", n)
		}
	}
	e.act = nil
	if err := ask(13); !errors.Is(err, retrieval.ErrResting) {
		t.Errorf("before the rest is over: %v", err)
	}
	now.pass(time.Minute)
	for n := range 3 {
		if err := ask(14 + n); err != nil {
			t.Errorf("the server is back: %v", err)
		}
	}
}

// A query asked before needs no Embedder, even one that rests.
func TestHybrid_Remembers(t *testing.T) {
	e := &moody{Concepts: *meanings}
	index := &liar{near: []retrieval.Near{{Doc: "d", ID: "d-0", Score: 1}}}
	h := retrieval.NewHybrid(retrieval.New(passages("d", "Sofa cars.")), e, index, &retrieval.HybridOptions{Failures: 1})
	q := retrieval.Query{Text: "couch", Docs: []string{"d"}}
	find(t, h, q)
	find(t, h, q)
	newer := h.Over(retrieval.New(passages("d", "Sofa cars.", "More.")))
	e.act = func(context.Context) error { return errAway }
	find(t, h, retrieval.Query{Text: "bunny", Docs: []string{"d"}}) // from now on it rests
	if found := find(t, newer, q); found.Degraded != nil || e.calls.Load() != 2 {
		t.Errorf("%v after %d calls, want 2", found.Degraded, e.calls.Load())
	}
}

// A query too many is answered from words, and is no failure of the Embedder.
func TestHybrid_InFlight(t *testing.T) {
	entered := make(chan struct{})
	e := &moody{Concepts: *meanings, act: func(ctx context.Context) error {
		close(entered)
		<-ctx.Done()
		return ctx.Err()
	}}
	index := &liar{near: []retrieval.Near{{Doc: "d", ID: "d-0", Score: 1}}}
	h := retrieval.NewHybrid(retrieval.New(passages("d", "Sofa cars.")), e, index, &retrieval.HybridOptions{InFlight: 1, Failures: 1, Timeout: time.Minute})
	ctx, leave := context.WithCancel(t.Context())
	first := make(chan error, 1)
	go func() {
		_, err := h.Find(ctx, retrieval.Query{Text: "couch", Docs: []string{"d"}})
		first <- err
	}()
	<-entered
	q := retrieval.Query{Text: "bunny", Docs: []string{"d"}}
	if found := find(t, h, q); !errors.Is(found.Degraded, retrieval.ErrEmbedder) {
		t.Errorf("the second of one at a time is degraded by %v", found.Degraded)
	}
	leave()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the first: %v", err)
	}
	e.act = nil
	for { // until the first has let go of its place
		found := find(t, h, q)
		if found.Degraded == nil {
			break
		}
		if errors.Is(found.Degraded, retrieval.ErrResting) {
			t.Fatalf("being busy counts as a failure: %v", found.Degraded)
		}
	}
}
