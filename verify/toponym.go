package verify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/understand"
)

// A check may say in its words where the building is: "fachada de edificio en
// Burgos". The names of the check's own place and of what holds it explain
// themselves. The name of any other place contradicts the check.

// maxToponym is the most words of weight in the name of a place that is looked
// for.
const maxToponym = 8

// locate takes the names of the check's own place in a text for understood.
func (d *decision) locate(r *reading) {
	for i := range r.Words {
		if !r.toponymic(i) {
			continue
		}
		for _, name := range d.ownNames() {
			if n := len(name); i+n <= len(r.Words) && slices.Equal(name, folds(r.Words[i:i+n])) {
				r.grant(i, i+n)
				break
			}
		}
	}
}

// toponymic reports whether words[i] may be the name of a place: it is written
// with a capital, or a preposition makes it say where.
func (r *reading) toponymic(i int) bool {
	w := &r.Words[i]
	if w.Number != nil || w.Role != understand.PlainWord {
		return false
	}
	first, _ := utf8.DecodeRuneInString(w.Text)
	return i > 0 && unicode.IsUpper(first) || r.attachment(i) == site
}

// grant takes words[start:end] for understood, whatever they say.
func (r *reading) grant(start, end int) {
	r.hits = append(r.hits, understand.Hit{Senses: []understand.Sense{{Kind: understand.ContextSense, Lang: r.lang}}, Start: start, End: end, Granted: true})
	r.forget(start, end)
}

// forget leaves words[start:end] out of what nothing explains.
func (r *reading) forget(start, end int) {
	said := r.Words[start:end]
	r.unknown = slices.DeleteFunc(slices.Clone(r.unknown), func(text string) bool {
		return slices.ContainsFunc(said, func(w understand.Word) bool { return w.Text == text })
	})
}

// ownNames returns the names of the check's place and of everything that holds
// it, each as its words; the longest first.
func (d *decision) ownNames() [][]string {
	if d.names != nil {
		return d.names
	}
	holders, err := d.v.places.Ancestors(d.place.ID)
	if err != nil {
		holders = nil // its own name is left
	}
	d.names = [][]string{}
	for _, p := range append([]*geo.Place{d.place}, holders...) {
		d.names = append(d.names, d.v.tongues.toponymsOf(p)...)
	}
	slices.SortStableFunc(d.names, func(a, b []string) int { return len(b) - len(a) })
	return d.names
}

// toponymsOf returns the names of a place, also the parts of one in two
// languages, as words of weight.
func (t *tongues) toponymsOf(p *geo.Place) [][]string {
	var out [][]string
	for _, name := range append([]string{p.Name}, p.Aliases...) {
		for part := range strings.SplitSeq(name, "/") {
			words := folds(t.Phrase(strings.ReplaceAll(part, ",", " "), "").Words)
			if len(words) > 0 && len(words) <= maxToponym {
				out = append(out, words)
			}
		}
	}
	return out
}

func folds(words []understand.Word) []string {
	out := make([]string, len(words))
	for i := range words {
		out[i] = words[i].Fold
	}
	return out
}

// contradictsPlace reports whether words[start:end] name another place than the
// check's, and says so.
func (d *decision) contradictsPlace(r *reading, start, end int, strange []string) bool {
	other := d.elsewhere(r, start, end, strange)
	if other == "" {
		return false
	}
	d.misplaced = true
	d.warn(msgOtherPlace, other, d.place.Name)
	return true
}

// elsewhere returns the name of another place among words[start:end] of a text;
// only words that strange lists begin one. "" when there is none.
func (d *decision) elsewhere(r *reading, start, end int, strange []string) string {
	for i := start; i < end; i++ {
		if !slices.Contains(strange, r.Words[i].Text) || !r.toponymic(i) {
			continue
		}
		for n := min(maxToponym, end-i); n > 0; n-- {
			if d.v.isToponym(folds(r.Words[i : i+n])) {
				return r.wording(understand.Hit{Start: i, End: i + n})
			}
		}
	}
	return ""
}

// isToponym reports whether a place of the country is called so.
func (v *rulebook) isToponym(words []string) bool {
	v.toponyms.once.Do(func() {
		v.toponyms.names = make(map[string]bool)
		v.places.All(func(p *geo.Place) bool {
			if p.ID.Country() != v.country {
				return true
			}
			for _, name := range v.tongues.toponymsOf(p) {
				v.toponyms.names[strings.Join(name, " ")] = true
			}
			return true
		})
	})
	return v.toponyms.names[strings.Join(words, " ")]
}
