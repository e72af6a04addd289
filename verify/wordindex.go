package verify

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// wordIndex tells which pair of an element and a parameter a text is likely about where it
// calls neither by name: by the words of their names and of how people write them, each
// weighed by how rare it is.
type wordIndex struct {
	v        *rulebook
	concepts []weighedConcept
	at       map[string]int // "element stair" -> concept
	names    []weighedName
	named    map[string][]int // the names a stem stands in
	weight   map[string]float64
	rarest   float64 // what a word weighs that stands nowhere
}

// weighedConcept is an element that something is ruled of, or a parameter that is ruled.
type weighedConcept struct {
	id    string
	kind  rules.ConceptKind
	stems map[string]bool
}

// weighedName is a name or a wording of a concept.
type weighedName struct {
	concept int
	total   float64  // what its words weigh
	words   []string // the stems of all its words
	head    string   // the stem of the word that says what it is; "" of a wording
	first   string   // the stem of what its text is about; see [wordIndex.headIn]
}

// words returns the index, made when it is first asked for.
func (v *rulebook) wordIndex() *wordIndex {
	v.weighed.once.Do(func() { v.weighed.index = newWordIndex(v) })
	return v.weighed.index
}

func newWordIndex(v *rulebook) *wordIndex {
	x := &wordIndex{v: v, at: make(map[string]int), named: make(map[string][]int), weight: make(map[string]float64)}
	measures := make(map[string]bool)
	for _, id := range slices.Sorted(maps.Keys(v.kinship.ruled)) {
		if len(v.kinship.ruled[id]) == 0 {
			continue
		}
		x.add(v.concepts["element "+id])
		for _, measure := range v.kinship.ruled[id] {
			measures[measure] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(measures)) {
		x.add(v.concepts["parameter "+id])
	}
	for i := range v.wordings {
		x.addWording(&v.wordings[i])
	}
	x.weigh()
	return x
}

// add adds the names of a concept in all languages.
func (x *wordIndex) add(c *rules.Concept) {
	of := len(x.concepts)
	x.concepts = append(x.concepts, weighedConcept{c.ID, c.Kind, make(map[string]bool)})
	x.at[string(c.Kind)+" "+c.ID] = of
	for _, lang := range slices.Sorted(maps.Keys(c.Names)) {
		for _, name := range c.Names[lang] {
			words := x.v.wordsOf(name, lang)
			x.addName(of, words, lang, x.headOf(c.Kind, weighedStems(words), lang))
		}
	}
}

// headOf returns the word that says what the element is that a name of several words names:
// "hueco de forjado" is no floor.
func (x *wordIndex) headOf(kind rules.ConceptKind, stems []string, lang string) string {
	switch {
	case kind != rules.ElementConcept || len(stems) < 2:
		return ""
	case x.v.tongues.HeadFirst(lang):
		return stems[0]
	}
	return stems[len(stems)-1]
}

// addWording adds what somebody wrote to both concepts it is about.
func (x *wordIndex) addWording(w *rules.Wording) {
	for _, part := range [][2]string{{"element " + w.Of.Element, w.Element}, {"parameter " + w.Of.Parameter, w.Parameter}} {
		if of, ok := x.at[part[0]]; ok {
			x.addName(of, x.v.wordsOf(part[1], w.Lang), w.Lang, "")
		}
	}
}

// addName adds the words of a name. Those without weight are known of the concept, and weigh
// nothing.
func (x *wordIndex) addName(of int, words []understand.Word, lang, head string) {
	all := make([]string, len(words))
	for i := range words {
		all[i] = words[i].Stem
		x.concepts[of].stems[all[i]] = true
	}
	stems := weighedStems(words)
	if len(stems) == 0 {
		return
	}
	for _, stem := range stems {
		x.named[stem] = append(x.named[stem], len(x.names))
	}
	x.names = append(x.names, weighedName{concept: of, head: head, words: all, first: x.headIn(words, lang)})
}

// weigh gives each stem a weight, the fewer concepts it stands for the more, and each name
// that of its words.
func (x *wordIndex) weigh() {
	total := float64(len(x.concepts))
	x.rarest = math.Log(1 + total)
	for stem, names := range x.named {
		in := make(map[int]bool)
		for _, i := range names {
			in[x.names[i].concept] = true
		}
		x.weight[stem] = math.Log(1 + total/float64(len(in)))
	}
	for _, stem := range slices.Sorted(maps.Keys(x.named)) { // sums depend on the order
		for _, i := range x.named[stem] {
			x.names[i].total += x.weight[stem]
		}
	}
}

func (x *wordIndex) weightOf(stem string) float64 {
	if w, ok := x.weight[stem]; ok {
		return w
	}
	return x.rarest
}

// weighedStems returns the stems of the words that tell something, each once.
func weighedStems(words []understand.Word) []string {
	var out []string
	for i := range words {
		w := &words[i]
		if w.Role == understand.PlainWord && !w.Neutral && w.Number == nil && !w.IsHole && w.Stem != "" && !slices.Contains(out, w.Stem) {
			out = append(out, w.Stem)
		}
	}
	return out
}

// weighedText is what a check says, as it is weighed.
type weighedText struct {
	element, parameter, all []string
	told                    map[string]bool // stems that tell a circumstance, or nothing
}

func (x *wordIndex) read(element, parameter *reading) *weighedText {
	t := &weighedText{element: weighedStems(element.Words), parameter: weighedStems(parameter.Words), told: make(map[string]bool)}
	t.all = union(slices.Clone(t.element), t.parameter)
	for _, r := range []*reading{element, parameter} {
		for _, h := range r.hits {
			if !slices.ContainsFunc(h.Senses, isFact) && !h.Is(understand.ContextSense) {
				continue
			}
			for _, w := range r.Words[h.Start:h.End] {
				t.told[w.Stem] = true
			}
		}
		for i := range r.Words {
			if r.Words[i].IsName() {
				t.told[r.Words[i].Stem] = true
			}
		}
	}
	return t
}

// mostWeighed is how many pairs are weighed in full.
const mostWeighed = 40

// beheaded is what is left of a name whose head a text does not have.
const beheaded = 0.5

// likeliest returns the pairs a check may be about, the likeliest first.
func (x *wordIndex) likeliest(t *weighedText, fits func(rules.Subject) bool) []likeness {
	best := x.bestNames(t)
	var out []likeness
	for id, c := range best {
		if x.concepts[id].kind != rules.ElementConcept {
			continue
		}
		for _, measure := range x.v.kinship.ruled[x.concepts[id].id] {
			l := likeness{Subject: rules.Subject{Element: x.concepts[id].id, Parameter: measure}}
			m := best[x.at["parameter "+measure]]
			l.features = [likenessFeatures]float64{c[0], c[1], m[0], m[1]}
			if l.weigh(); l.score > leastLikeness && fits(l.Subject) {
				out = append(out, l)
			}
		}
	}
	order := func(a, b likeness) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.Element, b.Element), cmp.Compare(a.Parameter, b.Parameter))
	}
	slices.SortFunc(out, order)
	out = out[:min(len(out), mostWeighed)]
	for i := range out {
		out[i].features[unexplained] = x.unexplained(t, out[i].Subject)
		out[i].weigh()
	}
	slices.SortFunc(out, order)
	x.share(out)
	return out
}

// bestNames returns how far each concept's best name is in the texts: of an element in its
// own text and in both, of a parameter likewise.
func (x *wordIndex) bestNames(t *weighedText) map[int][2]float64 {
	shared := make(map[int]*[3]float64) // name -> weight of what it shares with the element, the parameter, both
	for which, stems := range [][]string{t.element, t.parameter, t.all} {
		for _, stem := range stems {
			for _, name := range x.named[stem] {
				if shared[name] == nil {
					shared[name] = new([3]float64)
				}
				shared[name][which] += x.weightOf(stem)
			}
		}
	}
	totals := [3]float64{x.total(t, t.element), x.total(t, t.parameter), x.total(t, t.all)}
	best := make(map[int][2]float64)
	for name, share := range shared {
		n := &x.names[name]
		own := 0
		if x.concepts[n.concept].kind == rules.ParameterConcept {
			own = 1
		}
		have := best[n.concept]
		part := 2.0
		if n.head != "" && !slices.Contains(t.all, n.head) {
			part *= beheaded
		}
		for i, which := range []int{own, 2} {
			have[i] = max(have[i], part*share[which]/(n.total+max(totals[which], share[which])))
		}
		best[n.concept] = have
	}
	return best
}

// total is what the words of a text weigh that tell no circumstance.
func (x *wordIndex) total(t *weighedText, stems []string) float64 {
	sum := 0.0
	for _, stem := range stems {
		if !t.told[stem] {
			sum += x.weightOf(stem)
		}
	}
	return sum
}

// unexplained is the share of the words of a check that the pair does not have.
func (x *wordIndex) unexplained(t *weighedText, of rules.Subject) float64 {
	element, measure := x.concepts[x.at["element "+of.Element]].stems, x.concepts[x.at["parameter "+of.Parameter]].stems
	total, strange := 0.0, 0.0
	for _, stem := range t.all {
		w := x.weightOf(stem)
		total += w
		if !element[stem] && !measure[stem] && !t.told[stem] {
			strange += w
		}
	}
	if total == 0 {
		return 0
	}
	return strange / total
}

// has reports whether a word is of a name or a wording of a concept: "element stair".
func (x *wordIndex) has(concept, stem string) bool {
	at, ok := x.at[concept]
	return ok && x.concepts[at].stems[stem]
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

// hasOne reports whether one name or wording of a concept is about the same and has all of
// some words.
func (x *wordIndex) hasOne(concept, head string, stems []string) bool {
	at, ok := x.at[concept]
	if !ok || len(stems) == 0 {
		return ok
	}
	return slices.ContainsFunc(x.named[stems[0]], func(i int) bool {
		n := &x.names[i]
		return n.concept == at && n.first == head && !slices.ContainsFunc(stems, func(stem string) bool { return !slices.Contains(n.words, stem) })
	})
}
