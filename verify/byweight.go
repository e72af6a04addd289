package verify

import (
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// byNames finds what is measured of which element by what they are called, and the rules
// that take part. told is whether names tell what that is, understood or not.
func (d *decision) byNames() (list []*rule, told, ok bool) {
	if !d.identifyRuled() {
		return nil, d.element.otherThing(nil)+d.parameter.otherThing(nil) != "", false
	}
	d.traceQuestion()
	list, ok = d.rules()
	d.traceRules(list)
	d.readLabels()
	return list, ok, ok && d.understood() && d.single() && d.consistent()
}

// byWeight finds them by the weight of the words where names do not tell. Words that
// nothing explains are doubted: only that a value fails stands.
func (d *decision) byWeight() ([]*rule, bool) {
	pair, ok := d.likeliest()
	if !ok {
		return nil, false
	}
	d.measure, d.subject = d.v.concepts["parameter "+pair.Parameter], pair.Element
	d.question.rel, d.weighed = d.measure.Relation, true
	if d.namesAnother(pair.Element) {
		d.doubted = append(d.doubted, d.check.Element)
	}
	d.element.heads = []string{pair.Element}
	d.traceQuestion()
	list, ok := d.rules()
	if !ok {
		return nil, false
	}
	d.traceRules(list)
	measured := func(w understand.Word) bool { return w.Number != nil && !d.isValue(&w) }
	if slices.ContainsFunc(d.parameter.Words, measured) || !d.v.wordIndex().has("element "+pair.Element, d.v.wordIndex().headIn(d.element.Words, d.lang)) {
		return nil, false
	}
	d.readLabels()
	asked := d.askedFacts()
	if d.element.otherThing(asked) != "" || d.parameter.otherThing(asked) != "" {
		return nil, false
	}
	d.doubtUnlike(pair, asked)
	if len(d.doubted) > 0 && d.namesOtherMeasure(pair.Parameter) {
		return nil, false
	}
	if d.listing == nil {
		d.warn(msgReadAs, d.text(d.measure.Label), d.text(d.v.concepts["element "+d.subject].Label))
	}
	return list, d.consistent()
}

// namesAnother reports whether the name of what the text is about is one of another thing,
// neither the element nor a kind of it, or what it is a kind of.
func (d *decision) namesAnother(element string) bool {
	kin := func(id string) bool {
		return slices.Contains(d.v.broader(id), element) || slices.Contains(d.v.broader(element), id)
	}
	return len(d.element.heads) > 0 && !slices.ContainsFunc(d.element.heads, kin)
}

// namesOtherMeasure reports whether the parameter is the name of another measure, no word of
// which is of a name of this one: "thickness" is no height.
func (d *decision) namesOtherMeasure(measure string) bool {
	own := d.v.namedBy["parameter "+measure]
	return slices.ContainsFunc(d.parameter.hits, func(h understand.Hit) bool {
		words := slices.DeleteFunc(slices.Clone(d.parameter.Words[h.Start:h.End]), func(w understand.Word) bool { return !w.Weighs() })
		return len(words) > 0 && slices.ContainsFunc(h.Senses, func(s understand.Sense) bool { return s.Kind == understand.ParameterSense }) &&
			!slices.ContainsFunc(words, func(w understand.Word) bool { return len(own[w.Stem]) > 0 })
	})
}

// likeliest returns the pair a check is about by the weight of its words, where that is sure.
func (d *decision) likeliest() (rules.Subject, bool) {
	if len(d.v.wordings) == 0 {
		return rules.Subject{}, false
	}
	x := d.v.wordIndex()
	text := x.read(&d.element, &d.parameter)
	list := x.likeliest(text, d.unitFits())
	if len(list) == 0 || !list[0].sure(text) {
		return rules.Subject{}, false
	}
	return list[0].Subject, true
}

// unitFits returns what reports whether a rule about a pair can be held against the unit.
// Each unit of rules is tried once: there are few, and many pairs.
func (d *decision) unitFits() func(of rules.Subject) bool {
	tried := make(map[unitOfRules]bool)
	return func(of rules.Subject) bool {
		q := d.question
		q.rel = d.v.concepts["parameter "+of.Parameter].Relation
		return slices.ContainsFunc(d.v.about(of), func(r *rule) bool {
			unit := unitOfRules{r.Require.Op, r.Require.Unit.String(), q.rel}
			fits, ok := tried[unit]
			if !ok {
				fits = isLimit(r) && q.fits(r)
				tried[unit] = fits
			}
			return fits
		})
	}
}

// unitOfRules is what of a rule tells whether a unit can be held against it.
type unitOfRules struct {
	op   rules.Op
	unit string
	rel  quantity.Relation
}

// doubtUnlike doubts a text whose words, but for a circumstance that is asked for, do not
// all stand in one name or wording of what it is about: put together anew, they may be
// another measure ("canto inferior") or another thing. In a further clause it is enough that
// any has them. Of the element that holds for what nothing that may stand beside it explains.
func (d *decision) doubtUnlike(pair rules.Subject, asked factSet) {
	x := d.v.wordIndex()
	doubt := func(r *reading, concept string, told func(i int) bool) {
		var stems, texts []string
		head := x.headIn(r.Words, d.lang)
		for i := range r.Words {
			w := &r.Words[i]
			beside := w.Clause != r.Words[0].Clause && x.has(concept, w.Stem)
			if (w.Weighs() || w.Number == nil && r.explains(i, isContext)) && !beside && (w.Stem == head || !told(i)) {
				stems, texts = append(stems, w.Stem), append(texts, w.Text)
			}
		}
		if !x.hasOne(concept, head, stems) {
			d.doubted = append(d.doubted, texts...)
		}
	}
	doubt(&d.element, "element "+pair.Element, func(i int) bool { return d.element.Words[i].IsName() || d.standsBy(i, asked) })
	doubt(&d.parameter, "parameter "+pair.Parameter, func(int) bool { return false })
}

// standsBy reports whether words[i] of the element leaves it what it is: it tells a
// circumstance that is asked for, or is of the vocabulary, or another thing, and does not
// hang on the name.
func (d *decision) standsBy(i int, asked factSet) bool {
	r := &d.element
	if r.explains(i, isElement) {
		return r.attachment(i) != attribute
	}
	return r.explains(i, func(s understand.Sense) bool {
		return isFact(s) && asked.has(s.Fact) || isContext(s) && r.attachment(i) != attribute && d.tells(r, i, s, asked)
	})
}

func isContext(s understand.Sense) bool { return s.Kind == understand.ContextSense }
