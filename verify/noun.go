package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// unreadNoun reports whether a text holds the word that a circumstance the rules turn
// on is called by, and nothing of it was read: "family 5" where there are four
// families. A warning names it.
func (d *decision) unreadNoun(list []*rule) bool {
	open := slices.DeleteFunc(slices.Clone(list), func(r *rule) bool {
		return allOf(r.when, d.base) == no || anyOf(r.unless, d.base) == yes
	})
	for _, index := range askedOf(open) {
		f := d.v.facts[index]
		if d.given(index) {
			continue
		}
		for _, r := range d.texts() {
			for i := range r.Words {
				if d.namesUnread(r, i, f) {
					d.warn(msgUnreadDecides, r.Words[i].Text, d.text(f.Label))
					return true
				}
			}
		}
	}
	return false
}

func (d *decision) namesUnread(r *reading, i int, f *fact) bool {
	if f.Kind == rules.QuantityFact {
		return d.countsUnread(r, i, f)
	}
	return r.Words[i].Number == nil && slices.Contains(f.nouns, r.Words[i].Stem) && r.strangeNoun(i)
}

// strangeNoun reports whether nothing explains words[i], or nothing but the vocabulary
// and a number or name stands beside it.
func (r *reading) strangeNoun(i int) bool {
	if r.explains(i, func(s understand.Sense) bool {
		return s.Kind != understand.ContextSense && s.Kind != understand.CountSense
	}) {
		return false
	}
	beside := func(k int) bool {
		return k >= 0 && k < len(r.Words) && r.Words[k].Clause == r.Words[i].Clause && (r.Words[k].Number != nil || r.Words[k].IsName())
	}
	return !r.explains(i, func(understand.Sense) bool { return true }) || beside(i-1) || beside(i+1)
}

// countsUnread reports whether words[i] is a number before a word that a quantity is
// called by, and nobody read it: "2 passage units" for "2 units of passage". So is one
// that another is to be added to: "150 persons and 80 visitors".
func (d *decision) countsUnread(r *reading, i int, f *fact) bool {
	w := &r.Words[i]
	if w.Number == nil || !w.Unit.IsZero() || !slices.Contains(r.loose, i) || d.isYear(r, i) {
		return false
	}
	if f.Unit.Kind() == quantity.Count && i > 0 && r.Words[i-1].Is(understand.JoinsAnd) && r.Joined(i) == 0 {
		another := func(a anchor) bool { return w.Counted && a.value.Counted && w.Noun != a.value.Noun } // "and 2 doors"
		return slices.ContainsFunc(d.anchors(r, i), func(a anchor) bool { return a.fact == f && !another(a) })
	}
	for k := i + 1; k <= i+understand.MaxSkip && k < len(r.Words) && r.Words[k].Clause == w.Clause && d.base[f.index].unknown(); k++ {
		if slices.Contains(f.nouns, r.Words[k].Stem) && !r.explains(k, isFact) {
			return true
		}
	}
	return false
}

// noteNouns notes the words that stand in wordings of every value of f, or in those of
// a quantity.
func (v *rulebook) noteNouns(f *fact) {
	if f.Kind == rules.QuantityFact {
		for _, lang := range v.tongues.Codes() {
			f.nouns = union(f.nouns, v.stemsOf(f.Says[lang], lang))
		}
	}
	if f.Kind != rules.CategoryFact || len(f.Values) < 2 {
		return
	}
	for _, lang := range v.tongues.Codes() {
		common := v.stemsOf(f.Values[0].Says[lang], lang)
		for _, value := range f.Values[1:] {
			stems := v.stemsOf(value.Says[lang], lang)
			common = slices.DeleteFunc(common, func(stem string) bool { return !slices.Contains(stems, stem) })
		}
		f.nouns = union(f.nouns, common)
	}
}

// noteStems notes the words that the names of a concept are made of: people put them
// together anew, "colector colgado de residuales".
func (v *rulebook) noteStems(c *rules.Concept) {
	byStem := make(map[string][][]string)
	for lang, names := range c.Names {
		for i := range names {
			stems := v.stemsOf(names[i:i+1], lang)
			for _, stem := range stems {
				byStem[stem] = append(byStem[stem], stems)
			}
		}
	}
	v.namedBy[string(c.Kind)+" "+c.ID] = byStem
}

// stemsOf returns the stems of the words of weight of some wordings.
func (v *rulebook) stemsOf(names []string, lang string) []string {
	var out []string
	for _, name := range names {
		for _, w := range v.wordsOf(name, lang) {
			if w.Role == understand.PlainWord && !w.Neutral && w.Number == nil && !w.IsHole {
				out = append(out, w.Stem)
			}
		}
	}
	return out
}
