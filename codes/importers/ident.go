package importers

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// blockSpace is the name space of block ids. It must never change: ids are kept
// by whoever cites a block.
var blockSpace = uuid.NewSHA1(uuid.NameSpaceURL, []byte("https://github.com/reglookup/regengine/pack"))

// anchorForm is the shape of section slugs and block anchors.
var anchorForm = lazyregexp.New(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// IsAnchor reports whether s can be a section's slug or a block's anchor.
func IsAnchor(s string) bool { return len(s) <= codes.MaxSlug && anchorForm.MatchString(s) }

// BlockID derives the id of a block from its document, the slug of its section
// and its anchor: a UUID version 5. An anchor that is a UUID is the id itself.
func BlockID(doc, section, anchor string) string {
	if IsUUID(anchor) {
		return anchor
	}
	return uuid.NewSHA1(blockSpace, []byte(doc+"#"+section+"/"+anchor)).String()
}

// IsUUID reports whether s is a UUID in lower case.
func IsUUID(s string) bool {
	return len(s) == 36 && uuid.Validate(s) == nil && strings.ToLower(s) == s
}

// Anchors names the blocks of one section that have no anchor of their own.
// The zero value is ready to use.
type Anchors struct{ seen map[string]int }

// Of returns the anchor of a block by what it is and says, "paragraph-5f0c2a91",
// so that no block around it can change it. Of blocks that say the same the
// second has "-2" behind it.
func (a *Anchors) Of(kind retrieval.Kind, text string) string {
	const digits = 12 // of the hash: 48 bits tell the blocks of one section apart
	return a.Given(fmt.Sprintf("%s-%s", kind, retrieval.HashText(text)[:digits]))
}

// Given takes an anchor the source has for a block, numbered where it is taken.
// A UUID, which names the block alone in the world, is numbered too: then it is
// an anchor like any other.
func (a *Anchors) Given(anchor string) string {
	if a.seen == nil {
		a.seen = make(map[string]int)
	}
	name := anchor
	for n := max(a.seen[anchor], 1); a.seen[name] > 0; {
		n++
		a.seen[anchor] = n
		name = numbered(anchor, n)
	}
	a.seen[name] = max(a.seen[name], 1)
	return name
}

// numbered puts a number behind a slug, which is cut to stay within bounds.
func numbered(slug string, n int) string {
	number := fmt.Sprintf("-%d", n)
	return strings.TrimRight(slug[:min(len(slug), codes.MaxSlug-len(number))], "-") + number
}

// Slugger gives the sections of one text their slugs.
type Slugger struct {
	taken map[string]bool
	last  map[string]int // number given last, by slug without number
}

// NewSlugger returns a Slugger that gives none of the reserved slugs, those set
// by hand.
func NewSlugger(reserved []string) *Slugger {
	s := &Slugger{taken: make(map[string]bool), last: make(map[string]int)}
	for _, slug := range reserved {
		s.taken[slug] = true
	}
	return s
}

// Derive returns the slug of a title, with a number behind it where another
// section has it already: "general", "general-2".
func (s *Slugger) Derive(title string) string {
	base := SlugOf(title)
	slug := base
	for s.taken[slug] {
		s.last[base] = max(s.last[base], 1) + 1
		slug = numbered(base, s.last[base])
	}
	s.taken[slug] = true
	return slug
}

// spelled are letters that Unicode does not decompose.
var spelled = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ı", "i")

// SlugOf folds a title to a-z, 0-9 and single hyphens. The dot between two
// letters l of Catalan joins them. A title without such letters gives "section".
func SlugOf(title string) string {
	title = spelled.Replace(strings.ToLower(strings.ReplaceAll(title, "l·l", "ll")))
	var b strings.Builder
	gap := false
	for _, r := range norm.NFKD.String(title) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		case !unicode.Is(unicode.Mn, r):
			gap = true
		}
		if b.Len() >= codes.MaxSlug {
			break
		}
	}
	if b.Len() == 0 {
		return "section"
	}
	return strings.TrimRight(b.String()[:min(b.Len(), codes.MaxSlug)], "-")
}
