package pack

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// languageTag is the shape of the BCP 47 tags texts are in: a language, and
// perhaps script, region and variants.
var languageTag = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)

// anchorForm is the shape of section slugs and block anchors.
var anchorForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// blockSpace is the name space of block ids. It must never change: ids are kept
// by whoever cites a block.
var blockSpace = uuid.NewSHA1(uuid.NameSpaceURL, []byte("https://github.com/reglookup/regengine/pack"))

// BlockID derives the id of a block from its place: a UUID version 5 of code,
// version, section slug and anchor. The anchor is the one its author gave it or
// else its kind and ordinal within the section ("table-2"), so that nothing
// outside the section can change it. An anchor that is a UUID is the id itself.
func BlockID(ref codes.VersionRef, section, anchor string) string {
	if isUUID(anchor) {
		return anchor
	}
	return uuid.NewSHA1(blockSpace, []byte(ref.String()+"#"+section+"/"+anchor)).String()
}

func isUUID(anchor string) bool {
	return len(anchor) == 36 && uuid.Validate(anchor) == nil && strings.ToLower(anchor) == anchor
}

func ordinalAnchor(kind retrieval.Kind, n int) string { return fmt.Sprintf("%s-%d", kind, n) }

// slugger gives sections their slugs. Slugs given by hand are reserved before
// the first is derived, so that none of them ever has to yield.
type slugger struct {
	taken map[string]bool
	last  map[string]int // number given last, by slug without number
}

func newSlugger(explicit []string) *slugger {
	s := &slugger{taken: make(map[string]bool), last: make(map[string]int)}
	for _, slug := range explicit {
		s.taken[slug] = true
	}
	return s
}

// derive returns the slug of a title, with a number behind it where another
// section has it already: "general", "general-2".
func (s *slugger) derive(title string) string {
	base := slugOf(title)
	slug := base
	for s.taken[slug] {
		s.last[base] = max(s.last[base], 1) + 1
		slug = fmt.Sprintf("%s-%d", base, s.last[base])
	}
	s.taken[slug] = true
	return slug
}

// spelled are letters that Unicode does not decompose.
var spelled = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ı", "i")

// slugOf folds a title to a-z, 0-9 and single hyphens. The dot between two
// letters l of Catalan joins them.
func slugOf(title string) string {
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
