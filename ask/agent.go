package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// Options configure an Agent. The zero value has no fallback.
type Options struct {
	// Fallback drafts from what was retrieved when the model fails, when nothing of
	// its draft stands, or when time runs out (DECISIONS 17). It must not wait for
	// anything.
	Fallback Model

	// Tools are further things a model may call. One whose name is not of lower
	// case letters and "_", or is that of another tool, is not offered.
	Tools []Tool

	// Requirements answers what the rules of the selected regulations require. Without
	// it the tool is not offered.
	Requirements Requirements

	// SecondReader reads what the sentences of a draft mean. Without it hard facts decide
	// alone, and an answer says so.
	SecondReader SecondReader

	// Documents holds the project's own documents, and no others. Without it they
	// are named, and not searched.
	Documents Library

	// Now returns the state in which citations are looked up again when the answer
	// is built. nil means what New was given.
	Now func() (Searcher, *codes.Catalog)

	// Selected returns what is selected in the project when the answer is built:
	// what was taken out meanwhile is not cited. nil means what the question says.
	Selected func(ctx context.Context) ([]projects.Collection, error)

	// Follow returns the blocks that the cross references of a block lead to. nil
	// means none is followed.
	Follow func(b *retrieval.Block) []*retrieval.Block

	// Observe is told how a turn goes, from the goroutine that called Answer, and
	// never after Answer has returned. It must not wait; a panic of it is dropped.
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

// Answer runs one turn: at most MaxRounds rounds and MaxSearches searches,
// whatever the model does, and no longer than TurnTimeout or ctx allows. A
// project with no collection and no document selected gets an explanation at
// once, with zero iterations; see [NothingSelected].
//
// Towards the end of the time no tool runs any more, so that there is time for a
// last draft. When time is over, or the model fails, or nothing it drafted stands,
// the answer is made of what was gathered and says so; with nothing gathered the error is ErrUnavailable. A
// cancelled ctx gives its own error.
func (a *Agent) Answer(ctx context.Context, q Question) (*Answer, error) {
	answer, nothing := NothingSelected(q)
	if !nothing {
		var err error
		if answer, err = a.answer(ctx, q); err != nil {
			return nil, err
		}
	}
	a.tellAnswer(answer)
	return answer, nil
}

func (a *Agent) answer(parent context.Context, q Question) (*Answer, error) {
	t := a.newTurn(q)
	t.limits = timingOf(parent, time.Now())
	ctx, cancel := context.WithDeadline(parent, t.limits.model)
	defer cancel()
	draft, err := t.run(ctx)
	if errors.Is(parent.Err(), context.Canceled) {
		return nil, parent.Err()
	}
	switch {
	case err != nil:
		return t.rescue(ctx, err)
	case t.agent.opts.Fallback != nil && t.unsearched(draft):
		return t.rescue(ctx, errUnsearched)
	}
	return t.finish(draft), nil
}

// unsearched reports whether a draft speaks of sources nobody searched: no tool ran,
// or it says that they are silent.
func (t *turn) unsearched(d *draft) bool {
	if d.cited > 0 || t.searches > 0 || len(t.issued) > 0 {
		return false
	}
	return !t.ran || slices.ContainsFunc(d.pieces(), func(p *piece) bool { return t.isAbsence(withoutMarks(p.text)) })
}

// mostProblems is how many faults of a draft a model is told of.
const mostProblems = 20

// attempt is a draft as it was written, and what the check left of it.
type attempt struct {
	step  Step
	draft *draft
	round int
}

// run goes through the rounds until there is a draft that stands, or the best
// one that rounds and time allow.
func (t *turn) run(ctx context.Context) (*draft, error) {
	var best attempt
	claimed := false // by the newest draft that is one
	for t.round < MaxRounds {
		step, told, err := t.next(ctx)
		if err != nil {
			if !best.draft.answers() {
				return nil, err
			}
			break // a checked draft is there already
		}
		if len(step.Calls) > 0 && !told.Final {
			if err := t.call(ctx, step.Calls); err != nil {
				return nil, err
			}
			continue
		}
		last := attempt{step, t.examine(ctx, step), t.round}
		if better(best.draft, last.draft) == last.draft {
			best = last
		}
		if !last.draft.blank() {
			claimed = t.cites(last.step.Draft)
		}
		if len(last.draft.problems) == 0 || t.repair != nil || t.limits.lateForRepair() {
			break
		}
		problems := last.draft.problems
		t.repair = &Repair{Draft: t.asWritten(t.normaliseMarkers(cleanDraft(step.Draft))), Problems: problems[:min(len(problems), mostProblems)]}
	}
	return t.taken(ctx, best, claimed)
}

// taken is the draft of the best attempt, where it is one; claimed says whether the newest
// one claims to have found something.
func (t *turn) taken(ctx context.Context, best attempt, claimed bool) (*draft, error) {
	switch {
	case best.draft.blank():
		return nil, errEmptyDraft
	case !best.draft.answers() && claimed:
		t.struck = best.draft
		return nil, errRefused
	case best.round != t.round: // it was checked a round ago
		return t.examine(ctx, best.step), nil
	}
	return best.draft, nil
}

// examine checks a draft against what there is now.
func (t *turn) examine(ctx context.Context, step Step) *draft {
	t.lookAgain(ctx)
	t.form = step.Form
	d := t.check(step.Draft)
	t.readAgain(ctx, d)
	t.count(d)
	return d
}

// Why there is no draft of the model's.
var (
	errEmptyDraft = errors.New("the model drafted nothing")
	errRefused    = errors.New("nothing the model drafted could be proved")
	errUnsearched = errors.New("the model drafted no answer and searched for none")
)

// cites reports whether a draft claims to have found something. One that cites
// nothing says that there is no answer, in words of its own that need not stand.
func (t *turn) cites(text string) bool {
	return len(marksIn(t.normaliseMarkers(cleanDraft(text)))) > 0
}

// answers reports whether anything of a draft stands.
func (d *draft) answers() bool { return d != nil && d.cited+d.stated > 0 }

// next asks the model for one step, and returns what the model was told.
func (t *turn) next(ctx context.Context) (Step, *Transcript, error) {
	t.round++
	t.tell(Event{Kind: RoundEvent})
	transcript := t.transcript()
	told := *transcript // the model may change what it was given
	step, err := callModel(ctx, t.agent.model, transcript)
	t.usage.Add(step.Usage)
	return step, &told, err
}

func callModel(ctx context.Context, m Model, transcript *Transcript) (Step, error) {
	step, err := within(ctx, func(ctx context.Context) (Step, error) { return m.Next(ctx, transcript) })
	if err != nil {
		return step, fmt.Errorf("model: %w", err)
	}
	return step, nil
}

// rescue answers from what was gathered when the turn broke off for cause. A
// model of whose answer nothing stands has failed like one that gave none: the
// fallback's draft is taken instead where it has proof.
func (t *turn) rescue(ctx context.Context, cause error) (*Answer, error) {
	refused := errors.Is(cause, errRefused)
	if len(t.issued) == 0 {
		t.gather(ctx)
	}
	switch gathered := len(t.issued) > 0; {
	case !gathered && refused && t.struck.quotable():
		return t.finish(t.struck), nil
	case !gathered && (refused || errors.Is(cause, errEmptyDraft) || errors.Is(cause, errUnsearched)):
		return t.finish(nil), nil
	case !gathered && len(t.found) == 0:
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, cause)
	}
	step := t.fallbackStep(ctx)
	if strings.TrimSpace(step.Draft) == "" && !refused {
		step = Step{Draft: t.listing()}
	}
	d := t.examine(ctx, step)
	if refused && d.cited == 0 {
		return t.finish(t.struck), nil // as quotations of what it cites
	}
	answer := t.finish(d)
	answer.Text, answer.Form = t.notice(ctx, refused)+"\n\n"+answer.Text, FormNotice
	return answer, nil
}

// notice says why an answer is not the model's.
func (t *turn) notice(ctx context.Context, refused bool) string {
	switch {
	case refused:
		return t.words.say("model_refused")
	case ctx.Err() != nil:
		return t.words.say("out_of_time")
	}
	return t.words.say("model_failed")
}

// gatherRounds is how many steps the fallback has to look for what it needs.
const gatherRounds = 2

// gather lets the fallback look where the model looked for nothing, so that no answer
// speaks of sources that nobody searched. What goes wrong leaves less to answer from.
func (t *turn) gather(ctx context.Context) {
	for range gatherRounds {
		if t.agent.opts.Fallback == nil || ctx.Err() != nil || t.limits.lateForTools() {
			return
		}
		transcript := t.transcript()
		transcript.Final, transcript.Repair, transcript.Tools = false, nil, t.offered()
		step, err := callModel(ctx, t.agent.opts.Fallback, transcript)
		if err != nil || len(step.Calls) == 0 || t.call(ctx, step.Calls) != nil {
			return
		}
	}
}

func (t *turn) fallbackStep(ctx context.Context) Step {
	if t.agent.opts.Fallback == nil {
		return Step{}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fallbackTime)
	defer cancel()
	transcript := t.transcript()
	transcript.Final, transcript.Repair = true, nil
	step, err := callModel(ctx, t.agent.opts.Fallback, transcript)
	if err != nil {
		return Step{}
	}
	return step
}

// listing names what was found, for want of anybody to word an answer.
func (t *turn) listing() string {
	const most = 5
	var b strings.Builder
	b.WriteString(t.words.say("found") + "\n\n")
	for _, p := range t.issued[:min(len(t.issued), most)] {
		fmt.Fprintf(&b, "- %s [[%s]]\n", p.title, p.handle)
	}
	return b.String()
}
