package verify

import (
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// wordIndex tells which pair of an element and a parameter a text is likely about where it
// calls neither by name: by the words of their names and of how people write them, each
// weighed by how rare it is. Stems, names and concepts go by number.
type wordIndex struct {
	v        *rulebook
	weights  likenessWeights
	concepts []weighedConcept
	at       map[string]int32 // "element stair" -> concept
	names    []weighedName
	stems    map[string]int32
	named    [][]int32       // stem -> the names it stands in
	weight   []float64       // stem -> what it weighs
	rarest   float64         // what a word weighs that stands nowhere
	wordings int             // the first of the names that is a wording
	scopes   []rules.Subject // that say what a regulation applies to
	rooms    sync.Pool       // of *weighingRoom
}

// weighedConcept is an element that something is ruled of, or a parameter that is ruled.
type weighedConcept struct {
	id    string
	kind  rules.ConceptKind
	stems []int32 // in order
	ruled []int32 // of an element: the parameters that are ruled of it
	binds []int32 // of a parameter that belongs to its elements alone: these
}

// weighedName is a name or a wording of a concept.
type weighedName struct {
	concept int32
	head    int32   // the stem of the word that says what it is; noStem of a wording, and of one word
	total   float64 // what its words weigh
	text    wordedName
}

// noStem is the number of a stem that the index does not have.
const noStem = -1

// wordIndex returns the index, made when it is first asked for.
func (v *rulebook) wordIndex() *wordIndex {
	v.weighed.once.Do(func() { v.weighed.index = newWordIndex(v, fittedLikeness(), nil) })
	return v.weighed.index
}

// newWordIndex makes an index of all wordings but those left out; nil leaves out none.
func newWordIndex(v *rulebook, weights likenessWeights, without func(*codeWording) bool) *wordIndex {
	x := &wordIndex{v: v, weights: weights, at: make(map[string]int32), stems: make(map[string]int32)}
	m := indexMaker{wordIndex: x, pieces: make(map[wordedName][]namedWord)}
	m.addConcepts()
	x.scopes, x.wordings = scopesOf(v), len(x.names)
	for i := range v.wordings {
		if w := &v.wordings[i]; without == nil || !without(w) {
			m.addWording(w)
		}
	}
	for i := range x.concepts {
		c := &x.concepts[i]
		slices.Sort(c.stems)
		c.stems = slices.Clip(slices.Compact(c.stems))
	}
	x.weigh()
	return x
}

// indexMaker is an index that is being made.
type indexMaker struct {
	*wordIndex
	pieces map[wordedName][]namedWord // what was read of names: most words come many times
}

// namedWord is a word of a name.
type namedWord struct {
	stem   int32
	weighs bool
}

func (m *indexMaker) addConcepts() {
	ruled := m.v.kinship.ruled
	measures := make(map[string]bool)
	for _, id := range slices.Sorted(maps.Keys(ruled)) {
		if len(ruled[id]) == 0 {
			continue
		}
		m.add(m.v.concepts["element "+id])
		for _, measure := range ruled[id] {
			measures[measure] = true
		}
	}
	elements := m.concepts
	for _, id := range slices.Sorted(maps.Keys(measures)) {
		m.add(m.v.concepts["parameter "+id])
	}
	for i := range elements {
		for _, measure := range ruled[elements[i].id] {
			of := m.at["parameter "+measure]
			m.concepts[i].ruled = append(m.concepts[i].ruled, of)
			if m.v.concepts["parameter "+measure].Binds {
				m.concepts[of].binds = append(m.concepts[of].binds, int32(i))
			}
		}
	}
}

// add adds the names of a concept in all languages.
func (m *indexMaker) add(c *rules.Concept) {
	of := int32(len(m.concepts))
	m.concepts = append(m.concepts, weighedConcept{id: c.ID, kind: c.Kind})
	m.at[string(c.Kind)+" "+c.ID] = of
	for _, lang := range slices.Sorted(maps.Keys(c.Names)) {
		for _, name := range c.Names[lang] {
			stems := m.addName(of, wordedName{name, lang})
			if len(stems) > 1 {
				m.names[len(m.names)-1].head = headOf(stems, m.v.tongues.HeadFirst(lang))
			}
		}
	}
}

// headOf returns the word that says what the element is that a name of several words names:
// "hueco de forjado" is no floor.
func headOf(stems []int32, first bool) int32 {
	if first {
		return stems[0]
	}
	return stems[len(stems)-1]
}

// addWording adds what somebody wrote to both concepts it is about.
func (m *indexMaker) addWording(w *codeWording) {
	for _, part := range [][2]string{{"element " + w.Of.Element, w.Element}, {"parameter " + w.Of.Parameter, w.Parameter}} {
		if of, ok := m.at[part[0]]; ok {
			m.addName(of, wordedName{part[1], w.Lang})
		}
	}
}

// addName adds the words of a name and returns those that have weight. The others are known
// of the concept, and weigh nothing.
func (m *indexMaker) addName(of int32, text wordedName) []int32 {
	var stems []int32
	for _, w := range m.words(text.name, text.lang) {
		m.concepts[of].stems = append(m.concepts[of].stems, w.stem)
		if w.weighs && !slices.Contains(stems, w.stem) {
			stems = append(stems, w.stem)
		}
	}
	if len(stems) == 0 {
		return nil
	}
	for _, stem := range stems {
		m.named[stem] = append(m.named[stem], int32(len(m.names)))
	}
	m.names = append(m.names, weighedName{concept: of, head: noStem, text: text})
	return stems
}

// words reads a name word by word: each is read once. One with numbers, or with letters that
// stand alone, is read whole, for what those are shows in what stands beside them.
func (m *indexMaker) words(name, lang string) []namedWord {
	var out []namedWord
	for piece := range strings.FieldsSeq(name) {
		piece = strings.TrimRight(piece, ",;:")
		words, ok := m.pieces[wordedName{piece, lang}]
		if !ok {
			if read := m.v.wordsOf(piece, lang); !hasSymbol(piece) && !slices.ContainsFunc(read, func(w understand.Word) bool { return w.Number != nil }) {
				words = m.numbered(read)
			}
			m.pieces[wordedName{piece, lang}] = words
		}
		if words == nil {
			return m.numbered(m.v.wordsOf(name, lang))
		}
		out = append(out, words...)
	}
	return out
}

// hasSymbol reports whether a text has a digit, or a capital with no letter beside it.
func hasSymbol(text string) bool {
	before, alone := ' ', false
	for _, r := range text + " " {
		if alone && !unicode.IsLetter(r) || unicode.IsDigit(r) {
			return true
		}
		alone = unicode.IsUpper(r) && !unicode.IsLetter(before)
		before = r
	}
	return false
}

func (m *indexMaker) numbered(words []understand.Word) []namedWord {
	out := make([]namedWord, len(words))
	for i := range words {
		stem := words[i].Stem
		at, ok := m.stems[stem]
		if !ok {
			at = int32(len(m.named))
			m.stems[stem], m.named = at, append(m.named, nil)
		}
		out[i] = namedWord{at, weighs(&words[i])}
	}
	return out
}

// weigh gives each stem a weight, the fewer concepts it stands for the more, and each name
// that of its words.
func (x *wordIndex) weigh() {
	total := float64(len(x.concepts))
	x.rarest = math.Log(1 + total)
	x.weight = make([]float64, len(x.named))
	counted := make([]int, len(x.concepts)) // concept -> the last stem that it was counted for, and one
	for stem, names := range x.named {
		in := 0
		for _, i := range names {
			if of := x.names[i].concept; counted[of] != stem+1 {
				counted[of] = stem + 1
				in++
			}
		}
		x.weight[stem] = x.rarest
		if in > 0 {
			x.weight[stem] = math.Log(1 + total/float64(in))
		}
		for _, i := range names {
			x.names[i].total += x.weight[stem]
		}
	}
}

// stem returns the number of a stem and what it weighs.
func (x *wordIndex) stem(text string) (number int32, weight float64) {
	if at, ok := x.stems[text]; ok {
		return at, x.weight[at]
	}
	return noStem, x.rarest
}

// has reports whether a word is of a name or a wording of a concept: "element stair".
func (x *wordIndex) has(concept, stem string) bool {
	at, ok := x.at[concept]
	number, _ := x.stem(stem)
	return ok && x.concepts[at].has(number)
}

func (c *weighedConcept) has(stem int32) bool {
	_, ok := slices.BinarySearch(c.stems, stem)
	return ok
}

// weighs reports whether a word tells something.
func weighs(w *understand.Word) bool {
	return w.Role == understand.PlainWord && !w.Neutral && w.Number == nil && !w.IsHole && w.Stem != ""
}

// headIn returns the stem of the word that says what a text is about: the first one that
// tells something, or where a language puts it last the last one of that part.
func (x *wordIndex) headIn(words []understand.Word, lang string) string {
	head, chunk := "", -1
	for i := range words {
		w := &words[i]
		if !w.Weighs() || w.IsName() || w.IsHole {
			continue
		}
		if chunk >= 0 && (w.Chunk != chunk || x.v.tongues.HeadFirst(lang)) {
			break
		}
		head, chunk = w.Stem, w.Chunk
	}
	return head
}

// hasOne reports whether one name or wording of a concept is about the same, its head, and
// has all of some words.
func (x *wordIndex) hasOne(concept, head string, stems []string) bool {
	at, ok := x.at[concept]
	number, _ := x.stem(head)
	if !ok || number == noStem {
		return false
	}
	return slices.ContainsFunc(x.named[number], func(i int32) bool {
		n := &x.names[i]
		return n.concept == at && x.tells(n.text, head, stems)
	})
}

// tells reports whether a name is about its head, and has all of some words.
func (x *wordIndex) tells(name wordedName, head string, stems []string) bool {
	words := x.v.wordsOf(name.name, name.lang)
	lacks := func(stem string) bool {
		return !slices.ContainsFunc(words, func(w understand.Word) bool { return w.Stem == stem })
	}
	return x.headIn(words, name.lang) == head && !slices.ContainsFunc(stems, lacks)
}
