package regengine

import (
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/compare"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/textlimits"
)

// Comparison is what differs between two versions. It is shared and must not be changed.
type Comparison struct {
	From, To codes.VersionRef

	// Hosted is false where the text of one of them is not here: nothing else can be
	// told then.
	Hosted bool

	Changes []SectionChange
	Same    int // sections that are alike
}

// SectionChange is a section that the versions do not have alike.
type SectionChange struct {
	compare.Change

	Limits []textlimits.Change // figures for the same thing that are others now
}

// comparisons are those made over a snapshot, each once: two versions never change
// while it lasts.
type comparisons struct {
	limits map[string][]textlimits.Limit // by document
	made   sync.Map                      // [2]codes.VersionRef -> func() *Comparison
}

func newComparisons(sets []textlimits.LimitSet) *comparisons {
	c := &comparisons{limits: map[string][]textlimits.Limit{}}
	for _, set := range sets {
		if set.Origin == textlimits.FromPattern { // what was not read by the same hand on both sides differs by itself
			c.limits[set.Doc] = append(c.limits[set.Doc], set.Limits...)
		}
	}
	return c
}

// Compare tells what differs from one version to another, section by section, word by
// word, and of which limits the figure changed. Of a digest, which is not whole, sections
// that only one has are not told. codes.ErrNotFound.
func (s *Snapshot) Compare(from, to codes.VersionRef) (*Comparison, error) {
	for _, ref := range []codes.VersionRef{from, to} {
		if _, err := s.Codes.Version(ref); err != nil {
			return nil, err
		}
	}
	made, _ := s.compared.made.LoadOrStore([2]codes.VersionRef{from, to}, sync.OnceValue(func() *Comparison { return s.compare(from, to) }))
	return made.(func() *Comparison)(), nil
}

func (s *Snapshot) compare(from, to codes.VersionRef) *Comparison {
	old, fresh := s.textOf(from), s.textOf(to)
	c := &Comparison{From: from, To: to, Hosted: len(old.sections) > 0 && len(fresh.sections) > 0}
	if !c.Hosted {
		return c
	}
	changes, same := compare.Sections(old.sections, fresh.sections)
	c.Same = same
	ruled := map[string][]textlimits.Change{} // by section
	for _, change := range s.Verifier.Changes(from, to) {
		ruled[change.Section] = append(ruled[change.Section], change.Change)
	}
	whole := !s.digest(from) && !s.digest(to)
	for _, change := range changes {
		if change.Kind != compare.Changed && !whole {
			continue // a digest leaves out what the edition has all the same
		}
		limits := ruled[change.To.Section]
		if limits == nil { // what no rules of both say was read out of the texts
			limits = textlimits.Compare(old.limits[change.From.Section], fresh.limits[change.To.Section])
		}
		c.Changes = append(c.Changes, SectionChange{change, limits})
	}
	return c
}

// digest reports whether the text of a version is a digest.
func (s *Snapshot) digest(ref codes.VersionRef) bool {
	v, err := s.Codes.Version(ref)
	return err == nil && v.Digest
}

// versionText is the text of a version by its sections.
type versionText struct {
	sections []compare.Passage
	limits   map[string][]textlimits.Limit // by section
}

func (s *Snapshot) textOf(ref codes.VersionRef) versionText {
	blocks := s.Texts.Doc(ref.String())
	if len(blocks) == 0 {
		return versionText{}
	}
	version, err := s.Codes.Version(ref)
	if err != nil {
		return versionText{}
	}
	texts, sectionOf := map[string][]string{}, map[string]string{}
	for _, b := range blocks {
		texts[b.Section] = append(texts[b.Section], comparedText(b))
		sectionOf[b.ID] = b.Section
	}
	t := versionText{limits: map[string][]textlimits.Limit{}}
	for _, section := range version.Sections {
		t.sections = append(t.sections, compare.Passage{Section: section.Slug, Title: section.Title, Text: strings.Join(texts[section.Slug], "\n")})
	}
	for _, limit := range s.compared.limits[ref.String()] {
		section := sectionOf[limit.Block]
		t.limits[section] = append(t.limits[section], limit)
	}
	return t
}

// comparedText is the text of a block with the title that only it has.
func comparedText(b *retrieval.Block) string {
	if b.Title == "" || b.Table != nil || len(b.Path) > 0 && b.Title == b.Path[len(b.Path)-1] {
		return b.Text
	}
	return b.Title + "\n" + b.Text
}
