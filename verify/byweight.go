package verify

import (
	"slices"

	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// byNames finds what is measured of which element by what they are called, and the rules
// that take part.
func (d *decision) byNames() ([]*rule, bool) {
	if !d.identifyRuled() {
		return nil, false
	}
	d.traceQuestion()
	list, ok := d.rules()
	d.traceRules(list)
	d.readLabels()
	return list, ok && d.understood() && d.single() && d.consistent()
}

// byWeight finds them by the weight of the words where names do not tell. Words that
// nothing explains are doubted: only that a value fails stands.
func (d *decision) byWeight() ([]*rule, bool) {
	pair, ok := d.likeliest()
	if !ok {
		return nil, false
	}
	d.measure, d.subject = d.v.concepts["parameter "+pair.Parameter], pair.Element
	d.question.rel, d.element.heads, d.weighed = d.measure.Relation, []string{pair.Element}, true
	d.traceQuestion()
	list, ok := d.rules()
	if !ok {
		return nil, false
	}
	d.traceRules(list)
	d.readLabels()
	asked := d.askedFacts()
	if d.element.otherThing(asked) != "" || d.parameter.otherThing(asked) != "" {
		return nil, false
	}
	d.doubtUnlike(pair, asked)
	if d.listing == nil {
		d.warn(msgReadAs, d.text(d.measure.Label), d.text(d.v.concepts["element "+d.subject].Label))
	}
	return list, d.consistent()
}

// likeliest returns the pair a check is about by the weight of its words, where that is sure.
func (d *decision) likeliest() (rules.Subject, bool) {
	if len(d.v.wordings) == 0 {
		return rules.Subject{}, false
	}
	x := d.v.wordIndex()
	text := x.read(&d.element, &d.parameter)
	list := x.likeliest(text, d.fitsUnit)
	if len(list) == 0 || !list[0].sure(text) {
		return rules.Subject{}, false
	}
	return list[0].Subject, true
}

// fitsUnit reports whether a rule about a pair can be held against the unit.
func (d *decision) fitsUnit(of rules.Subject) bool {
	q := d.question
	q.rel = d.v.concepts["parameter "+of.Parameter].Relation
	return slices.ContainsFunc(d.v.about(of), func(r *rule) bool { return isLimit(r) && q.fits(r) })
}

// doubtUnlike doubts the words that neither concept of a pair has, nor a circumstance that
// is asked for: of the parameter each other one ("canto inferior"), of the element those
// that nothing which may stand beside it explains.
func (d *decision) doubtUnlike(pair rules.Subject, asked factSet) {
	x := d.v.wordIndex()
	doubt := func(r *reading, told func(i int) bool) {
		for i := range r.Words {
			w := &r.Words[i]
			weighs := w.Weighs() || w.Number == nil && r.explains(i, isContext)
			if weighs && !x.has("element "+pair.Element, w.Stem) && !x.has("parameter "+pair.Parameter, w.Stem) && !told(i) {
				d.doubted = append(d.doubted, w.Text)
			}
		}
	}
	doubt(&d.element, func(i int) bool {
		return d.element.Words[i].IsName() || d.element.explains(i, func(s understand.Sense) bool { return d.tells(&d.element, i, s, asked) })
	})
	doubt(&d.parameter, func(i int) bool {
		return d.parameter.explains(i, func(s understand.Sense) bool { return isFact(s) && asked.has(s.Fact) })
	})
}

func isContext(s understand.Sense) bool { return s.Kind == understand.ContextSense }
