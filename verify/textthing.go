package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/understand"
)

// sameThing reports whether the limit is about what the check is about.
func (r *textRequest) sameThing(l *textLimit) bool {
	t := r.words
	if t.of(r.head).generic {
		return r.onlyThing(l)
	}
	isEnd := func(id term) bool { return slices.Contains(l.ends, id) && !slices.Contains(l.thing, id) }
	if r.head == noTerm || isEnd(r.head) || r.foreignWhole() {
		return false // a handrail, where the width between handrails is limited
	}
	subject := union(slices.Clone(l.thing), l.measured)
	for _, h := range l.headers {
		subject = union(subject, h.terms)
	}
	subject = slices.DeleteFunc(subject, isEnd)
	if r.otherKind(subject) || len(l.thing) == 0 && r.otherKind(l.lead) || l.head != noTerm && !r.namesHead(l) {
		return false
	}
	own := union(union(slices.Clone(subject), l.lead), l.around)
	for _, c := range slices.Concat(l.whens, l.unlesses) {
		own = union(own, c.terms)
	}
	if t.explained(r.head, own) || r.shortFor(l) || slices.ContainsFunc(own, func(id term) bool { return t.partOf(id, r.head) && (t.isMeasure(id) || slices.Contains(r.terms, id)) }) {
		return true
	}
	namedBeside := slices.ContainsFunc(r.param.terms, func(id term) bool { return id != noTerm && !t.isMeasure(id) && t.explained(id, subject) })
	return namedBeside && r.isContext(&r.element, r.headToken())
}

// onlyThing reports whether what the check is about, named by a word for things in
// general, is all that the limit is about: "los locales", not "los locales de trabajo".
func (r *textRequest) onlyThing(l *textLimit) bool {
	return slices.Contains(l.thing, r.head) && !slices.ContainsFunc(l.thing, func(id term) bool {
		return id != r.head && r.affirms(id) != yes
	})
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

// headToken returns where the element names what it is about.
func (r *textRequest) headToken() token {
	for i, k := range r.element.tokens {
		if r.element.at(i).Number == nil && k.term == r.head {
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
	k := r.headToken()
	if k.end-k.start < 2 || len(l.thing) != 1 || t.tongues.Stem(fold(t.name(l.thing[0]))) != r.element.Words[k.start].Stem {
		return false
	}
	return slices.ContainsFunc(r.element.Words[k.start+1:k.end], func(w understand.Word) bool {
		id := t.find([]string{w.Stem})
		if id == noTerm {
			id = t.intern(w.Stem, false)
		}
		return id != noTerm && (slices.Contains(l.text, id) || slices.Contains(l.lead, id))
	})
}

// otherKind reports whether terms and the check name things of one set of things
// that exclude each other, and none in common.
func (r *textRequest) otherKind(terms []term) bool {
	return slices.ContainsFunc(r.words.sets, func(set exclusion) bool {
		named, common := false, false
		for _, id := range set.terms {
			if slices.ContainsFunc(terms, func(x term) bool { return r.words.isA(x, id) }) {
				named, common = true, common || r.says(id)
			}
		}
		return named && !common && slices.ContainsFunc(set.terms, r.says)
	})
}
