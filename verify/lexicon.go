package verify

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// sense is one thing a wording can mean.
type sense struct {
	kind  senseKind
	id    string // of the concept; of context the text that declares it, "" for the vocabulary
	fact  int
	value string // of the fact
	hint  bool   // the wording leaves it open: it may be said of something else
	lang  string
	of    senseKind // of notSense: the kind of the concept it is not
}

// The groups: elements, parameters, context, and each fact for itself.
const (
	elementGroup = iota
	parameterGroup
	contextGroup
	countGroup
	factGroup // the first of them
)

// group tells which wordings of a text may not overlap with those of s: see
// [lexicon.scan].
func (s *sense) group() int {
	switch kind := s.kind; {
	case kind == parameterSense || kind == notSense && s.of == parameterSense:
		return parameterGroup
	case kind == contextSense:
		return contextGroup
	case kind == countSense:
		return countGroup
	case kind == factSense:
		return factGroup + s.fact
	}
	return elementGroup
}

// senseKind is what a wording can mean.
type senseKind uint8

const (
	elementSense senseKind = iota
	parameterSense
	factSense    // the wording states fact = value; with a hole, the value stands there
	notSense     // the wording contains a concept's name and means something else
	contextSense // the wording says nothing that matters, and is known to
	countSense   // the wording names what a parameter counts
)

// entry is a wording with its senses. One wording may name an element, a
// parameter and a fact; where it stands decides.
type entry struct {
	words  []word
	groups [][]sense // senses of one group together
}

// lexicon finds wordings in phrases: by the stem of their first word, the
// longest first. Wordings that begin with a hole stand under "#".
type lexicon map[string][]*entry

// add adds a wording, in words, with what it means.
func (l lexicon) add(words []word, lang string, s sense) {
	if len(words) == 0 {
		return
	}
	s.lang = lang
	markCounting(words, lang)
	key := words[0].stem
	if words[0].isHole {
		key = "#"
	}
	for _, e := range l[key] {
		if slices.EqualFunc(e.words, words, func(a, b word) bool { return a.stem == b.stem && a.counts == b.counts && a.sameNumber(&b) }) {
			e.add(s)
			return
		}
	}
	l[key] = append(l[key], &entry{words, [][]sense{{s}}})
}

// markCounting makes the article count that a wording would be nothing but a noun
// without: "una planta" is not every "planta".
func markCounting(words []word, lang string) {
	alone := -1
	for i := range words {
		switch {
		case words[i].weighs() && alone < 0:
			alone = i
		case words[i].weighs() || words[i].number != nil || words[i].isHole:
			return
		}
	}
	if alone >= 0 && words[alone].article != "" {
		words[alone].counts = quantity.IsCountingArticle(words[alone].article, lang)
	}
}

func (e *entry) add(s sense) {
	for i, senses := range e.groups {
		if senses[0].group() != s.group() {
			continue
		}
		if !slices.Contains(senses, s) {
			e.groups[i] = append(senses, s)
		}
		return
	}
	e.groups = append(e.groups, []sense{s})
}

// sort is called once everything is added.
func (l lexicon) sort() {
	for _, list := range l {
		slices.SortStableFunc(list, func(a, b *entry) int { return cmp.Compare(len(b.words), len(a.words)) })
	}
}

// hit is a wording found at words[start:end] of a phrase, in one group.
type hit struct {
	senses     []sense
	start, end int
	value      *word // what stood in the hole
	skipped    int   // words without weight right before it that the wording does not have
	negated    bool
	granted    bool // the name of the check's own place
	doubtful   bool // said and denied at once: "con o sin ascensor"
}

// hints reports whether h states nothing.
func (h hit) hints() bool {
	return !slices.ContainsFunc(h.senses, func(s sense) bool { return !s.hint })
}

// is reports whether all h can mean is of one kind.
func (h hit) is(kind senseKind) bool {
	return !slices.ContainsFunc(h.senses, func(s sense) bool { return s.kind != kind })
}

// scan returns the wordings of a phrase. Within a group none overlap and the
// longest at a word wins, so that "interior de vivienda" is not "interior";
// between groups they may: "escalera común" names a stair and says that it is
// shared.
func (l lexicon) scan(words []word) []hit {
	hits := make([]hit, 0, 2*len(words))
	covered := make([]bool, len(words))
	for i := range words {
		for _, e := range l[words[i].stem] {
			end, value, ok := e.match(words, i)
			if !ok {
				continue
			}
			for _, senses := range e.groups {
				if g := senses[0].group(); !taken(hits, g, i) {
					h := hit{senses: senses, start: i, end: end, value: value, skipped: end - i - len(e.words)}
					h.negated, h.doubtful = negated(words, i, covered)
					hits = append(hits, h)
					for k := i; k < end && g != contextGroup && g != countGroup; k++ {
						covered[k] = true
					}
				}
			}
		}
	}
	return hits
}

// taken reports whether a wording of the group found already reaches over words[i].
func taken(hits []hit, group, i int) bool {
	for k := len(hits) - 1; k >= 0; k-- {
		if hits[k].end > i && hits[k].senses[0].group() == group {
			return true
		}
	}
	return false
}

// maxSkip is the most words without weight between a wording and its number:
// "diferencia de cota protegida de unos 4 m".
const maxSkip = 2

// match reports whether e stands at words[i], and where it ends.
func (e *entry) match(words []word, i int) (end int, value *word, ok bool) {
	clause := words[i].clause
	for k := range e.words {
		want := &e.words[k]
		if want.isHole && k > 0 && (!e.wordHole() || i >= len(words) || len(words[i].text) > 1) {
			i = skipNeutral(words, i)
		}
		if i >= len(words) || words[i].clause != clause {
			return 0, nil, false
		}
		switch have := &words[i]; {
		case want.isHole && (have.number != nil || e.wordHole()):
			value = have
		case want.stem != have.stem || want.counts && want.article != have.article || !want.sameNumber(have):
			return 0, nil, false
		}
		i++
	}
	claimed := i < len(words) && words[i].clause == clause && words[i].isDimension()
	if e.words[len(e.words)-1].isHole && claimed {
		return 0, nil, false // the number belongs to the dimension behind it
	}
	return i, value, true
}

// sameNumber reports whether w and have are no numbers, or the same one: "a 100
// Pa" is not "a 50 Pa".
func (w *word) sameNumber(have *word) bool {
	if w.number == nil || have.number == nil {
		return w.number == have.number
	}
	if w.unit.IsZero() || have.unit.IsZero() {
		return w.unit.IsZero() == have.unit.IsZero() && w.number.Same(*have.number)
	}
	converted, err := have.number.Convert(have.unit, w.unit)
	return err == nil && w.number.Same(converted)
}

// wordHole reports whether the hole of e takes a word instead of a number.
func (e *entry) wordHole() bool { return e.groups[0][0].value == rules.Hole }

func skipNeutral(words []word, i int) int {
	for n := 0; n < maxSkip && i < len(words) && words[i].neutral && words[i].number == nil; n++ {
		i++
	}
	return i
}

// negationReach is how many words before a wording a negation reaches over: "no
// pertenece a un itinerario accesible". It does not reach over another wording:
// in "sin ascensor que salva 3 m" only the lift is denied.
const negationReach = 3

func negated(words []word, i int, covered []bool) (denied, doubtful bool) {
	if i > 0 && words[i].is(negates) && words[i-1].is(joinsOr) {
		return false, true // the wording itself denies: "con o sin ascensor"
	}
	for k := i - 1; k >= 0 && k >= i-negationReach && words[k].clause == words[i].clause && !covered[k]; k-- {
		if words[k].is(negates) {
			either := k > 0 && words[k-1].is(joinsOr)
			return !either, either
		}
	}
	return false, false
}

// passesOver reports whether words[i] is no word of the wording, but one of those without
// weight that may stand before its number: "desnivel previsto de 4 m".
func (h *hit) passesOver(words []word, i int) bool {
	for k := i + 1; k <= i+h.skipped && k < h.end; k++ {
		if &words[k] == h.value {
			return true
		}
	}
	return false
}
