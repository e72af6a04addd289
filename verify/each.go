package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/verify/quantity"
)

// eachValues takes back the values that are for each of something: "150 personas por
// planta" is no total, unless the floor is what the text is about ("salida de planta").
// What is per unit of its own ("por persona" in a fact's wording) is part of the hit.
// With a second number of the same beside it ("20 por planta, 80 en total") both are
// readings.
func (v *rulebook) eachValues(r *reading) {
	for k := range r.hits {
		h := &r.hits[k]
		if h.value == nil || h.value.number == nil || !slices.ContainsFunc(h.senses, isFact) {
			continue
		}
		of, shared := v.share(r, h)
		if v.isCount(h) && r.grouped(h) || shared && (of < 0 || !r.elsewhere(of)) && !r.rivalled(h) {
			h.doubtful = true
		}
	}
}

// share reports whether the value of h is one share of several, and the word that says
// of what, -1 where none does.
func (v *rulebook) share(r *reading, h *hit) (of int, shared bool) {
	whole := v.isCount(h)
	if of = r.eachOf(h.end, whole); of > 0 {
		return of, true
	}
	if of = r.eachBefore(h.start, whole); of > 0 {
		return of, true
	}
	if r.stacked(h) {
		return -1, true
	}
	return r.eachBeside(h, whole)
}

// isCount reports whether h states how many there are of something.
func (v *rulebook) isCount(h *hit) bool {
	return slices.ContainsFunc(h.senses, func(s sense) bool { return isFact(s) && v.facts[s.fact].Unit.Kind() == countKind })
}

// storeys is the noun of what is built one upon the other.
const storeys = "storey"

// stacked reports whether several storeys stand right before what h states of each of
// them: "two storeys of 3 m", "2 floors of 30 persons", not "2 floors with 30 persons".
func (r *reading) stacked(h *hit) bool {
	at := slices.IndexFunc(r.words, func(w word) bool { return w.number == h.value.number })
	if at < 2 {
		return false
	}
	w := &r.words[at-2] // and its noun
	return w.number != nil && w.counted && w.noun == storeys && w.clause == h.value.clause && !w.number.isOne()
}

// maxGroup is the most words the name of a group has.
const maxGroup = 2

// grouped reports whether several groups of what h counts stand right before it: "10
// aulas de 25 alumnos".
func (r *reading) grouped(h *hit) bool {
	at := slices.IndexFunc(r.words, func(w word) bool { return w.number == h.value.number })
	if at < 2 || h.start < at || r.words[at].link == "" {
		return false
	}
	for i := at - 2; i >= 0 && i >= at-1-maxGroup; i-- {
		if !r.words[i+1].weighs() || r.words[i+1].clause != r.words[at].clause || r.words[i+1].is(labels) {
			return false
		}
		if w := &r.words[i]; w.number != nil {
			return w.unit.IsZero() && w.number.isWhole() && !w.number.isOne()
		}
	}
	return false
}

// eachBefore returns the word right before words[i] that says of what there is a value
// each: "je Geschoss 30 Personen", "por planta, 30 personas"; 0 where none does.
func (r *reading) eachBefore(i int, whole bool) int {
	for k := max(0, i-1-maxEach); k < i-1; k++ {
		if r.eachOf(k, whole) == i-1 {
			return i - 1
		}
	}
	return 0
}

// maxEach is the most words a wording such as "for each" has.
const maxEach = 3

// eachBeside finds "each" in the clause of what h counts, or next to it, with no other
// number between: "30 persons on each floor", "every floor has 30 persons".
func (r *reading) eachBeside(h *hit, whole bool) (of int, found bool) {
	clause := r.words[h.start].clause
	for i := range r.words {
		w := &r.words[i]
		if !w.is(saysEach) || i >= h.start && i < h.end || w.clause != clause && i != h.end && i+1 != h.start || r.numberBetween(i, h) {
			continue
		}
		named := i+1 < len(r.words) && r.words[i+1].clause == w.clause && r.words[i+1].number == nil
		switch {
		case named && (r.countedNoun(i+1) || whole && r.speaksOf(i, h)):
			return i + 1, true
		case !named && whole:
			return -1, true
		}
	}
	return -1, false
}

// speaksOf reports whether "each" at words[i] is about what h counts: it stands behind it
// with nothing of weight between ("30 persons in each wing", not "30 persons with doors
// at each side"), or begins the clause.
func (r *reading) speaksOf(i int, h *hit) bool {
	if i >= h.end {
		return onlyLittle(r.words[h.end:i])
	}
	for k := i - 1; k >= 0 && r.words[k].clause == r.words[i].clause; k-- {
		if r.words[k].weighs() {
			return false
		}
	}
	return true
}

// numberBetween reports whether a number stands between words[i] and h.
func (r *reading) numberBetween(i int, h *hit) bool {
	for k := min(i, h.end); k < max(i, h.start); k++ {
		if r.words[k].number != nil && (k < h.start || k >= h.end) {
			return true
		}
	}
	return false
}

// eachOf returns the word that says of what there is a value each, where words[i]
// begin so ("par étage", "por cada planta"), 0 where they do not. It must be
// something that is counted, or of a count any thing without an article ("30 personas
// por sentido"): "por encima" and "por el patio" are places.
func (r *reading) eachOf(i int, whole bool) int {
	for _, wording := range r.each {
		end := i + len(wording)
		if end >= len(r.words) || !slices.EqualFunc(r.words[i:end], wording, func(w word, want string) bool { return w.fold == want }) {
			continue
		}
		if whole && r.isThing(end) && r.words[end].article == "" && !r.words[end].is(saysSite|saysPosition) && !r.compares(i, end) {
			return end
		}
		if r.countedNoun(end) {
			return end
		}
	}
	return 0
}

// compares reports whether words[i:end+1] compare: "por encima".
func (r *reading) compares(i, end int) bool {
	wording := joinWords(r.words[i : end+1])
	return slices.ContainsFunc(r.languages, func(l *language) bool { return l.comparators[wording] != "" || l.behind[wording] != "" })
}

// countedNoun reports whether words[i] is something that is counted.
func (r *reading) countedNoun(i int) bool {
	return slices.ContainsFunc(r.languages, func(l *language) bool {
		u, err := quantity.ParseUnitIn(r.words[i].text, l.lang)
		return err == nil && u.Kind() == countKind
	})
}

// rivalled reports whether another number of a text says the same as h: one that a
// wording of the same circumstance takes, or, of a count, one that nothing says what of
// ("20 por planta, 80 en total").
func (r *reading) rivalled(h *hit) bool {
	same := func(s sense) bool {
		return isFact(s) && slices.ContainsFunc(h.senses, func(own sense) bool { return isFact(own) && own.fact == s.fact })
	}
	for i := range r.words {
		w := &r.words[i]
		if w.number == nil || w.number == h.value.number {
			continue
		}
		for k := range r.hits {
			if other := &r.hits[k]; other.value != nil && other.value.number == w.number && slices.ContainsFunc(other.senses, same) {
				return true
			}
		}
		named := i > 0 && w.link == "" && r.words[i-1].clause == w.clause && (r.words[i-1].is(labels) || r.words[i-1].weighs())
		if h.value.unit.IsZero() && w.bare() && !named && !r.explains(i, func(sense) bool { return true }) {
			return true
		}
	}
	return false
}

// elsewhere reports whether a text has words[i] a second time, and does not count them
// there: "4 floors".
func (r *reading) elsewhere(i int) bool {
	for k := range r.words {
		if k != i && (k == 0 || r.words[k-1].number == nil) && r.words[k].stem == r.words[i].stem {
			return true
		}
	}
	return false
}

// wordings are the wordings of a kind in all languages, of each the words that a
// phrase keeps.
func (t *tongues) wordings(kind string) [][]string {
	var out [][]string
	for _, l := range t.languages {
		for _, wording := range l.phrases[kind] {
			words := slices.DeleteFunc(fields(strings.ReplaceAll(fold(wording), "'", " ")), func(w string) bool { return t.roles[w] == article || t.roles[w] == link })
			if len(words) > 0 {
				out = append(out, words)
			}
		}
	}
	return out
}
