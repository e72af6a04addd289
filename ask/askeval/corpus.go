package askeval

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Corpus is the blocks an answer may cite, prepared to be looked up in.
type Corpus struct {
	byID  map[string]int
	list  []*retrieval.Block // by document, in order
	plain []string           // what each says, with the paragraph it stands under
	dense []string           // what each says itself, without spaces
}

// NewCorpus prepares blocks. Leads are taken as they are: those of a Retriever
// are filled in.
func NewCorpus(blocks []*retrieval.Block) *Corpus {
	c := &Corpus{byID: make(map[string]int, len(blocks)), list: slices.Clone(blocks), plain: make([]string, len(blocks)), dense: make([]string, len(blocks))}
	slices.SortStableFunc(c.list, func(a, b *retrieval.Block) int {
		if a.Doc != b.Doc {
			return strings.Compare(a.Doc, b.Doc)
		}
		return a.Order - b.Order
	})
	for i, b := range c.list {
		c.byID[b.ID] = i
		c.plain[i] = plain(b.Lead + "\n" + b.Text)
		c.dense[i] = dense(plain(b.Text))
	}
	return c
}

// Block returns a block by id, nil when there is none.
func (c *Corpus) Block(id string) *retrieval.Block {
	if i, ok := c.byID[id]; ok {
		return c.list[i]
	}
	return nil
}

// Docs returns the documents there are.
func (c *Corpus) Docs() []string {
	var docs []string
	for _, b := range c.list {
		if len(docs) == 0 || docs[len(docs)-1] != b.Doc {
			docs = append(docs, b.Doc)
		}
	}
	return docs
}

// Find returns the ids of the blocks that hold a quote, of the documents named,
// or of all where none is: those that hold all its parts; else those that hold a
// part, or a piece of one that goes over several blocks. Case, accents, spaces
// and punctuation do not matter.
func (c *Corpus) Find(quote string, docs []string) []string {
	parts := pieces(quote)
	if len(parts) == 0 {
		return nil
	}
	in := func(i int) bool { return len(docs) == 0 || slices.Contains(docs, c.list[i].Doc) }
	whole := c.holding(in, func(text string) bool {
		return !slices.ContainsFunc(parts, func(p string) bool { return !strings.Contains(text, p) })
	})
	if len(whole) > 0 {
		return whole
	}
	var ids []string
	for _, part := range parts {
		found := c.holding(in, func(text string) bool { return strings.Contains(text, part) })
		if len(found) == 0 {
			found = c.across(in, part)
		}
		ids = append(ids, found...)
	}
	return ids
}

// In returns the ids of the blocks of sections.
func (c *Corpus) In(where []Where) []string {
	var ids []string
	for _, b := range c.list {
		if slices.ContainsFunc(where, func(w Where) bool { return w.holds(b) }) {
			ids = append(ids, b.ID)
		}
	}
	return ids
}

func (c *Corpus) holding(in func(i int) bool, ok func(text string) bool) []string {
	var ids []string
	for i := range c.list {
		if in(i) && ok(c.plain[i]) {
			ids = append(ids, c.list[i].ID)
		}
	}
	return ids
}

// across finds a part that goes over the ends of blocks, or whose words the page
// broke: the fewest neighbours that hold it together.
func (c *Corpus) across(in func(i int) bool, part string) []string {
	const most = 4
	want := dense(part)
	for n := 1; n <= most; n++ {
		for i := 0; i+n <= len(c.list); i++ {
			if !in(i) || c.list[i].Doc != c.list[i+n-1].Doc || !strings.Contains(strings.Join(c.dense[i:i+n], ""), want) {
				continue
			}
			ids := make([]string, n)
			for k := range ids {
				ids[k] = c.list[i+k].ID
			}
			return ids
		}
	}
	return nil
}
