package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
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
}

// said is one text of a check.
type said struct {
	phrase
	tokens []token
	terms  []term
}

func (t *thesaurus) said(text string) said {
	out := said{phrase: t.tongues.phrase(text, t.lang)}
	out.tokens = t.tokens(out.phrase, false)
	out.terms = termsOf(out.tokens)
	return out
}

func newTextRequest(d *decision, t *thesaurus) *textRequest {
	r := &textRequest{d: d, words: t, fitting: make(map[string]bool), element: t.said(d.thing), param: t.said(d.check.Parameter), use: t.said(d.check.BuildingUse)}
	if d.question.unit.IsBoolean() {
		r.param.tokens = slices.DeleteFunc(r.param.tokens, func(k token) bool {
			return k.number == nil && t.presence[r.param.words[k.start].stem]
		})
		r.param.terms = termsOf(r.param.tokens)
	}
	r.head = headOf(t, r.element.tokens)
	r.measures = t.measuresIn(r.param.terms)
	for _, s := range []said{r.element, r.param, r.use} {
		r.terms = unionTerms(r.terms, s.terms)
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
		for _, k := range s.tokens {
			switch {
			case k.number != nil || k.doubtful || k.term == noTerm:
			case r.words.isA(k.term, id) && k.negated:
				return no
			case r.words.isA(k.term, id):
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

// excluded reports whether the check says, and does not deny, a term that
// excludes id.
func (r *textRequest) excluded(id term) bool {
	for _, set := range r.words.setsOf(id) {
		if r.words.sets[set].things {
			continue // that another thing is spoken of denies nothing
		}
		for _, other := range r.words.sets[set].terms {
			if !r.words.isA(id, other) && r.says(other) {
				return true
			}
		}
	}
	return false
}

// setsOf returns the exclusions a term or what it is a kind of belongs to.
func (t *thesaurus) setsOf(id term) []int {
	if id == noTerm {
		return nil
	}
	out := slices.Clone(t.of(id).sets)
	for _, b := range t.of(id).broader {
		out = append(out, t.of(b).sets...)
	}
	return out
}

// says reports whether the check says a term, or a kind of it, without denying it.
func (r *textRequest) says(id term) bool {
	return slices.ContainsFunc(r.texts(), func(s *said) bool {
		return slices.ContainsFunc(s.tokens, func(k token) bool {
			return k.number == nil && !k.negated && !k.doubtful && r.words.isA(k.term, id)
		})
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
			if k.number == nil || !r.measuresSame(s, i, c) {
				continue
			}
			if text := (&reading{phrase: s.phrase}); !text.alternates(k.start) {
				found++
			}
			if k.part || found > 1 || r.isShare(s, &k) {
				return knowledge{}
			}
			bounds, ok := convertSpan(k, c.unit)
			if ok {
				out = out.with(knowledge{origin: byText, span: bounds})
			}
		}
	}
	return out
}

// isShare reports whether a count may be for each of something: "each" or "per" stands in
// its clause or next to it.
func (r *textRequest) isShare(s *said, k *token) bool {
	return s.words[k.start].counted && slices.ContainsFunc(s.words, func(w word) bool {
		says := w.is(saysEach) || slices.ContainsFunc(r.d.v.tongues.each, func(wording []string) bool { return wording[0] == w.fold })
		return says && w.clause >= k.clause-1 && w.clause <= k.clause+1
	})
}

// convertSpan expresses a number in another unit; numbers without one fit
// conditions without one alone.
func convertSpan(k token, to quantity.Unit) (span, bool) {
	if k.unit.IsZero() || to.IsZero() {
		return *k.number, k.unit.IsZero() == to.IsZero()
	}
	bounds, err := k.number.convert(k.unit, to)
	return bounds, err == nil
}

// labelReach is how many meanings away from a number its label may stand.
const labelReach = 3

// measuresSame reports whether the number at s.tokens[i] measures what c is about.
func (r *textRequest) measuresSame(s *said, i int, c *numberCondition) bool {
	k := s.tokens[i]
	label := s.labelOf(i)
	for j := i - 1; j >= 0 && len(label) == 0; j-- {
		if s.tokens[j].number != nil && s.tokens[j].clause == k.clause && s.tokens[j].unit.Kind() == k.unit.Kind() {
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
	case len(wanted) > 0:
		return r.words.bare(k, s, wanted)
	case len(have) > 0 && !k.unit.IsZero():
		return false
	}
	return slices.ContainsFunc(label, func(id term) bool { return !r.words.isMeasure(id) && r.words.explained(id, c.about) })
}

// labelOf returns the meanings beside the number at tokens[i].
func (s *said) labelOf(i int) []term {
	var label []term
	for j, other := range s.tokens {
		if other.number == nil && other.clause == s.tokens[i].clause && near(s.tokens, i, j) && max(i-j, j-i) <= labelReach {
			label = append(label, other.term)
		}
	}
	return label
}

// bare reports whether a number without a label is one of the measures wanted. A
// preposition other than "of" before it says where or up to what, not how much.
func (t *thesaurus) bare(k token, s *said, wanted []term) bool {
	if k.start > 0 && s.words[k.start-1].role == preposition || s.words[k.start].placed {
		return false
	}
	return slices.ContainsFunc(t.bareOf[string(k.unit.Kind())], func(id term) bool { return slices.Contains(wanted, id) })
}
