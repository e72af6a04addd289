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
	namedBeside := slices.ContainsFunc(r.param.terms, func(id term) bool { return id != noTerm && !t.isMeasure(id) && t.explained(id, subject) })
	return namedBeside && vocabulary(&r.element, r.element.headToken(r.head))
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
	if k.end-k.start < 2 || len(l.thing) != 1 || stem(fold(t.name(l.thing[0]))) != r.element.words[k.start].stem {
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
