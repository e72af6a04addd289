package verify

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo"
)

// textRules turns the limits that are about a check into rules for it alone, with
// a fact for every circumstance they turn on.
type textRules struct {
	r     *textRequest
	facts []Fact
	known []knowledge
	rules []*textRule

	sideless bool // limits were left out of which nothing tells the side

	half     map[string]bool // facts in words of which the check says some
	denied   map[string]bool // facts in words whose label is a denial
	excepts  map[string]bool // facts that an exception of a text turns on
	settings map[string]bool // facts that a title names
}

// textRule is one limit as a rule.
type textRule struct {
	Rule
	match    *textMatch
	doubts   []string
	notes    []string // what was taken for granted; a warning where the rule is cited
	sideless bool     // nothing tells which side the figure bounds
}

// fact returns the id of the fact with a key, declared by make when it is new.
func (b *textRules) fact(key string, declare func() (Fact, knowledge)) *Fact {
	for i := range b.facts {
		if b.facts[i].ID == key {
			return &b.facts[i]
		}
	}
	f, k := declare()
	f.ID = key
	b.facts, b.known = append(b.facts, f), append(b.known, k)
	return &b.facts[len(b.facts)-1]
}

func (b *textRules) text(s string) Text { return Text{b.r.words.lang: s} }

// circumstance returns the condition that c holds.
func (b *textRules) circumstance(c circumstance) Condition {
	var parts []Condition
	for _, p := range c.parts {
		if each := b.part(p); len(each) == 1 {
			parts = append(parts, each[0])
		} else if len(each) > 1 {
			parts = append(parts, Condition{All: each})
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return Condition{Any: parts}
}

func (b *textRules) part(p circumstancePart) []Condition {
	var out []Condition
	if p.place != "" {
		return []Condition{b.place(p)}
	}
	for i := range p.numbers {
		out = append(out, b.number(&p.numbers[i])...)
	}
	for _, denied := range []bool{false, true} {
		out = append(out, b.stated(p, denied)...)
	}
	return out
}

// stated is what the words of a part state, or deny.
func (b *textRules) stated(p circumstancePart, denied bool) []Condition {
	list := slices.DeleteFunc(slices.Clone(p.words), func(w saidTerm) bool { return w.denied != denied })
	open := slices.DeleteFunc(slices.Clone(list), func(w saidTerm) bool { return b.r.holds(w.term) == yes })
	if len(open) == 1 && b.categoryOf(open[0].term) >= 0 {
		return []Condition{b.category(b.categoryOf(open[0].term), open[0])}
	}
	if len(list) == 0 {
		return nil
	}
	if len(list) == 1 && b.categoryOf(list[0].term) >= 0 {
		return []Condition{b.category(b.categoryOf(list[0].term), list[0])}
	}
	return []Condition{b.words(p, list, denied)}
}

// categoryOf returns the exclusion a term is a member of itself, -1 for none.
func (b *textRules) categoryOf(id term) int {
	if id == noTerm {
		return -1
	}
	for _, set := range b.r.words.of(id).sets {
		if !b.r.words.sets[set].things {
			return set
		}
	}
	return -1
}

func (b *textRules) category(set int, w saidTerm) Condition {
	t := b.r.words
	f := b.fact("set "+strconv.Itoa(set), func() (Fact, knowledge) {
		f := Fact{Kind: CategoryFact, Label: b.text(t.sets[set].label)}
		k := knowledge{}
		for _, id := range t.sets[set].terms {
			f.Values = append(f.Values, CategoryValue{ID: t.name(id), Label: b.text(t.name(id))})
			if b.r.says(id) {
				k.origin, k.texts = byText, append(k.texts, t.name(id))
			}
		}
		if k.unknown() {
			k = b.notDenied(set)
		}
		return f, k
	})
	c := Condition{Fact: f.ID, Op: "is", Texts: []string{t.name(w.term)}}
	if w.denied {
		return Condition{Not: &c}
	}
	return c
}

// notDenied is what is left of an exclusion when the check denies members of it.
func (b *textRules) notDenied(set int) knowledge {
	t := b.r.words
	left := knowledge{origin: byText}
	for _, id := range t.sets[set].terms {
		if b.r.affirms(id) != no {
			left.texts = append(left.texts, t.name(id))
		}
	}
	if len(left.texts) == len(t.sets[set].terms) || len(left.texts) == 0 {
		return knowledge{}
	}
	return left
}

// words is a circumstance in words: all of them must be said, or denied together.
func (b *textRules) words(p circumstancePart, list []saidTerm, denied bool) Condition {
	ids := make([]string, 0, len(list))
	holds := yes
	for _, w := range list {
		ids = append(ids, strconv.Itoa(int(w.term)))
		holds = min(holds, b.r.holds(w.term))
	}
	slices.Sort(ids)
	if holds == maybe && slices.ContainsFunc(list, func(w saidTerm) bool { return b.r.tells(w.term) }) {
		b.half["said "+strings.Join(ids, " ")] = true
	}
	f := b.fact("said "+strings.Join(ids, " "), func() (Fact, knowledge) {
		k := knowledge{}
		if holds != maybe {
			k = knowledge{origin: byText, texts: []string{strconv.FormatBool((holds == yes) != denied)}}
		}
		return Fact{Kind: BooleanFact, Label: b.text(p.text)}, k
	})
	if _, ok := b.denied[f.ID]; !ok {
		b.denied[f.ID] = denied // the label says it as the first text does
	}
	return Condition{Fact: f.ID, Op: "is", Texts: []string{strconv.FormatBool(denied == b.denied[f.ID])}}
}

// tells reports whether the check says a term that is a circumstance or a setting.
func (r *textRequest) tells(id term) bool {
	return (r.words.excludes(id) || r.words.of(id).setting) && r.affirms(id) == yes
}

// number is a quantity within bounds.
func (b *textRules) number(n *numberCondition) []Condition {
	about := b.r.words.measuresIn(n.about)
	if len(about) == 0 {
		about = n.about
	}
	unit := n.unit
	if unit.IsZero() {
		unit = pureNumber()
	}
	keys := make([]string, 0, len(about))
	for _, id := range about {
		keys = append(keys, strconv.Itoa(int(id)))
	}
	slices.Sort(keys)
	if exact, ok := n.span.exact(); ok && !n.unit.IsZero() {
		return []Condition{b.exactly(n, exact, strings.Join(keys, " "), about)}
	}
	f := b.fact(fmt.Sprintf("number %s %s", unit.Kind(), strings.Join(keys, " ")), func() (Fact, knowledge) {
		return Fact{Kind: QuantityFact, Label: b.text(b.r.words.label(about)), Unit: unit}, b.r.number(n)
	})
	bounds := n.span
	if !unit.Equal(f.Unit) {
		converted, err := bounds.convert(unit, f.Unit)
		if err != nil {
			return nil
		}
		bounds = converted
	}
	return bounds.conditions(f.ID)
}

// exactly is a quantity that a text gives as a single figure: it may mean the
// figure, or up to it or from it. So only the figure itself is sure to be meant.
func (b *textRules) exactly(n *numberCondition, exact quantity.Number, key string, about []term) Condition {
	f := b.fact("exactly "+exact.String()+" "+n.unit.String()+" "+key, func() (Fact, knowledge) {
		k := knowledge{}
		if said, ok := b.r.number(n).span.exact(); ok && said.Equal(exact) && !b.r.number(n).unknown() {
			k = knowledge{origin: byText, texts: []string{"true"}}
		}
		return Fact{Kind: BooleanFact, Label: b.text(b.r.words.label(about) + " " + speaker{b.r.words.lang, b.r.words.tongues}.figure(exact.String()) + " " + n.unit.String())}, k
	})
	return Condition{Fact: f.ID, Op: "is", Texts: []string{"true"}}
}

// pureNumber is the unit of counts and other numbers that have none.
var pureNumber = sync.OnceValue(func() quantity.Unit { return quantity.MustUnit("ratio") })

// conditions says that a fact lies within s.
func (s span) conditions(fact string) []Condition {
	if n, ok := s.exact(); ok {
		return []Condition{{Fact: fact, Op: "=", Value: n}}
	}
	var out []Condition
	if s.lo != nil {
		out = append(out, Condition{Fact: fact, Op: map[bool]string{true: ">", false: ">="}[s.loOpen], Value: *s.lo})
	}
	if s.hi != nil {
		out = append(out, Condition{Fact: fact, Op: map[bool]string{true: "<", false: "<="}[s.hiOpen], Value: *s.hi})
	}
	return out
}

// place is a datum of the place.
func (b *textRules) place(p circumstancePart) Condition {
	f := b.fact("place "+p.place, func() (Fact, knowledge) {
		k := knowledge{}
		for _, s := range b.r.texts() {
			if datum, names := b.r.words.tongues.placeNames(s.text()); datum == p.place {
				k = k.with(knowledge{origin: byText, texts: names})
			}
		}
		if datum := placeDatum(b.r.site(), p.place); datum != "" && k.unknown() {
			k = knowledge{origin: byPlace, texts: []string{datum}}
		}
		return Fact{Kind: TextFact, Label: b.text(b.r.words.tongues.datum(b.r.words.lang, p.place)), Place: p.place}, k
	})
	op := "is"
	if p.place == placeClimate {
		op = "starts"
	}
	return Condition{Fact: f.ID, Op: op, Texts: p.names}
}

// text returns the words of a text as written.
func (s *said) text() string {
	r := reading{phrase: s.phrase}
	return r.wording(hit{end: len(s.words)})
}

// site returns the technical data of the place, at the altitude the check states
// where it states one.
func (r *textRequest) site() *geo.TechData {
	place := r.d.place
	scheme, ok := r.d.v.places.Scheme(place.ID.Country())
	altitude := r.words.find(r.words.stemsOf(r.words.tongues.datum(r.words.lang, placeAltitude)))
	if !ok || place.Tech == nil || altitude == noTerm {
		return place.Tech
	}
	said := r.number(&numberCondition{about: []term{altitude}, unit: quantity.MustUnit("m")})
	if n, exact := said.span.exact(); exact && !said.unknown() {
		return derivedAt(scheme, place, int(n.Float())).Tech
	}
	return place.Tech
}
