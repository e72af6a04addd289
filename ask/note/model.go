package note

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/reglookup/regengine/ask"
)

// Model is an [ask.Model] without a language model. It asks what rules require, makes
// one search with the question, reads around what was found, and drafts an answer of one
// of three forms: what is sure, what may answer, or that nothing was found.
type Model struct{ opts Options }

// Options change a Model. The zero value is the one to use; the others are for measuring
// it and for fitting its weights.
type Options struct {
	// Weights judge how sure an answer is; nil for those that were fitted and are in
	// weights.tsv.
	Weights Weights

	// Show is the part to answer with whatever is likely; "" for what is likeliest.
	Show Part

	// Observe is told what every draft was judged by.
	Observe func(question string, judged []Judged)
}

// New returns a Model. opts may be nil.
func New(opts *Options) *Model {
	m := &Model{}
	if opts != nil {
		m.opts = *opts
	}
	if m.opts.Weights == nil {
		m.opts.Weights = fitted()
	}
	return m
}

// What is looked for.
const (
	searched   = 14 // passages the search brings
	readAround = 4  // passages whose sections are read around
)

// Next implements [ask.Model].
func (m *Model) Next(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
	if err := ctx.Err(); err != nil {
		return ask.Step{}, err
	}
	if !t.Final && t.Repair == nil {
		if calls := next(t); len(calls) > 0 {
			return ask.Step{Calls: calls}, nil
		}
	}
	a := newAnswer(t)
	draft, form := a.write(m.opts.Weights, m.opts.Show)
	if m.opts.Observe != nil {
		m.opts.Observe(t.Question.Text, a.judged())
	}
	return ask.Step{Draft: draft, Form: form}, nil
}

// next returns what was not looked for yet: first the question, then what stands around
// the passages it found.
func next(t *ask.Transcript) []ask.Call {
	asked := readQuestion(t.Question)
	queries := []string{asked.Text}
	calls := []ask.Call{
		ask.NewCall(ask.SearchRegulations, map[string]any{ask.ArgQueries: queries, ask.ArgTop: searched}),
		ask.NewCall(ask.SearchDocuments, map[string]any{ask.ArgQueries: queries}),
		ask.NewCall(ask.EditionsTool, map[string]any{ask.ArgQuestion: asked.Text}),
		asked.requirements(),
	}
	if !asked.telling() {
		calls = calls[:1] // nobody says that nothing was found who has not looked
	}
	calls = slices.DeleteFunc(calls, func(c ask.Call) bool { return !offered(t, c.Tool) || made(t, c.Tool) })
	if len(calls) > 0 {
		return calls
	}
	if !asked.telling() {
		return nil
	}
	return around(t)
}

// around reads the sections of what the rules and the search found first.
func around(t *ask.Transcript) []ask.Call {
	if !offered(t, ask.ReadSection) || made(t, ask.ReadSection) {
		return nil
	}
	a := newAnswer(t)
	var handles []string
	if a.required != nil && len(a.rows()) > 0 {
		handles = append(handles, a.rows()[0].Handle)
	}
	for _, p := range a.ranked() {
		if !p.Private && len(handles) < readAround && !slices.Contains(handles, p.Handle) {
			handles = append(handles, p.Handle)
		}
	}
	calls := make([]ask.Call, len(handles))
	for i, handle := range handles {
		calls[i] = ask.NewCall(ask.ReadSection, map[string]any{ask.ArgHandle: handle})
	}
	return calls
}

// requirements asks what rules require of what the question names.
func (q *question) requirements() ask.Call {
	args := map[string]any{ask.ArgQuestion: q.words.withoutForm(q.Text, q.langs[0])}
	if asks := q.asks(); asks != "" {
		args[ask.ArgAsks] = asks
	}
	return ask.NewCall(ask.RequirementsTool, args)
}

func offered(t *ask.Transcript, tool string) bool {
	return slices.ContainsFunc(t.Tools, func(s ask.ToolSpec) bool { return s.Name == tool })
}

func made(t *ask.Transcript, tool string) bool {
	return slices.ContainsFunc(t.Results, func(r ask.Result) bool { return r.Call.Tool == tool })
}

// handleOf is the handle that a call of [ask.ReadSection] asked for.
func handleOf(c ask.Call) string {
	var args struct{ Handle string }
	if json.Unmarshal(c.Args, &args) != nil {
		return ""
	}
	return args.Handle
}
