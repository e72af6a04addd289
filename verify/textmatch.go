package verify

import "slices"

// textMatch is a limit that is about a check, with the circumstances that are
// open.
type textMatch struct {
	index int32
	limit *textLimit
	whens []circumstance // headers that are circumstances among them
	rest  bool
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
	if l.require.Op == MustBeTrue || l.require.Op == MustBeAbsent {
		return r.d.question.unit.IsBoolean()
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
		related := t.explained(id, l.measures) || slices.ContainsFunc(l.measures, func(m term) bool { return t.isA(m, id) && slices.Contains(r.measures, m) })
		if !related {
			return false
		}
	}
	return l.implied || !slices.ContainsFunc(l.measures, func(m term) bool {
		return !slices.ContainsFunc(r.measures, func(id term) bool { return t.isA(id, m) })
	})
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
		case r.covers(h.terms):
		case len(h.parts) == 0:
		default:
			c, ok := r.narrows(h)
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

func (t *thesaurus) neutralTerm(id term) bool { return t.neutral[t.info[id].name] }

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

// excludes reports whether a term is one of several circumstances that exclude
// each other.
func (t *thesaurus) excludes(id term) bool {
	return slices.ContainsFunc(t.setsOf(id), func(set int) bool { return !t.sets[set].things })
}

// sameThing reports whether the limit is about what the check is about.
func (r *textRequest) sameThing(l *textLimit, vocabulary func(*said, token) bool) bool {
	t := r.words
	subject := unionTerms(slices.Clone(l.thing), l.measured)
	for _, h := range l.headers {
		subject = unionTerms(subject, h.terms)
	}
	if r.otherKind(subject) || len(l.thing) == 0 && r.otherKind(l.lead) {
		return false
	}
	if l.head != noTerm && !r.namesHead(l) {
		return false
	}
	if r.head == noTerm {
		return false
	}
	own := unionTerms(subject, l.lead)
	own = unionTerms(own, l.around)
	for _, c := range slices.Concat(l.whens, l.unlesses) {
		own = unionTerms(own, c.terms)
	}
	if t.explained(r.head, own) || r.shortFor(l) || slices.ContainsFunc(own, func(id term) bool { return t.partOf(id, r.head) }) {
		return true
	}
	namedBeside := slices.ContainsFunc(r.param.terms, func(id term) bool { return id != noTerm && !t.isMeasure(id) && t.explained(id, subject) })
	return namedBeside && vocabulary(&r.element, r.element.headToken(r.head))
}

func (s *said) headToken(head term) token {
	for _, k := range s.tokens {
		if k.number == nil && k.term == head {
			return k
		}
	}
	return token{}
}

// namesHead reports whether the check names the thing of a limit, or the whole
// it is a part of.
func (r *textRequest) namesHead(l *textLimit) bool {
	t := r.words
	return slices.ContainsFunc(r.terms, func(id term) bool {
		return t.isA(id, l.head) || t.partOf(l.head, id) || slices.ContainsFunc(l.thing[1:], func(other term) bool { return t.isMeasure(l.head) && t.isA(id, other) })
	})
}

// shortFor reports whether the limit's thing is the first word of the name of the
// check's, which the text says more of: "el local ... contadores" is the
// "local para centralización de contadores".
func (r *textRequest) shortFor(l *textLimit) bool {
	t := r.words
	k := r.element.headToken(r.head)
	if int(l.head) < t.known || k.end-k.start < 2 || r.element.words[k.start].stem != t.info[l.head].name {
		return false
	}
	for _, w := range r.element.words[k.start+1 : k.end] {
		id := t.find([]string{w.stem})
		if id == noTerm {
			id = t.intern(w.stem, false)
		}
		if id != noTerm && (slices.Contains(l.text, id) || slices.Contains(l.lead, id)) {
			return true
		}
	}
	return false
}

// otherKind reports whether terms and the check name things of one set of things
// that exclude each other, and none in common.
func (r *textRequest) otherKind(terms []term) bool {
	t := r.words
	for i := range t.sets {
		named, common := false, false
		for _, id := range t.sets[i].terms {
			if slices.ContainsFunc(terms, func(x term) bool { return t.isA(x, id) }) {
				named = true
				common = common || r.says(id)
			}
		}
		if named && !common && slices.ContainsFunc(t.sets[i].terms, r.says) {
			return true
		}
	}
	return false
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
	for _, k := range r.param.tokens {
		switch {
		case k.number != nil:
			if !r.isValue(k) && !r.consumed(k, l) {
				return textOf(r.param.phrase, k)
			}
		case t.explained(k.term, known) || k.term != noTerm && slices.Contains(r.element.terms, k.term):
		default:
			return textOf(r.param.phrase, k)
		}
	}
	known = unionTerms(slices.Clone(known), l.text)
	for _, k := range r.element.tokens {
		if k.number != nil || t.explained(k.term, known) || vocabulary(&r.element, k) || k.term != noTerm && slices.Contains(r.use.terms, k.term) {
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

// openQualifiers are the words of a limit's thing beside its head, which make it
// narrower: "puertas exteriores". They are a circumstance.
func (r *textRequest) openQualifiers(l *textLimit) circumstance {
	t := r.words
	var part circumstancePart
	narrowing := l.thing
	if l.Op != MustBeTrue && l.Op != MustBeAbsent {
		narrowing = unionTerms(slices.Clone(l.thing), l.measured)
	}
	for _, id := range narrowing {
		if id == l.head || t.isQualifier(id) || r.affirms(id) == yes || t.isMeasure(id) || t.neutralTerm(id) || r.wholeOf(id) {
			continue
		}
		part.words = append(part.words, saidTerm{term: id})
	}
	if len(part.words) == 0 {
		return circumstance{}
	}
	for _, p := range l.Phrases {
		if p.Role == ThingRole || p.Role == MeasureRole && part.text == "" {
			part.text = squeeze(p.Text)
		}
	}
	return circumstance{text: part.text, parts: []circumstancePart{part}}
}

// wholeOf reports whether id is a thing that the check's head is a part of.
func (r *textRequest) wholeOf(id term) bool {
	return slices.ContainsFunc(r.terms, func(x term) bool { return r.words.partOf(x, id) })
}

// openTitles are the titles and lead sentences that narrow what the limit is about
// to something the check does not say: "Piscinas", "Escaleras de uso general".
func (r *textRequest) openTitles(l *textLimit) []circumstance {
	t := r.words
	var out []circumstance
	for _, title := range l.titles {
		things, said := circumstance{text: title.text}, false
		var narrower circumstancePart
		for _, id := range title.terms {
			switch {
			case int(id) >= t.known || t.isMeasure(id) || t.isQualifier(id) || slices.Contains(l.thing, id):
			case r.affirms(id) == yes || r.related(id):
				said = true
			case t.excludes(id):
				narrower.words = append(narrower.words, saidTerm{term: id})
			case t.info[id].setting:
				things.parts = append(things.parts, circumstancePart{text: title.text, words: []saidTerm{{term: id}}})
			}
		}
		if len(narrower.words) > 0 {
			narrower.text = title.text
			out = append(out, circumstance{text: title.text, parts: []circumstancePart{narrower}})
		}
		if len(things.parts) > 0 && !said {
			out = append(out, things)
		}
	}
	return out
}

// related reports whether the check names a part of id, or what id is a part of.
func (r *textRequest) related(id term) bool {
	return slices.ContainsFunc(r.terms, func(x term) bool { return r.words.partOf(x, id) || r.words.partOf(id, x) })
}
