package crossref

import (
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Target is what a mention leads to.
type Target struct {
	Doc     string // "code/version" or a document's id; "" where only URL is known
	Section string // slug; "" for the whole document
	Block   string // id of the block; "" for the whole section
	URL     string // given by the source
}

// Linker finds what mentions lead to among the texts of one snapshot. It is safe
// for concurrent use.
type Linker struct {
	catalog *codes.Catalog
	texts   *retrieval.Retriever

	works map[string]string // by key of the name: the document that stands for it
	docs  sync.Map          // document -> *outline, made when first needed
}

// NewLinker returns a Linker over a catalogue and its texts.
func NewLinker(catalog *codes.Catalog, texts *retrieval.Retriever) *Linker {
	l := &Linker{catalog: catalog, texts: texts, works: make(map[string]string)}
	for _, code := range catalog.All() {
		l.enterWorks(code)
	}
	return l
}

// enterWorks files a code's documents under every name they are mentioned by: of
// each version the number its title begins with, and of the version that stands
// for the code its titles' names and its slug. A version with a text comes before
// one without.
func (l *Linker) enterWorks(code *codes.Code) {
	for i := range code.Versions {
		v := &code.Versions[i]
		doc := codes.VersionRef{Code: code.Slug, Version: v.Slug}.String()
		l.file(v.Title, doc)
	}
	if v := standing(code); v != nil {
		doc := codes.VersionRef{Code: code.Slug, Version: v.Slug}.String()
		for _, title := range []string{code.ShortTitle, code.Title} {
			l.file(title, doc)
		}
		l.keep(nameKey(code.ShortTitle), doc)
		l.keep(nameKey(code.Slug), doc)
	}
}

// standing returns the version meant when only the code is named: the first with
// a text, of those in the order of [codes.SortVersions].
func standing(code *codes.Code) *codes.Version {
	if len(code.Versions) == 0 {
		return nil
	}
	for i := range code.Versions {
		if code.Versions[i].Internal && code.Versions[i].Status == codes.Active {
			return &code.Versions[i]
		}
	}
	return &code.Versions[0]
}

// file enters the name a title begins with, in whatever language it is.
func (l *Linker) file(title, doc string) {
	for lang := range vocabulary().languages {
		if key, _ := WorkKey(title, lang); key != "" {
			l.keep(key, doc)
		}
	}
}

func (l *Linker) keep(key, doc string) {
	if key == "" {
		return
	}
	if _, taken := l.works[key]; !taken {
		l.works[key] = doc
	}
}

// Resolve returns what a mention in b leads to. ok is false when nothing is known
// of it, or when two passages answer to it equally well: a wrong link is worse
// than none.
func (l *Linker) Resolve(b *retrieval.Block, ref retrieval.Ref) (t Target, ok bool) {
	doc := b.Doc
	if ref.Work != "" {
		doc = l.work(ref.Work, b.Lang)
	}
	t = Target{URL: ref.URL}
	if doc == "" {
		return t, ref.URL != ""
	}
	t.Doc = doc
	if ref.Part == "" {
		return t, ref.Work != "" || ref.URL != ""
	}
	if o := l.outline(doc); o.find(&t, strings.Split(ref.Part, "/"), b.Path) {
		return t, true
	}
	// The work is known, the passage is not: its text may not be hosted.
	if ref.Work == "" {
		return Target{URL: ref.URL}, ref.URL != ""
	}
	return Target{Doc: doc, URL: ref.URL}, true
}

func (l *Linker) work(name, lang string) string {
	if key, end := WorkKey(name, lang); key != "" && end == len(name) {
		if doc := l.works[key]; doc != "" {
			return doc
		}
	}
	return l.works[nameKey(name)]
}

func (l *Linker) outline(doc string) *outline {
	if known, ok := l.docs.Load(doc); ok {
		return known.(*outline)
	}
	made, _ := l.docs.LoadOrStore(doc, newOutline(l.texts.Doc(doc)))
	return made.(*outline)
}

// outline is where the numbered passages of one document stand.
type outline struct {
	nodes []node
	named map[string][]int // by part: nodes
	homes map[string]int   // by section: its node
}

// node is one section, or one numbered block within a section.
type node struct {
	section, block string
	trail          []string // parts around it, outermost first, its own last
	titles         []string // of the sections around it
}

func newOutline(blocks []*retrieval.Block) *outline {
	o := &outline{named: make(map[string][]int), homes: make(map[string]int)}
	for _, b := range blocks {
		if _, known := o.homes[b.Section]; !known {
			o.homes[b.Section] = o.enter(node{section: b.Section, trail: trailOf(b), titles: b.Path})
		}
		home := o.nodes[o.homes[b.Section]]
		if part := blockPart(b); part != "" {
			o.enter(node{section: b.Section, block: b.ID, trail: append(slices.Clone(home.trail), part), titles: b.Path})
		}
	}
	o.enterAncestors(blocks)
	return o
}

func (o *outline) enter(n node) int {
	o.nodes = append(o.nodes, n)
	at := len(o.nodes) - 1
	if len(n.trail) > 0 {
		last := n.trail[len(n.trail)-1]
		o.named[last] = append(o.named[last], at)
	}
	return at
}

// enterAncestors files sections that hold only sections under the first section
// below them, which is where a reader finds them.
func (o *outline) enterAncestors(blocks []*retrieval.Block) {
	seen := map[string]bool{}
	for _, n := range o.nodes {
		if n.block == "" {
			seen[strings.Join(n.titles, "\x1f")] = true
		}
	}
	for _, b := range blocks {
		for depth := 1; depth < len(b.Path); depth++ {
			key := strings.Join(b.Path[:depth], "\x1f")
			if seen[key] {
				continue
			}
			seen[key] = true
			if trail := trailTo(b.Path[:depth], b.Lang); len(trail) > 0 && HeadingPart(b.Path[depth-1], b.Lang) != "" {
				o.enter(node{section: b.Section, trail: trail, titles: b.Path[:depth]})
			}
		}
	}
}

func trailOf(b *retrieval.Block) []string { return trailTo(b.Path, b.Lang) }

func trailTo(path []string, lang string) []string {
	var trail []string
	for _, title := range path {
		if part := HeadingPart(title, lang); part != "" {
			trail = append(trail, part)
		}
	}
	return trail
}

// find sets section and block of the one passage that answers to all parts. Of
// several the one that shares most of its surroundings with the mention counts,
// of these the outermost, if it is alone in that.
func (o *outline) find(t *Target, parts, from []string) bool {
	best, closest, tie := -1, [2]int{-1, 0}, false
	for _, at := range o.named[parts[len(parts)-1]] {
		n := &o.nodes[at]
		if !holds(n.trail, parts) {
			continue
		}
		near := [2]int{commonPrefix(n.titles, from), -len(n.trail)}
		switch slices.Compare(near[:], closest[:]) {
		case 1:
			best, closest, tie = at, near, false
		case 0:
			tie = true
		}
	}
	if best < 0 || tie {
		return false
	}
	t.Section, t.Block = o.nodes[best].section, o.nodes[best].block
	return true
}

// holds reports whether parts occur in trail in order, the last one last.
func holds(trail, parts []string) bool {
	at := len(trail)
	for _, part := range slices.Backward(parts) {
		next := slices.Index(trail[:at], part)
		if at == len(trail) && (at == 0 || trail[at-1] != part) || next < 0 {
			return false
		}
		at = next
	}
	return true
}

func commonPrefix(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
