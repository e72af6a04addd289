package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
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
	x := book.v.wordIndex()
	words, other := x.question(book, text)
	pairs := x.likeliest(words, func(rules.Subject) bool { return true })
	var out []LikelyPassage
	for i := range pairs {
		if slices.Contains(other, pairs[i].Element) {
			continue
		}
		for _, r := range book.v.about(pairs[i].Subject) {
			known := func(at LikelyPassage) bool { return at.ID == r.cited.Block.ID }
			if inScope(r) && !slices.ContainsFunc(out, known) {
				out = append(out, LikelyPassage{r.cited.Block, pairs[i].likely * (1 - pairs[i].features[unexplained])})
			}
		}
	}
	return out
}

// question reads a text whose words may tell an element or a parameter. others are the
// elements it is not about.
func (x *wordIndex) question(book *pairIndex, text string) (words *weighedText, others []string) {
	r := book.v.read(text)
	others = x.others(&r)
	empty := book.empty(text)
	r.Words = slices.DeleteFunc(r.Words, func(w understand.Word) bool { return empty[w.Fold] })
	r.hits = nil
	return x.read(&r, &r), others
}

// others are the elements on whose name a word hangs that nothing explains, so that the text
// is about another thing: "platform of an underground station".
func (x *wordIndex) others(r *reading) []string {
	var out []string
	for _, h := range r.hits {
		if h.End >= len(r.Words) || r.Words[h.End].Link == "" || !weighs(&r.Words[h.End]) || r.explains(h.End, func(understand.Sense) bool { return true }) {
			continue
		}
		for _, s := range h.Senses {
			if isElement(s) && !x.has("element "+s.ID, r.Words[h.End].Stem) {
				out = append(out, s.ID)
			}
		}
	}
	return out
}
