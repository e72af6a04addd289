package verify

import (
	"slices"
)

// openQualifiers are the words of a limit's thing beside its head, which make it
// narrower: "puertas exteriores". They are a circumstance.
func (r *textRequest) openQualifiers(l *textLimit) circumstance {
	var part circumstancePart
	for _, phrase := range l.choices {
		if l.isDuty() && phrase.role == MeasureRole {
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
// the check speaks of, and of these the one it says most of.
func (r *textRequest) narrowing(l *textLimit, parts [][]term) []saidTerm {
	var best []saidTerm
	found := false
	for _, part := range parts {
		open, speaks := r.leftOpen(l, part)
		if speaks && (!found || len(open) < len(best)) {
			best, found = open, true
		}
	}
	if found {
		return best
	}
	for _, part := range parts {
		open, _ := r.leftOpen(l, part)
		best = append(best, open...)
	}
	return best
}

// leftOpen returns the terms of a part that the check does not say, and whether it
// says any that is no measure.
func (r *textRequest) leftOpen(l *textLimit, part []term) (open []saidTerm, speaks bool) {
	t := r.words
	for _, id := range part {
		switch {
		case t.isMeasure(id) || t.isQualifier(id) || t.of(id).generic || t.neutralTerm(id):
		case r.affirms(id) == yes:
			speaks = true
		case r.utters(id):
		case slices.Contains(l.heads, id) || r.wholeOf(id):
		default:
			open = append(open, saidTerm{term: id})
		}
	}
	return open, speaks
}

// utters reports whether the parameter has the word of a term inside a longer
// wording: "altura sobre el suelo".
func (r *textRequest) utters(id term) bool {
	name := r.words.name(id)
	return slices.ContainsFunc(r.param.words, func(w word) bool { return w.fold == fold(name) || w.stem == name })
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
		settings, said := circumstance{text: title.text, setting: true}, false
		var narrower circumstancePart
		for _, id := range title.terms {
			switch {
			case int(id) >= t.known || t.isMeasure(id) || t.isQualifier(id) || slices.Contains(l.thing, id):
			case t.of(id).setting && (r.affirms(id) == yes || r.related(id)):
				said = true
			case t.of(id).setting:
				settings.setting = settings.setting && !slices.ContainsFunc(t.of(id).broader, func(b term) bool { return t.of(b).setting && r.affirms(b) == yes })
				settings.parts = append(settings.parts, circumstancePart{text: title.text, words: []saidTerm{{term: id}}})
			case t.excludes(id) && r.affirms(id) != yes:
				narrower.words = append(narrower.words, saidTerm{id, t.tongues.patterns.outside.MatchString(title.text)})
			}
		}
		if len(narrower.words) > 0 {
			narrower.text = title.text
			out = append(out, circumstance{text: title.text, parts: []circumstancePart{narrower}})
		}
		if len(settings.parts) > 0 && !said {
			out = append(out, settings)
		}
	}
	return out
}

// related reports whether the check names a part of id, or what id is a part of.
func (r *textRequest) related(id term) bool {
	return slices.ContainsFunc(r.terms, func(x term) bool { return r.words.partOf(x, id) || r.words.partOf(id, x) })
}
