package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// plainMeasure is an amount with its unit and what it is a measure of: "40 cm
// d'épaisseur".
type plainMeasure struct {
	ask.Quantity
	of        topic
	bare      bool   // nothing says what it is of
	direction string // "min", "max" or "": how the words before it bound it
	strict    bool
}

// measuresIn reads the amounts of a text that have a unit, with the word for a measure
// that stands behind the unit or right before the number. Offsets are those of
// [retrieval.Fold].
func (a *plainQuery) measuresIn(text, lang string) []plainMeasure {
	folded := retrieval.Fold(text)
	words := retrieval.Words(folded, lang)
	var list []plainMeasure
	for _, q := range ask.Quantities(text) {
		if q.Dimension() == "" || q.Reference {
			continue
		}
		m := plainMeasure{Quantity: q, bare: true}
		if w := measureBeside(folded, words, q); w != nil {
			m.of, m.bare = topic{text: w.Text, terms: a.termsOf(w.Text), same: retrieval.SynonymsIn(w.Text, a.texts)}, false
		}
		m.direction, m.strict = ask.Bound(a.question, boundText(folded, q))
		list = append(list, m)
	}
	return list
}

// boundText is what may bound an amount: what stands before it in its clause, and
// right behind it.
func boundText(folded string, q ask.Quantity) string {
	from := max(strings.LastIndexAny(folded[:q.Start], ",;:0123456789")+1, q.Start-40, 0)
	to := min(q.End+20, len(folded))
	if n := strings.IndexAny(folded[q.End:to], ",;:0123456789"); n >= 0 {
		to = q.End + n
	}
	for ; !isRuneStart(folded, from); from++ {
	}
	for ; !isRuneStart(folded, to); to++ {
	}
	return folded[from:to]
}

// measureBeside is the word for a measure behind an amount, or else before it, with
// nothing but words that say nothing between.
func measureBeside(folded string, words []retrieval.Word, q ask.Quantity) *retrieval.Word {
	at := slices.IndexFunc(words, func(w retrieval.Word) bool { return w.Start >= q.Start })
	if at < 0 {
		return nil
	}
	behind := at + 1
	if behind < len(words) && words[behind].Start-words[at].End <= 3 && !words[behind].Figure {
		behind++ // the unit
	}
	for ; behind < len(words) && words[behind].Stop(); behind++ {
	}
	if behind < len(words) && words[behind].Figure && !strings.ContainsAny(folded[q.End:words[behind].Start], ",;:.?!") {
		return &words[behind]
	}
	before := at - 1
	for ; before >= 0 && (words[before].Stop() || words[before].Framing); before-- {
	}
	if before >= 0 && words[before].Figure && !strings.ContainsAny(folded[words[before].End:q.Start], ",;:.?!") {
		return &words[before]
	}
	return nil
}

// contradicts reports whether the case of the question is outside one a statement says
// it is for, and returns that condition: "40 cm d'épaisseur" is outside "si le
// garde-corps a plus de 50 cm d'épaisseur".
func (a *plainQuery) contradicts(st *ask.Statement) (condition string, yes bool) {
	if len(a.cases) == 0 || st.Row >= 0 {
		return "", false
	}
	folded := retrieval.Fold(st.Text)
	measures := a.measuresIn(st.Text, a.texts)
	for _, span := range ask.Conditions(a.question, st.Text) {
		for _, m := range measures {
			if m.Start < span[0] || m.Start >= span[1] {
				continue
			}
			if slices.ContainsFunc(a.cases, func(n plainMeasure) bool {
				return !n.bare && !m.bare && n.of.meets(&m.of) && n.fit(&m) == plainExcludes
			}) {
				return folded[span[0]:span[1]], true
			}
		}
	}
	return "", false
}

func isRuneStart(s string, at int) bool { return at >= len(s) || s[at]&0xC0 != 0x80 }

// fit tells whether an amount, or all that its bound leaves, is within the bound a text
// sets with another.
func (n *plainMeasure) fit(m *plainMeasure) plainFit {
	sign, ok := n.Compare(m.Quantity)
	if !ok || m.direction == "" {
		return plainUnsaid
	}
	if m.direction == "max" {
		sign = -sign
	}
	// the bound lets through what is beyond it, at sign > 0
	within := sign > 0 || sign == 0 && (!m.strict || n.strict)
	switch {
	case n.direction == "" && within, n.direction == m.direction && within:
		return plainHolds
	case n.direction == m.direction:
		return plainUnsaid
	case n.direction != "" && (sign > 0 || sign == 0 && !m.strict && !n.strict):
		return plainUnsaid
	}
	return plainExcludes
}

// withinAll reports whether an amount is within all bounds of its kind that a text sets
// to what it does not name.
func (a *plainQuery) withinAll(n *plainMeasure, text string) bool {
	held := false
	for _, m := range a.measuresIn(text, a.texts) {
		if m.Dimension() != n.Dimension() || m.direction == "" {
			continue
		}
		if !m.bare || n.fit(&m) != plainHolds {
			return false
		}
		held = true
	}
	return held
}

// fitsLabel tells whether the amounts of the question with a unit are within those a
// row is labelled with.
func (a *plainQuery) fitsLabel(n *plainMeasure, p *ask.Passage, row int) plainFit {
	all, cells := plainUnsaid, p.Table.Rows[row]
	for c := range min(ask.LabelColumns(p.Table), len(cells)) {
		head := ""
		if c < len(p.Table.Header) {
			head = p.Table.Header[c]
		}
		if !n.bare && !bagIn(head+"\n"+cells[c], a.texts).has(&n.of) {
			continue
		}
		got := plainUnsaid
		for _, m := range a.measuresIn(cells[c], a.texts) {
			fit := n.fit(&m)
			if got == plainUnsaid || fit == plainExcludes {
				got = fit
			}
		}
		all = max(all, got)
	}
	return all
}

// meets reports whether two words are the same, or one means what the other does.
func (s *topic) meets(o *topic) bool {
	return termSetOf(s.terms).has(o) || termSetOf(o.terms).has(s)
}

func termSetOf(terms []string) termBag {
	b := termBag{}
	for _, t := range terms {
		b[t] = true
	}
	return b
}

// readRelaxed finds the subjects that, in a section, only a case speaks of which the
// question is not of: what holds for every other case need not name them.
func (a *plainQuery) readRelaxed(passages []*ask.Passage) {
	a.relaxed = map[string][]bool{}
	for _, p := range passages {
		for _, st := range ask.Statements(p.Text, p.Lead, p.Table) {
			condition, yes := a.contradicts(&st)
			if !yes {
				continue
			}
			if a.relaxed[p.Title] == nil {
				a.relaxed[p.Title] = make([]bool, len(a.subjects))
			}
			speaks := bagIn(condition, a.texts)
			for i := range a.subjects {
				if s := &a.subjects[i]; speaks.has(s) && slices.ContainsFunc(a.cases, func(n plainMeasure) bool { return !n.bare && s.meets(&n.of) }) {
					a.relaxed[p.Title][i] = true
				}
			}
		}
	}
}

// spared reports whether a passage need not speak of a subject.
func (a *plainQuery) spared(p *ask.Passage, i int) bool {
	list := a.relaxed[p.Title]
	return a.subjects[i].optional || i < len(list) && list[i]
}

// takeShort reads subjects that stand for a number of things, as "T3" does for three
// rooms, where the synonyms of the language tell, and takes them from the subjects.
func (a *plainQuery) takeShort() []plainAmount {
	var list []plainAmount
	a.subjects = slices.DeleteFunc(a.subjects, func(s topic) bool {
		if !strings.ContainsAny(s.text, "0123456789") {
			return false
		}
		for _, same := range s.same {
			if n, ok := shortFor(same); ok {
				list = append(list, n)
				return true
			}
		}
		return false
	})
	return list
}

// shortFor reads the terms of a number and of what it counts.
func shortFor(terms []string) (n plainAmount, ok bool) {
	for _, t := range terms {
		if value, isNumber := numberOf(t); isNumber {
			n.span, ok = span{value, value}, true
		} else {
			n.of.terms = append(n.of.terms, t)
		}
	}
	return n, ok && len(n.of.terms) > 0
}
