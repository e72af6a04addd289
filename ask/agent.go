package ask

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Options configure an Agent. The zero value has no fallback.
type Options struct {
	// Fallback drafts from what was retrieved when the model fails or time runs
	// out (DECISIONS 17). It must not wait for anything.
	Fallback Model

	// Tools are further things a model may call.
	Tools []Tool

	// Documents holds the project's own documents. Without it they are named, and
	// not searched.
	Documents Library

	// Now returns the state in which citations are looked up again when the answer
	// is built. nil means what New was given.
	Now func() (Searcher, *codes.Catalog)

	// Follow returns the blocks that the cross references of a block lead to. nil
	// means none is followed.
	Follow func(b *retrieval.Block) []*retrieval.Block

	// Observe is told how a turn goes, from the turn's goroutine. It must not wait.
	Observe func(Event)
}

// Agent runs turns over one snapshot. It is cheap to make: one per turn will do.
type Agent struct {
	model   Model
	texts   Searcher
	catalog *codes.Catalog
	opts    Options
}

// New returns an Agent. It does no I/O.
func New(model Model, texts Searcher, catalog *codes.Catalog, opts *Options) *Agent {
	a := &Agent{model: model, texts: texts, catalog: catalog}
	if opts != nil {
		a.opts = *opts
	}
	return a
}

// fallbackTime is how long a fallback may draft once the turn's own time is over.
const fallbackTime = 3 * time.Second

// Answer runs one turn: at most MaxRounds rounds and MaxSearches searches,
// whatever the model does, and no longer than ctx allows. A project with no
// collection and no document selected gets an explanation at once, with zero
// iterations; see [NothingSelected].
//
// When ctx's deadline passes, or the model fails, the answer is made of what was
// gathered and says so; with nothing gathered the error is ErrUnavailable. A
// cancelled ctx gives its own error.
func (a *Agent) Answer(ctx context.Context, q Question) (*Answer, error) {
	if answer, ok := NothingSelected(q); ok {
		return answer, nil
	}
	t := a.newTurn(q)
	draft, err := t.run(ctx)
	if err == nil {
		return t.finish(draft), nil
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil, ctx.Err()
	}
	return t.rescue(ctx, err)
}

// mostProblems is how many faults of a draft a model is told of.
const mostProblems = 20

// run goes through the rounds until there is a draft that stands, or the best
// one that rounds allow.
func (t *turn) run(ctx context.Context) (*draft, error) {
	var best *draft
	for t.round < MaxRounds {
		step, err := t.next(ctx)
		if err != nil {
			return best, t.keep(best, err)
		}
		if len(step.Calls) > 0 && !t.final() {
			if err := t.call(ctx, step.Calls); err != nil {
				return nil, err
			}
			continue
		}
		d := t.check(step.Draft)
		if best = better(best, d); len(d.problems) == 0 || t.repair != nil {
			break
		}
		t.repair = &Repair{Draft: neutralise(cut(step.Draft)), Problems: d.problems[:min(len(d.problems), mostProblems)]}
	}
	if best.blank() {
		return nil, errEmptyDraft
	}
	return best, nil
}

// keep drops an error of a repair round: a checked draft is there already.
func (t *turn) keep(best *draft, err error) error {
	if best != nil && !best.blank() {
		return nil
	}
	return err
}

var errEmptyDraft = errors.New("the model drafted nothing")

// next asks the model for one step. The call runs on its own goroutine, so that
// a model that heeds no deadline, or panics, cannot take the turn with it.
func (t *turn) next(ctx context.Context) (Step, error) {
	t.round++
	step, err := callModel(ctx, t.agent.model, t.transcript())
	t.usage.Add(step.Usage)
	return step, err
}

func callModel(ctx context.Context, m Model, transcript *Transcript) (Step, error) {
	type reply struct {
		step Step
		err  error
	}
	if err := ctx.Err(); err != nil {
		return Step{}, err
	}
	done := make(chan reply, 1)
	go func() {
		var r reply
		defer func() {
			if p := recover(); p != nil {
				r.err = fmt.Errorf("model panicked: %v", p)
			}
			done <- r
		}()
		r.step, r.err = m.Next(ctx, transcript)
	}()
	select {
	case r := <-done:
		return r.step, r.err
	case <-ctx.Done():
		return Step{}, ctx.Err()
	}
}

// rescue answers from what was gathered when the turn broke off for cause.
func (t *turn) rescue(ctx context.Context, cause error) (*Answer, error) {
	if len(t.issued) == 0 && errors.Is(cause, errEmptyDraft) {
		return t.finish(nil), nil
	}
	if len(t.issued) == 0 {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, cause)
	}
	text := t.fallbackDraft(ctx)
	if strings.TrimSpace(text) == "" {
		text = t.listing()
	}
	answer := t.finish(t.check(text))
	notice := t.words.modelFailed
	if ctx.Err() != nil {
		notice = t.words.outOfTime
	}
	answer.Text = notice + "\n\n" + answer.Text
	return answer, nil
}

func (t *turn) fallbackDraft(ctx context.Context) string {
	if t.agent.opts.Fallback == nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fallbackTime)
	defer cancel()
	transcript := t.transcript()
	transcript.Final, transcript.Repair = true, nil
	step, err := callModel(ctx, t.agent.opts.Fallback, transcript)
	if err != nil {
		return ""
	}
	return step.Draft
}

// listing names what was found, for want of anybody to word an answer.
func (t *turn) listing() string {
	const most = 5
	var b strings.Builder
	b.WriteString(t.words.found + "\n\n")
	for _, p := range t.issued[:min(len(t.issued), most)] {
		fmt.Fprintf(&b, "- %s [[%s]]\n", p.title, p.handle)
	}
	return b.String()
}
