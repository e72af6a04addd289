package understand

import (
	"cmp"
	"iter"
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// Sense is one thing a wording can mean.
type Sense struct {
	Kind  SenseKind
	ID    string // of the concept; of context the text that declares it, "" for the vocabulary
	Fact  int
	Value string // of the fact
	Hint  bool   // the wording leaves it open: it may be said of something else
	Lang  string
	Of    SenseKind // of NotSense: the kind of the concept it is not
}

// The groups: elements, parameters, context, and each fact for itself.
const (
	elementGroup = iota
	parameterGroup
	contextGroup
	countGroup
	factGroup // the first of them
)

// Group tells which wordings of a text may not overlap with those of s: see
// [Lexicon.Scan].
func (s *Sense) Group() int {
	switch kind := s.Kind; {
	case kind == ParameterSense || kind == NotSense && s.Of == ParameterSense:
		return parameterGroup
	case kind == ContextSense:
		return contextGroup
	case kind == CountSense:
		return countGroup
	case kind == FactSense:
		return factGroup + s.Fact
	}
	return elementGroup
}

// SenseKind is what a wording can mean.
type SenseKind uint8

// The kinds of senses.
const (
	ElementSense   SenseKind = iota // the wording names an element
	ParameterSense                  // the wording names a parameter
	FactSense                       // the wording states fact = value; with a hole, the value stands there
	NotSense                        // the wording contains a concept's name and means something else
	ContextSense                    // the wording says nothing that matters, and is known to
	CountSense                      // the wording names what a parameter counts
)

// entry is a wording with its senses. One wording may name an element, a
// parameter and a fact; where it stands decides.
type entry struct {
	words  []Word
	groups [][]Sense // senses of one group together
}

// Lexicon finds wordings in phrases: by the stem of their first word, the
// longest first. Wordings that begin with a hole stand under "#".
type Lexicon map[string]*shelf

// shelf holds the wordings that begin with one word.
type shelf struct {
	entries []*entry
	// second are places in entries, ascending, by the stem of the second word; under "" those that
	// any word may follow, which are of one word or have a hole there.
	second map[string][]int
}

// put takes a wording in behind the others.
func (s *shelf) put(e *entry) {
	key := e.secondStem()
	s.second[key] = append(s.second[key], len(s.entries))
	s.entries = append(s.entries, e)
}

// secondStem returns the stem that has to follow the first word of e; "" for any.
func (e *entry) secondStem() string {
	if len(e.words) == 1 || e.words[1].IsHole {
		return ""
	}
	return e.words[1].Stem
}

// sort puts the longest first.
func (s *shelf) sort() {
	entries := s.entries
	slices.SortStableFunc(entries, func(a, b *entry) int { return cmp.Compare(len(b.words), len(a.words)) })
	s.entries, s.second = make([]*entry, 0, len(entries)), make(map[string][]int, len(s.second))
	for _, e := range entries {
		s.put(e)
	}
}

// follow returns the wordings that words[i] and the word behind it may begin, the longest first:
// those that ask for that word, and those that take any.
func (s *shelf) follow(words []Word, i int) iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		var asked []int
		if i+1 < len(words) && words[i+1].Stem != "" {
			asked = s.second[words[i+1].Stem]
		}
		for rest := s.second[""]; len(asked)+len(rest) > 0; {
			from := &rest
			if len(rest) == 0 || len(asked) > 0 && asked[0] < rest[0] {
				from = &asked
			}
			if !yield(s.entries[(*from)[0]]) {
				return
			}
			*from = (*from)[1:]
		}
	}
}

// Add adds a wording, in words, with what it means. It keeps words.
func (l Lexicon) Add(words []Word, lang string, s Sense) {
	if len(words) == 0 {
		return
	}
	s.Lang = lang
	words = markCounting(words, lang)
	key := words[0].Stem
	if words[0].IsHole {
		key = "#"
	}
	if l[key] == nil {
		l[key] = &shelf{second: make(map[string][]int)}
	}
	added := &entry{words, [][]Sense{{s}}}
	for _, i := range l[key].second[added.secondStem()] {
		if e := l[key].entries[i]; e.is(words) {
			e.add(s)
			return
		}
	}
	l[key].put(added)
}

// is reports whether e is a wording of these words. Wordings differ at their ends most
// often: many begin with one word.
func (e *entry) is(words []Word) bool {
	if len(e.words) != len(words) {
		return false
	}
	for i := len(words) - 1; i >= 0; i-- {
		if a, b := &e.words[i], &words[i]; a.Stem != b.Stem || a.counts != b.counts || !a.sameNumber(b) {
			return false
		}
	}
	return true
}

// markCounting makes the article count that a wording would be nothing but a noun
// without: "una planta" is not every "planta". It leaves words as they are and returns a
// copy then.
func markCounting(words []Word, lang string) []Word {
	alone := -1
	for i := range words {
		switch {
		case words[i].Weighs() && alone < 0:
			alone = i
		case words[i].Weighs() || words[i].Number != nil || words[i].IsHole || words[i].Role == Preposition: // "inside a flat"
			return words
		}
	}
	if alone < 0 || words[alone].article == "" || !quantity.IsCountingArticle(words[alone].article, lang) {
		return words
	}
	words = slices.Clone(words)
	words[alone].counts = true
	return words
}

func (e *entry) add(s Sense) {
	for i, senses := range e.groups {
		if senses[0].Group() != s.Group() {
			continue
		}
		if !slices.Contains(senses, s) {
			e.groups[i] = append(senses, s)
		}
		return
	}
	e.groups = append(e.groups, []Sense{s})
}

// Sort is called once everything is added.
func (l Lexicon) Sort() {
	for _, s := range l {
		s.sort()
	}
}

// Hit is a wording found at words[start:end] of a phrase, in one group.
type Hit struct {
	Senses     []Sense
	Start, End int
	Value      *Word // what stood in the hole
	skipped    int   // words without weight right before it that the wording does not have
	Negated    bool
	Linked     bool // "de" stands between its words, and not in the wording
	Granted    bool // the name of the check's own place
	Doubtful   bool // said and denied at once: "con o sin ascensor"
}

// Hints reports whether h states nothing.
func (h Hit) Hints() bool {
	return !slices.ContainsFunc(h.Senses, func(s Sense) bool { return !s.Hint })
}

// Is reports whether all h can mean is of one kind.
func (h Hit) Is(kind SenseKind) bool {
	return !slices.ContainsFunc(h.Senses, func(s Sense) bool { return s.Kind != kind })
}

// Scan returns the wordings of a phrase. Within a group none overlap and the
// longest at a word wins, so that "interior de vivienda" is not "interior";
// between groups they may: "escalera común" names a stair and says that it is
// shared.
func (l Lexicon) Scan(words []Word) []Hit { return l.ScanWithout(words, nil) }

// ScanWithout is [Lexicon.Scan] as if no wording of several words meant what without
// reports true of; nil leaves out nothing.
func (l Lexicon) ScanWithout(words []Word, without func(*Sense) bool) []Hit {
	hits := make([]Hit, 0, 2*len(words))
	covered := make([]bool, len(words))
	var denied []span
	for i := range words {
		s := l[words[i].Stem]
		if s == nil {
			continue
		}
		for e := range s.follow(words, i) {
			end, value, ok := e.match(words, i)
			if !ok {
				continue
			}
			for _, senses := range e.groups {
				if g := senses[0].Group(); !taken(hits, g, i) && (len(e.words) == 1 || !allAre(senses, without)) {
					h := Hit{Senses: senses, Start: i, End: end, Value: value, skipped: end - i - len(e.words)}
					h.Linked = e.linkedAnew(words[i:end])
					h.Negated, h.Doubtful = negated(words, i, covered)
					h.Negated = h.Negated || h.reached(denied, words)
					denied = h.addDenied(denied, words)
					hits = append(hits, h)
					for k := i; k < end && g != contextGroup && g != countGroup && g != parameterGroup; k++ {
						covered[k] = true
					}
				}
			}
		}
	}
	return hits
}

// span is where a wording stands that is denied, or says itself that something is not there.
type span struct {
	start, end int
	denies     bool
}

// addDenied adds h to the wordings that are denied, or that deny.
func (h *Hit) addDenied(denied []span, words []Word) []span {
	if denies := words[h.Start].Is(Negates); h.Negated || denies {
		return append(denied, span{h.Start, h.End, denies})
	}
	return denied
}

// reached reports whether one of some wordings that are denied or deny ends within h, or "or"
// joins h to one that is denied: in "no dispone de salida de edificio" it is "dispone de salida",
// in "sin silla de ruedas" it is "sin silla". "Sin rociadores o sin ascensor" denies both once.
func (h *Hit) reached(denied []span, words []Word) bool {
	or := h.Start > 0 && words[h.Start-1].Is(JoinsOr)
	return slices.ContainsFunc(denied, func(d span) bool {
		return d.start < h.Start && (h.Start < d.end && d.end < h.End || or && !d.denies && d.end == h.Start-1)
	})
}

// allAre reports whether what is reports true of is all that a wording means; nil
// reports true of nothing.
func allAre(senses []Sense, is func(*Sense) bool) bool {
	if is == nil {
		return false
	}
	for i := range senses {
		if !is(&senses[i]) {
			return false
		}
	}
	return true
}

// taken reports whether a wording of the group found already reaches over words[i].
func taken(hits []Hit, group, i int) bool {
	for k := len(hits) - 1; k >= 0; k-- {
		if hits[k].End > i && hits[k].Senses[0].Group() == group {
			return true
		}
	}
	return false
}

// MaxSkip is the most words without weight between a wording and its number:
// "diferencia de cota protegida de unos 4 m".
const MaxSkip = 2

// match reports whether e stands at words[i], and where it ends.
func (e *entry) match(words []Word, i int) (end int, value *Word, ok bool) {
	clause := words[i].Clause
	for k := range e.words {
		want := &e.words[k]
		if want.IsHole && k > 0 && (!e.wordHole() || i >= len(words) || len(words[i].Text) > 1) {
			i = skipNeutral(words, i)
		}
		if !inClause(words, i, clause) {
			return 0, nil, false
		}
		switch have := &words[i]; {
		case want.IsHole && (have.Number != nil || e.wordHole()):
			value = have
		case !want.isAs(have):
			return 0, nil, false
		}
		i++
	}
	if e.words[len(e.words)-1].IsHole && inClause(words, i, clause) && words[i].IsDimension() {
		return 0, nil, false // the number belongs to the dimension behind it
	}
	return i, value, true
}

// linkedAnew reports whether words, which e is found in, join with a "del" what e says without:
// "entre viviendas del vecino" is not "entre viviendas vecinas".
func (e *entry) linkedAnew(words []Word) bool {
	if len(words) != len(e.words) {
		return false
	}
	for k := 1; k < len(words); k++ {
		if words[k].Link != "" && e.words[k].Link == "" && words[k].Number == nil && words[k-1].Number == nil {
			return true
		}
	}
	return false
}

// isAs reports whether a word of a text is this one of a wording.
func (w *Word) isAs(have *Word) bool {
	return w.Stem == have.Stem && (!w.counts || w.article == have.article) && w.sameNumber(have)
}

func inClause(words []Word, i, clause int) bool { return i < len(words) && words[i].Clause == clause }

// sameNumber reports whether w and have are no numbers, or the same one: "a 100
// Pa" is not "a 50 Pa".
func (w *Word) sameNumber(have *Word) bool {
	if w.Number == nil || have.Number == nil {
		return w.Number == have.Number
	}
	if w.Unit.IsZero() || have.Unit.IsZero() {
		return w.Unit.IsZero() == have.Unit.IsZero() && w.Number.Same(*have.Number)
	}
	if w.Unit.Equal(have.Unit) || w.Unit.Kind() != have.Unit.Kind() { // most are, and converting is dear
		return w.Unit.Kind() == have.Unit.Kind() && w.Number.Same(*have.Number)
	}
	converted, err := have.Number.Convert(have.Unit, w.Unit)
	return err == nil && w.Number.Same(converted)
}

// wordHole reports whether the hole of e takes a word instead of a number.
func (e *entry) wordHole() bool { return e.groups[0][0].Value == rules.Hole }

func skipNeutral(words []Word, i int) int {
	for n := 0; n < MaxSkip && i < len(words) && words[i].Neutral && words[i].Number == nil; n++ {
		i++
	}
	return i
}

// negationReach is how many words before a wording a negation reaches over: "no
// pertenece a un itinerario accesible". It does not reach over another wording:
// in "sin ascensor que salva 3 m" only the lift is denied.
const negationReach = 3

func negated(words []Word, i int, covered []bool) (denied, doubtful bool) {
	if i > 0 && words[i].Is(Negates) && words[i-1].Is(JoinsOr) {
		return false, true // the wording itself denies: "con o sin ascensor"
	}
	for k := i - 1; k >= 0 && k >= i-negationReach && words[k].Clause == words[i].Clause && !covered[k]; k-- {
		if words[k].Is(Negates) && words[k+1].Glued && i > k+1 {
			return false, false // "non-slip floor"
		}
		if words[k].Is(Negates) {
			either := k > 0 && words[k-1].Is(JoinsOr)
			return !either, either
		}
	}
	return false, false
}

// PassesOver reports whether words[i] is no word of the wording, but one of those without
// weight that may stand before its number: "desnivel previsto de 4 m".
func (h *Hit) PassesOver(words []Word, i int) bool {
	for k := i + 1; k <= i+h.skipped && k < h.End; k++ {
		if &words[k] == h.Value {
			return true
		}
	}
	return false
}
