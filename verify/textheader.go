package verify

import (
	"slices"
	"strings"
)

// header is the words of a row or column: the thing, the measure or a circumstance.
type header struct {
	role Role
	circumstance
	terms     []term
	rest      bool
	instances [][]term // the examples it gives of itself
}

// readColumns gives headers that are a bare name or number what the caption says
// they are: "según la zona climática", "según el número de personas".
func (l *textLimit) readColumns(r *textReader) {
	var about []term
	zoned := len(l.Doubts) > 0
	for _, p := range l.Phrases {
		if p.Role != CaptionRole && p.Role != HeadingRole && p.Role != LeadRole {
			continue
		}
		if found := l.words.tongues.patterns.accordingTo.FindStringSubmatch(p.Text); found != nil {
			about = termsOf(r.tokens(found[1]))
		}
		zoned = zoned || slices.ContainsFunc(r.tokens(p.Text), func(k token) bool { return k.number == nil && k.term == l.words.zone })
	}
	for i := range l.headers {
		h := &l.headers[i]
		if names := l.words.tongues.climateNames(h.text); names != nil && zoned {
			h.circumstance = circumstance{text: h.text, parts: []circumstancePart{{text: h.text, place: placeClimate, names: names}}}
			h.terms = []term{noTerm}
		}
		for p := range h.parts {
			for n := range h.parts[p].numbers {
				c := &h.parts[p].numbers[n]
				if len(l.words.measuresIn(c.about)) == len(c.about) && len(about) > 0 && (len(c.about) == 0 || c.unit.IsZero()) {
					c.about = about
					h.terms = unionTerms(h.terms, about)
				}
			}
		}
	}
}

// climateNames returns the climate zones that a header names alone: "A", "D, E".
func (t *tongues) climateNames(text string) []string {
	var names []string
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" ,;/", r) }) {
		switch {
		case t.isClimate(name):
			names = append(names, name)
		case !t.joinsZones(name):
			return nil
		}
	}
	return names
}

// joinsZones reports whether a word stands between two zones.
func (t *tongues) joinsZones(w string) bool {
	return slices.ContainsFunc(t.languages, func(l *language) bool {
		return w == l.between[1] || slices.Contains(l.phrases["either"], w)
	})
}

// resolve makes "la sala", under the title "Salas de máquinas", the room the title
// names.
func (l *textLimit) resolve() {
	t := l.words
	if len(l.thing) != 1 || int(l.head) < t.known {
		return
	}
	for i := len(l.Phrases) - 1; i >= 0; i-- {
		if p := l.Phrases[i]; p.Role != HeadingRole && p.Role != LeadRole && p.Role != CaptionRole {
			continue
		}
		p := t.tongues.phrase(l.Phrases[i].Text, t.lang)
		for _, k := range t.tokens(p, true) {
			at := k.start
			if !t.tongues.headFirst[t.lang] {
				at = k.end - 1
			}
			if k.number == nil && k.end-k.start > 1 && p.words[at].stem == t.name(l.head) {
				l.head, l.thing, l.heads, l.choices = k.term, []term{k.term}, []term{k.term}, nil
				return
			}
		}
	}
}

// instances returns what a header means each of: its examples, or the things it
// lists ("Salas de estar y comedores"), where they are nothing but things.
func (r *textReader) instances(text string) [][]term {
	found := r.words.tongues.patterns.examples.FindStringSubmatch(text)
	list := text
	if found != nil {
		list = found[1]
	}
	var out [][]term
	pieces := r.words.tongues.patterns.coordination.Split(list, -1)
	if found == nil && len(pieces) < 2 {
		return nil
	}
	for _, piece := range pieces {
		tokens := r.tokens(piece)
		if found == nil && (len(tokens) != 1 || tokens[0].number != nil || tokens[0].negated || r.words.isMeasure(tokens[0].term)) {
			return nil
		}
		out = append(out, termsOf(tokens))
	}
	return out
}

// isRest reports whether a header means all other cases.
func (t *thesaurus) isRest(text string) bool {
	f := fold(squeeze(text))
	return slices.ContainsFunc(t.rest, func(r string) bool { return f == r || strings.HasSuffix(f, " "+r) || strings.HasPrefix(f, r+" ") })
}
