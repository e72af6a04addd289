package ask

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// turn is the state of one question. It belongs to one goroutine.
type turn struct {
	agent     *Agent
	asked     Question // as it was put: identifiers and all
	question  Question // as the model sees it
	words     wording
	scope     []string // "code/version" of the editions that apply
	reach     []string // scope and, of the selected codes, the hosted editions not in force
	documents []document
	facts     given
	over      string    // what stands over the line at hand
	effort    int       // comparisons made for the draft at hand
	standing  *standing // what there is now; nil before the first look
	limits    timing

	results  []Result
	ran      bool // a tool ran: its arguments could be read
	round    int
	searches int
	usage    Usage
	repair   *Repair
	fence    string             // of this turn, for whoever keeps data apart from instructions
	struck   *draft             // of which nothing stood
	readings map[string]Reading // of the second reader, by sentence and what it cites
	form     Form               // what the author of the draft at hand says it is
	handed   int                // characters given to the model so far
	found    map[string][]retrieval.Hit
	lookups  int // searches in private documents

	issued   []*passage // in order of retrieval; a marker's number is its index
	byHandle map[string]int
	byBlock  map[string]int
}

func (a *Agent) newTurn(q Question) *turn {
	t := &turn{
		agent:     a,
		asked:     q,
		question:  q.forModel(),
		words:     wordsFor(q),
		scope:     scopeOf(q.Project.Selected),
		documents: documentsOf(q.Project.Documents),
		found:     map[string][]retrieval.Hit{},
		byHandle:  map[string]int{},
		byBlock:   map[string]int{},
		fence:     strings.ToLower(rand.Text()[:12]),
	}
	t.facts = givenOf(q, tongueOf(LanguageOf(q)))
	t.reach = append(slices.Clone(t.scope), a.otherEditions(q.Project.Selected)...)
	return t
}

// scopeOf lists the documents of collections: of each the edition that applies.
func scopeOf(selected []projects.Collection) []string {
	var docs []string
	for _, c := range selected {
		if Searchable(c) {
			docs = append(docs, codes.VersionRef{Code: c.Slug, Version: c.Version}.String())
		}
	}
	return docs
}

// Searchable reports whether the edition that applies of a collection has a text
// to search. Other editions are not searched, though they be active and hosted:
// what the project shows is the only answer to which edition applies (SPEC
// section 2.7).
func Searchable(c projects.Collection) bool {
	return slices.ContainsFunc(c.Versions, func(ref codes.VersionRef) bool { return ref.Version == c.Version })
}

// otherEditions lists the hosted editions of collections that are not in force:
// repealed ones, drafts. One that is active and does not apply is none of them.
func (a *Agent) otherEditions(selected []projects.Collection) []string {
	var docs []string
	for _, c := range selected {
		code, err := a.catalog.Get(c.Slug)
		if err != nil {
			continue
		}
		for _, v := range code.Versions {
			if v.Internal && v.Status != codes.Active && v.Slug != c.Version {
				docs = append(docs, codes.VersionRef{Code: c.Slug, Version: v.Slug}.String())
			}
		}
	}
	return docs
}

// final reports whether no further call may run.
func (t *turn) final() bool {
	return t.round >= MaxRounds || t.limits.lateForTools()
}

// transcript copies the state for a model, which may change what it is given.
func (t *turn) transcript() *Transcript {
	c := &Transcript{Question: t.asked.forModel(), Round: t.round, Final: t.final(), Repair: t.repair, Fence: t.fence}
	for _, r := range t.results {
		r.Passages = slices.Clone(r.Passages)
		c.Results = append(c.Results, r)
	}
	if !c.Final {
		c.Tools = t.offered()
	}
	return c
}

// Bounds of what a turn does for its model beside MaxRounds and MaxSearches.
const (
	mostCalls      = 2 * MaxSearches // of one step
	mostCharacters = 240_000         // of passages and texts, in all results together
	maxCallArgs    = 16 << 10        // bytes of a call's arguments that are handed back
	maxToolText    = 24_000          // code points a tool may say
	maxNote        = 600             // code points
)

// call runs the calls of one step, one after another.
func (t *turn) call(ctx context.Context, calls []Call) error {
	ctx, cancel := context.WithDeadline(ctx, t.limits.tools)
	defer cancel()
	for i, call := range calls[:min(len(calls), mostCalls)] {
		result, err := t.callOne(ctx, call)
		if err != nil {
			return err
		}
		if i == mostCalls-1 && len(calls) > mostCalls {
			result.addNote(fmt.Sprintf("%d further calls of this step were not run: the limit is %d", len(calls)-mostCalls, mostCalls))
		}
		result.Call, result.Round = handBack(call), t.round
		t.results = append(t.results, result)
		t.tell(Event{Kind: SearchEvent, Tool: clip(asData(call.Tool), 60), Text: calledFor(call), Found: len(result.Passages)})
	}
	return nil
}

// handBack is a call as it is shown to the model again.
func handBack(c Call) Call {
	if len(c.Args) > maxCallArgs {
		c.Args = nil
	}
	return c
}

// callOne runs one call. The error is one that ends the turn; what a model can
// mend, or do without, is told in the Note.
func (t *turn) callOne(ctx context.Context, call Call) (Result, error) {
	known := t.tools()
	i := slices.IndexFunc(known, func(k turnTool) bool { return k.spec.Name == call.Tool })
	if i < 0 {
		names := slices.Sorted(maps.Keys(namesOf(t.offered())))
		return Result{Note: "not run: there is no tool of that name; there are " + strings.Join(names, ", ")}, nil
	}
	if t.limits.lateForTools() {
		return Result{Note: noteTime}, nil
	}
	read := readArgs(known[i].spec.Params, call.Args)
	if read.problem != "" && call.Tool == SearchRegulations && t.searches == 0 { // nobody shall speak of sources nobody searched
		read = reading{args: Args{ArgQueries: []string{clip(t.question.Text, MaxQuery)}}, notes: []string{read.problem + "; the question was searched for instead"}}
	}
	if read.problem != "" {
		return Result{Note: clip("not run: "+read.problem, maxNote)}, nil
	}
	t.ran = true
	result, err := known[i].run(ctx, read.args)
	for _, note := range read.notes {
		result.addNote(note)
	}
	result.Note = clip(result.Note, maxNote)
	return result, err
}

const noteTime = "not run to the end: the time of the turn is nearly up; draft from what there is"

func namesOf(specs []ToolSpec) map[string]bool {
	set := map[string]bool{}
	for _, s := range specs {
		set[s.Name] = true
	}
	return set
}

func (r *Result) addNote(note string) {
	if r.Note != "" && note != "" {
		note = r.Note + "; " + note
	}
	r.Note = cmp.Or(note, r.Note)
}

// say adds what a tool says besides passages, within the turn's budget.
func (t *turn) say(r *Result, text string) {
	text = clip(asData(text), maxToolText)
	if n := len([]rune(text)); t.handed+n > mostCharacters {
		r.addNote(noteBudget)
		return
	} else if t.handed += n; r.Text != "" {
		text = r.Text + "\n" + text
	}
	r.Text = text
}

const noteBudget = "left out: this turn has handed over as much text as it may; draft from what there is"

// errPanicked stands for a panic of what a turn calls.
var errPanicked = errors.New("panicked")

// within runs work on its own goroutine, so that one that heeds no deadline, or
// panics, cannot take the turn with it. Work must not touch the turn: it may
// outlive it.
func within[T any](ctx context.Context, work func(context.Context) (T, error)) (T, error) {
	type reply struct {
		value T
		err   error
	}
	var none T
	if err := ctx.Err(); err != nil {
		return none, err
	}
	done := make(chan reply, 1)
	go func() {
		var r reply
		defer func() {
			if p := recover(); p != nil {
				r = reply{err: fmt.Errorf("%w: %v", errPanicked, p)}
			}
			done <- r
		}()
		r.value, r.err = work(ctx)
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// timing divides a turn's time.
type timing struct {
	tools time.Time // until when tools may run: what is left is for a last draft
	model time.Time // until when a model may draft: what is left is for closing
}

// Time kept at the end of a turn, or of a shorter one the same share.
const (
	draftTime    = 20 * time.Second            // for the last draft, and closing
	closingTime  = fallbackTime + existingTime // for the answer without the model
	fallbackTime = 3 * time.Second             // for the fallback's draft
)

// timingOf divides the time from now to ctx's deadline, TurnTimeout at most.
func timingOf(ctx context.Context, now time.Time) timing {
	end := now.Add(TurnTimeout)
	if deadline, ok := ctx.Deadline(); ok && deadline.Before(end) {
		end = deadline
	}
	total := max(0, end.Sub(now))
	share := func(d time.Duration) time.Duration {
		return min(d, time.Duration(float64(total)*float64(d)/float64(TurnTimeout)))
	}
	return timing{tools: end.Add(-share(draftTime)), model: end.Add(-share(closingTime))}
}

func (l timing) lateForTools() bool { return !time.Now().Before(l.tools) }

// lateForRepair reports whether no second draft can be hoped for: half of what
// is kept for the last one is used up.
func (l timing) lateForRepair() bool {
	return !time.Now().Before(l.tools.Add(l.model.Sub(l.tools) / 2))
}
