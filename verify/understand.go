package verify

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// reading is what a text says.
type reading struct {
	phrase
	hits     []hit
	elements []string // concepts named, in order, none denied
	denied   []string // concepts named and denied: "desnivel sin barrera"
	heads    []string // what the element the text is about may be; empty when its head is no known name
	lang     string   // of the names found; "" when there are none
	unknown  []string // words of weight that nothing explains
	loose    []int    // numbers that no wording explains, as indexes of words
	pairs    []pairing
}

// read finds what a text says.
func (v *rulebook) read(text string) reading {
	text, pairs := v.paired(v.untagged(v.tongues.unabbreviated(text)))
	r := reading{phrase: v.tongues.phrase(v.tongues.digits(text, ""), ""), pairs: pairs}
	r.hits = v.lexicon.scan(r.words)
	r.hits = append(r.hits, v.otherNames(&r)...)
	v.noteUnits(&r)
	v.boundValues(&r)
	r.dropInside()
	r.openBesideOr()
	covered := make([]bool, len(r.words))
	for i := range r.hits {
		h := &r.hits[i]
		if h.is(contextSense) || h.is(countSense) || h.hints() {
			continue
		}
		for k := h.start; k < h.end; k++ {
			covered[k] = covered[k] || r.words[k].number == nil || v.takes(h, k, &r)
		}
		r.coverNegation(*h, covered)
		r.take(*h)
	}
	for i, w := range r.words {
		switch {
		case covered[i]:
		case w.number != nil:
			r.loose = append(r.loose, i)
		case !w.neutral || w.is(negates):
			r.unknown = append(r.unknown, w.text)
		}
	}
	r.heads = r.findHeads(covered)
	return r
}

// dropInside leaves out what lies inside a longer wording that is denied: "sin vivienda
// accesible" says of nothing that it is "accesible", nor "shop window: no" that there is
// no shop.
func (r *reading) dropInside() {
	all := slices.Clone(r.hits)
	tells := func(s sense) bool { return s.kind == factSense || s.kind == elementSense }
	r.hits = slices.DeleteFunc(r.hits, func(h hit) bool {
		return slices.ContainsFunc(h.senses, isFact) && slices.ContainsFunc(all, func(outer hit) bool {
			return outer.negated && outer.start <= h.start && h.end <= outer.end && h.end-h.start < outer.end-outer.start && slices.ContainsFunc(outer.senses, tells)
		})
	})
}

// openBesideOr leaves a circumstance open that "or" joins to what is no other value of it:
// "accesible o no", "restricted or general use".
func (r *reading) openBesideOr() {
	for k := range r.hits {
		h := &r.hits[k]
		if h.value != nil || !slices.ContainsFunc(h.senses, isFact) {
			continue
		}
		another := func(i int) bool {
			return slices.ContainsFunc(r.hits, func(other hit) bool {
				return other.start <= i && i < other.end && other.senses[0].group() == h.senses[0].group()
			})
		}
		joins := func(i, beyond int) bool {
			return i >= 0 && i < len(r.words) && r.words[i].is(joinsOr) && r.words[i].clause == r.words[h.start].clause &&
				(beyond < 0 || beyond >= len(r.words) || !another(beyond))
		}
		h.doubtful = h.doubtful || joins(h.start-1, h.start-2) || joins(h.end, h.end+1)
	}
}

// takes reports whether h explains the number at words[k]: it is part of the
// wording itself, or a value the fact can have.
func (v *rulebook) takes(h *hit, k int, r *reading) bool {
	if h.value != &r.words[k] {
		return true
	}
	return slices.ContainsFunc(h.senses, func(s sense) bool {
		if s.kind != factSense || v.facts[s.fact].Kind != rules.QuantityFact {
			return s.kind == factSense && v.facts[s.fact].reads(s, &r.words[k])
		}
		_, ok := v.facts[s.fact].measure(r.words[k])
		return ok
	})
}

// coverNegation explains the negation that a denied circumstance begins with.
// One that denies anything else stays unexplained.
func (r *reading) coverNegation(h hit, covered []bool) {
	states := func(s sense) bool { return s.kind == factSense }
	if !h.negated || !slices.ContainsFunc(h.senses, states) {
		return
	}
	r.phrase.coverNegation(h.start, covered)
}

func (r *reading) take(h hit) {
	for _, s := range h.senses {
		switch {
		case s.kind == elementSense && h.negated:
			r.denied = append(r.denied, s.id)
		case s.kind == elementSense && !slices.Contains(r.elements, s.id):
			r.elements = append(r.elements, s.id)
		}
	}
	if r.lang == "" {
		r.lang = commonLanguage(h.senses)
	}
}

// named returns the elements named beside the parameter itself: "huella" is a
// parameter and an element, and as the one it is not the other. What the others
// belong to comes last, and so does what says a circumstance as well, such as
// "hotel": "anchura de pasillo de hotel" and "hotel corridor width" are a corridor's.
func (r *reading) named() []string {
	var hits []hit
	for _, h := range r.hits {
		if h.senses[0].kind == elementSense && !h.negated && !r.within(h, parameterSense) {
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(r.standing(a), r.standing(b)), cmp.Compare(r.words[a.start].chunk, r.words[b.start].chunk), r.order(a, b))
	})
	var list []string
	for _, h := range hits {
		for _, s := range h.senses {
			if !slices.Contains(list, s.id) {
				list = append(list, s.id)
			}
		}
	}
	return list
}

// standing is 1 for the name of a thing that says a circumstance as well, else 0.
func (r *reading) standing(h hit) int {
	for _, other := range r.hits {
		if other.senses[0].kind == factSense && !other.hints() && other.start <= h.start && h.end <= other.end {
			return 1
		}
	}
	return 0
}

// order says which of two names in one part the other belongs to.
func (r *reading) order(a, b hit) int {
	if r.headFirst(commonLanguage(a.senses)) || r.headFirst(commonLanguage(b.senses)) {
		return cmp.Compare(a.start, b.start)
	}
	return cmp.Compare(b.start, a.start)
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

// findHeads returns the element the text is about, in each of its senses. A
// language that puts the head first has it at the beginning of the first part of
// weight ("puerta de la escalera" is a door), one that puts it last at that part's
// end ("stair handrail" is a handrail). A name may begin with a word that has no
// weight elsewhere: "unidad terminal".
func (r *reading) findHeads(covered []bool) []string {
	first := slices.IndexFunc(r.words, func(w word) bool { return !w.neutral && w.number == nil })
	for first >= 0 && first < len(r.words) && r.onlyFacts(first) {
		first = r.nextPart(first)
	}
	if first < 0 || first >= len(r.words) {
		return nil
	}
	last := r.partEnd(first)
	for last > first && r.words[last].neutral && !covered[last] {
		last--
	}
	var heads []string
	for _, h := range r.hits {
		for _, s := range h.senses {
			at := r.headFirst(s.lang) && h.start <= first && first < h.end || !r.headFirst(s.lang) && h.start <= last && h.end > last
			if s.kind == elementSense && !h.negated && at && !slices.Contains(heads, s.id) {
				heads = append(heads, s.id)
			}
		}
	}
	return heads
}

// partEnd returns the last word of the part that begins at words[first]: before a
// preposition, number or tag, and where the thing named is followed by what it does.
func (r *reading) partEnd(first int) int {
	element := func(s sense) bool { return s.kind == elementSense }
	last, named := first, r.explains(first, element)
	for last+1 < len(r.words) && r.words[last+1].chunk == r.words[first].chunk && r.words[last+1].number == nil && !r.words[last+1].isName() {
		is := r.explains(last+1, element)
		if named && !is && r.words[last+1].is(follows) {
			break
		}
		named = named || is
		last++
	}
	return last
}

// onlyFacts reports whether the part that begins at words[i] holds nothing but
// circumstances: "planta baja, escalera".
func (r *reading) onlyFacts(i int) bool {
	chunk := r.words[i].clause
	found := false
	for _, h := range r.hits {
		if r.words[h.start].clause != chunk || h.is(contextSense) || h.is(countSense) {
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

// counted returns what the text may count, as parameters does, and takes its
// words for understood: a check in a unit that counts asks how many there are.
func (r *reading) counted() [][]string {
	var list [][]string
	for _, h := range r.hits {
		if !h.is(countSense) || h.negated {
			continue
		}
		var ids []string
		for _, s := range h.senses {
			if !slices.Contains(ids, s.id) {
				ids = append(ids, s.id)
			}
		}
		list = append(list, ids)
		r.forget(h.start, h.end)
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
func (v *rulebook) collect(r reading, world []knowledge) {
	v.eachStatement(r, false, func(f *fact, said knowledge) { world[f.index] = world[f.index].with(said) })
	for _, p := range r.pairs {
		world[p.fact.index] = world[p.fact.index].with(p.said)
	}
}

// eachStatement calls yield with what each wording of the facts says: those that
// state it, or those that only hint at it.
func (v *rulebook) eachStatement(r reading, hints bool, yield func(*fact, knowledge)) {
	for _, h := range r.hits {
		for _, s := range h.senses {
			if s.kind != factSense || s.hint != hints || hints && h.negated {
				continue
			}
			if said := v.facts[s.fact].said(s, h); !said.unknown() {
				yield(v.facts[s.fact], said)
			}
		}
	}
}

// said is what a wording tells of f; nothing when it denies a value and the
// one that holds by default is another.
func (f *fact) said(s sense, h hit) knowledge {
	out := knowledge{origin: byText}
	switch {
	case s.hint && (f.Kind == rules.QuantityFact || f.Kind == rules.TextFact):
		return out
	case f.Kind == rules.QuantityFact:
		if h.value == nil || h.negated || h.doubtful {
			return knowledge{}
		}
		bounds, ok := f.measure(*h.value)
		if !ok {
			return knowledge{}
		}
		out.span = bounds
	case f.Kind == rules.TextFact:
		if h.value == nil || h.negated || h.doubtful {
			return knowledge{}
		}
		out.texts = f.names(h.value.text)
	case f.Kind == rules.CategoryFact && s.value == "" && !s.hint: // so many of something
		if h.value == nil || h.negated || h.doubtful || !f.reads(s, h.value) {
			return knowledge{}
		}
		out.texts = counted(&f.Fact, *h.value.number)
	case h.doubtful:
		out.texts = f.candidates()
	case f.Kind == rules.BooleanFact:
		out.texts = []string{flip(s.value, h.negated)}
	case h.negated && f.Default != "" && f.Default != s.value:
		return knowledge{}
	default:
		out.texts, out.rest = f.pick(s.value, h.negated), h.negated
	}
	return out
}

// measure converts what stood in a hole to the fact's unit. A number without a
// unit is only good for facts that have none, and for data of places, which
// everybody gives in the same one.
func (f *fact) measure(w word) (quantity.Interval, bool) {
	if w.number == nil || f.unmeasured(&w) {
		return quantity.Interval{}, false
	}
	unit := w.unit
	if unit.IsZero() {
		if !f.Unit.IsRatio() && f.Unit.Kind() != quantity.Count && f.Place == "" {
			return quantity.Interval{}, false
		}
		unit = f.Unit
	}
	bounds, err := w.number.Convert(unit, f.Unit)
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
	if f.closed {
		rest = append(rest, another)
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
	k.span = k.span.Hull(said.span)
	k.rest = k.rest && said.rest
	return k
}

// or joins what is known with a value that is possible as well. What nobody
// knows stays unknown, and what is given as data is certain.
func (k knowledge) or(possible knowledge) knowledge {
	if k.unknown() || k.origin == byGiven {
		return k
	}
	possible.origin = k.origin
	out := k.with(possible)
	out.origin = byText
	return out
}
