package evalset

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Question is a question with what should be found for it.
type Question struct {
	ID   string
	Text string

	// Docs are the documents it is asked of; nil means all.
	Docs []string

	// Gold are the passages that answer it, all of them; none for a question that
	// the texts do not answer.
	Gold []Gold
}

// Gold names a passage: by the id of its block, or by what it says.
type Gold struct {
	Block string // id; "" when the passage is named by the rest

	// Doc and Section confine a quote; "" is any.
	Doc, Section string

	// Quote is a piece of the passage's text. Spaces, case, accents and
	// punctuation do not matter, and "[…]" or "[...]" stands for what was left out.
	Quote string
}

// Judged is a question with the ids of the blocks that answer it.
type Judged struct {
	Question

	// Relevant holds a set for each Gold found: the blocks that hold the passage.
	// A passage that stands in several blocks counts as found with any of them.
	Relevant [][]string
}

// Missing is a passage that no block holds.
type Missing struct {
	Question string // id
	Gold     Gold
}

func (m Missing) String() string {
	what := fmt.Sprintf("block %q", m.Gold.Block)
	if m.Gold.Block == "" {
		what = fmt.Sprintf("%q", m.Gold.Quote)
	}
	where := strings.Trim(m.Gold.Doc+" "+m.Gold.Section, " ")
	return strings.TrimSpace(fmt.Sprintf("question %s: no block holds %s %s", m.Question, what, where))
}

// Judge looks every gold passage up among blocks. Questions keep their order; a
// question none of whose passages is there has no Relevant, and what was not found
// is reported.
func Judge(questions []Question, blocks []retrieval.Block) (judged []Judged, missing []Missing) {
	c := newCorpus(blocks)
	for _, q := range questions {
		j := Judged{Question: q}
		for _, g := range q.Gold {
			ids := c.find(g)
			if len(ids) == 0 {
				missing = append(missing, Missing{q.ID, g})
				continue
			}
			j.Relevant = append(j.Relevant, ids)
		}
		judged = append(judged, j)
	}
	return judged, missing
}

// corpus is blocks prepared to be looked up in.
type corpus struct {
	ids    map[string]bool
	blocks []retrieval.Block
	plain  []string // the text of each block as plain writes it
}

func newCorpus(blocks []retrieval.Block) *corpus {
	c := &corpus{ids: map[string]bool{}, blocks: blocks}
	for i := range blocks {
		c.ids[blocks[i].ID] = true
		c.plain = append(c.plain, plain(blocks[i].Text))
	}
	return c
}

// find returns the ids of the blocks that hold a passage. Where its pieces are
// spread over several blocks, these are the blocks with the longest piece.
func (c *corpus) find(g Gold) []string {
	if g.Block != "" {
		if c.ids[g.Block] {
			return []string{g.Block}
		}
		return nil
	}
	pieces := pieces(g.Quote)
	for n := len(pieces); n > 0; n-- {
		if ids := c.holding(g, pieces[:n]); len(ids) > 0 {
			return ids
		}
	}
	return nil
}

func (c *corpus) holding(g Gold, pieces []string) []string {
	var ids []string
	for i := range c.blocks {
		b := &c.blocks[i]
		if g.Doc != "" && b.Doc != g.Doc || g.Section != "" && b.Section != g.Section {
			continue
		}
		if !slices.ContainsFunc(pieces, func(p string) bool { return !strings.Contains(c.plain[i], p) }) {
			ids = append(ids, b.ID)
		}
	}
	return ids
}

// pieces are the parts of a quote between what was left out, longest first.
func pieces(quote string) []string {
	var list []string
	for p := range strings.SplitSeq(strings.ReplaceAll(quote, "[...]", "[…]"), "[…]") {
		if p = plain(p); p != "  " {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return list
}

// plain writes a text as its folded words and numbers, a space around each, so
// that a quote is found as whole words.
func plain(text string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, w := range retrieval.Words(text, "") {
		b.WriteString(w.Fold)
		b.WriteByte(' ')
	}
	if b.Len() == 1 {
		b.WriteByte(' ')
	}
	return b.String()
}

// Docs lists the documents of blocks, sorted.
func Docs(blocks []retrieval.Block) []string {
	docs := map[string]bool{}
	for i := range blocks {
		docs[blocks[i].Doc] = true
	}
	return slices.Sorted(maps.Keys(docs))
}
