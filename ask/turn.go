package ask

import (
	"cmp"
	"context"
	"crypto/rand"
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

	results  []SearchResult
	round    int
	searches int
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

// search runs what is left of the budget and tells the model about the rest.
func (t *turn) search(ctx context.Context, calls []SearchCall) error {
	for _, call := range calls[:min(len(calls), 2*MaxSearches)] {
		result, err := t.searchOne(ctx, call)
		if err != nil {
			return err
		}
		t.results = append(t.results, result)
	}
	return nil
}

func (t *turn) searchOne(ctx context.Context, call SearchCall) (SearchResult, error) {
	result := SearchResult{Call: call}
	if t.searches >= MaxSearches {
		result.Note = fmt.Sprintf("not run: the limit of %d searches is reached", MaxSearches)
		return result, nil
	}
	docs, ok := t.docsOf(call.Code)
	if !ok {
		result.Note = "not run: that code is not selected in the project; selected are " + strings.Join(t.slugs(), ", ")
		return result, nil
	}
	q := retrieval.Query{Text: call.Text, Docs: docs, TopK: min(max(call.TopK, 0), mostPassages)}
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
