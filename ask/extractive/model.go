package extractive

import (
	"context"

	"github.com/reglookup/regengine/ask"
)

var _ ask.Model = (*Model)(nil)

// Model answers by extraction. The zero value is ready.
type Model struct{}

// New returns a Model. It does no I/O and never waits.
func New() *Model { return &Model{} }

// Next implements [ask.Model]. It searches with the question's words, then with
// those words in the other language, then with what it is really about, and stops
// as soon as something answers well.
func (m *Model) Next(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
	if err := ctx.Err(); err != nil {
		return ask.Step{}, err
	}
	if ask.ReadsPlainly(t.Question) {
		return plainStep(t), nil
	}
	if list := questionsOf(t.Question); len(list) > 1 {
		return m.each(ctx, list, t)
	}
	return m.one(ctx, t)
}

// one answers a single question.
func (m *Model) one(_ context.Context, t *ask.Transcript) (ask.Step, error) {
	a := analyse(t.Question)
	if said := a.fromOwn(t.Question); said != "" && t.Repair == nil {
		return ask.Step{Draft: said}, nil
	}
	a.readHomes(passagesOf(t.Results))
	if !t.Final && t.Repair == nil && !a.settled(newest(t)) {
		if calls := a.nextCalls(t); len(calls) > 0 {
			return ask.Step{Calls: calls}, nil
		}
	}
	a.mend(t.Repair)
	return ask.Step{Draft: a.write(t.Question, t.Results)}, nil
}

// newest lists the passages of the last round: those before it did not settle the
// question, or there would have been no further one.
func newest(t *ask.Transcript) []*ask.Passage {
	first := len(t.Results)
	for first > 0 && t.Results[first-1].Round == t.Round-1 {
		first--
	}
	return passagesOf(t.Results[first:])
}

// settled reports whether something answers well enough to search no further.
func (a *query) settled(passages []*ask.Passage) bool {
	if a.source == ofDocuments {
		return a.inDocuments(passages, documentEnough) != nil
	}
	found := a.find(passages)
	return len(found) > 0 && found[0].score >= sure && a.covers(&found[0])
}

// sure is a score that makes further searching needless.
const sure = 0.85

// passagesOf lists each passage once, in order of retrieval.
func passagesOf(results []ask.Result) []*ask.Passage {
	var list []*ask.Passage
	seen := map[string]bool{}
	for i := range results {
		for k := range results[i].Passages {
			if p := &results[i].Passages[k]; !seen[p.Handle] {
				seen[p.Handle] = true
				list = append(list, p)
			}
		}
	}
	return list
}
