package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/textlimits"
	"github.com/reglookup/regengine/verify/understand"
)

// textMatch is a limit that is about a check, with the circumstances that are
// open.
type textMatch struct {
	limit   *textLimit
	whens   []circumstance // headers that are circumstances among them
	rest    bool
	partial bool // of the cases that it is the rest of some were not understood
}

// nearLimit is a limit that would be about the check but for one of its words.
type nearLimit struct {
	limit *textLimit
	word  string
}

// search returns the limits in scope that are about the check, and those that
// would be but for a word of it that nothing explains.
func (r *textRequest) search(docs []*textDocument) (matches []*textMatch, near []nearLimit) {
	for _, l := range r.candidates(docs) {
		if l.words != r.words || l.mute || !r.fits(l) || !r.sameMeasure(l) {
			continue
		}
		m := &textMatch{limit: l, rest: l.rest}
		if !r.readHeaders(l, m) || !r.sameThing(l) {
			continue
		}
		switch word := r.unexplained(l); {
		case word != "":
			near = append(near, nearLimit{l, word})
		case r.holdsFor(l.doc):
			m.whens = append(m.whens, l.whens...)
			if qualifiers := r.openQualifiers(l); len(qualifiers.parts) > 0 {
				m.whens = append(m.whens, qualifiers)
			}
			m.whens = append(m.whens, r.openTitles(l)...)
			matches = append(matches, m)
		}
	}
	nameNumbers(matches)
	for _, m := range matches {
		m.partial = m.rest && !wholeGroup(m.limit, matches)
	}
	return matches, near
}

// candidates returns the limits that measure what is asked or what that is a kind of,
// in the order of the texts; of a check whether something is there, the duties.
func (r *textRequest) candidates(docs []*textDocument) []*textLimit {
	keys := r.withKinds(r.measures)
	if r.d.question.unit.IsBoolean() {
		keys = []term{noTerm}
	}
	var out []*textLimit
	for _, doc := range docs {
		first := len(out)
		for _, key := range keys {
			out = append(out, doc.byMeasure[key]...)
		}
		if len(keys) > 1 {
			slices.SortFunc(out[first:], func(a, b *textLimit) int { return a.order - b.order })
		}
	}
	return out
}

// wholeGroup reports whether all the cases beside "all other cases" are among the
// limits found: a case that was not understood may be the one that holds.
func wholeGroup(rest *textLimit, matches []*textMatch) bool {
	return !slices.ContainsFunc(rest.siblings, func(l *textLimit) bool {
		return l.Group == rest.Group && bound(l.Op) == bound(rest.Op) && !slices.ContainsFunc(matches, func(m *textMatch) bool { return m.limit == l })
	})
}

// fits reports whether the units can be held against each other.
func (r *textRequest) fits(l *textLimit) bool {
	q := r.d.question
	if l.isDuty() || q.open {
		return l.isDuty() == q.unit.IsBoolean()
	}
	fits, ok := r.fitting[l.unit.String()]
	if !ok {
		_, err := quantity.Convert(quantity.NewNumber(1, 1), l.unit, q.unit, r.relation)
		fits = err == nil
		r.fitting[l.unit.String()] = fits
	}
	return fits
}

// sameMeasure reports whether limit and check measure the same: every measure
// named on one side has one on the other.
func (r *textRequest) sameMeasure(l *textLimit) bool {
	t := r.words
	if l.isDuty() {
		return r.d.question.unit.IsBoolean() && r.asksFor(l)
	}
	if r.d.question.unit.IsBoolean() || len(r.measures) == 0 || len(l.measures) == 0 {
		return false
	}
	asked := !slices.ContainsFunc(r.measures, func(id term) bool {
		return !t.explained(id, l.measures) && !slices.ContainsFunc(l.measures, func(m term) bool { return t.isA(m, id) && slices.Contains(r.measures, m) })
	})
	return asked && !slices.ContainsFunc(l.measures, func(m term) bool {
		return !slices.ContainsFunc(r.measures, func(id term) bool { return t.isA(id, m) })
	})
}

// asksFor reports whether the parameter asks for just what a duty is about: all of
// its words are, none is denied, and of what the duty names it says one whole part.
func (r *textRequest) asksFor(l *textLimit) bool {
	t := r.words
	for i, k := range r.param.tokens {
		if r.param.at(i).Number != nil || k.negated || k.doubtful || k.term == noTerm || !t.explained(k.term, l.measured) {
			return false
		}
		if t.excludes(k.term) && !slices.ContainsFunc(l.measured, func(id term) bool { return t.excludes(id) && t.isA(k.term, id) }) {
			return false // a stair is due, not one of a certain protection
		}
	}
	denied := slices.ContainsFunc(r.element.tokens, func(k token) bool { return k.negated && t.explained(k.term, l.measured) })
	if len(r.param.tokens) == 0 || r.d.question.value.Sign() != 0 && denied {
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
		return x == id || (!r.words.of(id).setting || r.words.excludes(id)) && r.words.isA(x, id)
	})
}

// readHeaders takes the row and column of a limit apart: each names the thing or
// the measure, or is a circumstance that can be settled. Another row is about
// something else.
func (r *textRequest) readHeaders(l *textLimit, m *textMatch) bool {
	for _, h := range l.headers {
		counts := slices.ContainsFunc(h.parts, func(p circumstancePart) bool { return len(p.numbers) > 0 })
		switch {
		case h.rest:
			m.rest = true
		case !counts && len(r.unsaid(h.terms)) == 0, len(h.parts) == 0:
		default:
			c, ok := circumstance{}, false
			if !counts {
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

// unsaid returns the terms of a header that the check does not say.
func (r *textRequest) unsaid(terms []term) []term {
	return slices.DeleteFunc(slices.Clone(terms), func(id term) bool {
		return r.affirms(id) == yes || r.words.isMeasure(id) || r.words.neutralTerm(id)
	})
}

// narrows returns what a header that names the check's thing says beside it, as a
// circumstance: "suelos en contacto con el terreno". ok is false when it names
// something else. Other things beside it are alternatives: "muros y suelos".
func (r *textRequest) narrows(h header) (c circumstance, ok bool) {
	t := r.words
	subject := func(id term) bool {
		return t.isA(r.head, id) || slices.ContainsFunc(r.param.terms, func(x term) bool { return !t.isMeasure(x) && t.isA(x, id) })
	}
	if !slices.ContainsFunc(h.terms, func(id term) bool { return !t.isMeasure(id) && subject(id) }) {
		return circumstance{}, false
	}
	part := circumstancePart{text: h.text}
	for _, id := range r.unsaid(h.terms) {
		if !slices.ContainsFunc(t.setsOf(id), func(set int) bool { return t.sets[set].things }) {
			part.words = append(part.words, saidTerm{term: id})
		}
	}
	if len(part.words) == 0 {
		return circumstance{}, true
	}
	return circumstance{text: h.text, parts: []circumstancePart{part}}, true
}

// settles reports whether every part of a header is a number, a datum of places
// or one of several that exclude each other, or is said.
func (r *textRequest) settles(c circumstance) bool {
	return !slices.ContainsFunc(c.parts, func(p circumstancePart) bool {
		return p.place == "" && slices.ContainsFunc(p.words, func(w saidTerm) bool {
			return !r.words.excludes(w.term) && r.affirms(w.term) == maybe && !r.words.isMeasure(w.term)
		})
	})
}

// explaining returns the terms that a limit and what stands around it say.
func (l *textLimit) explaining() []term {
	known := slices.Clone(l.measured)
	for _, more := range [][]term{l.thing, l.lead, l.around, l.measures, l.beside} {
		known = union(known, more)
	}
	for _, h := range l.headers {
		known = union(known, h.terms)
	}
	for _, c := range slices.Concat(l.whens, l.unlesses) {
		known = union(known, c.terms)
	}
	return known
}

// unexplained returns a word of the check that neither the limit nor the
// vocabulary explains; "" when there is none.
func (r *textRequest) unexplained(l *textLimit) string {
	t := r.words
	known := l.explaining()
	for i, k := range r.param.tokens {
		number := r.param.at(i).Number != nil
		if number || !t.of(k.term).generic && !t.isMeasure(k.term) && !t.explained(k.term, known) && (k.term == noTerm || !slices.Contains(r.element.terms, k.term)) {
			return r.param.wording(k.start, k.end)
		}
	}
	known = union(known, l.text)
	for i, k := range r.element.tokens {
		switch {
		case r.element.at(i).Number != nil, t.explained(k.term, known), r.isContext(&r.element, k), k.term != noTerm && slices.Contains(r.use.terms, k.term):
		case k.term == r.head && r.shortFor(l), k.term != noTerm && slices.ContainsFunc(known, func(id term) bool { return t.partOf(id, k.term) }):
		default:
			return r.element.wording(k.start, k.end)
		}
	}
	return ""
}

// openQualifiers are the words of a limit's thing beside its head, which make it
// narrower: "puertas exteriores". They are a circumstance.
func (r *textRequest) openQualifiers(l *textLimit) circumstance {
	var part circumstancePart
	for _, phrase := range l.choices {
		if l.isDuty() && phrase.role == textlimits.MeasureRole {
			continue // what must be there is what is asked for
		}
		open := r.narrowing(l, phrase.parts)
		if len(open) > 0 && part.text == "" {
			part.text = phrase.text
		}
		part.words = append(part.words, open...)
	}
	if len(part.words) == 0 {
		return circumstance{}
	}
	return circumstance{text: part.text, parts: []circumstancePart{part}}
}

// narrowing returns what the check leaves unsaid of a phrase: of its parts, those
// the check speaks of, and of these the one it says most of; else of all.
func (r *textRequest) narrowing(l *textLimit, parts [][]term) []saidTerm {
	var best, all []saidTerm
	found := false
	for _, part := range parts {
		open, speaks := r.leftOpen(l, part)
		if speaks && (!found || len(open) < len(best)) {
			best, found = open, true
		}
		all = append(all, open...)
	}
	if found {
		return best
	}
	return all
}

// leftOpen returns the terms of a part that the check does not say, and whether it
// says any that is no measure.
func (r *textRequest) leftOpen(l *textLimit, part []term) (open []saidTerm, speaks bool) {
	t := r.words
	for _, id := range part {
		whole := func(x term) bool { return t.partOf(x, id) } // the check's thing is a part of it
		uttered := func(w understand.Word) bool { return w.Fold == fold(t.name(id)) || w.Stem == t.name(id) }
		switch {
		case t.isMeasure(id) || t.of(id).generic || t.neutralTerm(id):
		case r.affirms(id) == yes:
			speaks = true
		case slices.Contains(l.heads, id), slices.ContainsFunc(r.terms, whole), slices.ContainsFunc(r.param.Words, uttered):
		default:
			open = append(open, saidTerm{term: id})
		}
	}
	return open, speaks
}

// openTitles are the titles and lead sentences that narrow what the limit is about
// to something the check does not say: "Piscinas", "Escaleras de uso general".
func (r *textRequest) openTitles(l *textLimit) []circumstance {
	t := r.words
	var out []circumstance
	for _, title := range l.titles {
		settings, said := circumstance{text: title.text, setting: true}, false
		narrower := circumstancePart{text: title.text}
		for _, id := range title.terms {
			related := func(x term) bool { return t.partOf(x, id) || t.partOf(id, x) }
			switch {
			case int(id) >= t.known || t.isMeasure(id) || slices.Contains(l.thing, id):
			case t.of(id).setting && (r.affirms(id) == yes || slices.ContainsFunc(r.terms, related)):
				said = true
			case t.of(id).setting:
				settings.setting = settings.setting && !slices.ContainsFunc(t.of(id).broader, func(b term) bool { return t.of(b).setting && r.affirms(b) == yes })
				settings.parts = append(settings.parts, circumstancePart{text: title.text, words: []saidTerm{{term: id}}})
			case t.excludes(id) && r.affirms(id) != yes:
				narrower.words = append(narrower.words, saidTerm{id, t.tongues.Patterns.Outside.MatchString(title.text)})
			}
		}
		if len(narrower.words) > 0 {
			out = append(out, circumstance{text: title.text, parts: []circumstancePart{narrower}})
		}
		if len(settings.parts) > 0 && !said {
			out = append(out, settings)
		}
	}
	return out
}

// sectionsOf names the sections of limits, each once.
func sectionsOf(list []*textLimit) string {
	var names []string
	for _, l := range list {
		name := l.doc.ref.String()
		if n := len(l.block.Path); n > 0 {
			name += ", " + l.block.Path[n-1]
		}
		if !slices.Contains(names, name) && len(names) < maxNear {
			names = append(names, name)
		}
	}
	return strings.Join(names, "; ")
}

// maxNear is the most sections a warning names.
const maxNear = 3
