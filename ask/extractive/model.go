package extractive

import (
	"context"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
)

var _ ask.Model = (*Model)(nil)

// Model answers by extraction. The zero value is ready.
type Model struct{}

// New returns a Model. It does no I/O and never waits.
func New() *Model { return &Model{} }

// Next implements [ask.Model]. It searches with the question's words, then with
// the words it is really about, then in the code that looked best, and stops as
// soon as something answers well.
func (m *Model) Next(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
	if err := ctx.Err(); err != nil {
		return ask.Step{}, err
	}
	a := analyse(t.Question)
	passages := passagesOf(t.Results)
	found := a.find(passages)
	if !t.Final && (len(found) == 0 || found[0].score < sure) {
		if call, ok := a.nextSearch(t); ok {
			return ask.Step{Calls: []ask.Call{call}}, nil
		}
	}
	a.brief = t.Repair != nil
	return ask.Step{Draft: a.write(t.Question, passages)}, nil
}

// sure is a score that makes further searching needless.
const sure = 0.85

// mostPassages is how many passages one search brings.
const mostPassages = 20

// nextSearch returns the next search that was not made yet.
func (a *query) nextSearch(t *ask.Transcript) (ask.Call, bool) {
	var subjects, others []string
	for _, term := range a.terms {
		if term.weight >= subjectWeight && !term.name {
			subjects = append(subjects, term.text)
		} else {
			others = append(others, term.text)
		}
	}
	plans := []string{
		a.text,
		strings.Join(append(slices.Clone(subjects), others...), " "),
		strings.Join(subjects, " "),
	}
	for _, text := range plans {
		if strings.TrimSpace(text) != "" && !searched(t.Results, text) {
			return searchFor(text), true
		}
	}
	return ask.Call{}, false
}

func searchFor(text string) ask.Call {
	return ask.NewCall(ask.SearchRegulations, map[string]any{ask.ArgQueries: []string{text}, ask.ArgTop: mostPassages})
}

func searched(results []ask.Result, text string) bool {
	args := string(searchFor(text).Args)
	return slices.ContainsFunc(results, func(r ask.Result) bool { return string(r.Call.Args) == args })
}

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
