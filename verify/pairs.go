package verify

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// Pairs finds which pairs of an element and a parameter a question names, over all
// that rules limit. A question is no check: its words are weighed, not understood.
// It is immutable and safe for concurrent use.
type Pairs struct {
	books map[geo.ID]*pairIndex
}

// NamedPair is a pair of an element and a parameter that a question may be about.
type NamedPair struct {
	rules.Subject

	// How the question names them. Shares are between 0 and 1, of words weighed by how
	// rare they are among the names of all concepts.
	ElementShare, ParameterShare float64 // of the best name of each
	Explained                    float64 // of the question, by the two names and by circumstances it tells

	// The names the question has most of, as the rules have them; "" where it has none.
	ElementName, ParameterName string

	Boolean  bool      // rules only ask that it is there, or is not
	Forbids  bool      // one of them asks that it is not
	Alone    bool      // the parameter is what one asks who names nothing but the element: whether it is there
	Scope    bool      // the parameter is whether the regulation that is the element applies
	Passages []Passage // that the rules stand in
}

// Passage is the section of a version.
type Passage struct {
	Ref     codes.VersionRef
	Section string
}

// NewPairs makes the index of the pairs that the rules of a Verifier limit.
func NewPairs(v *Verifier) *Pairs {
	p := &Pairs{books: make(map[geo.ID]*pairIndex, len(v.books))}
	for country, book := range v.books {
		p.books[country] = newPairIndex(book)
	}
	return p
}

// Named lists the pairs that a question may be about, those it names best first, at
// most so many.
func (p *Pairs) Named(country geo.ID, question string, most int) []NamedPair {
	book := p.books[country]
	if book == nil {
		return nil
	}
	list := book.named(question)
	return list[:min(len(list), most)]
}

// NamesOf lists names of a concept in a language, else in any, which
// [Verifier.Requirements] may understand it by.
func (p *Pairs) NamesOf(country geo.ID, kind rules.ConceptKind, id, lang string) []string {
	book := p.books[country]
	if book == nil || book.v.concepts[string(kind)+" "+id] == nil {
		return nil
	}
	names := book.v.concepts[string(kind)+" "+id].Names
	out := slices.Clone(names[lang])
	for _, other := range slices.Sorted(maps.Keys(names)) {
		if other != lang {
			out = append(out, names[other]...)
		}
	}
	return out
}

// pairIndex finds the concepts of one country's rules by the stems of their names.
type pairIndex struct {
	v      *rulebook
	ruled  map[string][]string // the parameters that are ruled of an element, its broader ones' among them
	scopes []rules.Subject     // that say what a regulation applies to
	byStem map[string][]int    // the names a stem stands in
	names  []conceptName
	weight map[string]float64
	rarest float64 // what a word that stands in no name weighs
}

// conceptName is one name of an element or a parameter.
type conceptName struct {
	kind  rules.ConceptKind
	id    string
	text  string
	stems []string
	head  string // the stem of the word that says what it is
	total float64
}

func newPairIndex(v *rulebook) *pairIndex {
	x := &pairIndex{v: v, scopes: scopesOf(v), ruled: make(map[string][]string), byStem: make(map[string][]int), weight: make(map[string]float64)}
	parameters := make(map[string]bool)
	for key, concept := range v.concepts {
		if concept.Kind != rules.ElementConcept || key != "element "+concept.ID {
			continue
		}
		for subject := range v.rules {
			if slices.Contains(v.broader(concept.ID), subject.Element) && !slices.Contains(x.ruled[concept.ID], subject.Parameter) {
				x.ruled[concept.ID] = append(x.ruled[concept.ID], subject.Parameter)
				parameters[subject.Parameter] = true
			}
		}
		slices.Sort(x.ruled[concept.ID])
	}
	for _, id := range slices.Sorted(maps.Keys(x.ruled)) {
		x.addNames(rules.ElementConcept, id)
	}
	for _, id := range slices.Sorted(maps.Keys(parameters)) {
		x.addNames(rules.ParameterConcept, id)
	}
	x.weigh()
	return x
}

// addNames adds the names of a concept in all languages.
func (x *pairIndex) addNames(kind rules.ConceptKind, id string) {
	names := x.v.concepts[string(kind)+" "+id].Names
	for _, lang := range slices.Sorted(maps.Keys(names)) {
		for _, name := range names[lang] {
			n := conceptName{kind: kind, id: id, text: name, stems: x.stems(x.v.wordsOf(name, lang))}
			if len(n.stems) == 0 {
				continue
			}
			n.head = n.stems[len(n.stems)-1]
			if !slices.Contains(x.v.tongues.Codes(), lang) || x.v.tongues.HeadFirst(lang) {
				n.head = n.stems[0]
			}
			for _, stem := range n.stems {
				x.byStem[stem] = append(x.byStem[stem], len(x.names))
			}
			x.names = append(x.names, n)
		}
	}
}

// stems are those of the words that tell something, each once; of a name without any,
// those of all words.
func (x *pairIndex) stems(words []understand.Word) []string {
	var weighty, all []string
	for _, w := range words {
		if w.Number != nil || w.IsHole || slices.Contains(all, w.Stem) {
			continue
		}
		all = append(all, w.Stem)
		if !w.Neutral {
			weighty = append(weighty, w.Stem)
		}
	}
	if len(weighty) == 0 {
		return all
	}
	return weighty
}

// weigh gives each stem a weight: the fewer concepts it names, the more it tells.
func (x *pairIndex) weigh() {
	concepts := make(map[string]bool)
	for i := range x.names {
		concepts[string(x.names[i].kind)+" "+x.names[i].id] = true
	}
	for stem, list := range x.byStem {
		in := make(map[string]bool)
		for _, i := range list {
			in[string(x.names[i].kind)+" "+x.names[i].id] = true
		}
		x.weight[stem] = math.Log(1 + float64(len(concepts))/float64(len(in)))
	}
	x.rarest = math.Log(1 + float64(len(concepts)))
	for i := range x.names {
		x.names[i].total = x.sum(x.names[i].stems)
	}
}

func (x *pairIndex) sum(stems []string) float64 {
	total := 0.0
	for _, stem := range stems {
		total += x.weightOf(stem)
	}
	return total
}

func (x *pairIndex) weightOf(stem string) float64 {
	if w, ok := x.weight[stem]; ok {
		return w
	}
	return x.rarest
}

// asked is a question as it is held against names.
type askedWords struct {
	stems    []string        // that tell something
	all      map[string]bool // those that only bind it together as well
	told     map[string]bool // those that tell a circumstance
	total    float64
	elements map[string]namedConcept
	measures map[string]namedConcept
}

// namedConcept is how well a question names a concept.
type namedConcept struct {
	name  string
	share float64
	stems []string
}

// headless is what is left of a name whose head the question does not have: "puerta"
// is not named by "resistente al fuego".
const headless = 0.4

func (x *pairIndex) read(question string) *askedWords {
	r := x.v.read(question)
	q := &askedWords{all: make(map[string]bool), told: make(map[string]bool), elements: make(map[string]namedConcept), measures: make(map[string]namedConcept)}
	empty := x.empty(question)
	for _, w := range r.Words {
		if w.Number != nil || w.Stem == "" {
			continue
		}
		if !q.all[w.Stem] && !w.Neutral && !empty[w.Fold] {
			q.stems = append(q.stems, w.Stem)
		}
		q.all[w.Stem] = true
	}
	for _, h := range r.hits {
		if slices.ContainsFunc(h.Senses, isFact) || h.Is(understand.ContextSense) {
			for _, w := range r.Words[h.Start:h.End] {
				q.told[w.Stem] = true
			}
		}
	}
	q.total = x.sum(q.stems)
	for stem := range q.all {
		for _, i := range x.byStem[stem] {
			x.match(q, &x.names[i])
		}
	}
	return q
}

// empty are the words of a question that are there for its form: "cuál", "debe",
// "required".
func (x *pairIndex) empty(question string) map[string]bool {
	out := make(map[string]bool)
	for _, lang := range x.v.tongues.Codes() {
		for _, w := range retrieval.Words(question, lang) {
			if w.Stop() || w.Framing && !w.Figure {
				out[w.Fold] = true
			}
		}
	}
	return out
}

func (x *pairIndex) match(q *askedWords, n *conceptName) {
	found := slices.DeleteFunc(slices.Clone(n.stems), func(stem string) bool { return !q.all[stem] })
	share := x.sum(found) / n.total
	if !slices.Contains(found, n.head) {
		share *= headless
	}
	into := q.elements
	if n.kind == rules.ParameterConcept {
		into = q.measures
	}
	// Of two names the longer one that is there tells more.
	// Of two that are there alike the first one by its letters is taken.
	have, ok := into[n.id]
	now, before := share*x.sum(found), have.share*x.sum(have.stems)
	if !ok || now > before || now == before && (len(n.text) < len(have.name) || len(n.text) == len(have.name) && n.text < have.name) {
		into[n.id] = namedConcept{n.text, share, found}
	}
}

// leastShare is how much of a name a question has to have.
const leastShare = 0.35

func (x *pairIndex) named(question string) []NamedPair {
	q := x.read(question)
	var out []NamedPair
	for _, element := range slices.Sorted(maps.Keys(x.ruled)) {
		for _, measure := range x.ruled[element] {
			e, m := q.elements[element], q.measures[measure]
			if x.covered(q, element, measure) {
				e.share *= headless
			}
			if e.share < leastShare && (m.share < leastShare || !x.v.concepts["parameter "+measure].Binds) {
				continue
			}
			out = append(out, x.pair(q, rules.Subject{Element: element, Parameter: measure}, e, m))
		}
	}
	slices.SortStableFunc(out, func(a, b NamedPair) int { return cmp.Compare(b.strength(), a.strength()) })
	return out
}

// covered reports whether the question has the whole of a longer name, of another element
// that is ruled for the same parameter, that holds all it has of the name of an element:
// "dry riser" names no riser.
func (x *pairIndex) covered(q *askedWords, element, measure string) bool {
	e := q.elements[element]
	for id, other := range q.elements { // itself has no more stems than it has
		lacks := func(stem string) bool { return !slices.Contains(other.stems, stem) }
		if other.share == 1 && len(other.stems) > len(e.stems) && !slices.ContainsFunc(e.stems, lacks) && slices.Contains(x.ruled[id], measure) {
			return true
		}
	}
	return false
}

// strength orders pairs by how well they are named alone.
func (p *NamedPair) strength() float64 { return p.ElementShare + p.ParameterShare + p.Explained }

func (x *pairIndex) pair(q *askedWords, of rules.Subject, e, m namedConcept) NamedPair {
	out := NamedPair{Subject: of, ElementShare: e.share, ParameterShare: m.share, ElementName: e.name, ParameterName: m.name, Boolean: true, Alone: x.v.concepts["parameter "+of.Parameter].Alone, Scope: x.v.concepts["parameter "+of.Parameter].Scope}
	explained := 0.0
	for _, stem := range q.stems {
		if slices.Contains(e.stems, stem) || slices.Contains(m.stems, stem) || q.told[stem] {
			explained += x.weightOf(stem)
		}
	}
	if q.total > 0 {
		out.Explained = explained / q.total
	}
	for _, broad := range x.v.broader(of.Element) {
		for _, r := range x.v.rules[rules.Subject{Element: broad, Parameter: of.Parameter}] {
			if at := (Passage{r.set.Ref, r.Section}); !slices.Contains(out.Passages, at) {
				out.Passages = append(out.Passages, at)
			}
			switch r.Require.Op {
			case rules.MustBeAbsent:
				out.Forbids = true
			case rules.MustBeTrue, rules.NoLimit:
			default:
				out.Boolean = false
			}
		}
	}
	return out
}
