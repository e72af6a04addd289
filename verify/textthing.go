package verify

import "slices"

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
	isEnd := func(id term) bool { return slices.Contains(l.ends, id) && !slices.Contains(l.thing, id) }
	if isEnd(r.head) {
		return false // a handrail, where the width between handrails is limited
	}
	subject = slices.DeleteFunc(subject, isEnd)
	if r.otherKind(subject) || len(l.thing) == 0 && r.otherKind(l.lead) {
		return false
	}
	if l.head != noTerm && !r.namesHead(l) {
		return false
	}
	if r.head == noTerm || r.foreignWhole() {
		return false
	}
	own := unionTerms(subject, l.lead)
	own = unionTerms(own, l.around)
	for _, c := range slices.Concat(l.whens, l.unlesses) {
		own = unionTerms(own, c.terms)
	}
	if t.explained(r.head, own) || r.shortFor(l) || slices.ContainsFunc(own, func(id term) bool { return t.partOf(id, r.head) && (t.isMeasure(id) || slices.Contains(r.terms, id)) }) {
		return true
	}
	if r.measuredOf(own) || len(l.thing) == 0 && r.namesCircumstance(l) {
		return true
	}
	namedBeside := slices.ContainsFunc(r.param.terms, func(id term) bool { return id != noTerm && !t.isMeasure(id) && t.explained(id, subject) })
	return namedBeside && vocabulary(&r.element, r.element.headToken(r.head))
}

// measuredOf reports whether the check and the limit name a thing in common of which
// what is asked is measured: the insulation of a façade is that of the bedroom.
func (r *textRequest) measuredOf(own []term) bool {
	t := r.words
	return slices.ContainsFunc(r.measures, func(m term) bool {
		return t.partOf(m, r.head) && slices.ContainsFunc(r.element.terms, func(x term) bool { return t.partOf(m, x) && t.explained(x, own) })
	})
}

// namesCircumstance reports whether a limit that names no thing names a circumstance
// that the check states in full: "para contadores concentrados: 1 %".
func (r *textRequest) namesCircumstance(l *textLimit) bool {
	says := func(c circumstance) bool {
		return slices.ContainsFunc(c.parts, func(p circumstancePart) bool {
			known := slices.ContainsFunc(p.words, func(w saidTerm) bool {
				return int(w.term) < r.words.known && !r.words.isMeasure(w.term) && r.says(w.term)
			})
			return known && !slices.ContainsFunc(p.words, func(w saidTerm) bool { return w.denied || r.affirms(w.term) != yes })
		})
	}
	if r.otherKind(l.around) || r.otherKind(l.text) {
		return false
	}
	return slices.ContainsFunc(l.whens, says) || slices.ContainsFunc(l.headers, func(h header) bool { return says(h.circumstance) || r.covered(h.instances) })
}

// foreignWhole reports whether what the element is about is a part of certain
// things, and said to be of another: "tabica de forjado" is no part of a stair.
func (r *textRequest) foreignWhole() bool {
	t := r.words
	wholes := t.of(r.head).wholes
	if len(wholes) == 0 || slices.ContainsFunc(wholes, func(w term) bool { return r.affirms(w) == yes }) {
		return false
	}
	return slices.ContainsFunc(r.element.terms, func(id term) bool {
		return id != noTerm && id != r.head && t.of(id).thing && !t.excludes(id) && !t.partOf(id, wholes[0])
	})
}

func (s *said) headToken(head term) token {
	for _, k := range s.tokens {
		if k.number == nil && k.term == head {
			return k
		}
	}
	return token{}
}

// namesHead reports whether the check names the thing of a limit. A landing is not
// the ramp it belongs to; only what is a measure as well, such as a rise, stands
// for itself.
func (r *textRequest) namesHead(l *textLimit) bool {
	t := r.words
	return r.shortFor(l) || slices.ContainsFunc(l.heads, func(head term) bool {
		return slices.ContainsFunc(r.terms, func(id term) bool { return t.isA(id, head) || t.isMeasure(head) && t.partOf(head, id) })
	})
}

// shortFor reports whether the limit's thing is the first word of the name of the
// check's, which the text says more of: "el local ... contadores" is the
// "local para centralización de contadores".
func (r *textRequest) shortFor(l *textLimit) bool {
	t := r.words
	k := r.element.headToken(r.head)
	if k.end-k.start < 2 || len(l.thing) != 1 || t.tongues.stem(fold(t.name(l.thing[0]))) != r.element.words[k.start].stem {
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
