package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/quantity"
)

// reading is what a text says.
type reading struct {
	phrase
	hits     []hit
	elements []string // concepts named, in order, none denied
	heads    []string // what the element the text is about may be; empty when its head is no known name
	lang     string   // of the names found; "" when there are none
	unknown  []string // words of weight that nothing explains
	blocked  string   // a wording that means something else than the name in it
	numbers  []string // quantities that no wording explains
}

// read finds what a text says.
func (v *Verifier) read(text string) reading {
	r := reading{phrase: phraseOf(text, "")}
	r.hits = v.lexicon.scan(r.phrase, factGroup+len(v.facts))
	covered := make([]bool, len(r.words))
	for _, h := range r.hits {
		for i := h.start; i < h.end; i++ {
			covered[i] = true
		}
		r.coverNegation(h, covered)
		r.take(h)
	}
	for i, w := range r.words {
		switch {
		case covered[i]:
		case w.number != nil:
			r.numbers = append(r.numbers, w.text)
		case !w.neutral || negations[w.fold]:
			r.unknown = append(r.unknown, w.text)
		}
	}
	r.heads = r.findHeads(covered)
	return r
}

// coverNegation explains the negation that a denied circumstance begins with.
// One that denies anything else stays unexplained.
func (r *reading) coverNegation(h hit, covered []bool) {
	states := func(s sense) bool { return s.kind == factSense }
	if !h.negated || !slices.ContainsFunc(h.senses, states) {
		return
	}
	for i := h.start - 1; i >= 0 && i >= h.start-negationReach; i-- {
		if negations[r.words[i].fold] {
			covered[i] = true
		}
	}
}

func (r *reading) take(h hit) {
	for _, s := range h.senses {
		switch {
		case s.kind == notSense:
			r.blocked = r.wording(h)
		case s.kind == elementSense && !h.negated && !slices.Contains(r.elements, s.id):
			r.elements = append(r.elements, s.id)
		}
	}
	if r.lang == "" {
		r.lang = commonLanguage(h.senses)
	}
}

// named returns the elements named beside the parameter itself: "huella" is a
// parameter and an element, and as the one it is not the other.
func (r *reading) named() []string {
	var list []string
	for _, h := range r.hits {
		if h.senses[0].kind != elementSense || h.negated || r.within(h, parameterSense) {
			continue
		}
		for _, s := range h.senses {
			if !slices.Contains(list, s.id) {
				list = append(list, s.id)
			}
		}
	}
	return list
}

// within reports whether the words of h belong to a wording of another kind.
func (r *reading) within(h hit, kind senseKind) bool {
	return slices.ContainsFunc(r.hits, func(other hit) bool {
		return other.senses[0].kind == kind && other.start < h.end && h.start < other.end
	})
}

// commonLanguage returns the language a wording is in; "" when it is a wording
// of several, such as "n50", or states a circumstance, of which names such as
// "hotel" are many.
func commonLanguage(senses []sense) string {
	lang := senses[0].lang
	for _, s := range senses {
		if s.lang != lang || s.kind == factSense {
			return ""
		}
	}
	return lang
}

// wording returns the words of a hit as they were written.
func (r *reading) wording(h hit) string {
	out := ""
	for _, w := range r.words[h.start:h.end] {
		if out != "" {
			out += " "
		}
		out += w.text
	}
	return out
}

// findHeads returns the element the text is about, in each of its senses. A language that puts the head
// first has it at the beginning of the first part of weight ("puerta de la
// escalera" is a door), one that puts it last at that part's end ("stair
// handrail" is a handrail).
func (r *reading) findHeads(covered []bool) []string {
	first := slices.IndexFunc(r.words, func(w word) bool { return !w.neutral && w.number == nil })
	for first >= 0 && first < len(r.words) && r.onlyFacts(first) {
		first = r.nextPart(first)
	}
	if first < 0 || first >= len(r.words) {
		return nil
	}
	last := first
	for last+1 < len(r.words) && r.words[last+1].chunk == r.words[first].chunk && r.words[last+1].number == nil {
		last++
	}
	for last > first && r.words[last].neutral && !covered[last] {
		last--
	}
	var heads []string
	for _, h := range r.hits {
		for _, s := range h.senses {
			at := headFirst[s.lang] && h.start == first || !headFirst[s.lang] && h.start <= last && h.end > last
			if s.kind == elementSense && !h.negated && at && !slices.Contains(heads, s.id) {
				heads = append(heads, s.id)
			}
		}
	}
	return heads
}

// onlyFacts reports whether the part that begins at words[i] holds nothing but
// circumstances: "planta baja, escalera".
func (r *reading) onlyFacts(i int) bool {
	chunk := r.words[i].clause
	found := false
	for _, h := range r.hits {
		if r.words[h.start].clause != chunk {
			continue
		}
		found = true
		if !slices.ContainsFunc(h.senses, func(s sense) bool { return s.kind == factSense }) ||
			slices.ContainsFunc(h.senses, func(s sense) bool { return s.kind == elementSense }) {
			return false
		}
	}
	return found && r.nextPart(i) < len(r.words)
}

// nextPart returns the first word of weight behind the clause of words[i].
func (r *reading) nextPart(i int) int {
	clause := r.words[i].clause
	for i < len(r.words) && (r.words[i].clause == clause || r.words[i].neutral || r.words[i].number != nil) {
		i++
	}
	return i
}

// parameters returns what the text may measure: for each wording of a parameter
// the concepts it can mean. One wording may serve several; which one is meant
// depends on the element.
func (r *reading) parameters() [][]string {
	var list [][]string
	for _, h := range r.hits {
		var ids []string
		for _, s := range h.senses {
			if s.kind == parameterSense && !h.negated && !slices.Contains(ids, s.id) {
				ids = append(ids, s.id)
			}
		}
		if len(ids) > 0 {
			list = append(list, ids)
		}
	}
	return list
}

// common returns the ids that are in every list.
func common(lists [][]string) []string {
	return slices.DeleteFunc(slices.Clone(lists[0]), func(id string) bool {
		return slices.ContainsFunc(lists, func(list []string) bool { return !slices.Contains(list, id) })
	})
}

// collect takes in what the hits say into world. Two statements that disagree
// leave both values open.
func (v *Verifier) collect(r reading, world []knowledge) {
	for _, h := range r.hits {
		for _, s := range h.senses {
			if s.kind == factSense {
				v.state(s, h, world)
			}
		}
	}
}

func (v *Verifier) state(s sense, h hit, world []knowledge) {
	f := v.facts[s.fact]
	said := knowledge{origin: byText}
	switch f.Kind {
	case QuantityFact:
		if h.value == nil {
			return
		}
		bounds, ok := f.measure(*h.value)
		if !ok || h.negated {
			return
		}
		said.span = bounds
	case TextFact:
		if h.value == nil || h.negated {
			return
		}
		said.texts = []string{h.value.text}
	case BooleanFact:
		said.texts = []string{flip(s.value, h.negated)}
	case CategoryFact:
		said.texts = f.pick(s.value, h.negated)
	}
	world[s.fact] = world[s.fact].with(said)
}

// measure converts what stood in a hole to the fact's unit. A number without a
// unit is only good for facts that have none.
func (f *fact) measure(w word) (span, bool) {
	if w.number == nil {
		return span{}, false
	}
	unit := w.unit
	if unit.IsZero() {
		if !f.Unit.IsRatio() && f.Unit.Kind() != countKind {
			return span{}, false
		}
		unit = f.Unit
	}
	bounds, err := w.number.convert(unit, f.Unit, quantity.Slope)
	return bounds, err == nil
}

func flip(value string, negated bool) string {
	if !negated {
		return value
	}
	if value == "true" {
		return "false"
	}
	return "true"
}

// pick returns the value said, or all others when it was denied.
func (f *fact) pick(value string, negated bool) []string {
	if !negated {
		return []string{value}
	}
	var rest []string
	for _, v := range f.Values {
		if v.ID != value {
			rest = append(rest, v.ID)
		}
	}
	return rest
}

// with joins what is known with a further statement. The same strength of
// statement twice leaves both values possible; a stronger one replaces.
func (k knowledge) with(said knowledge) knowledge {
	switch {
	case said.origin > k.origin:
		return said
	case said.origin < k.origin:
		return k
	}
	for _, t := range said.texts {
		if !slices.Contains(k.texts, t) {
			k.texts = append(slices.Clone(k.texts), t)
		}
	}
	k.span = k.span.hull(said.span)
	return k
}

// hull returns the smallest span that holds both.
func (s span) hull(t span) span {
	out := s
	if s.lo == nil || t.lo == nil {
		out.lo, out.loOpen = nil, false
	} else if c := t.lo.Cmp(*s.lo); c < 0 || c == 0 && !t.loOpen {
		out.lo, out.loOpen = t.lo, t.loOpen
	}
	if s.hi == nil || t.hi == nil {
		out.hi, out.hiOpen = nil, false
	} else if c := t.hi.Cmp(*s.hi); c > 0 || c == 0 && !t.hiOpen {
		out.hi, out.hiOpen = t.hi, t.hiOpen
	}
	return out
}
