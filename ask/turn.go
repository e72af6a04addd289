package ask

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// How many passages one search brings: the agent's choice, and the most.
const (
	usualPassages = 8
	mostPassages  = 20
)

// passage is a block that was retrieved in this turn.
type passage struct {
	handle string
	block  *retrieval.Block
	title  string
	score  float64

	support *support // what it can prove, worked out when first cited
}

// turn is the state of one question. It belongs to one goroutine.
type turn struct {
	agent    *Agent
	question Question // as the model sees it
	words    *wording
	scope    []string // "code/version" of everything selected
	facts    facts

	results  []Result
	round    int
	searches int
	usage    Usage
	repair   *Repair

	issued   []*passage // in order of retrieval; a marker's number is its index
	byHandle map[string]int
	byBlock  map[string]int
}

func (a *Agent) newTurn(q Question) *turn {
	return &turn{
		agent:    a,
		question: q.forModel(),
		words:    wordingFor(q.Text),
		scope:    scopeOf(q.Project.Selected),
		facts:    factsOf(q),
		byHandle: map[string]int{},
		byBlock:  map[string]int{},
	}
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

// final reports whether no further search can run.
func (t *turn) final() bool {
	return t.round >= MaxRounds || t.searches >= MaxSearches || t.repair != nil
}

// transcript copies the state for a model.
func (t *turn) transcript() *Transcript {
	c := &Transcript{Question: t.question, Round: t.round, Final: t.final(), Repair: t.repair}
	for _, r := range t.results {
		r.Passages = slices.Clone(r.Passages)
		c.Results = append(c.Results, r)
	}
	return c
}

// mostCalls is how many calls of one step are run.
const mostCalls = 2 * MaxSearches

// call runs the calls of one step.
func (t *turn) call(ctx context.Context, calls []Call) error {
	for _, call := range calls[:min(len(calls), mostCalls)] {
		result, err := t.callOne(ctx, call)
		if err != nil {
			return err
		}
		result.Call, result.Round = call, t.round
		t.results = append(t.results, result)
	}
	return nil
}

func (t *turn) callOne(ctx context.Context, call Call) (Result, error) {
	if call.Tool != SearchRegulations {
		return Result{Note: "not run: there is no tool of that name"}, nil
	}
	var args Args
	if err := json.Unmarshal(call.Args, &args); err != nil {
		return Result{Note: "not run: the arguments are no JSON object"}, nil
	}
	list, _ := args[ArgQueries].([]any)
	var all Result
	for _, text := range list {
		top, _ := args[ArgTop].(float64)
		one, err := t.searchOne(ctx, fmt.Sprint(text), args.Text(ArgCode), int(min(top, mostPassages)))
		if err != nil {
			return all, err
		}
		all.Passages, all.Note = append(all.Passages, one.Passages...), cmp.Or(all.Note, one.Note)
	}
	return all, nil
}

func (t *turn) searchOne(ctx context.Context, text, code string, top int) (Result, error) {
	var result Result
	if t.searches >= MaxSearches {
		result.Note = fmt.Sprintf("not run: the limit of %d searches is reached", MaxSearches)
		return result, nil
	}
	docs, ok := t.docsOf(code)
	if !ok {
		result.Note = "not run: that code is not selected in the project; selected are " + strings.Join(t.slugs(), ", ")
		return result, nil
	}
	q := retrieval.Query{Text: text, Docs: docs, TopK: min(max(top, 0), mostPassages)}
	q.TopK = cmp.Or(q.TopK, usualPassages)
	hits, err := t.agent.texts.Search(ctx, q)
	if errors.Is(err, retrieval.ErrInvalidQuery) {
		result.Note = "not run: the search needs words"
		return result, nil
	}
	t.searches++
	if err != nil {
		return result, fmt.Errorf("search: %w", err)
	}
	for _, h := range hits {
		if slices.Contains(docs, h.Block.Doc) { // whatever the Searcher does
			result.Passages = append(result.Passages, t.issue(h))
		}
	}
	if len(result.Passages) == 0 {
		result.Note = "nothing found for these words"
	}
	return result, nil
}

func (t *turn) docsOf(slug string) ([]string, bool) {
	if slug == "" {
		return t.scope, true
	}
	for _, c := range t.question.Project.Selected {
		if c.Slug == slug {
			return scopeOf([]projects.Collection{c}), true
		}
	}
	return nil, false
}

func (t *turn) slugs() []string {
	selected := t.question.Project.Selected
	list := make([]string, len(selected))
	for i, c := range selected {
		list[i] = c.Slug
	}
	return list
}

// issue gives a hit's block its handle, the same one every time.
func (t *turn) issue(h retrieval.Hit) Passage {
	i, known := t.byBlock[h.Block.ID]
	if !known {
		i = len(t.issued)
		p := &passage{handle: t.newHandle(), block: h.Block, title: t.titleOf(h.Block)}
		t.issued = append(t.issued, p)
		t.byBlock[h.Block.ID], t.byHandle[p.handle] = i, i
	}
	p := t.issued[i]
	p.score = max(p.score, h.Score)
	return Passage{
		Handle:  p.handle,
		Title:   neutralise(p.title),
		Text:    neutralise(h.Block.Text),
		Lead:    neutralise(h.Block.Lead),
		Kind:    h.Block.Kind,
		Table:   neutraliseTable(h.Block.Table),
		Score:   h.Score,
		Version: h.Block.Doc,
	}
}

// newHandle draws a handle: a letter, a digit and six of either. It is random
// so that no text, and no earlier turn, can name a passage of this one.
func (t *turn) newHandle() string {
	for {
		text := strings.ToLower(rand.Text())
		handle := text[:8]
		_, taken := t.byHandle[handle]
		if isHandle(handle) && !taken {
			return handle
		}
	}
}

// titleOf says where a block stands: document, sections, block title.
func (t *turn) titleOf(b *retrieval.Block) string {
	parts := []string{t.documentTitle(refOf(b.Doc))}
	parts = append(parts, b.Path...)
	if !slices.Contains(b.Path, b.Title) {
		parts = append(parts, b.Title)
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " › ")
}

func refOf(doc string) codes.VersionRef {
	code, version, _ := strings.Cut(doc, "/")
	return codes.VersionRef{Code: code, Version: version}
}

func (t *turn) documentTitle(ref codes.VersionRef) string {
	v, err := t.agent.catalog.Version(ref)
	if err != nil {
		return ref.String()
	}
	if v.Title != "" {
		return v.Title
	}
	code, err := t.agent.catalog.Get(ref.Code)
	if err != nil {
		return ref.String()
	}
	return code.Title
}
