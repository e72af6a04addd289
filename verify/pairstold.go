package verify

import (
	"slices"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

// Told is what a question tells: of circumstances, and of the value that is asked about.
type Told struct {
	Quantities map[string]Value // circumstances stated by a number in so many words, by id
	Wordings   []string         // of the other circumstances, as they were written
	Figures    []Figure         // numbers with a unit that tell no circumstance
}

// Figure is a number that may be the value a check is about.
type Figure struct{ Value, Unit string }

// Told reads what a question about a parameter tells. What it denies or leaves open is
// left out, and a number that is said of the parameter itself is no circumstance: "una
// altura de 60 cm".
func (p *Pairs) Told(country geo.ID, question, parameter string) Told {
	out := Told{Quantities: make(map[string]Value)}
	book := p.books[country]
	if book == nil {
		return out
	}
	r := book.v.read(question)
	t := toldReader{book.v, &r, parameter, &out, make(map[*word]bool), make(map[string]bool)}
	for _, h := range r.hits {
		t.take(h)
	}
	for id := range t.twice {
		delete(out.Quantities, id)
	}
	for i := range r.words {
		w := &r.words[i]
		if w.number == nil || w.unit.IsZero() || t.taken[w] {
			continue
		}
		if n, ok := w.number.Exact(); ok {
			out.Figures = append(out.Figures, Figure{n.String(), w.unit.String()})
		}
	}
	return out
}

// toldReader gathers what the wordings of a question tell.
type toldReader struct {
	v     *rulebook
	r     *reading
	of    string // the parameter that is asked about
	out   *Told
	taken map[*word]bool  // numbers that tell a circumstance
	twice map[string]bool // circumstances that are told two values
}

func (t *toldReader) take(h hit) {
	if h.negated || h.doubtful || h.hints() || !isFact(h.senses[0]) {
		return
	}
	f := t.v.facts[h.senses[0].fact]
	if f.Kind != rules.QuantityFact {
		if text := t.r.wording(h); !slices.Contains(t.out.Wordings, text) {
			t.out.Wordings = append(t.out.Wordings, text)
		}
		return
	}
	value, ok := f.exactly(h)
	if !ok || t.isAsked(h) {
		return
	}
	t.taken[h.value] = true
	if _, have := t.out.Quantities[f.ID]; have {
		t.twice[f.ID] = true
	}
	t.out.Quantities[f.ID] = value
}

// isAsked reports whether a wording is said of the parameter that is asked about.
func (t *toldReader) isAsked(h hit) bool {
	return slices.ContainsFunc(t.r.hits, func(other hit) bool {
		isIt := func(s sense) bool { return s.kind == parameterSense && s.id == t.of }
		return other.start < h.end && h.start < other.end && slices.ContainsFunc(other.senses, isIt)
	})
}

// exactly is the one number a wording gives a quantity.
func (f *fact) exactly(h hit) (Value, bool) {
	if h.value == nil || h.value.number == nil || h.value.part {
		return Value{}, false
	}
	bounds, ok := f.measure(*h.value)
	n, exact := bounds.Exact()
	if !ok || !exact {
		return Value{}, false
	}
	unit := f.Unit.String()
	if f.bare() {
		unit = ""
	}
	return QuantityValue(n.String(), unit), true
}
