package retrieval

import (
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// mostLanguages is how many languages can be told apart: [languages] has a bit for
// each.
const mostLanguages = 64

// lexicon is all languages as they are known at one time. It is immutable: an index
// keeps the one it was made with, so that its queries are read as its texts were.
type lexicon struct {
	analyzers map[string]*analyzer // by primary subtag
	bits      map[string]int       // of each in a set of languages
}

// addition is what a language from outside brings beside its words.
type addition struct {
	figures    map[string]bool   // words that ask for a figure, folded
	references map[string]string // see references.tsv
	spoken     map[string]speech // every stop and framing word of it and of the built in languages
	synonyms   *thesaurus
	index      [32]byte // identifies what decides the terms of a text
	all        [32]byte // identifies all data
}

// builtIn are the languages the package has itself.
var builtIn = sync.OnceValue(func() *lexicon {
	x := &lexicon{analyzers: analyzers(), bits: map[string]int{}}
	for i, name := range languageNames() {
		x.bits[name] = i
	}
	return x
})

// newest holds the newest lexicon, nil before a language was added.
var (
	newest atomic.Pointer[lexicon]
	adding sync.Mutex
)

// known returns the languages as they are known now.
func known() *lexicon {
	if x := newest.Load(); x != nil {
		return x
	}
	return builtIn()
}

// with returns x with one more language, or another in its place.
func (x *lexicon) with(tag string, a *analyzer) *lexicon {
	next := &lexicon{analyzers: maps.Clone(x.analyzers), bits: maps.Clone(x.bits)}
	if _, numbered := next.bits[tag]; !numbered {
		next.bits[tag] = len(next.bits)
	}
	next.analyzers[tag] = a
	return next
}

// analyzerOf returns the analyzer of a BCP 47 tag's language. Words of other
// languages are folded and otherwise left as they are.
func (x *lexicon) analyzerOf(lang string) *analyzer {
	if a := x.analyzers[primary(lang)]; a != nil {
		return a
	}
	return plainAnalyzer
}

// bit is the set of one language, empty for one that is not known.
func (x *lexicon) bit(lang string) languages {
	if i, ok := x.bits[primary(lang)]; ok {
		return 1 << i
	}
	return 0
}

// primary returns the first part of a BCP 47 tag in lower case.
func primary(tag string) string {
	first, _, _ := strings.Cut(tag, "-")
	return strings.ToLower(first)
}

// analysisPrint identifies all that decides which terms blocks in these languages are
// indexed under. Languages that were added count where a block is of them, so that
// adding one leaves the segments of all other documents as they are.
func (x *lexicon) analysisPrint(langs []string) uint64 {
	var tags []string
	for _, lang := range langs {
		if a := x.analyzerOf(lang); a.added != nil {
			tags = appendNew(tags, primary(lang))
		}
	}
	if tags == nil {
		return builtInPrint()
	}
	slices.Sort(tags)
	h := sha256.New()
	writeCount(h, int(builtInPrint()&(1<<62-1)))
	for _, tag := range tags {
		mark := x.analyzers[tag].added.index
		writeString(h, tag)
		writeString(h, string(mark[:]))
	}
	return binary.LittleEndian.Uint64(h.Sum(nil))
}

// hearIn finds out which languages a scope is in, and what means the same in it. The
// field's own synonyms go for texts in the languages that are built in.
func (s *scope) hearIn(x *lexicon) {
	for i, lang := range s.langs {
		s.spoken |= x.bit(lang)
		added := x.analyzerOf(lang).added
		if added == nil {
			s.field = true
			continue
		}
		if len(s.own) == 0 {
			s.ear = i
		}
		if !slices.Contains(s.own, added.synonyms) {
			s.own = append(s.own, added.synonyms)
		}
	}
}

// asksFigure reports whether a folded word asks for a figure.
func (a *analyzer) asksFigure(fold string) bool {
	if a.added != nil {
		return a.added.figures[fold]
	}
	return figures()[fold]
}

// speech tells the languages that a folded word says nothing in.
func (a *analyzer) speech(fold string) speech {
	if a.added != nil {
		return a.added.spoken[fold]
	}
	return speechOf()[fold]
}

// announced returns how a reference that a folded word announces begins in the index,
// "" for a word that announces none.
func (a *analyzer) announced(fold string) string {
	if a.added != nil {
		return a.added.references[fold]
	}
	return references()[fold]
}
