package verify

import (
	"cmp"
	"maps"
	"slices"
)

// sense is one thing a wording can mean.
type sense struct {
	kind  senseKind
	id    string // of the concept
	fact  int
	value string // of the fact
	lang  string
	group int // wordings of one group do not overlap; see [lexicon.scan]
}

// The groups: elements, parameters, and each fact for itself.
const (
	elementGroup = iota
	parameterGroup
	factGroup // the first of them
)

type senseKind uint8

const (
	elementSense senseKind = iota
	parameterSense
	factSense // the wording states fact = value; with a hole, the value stands there
	notSense  // the wording contains a concept's name and means something else
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

func (l lexicon) add(name, lang string, s sense) {
	p := phraseOf(name, lang)
	if len(p.words) == 0 {
		return
	}
	s.lang = lang
	key := p.words[0].stem
	if p.words[0].isHole {
		key = "#"
	}
	for _, e := range l[key] {
		if slices.EqualFunc(e.words, p.words, func(a, b word) bool { return a.stem == b.stem }) {
			e.add(s)
			return
		}
	}
	l[key] = append(l[key], &entry{p.words, [][]sense{{s}}})
}

func (e *entry) add(s sense) {
	for i, senses := range e.groups {
		if senses[0].group != s.group {
			continue
		}
		if !slices.Contains(senses, s) {
			e.groups[i] = append(senses, s)
		}
		return
	}
	e.groups = append(e.groups, []sense{s})
}

func (l lexicon) addNames(names Names, s sense) {
	for _, lang := range slices.Sorted(maps.Keys(names)) {
		for _, name := range names[lang] {
			l.add(name, lang, s)
		}
	}
}

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
	negated    bool
}

// scan returns the wordings of a phrase. Within a group none overlap and the
// longest at a word wins, so that "interior de vivienda" is not "interior";
// between groups they may: "escalera común" names a stair and says that it is
// shared. groups is how many there are.
func (l lexicon) scan(p phrase, groups int) []hit {
	var hits []hit
	free := make([]int, groups) // by group: the first word not taken
	covered := make([]bool, len(p.words))
	for i := range p.words {
		for _, e := range l[p.words[i].stem] {
			end, value, ok := e.match(p.words, i)
			if !ok {
				continue
			}
			for _, senses := range e.groups {
				if g := senses[0].group; free[g] <= i {
					free[g] = end
					hits = append(hits, hit{senses: senses, start: i, end: end, value: value, negated: negated(p.words, i, covered)})
					for k := i; k < end; k++ {
						covered[k] = true
					}
				}
			}
		}
	}
	return hits
}

// maxSkip is the most words without weight between a wording and its number:
// "diferencia de cota protegida de unos 4 m".
const maxSkip = 2

// match reports whether e stands at words[i], and where it ends.
func (e *entry) match(words []word, i int) (end int, value *word, ok bool) {
	clause := words[i].clause
	for k, want := range e.words {
		if want.isHole && k > 0 {
			i = skipNeutral(words, i)
		}
		if i >= len(words) || words[i].clause != clause {
			return 0, nil, false
		}
		switch have := &words[i]; {
		case want.isHole && (have.number != nil || e.wordHole()):
			value = have
		case want.stem != have.stem || have.number != nil:
			return 0, nil, false
		}
		i++
	}
	claimed := i < len(words) && words[i].clause == clause && dimensions[words[i].stem]
	if e.words[len(e.words)-1].isHole && claimed {
		return 0, nil, false // the number belongs to the dimension behind it
	}
	return i, value, true
}

// wordHole reports whether the hole of e takes a word instead of a number.
func (e *entry) wordHole() bool { return e.groups[0][0].value == hole }

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

func negated(words []word, i int, covered []bool) bool {
	for k := i - 1; k >= 0 && k >= i-negationReach && words[k].clause == words[i].clause && !covered[k]; k-- {
		if negations[words[k].fold] {
			return true
		}
	}
	return false
}
