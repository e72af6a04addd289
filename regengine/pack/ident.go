package pack

import (
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// languageTag is the shape of the BCP 47 tags texts are in: a language, and
// perhaps script, region and variants.
var languageTag = lazyregexp.New(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)

// naming derives the anchors of one section's blocks, in order. Every block is
// counted, also one with an anchor of its own: to give a block an anchor, or to
// take it away, changes no other id.
type naming struct{ anchors importers.Anchors }

// next returns the anchor of a block that has none of its own. An article is
// named as the paragraph it becomes when a second one joins it.
func (n *naming) next(kind retrieval.Kind, text string) string {
	if kind == retrieval.Article {
		kind = retrieval.Paragraph
	}
	return n.anchors.Of(kind, text)
}
