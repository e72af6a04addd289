package codes

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
)

// Page sizes of a search (SPEC section 4.3).
const (
	DefaultPageSize = 20
	MaxPageSize     = 50
)

// SearchOptions narrow a search; the zero value asks for the first page of
// everything.
type SearchOptions struct {
	Country  geo.ID // only codes visible there; "" for all
	Scope    NormativeScope
	Tag      string // exact
	On       Date   // only codes of which VersionsOn has one that day; zero for all
	Page     int    // 1-based; 0 means 1
	PageSize int    // 0 means DefaultPageSize; above MaxPageSize means MaxPageSize
}

// Page is one page of a search.
type Page struct {
	Items      []*Code
	Total      int
	Page       int
	PageSize   int
	TotalPages int
}

// Search finds codes by title or short title, ignoring case, accents and
// punctuation: those that contain q whole, best first (equal, beginning with
// it, containing it), then those that contain each of its words. Equals are
// ordered by scope, widest first, then by slug. A blank q finds all. A page
// past the end is empty.
func (c *Catalog) Search(q string, opts *SearchOptions) Page {
	o := SearchOptions{}
	if opts != nil {
		o = *opts
	}
	matches := c.matches(q, o)
	return cut(matches, o)
}

type match struct {
	code *Code
	rank int
}

func (c *Catalog) matches(q string, o SearchOptions) []match {
	query := newTitleQuery(q)
	var found []match
	for i, code := range c.codes {
		if !c.passes(code, o) {
			continue
		}
		if rank, ok := query.rank(c.titles[i]); ok {
			found = append(found, match{code, rank})
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { // stable: codes come by slug
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(breadth(a.code), breadth(b.code)))
	})
	return found
}

func (c *Catalog) passes(code *Code, o SearchOptions) bool {
	return (o.Country == "" || c.Visible(code, o.Country)) &&
		(o.Scope == "" || code.Scope == o.Scope) &&
		(o.Tag == "" || slices.Contains(code.Tags, o.Tag)) &&
		(o.On.IsZero() || len(c.VersionsOn(code, o.On)) > 0)
}

func breadth(code *Code) int { return slices.Index(Scopes(), code.Scope) }

func cut(found []match, o SearchOptions) Page {
	page := Page{Total: len(found), Page: max(o.Page, 1), PageSize: o.PageSize}
	if page.PageSize <= 0 {
		page.PageSize = DefaultPageSize
	}
	page.PageSize = min(page.PageSize, MaxPageSize)
	page.TotalPages = (page.Total + page.PageSize - 1) / page.PageSize
	if page.Page > page.TotalPages {
		return page
	}
	start := (page.Page - 1) * page.PageSize
	for _, m := range found[start:min(start+page.PageSize, len(found))] {
		page.Items = append(page.Items, m.code)
	}
	return page
}

// foldedTitle is what a code is found by, folded once.
type foldedTitle struct {
	folded []string // title and short title
	raw    string   // both in lower case, for a query of punctuation alone
}

func foldTitle(code *Code) foldedTitle {
	t := foldedTitle{
		folded: []string{geo.Fold(code.Title)},
		raw:    strings.ToLower(code.Title + "\n" + code.ShortTitle),
	}
	if code.ShortTitle != "" {
		t.folded = append(t.folded, geo.Fold(code.ShortTitle))
	}
	return t
}

// titleQuery is a search text, folded once.
type titleQuery struct {
	blank  bool
	folded string
	words  []string
	raw    string
}

func newTitleQuery(q string) titleQuery {
	q = strings.TrimSpace(q)
	folded := geo.Fold(q)
	return titleQuery{blank: q == "", folded: folded, words: strings.Fields(folded), raw: strings.ToLower(q)}
}

// Ranks of a title match, best first.
const (
	rankEqual = iota
	rankPrefix
	rankInside
	rankWords
)

// rank returns the best rank over the title's forms; ok is false for no match.
func (q titleQuery) rank(t foldedTitle) (rank int, ok bool) {
	switch {
	case q.blank:
		return 0, true
	case q.folded == "": // punctuation alone: literal, never a wildcard
		return rankInside, strings.Contains(t.raw, q.raw)
	}
	best := rankWords + 1
	for _, title := range t.folded {
		best = min(best, q.rankOne(title))
	}
	return best, best <= rankWords
}

func (q titleQuery) rankOne(title string) int {
	switch {
	case title == q.folded:
		return rankEqual
	case strings.HasPrefix(title, q.folded):
		return rankPrefix
	case strings.Contains(title, q.folded):
		return rankInside
	}
	for _, word := range q.words {
		if !strings.Contains(title, word) {
			return rankWords + 1
		}
	}
	return rankWords
}
