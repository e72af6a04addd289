package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

// LikelyPassage is a passage that rules stand in which a text may be about.
type LikelyPassage struct {
	*retrieval.Block
	Likely float64 // that the text is about what they limit, as far as that explains its words
}

// Likely lists the passages of some documents, such as "cte-db-sua/2022", that the rules
// stand in which a text may be about by the weight of its words, in no order. No names need
// to stand in it. None in a country without rules.
func (p *Pairs) Likely(country geo.ID, text string, docs []string) []LikelyPassage {
	book := p.books[country]
	if book == nil {
		return nil
	}
	inScope := func(r *rule) bool { return slices.Contains(docs, r.cited.Block.Doc) }
	x := book.wordIndex()
	q := x.question(text)
	pairs := x.likeliest(q.words, func(rules.Subject) bool { return true })
	var out []LikelyPassage
	for i := range pairs {
		if slices.Contains(q.others, pairs[i].Element) {
			continue
		}
		for _, r := range book.about(pairs[i].Subject) {
			known := func(at LikelyPassage) bool { return at.ID == r.cited.Block.ID }
			if inScope(r) && !slices.ContainsFunc(out, known) {
				out = append(out, LikelyPassage{r.cited.Block, pairs[i].likely * (1 - pairs[i].features[unexplained])})
			}
		}
	}
	return out
}
