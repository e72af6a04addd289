package verify

import (
	"slices"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// Told is what a question tells: of circumstances, and of the value that is asked about.
type Told struct {
	Quantities map[string]Value // circumstances stated by a number in so many words, by id
	Wordings   []string         // of the other circumstances, as they were written
	Figures    []Figure         // numbers with a unit that tell no circumstance
	Elsewhere  []Figure         // those that tell one which nothing about the pair turns on: "20 m of pipe" is a diameter
}

// Figure is a number that may be the value a check is about.
type Figure struct {
	Value, Unit string // no unit of one that stands behind the parameter: "U de 2,0"
	Named       bool   // a measure stands beside it that it is one of: "5 m de ancho"
}

// Told reads what a question about a pair tells. What it denies or leaves open is
// left out, and a number that is said of the parameter itself is no circumstance: "una
// altura de 60 cm".
func (p *Pairs) Told(country geo.ID, question string, of rules.Subject) Told {
	out := Told{Quantities: make(map[string]Value)}
	book := p.books[country]
	if book == nil {
		return out
	}
	r := book.read(question)
	t := toldReader{book, &r, of.Parameter, &out, make(map[*understand.Word]bool), make(map[string]bool), book.turns(of)}
	for _, h := range r.hits {
		t.take(h)
	}
	for id := range t.twice {
		delete(out.Quantities, id)
	}
	for i := range r.Words {
		w := &r.Words[i]
		if w.Number == nil || t.taken[w] || w.Unit.IsZero() && !t.follows(i) {
			continue
		}
		if n, ok := w.Number.Exact(); ok {
			out.Figures = append(out.Figures, Figure{n.String(), w.Unit.String(), t.named(i)})
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
	taken map[*understand.Word]bool // numbers that tell a circumstance
	twice map[string]bool           // circumstances that are told two values
	turns factSet                   // what the rules about the pair turn on; nil where none is given
}

// turns are the facts that what is required of a pair turns on.
func (v *rulebook) turns(of rules.Subject) factSet {
	var out factSet
	for _, r := range v.about(of) {
		out = append(out, r.turns...)
	}
	return out
}

func (t *toldReader) take(h understand.Hit) {
	if h.Negated || h.Doubtful || h.Hints() || !isFact(h.Senses[0]) {
		return
	}
	f := t.v.facts[h.Senses[0].Fact]
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
	t.taken[h.Value] = true
	if n, exact := h.Value.Number.Exact(); exact && t.turns != nil && !t.turns.has(f.index) {
		if figure := (Figure{n.String(), h.Value.Unit.String(), true}); !slices.Contains(t.out.Elsewhere, figure) {
			t.out.Elsewhere = append(t.out.Elsewhere, figure)
		}
	}
	if _, have := t.out.Quantities[f.ID]; have {
		t.twice[f.ID] = true
	}
	t.out.Quantities[f.ID] = value
}

// besideFigure is how many words around a number the measure stands that it is one of.
const besideFigure = 2

// named reports whether another measure than the one asked about is named beside the
// number at a place.
func (t *toldReader) named(at int) bool {
	return slices.ContainsFunc(t.r.hits, func(h understand.Hit) bool {
		return h.Is(understand.ParameterSense) && !slices.ContainsFunc(h.Senses, t.isAskedSense) && h.Start <= at+besideFigure && h.End > at-besideFigure
	})
}

// follows reports whether the number at a place stands behind the name of the parameter
// that is asked about, with one word between them at most: "U de 2,0".
func (t *toldReader) follows(at int) bool {
	return slices.ContainsFunc(t.r.hits, func(h understand.Hit) bool {
		return slices.ContainsFunc(h.Senses, t.isAskedSense) && h.End <= at && h.End >= at-1
	})
}

func (t *toldReader) isAskedSense(s understand.Sense) bool {
	return s.Kind == understand.ParameterSense && s.ID == t.of
}

// isAsked reports whether a wording is said of the parameter that is asked about.
func (t *toldReader) isAsked(h understand.Hit) bool {
	return slices.ContainsFunc(t.r.hits, func(other understand.Hit) bool {
		return other.Start < h.End && h.Start < other.End && slices.ContainsFunc(other.Senses, t.isAskedSense)
	})
}

// exactly is the one number a wording gives a quantity.
func (f *fact) exactly(h understand.Hit) (Value, bool) {
	if h.Value == nil || h.Value.Number == nil || h.Value.Part {
		return Value{}, false
	}
	bounds, ok := f.measure(*h.Value)
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
