package verify

import (
	"maps"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// Pairs finds which pairs of an element and a parameter a question is about, over all
// that rules limit. A question is no check: its words are weighed, not understood.
// It is immutable and safe for concurrent use.
type Pairs struct {
	books map[geo.ID]*rulebook
}

// NamedPair is a pair of an element and a parameter that a question may be about.
type NamedPair struct {
	rules.Subject

	// How far the question is about it: the logarithm of how likely that is beside the others.
	Likeness float64

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

// NewPairs finds the pairs that the rules of a Verifier limit.
func NewPairs(v *Verifier) *Pairs { return &Pairs{v.books} }

// Named lists the pairs of the rules of some documents, such as "cte-db-sua/2022", that a
// question may be about, the likeliest first; what a regulation applies to aside.
func (p *Pairs) Named(country geo.ID, question string, docs []string) []NamedPair {
	book := p.books[country]
	if book == nil {
		return nil
	}
	x := book.wordIndex()
	q := x.question(question)
	q.words.binding = true
	inScope := func(r *rule) bool { return slices.Contains(docs, r.cited.Block.Doc) }
	list := x.likeliest(q.words, func(of rules.Subject) bool {
		return !book.concepts["parameter "+of.Parameter].Scope && slices.ContainsFunc(book.about(of), inScope)
	})
	var out []NamedPair
	for i := range list {
		if !slices.Contains(q.others, list[i].Element) {
			out = append(out, x.pair(q, &list[i]))
		}
	}
	return out
}

// NamesOf lists names of a concept in a language, else in any, which
// [Verifier.Requirements] may understand it by.
func (p *Pairs) NamesOf(country geo.ID, kind rules.ConceptKind, id, lang string) []string {
	book := p.books[country]
	if book == nil || book.concepts[string(kind)+" "+id] == nil {
		return nil
	}
	names := book.concepts[string(kind)+" "+id].Names
	out := slices.Clone(names[lang])
	for _, other := range slices.Sorted(maps.Keys(names)) {
		if other != lang {
			out = append(out, names[other]...)
		}
	}
	return out
}

// askedText is a question as it is held against what rules are about.
type askedText struct {
	words  *weighedText // but those that are there for its form
	all    *weighedText
	told   map[string]bool // stems that tell a circumstance
	whole  map[string]bool // concepts that a name of stands in it in one piece, such as "element stair"
	others []string        // elements it is not about
}

// question reads a text whose words may tell an element or a parameter.
func (x *wordIndex) question(text string) *askedText {
	r := x.v.read(text)
	q := &askedText{others: x.others(&r), told: make(map[string]bool), whole: make(map[string]bool)}
	for _, h := range r.hits {
		for _, s := range h.Senses {
			if isElement(s) {
				q.whole["element "+s.ID] = true
			} else if s.Kind == understand.ParameterSense {
				q.whole["parameter "+s.ID] = true
			}
		}
		if slices.ContainsFunc(h.Senses, isFact) || h.Is(understand.ContextSense) {
			for _, w := range r.Words[h.Start:h.End] {
				q.told[w.Stem] = true
			}
		}
	}
	r.hits = nil
	q.all = x.read(&r, &r)
	empty := x.v.empty(text)
	r.Words = slices.DeleteFunc(r.Words, func(w understand.Word) bool { return empty[w.Fold] })
	q.words = x.read(&r, &r)
	return q
}

// empty are the words of a question that are there for its form: "cuál", "debe",
// "required".
func (v *rulebook) empty(question string) map[string]bool {
	out := make(map[string]bool)
	for _, lang := range v.tongues.Codes() {
		for _, w := range retrieval.Words(question, lang) {
			if w.Stop() || w.Framing && !w.Figure {
				out[w.Fold] = true
			}
		}
	}
	return out
}

// others are the elements on whose name a word hangs that nothing explains, so that the text
// is about another thing: "platform of an underground station".
func (x *wordIndex) others(r *reading) []string {
	var out []string
	for _, h := range r.hits {
		if h.End >= len(r.Words) || r.Words[h.End].Link == "" || !weighs(&r.Words[h.End]) || r.explains(h.End, func(understand.Sense) bool { return true }) {
			continue
		}
		for _, s := range h.Senses {
			if isElement(s) && !x.has("element "+s.ID, r.Words[h.End].Stem) {
				out = append(out, s.ID)
			}
		}
	}
	return out
}

// scattered is what is left of names whose words stand apart: "escalera interior" has no
// "huella interior".
const scattered = 0.5

// pair tells how a question names a pair.
func (x *wordIndex) pair(q *askedText, l *likeness) NamedPair {
	out := x.v.ruledPair(l.Subject)
	out.Likeness = l.score
	var stems []int32
	for _, part := range []struct {
		named   namedShare
		concept string
		share   *float64
		name    *string
	}{{l.named[0], "element " + l.Element, &out.ElementShare, &out.ElementName}, {l.named[1], "parameter " + l.Parameter, &out.ParameterShare, &out.ParameterName}} {
		if part.named.share == 0 {
			continue
		}
		*part.share, *part.name = part.named.share, x.names[part.named.name].text.name
		if !q.whole[part.concept] {
			*part.share *= scattered
		}
		for _, w := range x.v.wordsOf(*part.name, x.names[part.named.name].text.lang) {
			stem, _ := x.stem(w.Stem)
			stems = append(stems, stem)
		}
	}
	out.Explained = q.explained(func(w *weighedWord) bool { return slices.Contains(stems, w.stem) && w.stem != noStem })
	return out
}

// explained is the share of a question that tells a circumstance, or is known.
func (q *askedText) explained(known func(*weighedWord) bool) float64 {
	explained, total := 0.0, 0.0
	for i := range q.words.words {
		w := &q.words.words[i]
		total += w.weight
		if q.told[w.text] || known(w) {
			explained += w.weight
		}
	}
	if total == 0 {
		return 0
	}
	return explained / total
}

// ruledPair is a pair with what its rules ask of it.
func (v *rulebook) ruledPair(of rules.Subject) NamedPair {
	measure := v.concepts["parameter "+of.Parameter]
	out := NamedPair{Subject: of, Boolean: true, Alone: measure.Alone, Scope: measure.Scope}
	for _, r := range v.about(of) {
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
	return out
}
