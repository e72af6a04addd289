package verify

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// textRules turns the limits that are about a check into rules for it alone, with
// a fact for every circumstance they turn on.
type textRules struct {
	r     *textRequest
	facts []textFact
	rules []*textRule
}

// textFact is a circumstance of texts.
type textFact struct {
	rules.Fact
	known   knowledge
	terms   []term // what says it
	denies  bool   // its label is a denial
	half    bool   // the check says some of it
	excepts bool   // an exception of a text turns on it
	setting bool   // a title names it
}

// textRule is one limit as a rule.
type textRule struct {
	rules.Rule
	match  *textMatch
	doubts []string
}

// fact returns the fact with an id, declared by make when it is new.
func (b *textRules) fact(id string, terms []term, declare func() (rules.Fact, knowledge)) *textFact {
	for i := range b.facts {
		if b.facts[i].ID == id {
			return &b.facts[i]
		}
	}
	f, k := declare()
	f.ID = id
	b.facts = append(b.facts, textFact{Fact: f, known: k, terms: terms})
	return &b.facts[len(b.facts)-1]
}

func (b *textRules) text(s string) rules.Text { return rules.Text{b.r.words.lang: s} }

func (b *textRules) say(m message, args ...any) string {
	return speaker{b.r.words.lang, b.r.words.tongues}.say(m, args...)
}

// build makes a rule of each match.
func (b *textRules) build(matches []*textMatch) {
	for _, m := range matches {
		l := m.limit
		rule := &textRule{match: m, doubts: slices.Clone(l.Doubts)}
		rule.Require = l.require
		if m.partial {
			rule.doubts = append(rule.doubts, b.say(msgOtherCases))
		}
		if about := b.r.about(l.doc.ref); about != "" {
			rule.Extras = append(rule.Extras, rules.Extra{Text: b.text(about)})
		}
		for _, c := range m.whens {
			when := b.circumstance(c)
			for i := range b.facts {
				b.facts[i].setting = b.facts[i].setting || c.setting && when.Asks(b.facts[i].ID)
			}
			rule.When = appendCondition(rule.When, when)
		}
		for _, c := range l.unlesses {
			exception := b.circumstance(c)
			for i := range b.facts {
				b.facts[i].excepts = b.facts[i].excepts || exception.Asks(b.facts[i].ID)
			}
			rule.Unless = appendCondition(rule.Unless, exception)
		}
		for _, p := range l.Phrases {
			if p.Role == textlimits.AlsoRole {
				rule.Extras = append(rule.Extras, rules.Extra{Text: b.text(squeeze(p.Text))})
			}
		}
		b.rules = append(b.rules, rule)
	}
	b.alternatives()
	b.assume()
}

// assume takes it that an exception stated in words does not hold where nobody
// says so, as it is the reading no writer would mention; the verdict says that it
// did. Where another limit holds under it, it stays open. So does the setting a
// title names ("Piscinas"): who checks a thing in it says so.
func (b *textRules) assume() {
	for i := range b.facts {
		f := &b.facts[i]
		if f.Kind != rules.BooleanFact || !f.known.unknown() || !f.excepts && !f.setting {
			continue
		}
		used := slices.ContainsFunc(b.rules, func(r *textRule) bool {
			return slices.ContainsFunc(r.When, func(c rules.Condition) bool { return c.Asks(f.ID) })
		})
		if !used || f.setting {
			f.Default = "false"
			f.known = knowledge{origin: byDefault, texts: []string{"false"}}
		}
	}
}

// appendCondition leaves out what says nothing.
func appendCondition(list []rules.Condition, c rules.Condition) []rules.Condition {
	if c.Fact == "" && c.Not == nil && len(c.All)+len(c.Any) == 0 {
		return list
	}
	if slices.ContainsFunc(list, func(have rules.Condition) bool { return reflect.DeepEqual(have, c) }) {
		return list
	}
	return append(list, c)
}

// alternatives settles which of the limits of one group gives way: the general
// one to one for a circumstance; and of one group or list, a wider range to a narrower
// one, "all other cases" to each case named.
func (b *textRules) alternatives() {
	b.keepBounds()
	whens := make([][]rules.Condition, len(b.rules))
	for i, rule := range b.rules {
		whens[i] = rule.When
	}
	for i, rule := range b.rules {
		for k, other := range b.rules {
			together := sameGroup(rule, other)
			if i == k || !together && !sameList(rule.match.limit, other.match.limit) || bound(rule.Require.Op) != bound(other.Require.Op) || len(whens[k]) == 0 {
				continue
			}
			general := together && len(whens[i]) == 0
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
		for _, part := range b.rules {
			side := bound(part.Require.Op)
			if whole.Require.Op != rules.Between || part == whole || !sameGroup(part, whole) || side == rules.Equality || side == rules.Boolean || !part.Require.Unit.Equal(whole.Require.Unit) ||
				!slices.ContainsFunc(whole.Unless, func(c rules.Condition) bool { return reflect.DeepEqual(c, allConditions(part.When)) }) {
				continue
			}
			own := part.Require.Value
			part.Require = rules.Requirement{Op: rules.Between, Min: whole.Require.Min, Max: whole.Require.Max, Unit: whole.Require.Unit}
			if side == rules.Maximum {
				part.Require.Max = own
			} else {
				part.Require.Min = own
			}
		}
	}
}

// bound is the side an operator bounds.
func bound(op rules.Op) rules.Direction {
	switch op {
	case rules.Less, rules.AtMost:
		return rules.Maximum
	case rules.AtLeast, rules.Greater:
		return rules.Minimum
	case rules.MustBeTrue, rules.MustBeAbsent:
		return rules.Boolean
	case rules.Equal, rules.OneOf, rules.Between, rules.NoLimit:
	}
	return rules.Equality
}

func sameGroup(a, b *textRule) bool {
	x, y := a.match.limit, b.match.limit
	return x.block == y.block && x.Group == y.Group
}

func allConditions(list []rules.Condition) rules.Condition {
	if len(list) == 1 {
		return list[0]
	}
	return rules.Condition{All: list}
}

// narrower reports whether a holds only where b does, both being one comparison
// of the same quantity, and not the other way round.
func narrower(a, b []rules.Condition) bool {
	if len(a) != 1 || len(b) != 1 || a[0].Fact != b[0].Fact || a[0].Fact == "" || a[0].Op[0] != b[0].Op[0] {
		return false
	}
	sign := a[0].Value.Cmp(b[0].Value)
	switch a[0].Op[0] {
	case '<':
		return sign < 0 || sign == 0 && a[0].Op == "<" && b[0].Op == "<="
	case '>':
		return sign > 0 || sign == 0 && a[0].Op == ">" && b[0].Op == ">="
	}
	return false
}

// circumstance returns the condition that c holds.
func (b *textRules) circumstance(c circumstance) rules.Condition {
	var parts []rules.Condition
	for _, p := range c.parts {
		if each := b.part(p); len(each) == 1 {
			parts = append(parts, each[0])
		} else if len(each) > 1 {
			parts = append(parts, rules.Condition{All: each})
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return rules.Condition{Any: parts}
}

func (b *textRules) part(p circumstancePart) []rules.Condition {
	if p.place != "" {
		return []rules.Condition{b.place(p)}
	}
	var out []rules.Condition
	for i := range p.numbers {
		out = append(out, b.number(&p.numbers[i])...)
	}
	for _, denied := range []bool{false, true} {
		list := slices.DeleteFunc(slices.Clone(p.words), func(w saidTerm) bool { return w.denied != denied })
		if len(list) > 0 {
			out = append(out, b.stated(p, list, denied))
		}
	}
	return out
}

// stated is what words of a part state, or deny: one of several things that exclude each
// other, or all of them.
func (b *textRules) stated(p circumstancePart, list []saidTerm, denied bool) rules.Condition {
	open := slices.DeleteFunc(slices.Clone(list), func(w saidTerm) bool { return b.r.holds(w.term) == yes })
	for _, words := range [][]saidTerm{open, list} {
		if len(words) == 1 {
			if set := b.categoryOf(words[0].term); set >= 0 {
				return b.category(set, words[0])
			}
		}
	}
	return b.words(p, list, denied)
}

// categoryOf returns the exclusion a term is a member of itself, -1 for none.
func (b *textRules) categoryOf(id term) int {
	for _, set := range b.r.words.of(id).sets {
		if !b.r.words.sets[set].things {
			return set
		}
	}
	return -1
}

func (b *textRules) category(set int, w saidTerm) rules.Condition {
	t := b.r.words
	f := b.fact("set "+strconv.Itoa(set), t.sets[set].terms, func() (rules.Fact, knowledge) {
		f := rules.Fact{Kind: rules.CategoryFact, Label: b.text(t.sets[set].label)}
		k := knowledge{}
		for _, id := range t.sets[set].terms {
			f.Values = append(f.Values, rules.CategoryValue{ID: t.name(id), Label: b.text(t.name(id))})
			if b.r.says(id) {
				k.origin, k.texts = byText, append(k.texts, t.name(id))
			}
		}
		return f, k
	})
	c := rules.Condition{Fact: f.ID, Op: "is", Texts: []string{t.name(w.term)}}
	if w.denied {
		return rules.Condition{Not: &c}
	}
	return c
}

// words is a circumstance in words: all of them must be said, or denied together.
func (b *textRules) words(p circumstancePart, list []saidTerm, denied bool) rules.Condition {
	terms := make([]term, 0, len(list))
	holds, tells := yes, false
	for _, w := range list {
		terms = append(terms, w.term)
		holds = min(holds, b.r.holds(w.term))
		tells = tells || (b.r.words.excludes(w.term) || b.r.words.of(w.term).setting) && b.r.affirms(w.term) == yes
	}
	before := len(b.facts)
	f := b.fact("said "+joinTerms(terms), terms, func() (rules.Fact, knowledge) {
		k := knowledge{}
		if holds != maybe {
			k = knowledge{origin: byText, texts: []string{strconv.FormatBool((holds == yes) != denied)}}
		}
		return rules.Fact{Kind: rules.BooleanFact, Label: b.text(p.text)}, k
	})
	if len(b.facts) > before {
		f.denies = denied // the label says it as the first text does
	}
	f.half = f.half || holds == maybe && tells
	return rules.Condition{Fact: f.ID, Op: "is", Texts: []string{strconv.FormatBool(denied == f.denies)}}
}

func joinTerms(terms []term) string {
	ids := make([]string, 0, len(terms))
	for _, id := range terms {
		ids = append(ids, strconv.Itoa(int(id)))
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

// number is a quantity within bounds. One that a text gives as a single figure may mean
// the figure, or up to it or from it, so that only the figure itself is sure to be meant.
func (b *textRules) number(n *numberCondition) []rules.Condition {
	about := b.r.words.measuresIn(n.about)
	if len(about) == 0 {
		about = n.about
	}
	label := b.r.words.label(about)
	if exact, ok := n.span.Exact(); ok && !n.unit.IsZero() {
		f := b.fact("exactly "+exact.String()+" "+n.unit.String()+" "+joinTerms(about), n.about, func() (rules.Fact, knowledge) {
			k := b.r.number(n)
			if said, ok := k.span.Exact(); k.unknown() || !ok || !said.Equal(exact) {
				k = knowledge{}
			} else {
				k = knowledge{origin: byText, texts: []string{"true"}}
			}
			return rules.Fact{Kind: rules.BooleanFact, Label: b.text(label + " " + speaker{b.r.words.lang, b.r.words.tongues}.figure(exact.String()) + " " + n.unit.String())}, k
		})
		return []rules.Condition{{Fact: f.ID, Op: "is", Texts: []string{"true"}}}
	}
	unit := n.unit
	if unit.IsZero() {
		unit = pureNumber()
	}
	f := b.fact(fmt.Sprintf("number %s %s", unit.Kind(), joinTerms(about)), n.about, func() (rules.Fact, knowledge) {
		return rules.Fact{Kind: rules.QuantityFact, Label: b.text(label), Unit: unit}, b.r.number(n)
	})
	bounds := n.span
	if !unit.Equal(f.Unit) {
		converted, err := bounds.Convert(unit, f.Unit)
		if err != nil {
			return nil
		}
		bounds = converted
	}
	return within(bounds, f.ID)
}

// pureNumber is the unit of counts and other numbers that have none.
var pureNumber = sync.OnceValue(func() quantity.Unit { return quantity.MustUnit("ratio") })

// within says that a fact lies within s.
func within(s quantity.Interval, fact string) []rules.Condition {
	if n, ok := s.Exact(); ok {
		return []rules.Condition{{Fact: fact, Op: "=", Value: n}}
	}
	var out []rules.Condition
	if s.Lo != nil {
		out = append(out, rules.Condition{Fact: fact, Op: map[bool]string{true: ">", false: ">="}[s.LoOpen], Value: *s.Lo})
	}
	if s.Hi != nil {
		out = append(out, rules.Condition{Fact: fact, Op: map[bool]string{true: "<", false: "<="}[s.HiOpen], Value: *s.Hi})
	}
	return out
}

// place is a datum of the place.
func (b *textRules) place(p circumstancePart) rules.Condition {
	f := b.fact("place "+p.place, nil, func() (rules.Fact, knowledge) {
		k := knowledge{}
		for _, s := range b.r.texts() {
			if datum, names := b.r.words.tongues.PlaceNames(s.wording(0, len(s.Words))); datum == p.place {
				k = k.with(knowledge{origin: byText, texts: names})
			}
		}
		if datum := placeDatum(b.r.site(), p.place); datum != "" && k.unknown() {
			k = knowledge{origin: byPlace, texts: []string{datum}}
		}
		return rules.Fact{Kind: rules.TextFact, Label: b.text(b.r.words.tongues.Datum(b.r.words.lang, p.place)), Place: p.place}, k
	})
	op := "is"
	if p.place == rules.PlaceClimate {
		op = "starts"
	}
	return rules.Condition{Fact: f.ID, Op: op, Texts: p.names}
}

// site returns the technical data of the place, at the altitude the check states
// where it states one.
func (r *textRequest) site() *geo.TechData {
	place := r.d.place
	scheme, ok := r.d.v.places.Scheme(place.ID.Country())
	altitude := r.words.find(r.words.stemsOf(r.words.tongues.Datum(r.words.lang, rules.PlaceAltitude)))
	if !ok || place.Tech == nil || altitude == noTerm {
		return place.Tech
	}
	said := r.number(&numberCondition{about: []term{altitude}, unit: quantity.MustUnit("m")})
	if n, exact := said.span.Exact(); exact && !said.unknown() {
		return derivedAt(scheme, place, int(n.Float())).Tech
	}
	return place.Tech
}
