package verify

import "slices"

// textMatch is a limit that is about a check, with the circumstances that are
// open.
type textMatch struct {
	limit *textLimit
	whens []circumstance // headers that are circumstances among them
	rest  bool

	partial bool // of the cases that it is the rest of some were not understood
}

// misfit says why a limit is not about a check.
type misfit struct {
	word string // of the check, that nothing of the limit explains; "" when it is another thing
	near bool   // the measure and the thing agree
}

// match holds a limit against the check.
func (r *textRequest) match(l *textLimit, vocabulary func(s *said, k token) bool) (textMatch, *misfit) {
	m := textMatch{limit: l, rest: l.rest}
	if !r.sameMeasure(l) {
		return m, &misfit{}
	}
	if !r.readHeaders(l, &m) {
		return m, &misfit{}
	}
	if !r.sameThing(l, vocabulary) {
		return m, &misfit{}
	}
	if word := r.unexplained(l, vocabulary); word != "" {
		return m, &misfit{word: word, near: true}
	}
	m.whens = append(m.whens, l.whens...)
	if qualifiers := r.openQualifiers(l); len(qualifiers.parts) > 0 {
		m.whens = append(m.whens, qualifiers)
	}
	m.whens = append(m.whens, r.openTitles(l)...)
	return m, nil
}

// sameMeasure reports whether limit and check measure the same: every measure
// named on one side has one on the other, and so has every word that makes a
// measure another one.
func (r *textRequest) sameMeasure(l *textLimit) bool {
	t := r.words
	if l.isDuty() {
		return r.d.question.unit.IsBoolean() && r.asksFor(l)
	}
	if r.d.question.unit.IsBoolean() {
		return false
	}
	for _, id := range r.param.terms {
		if t.isQualifier(id) && !slices.Contains(l.measured, id) && !slices.Contains(l.around, id) {
			return false
		}
	}
	for _, id := range l.measured {
		if t.isQualifier(id) && !slices.Contains(r.param.terms, id) && !slices.Contains(r.element.terms, id) {
			return false
		}
	}
	if len(r.measures) == 0 {
		return r.namesMeasure(l)
	}
	for _, id := range r.measures {
		related := t.explained(id, l.measures) || r.namesPart(l, id) || slices.ContainsFunc(l.measures, func(m term) bool { return t.isA(m, id) && slices.Contains(r.measures, m) })
		if !related {
			return false
		}
	}
	if l.implied {
		return !r.crowded(l) && !r.otherSide(l)
	}
	return !slices.ContainsFunc(l.measures, func(m term) bool {
		return !slices.ContainsFunc(r.measures, func(id term) bool { return t.isA(id, m) })
	})
}

// namesPart reports whether a word of the parameter that is a measure elsewhere names
// the thing of the limit here: "height of the openable area".
func (r *textRequest) namesPart(l *textLimit, id term) bool {
	return r.words.of(id).thing && slices.Contains(l.thing, id) &&
		slices.ContainsFunc(r.measures, func(m term) bool { return m != id && r.words.explained(m, l.measures) })
}

// otherSide reports whether a limit that names no measure bounds the other side than
// what is asked usually is bounded on: it measures something else.
func (r *textRequest) otherSide(l *textLimit) bool {
	return slices.ContainsFunc(r.measures, func(m term) bool {
		usual := r.words.usualBound(m, r.terms)
		return usual != "" && bound(l.Op) != Equality && bound(l.Op) != bound(usual)
	})
}

// crowded reports whether the section of a limit that names no measure speaks of
// another one that is given in its unit.
func (r *textRequest) crowded(l *textLimit) bool {
	t := r.words
	other := func(id term) bool {
		return t.isMeasure(id) && slices.Contains(t.kinds[id], string(l.unit.Kind())) && !slices.ContainsFunc(r.measures, func(m term) bool { return t.isA(m, id) || t.isA(id, m) })
	}
	return slices.ContainsFunc(l.text, other) || slices.ContainsFunc(l.lead, other)
}

// isDuty reports whether the limit asks that something be there, or not.
func (l *textLimit) isDuty() bool { return l.Op == MustBeTrue || l.Op == MustBeAbsent }

// asksFor reports whether the parameter asks for just what a duty is about: all of
// its words are, none is denied, and of what the duty names it says one whole part.
func (r *textRequest) asksFor(l *textLimit) bool {
	t := r.words
	for _, k := range r.param.tokens {
		if k.number != nil || k.negated || k.doubtful || k.term == noTerm || !t.explained(k.term, l.measured) {
			return false
		}
		if t.excludes(k.term) && !slices.ContainsFunc(l.measured, func(id term) bool { return t.excludes(id) && t.isA(k.term, id) }) {
			return false // a stair is due, not one of a certain protection
		}
	}
	if len(r.param.tokens) == 0 || r.d.question.value.Sign() != 0 && r.denies(l.measured) {
		return false
	}
	return slices.ContainsFunc(l.choices, func(phrase choice) bool {
		return slices.ContainsFunc(phrase.parts, func(part []term) bool {
			whole := !slices.ContainsFunc(part, func(id term) bool {
				return !t.of(id).generic && !t.neutralTerm(id) && !slices.ContainsFunc(r.param.terms, func(x term) bool { return t.isA(x, id) })
			})
			return whole && slices.ContainsFunc(part, func(id term) bool { return slices.Contains(l.measured, id) && r.asksBy(id) })
		})
	})
}

// asksBy reports whether the parameter names what a term names; that it is of the
// same quality, such as accessible, is not enough.
func (r *textRequest) asksBy(id term) bool {
	return slices.ContainsFunc(r.param.terms, func(x term) bool {
		return x == id || !r.words.of(id).setting && r.words.isA(x, id) || r.words.excludes(id) && r.words.isA(x, id)
	})
}

// denies reports whether the element says that one of the terms is not there.
func (r *textRequest) denies(terms []term) bool {
	return slices.ContainsFunc(r.element.tokens, func(k token) bool { return k.negated && r.words.explained(k.term, terms) })
}

// namesMeasure reports whether a parameter that names no known measure has all
// its words in the limit's.
func (r *textRequest) namesMeasure(l *textLimit) bool {
	if len(r.param.terms) == 0 || len(l.measured) == 0 {
		return false
	}
	return !slices.ContainsFunc(r.param.terms, func(id term) bool { return id == noTerm || !slices.Contains(l.measured, id) })
}

// readHeaders takes the row and column of a limit apart: each names the thing or
// the measure, or is a circumstance that can be settled. Another row is about
// something else.
func (r *textRequest) readHeaders(l *textLimit, m *textMatch) bool {
	for _, h := range l.headers {
		switch {
		case h.rest:
			m.rest = true
		case !h.counts() && r.covers(h.terms) || r.covered(h.instances):
		case len(h.parts) == 0:
		default:
			c, ok := circumstance{}, false
			if !h.counts() {
				c, ok = r.narrows(h)
			}
			if !ok && !r.settles(h.circumstance) {
				return false
			}
			if !ok {
				c = h.circumstance
			}
			if len(c.parts) > 0 {
				m.whens = append(m.whens, c)
			}
		}
	}
	return true
}

// counts reports whether a header says how many or how much: "3 dormitorios".
func (h header) counts() bool {
	return slices.ContainsFunc(h.parts, func(p circumstancePart) bool { return len(p.numbers) > 0 })
}

// covered reports whether the check says all of one of several instances of what
// a header means: "zonas húmedas, tales como aseos, cocinas".
func (r *textRequest) covered(instances [][]term) bool {
	return slices.ContainsFunc(instances, func(terms []term) bool { return len(terms) > 0 && r.covers(terms) })
}

// covers reports whether the check says all of a header, or it names the measure.
func (r *textRequest) covers(terms []term) bool {
	return len(r.unsaid(terms)) == 0
}

// unsaid returns the terms of a header that the check does not say.
func (r *textRequest) unsaid(terms []term) []term {
	t := r.words
	return slices.DeleteFunc(slices.Clone(terms), func(id term) bool {
		return r.affirms(id) == yes || t.isMeasure(id) || t.neutralTerm(id)
	})
}

// narrows returns what a header that names the check's thing says beside it, as a
// circumstance: "suelos en contacto con el terreno". ok is false when it names
// something else. Other things beside it are alternatives: "muros y suelos".
func (r *textRequest) narrows(h header) (c circumstance, ok bool) {
	t := r.words
	if !slices.ContainsFunc(h.terms, func(id term) bool { return !t.isMeasure(id) && r.isSubject(id) }) {
		return circumstance{}, false
	}
	var part circumstancePart
	for _, id := range r.unsaid(h.terms) {
		if !slices.ContainsFunc(t.setsOf(id), func(set int) bool { return t.sets[set].things }) {
			part.words = append(part.words, saidTerm{term: id})
		}
	}
	if len(part.words) == 0 {
		return circumstance{}, true
	}
	part.text = h.text
	return circumstance{text: h.text, parts: []circumstancePart{part}}, true
}

// isSubject reports whether id is what the element is about, or what the
// parameter names beside the measure.
func (r *textRequest) isSubject(id term) bool {
	if r.words.isA(r.head, id) {
		return true
	}
	return slices.ContainsFunc(r.param.terms, func(x term) bool { return !r.words.isMeasure(x) && r.words.isA(x, id) })
}

func (t *thesaurus) neutralTerm(id term) bool { return t.neutral[t.of(id).name] }

// settles reports whether every part of a header is a number, a datum of places
// or one of several that exclude each other, or is said.
func (r *textRequest) settles(c circumstance) bool {
	return !slices.ContainsFunc(c.parts, func(p circumstancePart) bool {
		if p.place != "" {
			return false
		}
		return slices.ContainsFunc(p.words, func(w saidTerm) bool {
			return !r.words.excludes(w.term) && r.affirms(w.term) == maybe && !r.words.isMeasure(w.term)
		})
	})
}

// unexplained returns a word of the check that neither the limit nor the
// vocabulary explains; "" when there is none.
func (r *textRequest) unexplained(l *textLimit, vocabulary func(*said, token) bool) string {
	t := r.words
	known := unionTerms(unionTerms(unionTerms(unionTerms(nil, l.measured), l.thing), l.lead), l.around)
	known = unionTerms(known, l.measures)
	for _, h := range l.headers {
		known = unionTerms(known, h.terms)
	}
	for _, c := range slices.Concat(l.whens, l.unlesses) {
		known = unionTerms(known, c.terms)
	}
	if l.refersBack() {
		known = unionTerms(known, l.text)
	}
	if l.Per != nil {
		known = unionTerms(known, termsOf(t.tokens(t.tongues.phrase(l.Per.Of, t.lang), false)))
	}
	for _, k := range r.param.tokens {
		switch {
		case k.number != nil:
			if !r.isValue(k) && !r.consumed(k, l) {
				return textOf(r.param.phrase, k)
			}
		case k.term != noTerm && t.of(k.term).generic:
		case t.isMeasure(k.term) && len(l.measures) > 0: // the same measures, or the limit would not be here
		case t.explained(k.term, known) || k.term != noTerm && slices.Contains(r.element.terms, k.term):
		default:
			return textOf(r.param.phrase, k)
		}
	}
	known = unionTerms(slices.Clone(known), l.text)
	for _, k := range r.element.tokens {
		whole := slices.ContainsFunc(known, func(id term) bool { return k.term != noTerm && t.partOf(id, k.term) })
		if k.number != nil || whole || k.term == r.head && r.shortFor(l) || t.explained(k.term, known) || vocabulary(&r.element, k) || k.term != noTerm && slices.Contains(r.use.terms, k.term) {
			continue
		}
		return textOf(r.element.phrase, k)
	}
	return ""
}

// isValue reports whether a number of the check is the value itself.
func (r *textRequest) isValue(k token) bool {
	return r.d.isValue(&word{number: k.number, unit: k.unit})
}

// consumed reports whether a condition of the limit is about a number.
func (r *textRequest) consumed(k token, l *textLimit) bool {
	for _, c := range slices.Concat(l.whens, l.unlesses) {
		for _, p := range c.parts {
			for _, n := range p.numbers {
				if _, ok := convertSpan(k, n.unit); ok {
					return true
				}
			}
		}
	}
	return false
}
