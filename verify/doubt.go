package verify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/verify/understand"
)

// A value complies only when its element is understood. A word that says
// which thing is meant makes it another thing: "barandilla de cuna", "rampa de
// esquí". So each word attached to the head must be explained: by the name of a
// thing that has to do with it, by a circumstance that matters here, or by the
// vocabulary. That a value fails stands beside a word that nothing explains; a
// warning names it.

// understood reports whether the element's text is; it names the words that keep
// it from being so.
func (d *decision) understood() bool {
	r := &d.element
	asked := d.askedFacts()
	if other := r.otherThing(asked); other != "" {
		d.warn(msgBlocked, other)
		return false
	}
	if strange := d.looselySaid(asked); strange != "" {
		d.warn(msgUnexplained, strange)
		return false
	}
	if other := d.foreignWhole(); other != "" {
		d.warn(msgNotUnderstood, other)
		return false
	}
	for start := 0; start < len(r.Words); {
		end := start
		for end < len(r.Words) && r.Words[end].Clause == r.Words[start].Clause {
			end++
		}
		strange, known := d.strange(r, start, end, asked)
		if d.contradictsPlace(r, start, end, r.textsOf(strange)) || !d.takeStrange(start, end, strange, known) {
			return false
		}
		start = end
	}
	return true
}

// takeStrange settles what the words of a clause, words[start:end] of the element, that
// nothing explains keep from being said. Beside the thing's name, where another thing or a
// part is named, and in a clause that says nothing known they are doubted: only that a value
// fails stands. In any other they keep it from being said that it passes. It is false where a
// known thing that has nothing to do with this one hangs on its name: "puerta de armario".
func (d *decision) takeStrange(start, end int, strange []int, known bool) bool {
	r := &d.element
	first := &r.Words[start]
	own := first.Clause == r.headClause()
	apart := first.Keyed && !own && !d.asksAfter(first)
	doubtful := own || !known || r.namesPart(start, end)
	for _, i := range strange {
		if own && r.attachment(i) == attribute && r.explains(i, isElement) {
			d.warn(msgNotUnderstood, r.Words[i].Text)
			return false
		}
		text := r.Words[i].Text
		d.asides = append(d.asides, text)
		switch {
		case apart, !own && !r.namesPart(start, end) && r.callsQuantity(i):
		case doubtful:
			d.doubted = append(d.doubted, text)
		default:
			d.unsure = append(d.unsure, text)
		}
	}
	return true
}

// callsQuantity reports whether words[i] is the symbol of a quantity that stands behind it with
// its unit: "Em 500 lx". Such a word makes no other thing of what it stands beside.
func (r *reading) callsQuantity(i int) bool {
	first, _ := utf8.DecodeRuneInString(r.Words[i].Text)
	if !unicode.IsUpper(first) || utf8.RuneCountInString(r.Words[i].Text) > longestSymbol || i+1 == len(r.Words) {
		return false
	}
	number := &r.Words[i+1]
	return number.Number != nil && !number.Unit.IsZero() && number.Link == "" && number.Chunk == r.Words[i].Chunk
}

// longestSymbol is the most letters the symbol of a quantity has.
const longestSymbol = 3

// textsOf returns words of the text as they were written.
func (r *reading) textsOf(words []int) []string {
	list := make([]string, len(words))
	for k, i := range words {
		list[k] = r.Words[i].Text
	}
	return list
}

// asksAfter reports whether the key of a pair says which thing is meant ("type: cot"), or
// what the rules ask whether it is there ("lift: permit pending"). A value that nothing
// explains is no aside there, as in "tap: single lever".
func (d *decision) asksAfter(key *understand.Word) bool {
	words := d.v.wordsOf(d.v.tongues.With(key.Text, true), "")
	asked := func(h understand.Hit) bool {
		return slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return isFact(s) && d.askedFacts().has(s.Fact) })
	}
	return d.v.tongues.Key(key.Fold) == "kinds" || slices.ContainsFunc(d.v.lexicon.Scan(words), asked)
}

// foreignWhole returns what the measured part is said to be a part of, when it is
// none of what its concept allows: "tabica de forjado" is no part of a stair.
func (d *decision) foreignWhole() string {
	r := &d.element
	own := d.v.concepts["element "+d.subject]
	if len(own.Of) == 0 {
		return ""
	}
	for _, h := range r.hits {
		if h.Start == 0 || h.Negated || !h.Is(understand.ElementSense) || r.Words[h.Start].Opener != understand.LinkWord || r.Words[h.Start].Clause != r.headClause() || r.explains(h.Start, func(s understand.Sense) bool {
			return s.Kind == understand.FactSense && !s.Hint && d.askedFacts().has(s.Fact)
		}) {
			continue
		}
		allowed := slices.ContainsFunc(h.Senses, func(s understand.Sense) bool {
			return slices.ContainsFunc(d.v.broader(s.ID), func(id string) bool { return slices.Contains(own.Of, id) })
		})
		if allowed {
			return "" // what follows is about the whole
		}
		return r.wording(h)
	}
	return ""
}

// looselySaid returns a word of the parameter that says something no rule asks for: a
// circumstance, or what the vocabulary knows of another regulation, language, or thing ("height
// of the slate"); "" when there is none.
func (d *decision) looselySaid(asked factSet) string {
	r := &d.parameter
	for i, w := range r.Words {
		if w.Neutral || w.Number != nil || w.Role != understand.PlainWord {
			continue
		}
		explained := r.explains(i, func(s understand.Sense) bool {
			switch {
			case isContext(s):
				return w.Link == "" && d.tells(r, i, s, asked)
			case isFact(s):
				return d.matters(r, i, s, asked)
			}
			return true
		})
		if !explained && r.explains(i, func(s understand.Sense) bool { return isFact(s) || isContext(s) }) {
			return w.Text
		}
	}
	return ""
}

// otherThing returns a wording that contains a name and means something else;
// "" when there is none. A circumstance of the same words takes it back where it
// is asked for: at a "hueco de escalera" barriers are lower, but it is no window.
// Before the rules are known, asked is nil and every circumstance does.
func (r *reading) otherThing(asked factSet) string {
	for _, h := range r.hits {
		if h.Negated || !slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return s.Kind == understand.NotSense }) {
			continue
		}
		if !r.explains(h.Start, func(s understand.Sense) bool {
			return s.Kind == understand.FactSense && (asked == nil || asked.has(s.Fact))
		}) {
			return r.wording(h)
		}
	}
	return ""
}

// headClause returns the clause of the thing the text is about.
func (r *reading) headClause() int {
	for _, h := range r.hits {
		if h.Is(understand.ElementSense) && !h.Negated {
			return r.Words[h.Start].Clause
		}
	}
	return 0
}

// strange returns which of words[start:end] of the element nothing explains, and whether
// something explains any of the others.
func (d *decision) strange(r *reading, start, end int, asked factSet) (list []int, known bool) {
	for i := start; i < end; i++ {
		w := &r.Words[i]
		switch {
		case w.Is(understand.Negates) && end-start == 1: // "exit, no!"
			list = append(list, i)
		case w.Neutral || w.Is(understand.Negates) || w.Role != understand.PlainWord:
		case d.datedBy(r, i):
			known = true
		case w.Number != nil || w.IsName() || i > 0 && r.Words[i-1].Is(understand.Brand) || w.Is(understand.NamesDimension):
			known = true
		case r.explains(i, func(s understand.Sense) bool { return d.tells(r, i, s, asked) }), len(d.v.namedBy["element "+d.subject][w.Stem]) > 0:
			known = true
		default:
			list = append(list, i)
		}
	}
	return list, known
}

// tells reports whether one sense of a wording explains words[i] of the element.
// Context counts in the language of the text: "cara" is a side in one, and no car
// in another.
func (d *decision) tells(r *reading, i int, s understand.Sense, asked factSet) bool {
	switch s.Kind {
	case understand.FactSense:
		return d.matters(r, i, s, asked)
	case understand.ContextSense:
		return (r.lang == "" || s.Lang == r.lang) && (s.ID == "" || d.asksOf(s.ID)) && !d.headsText(r, i)
	case understand.ElementSense:
		return d.relates(s.ID) || d.placed(r, i, s)
	case understand.ParameterSense:
		return s.ID == d.measure.ID || d.ruled(s.ID) || r.attachment(i) == company
	case understand.NotSense, understand.CountSense: // says that it is another thing, or how many are asked for
	}
	return false
}

// headsText reports whether words[i] names the thing that the text begins with, and the measured
// one is named behind it alone: "calle de acceso, tramo recto" is about a street, which no
// vocabulary makes a stair.
func (d *decision) headsText(r *reading, i int) bool {
	return !slices.Contains(r.heads, d.subject) && slices.ContainsFunc(r.hits, func(h understand.Hit) bool {
		return h.Start <= i && i < h.End && names(h, r.heads)
	})
}

// placed reports whether the other thing that words[i] names leaves the measured
// one what it is: it is what that one has ("con ducha"), or where it stands, as
// far as a text with rules about the one speaks of the other. Roads are nothing
// the texts about guardrails speak of: "barrera en carretera" is another thing.
func (d *decision) placed(r *reading, i int, s understand.Sense) bool {
	switch r.attachment(i) {
	case company:
		return true
	case site:
		return d.stands(s.ID)
	case attribute:
	}
	return !slices.Contains(d.element.heads, d.subject) && slices.Contains(d.element.heads, s.ID) && d.stands(s.ID)
}

// matters reports whether a circumstance said at words[i] explains the word: the
// rules ask for it, or a preposition sets it apart from the thing itself. "Hueco
// de ascensor" is no window, whatever lifts mean elsewhere.
func (d *decision) matters(r *reading, i int, s understand.Sense, asked factSet) bool {
	return asked.has(s.Fact) || r.Words[i].Opener == understand.Preposition
}

// single reports whether the text is about one thing only. "Fachada y cubierta"
// are two, and what holds for the first may not hold for the other.
func (d *decision) single() bool {
	r := &d.element
	if other := d.secondThing(); other != "" {
		d.warn(msgNotUnderstood, other)
		return false
	}
	own := d.candidates(d.subject)
	named := d.parameter.named(d.mayMeasure)
	for _, h := range r.hits {
		if !h.Is(understand.ElementSense) || h.Negated || h.Start == 0 || !r.Words[h.Start-1].Joins() || r.Words[h.Start].Clause != r.headClause() {
			continue
		}
		for _, s := range h.Senses {
			others := slices.ContainsFunc(d.candidates(s.ID), func(rule *rule) bool { return !slices.Contains(own, rule) })
			if others && len(named) == 0 {
				d.warn(msgTwoElements, strings.Join(d.labels("element", []string{d.subject, s.ID}), ", "))
				return false
			}
		}
	}
	return true
}

// consistent reports whether the text agrees with the value: it does not when it
// says that what is said to be there is missing, or gives the measured dimension
// another value.
func (d *decision) consistent() bool {
	r := &d.element
	if d.question.unit.IsBoolean() {
		for _, id := range d.parameter.elements {
			denied := slices.ContainsFunc(r.denied, func(other string) bool { return d.sameThing(id, other) })
			if denied && d.question.value.Sign() != 0 {
				d.warn(msgContradiction, d.check.Element)
				return false
			}
		}
		return true
	}
	asked := d.askedFacts()
	for i := range r.Words {
		w := &r.Words[i]
		if w.Number == nil || w.Unit.IsZero() || d.isValue(w) || !d.measures(r.dimensionOf(i)) {
			continue
		}
		if !r.explains(i, func(s understand.Sense) bool { return s.Kind == understand.FactSense && asked.has(s.Fact) }) {
			d.warn(msgContradiction, w.Text)
			return false
		}
	}
	return !d.unexplained()
}

// sameThing reports whether two elements share a rule of the measured parameter.
func (d *decision) sameThing(a, b string) bool {
	rules := d.candidates(b)
	return a == b || slices.ContainsFunc(d.candidates(a), func(r *rule) bool { return slices.Contains(rules, r) })
}

// measures reports whether the measured parameter is called by a dimension.
func (d *decision) measures(stem string) bool {
	return stem != "" && slices.ContainsFunc(d.parameter.Words, func(w understand.Word) bool { return w.Stem == stem })
}
