package verify

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// weighedText is what a check says, as it is weighed.
type weighedText struct {
	words  []weighedWord
	totals [textParts]float64 // what its words weigh, but those that are told
	single bool               // the parameter is one word

	// A parameter that belongs to its elements alone tells them, where none is named.
	binding bool
}

// The parts of a text that names are looked for in.
const (
	elementText = iota
	parameterText
	bothTexts
	textParts
)

// weighedWord is a word of a check.
type weighedWord struct {
	text   string
	stem   int32
	weight float64
	told   bool // it tells a circumstance, or nothing
	in     [textParts]bool
}

func (x *wordIndex) read(element, parameter *reading) *weighedText {
	t := &weighedText{}
	x.take(t, element, elementText)
	x.take(t, parameter, parameterText)
	measuring := 0
	for i := range t.words {
		w := &t.words[i]
		w.told = element.tellsOnly(w.text) || parameter.tellsOnly(w.text)
		if w.in[parameterText] {
			measuring++
		}
		for part := range t.totals {
			if w.in[part] && !w.told {
				t.totals[part] += w.weight
			}
		}
	}
	t.single = measuring == 1
	return t
}

// take adds the words of one part that tell something, each once.
func (x *wordIndex) take(t *weighedText, r *reading, part int) {
	for i := range r.Words {
		if !weighs(&r.Words[i]) {
			continue
		}
		stem := r.Words[i].Stem
		at := slices.IndexFunc(t.words, func(w weighedWord) bool { return w.text == stem })
		if at < 0 {
			at = len(t.words)
			number, weight := x.stem(stem)
			t.words = append(t.words, weighedWord{text: stem, stem: number, weight: weight})
		}
		t.words[at].in[part], t.words[at].in[bothTexts] = true, true
	}
}

// tellsOnly reports whether a word tells a circumstance, or is a name such as "P2".
func (r *reading) tellsOnly(stem string) bool {
	is := func(w understand.Word) bool { return w.Stem == stem }
	for _, h := range r.hits {
		if (slices.ContainsFunc(h.Senses, isFact) || h.Is(understand.ContextSense)) && slices.ContainsFunc(r.Words[h.Start:h.End], is) {
			return true
		}
	}
	return slices.ContainsFunc(r.Words, func(w understand.Word) bool { return is(w) && w.IsName() })
}

// weighingRoom is what one text is weighed in, used again for the next.
type weighingRoom struct {
	shared  [][textParts]float64 // name -> the weight of what it shares with each part
	names   []int32              // those that share something
	best    [][2]float64         // concept -> how far its best name or wording is in its own part, and in both
	named   []namedShare         // concept -> the name that is in the texts most
	touched []bool
	found   []int32 // the concepts that have some
}

func (x *wordIndex) room() *weighingRoom {
	if room, ok := x.rooms.Get().(*weighingRoom); ok {
		return room
	}
	return &weighingRoom{shared: make([][textParts]float64, len(x.names)), best: make([][2]float64, len(x.concepts)), named: make([]namedShare, len(x.concepts)), touched: make([]bool, len(x.concepts))}
}

func (x *wordIndex) leave(room *weighingRoom) {
	for _, name := range room.names {
		room.shared[name] = [textParts]float64{}
	}
	for _, concept := range room.found {
		room.best[concept], room.named[concept], room.touched[concept] = [2]float64{}, namedShare{}, false
	}
	room.names, room.found = room.names[:0], room.found[:0]
	x.rooms.Put(room)
}

// mostWeighed is how many pairs are weighed in full.
const mostWeighed = 40

// beheaded is what is left of a name whose head a text does not have: "puerta resistente al
// fuego" is not named by "resistente al fuego".
const beheaded = 0.5

// likeliest returns the pairs a check may be about, the likeliest first.
func (x *wordIndex) likeliest(t *weighedText, fits func(rules.Subject) bool) []likeness {
	room := x.room()
	defer x.leave(room)
	x.share(t, room)
	x.bestNames(t, room)
	out := x.firstPairs(t, room, fits)
	for i := range out {
		l := &out[i]
		l.features[unexplained] = x.unexplained(t, l)
		l.score = x.weights.score(&l.features)
	}
	slices.SortFunc(out, compareLikeness)
	x.rate(out)
	return out
}

// share works out what each name shares with the text.
func (x *wordIndex) share(t *weighedText, room *weighingRoom) {
	for i := range t.words {
		w := &t.words[i]
		if w.stem == noStem {
			continue
		}
		for _, name := range x.named[w.stem] {
			shared := &room.shared[name]
			if shared[bothTexts] == 0 {
				room.names = append(room.names, name)
			}
			for part := range shared {
				if w.in[part] {
					shared[part] += w.weight
				}
			}
		}
	}
}

// bestNames works out how far each concept's best name is in the texts: of an element in
// its own text and in both, of a parameter likewise.
func (x *wordIndex) bestNames(t *weighedText, room *weighingRoom) {
	for _, name := range room.names {
		n, shared := &x.names[name], &room.shared[name]
		own := elementText
		if x.concepts[n.concept].kind == rules.ParameterConcept {
			own = parameterText
		}
		if !room.touched[n.concept] {
			room.touched[n.concept] = true
			room.found = append(room.found, n.concept)
		}
		part, lacksHead := 2.0, n.head != noStem && !slices.ContainsFunc(t.words, func(w weighedWord) bool { return w.stem == n.head })
		if lacksHead && own == elementText {
			part *= beheaded
		}
		if int(name) < x.wordings {
			room.named[n.concept].take(namedShare{name, shared[bothTexts] / n.total, shared[bothTexts]}, lacksHead)
		}
		have := &room.best[n.concept]
		for i, in := range []int{own, bothTexts} {
			have[i] = max(have[i], part*shared[in]/(n.total+max(t.totals[in], shared[in])))
		}
	}
}

// namedShare is how much of a name a text has.
type namedShare struct {
	name   int32
	share  float64
	shared float64 // what the words weigh that it has
}

// take takes a name that tells more: of two that are there the longer one does.
func (s *namedShare) take(other namedShare, lacksHead bool) {
	if lacksHead {
		other.share *= beheaded
	}
	if other.share*other.shared > s.share*s.shared {
		*s = other
	}
}

// namesIn tells how a text names each concept that it has a word of.
func (x *wordIndex) namesIn(t *weighedText) map[int32]namedShare {
	room := x.room()
	defer x.leave(room)
	x.share(t, room)
	x.bestNames(t, room)
	out := make(map[int32]namedShare, len(room.found))
	for _, concept := range room.found {
		out[concept] = room.named[concept]
	}
	return out
}

// firstPairs returns the pairs that names speak for most, as many as are weighed in full.
func (x *wordIndex) firstPairs(t *weighedText, room *weighingRoom, fits func(rules.Subject) bool) []likeness {
	out := make([]likeness, 0, mostWeighed+1)
	for _, concept := range room.found {
		for _, measure := range x.concepts[concept].ruled {
			out = x.takePair(out, room, concept, measure, fits)
		}
		for _, element := range x.concepts[concept].binds {
			if t.binding && !room.touched[element] {
				out = x.takePair(out, room, element, concept, fits)
			}
		}
	}
	return out
}

// takePair takes a pair in, if it is among the likeliest so far.
func (x *wordIndex) takePair(list []likeness, room *weighingRoom, element, measure int32, fits func(rules.Subject) bool) []likeness {
	c, m := room.best[element], room.best[measure]
	features := [likenessFeatures]float64{c[0], c[1], m[0], m[1]}
	score := x.weights.score(&features)
	if score <= leastLikeness || len(list) == mostWeighed && score < list[mostWeighed-1].score {
		return list
	}
	l := likeness{
		Subject:  rules.Subject{Element: x.concepts[element].id, Parameter: x.concepts[measure].id},
		concepts: [2]int32{element, measure}, named: [2]namedShare{room.named[element], room.named[measure]}, features: features, score: score,
	}
	at, _ := slices.BinarySearchFunc(list, l, compareLikeness)
	if at == mostWeighed || !fits(l.Subject) {
		return list
	}
	list = slices.Insert(list, at, l)
	return list[:min(len(list), mostWeighed)]
}

// compareLikeness sorts the likeliest first.
func compareLikeness(a, b likeness) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.Element, b.Element), cmp.Compare(a.Parameter, b.Parameter))
}

// unexplained is the share of the words of a check that the pair does not have.
func (x *wordIndex) unexplained(t *weighedText, of *likeness) float64 {
	element, measure := &x.concepts[of.concepts[0]], &x.concepts[of.concepts[1]]
	total, strange := 0.0, 0.0
	for i := range t.words {
		w := &t.words[i]
		total += w.weight
		if !w.told && !element.has(w.stem) && !measure.has(w.stem) {
			strange += w.weight
		}
	}
	if total == 0 {
		return 0
	}
	return strange / total
}
