package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/verify/quantity"
)

// eachValues takes back the values that are for each of something: "150 personas por
// planta" is no total, unless the floor is what the text is about ("salida de planta").
// What is per unit of its own ("por persona" in a fact's wording) is part of the hit.
// With a second number beside it ("20 por planta, 80 en total") both are readings.
func (v *rulebook) eachValues(r *reading) {
	for k := range r.hits {
		h := &r.hits[k]
		if h.value == nil || h.value.number == nil || !slices.ContainsFunc(h.senses, isFact) {
			continue
		}
		if i := r.eachOf(h.end); i > 0 && !r.elsewhere(i) && r.numbers() == 1 {
			h.doubtful = true
		}
	}
}

// eachOf returns the word that says of what there is a value each, where words[i]
// begin so ("par étage", "por cada planta"), 0 where they do not. It must be
// something that is counted: "por encima" is a place.
func (r *reading) eachOf(i int) int {
	for _, wording := range r.each {
		end := i + len(wording)
		if end >= len(r.words) || !slices.EqualFunc(r.words[i:end], wording, func(w word, want string) bool { return w.fold == want }) {
			continue
		}
		for _, l := range r.languages {
			if u, err := quantity.ParseUnitIn(r.words[end].text, l.lang); err == nil && u.Kind() == countKind {
				return end
			}
		}
	}
	return 0
}

// numbers returns how many numbers a text has.
func (r *reading) numbers() int {
	n := 0
	for i := range r.words {
		if r.words[i].number != nil {
			n++
		}
	}
	return n
}

// elsewhere reports whether a text has words[i] a second time.
func (r *reading) elsewhere(i int) bool {
	for k := range r.words {
		if k != i && r.words[k].stem == r.words[i].stem {
			return true
		}
	}
	return false
}

// eachWordings are the words of languages that stand before what there is a value
// each of, those that a phrase keeps.
func (t *tongues) eachWordings() [][]string {
	var out [][]string
	for _, l := range t.languages {
		for _, wording := range l.phrases["each"] {
			words := slices.DeleteFunc(fields(strings.ReplaceAll(fold(wording), "'", " ")), func(w string) bool { return t.roles[w] == article || t.roles[w] == link })
			if len(words) > 0 {
				out = append(out, words)
			}
		}
	}
	return out
}
