package verify

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
)

// limitIndex finds the blocks whose limits may be about a check. Building it
// only notes which words stand where; what the limits of a block mean is read
// when the first check needs it.
type limitIndex struct {
	tongues   *tongues
	languages map[string]*thesaurus
	blocks    []textBlock
	postings  map[string]map[string]*posting // by language and stem
}

// posting is the blocks that hold a word, ascending.
type posting struct{ blocks []int32 }

// textBlock is a block with the limits of one set that it states.
type textBlock struct {
	ref     codes.VersionRef
	version *codes.Version
	title   string // of the code and the version
	block   *retrieval.Block
	words   *thesaurus
	from    Origin
	found   []Limit

	once   sync.Once
	limits []textLimit // read by once
}

// read returns the limits with what their words mean.
func (b *textBlock) read() []textLimit {
	b.once.Do(func() { b.limits = readLimits(b) })
	return b.limits
}

func newLimitIndex(t *tongues, catalog *codes.Catalog, texts *retrieval.Retriever, sets []LimitSet) *limitIndex {
	ix := &limitIndex{tongues: t, languages: t.thesauri(), postings: make(map[string]map[string]*posting)}
	sorted := slices.Clone(sets)
	slices.SortStableFunc(sorted, func(a, b LimitSet) int { return cmp.Compare(a.Doc, b.Doc) })
	n := 0
	for _, set := range sorted {
		n += len(set.Limits)
	}
	b := indexBuilder{ix: ix, words: make(map[string]map[string]*posting), phrases: make(map[string]map[string][]*posting), kinds: make(map[string]string)}
	ix.blocks = make([]textBlock, 0, n)
	for i := range sorted {
		b.set(catalog, texts, &sorted[i])
	}
	ix.blocks = slices.Clip(ix.blocks)
	return ix
}

// indexBuilder remembers what it has met, so that a heading or the name of a unit
// is taken apart once.
type indexBuilder struct {
	ix      *limitIndex
	words   map[string]map[string]*posting   // by language and word as written
	phrases map[string]map[string][]*posting // by language and text
	kinds   map[string]string                // of units, as [kindKey]
}

// set takes in the limits of a document whose blocks are there.
func (b *indexBuilder) set(catalog *codes.Catalog, texts *retrieval.Retriever, set *LimitSet) {
	code, name, _ := strings.Cut(set.Doc, "/")
	ref := codes.VersionRef{Code: code, Version: name}
	version, err := catalog.Version(ref)
	if err != nil {
		return
	}
	title := catalogTitle(catalog, ref, version)
	for i := 0; i < len(set.Limits); {
		first := i
		for i < len(set.Limits) && set.Limits[i].Block == set.Limits[first].Block {
			i++
		}
		block, ok := texts.Block(set.Limits[first].Block)
		if !ok || block.Doc != set.Doc {
			continue
		}
		if words := b.ix.language(block.Lang); words != nil {
			b.ix.blocks = append(b.ix.blocks, textBlock{ref: ref, version: version, title: title, block: block, words: words, from: set.Origin, found: set.Limits[first:i]})
			b.post(&b.ix.blocks[len(b.ix.blocks)-1])
		}
	}
}

// language returns the thesaurus of a tag such as "es-ES"; nil for none.
func (ix *limitIndex) language(tag string) *thesaurus {
	lang, _, _ := strings.Cut(tag, "-")
	if lang == "" {
		lang = ix.tongues.home()
	}
	return ix.languages[lang]
}

// catalogTitle returns the names of a version and its code.
func catalogTitle(catalog *codes.Catalog, ref codes.VersionRef, version *codes.Version) string {
	code, err := catalog.Get(ref.Code)
	if err != nil || code.Title == version.Title {
		return version.Title
	}
	return code.Title + ". " + version.Title
}

// post notes the words of a block, of its titles and of the phrases that stand
// elsewhere, and the kinds of the units of its limits.
func (b *indexBuilder) post(block *textBlock) {
	n, lang := int32(len(b.ix.blocks)-1), block.words.lang
	b.note(n, block.words, block.block.Text)
	b.notePhrase(n, block.words, block.title)
	for i := range block.found {
		l := &block.found[i]
		for _, p := range l.Phrases {
			if p.Block != "" || p.Role == HeadingRole || p.Role == CaptionRole || p.Span == (Span{}) {
				b.notePhrase(n, block.words, p.Text)
			}
		}
		b.posting(lang, b.kind(l.Unit)).add(n)
	}
}

func (p *posting) add(block int32) {
	if k := len(p.blocks); k == 0 || p.blocks[k-1] != block {
		p.blocks = append(p.blocks, block)
	}
}

func (b *indexBuilder) posting(lang, key string) *posting {
	byKey := b.ix.postings[lang]
	if byKey == nil {
		byKey = make(map[string]*posting)
		b.ix.postings[lang] = byKey
	}
	p := byKey[key]
	if p == nil {
		p = new(posting)
		byKey[strings.Clone(key)] = p
	}
	return p
}

// kindKey is what limits in a kind of unit stand under, so that a measure is found
// that only the unit tells.
func kindKey(kind quantity.Kind) string { return "\x00" + string(kind) }

func (b *indexBuilder) kind(unit string) string {
	key, ok := b.kinds[unit]
	if !ok {
		if u, err := quantity.ParseUnit(unit); err == nil {
			key = kindKey(u.Kind())
		}
		b.kinds[unit] = key
	}
	return key
}

// notePhrase is note of a text that is likely to come again.
func (b *indexBuilder) notePhrase(n int32, words *thesaurus, text string) {
	memo := b.phrases[words.lang]
	if memo == nil {
		memo = make(map[string][]*posting)
		b.phrases[words.lang] = memo
	}
	list, ok := memo[text]
	if !ok {
		for word := range wordsIn(text) {
			list = append(list, b.word(words, word))
		}
		memo[text] = list
	}
	for _, p := range list {
		p.add(n)
	}
}

func (b *indexBuilder) note(n int32, words *thesaurus, text string) {
	for word := range wordsIn(text) {
		b.word(words, word).add(n)
	}
}

// word returns the posting of a word. The thesaurus learns it, so that a check
// that says it says something.
func (b *indexBuilder) word(words *thesaurus, text string) *posting {
	memo := b.words[words.lang]
	if memo == nil {
		memo = make(map[string]*posting)
		b.words[words.lang] = memo
	}
	if p, ok := memo[text]; ok {
		return p
	}
	s := words.tongues.stem(fold(text))
	words.intern(s, true)
	p := b.posting(words.lang, s)
	memo[text] = p
	return p
}

// wordsIn yields the words of a text: runs of letters and digits, and those that
// are joined by a mark once more as a whole. Numbers are none.
func wordsIn(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := 0; i < len(text); {
			n := wordLength(text[i:])
			if n == 0 {
				i += runeLength(text[i:])
				continue
			}
			word := text[i : i+n]
			i += n
			if strings.Trim(word, "0123456789") == "" {
				continue
			}
			if !yield(word) {
				return
			}
			for part := range strings.FieldsFuncSeq(word, joint) {
				if len(part) < len(word) && !yield(part) {
					return
				}
			}
		}
	}
}

func runeLength(text string) int {
	for i := range text {
		if i > 0 {
			return i
		}
	}
	return len(text)
}

// joint reports whether a rune stands between the parts of a word.
func joint(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)
}

// lists returns the postings that together hold every block a term may stand in:
// of each of its wordings the rarest word.
func (ix *limitIndex) lists(t *thesaurus, id term, into []*posting) []*posting {
	byKey := ix.postings[t.lang]
	if id == noTerm || byKey == nil {
		return into
	}
	if int(id) >= t.known {
		return appendPosting(into, byKey[t.name(id)])
	}
	for _, w := range t.names[id] {
		rarest, found := (*posting)(nil), true
		for _, s := range w.keys {
			p := byKey[s]
			if found = found && p != nil; found && (rarest == nil || len(p.blocks) < len(rarest.blocks)) {
				rarest = p
			}
		}
		if found {
			into = appendPosting(into, rarest)
		}
	}
	for kind, measures := range t.units {
		if slices.Contains(measures, id) {
			into = appendPosting(into, byKey[kindKey(quantity.Kind(kind))])
		}
	}
	return into
}

func appendPosting(list []*posting, p *posting) []*posting {
	if p == nil || slices.Contains(list, p) {
		return list
	}
	return append(list, p)
}

// merge returns the blocks of several postings, ascending, in the memory of into.
func merge(into []int32, list []*posting) []int32 {
	into = into[:0]
	for _, p := range list {
		into = append(into, p.blocks...)
	}
	if len(list) > 1 {
		slices.Sort(into)
		into = slices.Compact(into)
	}
	return into
}

// blockLists are memory for merged postings.
var blockLists = sync.Pool{New: func() any { return new([]int32) }}
