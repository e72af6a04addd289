package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// A text may hold more than was read out of it. So a value does not comply by
// limits of texts alone where under some reading none of them applies, nor where
// another passage speaks of the very circumstance that the check states.

// withdrawn is an undetermined result in place of a pass.
func withdrawn(out *Result, why, missing string) *Result {
	warnings := append(slices.Clone(out.Warnings), why)
	if missing != "" {
		warnings = append(warnings, missing)
	}
	return &Result{Status: Undetermined, Place: out.Place, Sources: out.Sources, Considered: out.Considered, Warnings: warnings, Trace: out.Trace}
}

// silent reports whether there is a reading under which no rule applies.
func (d *decision) silent(rules []*rule) bool {
	d.question.limits = make(map[*quantity.Number]quantity.Number)
	return d.v.tally(d.question, rules, d.base).silent
}

// silentText reports whether one of several versions has limits of which none
// applies under some reading: a pass under the others' limits alone is none.
func (d *decision) silentText(rules []*rule) bool {
	for i, r := range rules {
		if slices.ContainsFunc(rules[:i], func(before *rule) bool { return before.set.Ref == r.set.Ref }) {
			continue
		}
		same := slices.DeleteFunc(slices.Clone(rules), func(other *rule) bool { return other.set.Ref != r.set.Ref })
		if d.silent(same) {
			return true
		}
	}
	return false
}

// halfSaid reports whether a rule turns on a circumstance of which the check says
// a part: that the rest of it does not hold is nobody's reading.
func (b *textRules) halfSaid(d *decision, rules []*rule) bool {
	return slices.ContainsFunc(rules, func(r *rule) bool {
		return slices.ContainsFunc(r.asked, func(index int) bool {
			f := d.v.facts[index]
			return b.half[f.ID] && f.open(d.base[index])
		})
	})
}

// missingNow names the data that leave it open which rules apply.
func (d *decision) missingNow(rules []*rule) string {
	var labels []string
	for _, r := range rules {
		for _, index := range r.asked {
			f := d.v.facts[index]
			label := d.text(f.Label)
			if f.open(d.base[index]) && !slices.Contains(labels, label) {
				labels = append(labels, label)
			}
		}
	}
	if len(labels) == 0 {
		return ""
	}
	return d.say(msgMissing, strings.Join(labels, ", "))
}

// special returns limits in scope, not matched, that may measure the same and
// name a circumstance or setting the check states and no matched limit names.
func (r *textRequest) special(ix *limitIndex, matches []*textMatch) []*textLimit {
	t := r.words
	var out []*textLimit
	if r.d.question.unit.IsBoolean() {
		return nil
	}
	element := r.withKinds(r.element.terms)
	for _, id := range r.withKinds(r.terms) {
		if !t.of(id).setting && !t.excludes(id) || slices.ContainsFunc(matches, func(m *textMatch) bool { return m.limit.names(id) }) {
			continue
		}
		for _, n := range merge(nil, ix.lists(t, id, nil)) {
			b := &ix.blocks[n]
			if !r.d.scope.holds(b.ref, b.version) {
				continue
			}
			limits := b.read()
			for i := range limits {
				l := &limits[i]
				if !r.fits(l) || slices.ContainsFunc(matches, func(m *textMatch) bool { return m.limit == l }) || slices.Contains(out, l) {
					continue
				}
				if (slices.Contains(element, id) && r.nameless(l) || r.sameMeasure(l)) && r.shared(l) >= minShared {
					out = append(out, l)
				}
			}
		}
	}
	return out
}

// withKinds returns terms with what they are kinds of.
func (r *textRequest) withKinds(terms []term) []term {
	var out []term
	for _, id := range terms {
		if id != noTerm {
			out = unionTerms(unionTerms(out, []term{id}), r.words.of(id).broader)
		}
	}
	return out
}

// nameless reports whether nothing around a limit tells what it measures.
func (r *textRequest) nameless(l *textLimit) bool {
	other := func(id term) bool {
		return r.words.isMeasure(id) && !slices.ContainsFunc(r.measures, func(m term) bool { return r.words.isA(m, id) })
	}
	return l.Unit != "" && (len(l.measures) == 0 || l.implied) && !slices.ContainsFunc(l.text, other) && !slices.ContainsFunc(l.lead, other)
}

// names reports whether the limit or its block says a term, what it is a kind of or
// a kind of it.
func (l *textLimit) names(id term) bool {
	says := func(x term) bool { return l.words.isA(id, x) || l.words.isA(x, id) }
	return slices.ContainsFunc(l.text, says) || slices.ContainsFunc(l.lead, says)
}

// minShared is how many words of the check a passage must say to be about it.
const minShared = 2

// shared counts the words of the check that a limit's passage says.
func (r *textRequest) shared(l *textLimit) int {
	n := 0
	for _, id := range r.terms {
		if !r.words.of(id).generic && l.names(id) {
			n++
		}
	}
	return n
}
