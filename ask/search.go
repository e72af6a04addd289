package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// How many passages a search brings: the agent's choice, and the most.
const (
	usualPassages = 5
	mostPassages  = 20
	mostWordings  = 4 // of one call
)

// searchRegulations runs one search with all wordings and fuses what they bring.
func (t *turn) searchRegulations(ctx context.Context, args Args) (Result, error) {
	var r Result
	docs, ok := t.docsOf(args.Text(ArgCode), args.Text(ArgStatus))
	switch {
	case !ok:
		r.Note = "not run: that code is not selected in the project; selected are " + strings.Join(t.slugs(), ", ")
		return r, nil
	case len(docs) == 0:
		r.Note = "not run: there is no text of such an edition here"
		return r, nil
	}
	top := cmp.Or(args.Integer(ArgTop), usualPassages)
	queries := args.Texts(ArgQueries)
	if len(queries) > mostWordings {
		r.addNote(fmt.Sprintf("only the first %d wordings were searched", mostWordings))
		queries = queries[:mostWordings]
	}
	var rankings [][]retrieval.Hit
	counted := false // the wordings of one call are one search
	for _, text := range queries {
		hits, err := t.searchOnce(ctx, &r, retrieval.Query{Text: text, Docs: docs, TopK: top}, &counted)
		if err != nil {
			return r, err
		}
		rankings = append(rankings, hits)
	}
	list := fuse(rankings, nil)
	t.hand(&r, list[:min(len(list), top)])
	if len(r.Passages) == 0 && r.Note == "" {
		r.Note = "nothing found for these words"
	}
	t.say(&r, t.searchesLeft())
	return r, nil
}

// searchOnce runs one wording unless it was run before, within the limit.
func (t *turn) searchOnce(ctx context.Context, r *Result, q retrieval.Query, counted *bool) ([]retrieval.Hit, error) {
	key := searchKey(q)
	if hits, known := t.found[key]; known {
		r.addNote(fmt.Sprintf("%q was searched before: the same passages", clip(asData(q.Text), 60)))
		return hits, nil
	}
	if !*counted && t.searches >= MaxSearches {
		r.addNote(fmt.Sprintf("%q not run: the limit of %d searches is reached", clip(asData(q.Text), 60), MaxSearches))
		return nil, nil
	}
	hits, err := within(ctx, func(ctx context.Context) ([]retrieval.Hit, error) { return t.agent.texts.Search(ctx, q) })
	if note := passing(ctx, err); note != "" {
		r.addNote(note)
		return nil, nil
	}
	if !*counted {
		t.searches++
		*counted = true
	}
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	t.found[key] = inDocs(hits, q.Docs)
	return t.found[key], nil
}

// passing says why a search found nothing where that need not end the turn.
func passing(ctx context.Context, err error) string {
	switch {
	case errors.Is(err, retrieval.ErrInvalidQuery):
		return "not run: the search needs words"
	case err != nil && ctx.Err() != nil:
		return noteTime
	}
	return ""
}

// searchKey is the same for searches that find the same.
func searchKey(q retrieval.Query) string {
	words := strings.Join(strings.Fields(retrieval.Fold(q.Text)), " ")
	return strings.Join([]string{words, strconv.Itoa(q.TopK), strings.Join(q.Docs, "\n")}, "\x00")
}

// inDocs keeps the hits of the documents asked for, whatever the searcher does.
func inDocs(hits []retrieval.Hit, docs []string) []retrieval.Hit {
	return slices.DeleteFunc(slices.Clone(hits), func(h retrieval.Hit) bool {
		return h.Block == nil || !slices.Contains(docs, h.Block.Doc)
	})
}

// fuse joins rankings into one by their places alone (reciprocal rank fusion,
// as [retrieval.Fusion] has it): scores of two searches do not compare. Each
// block comes once, with the best score it had.
func fuse(rankings [][]retrieval.Hit, of func(*retrieval.Block) *document) []found {
	const k = 60
	type place struct {
		found
		sum float64
	}
	var list []*place
	byID := map[string]*place{}
	for _, hits := range rankings {
		for i, h := range hits {
			p := byID[h.Block.ID]
			if p == nil {
				p = &place{found: found{block: h.Block}}
				if of != nil {
					p.document = of(h.Block)
				}
				byID[h.Block.ID] = p
				list = append(list, p)
			}
			p.sum += 1 / float64(k+i+1)
			p.score, p.prior = max(p.score, h.Score), max(p.prior, h.Prior)
		}
	}
	slices.SortStableFunc(list, func(a, b *place) int { return cmp.Compare(b.sum, a.sum) })
	out := make([]found, len(list))
	for i, p := range list {
		out[i] = p.found
	}
	return out
}

// docsOf lists the editions a search looks into: of one selected code, or of all
// for "". A code is known by its slug, or by its whole title.
func (t *turn) docsOf(code, status string) (docs []string, ok bool) {
	docs = t.withStatus(status)
	if code == "" {
		return docs, true
	}
	name := retrieval.Fold(code)
	i := slices.IndexFunc(t.asked.Project.Selected, func(c projects.Collection) bool {
		return c.Slug == name || retrieval.Fold(c.Title) == name
	})
	if i < 0 {
		return nil, false
	}
	slug := t.asked.Project.Selected[i].Slug
	return slices.DeleteFunc(slices.Clone(docs), func(doc string) bool { return refOf(doc).Code != slug }), true
}

func (t *turn) withStatus(status string) []string {
	switch status {
	case StatusRepealed:
		return slices.DeleteFunc(slices.Clone(t.reach), func(doc string) bool { return t.look().status(doc) != codes.Repealed })
	case StatusAny:
		return t.reach
	}
	return t.scope
}

func (t *turn) slugs() []string {
	return mapSlice(t.asked.Project.Selected, func(c projects.Collection) string { return c.Slug })
}

func mapSlice[T, U any](list []T, f func(T) U) []U {
	if list == nil {
		return nil
	}
	out := make([]U, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}
