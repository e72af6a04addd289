package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// What else a statement is worth, beside the subjects it speaks of.
const (
	opensAlike = 0.1 // it opens with what the question opens with: it is about that
	measures   = 0.2 // it sets an amount of the kind that the question has
	sameAmount = 0.2 // it sets the very amount, and the question does not want it judged
)

// merit is what a statement gains where no figure is asked for: what it is about then
// tells it from others that speak of the same things.
func (a *plainQuery) merit(st *ask.Statement) float64 {
	if st.Row >= 0 || len(a.subjects) == 0 {
		return 0
	}
	gained := 0.0
	if !a.figure && a.opensWith(st.Text, &a.subjects[0]) {
		gained += opensAlike
	}
	if len(a.cases) > 0 && !a.asks("asking") {
		if alike, _ := a.measuresAlike(st.Text); alike {
			gained += measures
		}
		if a.setsSame(st) {
			gained += sameAmount
		}
	}
	return gained
}

// setsSame reports whether a statement sets the very amount of a question that does not
// want it judged: then its case is the one that is asked for.
func (a *plainQuery) setsSame(st *ask.Statement) bool {
	if a.judges || st.Row >= 0 {
		return false
	}
	_, same := a.measuresAlike(st.Text)
	return same
}

// opensWith reports whether a subject is the first word of a statement that says
// something, but for the case it begins with ("Dans les parties communes, ...").
func (a *plainQuery) opensWith(text string, s *topic) bool {
	openers := foldedSet(a.ofTexts("openers"))
	words := retrieval.Words(text, a.texts)
	if len(words) > 0 && openers[words[0].Fold] {
		_, text, _ = strings.Cut(text, ",")
		words = retrieval.Words(text, a.texts)
	}
	first := slices.IndexFunc(words, func(w retrieval.Word) bool { return !w.Stop() })
	if first < 0 {
		return false
	}
	upTo := min(first+mostWords, len(words)) - 1 // "main courante" is one thing
	opening := bagIn(text[words[first].Start:words[upTo].End], a.texts)
	own := slices.ContainsFunc(s.terms, func(t string) bool { return opening[t] })
	return bagIn(words[first].Text, a.texts).has(s) || !own && opening.has(s)
}

// measuresAlike reports whether a text sets an amount of the same kind as one of the
// question, and whether the very same. What stands in a condition is not set.
func (a *plainQuery) measuresAlike(text string) (alike, same bool) {
	spans := ask.Conditions(a.question, text)
	for _, m := range a.measuresIn(text, a.texts) {
		if slices.ContainsFunc(spans, func(s [2]int) bool { return s[0] <= m.Start && m.Start < s[1] }) {
			continue
		}
		for _, n := range a.cases {
			sign, ok := n.Compare(m.Quantity)
			alike, same = alike || n.Dimension() == m.Dimension(), same || ok && sign == 0
		}
	}
	return alike, same
}

// askedDirection is whether a question asks for a least or a greatest amount in so many
// words; "" where it does not, or for both.
func (a *plainQuery) askedDirection(words []retrieval.Word) string {
	asked := ""
	for i := range words {
		if !words[i].Figure && !words[i].Framing {
			continue
		}
		switch direction, strict := ask.Bound(a.question, words[i].Text); {
		case direction == "" || strict || direction == asked:
		case asked != "":
			return ""
		default:
			asked = direction
		}
	}
	return asked
}

// boundsOtherwise reports whether a statement bounds to the other side alone than the one
// asked for, "au moins" where it was "maximale", or sets only under which condition
// something else is demanded.
func (a *plainQuery) boundsOtherwise(p *ask.Passage, st *ask.Statement) bool {
	if a.direction == "" || len(a.cases) > 0 {
		return false
	}
	if st.Row >= 0 {
		direction, strict := ask.Bound(a.question, p.Table.Caption+"\n"+strings.Join(p.Table.Header, "\n"))
		return direction != "" && !strict && direction != a.direction
	}
	list := a.measuresIn(st.Text, a.texts)
	bounds := func(as func(string) bool) bool {
		return slices.ContainsFunc(list, func(m plainMeasure) bool { return as(m.direction) })
	}
	other := func(d string) bool { return d != "" && d != a.direction }
	return bounds(other) && !bounds(func(d string) bool { return d == a.direction }) || a.measureConditional(st)
}

// measureConditional reports whether what the question measures stands in the conditions
// of a statement alone, and another measure with an amount outside of them.
func (a *plainQuery) measureConditional(st *ask.Statement) bool {
	spans, folded := ask.Conditions(a.question, st.Text), retrieval.Fold(st.Text)
	outside := func(at int) bool {
		return !slices.ContainsFunc(spans, func(s [2]int) bool { return s[0] <= at && at < s[1] })
	}
	if !slices.ContainsFunc(a.measuresIn(st.Text, a.texts), func(m plainMeasure) bool { return outside(m.Start) }) {
		return false
	}
	within, other := false, false
	for _, w := range retrieval.Words(folded, a.texts) {
		asked := w.Figure && slices.ContainsFunc(a.subjects, func(s topic) bool { return bagIn(w.Text, a.texts).has(&s) })
		if asked && outside(w.Start) {
			return false
		}
		within, other = within || asked, other || w.Figure && !w.Framing && outside(w.Start)
	}
	return within && other
}

// labelAsked reports whether a row is labelled with words of the question alone, and the
// question names what the table tells of it: it is the row of its case.
func (a *plainQuery) labelAsked(p *ask.Passage, row int, asked termBag) bool {
	said, labels, cells := false, ask.LabelColumns(p.Table), p.Table.Rows[row]
	if !a.tellsOf(p.Table, row, labels) {
		return false
	}
	for _, cell := range cells[:min(labels, len(cells))] {
		for _, w := range retrieval.Words(cell, a.texts) {
			switch {
			case w.Number:
				return false
			case w.Stop():
			case !inBag(asked, &w):
				return false
			default:
				said = true
			}
		}
	}
	return said
}

// tellsOf reports whether the caption or a column that is no label speaks of a subject
// that the labels of a row do not.
func (a *plainQuery) tellsOf(t *retrieval.Table, row, labels int) bool {
	cells := t.Rows[row]
	label := bagIn(strings.Join(cells[:min(labels, len(cells))], "\n")+"\n"+strings.Join(t.Header[:min(labels, len(t.Header))], "\n"), a.texts)
	told := bagIn(t.Caption+"\n"+strings.Join(t.Header[min(labels, len(t.Header)):], "\n"), a.texts)
	return slices.ContainsFunc(a.subjects, func(s topic) bool { return told.has(&s) && !label.has(&s) })
}
