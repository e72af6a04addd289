package verify

import (
	"reflect"
	"slices"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

// build makes a rule of each match. It returns the warnings about those of which
// a figure cannot be computed.
func (b *textRules) build(matches []*textMatch) []string {
	var warnings []string
	for _, m := range matches {
		l := m.limit
		rule := &textRule{match: m, doubts: l.Doubts}
		rule.Require = l.require
		if m.partial {
			rule.doubts = append(slices.Clone(rule.doubts), speaker{l.words.lang, l.words.tongues}.say(msgOtherCases))
		}
		if l.Per != nil && !b.multiply(rule) {
			text := speaker{l.words.lang, l.words.tongues}.say(msgCountMissing, l.Per.Of)
			if !slices.Contains(warnings, text) {
				warnings = append(warnings, text)
			}
			continue
		}
		b.settle(rule)
		if about := b.r.about(l.ref); about != "" {
			rule.Extras = append(rule.Extras, Extra{Text: b.text(about)})
		}
		if l.implied && !l.isDuty() {
			rule.notes = append(rule.notes, speaker{l.words.lang, l.words.tongues}.say(msgImplied, b.r.d.check.Parameter))
		}
		for _, c := range m.whens {
			when := b.circumstance(c)
			for _, f := range b.facts {
				b.settings[f.ID] = b.settings[f.ID] || c.setting && when.asks(f.ID)
			}
			rule.When = appendCondition(rule.When, when)
		}
		for _, c := range l.unlesses {
			exception := b.circumstance(c)
			for _, f := range b.facts {
				b.excepts[f.ID] = b.excepts[f.ID] || exception.asks(f.ID)
			}
			rule.Unless = appendCondition(rule.Unless, exception)
		}
		for _, p := range l.Phrases {
			if p.Role == AlsoRole {
				rule.Extras = append(rule.Extras, Extra{Text: b.text(squeeze(p.Text))})
			}
		}
		b.rules = append(b.rules, rule)
	}
	b.alternatives()
	b.assume()
	return append(warnings, b.dropSideless()...)
}

// dropSideless leaves out the rules of which nothing tells the side. What is left
// may make a value fail, and never pass.
func (b *textRules) dropSideless() []string {
	var sections []*textLimit
	b.rules = slices.DeleteFunc(b.rules, func(r *textRule) bool {
		if r.sideless {
			sections = append(sections, r.match.limit)
		}
		return r.sideless
	})
	if len(sections) == 0 {
		return nil
	}
	b.sideless = true
	return []string{speaker{b.r.words.lang, b.r.words.tongues}.say(msgSideless, sectionsOf(sections))}
}

// assume takes it that an exception stated in words does not hold where nobody
// says so, as it is the reading no writer would mention; the verdict says that it
// did. Where another limit holds under it, it stays open. So does the setting a
// title names ("Piscinas"): who checks a thing in it says so.
func (b *textRules) assume() {
	for i := range b.facts {
		f := &b.facts[i]
		if f.Kind != BooleanFact || !b.known[i].unknown() || !b.excepts[f.ID] && !b.settings[f.ID] {
			continue
		}
		used := slices.ContainsFunc(b.rules, func(r *textRule) bool {
			return slices.ContainsFunc(r.When, func(c Condition) bool { return c.asks(f.ID) })
		})
		if !used || b.settings[f.ID] {
			f.Default = "false"
			b.known[i] = knowledge{origin: byDefault, texts: []string{"false"}}
		}
	}
}

// asks reports whether a condition turns on a fact.
func (c Condition) asks(fact string) bool {
	inner := func(other Condition) bool { return other.asks(fact) }
	return c.Fact == fact || c.Not != nil && c.Not.asks(fact) || slices.ContainsFunc(c.All, inner) || slices.ContainsFunc(c.Any, inner)
}

// appendCondition leaves out what says nothing.
func appendCondition(list []Condition, c Condition) []Condition {
	if c.Fact == "" && c.Not == nil && len(c.All)+len(c.Any) == 0 {
		return list
	}
	if slices.ContainsFunc(list, func(have Condition) bool { return reflect.DeepEqual(have, c) }) {
		return list
	}
	return append(list, c)
}

// multiply works out a figure that is for each so many of something; false when
// nobody said how many there are.
func (b *textRules) multiply(rule *textRule) bool {
	l := rule.match.limit
	every, err := quantity.ParseNumber(l.Per.Count)
	if err != nil || l.require.Value.Number == nil {
		return false
	}
	unit := quantity.Unit{}
	if l.Per.Unit != "" {
		if unit, err = quantity.ParseUnitIn(l.Per.Unit, l.words.lang); err != nil {
			return false
		}
		if unit.Kind() == countKind {
			unit = quantity.Unit{} // what is counted is a word
		}
	}
	about := termsOf(l.words.tokens(l.words.tongues.phrase(l.Per.Of, l.words.lang), false))
	if b.r.perEach(about) {
		return true // the value is for each as well
	}
	said := b.r.number(&numberCondition{about: about, unit: unit})
	count, exact := said.span.exact()
	if said.unknown() || !exact {
		return false
	}
	share, ok := count.Quo(every)
	if !ok {
		return false
	}
	if l.Per.Fraction && !share.IsInt() {
		share = ceiling(share)
	}
	product := share.Mul(*l.require.Value.Number)
	rule.Require.Value = Bound{Number: &product}
	return true
}

// perEach reports whether the parameter says that the value is for each of what
// terms name: "extract rate per machine".
func (r *textRequest) perEach(terms []term) bool {
	found := r.words.tongues.patterns.each.FindStringSubmatch(r.d.check.Parameter)
	if found == nil || len(terms) == 0 {
		return false
	}
	said := termsOf(r.words.tokens(r.words.tongues.phrase(found[1], r.words.lang), false))
	return len(said) > 0 && !slices.ContainsFunc(terms, func(id term) bool { return id == noTerm || !slices.Contains(said, id) })
}

// ceiling returns the least whole number that is not below n.
func ceiling(n quantity.Number) quantity.Number {
	whole := quantity.NewNumber(int64(n.Float()), 1)
	if whole.Cmp(n) < 0 {
		whole = whole.Add(quantity.NewNumber(1, 1))
	}
	return whole
}

// alternatives settles which of the limits of one group gives way: the general
// one to one for a circumstance, a wider range to a narrower one, "all other
// cases" to each case named.
func (b *textRules) alternatives() {
	b.keepBounds()
	whens := make([][]Condition, len(b.rules))
	for i, rule := range b.rules {
		whens[i] = rule.When
	}
	for i, rule := range b.rules {
		for k, other := range b.rules {
			if i == k || !sameGroup(rule, other) || bound(rule.Require.Op) != bound(other.Require.Op) || len(whens[k]) == 0 {
				continue
			}
			general := len(whens[i]) == 0
			if rule.match.rest && !other.match.rest || general && !rule.match.rest || narrower(whens[k], whens[i]) {
				rule.Unless = appendCondition(rule.Unless, allConditions(whens[k]))
			}
		}
	}
}

// keepBounds gives a limit that replaces one bound of a range under an exception
// the other bound of that range: "13 cm como mínimo y 18,5 cm como máximo, excepto
// ..., en cuyo caso 17,5 cm como máximo".
func (b *textRules) keepBounds() {
	for _, whole := range b.rules {
		if whole.Require.Op != Between {
			continue
		}
		for _, part := range b.rules {
			side := bound(part.Require.Op)
			if part == whole || !sameGroup(part, whole) || side == Equality || side == Boolean || !part.Require.Unit.Equal(whole.Require.Unit) ||
				!slices.ContainsFunc(whole.Unless, func(c Condition) bool { return reflect.DeepEqual(c, allConditions(part.When)) }) {
				continue
			}
			own := part.Require.Value
			part.Require = Requirement{Op: Between, Min: whole.Require.Min, Max: whole.Require.Max, Unit: whole.Require.Unit}
			if side == Maximum {
				part.Require.Max = own
			} else {
				part.Require.Min = own
			}
		}
	}
}

func sameGroup(a, b *textRule) bool {
	x, y := a.match.limit, b.match.limit
	return x.block == y.block && x.Group == y.Group
}

func allConditions(list []Condition) Condition {
	if len(list) == 1 {
		return list[0]
	}
	return Condition{All: list}
}

// narrower reports whether a holds only where b does, both being one comparison
// of the same quantity, and not the other way round.
func narrower(a, b []Condition) bool {
	if len(a) != 1 || len(b) != 1 || a[0].Fact != b[0].Fact || a[0].Fact == "" {
		return false
	}
	sign := a[0].Value.Cmp(b[0].Value)
	switch {
	case a[0].Op[0] != b[0].Op[0]:
		return false
	case a[0].Op[0] == '<':
		return sign < 0 || sign == 0 && a[0].Op == "<" && b[0].Op == "<="
	case a[0].Op[0] == '>':
		return sign > 0 || sign == 0 && a[0].Op == ">" && b[0].Op == ">="
	}
	return false
}
