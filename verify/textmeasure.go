package verify

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// withoutUnit leaves out the unit a caption says its figures are in: "anchura, en m".
// It is no word of the caption.
func (t *thesaurus) withoutUnit(text string) string {
	inUnit := t.tongues.patterns.inUnit
	return inUnit.ReplaceAllStringFunc(text, func(found string) string {
		if !t.isUnit(inUnit.FindStringSubmatch(found)[1]) {
			return found
		}
		return ""
	})
}

// unitAround returns the unit that the titles or headers of a bare figure give it.
func (l *textLimit) unitAround() string {
	for i := len(l.Phrases) - 1; i >= 0; i-- {
		switch p := l.Phrases[i]; p.Role {
		case ColumnRole, RowRole, CaptionRole, LeadRole, HeadingRole:
			for _, found := range l.words.tongues.patterns.inUnit.FindAllStringSubmatch(p.Text, -1) {
				if l.words.isUnit(found[1]) {
					return found[1]
				}
			}
		case MeasureRole, ThingRole, WhenRole, UnlessRole, RestRole, AlsoRole, NoteRole:
		}
	}
	return ""
}

// isUnit reports whether a word is a unit, and not what is counted.
func (t *thesaurus) isUnit(word string) bool {
	_, err := quantity.ParseUnitIn(word, t.lang)
	return err == nil && (len(word) <= 3 || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }))
}

// readFigures reads the numbers and the unit; false when they make no sense.
func (l *textLimit) readFigures() bool {
	l.require.Op = l.Op
	if l.isDuty() {
		return true
	}
	if l.Op == NoLimit {
		return false
	}
	var err error
	if l.unit, err = quantity.ParseUnitIn(cmp.Or(l.Unit, l.unitAround(), "ratio"), l.words.lang); err != nil {
		return false
	}
	l.require.Unit = l.unit
	for text, into := range map[string]*Bound{l.Value: &l.require.Value, l.Min: &l.require.Min, l.Max: &l.require.Max} {
		if text == "" {
			continue
		}
		n, err := quantity.ParseNumber(text)
		if err != nil {
			return false
		}
		into.Number = &n
	}
	for _, text := range l.Values {
		n, err := quantity.ParseNumber(text)
		if err != nil {
			return false
		}
		l.require.Values = append(l.require.Values, n)
	}
	if n := l.require.Value.Number; n != nil && l.unit.IsRatio() && l.Unit == "" && n.Cmp(quantity.NewNumber(2, 1)) > 0 && len(l.Doubts) == 0 {
		return false // no share; its unit was not understood
	}
	if l.Op == Between {
		return l.require.Min.Number != nil && l.require.Max.Number != nil
	}
	return l.require.Value.Number != nil || l.Op == OneOf && len(l.require.Values) > 0
}

// splitMeasure finds the thing in a measure that names it, where nothing else
// does: "anchura de cada tramo".
func (l *textLimit) splitMeasure() {
	t := l.words
	if l.isDuty() && len(l.measured) == 0 {
		l.measured, l.thing, l.heads, l.head = l.thing, nil, nil, noTerm // what must be there
		for i := range l.choices {
			l.choices[i].role = MeasureRole
		}
	}
	if len(l.thing) > 0 || l.isDuty() || len(t.measuresIn(l.measured)) == 0 {
		return
	}
	for _, id := range l.measured {
		if !t.isMeasure(id) && !t.isQualifier(id) && !slices.Contains(l.ends, id) {
			l.thing = append(l.thing, id)
		}
	}
	for _, id := range l.thing {
		if l.head == noTerm || int(l.head) >= t.known && int(id) < t.known && !t.tongues.headFirst[t.lang] {
			l.head = id
		}
	}
	l.heads = []term{l.head}
}

// readEnds notes what the measure lies between.
func (l *textLimit) readEnds(r *textReader, measure string) {
	found := l.words.tongues.patterns.between.FindStringSubmatch(measure)
	span := slices.ContainsFunc(termsOf(r.tokens(measure)), func(id term) bool {
		return slices.ContainsFunc(l.words.spans, func(s term) bool { return l.words.isA(id, s) })
	})
	if found != nil && !span {
		l.ends = unionTerms(l.ends, termsOf(r.tokens(found[1])))
	}
}

// findMeasures returns the measures named nearest to the figure, of those that are
// given in its unit: "2 dm³/s por m² de superficie" is a flow.
func (l *textLimit) findMeasures(r *textReader) []term {
	own := l.words.measuresIn(l.measured)
	if fitting := l.ofUnit(own); len(fitting) > 0 {
		return fitting
	}
	if l.unit.Kind() == countKind {
		return l.words.units[string(countKind)]
	}
	for i := len(l.Phrases) - 1; i >= 0; i-- {
		switch p := l.Phrases[i]; p.Role {
		case ColumnRole, CaptionRole, RowRole, LeadRole, HeadingRole, ThingRole:
			if fitting := l.ofUnit(l.words.measuresIn(termsOf(r.tokens(p.Text)))); len(fitting) > 0 {
				return fitting
			}
		case MeasureRole, WhenRole, UnlessRole, RestRole, AlsoRole, NoteRole:
		}
	}
	if back := l.ofUnit(l.words.measuresIn(l.conditionTerms())); len(back) > 0 && l.refersBack() {
		return back
	}
	if implied := l.words.units[string(l.unit.Kind())]; len(implied) > 0 || len(own) == 0 {
		l.implied = true
		return implied
	}
	return own
}

// refersBack reports whether a limit names neither thing nor measure, so that its
// circumstance tells them: "if the nosing protrudes, by no more than 25 mm".
func (l *textLimit) refersBack() bool {
	return len(l.choices) == 0 && len(l.whens) > 0 && len(l.headers) == 0
}

// conditionTerms returns the words of the circumstances, without those of figures
// they compare.
func (l *textLimit) conditionTerms() []term {
	var out []term
	for _, c := range l.whens {
		for _, p := range c.parts {
			for _, w := range p.words {
				if !w.denied && len(p.numbers) == 0 {
					out = unionTerms(out, []term{w.term})
				}
			}
		}
	}
	return out
}

// ofUnit leaves out what is never measured in the limit's unit.
func (l *textLimit) ofUnit(measures []term) []term {
	return slices.DeleteFunc(slices.Clone(measures), func(id term) bool {
		kinds := l.words.kinds[id]
		return l.Unit != "" && len(kinds) > 0 && !slices.Contains(kinds, string(l.unit.Kind()))
	})
}

// complete gives figures that a table prints bare the unit and bound they usually
// have. The extractor's doubts stay: such a limit lets nothing pass.
func (l *textLimit) complete() {
	if len(l.Doubts) == 0 || len(l.measures) != 1 {
		return
	}
	usual, ok := l.words.usual[l.measures[0]]
	if !ok {
		return
	}
	if unit, err := quantity.ParseUnitIn(usual.unit, l.words.lang); err == nil && l.Unit == "" {
		l.unit, l.require.Unit = unit, unit
	}
	if l.require.Op == Equal {
		l.require.Op = usual.op
	}
}

func (t *thesaurus) measuresIn(terms []term) []term {
	return slices.DeleteFunc(slices.Clone(terms), func(id term) bool { return !t.isMeasure(id) })
}
