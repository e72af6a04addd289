package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// reading is what a text says.
type reading struct {
	understand.Phrase
	hits        []understand.Hit
	elements    []string // concepts named, in order, none denied
	denied      []string // concepts named and denied: "desnivel sin barrera"
	heads       []string // what the element the text is about may be; empty when its head is no known name
	appositions []string // what the further clauses are about
	lang        string   // of the names found; "" when there are none
	unknown     []string // words of weight that nothing explains
	loose       []int    // numbers that no wording explains, as indexes of words
	pairs       []pairing

	wholeNames   []bool // which words are of names of wholeNamesOf; see [decision.saysWholeName]
	wholeNamesOf string
}

// read finds what a text says.
func (v *rulebook) read(text string) reading { return v.readWithout(text, nil) }

// readWithout is [rulebook.read] as if no name of several words meant what without reports
// true of.
func (v *rulebook) readWithout(text string, without func(*understand.Sense) bool) reading {
	text, pairs := v.paired(v.writtenOut(text))
	r := reading{Phrase: v.tongues.Phrase(v.tongues.Digits(text, ""), ""), pairs: pairs}
	r.hits = v.lexicon.ScanWithout(r.Words, without)
	r.hits = append(r.hits, v.otherNames(&r)...)
	v.noteUnits(&r)
	v.boundValues(&r)
	r.dropInside()
	r.openBesideOr()
	covered := make([]bool, len(r.Words))
	for i := range r.hits {
		h := &r.hits[i]
		if h.Is(understand.ContextSense) || h.Is(understand.CountSense) || h.Hints() {
			continue
		}
		for k := h.Start; k < h.End; k++ {
			covered[k] = covered[k] || r.Words[k].Number == nil || v.takes(h, k, &r)
		}
		r.coverNegation(*h, covered)
		r.take(*h)
	}
	for i, w := range r.Words {
		switch {
		case covered[i]:
		case w.Number != nil:
			r.loose = append(r.loose, i)
		case !w.Neutral || w.Is(understand.Negates):
			r.unknown = append(r.unknown, w.Text)
		}
	}
	r.heads, r.appositions = r.findHeads(covered), v.findAppositions(&r, covered)
	return r
}

// writtenOut returns a text in whole words and without tags, line by line: a line is a clause.
func (v *rulebook) writtenOut(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = v.untagged(v.tongues.Unabbreviated(v.exported(line)))
	}
	return strings.Join(lines, "\n")
}

// dropInside leaves out what lies inside a longer wording that is denied or denies: "sin
// vivienda accesible" says of nothing that it is "accesible", nor "no protegida" that it is
// "protegida", nor "shop window: no" that there is no shop.
func (r *reading) dropInside() {
	all := slices.Clone(r.hits)
	tells := func(s understand.Sense) bool {
		return s.Kind == understand.FactSense || s.Kind == understand.ElementSense
	}
	r.hits = slices.DeleteFunc(r.hits, func(h understand.Hit) bool {
		return slices.ContainsFunc(h.Senses, isFact) && slices.ContainsFunc(all, func(outer understand.Hit) bool {
			return (outer.Negated || r.Words[outer.Start].Is(understand.Negates)) && outer.Start <= h.Start && h.End <= outer.End && h.End-h.Start < outer.End-outer.Start && slices.ContainsFunc(outer.Senses, tells)
		})
	})
}

// openBesideOr leaves a circumstance open that "or" joins to what is no other value of it:
// "accesible o no", "restricted or general use".
func (r *reading) openBesideOr() {
	for k := range r.hits {
		h := &r.hits[k]
		if h.Value != nil || !slices.ContainsFunc(h.Senses, isFact) {
			continue
		}
		another := func(i int) bool {
			return slices.ContainsFunc(r.hits, func(other understand.Hit) bool {
				return other.Start <= i && i < other.End && other.Senses[0].Group() == h.Senses[0].Group()
			})
		}
		joins := func(i, beyond int) bool {
			return i >= 0 && i < len(r.Words) && r.Words[i].Is(understand.JoinsOr) && r.Words[i].Clause == r.Words[h.Start].Clause &&
				(beyond < 0 || beyond >= len(r.Words) || !another(beyond))
		}
		h.Doubtful = h.Doubtful || joins(h.Start-1, h.Start-2) || joins(h.End, h.End+1)
	}
}

// takes reports whether h explains the number at words[k]: it is part of the
// wording itself, or a value the fact can have.
func (v *rulebook) takes(h *understand.Hit, k int, r *reading) bool {
	if h.Value != &r.Words[k] {
		return true
	}
	return slices.ContainsFunc(h.Senses, func(s understand.Sense) bool {
		if s.Kind != understand.FactSense || v.facts[s.Fact].Kind != rules.QuantityFact {
			return s.Kind == understand.FactSense && v.facts[s.Fact].reads(s, &r.Words[k])
		}
		_, ok := v.facts[s.Fact].measure(r.Words[k])
		return ok
	})
}

// coverNegation explains the negation that a denied circumstance begins with.
// One that denies anything else stays unexplained.
func (r *reading) coverNegation(h understand.Hit, covered []bool) {
	states := func(s understand.Sense) bool { return s.Kind == understand.FactSense }
	if !h.Negated || !slices.ContainsFunc(h.Senses, states) {
		return
	}
	r.CoverNegation(h.Start, covered)
}

func (r *reading) take(h understand.Hit) {
	for _, s := range h.Senses {
		switch {
		case s.Kind == understand.ElementSense && h.Negated:
			r.denied = append(r.denied, s.ID)
		case s.Kind == understand.ElementSense && !slices.Contains(r.elements, s.ID):
			r.elements = append(r.elements, s.ID)
		}
	}
	if r.lang == "" {
		r.lang = commonLanguage(h.Senses)
	}
}
