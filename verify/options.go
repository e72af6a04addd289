package verify

import "github.com/reglookup/regengine/verify/rules"

// What the rules of one check ask of a fact is mostly a small part of what all
// rules loaded ask of it. Values are told apart by the former alone: a check is
// no more work for what other texts ask.

// variants is the values of a fact that the rules of a check tell apart.
type variants struct {
	fact    int
	options []knowledge
}

// options returns one knowledge for each value of a fact worth telling apart
// here.
func (w *walk) options(index int) []knowledge {
	for i := range w.choices {
		if w.choices[i].fact == index {
			return w.choices[i].options
		}
	}
	f := w.v.facts[index]
	here := &fact{Fact: f.Fact, index: index}
	for _, r := range w.rules {
		here.heed(r.when)
		here.heed(r.unless)
		for _, v := range []*value{&r.value, &r.min, &r.max} {
			here.heedValue(v)
		}
	}
	for _, together := range w.impossible {
		here.heed(together)
	}
	if len(here.asked) == 0 && !here.measured {
		here = f
	}
	out := here.options(w.world[index])
	w.choices = append(w.choices, variants{index, out})
	return out
}

// heed notes what conditions ask of f.
func (f *fact) heed(list []condition) {
	for i := range list {
		c := &list[i]
		switch {
		case c.not != nil:
			f.heed([]condition{*c.not})
		case c.all != nil:
			f.heed(c.all)
		case c.any != nil:
			f.heed(c.any)
		case c.fact != f.index:
		default:
			f.note(*c)
		}
	}
}

// note adds one condition to what is asked of f.
func (f *fact) note(c condition) {
	if f.Kind == rules.QuantityFact {
		f.addThreshold(c.value)
	}
	for _, text := range c.texts {
		f.addText(text)
	}
	f.asked = append(f.asked, c)
}

// heedValue notes what a value asks of f.
func (f *fact) heedValue(v *value) {
	if v.formula != nil {
		for _, index := range v.formula.facts {
			f.measured = f.measured || index == f.index
		}
	}
	if v.table == nil {
		return
	}
	for i := range v.table.cells {
		if v.table.fact == f.index {
			f.ask(v.table.Match, v.table.Cells[i])
		}
		f.heedValue(&v.table.cells[i])
	}
}
