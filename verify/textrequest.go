package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/understand"
)

// textRequest is a check read with the thesaurus of one language.
type textRequest struct {
	d        *decision
	words    *thesaurus
	element  said
	param    said
	use      said
	head     term   // what the element is about
	measures []term // what is asked
	terms    []term // all of element, parameter and use
	relation quantity.Relation
	known    []knowledge     // see [textRequest.stated]
	notes    []string        // why texts about the check were left out
	fitting  map[string]bool // by symbol, whether a unit can be held against the check's
	context  map[*said][]bool
}

// said is a text in meanings.
type said struct {
	understand.Phrase
	tokens []token
	terms  []term // each once
}

func (t *thesaurus) said(text string, grow bool) said {
	out := said{Phrase: t.tongues.Phrase(text, t.lang)}
	out.tokens = t.tokens(out.Phrase, grow)
	for i, k := range out.tokens {
		if out.at(i).Number == nil && !slices.Contains(out.terms, k.term) {
			out.terms = append(out.terms, k.term)
		}
	}
	return out
}

// at returns the first word of a token; it is the number of one that is a number.
func (s *said) at(i int) *understand.Word { return &s.Words[s.tokens[i].start] }

// near reports whether no other number stands between two tokens.
func (s *said) near(a, b int) bool {
	for i := min(a, b) + 1; i < max(a, b); i++ {
		if s.at(i).Number != nil {
			return false
		}
	}
	return true
}

// wording returns the words [start, end) as they were written.
func (s *said) wording(start, end int) string {
	r := reading{Phrase: s.Phrase}
	return r.wording(understand.Hit{Start: start, End: end})
}

// head returns what a text is about: its first meaning in a language that puts the head
// first, else the last one before a preposition; of those the thesaurus knows, where
// it knows some.
func (s *said) head(t *thesaurus) term {
	head, measure := noTerm, noTerm
	chunk := -1
	for i, k := range s.tokens {
		if s.at(i).Number != nil || t.of(k.term).generic {
			continue
		}
		if t.isMeasure(k.term) && !t.of(k.term).thing {
			if measure == noTerm {
				measure = k.term
			}
			continue
		}
		if t.tongues.HeadFirst(t.lang) {
			return k.term
		}
		if chunk >= 0 && s.at(i).Chunk != chunk {
			break
		}
		chunk = s.at(i).Chunk
		if known := k.term != noTerm && int(k.term) < t.known; known || head == noTerm || int(head) >= t.known {
			head = k.term
		}
	}
	if head == noTerm {
		return measure
	}
	return head
}

// general returns the word that names things in general, "local", where the text is about
// nothing else.
func (s *said) general(t *thesaurus) term {
	head := noTerm
	for i, k := range s.tokens {
		switch {
		case s.at(i).Number != nil:
		case !t.of(k.term).generic:
			return noTerm
		case head == noTerm:
			head = k.term
		}
	}
	return head
}

// languages are those a check is read in: its own where it is known, else all; of
// those the ones that texts are read in, which takes a thesaurus.
func (d *decision) languages() []string {
	var out []string
	for _, lang := range d.v.tongues.Codes() {
		if own := d.parameter.lang; (own == "" || own == lang) && d.v.limits.languages[lang] != nil {
			out = append(out, lang)
		}
	}
	return out
}

func newTextRequest(d *decision, t *thesaurus) *textRequest {
	r := &textRequest{d: d, words: t, fitting: make(map[string]bool), context: make(map[*said][]bool),
		element: t.said(d.thing, false), param: t.said(d.check.Parameter, false), use: t.said(d.check.BuildingUse, false)}
	if d.question.unit.IsBoolean() {
		var kept []token
		r.param.terms = nil
		for i, k := range r.param.tokens {
			if w := r.param.at(i); w.Number != nil || !t.presence[w.Stem] {
				kept = append(kept, k)
				r.param.terms = union(r.param.terms, []term{k.term})
			}
		}
		r.param.tokens = kept
	}
	if r.head = r.element.head(t); r.head == noTerm {
		r.head = r.element.general(t)
	}
	r.measures = t.measuresIn(r.param.terms)
	for _, s := range r.texts() {
		r.terms = union(r.terms, s.terms)
	}
	r.terms = slices.DeleteFunc(r.terms, func(id term) bool { return id == noTerm })
	r.relation = quantity.Fraction
	if slices.Contains(r.measures, t.slope) {
		r.relation = quantity.Slope
	}
	return r
}

// texts returns what is said, the parameter last.
func (r *textRequest) texts() []*said { return []*said{&r.element, &r.use, &r.param} }

// affirms tells whether the check says a term: yes when it says it or a kind of
// it, no when it denies it or says one that excludes it.
func (r *textRequest) affirms(id term) truth {
	out := maybe
	for _, s := range r.texts() {
		for i, k := range s.tokens {
			switch {
			case s.at(i).Number != nil || k.doubtful || !r.words.isA(k.term, id):
			case k.negated:
				return no
			default:
				out = yes
			}
		}
	}
	if out == maybe && r.excluded(id) {
		return no
	}
	return out
}

// holds is affirms, where a part of what the check names is said with it: a stair
// has flights.
func (r *textRequest) holds(id term) truth {
	said := r.affirms(id)
	if said == maybe && slices.ContainsFunc(r.terms, func(x term) bool { return r.words.partOf(id, x) }) {
		return yes
	}
	return said
}

// excluded reports whether the check says, and does not deny, a term that excludes id.
// That another thing is spoken of denies nothing.
func (r *textRequest) excluded(id term) bool {
	return slices.ContainsFunc(r.words.setsOf(id), func(set int) bool {
		return !r.words.sets[set].things && slices.ContainsFunc(r.words.sets[set].terms, func(other term) bool {
			return !r.words.isA(id, other) && r.says(other)
		})
	})
}

// says reports whether the check says a term, or a kind of it, without denying it.
func (r *textRequest) says(id term) bool {
	return slices.ContainsFunc(r.texts(), func(s *said) bool {
		return slices.ContainsFunc(s.tokens, func(k token) bool { return !k.negated && !k.doubtful && r.words.isA(k.term, id) })
	})
}

// number finds the quantity that a condition is about among what the check says.
// Where several are said as alternatives, all of them are possible. Others may be parts or
// shares of it, which leave it unknown.
func (r *textRequest) number(c *numberCondition) knowledge {
	var out knowledge
	found := 0
	for _, s := range []*said{&r.element, &r.use, &r.param} {
		for i, k := range s.tokens {
			if s.at(i).Number == nil || !r.measuresSame(s, i, c) {
				continue
			}
			if text := (&reading{Phrase: s.Phrase}); !text.alternates(k.start) {
				found++
			}
			if s.at(i).Part || found > 1 || r.isShare(s, s.at(i)) {
				return knowledge{}
			}
			if bounds, ok := convertSpan(s.at(i), c.unit); ok {
				out = out.with(knowledge{origin: byText, span: bounds})
			}
		}
	}
	return out
}

// isShare reports whether a count may be for each of something: "each" or "per" stands in
// its clause or next to it.
func (r *textRequest) isShare(s *said, number *understand.Word) bool {
	return number.Counted && slices.ContainsFunc(s.Words, func(w understand.Word) bool {
		return r.d.v.tongues.IsEach(&w) && w.Clause >= number.Clause-1 && w.Clause <= number.Clause+1
	})
}

// convertSpan expresses a number in another unit; numbers without one fit
// conditions without one alone.
func convertSpan(w *understand.Word, to quantity.Unit) (quantity.Interval, bool) {
	if w.Unit.IsZero() || to.IsZero() {
		return *w.Number, w.Unit.IsZero() == to.IsZero()
	}
	bounds, err := w.Number.Convert(w.Unit, to)
	return bounds, err == nil
}

// labelReach is how many meanings away from a number its label may stand.
const labelReach = 3

// measuresSame reports whether the number at s.tokens[i] measures what c is about.
func (r *textRequest) measuresSame(s *said, i int, c *numberCondition) bool {
	w := s.at(i)
	label := s.labelOf(i)
	for j := i - 1; j >= 0 && len(label) == 0; j-- {
		if other := s.at(j); other.Number != nil && other.Clause == w.Clause && other.Unit.Kind() == w.Unit.Kind() {
			label = s.labelOf(j) // "entre 5 m y 7 m de caída", "5 m y 7 m"
		}
	}
	wanted, have := r.words.measuresIn(c.about), r.words.measuresIn(label)
	if c.unit.IsZero() && len(wanted) < len(c.about) {
		wanted = nil // "más de 100 personas": what is counted tells, not that it is counted
	}
	switch {
	case len(wanted) > 0 && len(have) > 0:
		return slices.ContainsFunc(have, func(id term) bool { return r.words.explained(id, wanted) })
	case len(wanted) > 0: // a preposition other than "of" before it says where or up to what
		placed := s.tokens[i].start > 0 && s.Words[s.tokens[i].start-1].Role == understand.Preposition || w.Placed
		return !placed && slices.ContainsFunc(r.words.bareOf[string(w.Unit.Kind())], func(id term) bool { return slices.Contains(wanted, id) })
	case len(have) > 0 && !w.Unit.IsZero():
		return false
	}
	return slices.ContainsFunc(label, func(id term) bool { return !r.words.isMeasure(id) && r.words.explained(id, c.about) })
}

// labelOf returns the meanings beside the number at tokens[i].
func (s *said) labelOf(i int) []term {
	var label []term
	for j := range s.tokens {
		if other := s.at(j); other.Number == nil && other.Clause == s.at(i).Clause && s.near(i, j) && max(i-j, j-i) <= labelReach {
			label = append(label, s.tokens[j].term)
		}
	}
	return label
}

// isContext tells whether a word says where, of what or how a thing is.
func (r *textRequest) isContext(s *said, k token) bool {
	list, ok := r.context[s]
	if !ok {
		list = make([]bool, len(s.Words))
		for _, h := range r.d.v.lexicon.Scan(s.Words) {
			if slices.ContainsFunc(h.Senses, func(x understand.Sense) bool { return x.Kind == understand.ContextSense && x.Lang == r.words.lang }) {
				for i := h.Start; i < h.End; i++ {
					list[i] = true
				}
			}
		}
		r.context[s] = list
	}
	for i := k.start; i < k.end; i++ {
		w := &s.Words[i]
		if !list[i] && !w.IsName() && !w.Neutral && !r.words.presence[w.Stem] {
			return false
		}
	}
	return k.end > k.start
}
